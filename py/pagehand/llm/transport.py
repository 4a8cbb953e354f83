"""The seam to the network: what the client asks of whatever carries a request.

The browser's fetch, the extension's service worker, :class:`~pagehand.llm.ScriptedModel`, ``offline`` and
``chrome`` are all transports: they get the OpenAI request body and answer with OpenAI response JSON, so dialects,
repair and retries are the same for all of them.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class HttpRequest:
    """One request. ``timeout`` is in seconds; ``headers`` may hold a key, so they are never printed."""

    method: str
    url: str
    headers: dict[str, str] = field(repr=False)
    body: str | None = field(repr=False)
    timeout: float


@dataclass(frozen=True)
class HttpResponse:
    """One answer; header names in lower case."""

    status: int
    headers: dict[str, str]
    body: str


Transport = Callable[[HttpRequest], Awaitable[HttpResponse]]
"""Carries a request. Raises :class:`~pagehand.llm.TransportError` when no answer arrived; lets cancellation pass."""


def json_response(value: Any, status: int = 200) -> HttpResponse:
    """A response as a server would send it, for the transports that answer themselves."""
    return HttpResponse(status, {"content-type": "application/json"}, json.dumps(value, ensure_ascii=False))


def completion_body(
    model: str,
    *,
    tool: str | None = None,
    arguments: dict[str, Any] | None = None,
    content: str | None = None,
    usage: dict[str, int] | None = None,
) -> dict[str, Any]:
    """OpenAI response JSON with one tool call, or with plain content."""
    message: dict[str, Any] = {"role": "assistant", "content": content}
    if tool is not None:
        call = {"name": tool, "arguments": json.dumps(arguments or {}, ensure_ascii=False)}
        message["tool_calls"] = [{"id": "call_1", "type": "function", "function": call}]
    finish = "stop" if tool is None else "tool_calls"
    body: dict[str, Any] = {
        "object": "chat.completion",
        "model": model,
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
    }
    if usage is not None:
        body["usage"] = usage
    return body
