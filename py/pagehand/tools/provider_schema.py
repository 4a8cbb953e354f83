"""JSON Schema in the flavour that OpenAI-like providers accept (C6).

Pydantic's output uses ``$ref``, ``title``, ``const`` and null branches, each of which some provider refuses.
Here references are written out, a field that may be absent is a plain field that is not in ``required``, and a field
with a default is in ``required`` with its default told.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

Schema = dict[str, Any]

_DROPPED = ("title", "$schema", "$id", "$defs", "definitions")


def provider_schema(model: type[BaseModel]) -> Schema:
    """The schema of a parameters model as it is sent to a provider."""
    return simplify(model.model_json_schema(by_alias=True))


def simplify(schema: Schema) -> Schema:
    """Write references out, drop what providers refuse and list defaulted fields as required.

    Raises ``ValueError`` for a reference that points nowhere or to itself.
    """
    definitions = {
        f"#/{where}/{name}": body for where in ("$defs", "definitions") for name, body in schema.get(where, {}).items()
    }
    return _simplify_schema(schema, definitions, ())


def _simplify(node: Any, definitions: dict[str, Schema], trail: tuple[str, ...]) -> Any:
    if isinstance(node, list):
        return [_simplify(item, definitions, trail) for item in node]
    return _simplify_schema(node, definitions, trail) if isinstance(node, dict) else node


def _simplify_schema(node: Schema, definitions: dict[str, Schema], trail: tuple[str, ...]) -> Schema:
    if reference := node.get("$ref"):
        if reference in trail:
            raise ValueError(f"{reference} refers to itself; a schema for a model must be finite")
        if reference not in definitions:
            raise ValueError(f"{reference} is not defined in this schema")
        rest = {key: value for key, value in node.items() if key != "$ref"}
        return _simplify({**definitions[reference], **rest}, definitions, (*trail, reference))
    out: Schema = {}
    for key, value in node.items():
        if key in _DROPPED or (value is None and key != "default"):
            continue
        if key == "const":
            out["enum"] = [value]
        elif key == "properties":
            children: Schema = value or {}
            out[key] = {name: _simplify(child, definitions, trail) for name, child in children.items()}
        elif key in ("default", "enum", "examples"):
            out[key] = value
        else:
            out[key] = _simplify(value, definitions, trail)
    if "properties" in out:
        _optional_fields(out)
    return out


def _optional_fields(schema: Schema) -> None:
    required = list(schema.get("required", []))
    for name, child in schema["properties"].items():
        if not isinstance(child, dict) or name in required or "default" not in child:
            continue
        if child["default"] is None:
            schema["properties"][name] = _without_null(child)
        else:
            required.append(name)
    if required:
        schema["required"] = [name for name in schema["properties"] if name in required]


def _without_null(child: Schema) -> Schema:
    child = {key: value for key, value in child.items() if key != "default"}
    branches = [branch for branch in child.get("anyOf", []) if branch.get("type") != "null"]
    if len(branches) == 1:
        rest = {key: value for key, value in child.items() if key != "anyOf"}
        return {**branches[0], **rest}
    if branches:
        child["anyOf"] = branches
    return child
