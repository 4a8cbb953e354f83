"""From any shape in which a model states its turn to reflection and one named action (C79-C88, D2, X4, X5).

A *statement* is what one object or call says. It is read, never completed: a key that names a tool names the action, a
wrapper is taken off, and where two readings are possible the statement is refused.
"""

from __future__ import annotations

import json
import re
from typing import Any

from pagehand.llm.errors import LLMError
from pagehand.llm.repair.markup import marked_calls
from pagehand.llm.repair.parameters import ARGUMENT_KEYS, META_KEYS, Tools, looks_like_schema, signature
from pagehand.llm.repair.statement import (
    Stated,
    Statement,
    dict_like,
    first_of,
    is_wrapper,
    merged,
    tool_named,
    unknown_action,
)
from pagehand.llm.repair.syntax import UnreadableJSON, is_cut, parse_json

WRAPPER = "AgentOutput"
REFLECTION = ("evaluation_previous_goal", "memory", "next_goal")

_REFLECTION_KEYS = {
    "evaluationpreviousgoal": "evaluation_previous_goal",
    "evaluationofpreviousgoal": "evaluation_previous_goal",
    "evaluationpreviousstep": "evaluation_previous_goal",
    "evaluation": "evaluation_previous_goal",
    "memory": "memory",
    "nextgoal": "next_goal",
    "goal": "next_goal",
}
_REFLECTION_GROUPS = frozenset({"currentstate", "reflection", "reflections", "agentreflection", "state"})
_THOUGHT_KEYS = frozenset({"thinking", "thought", "thoughts", "reasoning"})
_ACTION_KEYS = ("action", "actions", "action_sequence", "next_action", "actionsequence", "nextaction")
_NAME_KEYS = (
    "name",
    "tool",
    "tool_name",
    "function",
    "function_name",
    "action",
    "action_name",
    "action_type",
    "type",
    "command",
    "method",
    "recipient_name",
    "toolname",
    "actionname",
    "actiontype",
)
_CALL_LISTS = ("tool_calls", "tool_call", "function_call", "calls", "tool_uses")
_DEPTH = 8


def read_call(name: str, arguments: Any, tools: Tools) -> Statement:
    """The statement of a function call: the wrapper's, or an action's own (D2)."""
    arguments = _opened(arguments)
    if not name or is_wrapper(name):
        return read_statement(arguments, tools)
    tool = tool_named(name, tools)
    if tool is None:
        if isinstance(arguments, dict) and (
            _has(arguments, _ACTION_KEYS) or any(tool_named(key, tools) for key in arguments)
        ):
            return read_statement(arguments, tools)
        raise unknown_action(name, tools)
    statement = Statement()
    fields = tools[tool].parameters.model_fields
    if isinstance(arguments, dict):
        arguments = _take_reflection(dict_like(arguments), statement, set(fields))
        inner = _lookup(arguments, "action")
        if inner is not None and "action" not in fields:
            nested = read_statement({"action": inner}, tools)
            if nested.action is None or nested.action.name != tool:
                raise LLMError(
                    "invalid_tool_args",
                    f"The call names {tool}, but its arguments state another action. Call {WRAPPER}.",
                )
            statement.action, statement.ignored = nested.action, nested.ignored
            return statement
        others = [key for key in arguments if key not in fields and tool_named(key, tools) not in (None, tool)]
        if others:
            raise LLMError(
                "invalid_tool_args", f"The call names {tool}, but its arguments state {others[0]}. Call {WRAPPER}."
            )
    statement.action = Stated(tool, arguments)
    return statement


def read_statement(value: Any, tools: Tools, depth: int = 0) -> Statement:
    """The statement of an object (or of its text). Raises INVALID_TOOL_ARGS for what states an action that cannot be."""
    value = _opened(value)
    statement = Statement()
    if depth > _DEPTH:
        raise LLMError("invalid_tool_args", "The reply is nested too deeply to read.")
    if isinstance(value, list):
        return first_of([read_statement(item, tools, depth + 1) for item in value if item not in (None, {}, [])])
    if isinstance(value, str):
        _take_action(value, statement, tools, depth)
        return statement
    if not isinstance(value, dict):
        return statement
    if looks_like_schema(value):
        raise _schema_error()
    rest = _take_reflection(dict_like(value), statement, set())
    statement.cut = getattr(value, "cut", False) or getattr(value, "damaged", False)
    for key in _CALL_LISTS:
        if isinstance(rest.get(key), dict | list):
            calls = rest[key] if isinstance(rest[key], list) else [rest[key]]
            return merged(statement, first_of([read_statement(call, tools, depth + 1) for call in calls]))
    key = next((key for key in rest if key.lower() in _ACTION_KEYS or key.lower() == "action"), None)
    if key is not None and rest[key] not in (None, {}, [], "", [{}]):
        stated = rest.pop(key)
        repeated = [again for name, again in getattr(value, "repeated", []) if name == key and again != stated]
        stated_name = stated if isinstance(stated, str) else ""
        if stated_name and (tool := tool_named(stated_name, tools)):
            _set_flat(statement, tool, rest, tools)
        else:
            _take_action(stated, statement, tools, depth)
            _refuse_strays(statement, rest, tools)
        for again in repeated:
            extra = Statement()
            _take_action(again, extra, tools, depth)
            statement.ignored += [extra.action] if extra.action else []
        return statement
    rest.pop(key, None) if key is not None else None
    return _take_layer(rest, value, statement, tools, depth)


def _schema_error() -> LLMError:
    return LLMError("invalid_tool_args", f"The reply repeats the schema of {WRAPPER}. Reply with values that fit it.")


def _opened(value: Any) -> Any:
    """``value`` without the quotes around it, however often it was turned into a string (C84)."""
    for _ in range(5):
        if not isinstance(value, str) or value.strip()[:1] not in tuple('{["`'):
            return value
        try:
            value = parse_json(value)
        except UnreadableJSON:
            return value
    return value


def _lookup(record: dict[str, Any], *keys: str) -> Any:
    return next((record[key] for key in record if key.lower() in keys), None)


def _has(record: dict[str, Any], keys: tuple[str, ...]) -> bool:
    return any(key.lower() in keys for key in record)


def _take_reflection(record: dict[str, Any], statement: Statement, fields: set[str]) -> dict[str, Any]:
    """Move the reflection out of ``record``, which is changed; a tool's own fields stay."""
    for key in list(record):
        spelled = re.sub(r"[\s_-]", "", key).lower()
        if key in fields:
            continue
        if spelled in _REFLECTION_KEYS:
            text = record.pop(key)
            if text is not None:
                plain = str(text) if isinstance(text, str) else json.dumps(text, ensure_ascii=False)
                statement.reflection.setdefault(_REFLECTION_KEYS[spelled], plain)
                statement.cut = statement.cut or is_cut(text)
        elif spelled in _REFLECTION_GROUPS and isinstance(record[key], dict):
            inner = _take_reflection(dict(record[key]), statement, set())
            if not inner:
                del record[key]
        elif spelled in _THOUGHT_KEYS:
            statement.thought = True
            del record[key]
    return record


def _take_layer(
    rest: dict[str, Any], value: dict[str, Any], statement: Statement, tools: Tools, depth: int
) -> Statement:
    """An object without ``action``: the action layer itself, a call's name and arguments, or only reflection."""
    names = [(key, tool_named(key, tools)) for key in rest]
    if any(tool for _, tool in names):
        _take_action(rest, statement, tools, depth)
        return statement
    for key in rest:
        if is_wrapper(key):
            return merged(statement, read_statement(rest[key], tools, depth + 1))
    call = _as_call(rest, tools)
    if call is not None:
        name, arguments, flat = call
        tool = tool_named(name, tools)
        if flat and tool:
            _set_flat(statement, tool, arguments, tools)
            return statement
        return merged(statement, read_call(name, arguments, tools))
    for key in ("properties", *ARGUMENT_KEYS, "response", "output", "result"):
        if (
            key in rest
            and isinstance(rest[key], dict | str)
            and not statement.reflection
            and set(rest) - {key} <= META_KEYS
        ):
            inner = _opened(rest[key])
            if isinstance(inner, dict):
                return merged(statement, read_statement(inner, tools, depth + 1))
    candidates = {key: item for key, item in rest.items() if key.lower() not in META_KEYS}
    if (
        candidates
        and (len(candidates) == 1 or statement.reflection)
        and isinstance(next(iter(candidates.values())), dict)
    ):
        raise unknown_action(next(iter(candidates)), tools)
    return statement


def _as_call(record: dict[str, Any], tools: Tools) -> tuple[str, Any, bool] | None:
    """Name, arguments and whether these lie flat beside the name, of ``{name, arguments}``-like objects."""
    lower = {key.lower(): key for key in record}
    function = record.get(lower.get("function", ""))
    if isinstance(function, dict) and isinstance(function.get("name"), str):
        return _as_call(function, tools)
    arguments_key = next((lower[key.lower()] for key in ARGUMENT_KEYS if key.lower() in lower), None)
    for key in _NAME_KEYS:
        name = record.get(lower.get(key, ""))
        if not isinstance(name, str) or not name:
            continue
        known = tool_named(name, tools) is not None or is_wrapper(name)
        if arguments_key is not None and (known or key in ("name", "tool", "tool_name", "function")):
            own = tools[tool].parameters.model_fields if (tool := tool_named(name, tools)) else {}
            if arguments_key not in own or isinstance(record[arguments_key], dict):
                arguments = record[arguments_key]
                if known and looks_like_schema(_opened(arguments)):
                    raise _schema_error()
                return name, arguments, False
        if known:
            flat = dict_like(record)
            del flat[lower[key]]
            return name, flat, True
    return None


def _set_flat(statement: Statement, tool: str, rest: dict[str, Any], tools: Tools) -> None:
    """An action whose parameters lie beside its name, or in one of the usual keys beside it."""
    fields = tools[tool].parameters.model_fields
    for key in ARGUMENT_KEYS:
        if key in rest and (key not in fields or isinstance(rest[key], dict)) and set(rest) - {key} <= META_KEYS:
            statement.action = Stated(tool, _opened(rest[key]))
            return
    kept = dict_like(rest)
    for key in rest:
        if key.lower() in META_KEYS and key not in fields:
            del kept[key]
    statement.action = Stated(tool, kept)


def _take_action(value: Any, statement: Statement, tools: Tools, depth: int) -> None:
    """Read the value of ``action`` into the statement. Missing ones (X4) leave it without an action."""
    value = _opened(value)
    if depth > _DEPTH:
        raise LLMError("invalid_tool_args", "The reply is nested too deeply to read.")
    if value in (None, {}, [], "", [{}]):
        statement.cut = statement.cut or is_cut(value)
        return
    if isinstance(value, list):
        _take_list(value, statement, tools, depth)
    elif isinstance(value, dict):
        _take_object(value, statement, tools, depth)
    elif isinstance(value, str):
        _take_text(value, statement, tools)
    else:
        raise LLMError("invalid_tool_args", f"{str(value)[:40]!r} is no action. Reply with {{name: parameters}}.")


def _take_text(text: str, statement: Statement, tools: Tools) -> None:
    if is_cut(text):
        raise LLMError(
            "invalid_tool_args", "The reply was cut off in the middle of its action. Reply with fewer words.", cut=True
        )
    tool = (
        tool_named(text.strip(), tools) if re.fullmatch(r"[\s\w.:`'\"-]+", text) and " " not in text.strip() else None
    )
    if tool:
        statement.action = Stated(tool, {})
        return
    calls = marked_calls(text, tools)
    if calls:
        found = first_of([read_call(call.name, call.arguments, tools) for call in calls])
        statement.action, statement.ignored = found.action, found.ignored
        return
    if text.strip()[:1] in ("{", "["):
        raise LLMError("invalid_tool_args", "The action is not readable as JSON. Reply with valid JSON.")
    raise unknown_action(text.strip(), tools)


def _take_list(value: list[Any], statement: Statement, tools: Tools, depth: int) -> None:
    first = value[0]
    if isinstance(first, str) and len(value) == 2 and (tool := tool_named(first, tools)):
        second = value[1]
        if not (isinstance(second, str) and tool_named(second, tools)):
            statement.action = Stated(tool, second)
            return
    found: list[Stated] = []
    for item in value:
        inner = Statement()
        _take_action(item, inner, tools, depth + 1)
        if inner.action:
            found += [inner.action, *inner.ignored]
    if found:
        statement.action = found[0]
        statement.ignored += [other for other in found[1:] if other != found[0]]
    statement.cut = statement.cut or is_cut(value)


def _take_object(value: dict[str, Any], statement: Statement, tools: Tools, depth: int) -> None:
    if looks_like_schema(value) and not any(tool_named(key, tools) for key in value):
        raise _schema_error()
    for key in value:
        if is_wrapper(key) or (key.lower() == "action" and isinstance(value[key], dict | list)):
            inner = read_statement(value, tools, depth + 1)
            statement.action, statement.ignored = inner.action, inner.ignored
            return
    named = [key for key in value if tool_named(key, tools)]
    chosen = [key for key in named if value[key] is not None]
    if len(named) > 1 and len(chosen) == 1:
        # strict schemas make a model list every action, null where it is not meant
        named = chosen
        value = {key: value[key] for key in value if key in chosen or not tool_named(key, tools)}
    others = [key for key in value if key not in named and not _beside(key)]
    first = next((key for key in value if key in named or not _beside(key)), None)
    if named and first in named:
        tool = tool_named(first, tools) or first
        statement.action = Stated(tool, value[first])
        statement.ignored += [Stated(tool_named(key, tools) or key, value[key]) for key in named[1:]]
        statement.ignored += [
            Stated(tool_named(key, tools) or key, again)
            for key, again in getattr(value, "repeated", [])
            if again != value[key]
        ]
        _refuse_strays(statement, {key: value[key] for key in others}, tools)
        return
    call = _as_call(value, tools)
    if call is not None:
        name, arguments, flat = call
        tool = tool_named(name, tools)
        if flat and tool:
            _set_flat(statement, tool, arguments, tools)
        else:
            inner = read_call(name, arguments, tools)
            statement.action, statement.ignored = inner.action, inner.ignored
        return
    if is_cut(value) and not named:
        raise LLMError(
            "invalid_tool_args",
            "The reply was cut off before its action was complete. Reply with fewer words.",
            cut=True,
        )
    raise unknown_action(first or next(iter(value)), tools)


def _beside(key: str) -> bool:
    """Whether a key speaks about an action and is none."""
    return key.lower() in META_KEYS or re.sub(r"[\s_-]", "", key).lower() in _REFLECTION_KEYS


def _refuse_strays(statement: Statement, rest: dict[str, Any], tools: Tools) -> None:
    """A parameter that lies beside its action would be lost, and the action another one: refuse it."""
    if statement.action is None:
        return
    tool = tools[statement.action.name]
    given = statement.action.parameters
    inside = set(given) if isinstance(given, dict) else set()
    strays = [key for key in rest if key in tool.parameters.model_fields and key not in inside]
    if strays:
        raise LLMError(
            "invalid_tool_args",
            f"{strays[0]} stands outside of {tool.name}. Put all of {signature(tool)} into it.",
        )
