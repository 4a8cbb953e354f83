"""Structured answers: a ``done`` whose ``data`` fits a schema that the host gave with the task."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Optional

from pydantic import BaseModel, Field, create_model

from pagehand.llm.errors import LLMError
from pagehand.results import ActionResult, succeeded
from pagehand.tools.json_schema import SchemaError, model_from_schema
from pagehand.tools.page_agent import NO_TEXT, done
from pagehand.tools.provider_schema import provider_schema, simplify
from pagehand.tools.tool import Finish, Tool, ToolContext

_HINT = "The answer as data, in exactly this shape. Required when success is true."


def done_with(schema: Mapping[str, Any] | type[BaseModel]) -> Tool:
    """``done`` with one more parameter. Raises :class:`LLMError` ``config_error`` for a schema we cannot check."""
    if isinstance(schema, type) and issubclass(schema, BaseModel):
        model, shown = schema, provider_schema(schema)
    else:
        try:
            model, shown = model_from_schema("answer", schema), simplify(dict(schema))
        except (SchemaError, ValueError, TypeError) as error:
            raise LLMError("config_error", f"The schema of the answer: {error}") from error
    base = done.json_schema
    fields: dict[str, Any] = {"data": (Optional[model], Field(None, description=_HINT))}  # noqa: UP045 - built at run time
    parameters = create_model("done_parameters", __base__=done.parameters, **fields)

    async def run(ctx: ToolContext, params: BaseModel) -> ActionResult:
        values = params.model_dump(mode="json", by_alias=True)
        success, data = values["success"], values.get("data")
        if success and data is None:
            raise ValueError("data is required when success is true")
        ctx.run.finish = Finish(success, values["text"].strip() or NO_TEXT, data)
        return succeeded("Task ended.")

    return Tool(
        name=done.name,
        description=done.description,
        parameters=parameters,
        run=run,
        schema={
            **base,
            "properties": {**base["properties"], "data": {**shown, "description": _HINT}},
            "required": [*base["required"], "data"],
        },
    )
