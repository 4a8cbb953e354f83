"""Parameter types of tools: what a model may write for a number, a switch or an element (X6, C126).

Models write ``"5"``, ``"[5]"`` or ``"*↓[5]"`` for the element that the page shows as ``*↓[5]``, and ``"true"``
for true. These types take all of that and refuse what can only be a mistake (a boolean for a number).
"""

from __future__ import annotations

import json
import re
import types
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

_MARKED_INTEGER = re.compile(r"[*↑↓\s]*\[?\s*(-?\d+)\s*\]?")


def _integer(value: Any) -> Any:
    if isinstance(value, bool):
        raise ValueError("a number is needed, not a boolean")
    if isinstance(value, str) and (match := _MARKED_INTEGER.fullmatch(value.strip())):
        return int(match[1])
    return value


def _number(value: Any) -> Any:
    if isinstance(value, bool):
        raise ValueError("a number is needed, not a boolean")
    return value.strip() if isinstance(value, str) else value


def _boolean(value: Any) -> Any:
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.strip().lower() in ("true", "false"):
        return value.strip().lower() == "true"
    raise ValueError("true or false is needed")


def _selector(value: Any) -> Any:
    """A number in any dress becomes an integer; a hash id or CSS stays text (X14: digits are always integers)."""
    if isinstance(value, bool):
        raise ValueError("the id of an element is needed, not a boolean")
    if isinstance(value, str):
        match = _MARKED_INTEGER.fullmatch(value.strip())
        return int(match[1]) if match else value.strip()
    return value


def as_list(value: Any) -> Any:
    """One value where a list is asked for is a list of one; a JSON list in a string is read."""
    value = _json_list(value)
    return value if value is None or isinstance(value, list | tuple) else [value]


def _json_list(value: Any) -> Any:
    if isinstance(value, str) and value.lstrip().startswith("["):
        try:
            parsed = json.loads(value)
        except ValueError:
            return value
        if isinstance(parsed, list):
            return parsed
    return value


Integer = Annotated[int, BeforeValidator(_integer)]
Number = Annotated[float, Field(allow_inf_nan=False), BeforeValidator(_number)]
NonNegative = Annotated[float, Field(ge=0, allow_inf_nan=False), BeforeValidator(_number)]
Seconds = Annotated[float, Field(ge=1, le=10), BeforeValidator(_number)]
Pages = Annotated[float, Field(ge=0, le=10), BeforeValidator(_number)]
Count = Annotated[int, Field(ge=1, le=3), BeforeValidator(_integer)]
Ordinal = Annotated[int, Field(ge=1), BeforeValidator(_integer)]
Boolean = Annotated[bool, BeforeValidator(_boolean)]
Names = Annotated[list[str], BeforeValidator(as_list)]
Choice = Annotated[
    str | list[str], BeforeValidator(_json_list), Field(json_schema_extra={"type": "string", "anyOf": None})
]
"""The text of an option; a list is taken too, where several may be chosen. The model is shown a plain text field."""
Index = Annotated[int, Field(ge=0), BeforeValidator(_integer)]
"""The number of an element, as the page text prints it in brackets (C13)."""
Selector = Annotated[
    int | str,
    BeforeValidator(_selector),
    Field(json_schema_extra={"type": "string", "anyOf": None}),
]
"""A target of the webagent vocabulary: the id in brackets, or restricted CSS (C126-C129)."""

_LENIENT: dict[Any, Any] = {int: Integer, float: Number, bool: Boolean}


def lenient(annotation: Any) -> Any:
    """Replace plain ``int``, ``float`` and ``bool`` by their X6 forms, inside unions and containers too."""
    if annotation in _LENIENT:
        return _LENIENT[annotation]
    origin = get_origin(annotation)
    arguments = get_args(annotation)
    if origin in (Union, types.UnionType):
        return Union[tuple(lenient(argument) for argument in arguments)]  # noqa: UP007 - built at run time
    if origin in (list, tuple, dict, set):
        return types.GenericAlias(origin, tuple(lenient(argument) for argument in arguments))
    return annotation


class ToolParameters(BaseModel):
    """Base of every tool's parameters: extra keys are dropped, a null for an optional field counts as absent."""

    model_config = ConfigDict(extra="ignore", populate_by_name=True)

    @model_validator(mode="before")
    @classmethod
    def _null_is_absent(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        optional = {
            key
            for name, field in cls.model_fields.items()
            if not field.is_required()
            for key in (name, field.alias)
            if key is not None
        }
        return {key: value for key, value in data.items() if value is not None or key not in optional}
