"""From what a model wrote as an action's parameters to validated ones, or to an error that says why (D3, X4, X6).

The schema itself says what is meant: where a bare value belongs, what is a number, which names there are. A value is
never made up, and what cannot be understood is refused when leaving it out would change the action.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ValidationError

from pagehand.llm.errors import LLMError
from pagehand.llm.repair.marks import Record, UnreadableJSON, is_cut
from pagehand.llm.repair.syntax import parse_json
from pagehand.llm.repair.values import (
    HasParameters,
    Tools,
    coerced,
    input_key,
    invalid,
    kinds,
    looks_like_schema,
    signature,
)

__all__ = [
    "ARGUMENT_KEYS",
    "META_KEYS",
    "HasParameters",
    "Parameters",
    "Tools",
    "looks_like_schema",
    "read_parameters",
    "signature",
]


@dataclass(frozen=True)
class Parameters:
    """Validated parameters: the model, and what was stated as JSON (defaults left out)."""

    model: BaseModel
    stated: dict[str, Any]
    warnings: tuple[str, ...] = ()


ARGUMENT_KEYS = (
    "arguments",
    "args",
    "params",
    "parameters",
    "input",
    "action_input",
    "tool_input",
    "kwargs",
    "actionInput",
    "toolInput",
)
META_KEYS = frozenset(
    [
        "thought",
        "thoughts",
        "thinking",
        "reasoning",
        "reason",
        "rationale",
        "explanation",
        "comment",
        "note",
        "description",
        "id",
        "call_id",
        "type",
        "status",
        "confidence",
        "title",
        "intent",
    ]
)
"""Keys that speak about an action and are no part of it."""

_ALIASES: dict[str, tuple[str, ...]] = {
    "index": (
        "element_index",
        "elementIndex",
        "element_id",
        "elementId",
        "element",
        "idx",
        "id",
        "node",
        "ref",
        "target",
        "i",
    ),
    "text": (
        "value",
        "content",
        "input",
        "input_text",
        "string",
        "query",
        "option",
        "option_text",
        "label",
        "message",
        "answer",
        "result",
        "response",
        "summary",
    ),
    "value": ("text", "content", "option"),
    "seconds": ("duration", "time", "secs", "sec", "second", "s", "seconds_to_wait"),
    "question": ("text", "prompt", "message", "query"),
    "script": ("code", "js", "javascript", "source"),
    "num_pages": ("pages", "page_count", "numPages", "number_of_pages", "n_pages"),
    "pixels": ("px", "pixel", "distance", "amount_px"),
    "success": ("is_success", "succeeded", "successful", "completed"),
    "selector": ("element", "target", "id", "ref", "hash"),
    "key": ("keys", "key_name"),
}
"""Other names that models give a parameter (model-quirks 16). Used only where the right one is missing."""

_DIRECTIONS: dict[str, tuple[str, bool]] = {
    "down": ("down", True),
    "up": ("down", False),
    "right": ("right", True),
    "left": ("right", False),
}
_MEANINGFUL = frozenset(
    [
        "up",
        "down",
        "left",
        "right",
        "top",
        "bottom",
        "start",
        "end",
        "begin",
        "beginning",
        "middle",
        "double",
        "backward",
        "backwards",
    ]
)


def read_parameters(tool: HasParameters, value: Any) -> Parameters:
    """Validate ``value`` as the parameters of ``tool``. Raises INVALID_TOOL_ARGS with the reason and what is expected."""
    if is_cut(value):
        raise LLMError(
            "invalid_tool_args",
            f"The reply was cut off in the middle of {tool.name}, so the action is not complete. Reply with fewer words.",
            cut=True,
        )
    warnings: list[str] = []
    record = _as_record(tool, value)
    given = _named(tool, record, warnings)
    fields = tool.parameters.model_fields
    for name, item in list(given.items()):
        field = fields.get(name)
        if field is None:
            continue
        if item is None and not field.is_required() and type(None) not in kinds(field.annotation):
            del given[name]
            continue
        given[name] = coerced(tool, name, field, item)
    try:
        model = tool.parameters.model_validate({input_key(name, fields): item for name, item in given.items()})
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "parameters"
        got = "" if first["type"] == "missing" else f" (got {str(first.get('input'))[:60]!r})"
        raise invalid(tool, f"{where}: {first['msg']}{got}") from None
    stated = model.model_dump(mode="json", exclude_unset=True, by_alias=True)
    return Parameters(model, stated, tuple(warnings))


def _as_record(tool: HasParameters, value: Any) -> dict[str, Any]:
    """Parameters as an object: unpacked from text, from a list of one, or boxed from a bare value (D3)."""
    names = _names(tool)
    if isinstance(value, list):
        if len(value) != 1:
            raise invalid(tool, f"a list of {len(value)} is no set of parameters")
        return _as_record(tool, value[0])
    if isinstance(value, str) and value.lstrip()[:1] == "{":
        try:
            inner = parse_json(value)
        except UnreadableJSON:
            inner = None
        if is_cut(inner):
            return dict(read_parameters(tool, inner).stated)
        if isinstance(inner, dict) and inner and set(inner) <= names:
            return inner
    if isinstance(value, dict):
        if looks_like_schema(value) and not set(value) & names:
            raise invalid(tool, "this is the schema, not a value")
        for key in (tool.name, *ARGUMENT_KEYS):
            inner = value.get(key)
            if (
                key not in names
                and key in value
                and set(value) - {key} <= META_KEYS
                and isinstance(inner, dict | list | str)
            ):
                return _as_record(tool, inner)
        return value
    fields = tool.parameters.model_fields
    if not fields and value in (None, "", True):
        return {}
    if value is None:
        raise invalid(tool, "it has no parameters (null)")
    required = [name for name, field in fields.items() if field.is_required()]
    chosen = required if len(required) == 1 else list(fields)
    if len(chosen) != 1 or len(required) > 1:
        raise invalid(tool, f"{str(value)[:40]!r} stands alone and could mean several of them")
    record = Record()
    record.put(chosen[0], value)
    return record


def _names(tool: HasParameters) -> set[str]:
    """Every name a parameter may be given by: its own and its aliases."""
    found: set[str] = set()
    for name, field in tool.parameters.model_fields.items():
        found |= {name, input_key(name, {name: field})}
    return found


def _spelled(name: str) -> str:
    return re.sub(r"[\s_-]", "", name).lower()


def _named(tool: HasParameters, record: dict[str, Any], warnings: list[str]) -> dict[str, Any]:
    """The given values under the tool's own names; what has no place is left out with a warning, or refused."""
    fields = tool.parameters.model_fields
    own = {_spelled(alias): name for name in fields for alias in (name, input_key(name, fields))}
    repeated = getattr(record, "repeated", [])
    for key, value in repeated:
        if record[key] != value:
            raise invalid(tool, f"{key} is given twice, as {str(record[key])[:40]!r} and as {str(value)[:40]!r}")
    given: dict[str, Any] = {}
    rest: dict[str, Any] = {}
    for key, value in record.items():
        name = own.get(_spelled(key))
        if name is None:
            rest[key] = value
        elif name in given and given[name] != value:
            raise invalid(tool, f"{name} is given twice")
        else:
            given[name] = value
    _take_direction(tool, given, rest)
    for name in fields:
        if name in given:
            continue
        others = {alias: rest[alias] for alias in rest if _spelled(alias) in map(_spelled, _ALIASES.get(name, ()))}
        if others and len({repr(value) for value in others.values()}) == 1:
            given[name] = next(iter(others.values()))
            for alias in others:
                del rest[alias]
        elif others:
            raise invalid(tool, f"{name} is missing, and {', '.join(others)} disagree")
    if tool.parameters.model_config.get("extra") == "allow":
        return {**given, **rest}
    unknown = {key: value for key, value in rest.items() if key.lower() not in META_KEYS}
    telling = [
        key
        for key, value in unknown.items()
        if key.lower() in _MEANINGFUL
        or (isinstance(value, str) and value.strip().lower() in _MEANINGFUL)
        or (isinstance(value, dict) and (key.lower() in ("action", "actions") or set(value) & set(fields)))
    ]
    if telling or (unknown and not given and fields):
        raise invalid(tool, f"unknown: {', '.join(telling or unknown)}")
    if unknown:
        warnings.append(f"{tool.name} has no parameter {', '.join(unknown)}; it was ignored.")
    return given


def _take_direction(tool: HasParameters, given: dict[str, Any], rest: dict[str, Any]) -> None:
    """``direction: "up"`` and ``up: true`` in place of ``down: false`` (model-quirks 16)."""
    fields = tool.parameters.model_fields
    for key, value in list(rest.items()):
        word = value.strip().lower() if key.lower() in ("direction", "dir") and isinstance(value, str) else key.lower()
        if word not in _DIRECTIONS:
            continue
        name, truth = _DIRECTIONS[word]
        if name not in fields:
            continue
        if word == key.lower():
            flag = {"true": True, "false": False}.get(str(value).lower())
            if flag is None:
                continue
            truth = truth if flag else not truth
        del rest[key]
        if name in given and str(given[name]).lower() != str(truth).lower():
            raise invalid(tool, f"{key} and {name} disagree")
        given[name] = truth
