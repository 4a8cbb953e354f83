"""``python -m pagehand serve DIR``: the folder's pages, and the embed beside them."""

from __future__ import annotations

import threading
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from pagehand import embed_path
from pagehand.serve import make_server


def test_pages_and_the_embed_are_served(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<h1>Mine</h1>", "utf-8")
    with make_server(tmp_path, 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        with urllib.request.urlopen(f"{address}/") as page:
            assert page.read() == b"<h1>Mine</h1>"
        with urllib.request.urlopen(f"{address}/pagehand/pagehand.js") as script:
            assert script.headers["content-type"] == "text/javascript"
            assert script.headers["cache-control"] == "no-cache"
        name = next(path.name for path in (embed_path() / "runtime").iterdir() if path.name.startswith("boot."))
        with urllib.request.urlopen(f"{address}/pagehand/runtime/{name}") as module:
            assert "immutable" in module.headers["cache-control"]
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"{address}/pagehand/../../../../etc/passwd")
        server.shutdown()


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(NotADirectoryError, match="missing"):
        make_server(tmp_path / "missing", 0)
