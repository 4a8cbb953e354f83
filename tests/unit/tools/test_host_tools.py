"""Tools that a host gives as data (C19, C20, C137, D21, X27), and the registry that holds them."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from pagehand.config import AgentConfig
from pagehand.llm import LLMError
from pagehand.tools import ToolContext, default_tools, tool
from pagehand.tools.host_tools import host_tool
from pagehand.tools.json_schema import SchemaError, model_from_schema
from pagehand.tools.registry import Registry

SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "properties": {
        "id": {"type": "integer", "minimum": 1, "description": "The order."},
        "tags": {"type": "array", "items": {"$ref": "#/$defs/tag"}},
        "model": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None},
        "to": {"type": "object", "properties": {"city": {"type": "string", "pattern": "^[A-Z]"}}, "required": ["city"]},
        "urgent": {"type": "boolean", "default": False},
        "_odd-name": {"type": ["string", "number"]},
    },
    "required": ["id"],
    "additionalProperties": False,
    "$defs": {"tag": {"type": "string", "enum": ["new", "old"]}},
}


def registry(**options: Any) -> Registry:
    return Registry(AgentConfig.parse({"model": "offline", **options}), can_run_scripts=True)


async def test_page_agents_shape(context: ToolContext) -> None:
    """{description, inputSchema, execute(args, context)}: checked, coerced, only what was given and defaults passed on."""
    seen: list[Any] = []

    async def execute(args: dict[str, Any], ctx: ToolContext) -> str:
        seen.append(args)
        return "shipped"

    ship = host_tool({"description": "Ship.", "inputSchema": SCHEMA, "execute": execute}, name="ship")
    params = ship.parameters.model_validate({"id": "7", "tags": ["new"], "to": {"city": "Oslo"}, "_odd-name": 3})
    assert await ship.run(context, params) == "shipped"
    assert seen == [{"id": 7, "tags": ["new"], "to": {"city": "Oslo"}, "urgent": False, "_odd-name": 3}]
    assert ship.json_schema["properties"]["tags"]["items"] == {"type": "string", "enum": ["new", "old"]}
    assert "$defs" not in ship.json_schema


async def test_the_webagents_shape(context: ToolContext) -> None:
    """{name, description, parameters, handler(params, context)}; a handler may be plain."""
    ping = host_tool(
        {"name": "ping", "description": "Ping.", "handler": lambda params, ctx: {"ok": True, "data": params}}
    )
    assert ping.name == "ping"
    assert await ping.run(context, ping.parameters.model_validate({"extra": 1})) == {"ok": True, "data": {}}


@pytest.mark.parametrize(
    "params",
    [{}, {"id": 0}, {"id": True}, {"id": 1, "tags": ["x"]}, {"id": 1, "to": {}}, {"id": 1, "to": {"city": "oslo"}}],
)
def test_a_schema_is_checked(params: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        model_from_schema("ship", SCHEMA).model_validate(params)


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": "string"}, "must describe an object"),
        ({"type": "object", "properties": {"a": {"type": "string", "not": {}}}}, "'not' is not supported"),
        ({"type": "object", "properties": {"a": {"type": "frob"}}}, "no type 'frob'"),
        ({"type": "object", "properties": {"a": {"$ref": "#/$defs/b"}}}, "not defined"),
        (
            {"type": "object", "properties": {"a": {"$ref": "#/$defs/b"}}, "$defs": {"b": {"$ref": "#/$defs/b"}}},
            "itself",
        ),
    ],
)
def test_a_schema_that_cannot_be_checked_is_a_clear_error(schema: dict[str, Any], words: str) -> None:
    with pytest.raises(SchemaError, match=words):
        model_from_schema("x", schema)
    with pytest.raises(LLMError, match=words) as caught:
        host_tool({"parameters": schema, "handler": print}, name="x")
    assert caught.value.kind == "config_error"


@pytest.mark.parametrize(
    "value", [{"description": "no function"}, {"handler": print}, 5, "click", {"name": "x", "handler": 3}]
)
def test_what_is_no_tool_is_a_clear_error(value: Any) -> None:
    with pytest.raises(LLMError) as caught:
        host_tool(value)
    assert caught.value.kind == "config_error"


def test_custom_tools_override_add_and_remove() -> None:
    """C19: the same name overrides, null removes from this agent only, the global set is untouched."""

    @tool
    def wait(ctx: ToolContext) -> str:
        """Mine."""
        return ""

    before = dict(default_tools())
    tools = registry(customTools={"wait": wait, "extra": wait, "scroll": None}).tools(can_ask=True)
    assert tools["wait"].description == "Mine."
    assert tools["extra"].name == "extra"
    assert "scroll" not in tools
    assert default_tools() == before
    assert "scroll" in registry().tools(can_ask=True)


def test_execute_javascript_needs_its_flag() -> None:
    """C18, C20: off by default; a host's own one goes too; X29: also off where no script can be run."""
    mine = {"description": "Mine.", "execute": print}
    assert "execute_javascript" not in registry(customTools={"execute_javascript": mine}).tools(can_ask=True)
    on = {"experimentalScriptExecutionTool": True}
    assert "execute_javascript" in registry(**on).tools(can_ask=True)
    assert (
        registry(**on, customTools={"execute_javascript": mine}).tools(can_ask=True)["execute_javascript"].description
        == "Mine."
    )
    config = AgentConfig.parse({"model": "offline", **on})
    assert "execute_javascript" not in Registry(config, can_run_scripts=False).tools(can_ask=True)


def test_registering_returns_what_takes_it_back() -> None:
    """D22: registerTool overrides and the handle restores; two of them undo in any order."""
    tools = registry()
    first = tools.register({"name": "wait", "description": "One.", "handler": print})
    second = tools.register({"name": "wait", "description": "Two.", "handler": print})
    assert tools.tools(can_ask=True)["wait"].description == "Two."
    first()
    assert tools.tools(can_ask=True)["wait"].description == "Two."
    second()
    assert tools.tools(can_ask=True)["wait"] == default_tools()["wait"]
    remove = tools.register(None, name="wait")
    assert "wait" not in tools.tools(can_ask=True)
    remove()
    assert "wait" in tools.tools(can_ask=True)
