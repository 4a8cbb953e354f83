"""The macro tool: one function, the union of this agent's tools, one action (C1-C7, D1)."""

from __future__ import annotations

from typing import Any

import pytest

from pagehand.llm import LLMError
from pagehand.llm.transport import completion_body
from pagehand.tools import ToolContext, default_tools, tool
from pagehand.tools.protocols.macro import Macro, macro_schema

TOOLS = default_tools()


def test_one_function_with_the_union_of_the_tools() -> None:
    """C1, C4, C5, C6: anyOf with a described branch per tool, reflections optional, action required."""
    (sent,) = Macro().tools(TOOLS)
    assert sent["function"]["name"] == "AgentOutput"
    schema = sent["function"]["parameters"]
    assert schema["required"] == ["action"]
    assert list(schema["properties"]) == ["evaluation_previous_goal", "memory", "next_goal", "action"]
    branches = schema["properties"]["action"]["anyOf"]
    assert [each["required"] for each in branches] == [[name] for name in TOOLS]
    for branch, each in zip(branches, TOOLS.values(), strict=True):
        assert branch["description"] == each.description
        assert branch["properties"][each.name]["type"] == "object"


def test_the_schema_holds_nothing_that_providers_refuse() -> None:
    """C6: no references, nulls, titles, or keywords of one dialect only."""
    known = {"type", "properties", "required", "description", "anyOf", "enum", "items", "default", "minimum", "maximum"}

    def check(node: Any) -> None:
        if isinstance(node, dict):
            assert set(node) <= known, set(node) - known
            for key, value in node.items():
                if key == "properties":
                    for child in value.values():
                        check(child)
                elif key not in ("default", "enum", "required"):
                    check(value)
        elif isinstance(node, list):
            for each in node:
                check(each)

    check(macro_schema(TOOLS))


def test_the_union_is_not_fixed() -> None:
    """C5: it is built from the tools given, per step."""

    @tool
    def extra(ctx: ToolContext) -> str:
        """More."""
        return ""

    names = [next(iter(each["properties"])) for each in macro_schema({"extra": extra})["properties"]["action"]["anyOf"]]
    assert names == ["extra"]


def test_parse_gives_reflection_action_and_notes() -> None:
    arguments = {"memory": "M", "action": {"click_element_by_index": {"index": "[5]"}}}
    turn = Macro().parse(completion_body("m", tool="AgentOutput", arguments=arguments), TOOLS)
    assert turn.reflection.memory == "M"
    assert [(call.name, call.params) for call in turn.actions] == [("click_element_by_index", {"index": 5})]
    assert turn.finish is None
    turn = Macro().parse(completion_body("m", tool="click_element_by_index", arguments={"index": 3}), TOOLS)
    assert turn.actions[0].params == {"index": 3}


@pytest.mark.parametrize(
    "action", [{"frob": {}}, {"click_element_by_index": {"index": "x"}}, {"wait": {"seconds": 30}}]
)
def test_what_is_wrong_is_said(action: dict[str, Any]) -> None:
    """C51, C89: unknown actions and wrong parameters are errors that say why."""
    with pytest.raises(LLMError) as caught:
        Macro().parse(completion_body("m", tool="AgentOutput", arguments={"action": action}), TOOLS)
    assert caught.value.kind == "invalid_tool_args"
    assert next(iter(action)) in str(caught.value)
