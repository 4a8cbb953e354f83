"""Repair: what a model really said, from a response in any shape (C79-C89, X3-X6, model-quirks 3a).

The pipeline: the response's calls and text (``reply``), calls written as markup (``markup``), JSON in any spelling
(``syntax``), the statement in any shape (``shape``), the parameters by their schema (``parameters``). A repair never
invents an action: the result is what the reply states, or an :class:`~pagehand.llm.LLMError` that says why there is
none, in words that a model can correct itself by.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from pagehand.llm.errors import LLMError
from pagehand.llm.repair.markup import marked_calls, strip_thoughts, strip_tokens
from pagehand.llm.repair.parameters import Parameters, Tools, read_parameters, signature
from pagehand.llm.repair.shape import WRAPPER, read_call, read_statement
from pagehand.llm.repair.statement import Statement, first_of, is_wrapper, tool_named
from pagehand.llm.repair.syntax import UnreadableJSON, documents, parse_json
from pagehand.llm.reply import Call, Reply, read_reply

__all__ = ["Repaired", "Tools", "read_parameters", "repair", "repair_response", "tool_named"]


@dataclass(frozen=True)
class Repaired:
    """A turn of the macro protocol: the ``AgentOutput`` input, its one action validated, and what the model must be told."""

    reflection: dict[str, str]
    name: str
    parameters: BaseModel
    stated: dict[str, Any]
    warnings: tuple[str, ...] = ()

    @property
    def input(self) -> dict[str, Any]:
        """``{evaluation_previous_goal?, memory?, next_goal?, action: {name: params}}``."""
        return {**self.reflection, "action": {self.name: self.stated}}


def repair_response(response: dict[str, Any], tools: Tools) -> dict[str, Any]:
    """The ``AgentOutput`` input that a response states. Raises :class:`LLMError`."""
    return repair(response, tools).input


def repair(response: dict[str, Any], tools: Tools) -> Repaired:
    """As :func:`repair_response`, with the validated parameters and the warnings."""
    reply = read_reply(response)
    try:
        return _repair(reply, tools)
    except LLMError as error:
        if reply.cut and error.kind in ("no_tool_call", "invalid_tool_args"):
            message = f"The reply was cut off by the length limit before its action was complete. Reply with fewer words. ({error})"
            raise LLMError("invalid_tool_args", message, cut=True, raw=response) from error
        error.raw = response
        raise


def _repair(reply: Reply, tools: Tools) -> Repaired:
    statement = _statement(reply, tools)
    warnings: list[str] = []
    if statement.action is None:
        if statement.cut or reply.cut:
            raise LLMError(
                "invalid_tool_args", "The reply was cut off before its action. Reply with fewer words.", cut=True
            )
        if not statement.reflection or "wait" not in tools:
            raise _no_action(reply, statement)
        parameters = read_parameters(tools["wait"], 1)
        warnings.append("Your reply named no action, so the step waited for 1 second. Name one action in every reply.")
        return Repaired(statement.reflection, "wait", parameters.model, parameters.stated, tuple(warnings))
    parameters: Parameters = read_parameters(tools[statement.action.name], statement.action.parameters)
    warnings += parameters.warnings
    if statement.ignored:
        names = ", ".join(dict.fromkeys(other.name for other in statement.ignored))
        warnings.append(
            f"Only one action runs per step: {statement.action.name} was run, the rest ({names}) was ignored."
        )
    if reply.cut:
        warnings.append("Your reply reached the length limit after its action. Keep replies short.")
    return Repaired(statement.reflection, statement.action.name, parameters.model, parameters.stated, tuple(warnings))


def _no_action(reply: Reply, statement: Statement) -> LLMError:
    if reply.calls:
        return LLMError("invalid_tool_args", f"The call of {WRAPPER} holds no action. Give exactly one action.")
    if statement.thought or not reply.text.strip():
        said = "it holds only thoughts" if statement.thought else "it is empty"
        return LLMError("no_tool_call", f"The reply states no action: {said}. Call {WRAPPER} with exactly one action.")
    excerpt = " ".join(reply.text.split())[:80]
    return LLMError(
        "no_tool_call", f"The reply states no action ({excerpt!r}). Call {WRAPPER} with exactly one action."
    )


def _statement(reply: Reply, tools: Tools) -> Statement:
    """Native calls first; the text only where they say nothing at all."""
    called = first_of([item for call in reply.calls for item in _of_call(call, tools, cut=reply.cut)])
    if called.action is not None or not reply.text.strip():
        return called
    spoken = _of_text(reply.text, tools)
    return first_of([called, spoken]) if called.reflection else spoken


def _of_call(call: Call, tools: Tools, *, cut: bool) -> Iterator[Statement]:
    """What a native call says. Arguments that hold more than one JSON value are read like a text."""
    arguments = call.arguments
    if arguments is None or (isinstance(arguments, str) and arguments.strip() in ("", "null")):
        tool = tool_named(call.name, tools)
        if tool and (cut or tools[tool].parameters.model_fields):
            raise LLMError(
                "invalid_tool_args", f"The call of {tool} has no arguments. It takes {signature(tools[tool])}."
            )
        if call.name and not is_wrapper(call.name):
            yield read_call(call.name, {}, tools)
        return
    if isinstance(arguments, str):
        try:
            arguments = parse_json(strip_thoughts(arguments))
        except UnreadableJSON as fault:
            found = list(_documents(strip_tokens(strip_thoughts(arguments))))
            if not found:
                if marked := marked_calls(arguments, [*tools, WRAPPER]):
                    for inner in marked:
                        yield read_call(inner.name, inner.arguments, tools)
                    return
                tool = tool_named(call.name, tools)
                if tool and arguments.strip()[:1] not in ("{", "["):
                    yield read_call(tool, arguments, tools)
                    return
                raise LLMError("invalid_tool_args", f"The arguments are not valid JSON: {fault}.") from None
            for value in found:
                yield read_call(call.name, value, tools)
            return
    yield read_call(call.name, arguments, tools)


def _unquoted(text: str) -> str:
    """The inside of a text that is one JSON string (C84)."""
    try:
        inner = parse_json(text)
    except UnreadableJSON:
        return text
    return inner if isinstance(inner, str) else text


def _documents(text: str) -> Iterator[Any]:
    for value in documents(text):
        if isinstance(value, UnreadableJSON):
            raise LLMError("invalid_tool_args", f"The reply is not valid JSON: {value}.")
        yield value


def _of_text(text: str, tools: Tools) -> Statement:
    text = strip_thoughts(text)
    if text.strip()[:2] in ('"{', '"['):
        text = _unquoted(text)
    calls = marked_calls(text, [*tools, WRAPPER])
    if calls:
        return first_of([item for call in calls for item in _of_call(call, tools, cut=False)])
    found: list[Statement] = []
    for value in _documents(strip_tokens(text)):
        statement = read_statement(value, tools)
        if not statement.empty or statement.cut:
            found.append(statement)
    return first_of(found)
