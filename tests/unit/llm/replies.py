"""Responses as servers send them, for the tests of repair and client."""

from __future__ import annotations

import json
from typing import Any

from pagehand.llm import LLMError, repair_response
from pagehand.llm.repair.parameters import HasParameters
from pagehand.tools import default_tools

TOOLS: dict[str, HasParameters] = dict(default_tools())
WRAPPER = "AgentOutput"


def response(
    content: Any = None, *, calls: list[tuple[str, Any]] | None = None, finish: str | None = "stop"
) -> dict[str, Any]:
    """A chat completion with this content and these calls (name, arguments as they are)."""
    message: dict[str, Any] = {"role": "assistant", "content": content}
    if calls is not None:
        message["tool_calls"] = [
            {"id": f"call_{index}", "type": "function", "function": {"name": name, "arguments": arguments}}
            for index, (name, arguments) in enumerate(calls)
        ]
    return {"choices": [{"index": 0, "message": message, "finish_reason": finish}]}


def called(arguments: Any, name: str = WRAPPER, finish: str | None = "tool_calls") -> dict[str, Any]:
    """A chat completion with one call; arguments that are no string are sent as their JSON."""
    text = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
    return response(calls=[(name, text)], finish=finish)


def same_action(stated: dict[str, Any], repaired: dict[str, Any]) -> bool:
    """Whether two ``{name: params}`` mean the same, defaults included."""
    (name, params), (other, others) = next(iter(stated.items())), next(iter(repaired.items()))
    if len(stated) != 1 or len(repaired) != 1 or name != other:
        return False
    model = TOOLS[name].parameters
    return model.model_validate(params) == model.model_validate(others)


def outcome_of(given: dict[str, Any]) -> dict[str, Any] | LLMError:
    """The action that a response states, or the error that it ends in; anything else that is raised is a fault."""
    try:
        return repair_response(given, TOOLS)["action"]
    except LLMError as error:
        return error
