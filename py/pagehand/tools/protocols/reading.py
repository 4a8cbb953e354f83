"""Reading calls for the protocols that are not the macro one, with the client's own repair (C80, C84, D3)."""

from __future__ import annotations

from typing import Any

from pagehand.llm import LLMError, Reply
from pagehand.llm.repair import read_parameters
from pagehand.llm.repair.markup import clean_name, marked_calls, strip_thoughts, strip_tokens
from pagehand.llm.repair.syntax import UnreadableJSON, documents, is_cut, parse_json
from pagehand.llm.reply import Call
from pagehand.tools.protocols.turn import ActionCall, Tools


def checked(name: str, arguments: Any, tools: Tools) -> tuple[ActionCall, tuple[str, ...]]:
    """A call with its parameters validated and what the model must be told about it. Raises :class:`LLMError`."""
    tool = tools.get(clean_name(name))
    if tool is None:
        raise LLMError("invalid_tool_args", f"There is no tool {name!r}. Tools: {', '.join(tools)}.")
    parameters = read_parameters(tool, unpacked(arguments, name))
    return ActionCall(tool.name, parameters.stated), parameters.warnings


def unpacked(value: Any, name: str) -> Any:
    """A value out of the text it was put into, however often; nothing at all is an empty object."""
    for _ in range(3):
        if not isinstance(value, str):
            break
        if not value.strip():
            return {}
        try:
            value = parse_json(value)
        except UnreadableJSON as fault:
            if value.strip()[:1] not in ("{", "["):
                return value
            raise LLMError("invalid_tool_args", f"The arguments of {name} are not valid JSON: {fault}.") from None
    if is_cut(value):
        raise LLMError("invalid_tool_args", f"The reply was cut off inside {name}. Reply with fewer words.", cut=True)
    return {} if value is None else value


def stated_calls(reply: Reply, names: list[str]) -> list[Call]:
    """The native calls; where there are none, those written into the text, as markup or as JSON (model-quirks 21)."""
    if reply.calls:
        return [Call(clean_name(call.name), call.arguments) for call in reply.calls]
    text = strip_thoughts(reply.text)
    return marked_calls(text, names) or [
        Call(clean_name(value["name"]), value.get("arguments", value.get("parameters")))
        for value in documents(strip_tokens(text))
        if isinstance(value, dict)
        and isinstance(value.get("name"), str)
        and clean_name(value["name"]) in names
        and ("arguments" in value or "parameters" in value)
    ]


def first_object(reply: Reply) -> dict[str, Any] | None:
    """The first JSON object in the text; None where there is none."""
    for value in documents(strip_tokens(strip_thoughts(reply.text))):
        if isinstance(value, UnreadableJSON):
            raise LLMError("invalid_tool_args", f"The reply is not valid JSON: {value}.", cut=reply.cut)
        if isinstance(value, list) and value and isinstance(value[0], dict):
            value = value[0]
        if isinstance(value, dict):
            return value
    return None
