"""The client against a real HTTP server on loopback that answers from a script, faults included (issue 6, C42, X9)."""

from __future__ import annotations

import asyncio
import http.client
import json
import socket
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from pagehand.llm import Client, HttpRequest, HttpResponse, LLMError, load_config, repair
from pagehand.llm.diagnosis import diagnose
from pagehand.llm.transport import completion_body
from unit.llm.replies import TOOLS

WAIT = {"wait": {"seconds": 2}}
GOOD = json.dumps(completion_body("m", tool="AgentOutput", arguments={"action": WAIT})).encode()
TOOL = {"type": "function", "function": {"name": "AgentOutput", "parameters": {"type": "object"}}}
Answer = Callable[[BaseHTTPRequestHandler], None]


async def urllib_transport(request: HttpRequest) -> HttpResponse:
    """A transport over the standard library, as a host under CPython would write one."""
    return await asyncio.to_thread(_send, request)


def _send(request: HttpRequest) -> HttpResponse:
    data = request.body.encode() if request.body is not None else None
    outgoing = urllib.request.Request(request.url, data, request.headers, method=request.method)
    try:
        with urllib.request.urlopen(outgoing, timeout=request.timeout) as answer:
            return HttpResponse(
                answer.status, {k.lower(): v for k, v in answer.headers.items()}, answer.read().decode()
            )
    except urllib.error.HTTPError as error:
        return HttpResponse(
            error.code, {k.lower(): v for k, v in error.headers.items()}, error.read().decode(errors="replace")
        )
    except (urllib.error.URLError, OSError, http.client.HTTPException) as error:
        raise diagnose(request.url, "", repr(error), timeout=request.timeout) from error


class Server:
    """Answers request after request from a script, and keeps what was sent."""

    def __init__(self) -> None:
        self.answers: list[Answer] = []
        self.bodies: list[dict[str, Any]] = []
        self.paths: list[str] = []
        self.headers: list[dict[str, str]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                outer.bodies.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
                outer.paths.append(self.path)
                outer.headers.append({name.lower(): value for name, value in self.headers.items()})
                outer.answers.pop(0)(self)

            def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class names it so
                pass

        class Quiet(ThreadingHTTPServer):
            def handle_error(self, request: Any, client_address: Any) -> None:
                """A client that gave up is what some tests are about."""

        self._http = Quiet(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._http.server_port}/v1"
        threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True).start()

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()


def send(status: int, body: bytes = b"", **headers: str) -> Answer:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in {"content-length": str(len(body)), "content-type": "application/json", **headers}.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(body)

    return answer


def drop(handler: BaseHTTPRequestHandler) -> None:
    handler.connection.shutdown(socket.SHUT_RDWR)
    handler.close_connection = True


def cut_body(handler: BaseHTTPRequestHandler) -> None:
    send(200, GOOD[:40], content_length=str(len(GOOD)))(handler)
    drop(handler)


def slowly(seconds: float) -> Answer:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        time.sleep(seconds)
        send(200, GOOD)(handler)

    return answer


@pytest.fixture
def server() -> Iterator[Server]:
    running = Server()
    yield running
    running.close()


async def ask(server: Server, *answers: Answer, **settings: Any) -> dict[str, Any]:
    server.answers = list(answers)
    values = {"baseURL": server.url, "model": "m", "apiKey": "sk-loopback", "timeout": 5, **settings}

    async def at_once(seconds: float) -> None:
        await asyncio.sleep(0)

    client = Client(load_config(values), urllib_transport, sleep=at_once)
    messages = [{"role": "user", "content": "Do it, 请做。"}]
    completion = await client.invoke(
        messages, tools=[TOOL], tool_choice="AgentOutput", parse=lambda reply: repair(reply, TOOLS).input
    )
    return completion.value["action"]


async def test_a_call(server: Server):
    """C32: path, key and body as sent."""
    assert await ask(server, send(200, GOOD)) == WAIT
    assert server.paths == ["/v1/chat/completions"]
    assert server.headers[0]["authorization"] == "Bearer sk-loopback"
    assert server.bodies[0]["messages"][0]["content"] == "Do it, 请做。"


async def test_azure_style(server: Server):
    """Issue 6: ``api-version`` in the address, the key as ``api-key``."""
    base = f"{server.url}/deployments/gpt"
    assert await ask(server, send(200, GOOD), baseURL=base, query={"api-version": "2025-01-01"}) == WAIT
    assert server.paths == ["/v1/deployments/gpt/chat/completions?api-version=2025-01-01"]
    assert server.headers[0]["api-key"] == "sk-loopback"
    assert "authorization" not in server.headers[0]


async def test_a_keyless_server(server: Server):
    """C32, C64."""
    assert await ask(server, send(200, GOOD), apiKey="") == WAIT
    assert not {"authorization", "api-key"} & set(server.headers[0])


@pytest.mark.parametrize(
    "fault",
    [
        send(500, b"oops"),
        send(503, b"", retry_after="0"),
        send(429, b'{"error": {"message": "slow down"}}', retry_after="0"),
        send(200, b"<html>Sign in to the network</html>", content_type="text/html"),
        send(200, b""),
        send(200, GOOD[:60]),
        send(200, b'{"choices": []}'),
        send(200, b"\xef\xbb\xbfnonsense"),
        drop,
        cut_body,
        send(304),
    ],
)
async def test_a_fault_and_then_an_answer(server: Server, fault: Answer):
    """C39-C43, issue 6: status codes, cut bodies, wrong content types, garbage, dropped connections."""
    assert await ask(server, fault, send(200, GOOD)) == WAIT
    assert len(server.bodies) == 2


async def test_a_dropped_connection_is_a_network_error(server: Server):
    """C42: told as such, with what to do."""
    with pytest.raises(LLMError) as caught:
        await ask(server, drop, drop, drop)
    assert (caught.value.kind, len(server.bodies)) == ("network_error", 3)
    assert "127.0.0.1" in str(caught.value)


async def test_a_slow_answer_arrives(server: Server):
    assert await ask(server, slowly(0.3)) == WAIT


async def test_a_too_slow_answer_is_a_timeout(server: Server):
    with pytest.raises(LLMError) as caught:
        await ask(server, slowly(0.6), timeout=0.2, maxRetries=0)
    assert caught.value.kind == "network_error"
    assert "0.2 seconds" in str(caught.value)


async def test_nothing_listens():
    """Issue 6: a refused connection says that the server does not run."""
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    config = load_config({"baseURL": f"http://127.0.0.1:{port}/v1", "model": "m", "maxRetries": 0})
    with pytest.raises(LLMError) as caught:
        await Client(config, urllib_transport).invoke([], tools=[], tool_choice=None, parse=lambda reply: reply)
    assert caught.value.kind == "network_error"
    assert "not running" in str(caught.value)


async def test_a_rejected_parameter_over_the_wire(server: Server):
    """X2."""
    refused = send(400, b'{"error": {"message": "Unsupported parameter", "param": "parallel_tool_calls"}}')
    assert await ask(server, refused, send(200, GOOD)) == WAIT
    assert ["parallel_tool_calls" in body for body in server.bodies] == [True, False]
