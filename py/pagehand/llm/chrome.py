"""``model: "chrome"``: the browser's built-in Prompt API as a transport.

``LanguageModel`` is injected, as are the conversions a JavaScript object needs, so this runs under CPython against a
stand-in of the documented shape: ``availability(options)``, ``create(options)`` with ``monitor``, and a session with
``prompt(messages, {responseConstraint, signal})``, ``inputUsage`` or ``contextUsage``, ``inputQuota`` or
``contextWindow``, and ``destroy()``.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from pagehand.llm.adaptation import without_images
from pagehand.llm.errors import TransportError
from pagehand.llm.transport import HttpRequest, HttpResponse, Transport, completion_body, json_response

_TEXT = [{"type": "text", "languages": ["en"]}]
_SESSION = {"expectedInputs": _TEXT, "expectedOutputs": _TEXT}

_MISSING = (
    "This browser has no built-in model here (the Prompt API). It needs a current desktop Chrome and a secure page; "
    "or choose another model."
)
_UNAVAILABLE = (
    "Chrome's built-in model cannot run on this device: it needs about 22 GB of free disk space and a graphics card with "
    "4 GB, or 16 GB of memory. See chrome://on-device-internals, or choose another model."
)
_GESTURE = "Chrome downloads its built-in model only after a click or key press on the page: press Send once more."


def chrome_transport(
    language_model: Any,
    *,
    on_progress: Callable[[float], None] | None = None,
    to_js: Callable[[Any], Any] = lambda value: value,
    callback: Callable[[Callable[..., Any]], Any] = lambda function: function,
    new_abort: Callable[[], Any] | None = None,
) -> Transport:
    """A transport over ``LanguageModel``, or over None where the browser has none.

    ``on_progress`` is told the download's share, 0 to 1. In a browser ``to_js`` turns dicts into objects, ``callback``
    makes a function that JavaScript can call, and ``new_abort`` makes an ``AbortController``.
    """

    async def carry(request: HttpRequest) -> HttpResponse:
        body = json.loads(request.body or "{}")
        messages = [_plain(without_images(message)) for message in body.get("messages") or []]
        functions = [tool["function"] for tool in body.get("tools") or []]
        abort = new_abort() if new_abort is not None else None
        signal = {"signal": abort.signal} if abort is not None else {}
        session: Any = None
        try:
            await _check(language_model, to_js)
            first = [message for message in messages if message["role"] == "system"]
            options: dict[str, Any] = {**_SESSION, **signal, "initialPrompts": first}
            if on_progress is not None:
                options["monitor"] = callback(_monitor(on_progress, callback))
            session = await language_model.create(to_js(options))
            constraint = {"responseConstraint": _constraint(functions)} if functions else {}
            rest = [message for message in messages if message["role"] != "system"]
            text = str(await session.prompt(to_js(rest), to_js({**constraint, **signal})))
            return json_response(_completion(text, functions, _usage(session)))
        except asyncio.CancelledError:
            if abort is not None:
                abort.abort()
            raise
        except TransportError:
            raise
        except Exception as error:  # noqa: BLE001 - the browser's errors have no Python type; each becomes an answer
            return _refusal(error)
        finally:
            if session is not None:
                session.destroy()

    return carry


async def _check(language_model: Any, to_js: Callable[[Any], Any]) -> None:
    if not language_model:
        raise TransportError("unavailable", _MISSING)
    if str(await language_model.availability(to_js(_SESSION))) == "unavailable":
        raise TransportError("unavailable", _UNAVAILABLE)


def _monitor(
    on_progress: Callable[[float], None], callback: Callable[[Callable[..., Any]], Any]
) -> Callable[[Any], None]:
    def progressed(event: Any) -> None:
        loaded, total = float(event.loaded), float(getattr(event, "total", None) or 1)
        on_progress(min(1.0, loaded / total if total > 1 else loaded))

    def monitor(target: Any) -> None:
        target.addEventListener("downloadprogress", callback(progressed))

    return monitor


def _plain(message: dict[str, Any]) -> dict[str, Any]:
    """A message in the roles that the Prompt API knows, with its calls as text."""
    content = message.get("content")
    text = (
        content
        if isinstance(content, str)
        else "\n".join(str(part.get("text", "")) for part in content or [] if isinstance(part, dict))
    )
    calls = message.get("tool_calls") or []
    if calls:
        text = "\n".join([text, *(json.dumps(call.get("function"), ensure_ascii=False) for call in calls)]).strip()
    role = message.get("role")
    return {"role": role if role in ("system", "assistant") else "user", "content": text}


def _constraint(functions: list[dict[str, Any]]) -> dict[str, Any]:
    """The one tool's own schema; of several, a named call."""
    if len(functions) == 1:
        return functions[0].get("parameters") or {"type": "object"}
    branches = [
        {
            "type": "object",
            "properties": {
                "name": {"const": function["name"]},
                "arguments": function.get("parameters") or {"type": "object"},
            },
            "required": ["name", "arguments"],
        }
        for function in functions
    ]
    return {"anyOf": branches}


def _completion(text: str, functions: list[dict[str, Any]], usage: dict[str, int] | None) -> dict[str, Any]:
    """The text as content: repair reads JSON there, whatever else a small model wrote around it."""
    if len(functions) == 1:
        try:
            arguments = json.loads(text)
        except ValueError:
            arguments = None
        if isinstance(arguments, dict):
            return completion_body("chrome", tool=functions[0]["name"], arguments=arguments, usage=usage)
    return completion_body("chrome", content=text, usage=usage)


def _usage(session: Any) -> dict[str, int] | None:
    for name in ("contextUsage", "inputUsage"):
        used = getattr(session, name, None)
        if isinstance(used, int | float):
            return {"prompt_tokens": int(used), "completion_tokens": 0, "total_tokens": int(used)}
    return None


def _refusal(error: Exception) -> HttpResponse:
    """A browser's error as the answer that a server would have given, so that the client classes it."""
    name = str(getattr(error, "name", "") or type(error).__name__)
    said = str(getattr(error, "message", "") or error)
    if name == "QuotaExceededError":
        return _error(400, f"context_length_exceeded: the prompt is too long for Chrome's built-in model. {said}")
    if name in ("NotAllowedError", "InvalidStateError"):
        raise TransportError("unavailable", f"{_GESTURE} ({said})")
    if name == "NotSupportedError":
        return _error(400, f"Chrome's built-in model does not support this request: {said}")
    return _error(500, f"Chrome's built-in model failed: {name}: {said}")


def _error(status: int, message: str) -> HttpResponse:
    return json_response({"error": {"message": message}}, status)
