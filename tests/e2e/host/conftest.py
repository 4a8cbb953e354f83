"""What the tests of a host's page share: an agent whose options are JavaScript, as hosts write them."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page

from e2e.agent_calls import WITHIN, call
from e2e.model_server import ModelServer
from e2e.site_server import SiteServer

DESK = "/host/desk.html"

START = """async base => {
    const { Pagehand } = await import('/pagehand/pagehand.js')
    window.notes = []
    %s
    window.agent = new Pagehand({ ...base, ...(%s) })
    window.seen = []
    for (const type of ['statuschange', 'activity', 'analytics', 'narrate', 'ask', 'answered', 'navigated', 'plan', 'warning', 'dispose'])
        agent.addEventListener(type, event => seen.push({ type, detail: event.detail ?? null, status: agent.status }))
    return await within(30, agent.ready)
}"""


class Copilot(Protocol):
    def __call__(self, model: ModelServer | None, options: str = "{}", *, path: str = DESK, setup: str = "") -> Page:
        """Open ``path`` and start ``window.agent`` there. ``options`` is a JavaScript object, ``setup`` runs before it."""
        ...


@pytest.fixture
def copilot(page: Page, site: SiteServer, embed: Path) -> Copilot:
    def start(model: ModelServer | None, options: str = "{}", *, path: str = DESK, setup: str = "") -> Page:
        page.goto(site.url(path))
        page.evaluate(WITHIN)
        named = {"baseURL": model.base_url, "model": "scripted"} if model else {"model": "offline"}
        page.evaluate(START % (setup, options), {"language": "en-US", "stepDelay": 0, **named})
        return page

    return start


class Example(Protocol):
    def __call__(self, name: str, model: ModelServer, **options: str | int) -> Page:
        """Open an example of ``tests/sites/host`` with its model in the address, once its agent is ready."""
        ...


@pytest.fixture
def example(page: Page, site: SiteServer, embed: Path) -> Example:
    def open_example(name: str, model: ModelServer, **options: str | int) -> Page:
        query = {"model": "scripted", "baseURL": model.base_url, "language": "en-US", "stepDelay": 0, **options}
        page.goto(site.url(f"/host/{name}.html?{urlencode(query)}"))
        page.wait_for_function("window.agent")
        page.evaluate(WITHIN)
        call(page, "agent.ready")
        return page

    return open_example


def log_of(page: Page) -> list[str]:
    """What the example says was done on it."""
    return page.evaluate("document.querySelector('#log').textContent").splitlines()
