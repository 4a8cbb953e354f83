"""A pydantic model out of a JSON Schema, so that a host's tool is checked like our own (X27).

Supported: object, array, string, integer, number, boolean, null, lists of types, enum, const, anyOf, oneOf, allOf of
objects, $ref inside the schema, bounds, lengths, pattern, defaults. Anything that would change what is valid and is
not supported is a clear error, not a silent pass.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Union

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, create_model, model_serializer

from pagehand.tools.parameters import Boolean, Integer, Number, ToolParameters
from pagehand.tools.provider_schema import simplify

_ANNOTATIONS = frozenset(
    [
        "title",
        "description",
        "default",
        "examples",
        "example",
        "format",
        "deprecated",
        "readOnly",
        "writeOnly",
        "nullable",
        "$comment",
        "contentEncoding",
        "contentMediaType",
        "additionalProperties",
    ]
)
_KEYWORDS: dict[str, frozenset[str]] = {
    "object": frozenset(("type", "properties", "required")),
    "array": frozenset(("type", "items", "minItems", "maxItems", "uniqueItems")),
    "string": frozenset(("type", "minLength", "maxLength", "pattern")),
    "integer": frozenset(("type", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")),
    "number": frozenset(("type", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")),
    "boolean": frozenset(("type",)),
    "null": frozenset(("type",)),
}
_BOUNDS = {
    "minimum": "ge",
    "maximum": "le",
    "exclusiveMinimum": "gt",
    "exclusiveMaximum": "lt",
    "multipleOf": "multiple_of",
    "minLength": "min_length",
    "maxLength": "max_length",
    "minItems": "min_length",
    "maxItems": "max_length",
    "pattern": "pattern",
}


class SchemaError(ValueError):
    """A schema that cannot be checked; the message names the place and the keyword."""


class JsonObject(ToolParameters):
    """Base of built models: dumps what was given and what has a default, under the schema's own names."""

    model_config = ConfigDict(extra="ignore", populate_by_name=True)

    @model_serializer(mode="wrap")
    def _without_absent(self, handler: Any) -> dict[str, Any]:
        dumped = handler(self)
        absent = {
            key
            for name, field in type(self).model_fields.items()
            if name not in self.model_fields_set and (field.json_schema_extra or {}) == _ABSENT
            for key in (name, field.alias)
        }
        return {key: value for key, value in dumped.items() if key not in absent}


_ABSENT: dict[str, Any] = {"x-absent": True}


def model_from_schema(name: str, schema: Mapping[str, Any]) -> type[BaseModel]:
    """A model of an object schema. Raises :class:`SchemaError`."""
    try:
        flat = simplify(dict(schema))
    except ValueError as error:
        raise SchemaError(str(error)) from error
    if flat.get("type", "object") != "object" or "anyOf" in flat or "oneOf" in flat:
        raise SchemaError("the outermost schema must describe an object")
    return _object(flat, name)


def _object(schema: Mapping[str, Any], path: str) -> type[BaseModel]:
    required = set(schema.get("required", ()))
    fields: dict[str, Any] = {}
    for number, (name, child) in enumerate(schema.get("properties", {}).items()):
        if not isinstance(child, Mapping):
            raise SchemaError(f"{path}.{name} must be a schema")
        annotation = _type(child, f"{path}.{name}")
        options: dict[str, Any] = {"alias": name, "description": child.get("description")}
        if "default" in child:
            field = (annotation, Field(child["default"], **options))
        elif name in required:
            field = (annotation, Field(..., **options))
        else:
            field = (Union[annotation, None], Field(None, json_schema_extra=_ABSENT, **options))  # noqa: UP007
        fields[f"field_{number}"] = field
    return create_model(re.sub(r"\W", "_", path), __base__=JsonObject, **fields)


def _type(schema: Mapping[str, Any], path: str) -> Any:
    if "enum" in schema:
        return _enum(schema["enum"], path)
    for union in ("anyOf", "oneOf"):
        if union in schema:
            parts = [_type(part, f"{path}.{union}[{i}]") for i, part in enumerate(schema[union])]
            return Union[tuple(parts)]  # noqa: UP007 - built at run time
    if "allOf" in schema:
        return _type(_merged(schema, path), path)
    kind = schema.get("type")
    if isinstance(kind, list):
        rest = {key: value for key, value in schema.items() if key != "type"}
        return Union[tuple(_type({**_only(rest, each), "type": each}, path) for each in kind)]  # noqa: UP007
    if kind is None:
        kind = "object" if "properties" in schema else None
    if kind is None:
        unknown = set(schema) - _ANNOTATIONS
        if unknown:
            raise SchemaError(f"{path}: {sorted(unknown)[0]!r} needs a type beside it")
        return Any
    if kind not in _KEYWORDS:
        raise SchemaError(f"{path}: there is no type {kind!r}")
    unknown = set(schema) - _KEYWORDS[kind] - _ANNOTATIONS
    if unknown:
        raise SchemaError(f"{path}: {sorted(unknown)[0]!r} is not supported here")
    annotation = _plain(kind, schema, path)
    bounds = {_BOUNDS[key]: value for key, value in schema.items() if key in _BOUNDS}
    annotation = Annotated[annotation, Field(**bounds)] if bounds else annotation
    return Union[annotation, None] if schema.get("nullable") is True else annotation  # noqa: UP007 - built at run time


def _plain(kind: str, schema: Mapping[str, Any], path: str) -> Any:
    match kind:
        case "string":
            return str
        case "integer":
            return Integer
        case "number":
            return Number
        case "boolean":
            return Boolean
        case "null":
            return type(None)
        case "array":
            items = schema.get("items")
            return list[_type(items, f"{path}[]")] if isinstance(items, Mapping) else list[Any]
    if schema.get("properties"):
        return _object(schema, path)
    values = schema.get("additionalProperties")
    return dict[str, _type(values, f"{path}.*")] if isinstance(values, Mapping) and values else dict[str, Any]


def _enum(values: Any, path: str) -> Any:
    if not isinstance(values, list) or not values:
        raise SchemaError(f"{path}: enum needs a list of values")
    if all(value is None or isinstance(value, str | int | bool) for value in values):
        return Literal[tuple(values)]

    def member(value: Any) -> Any:
        if value not in values:
            raise ValueError(f"must be one of {values}")
        return value

    return Annotated[Any, BeforeValidator(member)]


def _merged(schema: Mapping[str, Any], path: str) -> dict[str, Any]:
    """``allOf`` of object schemas as one object."""
    parts = [{key: value for key, value in schema.items() if key != "allOf"}, *schema["allOf"]]
    merged: dict[str, Any] = {"type": "object", "properties": {}, "required": []}
    for part in parts:
        if part.get("type", "object") != "object" or set(part) & {"anyOf", "oneOf", "enum"}:
            raise SchemaError(f"{path}: allOf is supported for objects only")
        merged["properties"] |= part.get("properties", {})
        merged["required"] += part.get("required", [])
    return merged


def _only(schema: Mapping[str, Any], kind: str) -> dict[str, Any]:
    """The keywords that concern one of several types."""
    return {key: value for key, value in schema.items() if key in _KEYWORDS.get(kind, ()) or key in _ANNOTATIONS}
