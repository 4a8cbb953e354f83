"""``python -m pagehand serve DIR``: a folder of pages, with the embed at ``/pagehand/``, for a quick try."""

from __future__ import annotations

import posixpath
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

from pagehand.embedded import embed_path

MOUNT = "/pagehand/"
YEAR = 31_536_000


class Handler(SimpleHTTPRequestHandler):
    """Files below a folder and, under ``/pagehand/``, the embed; its runtime's names hold their content's hash."""

    extensions_map = {
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def translate_path(self, path: str) -> str:
        plain = unquote(urlsplit(path).path)
        if not plain.startswith(MOUNT):
            return super().translate_path(path)
        inside = posixpath.normpath("/" + plain.removeprefix(MOUNT)).lstrip("/")
        return str(embed_path() / inside)

    def end_headers(self) -> None:
        lasting = urlsplit(self.path).path.startswith(f"{MOUNT}runtime/")
        self.send_header("Cache-Control", f"public, max-age={YEAR}, immutable" if lasting else "no-cache")
        super().end_headers()


def make_server(folder: Path, port: int, host: str = "127.0.0.1") -> ThreadingHTTPServer:
    """A server on loopback that is not running yet. Raises ``NotADirectoryError`` and ``OSError`` (port in use)."""
    if not folder.is_dir():
        raise NotADirectoryError(f"{folder} is not a folder")
    embed_path()
    return ThreadingHTTPServer((host, port), partial(Handler, directory=str(folder)))
