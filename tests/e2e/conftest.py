"""End to end: Debian's Chromium driven by Playwright, the fixture sites and the built embed on a loopback server.

The browser's scope is the package and no longer: Playwright's sync API keeps an event loop running on its thread,
and no async test of another folder could run beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from e2e.agent_calls import create_agent
from e2e.chromium import FLAGS, chromium_path
from e2e.site_server import MOUNTS, SiteServer

PATIENCE = 15_000
"""Milliseconds that Playwright waits for what must come; a shared machine is slow at times."""
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="package")
def driver() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def browser(driver: Playwright) -> Iterator[Browser]:
    browser = driver.chromium.launch(executable_path=chromium_path(), headless=True, args=FLAGS)
    yield browser
    browser.close()


@pytest.fixture
def site() -> Iterator[SiteServer]:
    with SiteServer() as server:
        yield server


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-US")
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


@dataclass
class BrowserLog:
    """What the pages of a test said. An uncaught error in a page fails the test unless the test takes it out."""

    console: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


@pytest.fixture
def browser_log(context: BrowserContext, request: pytest.FixtureRequest) -> BrowserLog:
    """Collects console lines and uncaught errors of every page; pytest shows them when the test fails."""
    log = BrowserLog()

    def note(kept: list[str], line: str) -> None:
        kept.append(line)
        request.node.add_report_section("call", "browser", line)

    context.on("console", lambda message: note(log.console, f"{message.type}: {message.text}"))
    context.on("weberror", lambda error: note(log.errors, str(error.error)))
    return log


@pytest.fixture
def page(context: BrowserContext, browser_log: BrowserLog) -> Iterator[Page]:
    page = context.new_page()
    yield page
    assert browser_log.errors == []


@pytest.fixture(scope="package")
def embed() -> Path:
    """The built embed's folder."""
    folder = MOUNTS["/pagehand/"]
    assert (folder / "pagehand.js").is_file(), "dist/embed is not built: python build.py"
    return folder


EmbedPage = Callable[[str, dict[str, Any]], Page]


@pytest.fixture
def embed_page(page: Page, site: SiteServer, embed: Path) -> EmbedPage:
    """Opens a path of the site and starts an agent there, as ``window.agent``; its events go to ``window.seen``."""

    def open_page(path: str, config: dict[str, Any]) -> Page:
        page.goto(site.url(path))
        create_agent(page, config)
        return page

    return open_page
