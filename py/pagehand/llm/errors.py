"""The whole error tree of the model client, on one page (C38-C57, X2, X3).

::

    LLMError(kind)                retryable   means
    ├── network_error             yes         no answer arrived (see TransportError for why)
    ├── rate_limit                yes         429
    ├── server_error              yes         5xx
    ├── no_tool_call              yes         an answer without any action in it
    ├── invalid_tool_args         yes         an action with unreadable, unknown or invalid parameters
    ├── tool_execution_error      yes         kept for hosts; our loop reports a failing tool as a result (X1)
    ├── invalid_response          yes         the body is not JSON
    ├── invalid_schema            yes         JSON, but not a chat completion; an unknown finish reason
    ├── unknown                   yes         any other status
    ├── config_error              no          our own settings are wrong
    ├── auth_error                no          401, 402, 403
    ├── context_length            no          the provider says that the prompt is too long
    ├── content_filter            no          the provider or the model refused
    └── invalid_request           no          400, 404, 422: sending it again would not help (X2)

    TransportError(fault)         never reaches a caller: the client turns it into LLMError("network_error")

Cancellation is ``asyncio.CancelledError`` and is never wrapped (X9). No error ever holds a key: messages and raw
replies pass through :func:`redact` first.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

ErrorKind = Literal[
    "network_error",
    "rate_limit",
    "server_error",
    "no_tool_call",
    "invalid_tool_args",
    "tool_execution_error",
    "invalid_response",
    "invalid_schema",
    "unknown",
    "config_error",
    "auth_error",
    "context_length",
    "content_filter",
    "invalid_request",
]

RETRYABLE: dict[ErrorKind, bool] = {
    "network_error": True,
    "rate_limit": True,
    "server_error": True,
    "no_tool_call": True,
    "invalid_tool_args": True,
    "tool_execution_error": True,
    "invalid_response": True,
    "invalid_schema": True,
    "unknown": True,
    "config_error": False,
    "auth_error": False,
    "context_length": False,
    "content_filter": False,
    "invalid_request": False,
}

MALFORMED: frozenset[ErrorKind] = frozenset({"no_tool_call", "invalid_tool_args", "invalid_response", "invalid_schema"})
"""The model (or its server) answered, and wrongly: retried at once, and the retry says what was wrong (X2)."""

Fault = Literal[
    "refused",
    "cors",
    "mixed_content",
    "local_network",
    "timeout",
    "dns",
    "offline",
    "csp",
    "broken_body",
    "unavailable",
    "unknown",
]
"""Why no answer arrived. ``unavailable``: the browser's built-in model cannot run here."""


class LLMError(Exception):
    """A failed model call. ``str(error)`` is a sentence that says what to do.

    Attributes
    ----------
    kind: one of :data:`ErrorKind`.
    retryable: fixed here, from the kind (C57).
    status: the HTTP status, where there was one.
    retry_after: seconds the server asked to wait, where it did.
    cut: the reply ended before its action did (X3): the retry asks for a shorter one.
    raw: what the server answered, for debugging; never the request.
    """

    def __init__(
        self,
        kind: ErrorKind,
        message: str,
        *,
        status: int | None = None,
        retry_after: float | None = None,
        cut: bool = False,
        raw: Any = None,
    ) -> None:
        super().__init__(message)
        self.kind: ErrorKind = kind
        self.message = message
        self.retryable = RETRYABLE[kind]
        self.status = status
        self.retry_after = retry_after
        self.cut = cut
        self.raw = raw

    def __repr__(self) -> str:
        return f"LLMError({self.kind!r}, {self.message!r})"


class TransportError(Exception):
    """A request that never got an answer: the fault and a sentence about it."""

    def __init__(self, fault: Fault, detail: str = "") -> None:
        super().__init__(detail or fault)
        self.fault: Fault = fault
        self.kind: Fault = fault
        self.detail = detail


def redact(text: str, secrets: Iterable[str]) -> str:
    """``text`` without any of the secrets; servers like to quote the key that they refuse."""
    for secret in sorted({secret for secret in secrets if len(secret) >= 4}, key=len, reverse=True):
        text = text.replace(secret, "[redacted]")
    return text
