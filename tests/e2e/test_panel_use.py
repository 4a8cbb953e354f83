"""The panel of the built embed, used as a person uses it: real keys and clicks, on the demo back office."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from e2e.agent_calls import call, outcomes, steps_of
from e2e.conftest import EmbedPage
from e2e.model_server import ModelServer
from e2e.order_steps import OPEN_ADA, SEARCH, click, type_text
from e2e.replies import act, as_json, done
from e2e.shop_state import shop_state
from e2e.site_server import SiteServer

PLAIN = "/orders/plain.html"


def give_task(page: Page, task: str) -> None:
    page.evaluate("agent.panel.show()")
    box = page.locator("pagehand-root #task")
    box.click()
    page.keyboard.type(task)
    page.keyboard.press("Enter")


def wait_for_status(page: Page, status: str) -> None:
    page.wait_for_function("status => agent.status === status", arg=status)


def test_a_task_typed_into_the_panel_is_done_and_answered_there(embed_page: EmbedPage):
    """Issue 2: task box, status, steps, answer; X22: keys in the panel are no takeover"""
    with ModelServer(
        [type_text(SEARCH, "Ada", next_goal="Find the order of Ada"), done("There is one order.")]
    ) as model:
        page = embed_page(PLAIN, {"baseURL": model.base_url, "model": "scripted"})
        give_task(page, "How many orders has Ada?")
        expect(page.locator("pagehand-root").get_by_text("There is one order.", exact=True)).to_be_visible()
        expect(page.locator("pagehand-root").get_by_text("How many orders has Ada?")).to_be_visible()
    assert page.evaluate("agent.status") == "completed"
    assert outcomes({"history": page.evaluate("agent.history")}) == [("input_text", True), ("done", True)]
    assert [event for event in page.evaluate("agent.history") if event["type"] == "user"] == []
    expect(page.locator("pagehand-root #task")).to_have_value("")


def test_stop_is_pressed_while_a_modal_dialog_is_open(embed_page: EmbedPage):
    """A modal ``<dialog>`` makes all else inert and lies above it: the panel must still be seen and pressed"""
    with ModelServer([click(OPEN_ADA), done("late").after(60)]) as model:
        page = embed_page(PLAIN, {"baseURL": model.base_url, "model": "scripted", "stepDelay": 0.4})
        page.get_by_role("searchbox").fill("Ada")
        give_task(page, "Open the order and think")
        model.wait_for_request(2)
        expect(page.get_by_role("dialog", name="Order #1017")).to_be_visible()
        page.locator("pagehand-root #stop").click()
        wait_for_status(page, "stopped")
    expect(page.get_by_role("dialog", name="Order #1017")).to_be_visible()
    assert shop_state(page)["saves"] == 0


def test_the_panel_outlives_the_dialog_that_it_was_shown_over(embed_page: EmbedPage):
    """The dialog goes, and the panel is where it was: in the document, once"""
    with ModelServer([click(OPEN_ADA), done("open")]) as model:
        page = embed_page(PLAIN, {"baseURL": model.base_url, "model": "scripted", "stepDelay": 0.4})
        page.get_by_role("searchbox").fill("Ada")
        give_task(page, "Open the order")
        wait_for_status(page, "completed")
    page.get_by_role("dialog", name="Order #1017").get_by_role("button", name="Cancel").click()
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("pagehand-root")).to_have_count(1)
    expect(page.locator("pagehand-root #task")).to_be_visible()
    page.locator("pagehand-root #task").fill("still works")


def test_a_question_is_answered_in_the_panel(embed_page: EmbedPage):
    """C12, C124, X28: ``waiting`` until the person has answered"""
    script = [
        act("ask_user", {"question": "Which city do you mean?"}),
        lambda request: done("Vienna it is" if "Vienna" in request.text else "no answer came"),
    ]
    with ModelServer(script) as model:
        page = embed_page(PLAIN, {"baseURL": model.base_url, "model": "scripted"})
        give_task(page, "Ship it to the city")
        card = page.locator("pagehand-root #cards")
        expect(card).to_contain_text("Which city do you mean?")
        assert page.evaluate("agent.status") == "waiting"
        card.get_by_role("textbox").fill("Vienna")
        page.keyboard.press("Enter")
        wait_for_status(page, "completed")
    assert page.evaluate("agent.lastResult.data") == "Vienna it is"


def test_a_hand_on_the_page_pauses_the_run(embed_page: EmbedPage):
    """X22: what the person does is noted, and the run goes on after 2 s"""
    with ModelServer([act("wait", {"seconds": 2}), act("scroll", {"pixels": 0}), done("ok")]) as model:
        page = embed_page(PLAIN, {"baseURL": model.base_url, "model": "scripted"})
        give_task(page, "Wait a little")
        page.wait_for_function("seen.some(event => event.detail?.type === 'executing')")
        page.mouse.click(500, 40)
        wait_for_status(page, "completed")
    times = [request.time for request in model.requests]
    assert times[1] - times[0] >= 1.9
    history = page.evaluate("agent.history")
    assert [event["kind"] for event in history if event["type"] == "user"] == ["takeover"]
    assert len(steps_of({"history": history})) == 3


def test_a_suggested_task_starts_with_a_press(embed_page: EmbedPage):
    """The demo's headline: the offline model needs no key (X8)"""
    task = "Set the order of Ada to shipped"
    page = embed_page(PLAIN, {"model": "offline", "suggestions": [task]})
    page.evaluate("agent.panel.show()")
    page.locator("pagehand-root").get_by_role("button", name=task).click()
    page.wait_for_function("agent.status === 'completed'", timeout=60_000)
    assert call(page, "agent.lastResult")["success"] is True
    (order,) = [order for order in shop_state(page)["orders"] if order["number"] == 1017]
    assert order["state"] == "Shipped"


def test_a_server_that_cut_the_prompt_is_told_to_the_person(embed_page: EmbedPage):
    """X10: fewer tokens were read than sent, so the beginning is missing; said once, with what to do"""
    short = act("wait", {"seconds": 1})
    body = {**json.loads(short.body), "usage": {"prompt_tokens": 100, "completion_tokens": 5, "total_tokens": 105}}
    with ModelServer([as_json(body), done("late").after(60)]) as model:
        page = embed_page(PLAIN, {"baseURL": model.base_url, "model": "scripted"})
        give_task(page, "Look")
        notice = page.locator("pagehand-root").get_by_text("read only 100 of at least")
        expect(notice).to_be_visible()
        expect(notice).to_contain_text("OLLAMA_CONTEXT_LENGTH")
        page.locator("pagehand-root #stop").click()
        wait_for_status(page, "stopped")


def test_send_pressed_before_python_is_there_is_kept(page: Page, site: SiteServer, embed: Path):
    """What was typed and sent while Python boots is done as soon as it can be"""
    page.goto(site.url(PLAIN))
    with ModelServer([done("Done early.")]) as model:
        page.route("**/*.snapshot.*", lambda route: (page.wait_for_timeout(1500), route.continue_()))
        page.evaluate(
            """async config => {
                await import('/pagehand/pagehand.js')
                window.agent = new Pagehand(config)
                agent.panel.show()
            }""",
            {"baseURL": model.base_url, "model": "scripted", "language": "en-US"},
        )
        page.locator("pagehand-root #task").fill("Say it")
        page.locator("pagehand-root #send").click()
        expect(page.locator("pagehand-root #queued")).to_be_visible()
        expect(page.locator("pagehand-root").get_by_text("Done early.", exact=True)).to_be_visible(timeout=30_000)
    assert len(model.requests) == 1
