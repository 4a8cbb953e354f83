"""Values between a host's JavaScript and Python: options in, arguments out, answers back.

A host's functions become Python callables that hand over plain JavaScript values, wait for promises and give back plain
Python values, so that no room behind this one knows whether a callback is JavaScript.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from pydantic import BaseModel
from pyodide.ffi import JsProxy

from pagehand.llm.errors import LLMError
from pagehand.tools.tool import ToolContext

SCHEMA_KEYS = ("inputSchema", "input_schema", "parameters")
# Options whose values are handed through: elements and functions that give one, and the host's own fetch.
UNTOUCHED = frozenset(
    {
        *("interactiveBlacklist", "interactive_blacklist", "interactiveWhitelist", "interactive_whitelist"),
        *("customFetch", "custom_fetch"),
    }
)


class HostValues:
    """Converts for one agent. ``facade`` is its JavaScript object, which hooks and tools get as the agent."""

    def __init__(self, facade: Any, realm: Any) -> None:
        self._facade, self._realm = facade, realm

    def options(self, options: JsProxy) -> dict[str, Any]:
        """A host's options as Python values."""
        values: Mapping[str, Any] = options.to_py(depth=1)
        return {
            name: value.to_py()
            if name in UNTOUCHED and is_array(value)
            else self.to_python(value, callbacks=name not in UNTOUCHED)
            for name, value in values.items()
        }

    def to_python(self, value: Any, *, callbacks: bool = True) -> Any:
        """Arrays and plain objects all the way down; functions as Python callables; other objects as they are."""
        if not isinstance(value, JsProxy):
            return value
        if callable(value):
            return self.function(value) if callbacks else value
        if is_array(value):
            return [self.to_python(item, callbacks=callbacks) for item in value]
        if not is_plain(value):
            return value
        entries = value.to_py(depth=1)
        converted = {name: self.to_python(item, callbacks=callbacks) for name, item in entries.items()}
        for name in SCHEMA_KEYS:
            if name in converted and not isinstance(converted[name], dict):
                converted[name] = self._schema(converted[name])
        return converted

    def function(self, function: Any) -> Callable[..., Any]:
        """A Python callable that calls it with the facade as ``this``; what it answers is awaitable where it was a promise."""

        def call(*values: Any) -> Any:
            signals = [value for value in values if isinstance(value, ToolContext)]
            if signals:
                return self._call_tool(function, values)
            return self._answer(function.call(self._facade, *map(self.to_javascript, values)))

        return call

    def to_javascript(self, value: Any) -> Any:
        """Plain values as JavaScript objects of the clean realm; the agent as the facade."""
        if value is None or isinstance(value, str | int | float | JsProxy):
            return value
        if isinstance(value, BaseModel):
            value = value.model_dump(mode="json", by_alias=True)
        elif isinstance(value, Mapping | list | tuple):
            value = (
                [plain(item) for item in value]
                if not isinstance(value, Mapping)
                else {k: plain(v) for k, v in value.items()}
            )
        else:
            return self._facade
        return self._realm.JSON.parse(json.dumps(value, default=str))

    def _answer(self, result: Any) -> Any:
        if isinstance(result, JsProxy) and hasattr(result, "then"):
            return self._settled(result)
        return self.to_python(result, callbacks=False)

    async def _settled(self, promise: Awaitable[Any]) -> Any:
        return self.to_python(await promise, callbacks=False)

    async def _call_tool(self, function: Any, values: tuple[Any, ...]) -> Any:
        """A tool's function also gets ``{signal}``, which a stop aborts (C8, C9)."""
        context, controller = self.cancellable_context()
        given = [context if isinstance(value, ToolContext) else self.to_javascript(value) for value in values]
        try:
            result = self._answer(function.call(self._facade, *given))
            return await result if asyncio.iscoroutine(result) else result
        except asyncio.CancelledError:
            controller.abort()
            raise

    def cancellable_context(self, **fields: Any) -> tuple[Any, Any]:
        """``{signal, agent, ...}`` for a host's function, and the controller of its signal."""
        controller = self._realm.AbortController.new()
        context = self._realm.Object.new()
        context.signal, context.agent = controller.signal, self._facade
        for name, value in fields.items():
            setattr(context, name, self.to_javascript(value))
        return context, controller

    def _schema(self, schema: Any) -> dict[str, Any]:
        """A Zod 4 schema by its own ``toJSONSchema`` (X27). Raises :class:`LLMError` ``config_error`` for anything else."""
        if not hasattr(schema, "toJSONSchema"):
            raise LLMError(
                "config_error",
                "A tool's parameters must be a JSON Schema object, or a Zod schema that has toJSONSchema (Zod 4).",
            )
        return self.to_python(schema.toJSONSchema(), callbacks=False)


def plain(value: Any) -> Any:
    return value.model_dump(mode="json", by_alias=True) if isinstance(value, BaseModel) else value


def is_array(value: Any) -> bool:
    return (
        isinstance(value, JsProxy)
        and getattr(value, "constructor", None) is not None
        and value.constructor.name == "Array"
    )


def is_plain(value: Any) -> bool:
    constructor = getattr(value, "constructor", None)
    return constructor is None or constructor.name == "Object"
