"""A task that the embed carries across real page loads: every form of the shop is a GET to another document (X11)."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from e2e.agent_calls import WITHIN, finish, outcomes, start
from e2e.model_server import ModelServer
from e2e.order_steps import choose, click, type_text
from e2e.replies import ModelRequest, Reply, done
from e2e.site_server import SiteServer


def receipt(request: ModelRequest) -> Reply:
    assert request.sees("Thank you, Ada. €69.00 by Pick-up, to London."), request.text
    return done("Ordered one lamp")


ORDER_A_LAMP = [
    click("Add to cart", after="Paper lamp"),
    click("Go to checkout"),
    type_text("^<input", "Ada", after="Name"),
    type_text("^<input", "London", after="City"),
    choose("^<select", "Pick-up"),
    click("type=checkbox"),
    click("Place order"),
    receipt,
]


def test_a_task_goes_on_after_every_page_load(page: Page, site: SiteServer, embed: object):
    """X11: a step is saved before it acts, its result is the navigation, and it is never repeated; X13: numbers go on"""
    with ModelServer(ORDER_A_LAMP) as model:
        page.goto(site.url(f"/shop/index.html?pagehand&model=scripted&dialogs=dismiss&baseURL={model.base_url}"))
        page.wait_for_function("window.agent")
        page.evaluate("() => agent.ready")
        page.evaluate(WITHIN)
        start(page, "Order one paper lamp, picked up in London, for Ada")
        page.wait_for_url("**/receipt.html*", timeout=60_000)
        page.wait_for_function("window.agent?.status === 'completed'", timeout=30_000)
        history = page.evaluate("agent.history")
    expect(page.locator("#receipt")).to_have_text("Thank you, Ada. €69.00 by Pick-up, to London.")
    assert page.evaluate("agent.lastResult.data") == "Ordered one lamp"
    actions = outcomes({"history": history})
    assert [name for name, _ in actions] == [
        *("click_element_by_index", "click_element_by_index", "input_text", "input_text"),
        *("select_dropdown_option", "click_element_by_index", "click_element_by_index", "done"),
    ]
    assert len(model.requests) == len(ORDER_A_LAMP)
    assert "navigated to" in model.requests[1].text
    numbers = [step["actions"][0]["input"].get("index", 0) for step in history if step["type"] == "step"]
    assert numbers[1] > numbers[0]
    assert numbers[2] > numbers[1]


def test_a_finished_task_is_not_begun_again_by_a_reload(page: Page, site: SiteServer, embed: object):
    """X11"""
    with ModelServer([done("once")]) as model:
        page.goto(site.url(f"/shop/index.html?pagehand&model=scripted&baseURL={model.base_url}"))
        page.wait_for_function("window.agent")
        page.evaluate(WITHIN)
        start(page, "Say once")
        assert finish(page)["data"] == "once"
        page.reload()
        page.wait_for_function("window.agent")
        page.evaluate("() => agent.ready")
        page.wait_for_timeout(1500)
        assert page.evaluate("agent.status") in ("idle", "completed")
    assert len(model.requests) == 1
