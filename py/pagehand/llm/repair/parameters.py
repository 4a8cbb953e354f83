"""From what a model wrote as an action's parameters to validated ones, or to an error that says why (D3, X4, X6).

The schema itself says what is meant: where a bare value belongs, what is a number, which names there are. A value is
never made up, and what cannot be understood is refused when leaving it out would change the action.
"""

from __future__ import annotations

import re
import types
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Protocol, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from pagehand.llm.errors import LLMError
from pagehand.llm.repair.syntax import Items, Literal, Record, UnreadableJSON, is_cut, parse_json


class HasParameters(Protocol):
    """What repair needs to know of a tool."""

    @property
    def name(self) -> str: ...
    @property
    def description(self) -> str: ...
    @property
    def parameters(self) -> type[BaseModel]: ...


Tools = Mapping[str, HasParameters]


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
_SCHEMA_TYPES = frozenset(["string", "integer", "number", "boolean", "object", "array", "null"])
_PLACEHOLDER = re.compile(
    r"<\s*(?:your|the|a|some|enter|insert|input|text|index|string|number|integer|value|option|question|answer|query|param)"
    r"(?:[ _-](?:your|text|here|index|string|number|value|option|question|answer|query|name|to|type|of|the|element)){0,4}\s*>"
    r"|\$?\{\{?\s*(?:your_?)?(?:text|index|value|option|question|answer|query|string)\s*\}?\}"
    r"|\.{3,}|…|<\s*\.\.\.\s*>|string|your[ _](?:text|answer|value|query)(?:[ _]here)?",
    re.I,
)
_INTEGER = re.compile(r"[*↑↓\s]*\[?\s*(-?\d+)\s*\]?")


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
        if item is None and not field.is_required() and type(None) not in _kinds(field.annotation):
            del given[name]
            continue
        given[name] = _coerced(tool, name, field, item)
    try:
        model = tool.parameters.model_validate({_input_key(name, fields): item for name, item in given.items()})
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "parameters"
        got = "" if first["type"] == "missing" else f" (got {str(first.get('input'))[:60]!r})"
        raise _invalid(tool, f"{where}: {first['msg']}{got}") from None
    stated = model.model_dump(mode="json", exclude_unset=True, by_alias=True)
    return Parameters(model, stated, tuple(warnings))


def signature(tool: HasParameters) -> str:
    """The parameters of a tool on one line, for messages to a model: ``{index: integer, text: string}``."""
    parts: list[str] = []
    for name, field in tool.parameters.model_fields.items():
        words = {int: "integer", float: "number", str: "string", bool: "boolean", list: "array", dict: "object"}
        kind = "|".join(words[kind] for kind in words if kind in _kinds(field.annotation)) or "any"
        parts.append(f"{_input_key(name, {name: field})}{'' if field.is_required() else '?'}: {kind}")
    return "{" + ", ".join(parts) + "}"


def looks_like_schema(value: Any) -> bool:
    """Whether an object is a JSON Schema, or a property of one, and no value."""
    if not isinstance(value, dict):
        return False
    kind = value.get("type")
    if isinstance(value.get("properties"), dict) and (kind == "object" or "required" in value or len(value) == 1):
        return True
    if (
        any(isinstance(value.get(key), list) for key in ("anyOf", "oneOf", "allOf"))
        or "$schema" in value
        or "$ref" in value
    ):
        return True
    return (
        isinstance(kind, str)
        and kind in _SCHEMA_TYPES
        and set(value)
        <= {
            "type",
            "description",
            "title",
            "default",
            "minimum",
            "maximum",
            "enum",
            "items",
            "required",
            "properties",
            "additionalProperties",
            "exclusiveMinimum",
            "format",
            "index",
            "minLength",
        }
    )


def _invalid(tool: HasParameters, why: str) -> LLMError:
    return LLMError("invalid_tool_args", f"Invalid parameters for {tool.name}: {why}. It takes {signature(tool)}.")


def _as_record(tool: HasParameters, value: Any) -> dict[str, Any]:
    """Parameters as an object: unpacked from text, from a list of one, or boxed from a bare value (D3)."""
    names = _names(tool)
    if isinstance(value, list):
        if len(value) != 1:
            raise _invalid(tool, f"a list of {len(value)} is no set of parameters")
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
            raise _invalid(tool, "this is the schema, not a value")
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
        raise _invalid(tool, "it has no parameters (null)")
    required = [name for name, field in fields.items() if field.is_required()]
    chosen = required if len(required) == 1 else list(fields)
    if len(chosen) != 1 or len(required) > 1:
        raise _invalid(tool, f"{str(value)[:40]!r} stands alone and could mean several of them")
    record = Record()
    record.put(chosen[0], value)
    return record


def _names(tool: HasParameters) -> set[str]:
    """Every name a parameter may be given by: its own and its aliases."""
    found: set[str] = set()
    for name, field in tool.parameters.model_fields.items():
        found |= {name, _input_key(name, {name: field})}
    return found


def _input_key(name: str, fields: Mapping[str, FieldInfo]) -> str:
    alias = fields[name].validation_alias or fields[name].alias if name in fields else None
    return alias if isinstance(alias, str) else name


def _spelled(name: str) -> str:
    return re.sub(r"[\s_-]", "", name).lower()


def _named(tool: HasParameters, record: dict[str, Any], warnings: list[str]) -> dict[str, Any]:
    """The given values under the tool's own names; what has no place is left out with a warning, or refused."""
    fields = tool.parameters.model_fields
    own = {_spelled(alias): name for name in fields for alias in (name, _input_key(name, fields))}
    repeated = getattr(record, "repeated", [])
    for key, value in repeated:
        if record[key] != value:
            raise _invalid(tool, f"{key} is given twice, as {str(record[key])[:40]!r} and as {str(value)[:40]!r}")
    given: dict[str, Any] = {}
    rest: dict[str, Any] = {}
    for key, value in record.items():
        name = own.get(_spelled(key))
        if name is None:
            rest[key] = value
        elif name in given and given[name] != value:
            raise _invalid(tool, f"{name} is given twice")
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
            raise _invalid(tool, f"{name} is missing, and {', '.join(others)} disagree")
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
        raise _invalid(tool, f"unknown: {', '.join(telling or unknown)}")
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
            raise _invalid(tool, f"{key} and {name} disagree")
        given[name] = truth


def _kinds(annotation: Any) -> set[Any]:
    """The types that an annotation allows, as their plain classes."""
    origin = get_origin(annotation)
    if origin is Annotated:
        return _kinds(get_args(annotation)[0])
    if origin in (Union, types.UnionType):
        return set().union(*(_kinds(argument) for argument in get_args(annotation)))
    if getattr(origin, "__name__", "") == "Literal" or str(origin) == "typing.Literal":
        return {type(argument) for argument in get_args(annotation)}
    return {origin or annotation}


def _coerced(tool: HasParameters, name: str, field: FieldInfo, value: Any) -> Any:
    kinds = _kinds(field.annotation)
    plain = kinds & {int, float, str, bool}
    open_ended = not plain or bool(kinds - {int, float, str, bool, type(None)})
    if isinstance(value, list) and len(value) == 1 and not open_ended and isinstance(value[0], int | float | str):
        value = value[0]
    if isinstance(value, dict) and not open_ended:
        why = "this is the schema, not a value" if looks_like_schema(value) else "an object is no value for it"
        raise _invalid(tool, f"{name}: {why}")
    if isinstance(value, bool):
        if bool not in kinds and not open_ended:
            raise _invalid(tool, f"{name} must be {signature_of(kinds)}, not {str(value).lower()}")
        return value
    if isinstance(value, str):
        if int in kinds and str not in kinds and (match := _INTEGER.fullmatch(value)):
            return int(match.group(1))
        if bool in kinds and str not in kinds and value.strip().lower() in ("true", "false"):
            return value.strip().lower() == "true"
        if str in kinds and _PLACEHOLDER.fullmatch(value.strip()):
            raise _invalid(tool, f"{name} is the placeholder {value.strip()[:40]!r}, not a value")
        return str(value)
    if isinstance(value, int | float) and str in plain and not plain & {int, float}:
        return value.raw if isinstance(value, Literal) else str(value)
    if isinstance(value, Items) and open_ended:
        return list(value)
    return float(value) if isinstance(value, Literal) else value


def signature_of(kinds: set[Any]) -> str:
    if int in kinds:
        return "an integer"
    return "a number" if float in kinds else "text"
