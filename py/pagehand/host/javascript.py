"""Values between a host's JavaScript and Python: options in, arguments out, answers back.

A host's functions become Python callables that hand over plain JavaScript values, wait for promises and give back plain
Python values, so that no room behind this one knows whether a callback is JavaScript.
"""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from pydantic import BaseModel
from pyodide.ffi import JsException, JsProxy, jsnull

from pagehand.events import Wire
from pagehand.llm.errors import LLMError
from pagehand.results import ActionResult, failed
from pagehand.tools.tool import ToolContext

SCHEMA_KEYS = ("inputSchema", "input_schema", "parameters")
CALL_KEYS = ("execute", "handler", "run")
# Options whose values are handed through: elements and functions that give one, and the host's own fetch.
UNTOUCHED = frozenset(
    {
        *("interactiveBlacklist", "interactive_blacklist", "interactiveWhitelist", "interactive_whitelist"),
        *("customFetch", "custom_fetch"),
    }
)
# Functions that may change what they are given and return nothing (C36).
IN_PLACE = frozenset({"transformRequestBody", "transform_request_body"})


class HostValues:
    """Converts for one agent. ``facade`` is its JavaScript object, which hooks and tools get as the agent.

    ``realm`` is the page's ``window``: what a host's function gets shall be of its own kind (``instanceof``).
    """

    def __init__(self, facade: Any, realm: Any) -> None:
        self._facade, self._realm = facade, realm

    def options(self, options: JsProxy) -> dict[str, Any]:
        """A host's options as Python values."""
        return {name: self._option(name, value) for name, value in options.to_py(depth=1).items()}

    def _option(self, name: str, value: Any) -> Any:
        if name in UNTOUCHED:
            return value.to_py() if is_array(value) else self.to_python(value, callbacks=False)
        if name in IN_PLACE and callable(value):
            return self._in_place(value)
        return self.to_python(value)

    def to_python(self, value: Any, *, callbacks: bool = True) -> Any:
        """Arrays and plain objects all the way down, null as None; functions as Python callables; other objects as they are."""
        if value is jsnull:
            return None
        if not is_proxy(value):
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
            if name in converted and not isinstance(converted[name], dict | None):
                converted |= self._with_schema(name, entries)
        return converted

    def function(self, function: Any, *, parse: Any = None) -> Callable[..., Any]:
        """A Python callable that calls it with the facade as ``this``; what it answers is awaitable where it was a promise.

        ``parse``, of a Zod schema, turns a tool's arguments into those that its function expects.
        """

        def call(*values: Any) -> Any:
            if any(isinstance(value, ToolContext) for value in values):
                return self._call_tool(function, values, parse)
            return self._answer(function.call(self._facade, *map(self.to_javascript, values)))

        return call

    def to_javascript(self, value: Any) -> Any:
        """Plain values as JavaScript objects; the agent as the facade."""
        if value is None or isinstance(value, str | int | float | JsProxy):
            return value
        if not isinstance(value, BaseModel | Mapping | list | tuple):
            return self._facade
        return self._realm.JSON.parse(json.dumps(plain(value), default=str))

    def cancellable_context(self, **fields: Any) -> tuple[Any, Any]:
        """``{signal, agent, ...}`` for a host's function, and the controller of its signal."""
        controller = self._realm.AbortController.new()
        context = self._realm.Object.new()
        context.signal, context.agent = controller.signal, self._facade
        for name, value in fields.items():
            setattr(context, name, self.to_javascript(value))
        return context, controller

    def schema(self, schema: Any) -> dict[str, Any] | None:
        """A JSON Schema, or a Zod 4 schema by its own ``toJSONSchema`` (X27).

        Raises :class:`LLMError` ``config_error`` for anything else.
        """
        value = self.to_python(schema, callbacks=False)
        if value is None or isinstance(value, dict):
            return value
        if not hasattr(value, "toJSONSchema"):
            raise LLMError(
                "config_error",
                "Parameters must be a JSON Schema object, or a Zod schema that has toJSONSchema (Zod 4.2 or newer).",
            )
        try:
            return self.to_python(value.toJSONSchema(self.to_javascript({"io": "input"})), callbacks=False)
        except JsException as error:
            raise LLMError("config_error", f"The Zod schema cannot be told to a model: {error}") from error

    def _with_schema(self, name: str, entries: Mapping[str, Any]) -> dict[str, Any]:
        """A tool's description whose schema is not JSON: what the model is told, and calls that check by the schema itself."""
        parse = getattr(entries[name], "parseAsync", None)
        calls = {key: self.function(entries[key], parse=parse) for key in CALL_KEYS if callable(entries.get(key))}
        return {name: self.schema(entries[name]), **calls}

    def _answer(self, result: Any) -> Any:
        if inspect.isawaitable(result):
            return self._settled(result)
        return self.to_python(result, callbacks=False)

    async def _settled(self, promise: Awaitable[Any]) -> Any:
        return self.to_python(await promise, callbacks=False)

    def _in_place(self, function: Any) -> Callable[[Any], Any]:
        def call(value: Any) -> Any:
            given = self.to_javascript(value)
            result = function.call(self._facade, given)
            if inspect.isawaitable(result):
                return self._settled_or(result, given)
            return self.to_python(given if result is None else result, callbacks=False)

        return call

    async def _settled_or(self, promise: Awaitable[Any], given: Any) -> Any:
        result = await promise
        return self.to_python(given if result is None else result, callbacks=False)

    async def _call_tool(self, function: Any, values: tuple[Any, ...], parse: Any) -> Any:
        """A tool's function also gets ``{signal}``, which a stop aborts (C8, C9). What it throws is a failed result (C93)."""
        context, controller = self.cancellable_context()
        given = [context if isinstance(value, ToolContext) else self.to_javascript(value) for value in values]
        try:
            if parse is not None:
                given[0] = await parse(given[0])
            result = function.call(self._facade, *given)
            if inspect.isawaitable(result):
                result = await result
            return self._data(result)
        except asyncio.CancelledError:
            controller.abort()
            raise
        except JsException as error:
            return thrown(error)

    def _data(self, result: Any) -> Any:
        """What a tool answered, as data: by JSON, in which dates and the like have a form."""
        if not is_proxy(result):
            return None if result is jsnull else result
        text = self._realm.JSON.stringify(result)
        return json.loads(text) if isinstance(text, str) else None


def thrown(error: JsException) -> ActionResult:
    """What a host's function threw, in its own words; the issues of a Zod error one by one."""
    issues: Any = getattr(error, "issues", None)
    if is_array(issues):
        told = [f"{'.'.join(map(str, issue.path))}: {issue.message}" for issue in issues]
        return failed("unknown", "Wrong parameters: " + "; ".join(told))
    return failed("unknown", str(error))


def plain(value: Any) -> Any:
    """Models as what JavaScript sees of them, all the way down."""
    if isinstance(value, Wire):
        return value.to_js()
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", by_alias=True)
    if isinstance(value, Mapping):
        return {name: plain(item) for name, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list | tuple) else value


def is_proxy(value: Any) -> bool:
    return isinstance(value, JsProxy)


def is_array(value: Any) -> bool:
    constructor = getattr(value, "constructor", None) if is_proxy(value) else None
    return constructor is not None and constructor.name == "Array"


def is_plain(value: Any) -> bool:
    constructor = getattr(value, "constructor", None)
    return constructor is None or constructor.name == "Object"
