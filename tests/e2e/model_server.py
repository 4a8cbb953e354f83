"""A real HTTP server that speaks ``POST /v1/chat/completions`` from a script.

    script = [
        lambda request: act("click_element_by_index", {"index": request.number("Open", line="Ada")}),
        done("Opened."),
    ]
    with ModelServer(script) as model:
        ... new Pagehand({ baseURL: model.base_url, ... })
    assert len(model.requests) == 2

A step that raises, or a request after the script's end, is answered with status 500 and raised at the end of the
``with`` block.
"""

from __future__ import annotations

import json
import select
import socket
import threading
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from http.server import BaseHTTPRequestHandler
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

from e2e.replies import ModelRequest, Reply, as_json, fail, pieces, with_usage
from e2e.site_server import LoopbackServer

Step = Reply | Callable[[ModelRequest], Reply]
Script = Sequence[Step] | Callable[[ModelRequest], Reply] | Mapping[str, Sequence[Step]]
"""Steps in order; or one function for all; or the steps of each model by its name (for several agents)."""


class ModelServer:
    """``origins``: who may call. None is everybody; otherwise others get a 403 without CORS headers, as from Ollama."""

    def __init__(self, script: Script, *, origins: Collection[str] | None = None, cors: bool = True) -> None:
        self.script = script
        self.origins = origins
        self.cors = cors
        self.requests: list[ModelRequest] = []
        self.preflights: list[Mapping[str, str]] = []
        self.refused: list[str] = []
        self._changed = threading.Condition()
        self._failure: Exception | None = None
        self._taken: dict[str, int] = {}
        self._closing = threading.Event()
        self._server = LoopbackServer(("127.0.0.1", 0), type("Handler", (ModelHandler,), {"model": self}))
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def base_url(self) -> str:
        return f"{self.origin}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
        if self._failure is not None:
            if error is None:
                raise self._failure
            error.add_note(f"the model server's script failed first: {self._failure}")

    def wait_for_request(self, count: int, timeout: float = 30) -> ModelRequest:
        """The ``count``-th request (from 1), once it has come in."""
        with self._changed:
            if not self._changed.wait_for(lambda: len(self.requests) >= count, timeout):
                raise TimeoutError(f"{len(self.requests)} requests after {timeout} s, {count} expected")
            return self.requests[count - 1]

    def wait_until_client_left(self, request: ModelRequest, timeout: float = 10) -> None:
        with self._changed:
            if not self._changed.wait_for(lambda: request.client_left, timeout):
                raise TimeoutError(f"the client kept its connection for {timeout} s")

    def allows(self, origin: str | None) -> bool:
        return self.origins is None or origin is None or origin in self.origins

    def take(self, request: ModelRequest) -> Reply:
        with self._changed:
            self.requests.append(request)
            self._changed.notify_all()
            try:
                reply = self._next(request)
            except Exception as error:  # noqa: BLE001 - shown to the client and raised by __exit__
                self._failure = self._failure or error
                return fail(500, f"script: {error}")
        return with_usage(reply, request)

    def left(self, request: ModelRequest) -> None:
        with self._changed:
            request.client_left = True
            self._changed.notify_all()

    def closing_within(self, seconds: float) -> bool:
        return self._closing.wait(seconds)

    def _next(self, request: ModelRequest) -> Reply:
        if callable(self.script):
            return self.script(request)
        name = str(request.body.get("model")) if isinstance(self.script, Mapping) else ""
        steps = self.script[name] if isinstance(self.script, Mapping) else self.script
        index = self._taken.get(name, 0)
        self._taken[name] = index + 1
        if index >= len(steps):
            raise AssertionError(f"request {index + 1}, but the script has {len(steps)} replies; page:\n{request.page}")
        step = steps[index]
        return step(request) if callable(step) else step


class ClientLeftError(Exception):
    """The client closed its end while an answer was on its way."""


class ModelHandler(BaseHTTPRequestHandler):
    model: ModelServer
    protocol_version = "HTTP/1.1"

    def do_OPTIONS(self) -> None:
        self.model.preflights.append(lower_case(self.headers.items()))
        if self.refuse():
            return
        self.send_response(204)
        for name, value in self.cors_headers().items():
            self.send_header(name, value)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_GET(self) -> None:
        if self.refuse():
            return
        path = urlsplit(self.path).path
        known = {"object": "list", "data": [{"id": "scripted", "object": "model"}]}
        self.deliver(as_json(known) if path.endswith("/models") else fail(404, f"no such path: {path}"), None)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.refuse():
            return
        path = urlsplit(self.path).path
        if not path.endswith("/chat/completions"):
            self.deliver(fail(404, f"no such path: {path}"), None)
            return
        request = ModelRequest(self.path, lower_case(self.headers.items()), json.loads(body), time.monotonic())
        self.deliver(self.model.take(request), request)

    def refuse(self) -> bool:
        origin = self.headers.get("Origin")
        if self.model.allows(origin):
            return False
        self.model.refused.append(str(origin))
        self.send_response(403)
        self.send_header("Content-Length", "0")
        self.end_headers()
        return True

    def cors_headers(self) -> dict[str, str]:
        if not self.model.cors:
            return {}
        headers = {
            "Access-Control-Allow-Origin": self.headers.get("Origin") or "*",
            "Access-Control-Allow-Methods": "GET, POST, OPTIONS",
            "Access-Control-Allow-Headers": self.headers.get("Access-Control-Request-Headers") or "*",
            "Access-Control-Expose-Headers": "Retry-After",
            "Vary": "Origin",
        }
        if self.headers.get("Access-Control-Request-Private-Network"):
            headers["Access-Control-Allow-Private-Network"] = "true"
        return headers

    def deliver(self, reply: Reply, request: ModelRequest | None) -> None:
        try:
            self.pause(reply.delay)
            if reply.cut_after is not None and reply.cut_after < 0:
                self.hang_up()
                return
            self.send_response(reply.status)
            for name, value in {**reply.headers, **self.cors_headers()}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(reply.body)))
            self.end_headers()
            for index, piece in enumerate(pieces(reply)):
                if index:
                    self.pause(reply.pace)
                self.wfile.write(piece)
                self.wfile.flush()
            if reply.cut_after is not None:
                self.hang_up()
        except (ClientLeftError, BrokenPipeError, ConnectionResetError):
            self.close_connection = True
            if request is not None:
                self.model.left(request)

    def pause(self, seconds: float) -> None:
        """Wait, but notice at once that the client has gone."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.model.closing_within(0):
                raise ClientLeftError
            readable, _, _ = select.select([self.connection], [], [], 0.02)
            if readable and self.connection.recv(1, socket.MSG_PEEK) == b"":
                raise ClientLeftError

    def hang_up(self) -> None:
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
        """Quiet: ``ModelServer.requests`` is the log."""


def lower_case(headers: Iterable[tuple[str, str]]) -> dict[str, str]:
    return {name.lower(): value for name, value in headers}
