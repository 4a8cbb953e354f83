"""Tools that a host gives as data: a JSON Schema and a function, in either JavaScript shape (X27, C137)."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from pydantic import BaseModel

from pagehand.llm.errors import LLMError
from pagehand.tools.json_schema import SchemaError, model_from_schema
from pagehand.tools.provider_schema import simplify
from pagehand.tools.tool import ConfirmRule, Tool, ToolContext, tool


def host_tool(value: Any, *, name: str | None = None) -> Tool:
    """A :class:`Tool` out of whatever a host may give: a Tool, a typed function, or a mapping of X27.

    ``{description, inputSchema, execute(args, context)}`` is page-agent's shape, ``{name, description, parameters,
    handler(params, context)}`` the webagent's. Raises :class:`LLMError` ``config_error`` for anything else.
    """
    if isinstance(value, Tool):
        return value.renamed(name) if name and name != value.name else value
    if isinstance(value, Mapping):
        return _from_mapping(value, name)
    if callable(value):
        try:
            return tool(name=name)(value)
        except TypeError as error:
            raise LLMError("config_error", f"{name or getattr(value, '__name__', 'A tool')}: {error}.") from error
    raise LLMError("config_error", f"The tool {name!r} is neither a tool, a function nor a description of one.")


def _from_mapping(value: Mapping[str, Any], name: str | None) -> Tool:
    own_name = name or value.get("name")
    if not isinstance(own_name, str) or not own_name:
        raise LLMError("config_error", "A tool needs a name.")
    call = next((value[key] for key in ("execute", "handler", "run") if callable(value.get(key))), None)
    if call is None:
        raise LLMError("config_error", f"The tool {own_name!r} needs an execute or a handler function.")
    given = next((value[key] for key in ("inputSchema", "input_schema", "parameters") if key in value), None)
    parameters, schema = _schema(own_name, given)
    return Tool(
        name=own_name,
        description=str(value.get("description") or ""),
        parameters=parameters,
        run=_caller(call),
        schema=schema,
        confirm=_confirm_rule(value.get("confirm")),
        confirm_message=value.get("confirmMessage") or value.get("confirm_message"),
    )


def _schema(name: str, given: Any) -> tuple[type[BaseModel], dict[str, Any] | None]:
    if isinstance(given, type) and issubclass(given, BaseModel):
        return given, None
    if given is None:
        given = {"type": "object", "properties": {}}
    if not isinstance(given, Mapping):
        raise LLMError(
            "config_error", f"The parameters of the tool {name!r} must be a JSON Schema (or a Zod 4 schema)."
        )
    try:
        return model_from_schema(f"{name}_parameters", given), simplify(dict(given))
    except (SchemaError, ValueError) as error:
        raise LLMError("config_error", f"The parameters of the tool {name!r}: {error}") from error


def _confirm_rule(value: Any) -> ConfirmRule:
    if isinstance(value, bool):
        return value
    return (lambda params: bool(value(params))) if callable(value) else None


def _caller(call: Callable[..., Any]) -> Callable[[ToolContext, BaseModel], Any]:
    async def run(ctx: ToolContext, params: BaseModel) -> Any:
        result = call(params.model_dump(mode="json", by_alias=True), ctx)
        return await result if inspect.isawaitable(result) else result

    return run
