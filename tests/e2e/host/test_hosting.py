"""Hosting from Python: the wheel, ``python -m pagehand serve``, FastAPI with the proxy, Flask. All really started."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page

from e2e.agent_calls import WITHIN, call, execute
from e2e.model_server import ModelServer
from e2e.order_steps import click
from e2e.replies import done

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = Path(__file__).resolve().parent / "examples"
PAGE = """<!doctype html><meta charset="utf-8"><title>Mine</title><link rel="icon" href="data:,">
<button onclick="document.title = 'Pressed'">Press me</button>
<script type="module">
  import { Pagehand } from "/pagehand/pagehand.js"
  window.agent = new Pagehand(%s)
</script>"""
KEY = "sk-only-on-the-server"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "site").mkdir()
    return tmp_path


def write_page(folder: Path, config: str) -> None:
    (folder / "site" / "index.html").write_text(PAGE % config, "utf-8")


@contextmanager
def server(arguments: list[str], folder: Path, environment: Mapping[str, str] = {}) -> Iterator[None]:
    """A program that serves, until the block ends. Its output is shown when it ends by itself."""
    program = subprocess.Popen(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT / "py"), "PYTHONUNBUFFERED": "1", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield
        assert program.poll() is None, program.communicate()[0]
    finally:
        program.terminate()
        program.communicate(timeout=10)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def open_page(page: Page, address: str) -> None:
    """Once the server answers."""
    end = time.monotonic() + 30
    while True:
        try:
            urllib.request.urlopen(address).close()
            break
        except OSError:
            assert time.monotonic() < end, f"nothing answers at {address}"
            time.sleep(0.1)
    page.goto(address)
    page.wait_for_function("window.agent")
    page.evaluate(WITHIN)
    call(page, "agent.ready")


def test_fastapi_with_the_key_on_the_server(page: Page, embed: Path, folder: Path):
    """Issue 8: ``embed_path`` and ``pagehand.proxy``; the page has no key, and gets nothing but the configured model"""
    port = free_port()
    write_page(folder, "{ model: 'scripted', baseURL: '/llm' }")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(f"{request.url} {request.headers} {request.post_data or ''}"))
    with ModelServer([click("Press me"), done("Pressed.")], cors=False) as model:
        environment = {"MODEL_URL": model.base_url, "MODEL": "scripted", "MODEL_KEY": KEY}
        arguments = ["-m", "uvicorn", "--app-dir", str(EXAMPLES), "fastapi_app:app", "--port", str(port)]
        with server(arguments, folder, environment):
            open_page(page, f"http://127.0.0.1:{port}/")
            result = execute(page, "Press the button")
            other = page.evaluate("""async () => { const asked = await fetch('/llm/chat/completions',
                { method: 'POST', body: JSON.stringify({ model: 'dearer', messages: [] }) })
                return [asked.status, (await asked.json()).error.message] }""")
    assert (result["data"], page.title()) == ("Pressed.", "Pressed")
    assert all(request.headers["authorization"] == f"Bearer {KEY}" for request in model.requests)
    assert len(model.requests) == 2
    assert other[0] == 403
    assert "'scripted'" in other[1]
    assert not [text for text in sent if KEY in text]
    assert KEY not in page.content()


def test_flask(page: Page, embed: Path, folder: Path):
    """Issue 8: static files with Flask's own headers; the snapshot is used"""
    port = free_port()
    write_page(folder, "{ model: 'offline' }")
    arguments = ["-m", "flask", "--app", str(EXAMPLES / "flask_app.py"), "run", "--port", str(port)]
    with server(arguments, folder):
        open_page(page, f"http://127.0.0.1:{port}/index.html")
        assert page.evaluate("agent.boot.plain") is None
        result = execute(page, "Press me")
    assert result["success"] is True
    assert page.title() == "Pressed"


def test_serve_from_the_installed_wheel(page: Page, folder: Path):
    """Issue 8: the wheel carries the embed; ``python -m pagehand serve DIR`` needs nothing of a checkout"""
    (wheel,) = (ROOT / "dist").glob("pagehand-*.whl")
    installed = folder / "installed"
    with zipfile.ZipFile(wheel) as archive:
        assert "pagehand/embed/pagehand.js" in archive.namelist()
        archive.extractall(installed)
    write_page(folder, "{ model: 'offline' }")
    port = free_port()
    with server(["-m", "pagehand", "serve", "site", "--port", str(port)], folder, {"PYTHONPATH": str(installed)}):
        open_page(page, f"http://127.0.0.1:{port}/")
        result = execute(page, "Press me")
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/pagehand/../secret")
    assert result["success"] is True
    assert page.title() == "Pressed"


def test_the_examples_are_ten_lines():
    """Issue 8"""
    for file in EXAMPLES.glob("*.py"):
        lines = [line for line in file.read_text("utf-8").splitlines() if line and not line.startswith('"""')]
        assert len(lines) <= 10, file.name
