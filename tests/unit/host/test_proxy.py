"""The reverse proxy keeps the key on the server (issue: host API), driven as an ASGI server drives it."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from pagehand.proxy import App, RateLimit, Refusal, proxy


class Provider(BaseHTTPRequestHandler):
    seen: list[dict[str, Any]] = []

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        Provider.seen.append({"path": self.path, "key": self.headers.get("authorization"), "body": body})
        failing = body["messages"] == ["fail"]
        self.send_response(429 if failing else 200)
        self.send_header("content-type", "application/json")
        self.send_header("retry-after", "7")
        self.send_header("set-cookie", "provider=secret")
        self.end_headers()
        self.wfile.write(b'{"choices": []}')

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
        """Quiet."""


@pytest.fixture
def provider() -> Iterator[str]:
    Provider.seen = []
    with ThreadingHTTPServer(("127.0.0.1", 0), Provider) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/v1"
        server.shutdown()


async def post(
    app: App, body: bytes, *, path: str = "/llm/chat/completions", method: str = "POST"
) -> tuple[int, dict, Any]:
    sent: list[Any] = []
    parts = [body[:10], body[10:]]

    async def receive() -> Any:
        part = parts.pop(0)
        return {"type": "http.request", "body": part, "more_body": bool(parts)}

    async def send(message: Any) -> None:
        sent.append(message)

    await app({"type": "http", "method": method, "path": path, "client": ("10.0.0.1", 5)}, receive, send)
    headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], headers, json.loads(sent[1]["body"])


def request(**changes: Any) -> bytes:
    return json.dumps({"model": "m", "messages": ["hi"], **changes}).encode()


async def test_the_key_is_added_on_the_server(provider: str) -> None:
    status, headers, _ = await post(proxy(base_url=provider, model="m", api_key="sk-1"), request())
    assert status == 200
    assert Provider.seen == [
        {"path": "/v1/chat/completions", "key": "Bearer sk-1", "body": {"model": "m", "messages": ["hi"]}}
    ]
    assert "set-cookie" not in headers


async def test_the_providers_own_errors_go_back_with_their_wait(provider: str) -> None:
    status, headers, _ = await post(proxy(base_url=provider, model="m", api_key="k"), request(messages=["fail"]))
    assert (status, headers["retry-after"]) == (429, "7")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (request(model="expensive"), 403),
        (request(stream=True), 400),
        (b"this is no json at all", 400),
        (b"[1, 2, 3, 4, 5, 6]", 403),
        (request(padding="x" * 300), 413),
    ],
)
async def test_what_does_not_fit_is_refused_and_never_forwarded(provider: str, body: bytes, status: int) -> None:
    app = proxy(base_url=provider, model="m", api_key="k", max_bytes=200)
    got, _, answer = await post(app, body)
    assert got == status
    assert answer["error"]["message"]
    assert Provider.seen == []


async def test_other_paths_and_methods_are_not_served(provider: str) -> None:
    app = proxy(base_url=provider, model="m", api_key="k")
    assert (await post(app, request(), path="/llm/models"))[0] == 404
    assert (await post(app, request(), method="GET"))[0] == 404


async def test_a_provider_that_is_not_there_is_said_so() -> None:
    status, _, answer = await post(proxy(base_url="http://127.0.0.1:9/v1", model="m", api_key="k"), request())
    assert status == 502
    assert "cannot be reached" in answer["error"]["message"]


async def test_the_rate_is_limited_for_each_client(provider: str) -> None:
    app = proxy(base_url=provider, model="m", api_key="k", requests_per_minute=2)
    assert [(await post(app, request()))[0] for _ in range(3)] == [200, 200, 429]


def test_the_rate_limit_forgets_after_a_minute() -> None:
    clock = [0.0]
    limit = RateLimit(1, now=lambda: clock[0])
    limit.check("a")
    limit.check("b")
    with pytest.raises(Refusal, match="60 s"):
        limit.check("a")
    clock[0] = 60.0
    limit.check("a")
