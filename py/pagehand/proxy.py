"""A small ASGI app that keeps the key on the server: the page calls it, it calls the provider.

    app = proxy(base_url="https://api.example.com/v1", model="some-model", api_key=os.environ["API_KEY"])

Mount it and give the embed its address as ``baseURL``, with no ``apiKey``. Only ``POST .../chat/completions`` for the
configured model passes; everything else is refused with a JSON error in OpenAI's shape.
"""

from __future__ import annotations

import asyncio
import json
import time
import urllib.error
import urllib.request
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from pagehand.llm.endpoint import chat_url

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

MEGABYTE = 1_000_000
MINUTE = 60.0
# What goes back to the page of the provider's headers.
RETURNED = ("content-type", "retry-after")


class Refusal(Exception):
    """A request that does not pass, with its status."""

    def __init__(self, status: int, message: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(message)
        self.status, self.headers = status, headers or {}


class RateLimit:
    """At most ``limit`` requests a minute for each client address."""

    def __init__(self, limit: int, now: Callable[[], float] = time.monotonic) -> None:
        self._limit, self._now = limit, now
        self._times: dict[str, deque[float]] = defaultdict(deque)

    def check(self, client: str) -> None:
        now = self._now()
        times = self._times[client]
        while times and now - times[0] >= MINUTE:
            times.popleft()
        if len(times) >= self._limit:
            wait = max(1, round(MINUTE - (now - times[0])))
            raise Refusal(429, f"Too many requests; try again in {wait} s.", {"retry-after": str(wait)})
        times.append(now)
        for address in [address for address, kept in self._times.items() if not kept or now - kept[-1] >= MINUTE]:
            del self._times[address]


def proxy(
    *,
    base_url: str,
    model: str,
    api_key: str,
    max_bytes: int = 2 * MEGABYTE,
    requests_per_minute: int = 60,
    timeout: float = 120.0,
) -> App:
    """Make the app.

    ``max_bytes`` bounds a request's body, ``requests_per_minute`` holds for each client address, ``timeout`` is in
    seconds. Sessions and logins are the host's business: mount it behind them.
    """
    limit = RateLimit(requests_per_minute)
    target = chat_url(base_url)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await lifespan(receive, send)
        if scope["type"] != "http":
            return None
        try:
            if scope["method"] != "POST" or not scope["path"].endswith("/chat/completions"):
                raise Refusal(404, "Only POST .../chat/completions is served here.")
            limit.check((scope.get("client") or ("unknown", 0))[0])
            body = await checked_body(receive, max_bytes, model)
            status, headers, answer = await asyncio.to_thread(call, target, body, api_key, timeout)
        except Refusal as refusal:
            status, headers = refusal.status, {"content-type": "application/json", **refusal.headers}
            answer = json.dumps({"error": {"message": str(refusal), "type": "pagehand_proxy"}}).encode()
        pairs = [(name.encode(), value.encode("latin-1", "replace")) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": status, "headers": pairs})
        await send({"type": "http.response.body", "body": answer})

    return app


async def lifespan(receive: Receive, send: Send) -> None:
    while (await receive())["type"] != "lifespan.shutdown":
        await send({"type": "lifespan.startup.complete"})
    await send({"type": "lifespan.shutdown.complete"})


async def checked_body(receive: Receive, max_bytes: int, model: str) -> bytes:
    """The whole body, if it is JSON of the right size for the right model; with a copy of nothing else."""
    chunks: list[bytes] = []
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Refusal(499, "The client went away.")
        chunks.append(message.get("body", b""))
        size += len(chunks[-1])
        if size > max_bytes:
            raise Refusal(413, f"The request is larger than {max_bytes} bytes.")
        more = message.get("more_body", False)
    try:
        body = json.loads(b"".join(chunks))
    except ValueError:
        raise Refusal(400, "The request is not JSON.") from None
    if not isinstance(body, dict) or body.get("model") != model:
        raise Refusal(403, f"Only the model {model!r} is served here.")
    if body.get("stream"):
        raise Refusal(400, "Streaming is not served here.")
    return json.dumps(body).encode()


def call(target: str, body: bytes, api_key: str, timeout: float) -> tuple[int, dict[str, str], bytes]:
    """Ask the provider. Its errors go back as they are; what keeps it from answering is a 502 or 504."""
    headers = {"content-type": "application/json", "accept": "application/json", "user-agent": "pagehand-proxy"}
    if api_key:
        headers["authorization"] = f"Bearer {api_key}"
    request = urllib.request.Request(target, data=body, headers=headers, method="POST")
    try:
        with urllib.request.urlopen(request, timeout=timeout) as response:
            return response.status, returned(response.headers), response.read()
    except urllib.error.HTTPError as error:
        return error.code, returned(error.headers), error.read()
    except TimeoutError:
        raise Refusal(504, "The provider did not answer in time.") from None
    except OSError as error:
        reason = getattr(error, "reason", error)
        raise Refusal(
            504 if isinstance(reason, TimeoutError) else 502, f"The provider cannot be reached: {reason}"
        ) from None


def returned(headers: Any) -> dict[str, str]:
    return {name: headers[name] for name in RETURNED if headers.get(name)}
