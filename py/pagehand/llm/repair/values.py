"""One parameter's value against its schema: what is a number, what is true, what is no value at all (X6)."""

from __future__ import annotations

import re
import types
from collections.abc import Mapping
from typing import Annotated, Any, Protocol, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from pagehand.llm.errors import LLMError
from pagehand.llm.repair.marks import Items, Literal


class HasParameters(Protocol):
    """What repair needs to know of a tool."""

    @property
    def name(self) -> str: ...
    @property
    def description(self) -> str: ...
    @property
    def parameters(self) -> type[BaseModel]: ...


Tools = Mapping[str, HasParameters]


_SCHEMA_TYPES = frozenset(["string", "integer", "number", "boolean", "object", "array", "null"])
_PLACEHOLDER = re.compile(
    r"<\s*(?:your|the|a|some|enter|insert|input|text|index|string|number|integer|value|option|question|answer|query|param)"
    r"(?:[ _-](?:your|text|here|index|string|number|value|option|question|answer|query|name|to|type|of|the|element)){0,4}\s*>"
    r"|\$?\{\{?\s*(?:your_?)?(?:text|index|value|option|question|answer|query|string)\s*\}?\}"
    r"|\.{3,}|…|<\s*\.\.\.\s*>|string|your[ _](?:text|answer|value|query)(?:[ _]here)?",
    re.I,
)
_INTEGER = re.compile(r"[*↑↓\s]*\[?\s*(-?\d+)\s*\]?")


def signature(tool: HasParameters) -> str:
    """The parameters of a tool on one line, for messages to a model: ``{index: integer, text: string}``."""
    parts: list[str] = []
    for name, field in tool.parameters.model_fields.items():
        words = {int: "integer", float: "number", str: "string", bool: "boolean", list: "array", dict: "object"}
        kind = "|".join(words[kind] for kind in words if kind in kinds(field.annotation)) or "any"
        parts.append(f"{input_key(name, {name: field})}{'' if field.is_required() else '?'}: {kind}")
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


def invalid(tool: HasParameters, why: str) -> LLMError:
    return LLMError("invalid_tool_args", f"Invalid parameters for {tool.name}: {why}. It takes {signature(tool)}.")


def input_key(name: str, fields: Mapping[str, FieldInfo]) -> str:
    alias = fields[name].validation_alias or fields[name].alias if name in fields else None
    return alias if isinstance(alias, str) else name


def kinds(annotation: Any) -> set[Any]:
    """The types that an annotation allows, as their plain classes."""
    origin = get_origin(annotation)
    if origin is Annotated:
        return kinds(get_args(annotation)[0])
    if origin in (Union, types.UnionType):
        return set().union(*(kinds(argument) for argument in get_args(annotation)))
    if getattr(origin, "__name__", "") == "Literal" or str(origin) == "typing.Literal":
        return {type(argument) for argument in get_args(annotation)}
    return {origin or annotation}


def coerced(tool: HasParameters, name: str, field: FieldInfo, value: Any) -> Any:
    allowed = kinds(field.annotation)
    plain = allowed & {int, float, str, bool}
    open_ended = not plain or bool(allowed - {int, float, str, bool, type(None)})
    if isinstance(value, list) and len(value) == 1 and not open_ended and isinstance(value[0], int | float | str):
        value = value[0]
    if isinstance(value, dict) and not open_ended:
        why = "this is the schema, not a value" if looks_like_schema(value) else "an object is no value for it"
        raise invalid(tool, f"{name}: {why}")
    if isinstance(value, bool):
        if bool not in allowed and not open_ended:
            raise invalid(tool, f"{name} must be {signature_of(allowed)}, not {str(value).lower()}")
        return value
    if isinstance(value, str):
        if int in allowed and str not in allowed and (match := _INTEGER.fullmatch(value)):
            return int(match.group(1))
        if bool in allowed and str not in allowed and value.strip().lower() in ("true", "false"):
            return value.strip().lower() == "true"
        if str in allowed and _PLACEHOLDER.fullmatch(value.strip()):
            raise invalid(tool, f"{name} is the placeholder {value.strip()[:40]!r}, not a value")
        return str(value)
    if isinstance(value, int | float) and str in plain and not plain & {int, float}:
        return value.raw if isinstance(value, Literal) else str(value)
    if isinstance(value, Items) and open_ended:
        return list(value)
    return float(value) if isinstance(value, Literal) else value


def signature_of(allowed: set[Any]) -> str:
    if int in allowed:
        return "an integer"
    return "a number" if float in allowed else "text"
