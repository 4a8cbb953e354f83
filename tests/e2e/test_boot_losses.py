"""A page that throws parts of itself away, and ours with them: the frame stays, or Python boots again and goes on."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from e2e.agent_calls import call, execute, finish, refusal, start
from e2e.conftest import EmbedPage
from e2e.model_server import ModelServer
from e2e.replies import ModelRequest, Reply, act, done

PLAIN = "/shop/cart.html"

SWAPS = {
    "body replaced": "document.body.replaceWith(document.body.cloneNode(true))",
    "body emptied": "document.body.innerHTML = '<h1>Rendered anew</h1><button>Go on</button>'",
}
LOSSES = {
    "html emptied": "document.documentElement.innerHTML = '<head><title>New</title></head><body><button>Go on</button></body>'",
    "html replaced": """{
        const html = document.createElement('html')
        html.innerHTML = '<head><title>New</title></head><body><button>Go on</button></body>'
        document.replaceChild(html, document.documentElement)
    }""",
    "document.open": """{
        document.open()
        document.write('<!doctype html><title>New</title><button>Go on</button>')
        document.close()
    }""",
    "frame moved": "document.body.append(document.querySelector('iframe[data-pagehand-ignore]'))",
    "frame removed": "document.querySelector('iframe[data-pagehand-ignore]').remove()",
}


@pytest.mark.parametrize("swap", SWAPS.values(), ids=SWAPS)
def test_a_body_swap_by_a_framework_keeps_the_frame(embed_page: EmbedPage, swap: str):
    """Issue 3: the frame is no child of ``body``"""
    with ModelServer([act("wait", {"seconds": 1}), done("one"), done("two")]) as model:
        page = embed_page(PLAIN, {"baseURL": model.base_url, "model": "scripted"})
        mark(page)
        start(page, "First")
        model.wait_for_request(1)
        page.evaluate(swap)
        assert finish(page)["data"] == "one"
        assert execute(page, "Second")["data"] == "two"
    assert same_frame(page)


@pytest.mark.parametrize("loss", LOSSES.values(), ids=LOSSES)
def test_a_lost_frame_boots_again_with_its_history(embed_page: EmbedPage, loss: str):
    """Issue 3: between two tasks; the conversation goes on in the new runtime, and the panel is back"""
    with ModelServer([done("one"), done("two")]) as model:
        page = embed_page(PLAIN, {"baseURL": model.base_url, "model": "scripted", "sessionContinuityMs": 600_000})
        page.evaluate("agent.panel.show()")
        assert execute(page, "The first task")["data"] == "one"
        mark(page)
        page.evaluate(loss)
        page.wait_for_function("() => document.querySelector('iframe[data-pagehand-ignore]')")
        call(page, "agent.ready")
        assert not same_frame(page)
        result = execute(page, "The second task")
    assert result["data"] == "two"
    assert page.evaluate("agent.history.filter(event => event.type === 'step').length") == 2
    assert "The first task" in model.requests[1].text
    assert page.locator("pagehand-root").count() == page.locator("iframe").count() == 1
    expect(page.get_by_text("The second task")).to_be_visible()


@pytest.mark.parametrize("loss", LOSSES.values(), ids=LOSSES)
def test_a_task_at_work_goes_on_after_the_loss(embed_page: EmbedPage, loss: str):
    """Issue 3, X11: the promise that the host holds is kept; what was done is not done again"""

    def after(request: ModelRequest) -> Reply:
        return done("went on")

    with ModelServer([act("wait", {"seconds": 10}), after]) as model:
        page = embed_page(PLAIN, {"baseURL": model.base_url, "model": "scripted"})
        start(page, "Wait for it")
        page.wait_for_function("seen.some(event => event.detail?.type === 'executing' && event.detail.tool === 'wait')")
        page.evaluate("window.read = agent.executeAction('wait', { seconds: 10 }).catch(error => error.kind); null")
        page.evaluate(loss)
        result = finish(page, seconds=15)
        assert call(page, "window.read") == "removed"
    assert (result["success"], result["data"]) == (True, "went on")
    assert [event["type"] for event in result["history"]].count("step") == 2
    assert page.evaluate("agent.status") == "completed"


def test_what_was_typed_stays(embed_page: EmbedPage):
    page = embed_page(PLAIN, {"model": "offline"})
    page.evaluate("agent.panel.show()")
    page.get_by_role("textbox").last.fill("half a sen")
    page.evaluate(LOSSES["html emptied"])
    call(page, "agent.ready")
    expect(page.locator("pagehand-root #task")).to_have_value("half a sen")


def test_a_panel_that_is_removed_comes_back(embed_page: EmbedPage):
    page = embed_page(PLAIN, {"model": "offline"})
    mark(page)
    page.evaluate("document.querySelector('pagehand-root').remove()")
    page.wait_for_selector("pagehand-root", state="attached")
    assert same_frame(page)


def test_a_page_that_removes_it_again_and_again_is_left_alone(embed_page: EmbedPage):
    """No endless loop: after a few times it is said, and calls are refused"""
    page = embed_page(PLAIN, {"model": "offline"})
    page.evaluate("""new MutationObserver(() => document.querySelector('iframe[data-pagehand-ignore]')?.remove())
        .observe(document.documentElement, { childList: true }); document.querySelector('iframe').remove()""")
    page.wait_for_function("agent.status === 'error'")
    assert "keeps removing" in refusal(page, "agent.page.read()")["message"]
    assert page.locator("iframe").count() == 0


def mark(page: Page) -> None:
    page.evaluate("document.querySelector('iframe[data-pagehand-ignore]').contentWindow.mark = 1; null")


def same_frame(page: Page) -> bool:
    return page.evaluate("document.querySelector('iframe[data-pagehand-ignore]').contentWindow.mark === 1")
