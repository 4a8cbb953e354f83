"""Checking an action against its tool, with an error that a model can act on (C53, C89)."""

from __future__ import annotations

from pydantic import BaseModel, ValidationError

from pagehand.llm.errors import LLMError
from pagehand.tools.protocols.turn import ActionCall, Tools


def parameters_of(call: ActionCall, tools: Tools) -> BaseModel:
    """The call's parameters as its tool takes them. Raises :class:`LLMError` ``invalid_tool_args``."""
    tool = tools.get(call.name)
    if tool is None:
        known = ", ".join(name for name, each in tools.items() if not each.hidden)
        raise LLMError("invalid_tool_args", f"There is no action {call.name!r}. Actions: {known}.")
    try:
        return tool.parameters.model_validate(call.params)
    except ValidationError as error:
        raise LLMError("invalid_tool_args", f"Wrong parameters for {call.name}: {complaints(error)}") from error


def validated(call: ActionCall, tools: Tools) -> ActionCall:
    """The call with its parameters normalised, as they go into history; absent ones stay absent."""
    params = parameters_of(call, tools)
    return ActionCall(call.name, params.model_dump(mode="json", by_alias=True, exclude_unset=True))


def complaints(error: ValidationError) -> str:
    """Each complaint as ``field: what is wrong``."""
    return "; ".join(
        f"{'.'.join(str(part) for part in item['loc']) or 'parameters'}: {item['msg'].removeprefix('Value error, ')}"
        for item in error.errors(include_url=False, include_input=False)
    )
