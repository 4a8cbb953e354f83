"""The pages under test, on loopback: fixture sites, the built embed at ``/pagehand/``, npm packages at ``/npm/``.

    with SiteServer() as site:
        site.url("/orders/plain.html")

    python -m e2e.site_server --port 8000

Paths can get extra headers (a Content-Security-Policy) or a Python handler (a form's POST, a redirect).
"""

from __future__ import annotations

import argparse
import mimetypes
import posixpath
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from email.utils import formatdate, parsedate_to_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import parse_qs, unquote, urlsplit

ROOT = Path(__file__).resolve().parents[2]
MOUNTS = {
    "/": ROOT / "tests" / "sites",
    "/pagehand/": ROOT / "dist" / "embed",
    "/npm/": ROOT / "extension" / "node_modules",
}
TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".json": "application/json",
    ".whl": "application/zip",
    ".data": "application/octet-stream",
    ".gz": "application/gzip",
}


@dataclass(frozen=True)
class SiteRequest:
    """What a browser asked for. ``form`` holds the last value of each field of a URL-encoded body."""

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    """Names in lower case."""
    body: bytes

    @property
    def form(self) -> dict[str, str]:
        return last_values(self.body.decode("utf-8"))


@dataclass(frozen=True)
class SiteResponse:
    body: str | bytes = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    content_type: str = "text/html"

    @classmethod
    def redirect(cls, location: str, status: int = 303) -> SiteResponse:
        return cls(status=status, headers={"Location": location})


class LoopbackServer(ThreadingHTTPServer):
    """A server of a test: a client that leaves is no fault of it."""

    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # pyright: ignore[reportArgumentType]


Handle = Callable[[SiteRequest], SiteResponse]


class SiteServer:
    """Serves from a thread of its own until the ``with`` block ends.

    ``headers`` and ``handlers`` may be changed while it runs; a key of ``headers`` is an exact path or a prefix
    that ends in ``*``, and all that match apply in order.
    """

    def __init__(self, mounts: Mapping[str, Path] = MOUNTS, *, host: str = "127.0.0.1", port: int = 0) -> None:
        self.mounts = dict(sorted(mounts.items(), key=lambda mount: -len(mount[0])))
        self.headers: dict[str, dict[str, str]] = {}
        self.handlers: dict[str, Handle] = {}
        self.requests: list[SiteRequest] = []
        self._server = LoopbackServer((host, port), type("Handler", (SiteHandler,), {"site": self}))
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    @property
    def origin(self) -> str:
        host, port = self._server.server_address[:2]
        return f"http://{host!s}:{port}"

    def url(self, path: str) -> str:
        return self.origin + path

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def file_of(self, path: str) -> Path | None:
        """The file that a path names, or None; a folder is its ``index.html``, and nothing leaves a mount."""
        for prefix, folder in self.mounts.items():
            if path.startswith(prefix):
                inside = posixpath.normpath("/" + path.removeprefix(prefix)).lstrip("/")
                file = folder / inside
                if path.endswith("/"):
                    file /= "index.html"
                return file if file.is_file() else None
        return None

    def headers_of(self, path: str) -> dict[str, str]:
        merged: dict[str, str] = {}
        for pattern, headers in self.headers.items():
            if path == pattern or (pattern.endswith("*") and path.startswith(pattern[:-1])):
                merged.update(headers)
        return merged


class SiteHandler(BaseHTTPRequestHandler):
    site: SiteServer
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.answer()

    def do_HEAD(self) -> None:
        self.answer()

    def do_POST(self) -> None:
        self.answer()

    def answer(self) -> None:
        parts = urlsplit(self.path)
        request = SiteRequest(
            method=self.command,
            path=unquote(parts.path),
            query=last_values(parts.query),
            headers={name.lower(): value for name, value in self.headers.items()},
            body=self.rfile.read(int(self.headers.get("Content-Length") or 0)),
        )
        self.site.requests.append(request)
        if handle := self.site.handlers.get(request.path):
            self.send(request, handle(request))
        else:
            self.send(request, self.static(request))

    def static(self, request: SiteRequest) -> SiteResponse:
        if request.method not in ("GET", "HEAD"):
            return SiteResponse("Method not allowed", 405, content_type="text/plain")
        file = self.site.file_of(request.path)
        if file is None:
            return SiteResponse("Not found", 404, content_type="text/plain")
        modified = int(file.stat().st_mtime)
        headers = {"Cache-Control": "no-cache", "Last-Modified": formatdate(modified, usegmt=True)}
        since = request.headers.get("if-modified-since")
        if since and parsedate_to_datetime(since).timestamp() >= modified:
            return SiteResponse(status=304, headers=headers)
        guess = TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        return SiteResponse(file.read_bytes(), headers=headers, content_type=guess)

    def send(self, request: SiteRequest, response: SiteResponse) -> None:
        body = response.body.encode("utf-8") if isinstance(response.body, str) else response.body
        text = response.content_type.startswith("text/") or response.content_type == "application/json"
        headers = {
            "Content-Type": response.content_type + ("; charset=utf-8" if text else ""),
            "Content-Length": str(len(body)),
            **response.headers,
            **self.site.headers_of(request.path),
        }
        self.send_response(response.status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        if request.method != "HEAD" and response.status != 304:
            try:
                self.wfile.write(body)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True  # the browser left the page

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
        """Quiet: ``SiteServer.requests`` is the log."""


def last_values(query: str) -> dict[str, str]:
    return {name: values[-1] for name, values in parse_qs(query, keep_blank_values=True).items()}


def main() -> None:
    parser = argparse.ArgumentParser(description="Serve the demo sites, with the built embed at /pagehand/.")
    parser.add_argument("--port", type=int, default=8000, help="0 for any that is free")
    with SiteServer(port=parser.parse_args().port) as site:
        for page in ("/orders/index.html", "/shop/index.html?pagehand", "/jquery-ui/index.html"):
            print(site.url(page))
        print("Press Ctrl-C to end.", flush=True)
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            print()


if __name__ == "__main__":
    main()
