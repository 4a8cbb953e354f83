"""The envelope protocol: several actions and narration per turn, an ending that must not come too early."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pagehand.config import AgentConfig
from pagehand.llm import LLMError
from pagehand.llm.transport import completion_body
from pagehand.tools.protocols import protocol_for
from pagehand.tools.registry import Registry

CONFIG = AgentConfig.parse(
    {"model": "offline", "vocabulary": "webagent", "protocol": "envelope", "customActions": ["builtinActions"]}
)
TOOLS = Registry(CONFIG, can_run_scripts=False).tools(can_ask=True)
PROTOCOL = protocol_for(CONFIG)


def parse(arguments: Any, name: str = "agent_turn") -> Any:
    return PROTOCOL.parse(completion_body("m", tool=name, arguments=arguments), TOOLS)


def test_what_is_sent() -> None:
    """C117, C120, C150, D42: one forced tool, is_final last, the tools in the system prompt without border, pause, narrate."""
    (sent,) = PROTOCOL.tools(TOOLS)
    schema = sent["function"]["parameters"]
    assert sent["function"]["name"] == PROTOCOL.tool_choice == "agent_turn"
    assert list(schema["properties"])[-1] == "is_final"
    assert "memory" in schema["required"]
    offered = schema["properties"]["actions"]["items"]["properties"]["tool"]["enum"]
    assert {"click", "navigate", "fill_input", "ask_user_choice"} <= set(offered)
    assert not {"border", "pause", "narrate"} & set(offered)
    prompt = PROTOCOL.instructions(TOOLS)
    assert "- fill_input: " in prompt
    for hidden in ("- border:", "- pause:", "- narrate:"):
        assert hidden not in prompt


def test_actions_and_narration_in_order() -> None:
    """C134, C150: items in order, narration with what it is about, functions. cut, narration before a tool in one object."""
    turn = parse(
        {
            "memory": "M",
            "todos_remaining": ["Save", "Leave"],
            "actions": [
                {"narrate": "I fill this in.", "about": "[7]"},
                {"tool": "functions.fill_input", "args": {"selector": "[7]", "value": "Ada"}},
                "rubbish",
                {"narrate": "Both", "tool": "click", "args": {"selector": "3"}},
                {"tool": "narrate", "args": {"text": "As a tool"}},
            ],
            "is_final": False,
        }
    )
    assert [(call.name, call.params) for call in turn.actions] == [
        ("narrate", {"text": "I fill this in.", "about": 7}),
        ("fill_input", {"selector": 7, "value": "Ada"}),
        ("narrate", {"text": "Both"}),
        ("narrate", {"text": "As a tool"}),
    ]
    assert turn.finish is None
    assert (turn.reflection.memory, turn.reflection.next_goal) == ("M", "Save")


@pytest.mark.parametrize(
    "ending",
    [
        {"is_final": True},
        {"is_final": "true"},
        {"will_finish_this_turn": True},
        {"actions": [{"tool": "scroll_to", "args": {"selector": "3"}}, {"task_finish": True}]},
        {"actions": [{"tool": "scroll_to", "args": {"selector": "3"}}, {"tool": "task_finish"}]},
        {"actions": []},
        {"actions": None},
    ],
)
def test_endings(ending: dict[str, Any]) -> None:
    """C130, C132, D11: is_final, the older spellings, a task_finish item, and no actions at all."""
    turn = parse({"memory": "M", "actions": [{"narrate": "All done."}], **ending})
    assert turn.finish is not None
    assert turn.finish.success


def test_the_closing_text_is_what_was_said_last() -> None:
    turn = parse({"memory": "M", "actions": [{"narrate": "One."}, {"narrate": "Two."}], "is_final": True})
    assert turn.finish.text == "Two."
    assert parse({"memory": "M", "actions": []}).finish.text == "M"


@pytest.mark.parametrize(
    ("arguments", "kind"),
    [
        ({"actions": []}, "invalid_tool_args"),
        ({"memory": "M", "actions": [{"tool": "frob"}]}, "invalid_tool_args"),
        ({"memory": "M", "actions": [{"tool": "click", "args": {}}]}, "invalid_tool_args"),
        ({"memory": "M", "actions": [{"tool": "click", "args": "{"}]}, "invalid_tool_args"),
    ],
)
def test_what_is_wrong_is_said(arguments: dict[str, Any], kind: str) -> None:
    """C150: a missing memory is an invalid turn; unknown tools and wrong arguments say why."""
    with pytest.raises(LLMError) as caught:
        parse(arguments)
    assert caught.value.kind == kind


def test_repairs() -> None:
    """C79, C80, D2: the envelope in the content, the tool called by its own name, arguments in text; prose is refused."""
    envelope = {"memory": "M", "actions": [{"tool": "click", "args": '{"selector": "3"}'}]}
    content = completion_body("m", content=f"Here you are:\n```json\n{json.dumps(envelope)}\n```")
    assert PROTOCOL.parse(content, TOOLS).actions[0].params == {"selector": 3}
    assert parse({"selector": "3"}, name="click").actions[0].name == "click"
    with pytest.raises(LLMError) as caught:
        PROTOCOL.parse(completion_body("m", content="I have done it."), TOOLS)
    assert caught.value.kind == "no_tool_call"
