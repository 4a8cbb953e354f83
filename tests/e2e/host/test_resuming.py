"""A task across page loads, from a host's side: refused, expired, of several agents, and out of the browser's cache."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest
from playwright.sync_api import Page, Playwright, expect

from e2e.agent_calls import WITHIN, outcomes
from e2e.chromium import FLAGS, chromium_path
from e2e.model_server import ModelServer
from e2e.order_steps import click
from e2e.replies import ModelRequest, Reply, done
from e2e.site_server import SiteServer

SHOP = "/shop/index.html"
ON_EVERY_PAGE = """if (top === window) addEventListener('DOMContentLoaded', async () => {
    const { Pagehand } = await import('/pagehand/pagehand.js')
    window.agents = %s.map(config => new Pagehand({ dialogs: 'dismiss', language: 'en-US', stepDelay: 0, ...config }))
    window.agent = agents[0]
    addEventListener('pageshow', event => { window.restored = event.persisted })
})"""


def host(page: Page, *configs: dict[str, Any]) -> None:
    """The site's own script on every page: one agent for each configuration."""
    page.add_init_script(ON_EVERY_PAGE % json.dumps(configs))


def ready(page: Page) -> None:
    page.wait_for_function("window.agents && Promise.all(agents.map(agent => agent.ready))")
    page.evaluate(WITHIN)


def begin(page: Page, task: str, agent: int = 0) -> None:
    page.evaluate("([number, task]) => void agents[number].execute(task)", [agent, task])


def settled(page: Page, agent: int = 0) -> dict[str, Any]:
    page.wait_for_function("number => ['completed', 'error', 'stopped'].includes(agents[number].status)", arg=agent)
    return page.evaluate("number => agents[number].lastResult", agent)


def test_the_person_refuses_to_go_on(page: Page, site: SiteServer, embed: object):
    """X11: the panel opens with the task; its Stop ends it, for the pages after this one too"""
    with ModelServer([click("Cart"), done("late").after(30)]) as model:
        host(page, {"baseURL": model.base_url, "model": "scripted"})
        page.goto(site.url(SHOP))
        ready(page)
        begin(page, "Look into the cart")
        model.wait_for_request(2)
        page.wait_for_url("**/cart.html*")
        panel = page.locator("pagehand-root")
        expect(panel.get_by_text("Look into the cart").first).to_be_visible()
        panel.get_by_role("button", name="Stop").click()
        assert settled(page)["status"] == "stopped"
        page.reload()
        ready(page)
        page.wait_for_timeout(300)
        assert page.evaluate("agent.status") == "idle"
    assert len(model.requests) == 2


def test_an_expired_task_is_not_taken_up(page: Page, site: SiteServer, embed: object):
    """X11: after ``sessionExpiry`` seconds"""
    with ModelServer([click("Cart")]) as model:
        host(page, {"baseURL": model.base_url, "model": "scripted", "sessionExpiry": 0})
        page.goto(site.url(SHOP))
        ready(page)
        begin(page, "Look into the cart")
        page.wait_for_url("**/cart.html*")
        ready(page)
        page.wait_for_timeout(300)
        assert page.evaluate("agent.status") == "idle"
    assert len(model.requests) == 1


def test_each_agent_of_a_page_goes_on_with_its_own_task(page: Page, site: SiteServer, embed: object):
    """X41: names are given by the order in which agents are made, and are the same on the next page"""
    scripts = {"alpha": [], "beta": [click("Cart"), done("It is empty.")]}
    with ModelServer(scripts) as model:
        host(
            page,
            {"baseURL": model.base_url, "model": "alpha"},
            {"baseURL": model.base_url, "model": "beta", "panel": False},
        )
        page.goto(site.url(SHOP))
        ready(page)
        begin(page, "Look into the cart", agent=1)
        page.wait_for_url("**/cart.html*")
        ready(page)
        result = settled(page, agent=1)
        assert page.evaluate("agents.map(agent => agent.status)") == ["idle", "completed"]
        assert page.evaluate("Object.keys(sessionStorage)") == ["pagehand:pagehand-2"]
        expect(page.locator("pagehand-root").nth(1)).to_be_hidden()
    assert result["data"] == "It is empty."
    assert outcomes(result) == [("click_element_by_index", True), ("done", True)]


@pytest.fixture
def caching_page(driver: Playwright) -> Any:
    """A page of a browser that keeps left pages, as people's browsers do and Playwright's does not."""
    browser = driver.chromium.launch(
        executable_path=chromium_path(), args=FLAGS, ignore_default_args=["--disable-back-forward-cache"]
    )
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.set_default_timeout(20_000)
    yield page
    browser.close()


def test_a_page_out_of_the_browsers_cache_goes_on_once(caching_page: Page, site: SiteServer, embed: object):
    """X11: going back does not wake a second run; the one that there is goes on, with all that happened meanwhile"""
    page, in_cart = caching_page, threading.Event()

    def answer(request: ModelRequest) -> Reply:
        if request.sees("# Your cart"):
            in_cart.set()
            return done("lost").after(30)
        if in_cart.is_set():
            return done("Back.")
        # A page that is slow to go may ask once more while it still stands.
        return done("too early").after(30) if "<step_1>" in request.text else click("Cart")(request)

    with ModelServer(answer) as model:
        host(page, {"baseURL": model.base_url, "model": "scripted"})
        page.goto(site.url(SHOP))
        ready(page)
        begin(page, "Look into the cart")
        page.wait_for_url("**/cart.html*")
        assert in_cart.wait(30)
        before = len(model.requests)
        page.go_back(wait_until="commit")
        page.wait_for_function("window.restored === true")
        result = settled(page)
    assert (result["success"], result["data"]) == (True, "Back.")
    # Chromium's network stack may send a left page's call once more; no page asked for it, and no page gets its answer.
    (back,) = [request for request in model.requests[before:] if not request.sees("# Your cart")]
    assert "cart.html" in back.text
    assert outcomes(result) == [("click_element_by_index", True), ("done", True)]
