"""Switching from page-agent: a page written for it runs with another script and one alias."""

from __future__ import annotations

from playwright.sync_api import Page

from e2e.agent_calls import WITHIN, call, execute, steps_of
from e2e.host.conftest import DESK, Example, log_of
from e2e.host.test_javascript_tools import actions_of
from e2e.model_server import ModelServer
from e2e.order_steps import click
from e2e.replies import act, done
from e2e.site_server import SiteServer


def test_a_page_written_for_page_agent(example: Example):
    """C8, C12, C18, C19, C24, C26-C28, X26: every documented option, hook, event and property"""
    script = [
        click("Open", memory="T-1 is first", next_goal="Open it"),
        act("add_note", {"ticket": "T-1", "text": "opened"}),
        act("execute_javascript", {"script": "return document.querySelectorAll('tr').length"}),
        done("Opened T-1."),
    ]
    with ModelServer(script) as model:
        page = example("page-agent", model)
        result = execute(page, "Open the first ticket")
        call(page, "agent.dispose()")
    assert (result["success"], result["data"]) == (True, "Opened T-1.")
    first = model.requests[0]
    assert first.headers["authorization"] == "Bearer YOUR_API_KEY"
    assert first.body["temperature"] == 0.2
    assert "You help at the desk of Paper & Post." in first.text
    assert "Tickets are opened, never closed." in first.text
    assert first.sees(r"Ada Lovelace, \*{11}")
    assert not first.sees(r"\]<button[^>]*>Buy the plan")
    told = actions_of(first)
    assert {"done", "wait", "click_element_by_index", "input_text", "add_note", "execute_javascript"} <= set(told)
    assert "ask_user" not in told
    assert log_of(page) == [
        "status running",
        "begins Open the first ticket",
        *("step 0", "pressed Open of T-1", "after click_element_by_index"),
        *("step 1", "Pagehand: T-1 opened", "after add_note", "step 2", "after execute_javascript", "step 3"),
        *("after done", "status completed", "ends true", "disposed"),
    ]
    assert page.evaluate("activities") == ["thinking", "executing", "executed"] * 4
    step = steps_of(result)[0]
    assert step["reflection"] == {"memory": "T-1 is first", "next_goal": "Open it"}
    assert {"name", "input", "output"} <= set(step["action"])
    assert {"promptTokens", "completionTokens", "totalTokens"} <= set(step["usage"])
    assert page.evaluate("[agent.status, agent.task, agent.history.length, agent.disposed]") == [
        *("completed", "Open the first ticket", 4, True),
    ]


def test_the_alias_of_a_plain_script(page: Page, site: SiteServer, embed: object):
    """Issue 8: pages without modules use the global: ``window.PageAgent = Pagehand``"""
    with ModelServer([done("ok")]) as model:
        page.goto(site.url(DESK))
        page.evaluate(WITHIN)
        call(
            page,
            "import('/pagehand/pagehand.js').then(module => { window.PageAgent = Pagehand; window.same = module.PageAgent })",
        )
        assert page.evaluate("same === PageAgent")
        page.evaluate(
            "address => { window.agent = new PageAgent({ model: 'scripted', baseURL: address }) }", model.base_url
        )
        assert execute(page, "Go")["data"] == "ok"
