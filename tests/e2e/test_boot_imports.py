"""Imports of what the memory image leaves out: the archives come when they are asked for, and never in a normal run."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from e2e.agent_calls import execute
from e2e.conftest import BrowserLog, EmbedPage
from e2e.model_server import ModelServer
from e2e.order_steps import OPEN_ADA, SEARCH, choose, click, type_text
from e2e.python_in_page import boot_python, run_python
from e2e.replies import act, done
from e2e.site_server import SiteResponse, SiteServer

STRICT = {"Content-Security-Policy": "script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"}
PLAIN = "/orders/plain.html"
ARCHIVES = ("stdlib.", "site-packages.")


def archives_asked(site: SiteServer) -> list[str]:
    names = [request.path.rpartition("/")[2] for request in site.requests]
    return [name for name in names if name.startswith(ARCHIVES)]


@pytest.fixture
def booted(page: Page, site: SiteServer, embed: Path) -> Page:
    site.headers[PLAIN] = STRICT
    page.goto(site.url(PLAIN))
    assert boot_python(page, embed)["plain"] is None
    return page


def test_a_module_that_is_not_in_the_image_is_fetched(booted: Page, site: SiteServer, browser_log: BrowserLog):
    """Issue 3: a late import of the standard library, and of a bundled package, under a strict policy; once"""
    assert archives_asked(site) == []
    late = "import sys; before = 'sqlite3' in sys.modules or 'wave' in sys.modules; import wave, json_repair.__main__"
    assert (
        run_python(booted, f"def late():\n    {late}\n    return f'{{before}} {{wave.__name__}}'\nlate()")
        == "False wave"
    )
    assert (
        run_python(booted, "import xml.dom.minidom as m; m.parseString('<a>ok</a>').documentElement.firstChild.data")
        == "ok"
    )
    assert sorted(name.split(".")[0] for name in archives_asked(site)) == ["site-packages", "stdlib"]
    assert len([line for line in browser_log.console if "archives" in line]) == 1


def test_a_module_that_exists_nowhere_costs_no_request(booted: Page, site: SiteServer):
    """Optional imports (``try: import grp``) must stay cheap, and keep their own exception"""
    missing = """
import importlib
def outcome(name):
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as error:
        return error.name
' '.join(outcome(name) for name in ('nothing_like_this', '_winapi', 'json.nothing', 'numpy'))
"""
    assert run_python(booted, missing) == "nothing_like_this _winapi json.nothing numpy"
    assert archives_asked(site) == []


def test_archives_can_be_fetched_ahead(booted: Page, site: SiteServer, browser_log: BrowserLog):
    """For a host's own Python tools: asynchronously, once, and without a synchronous request later"""
    assert (
        run_python(
            booted, "from pagehand.host import archives; await archives.fetch(); await archives.fetch(); import wave; 1"
        )
        == 1
    )
    assert len(archives_asked(site)) == 2
    assert [line for line in browser_log.console if "archives" in line] == []


def test_archives_that_are_gone_are_an_import_error(booted: Page, site: SiteServer, embed: Path):
    for file in (embed / "runtime").glob("stdlib.*"):
        site.handlers[f"/pagehand/runtime/{file.name}"] = lambda _request: SiteResponse("gone", 404)
    text = run_python(booted, "try:\n    import wave\nexcept ImportError as error:\n    text = str(error)\ntext")
    assert "stdlib." in text
    assert "404" in text


def test_a_normal_run_imports_nothing_late(embed_page: EmbedPage, site: SiteServer, browser_log: BrowserLog):
    """Reading, typing, choosing, pressing, waiting, stopping: everything is in the image"""
    script = [
        type_text(SEARCH, "Ada"),
        act("press_key", {"key": "Enter"}),
        click(OPEN_ADA),
        choose("^<select", "Shipped"),
        act("scroll", {"down": True}),
        act("wait", {"seconds": 1}),
        click("^<button[^>]*>Save"),
        done("Shipped"),
    ]
    with ModelServer(script) as model:
        page = embed_page(PLAIN, {"baseURL": model.base_url, "model": "scripted"})
        assert execute(page, "Ship Ada's order")["data"] == "Shipped"
    assert archives_asked(site) == []
    assert [line for line in browser_log.console if "archives" in line] == []
