"""Follow-ups, going on after a stop, a plan, what a host's statistics get, the export, answers as data."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, expect

from e2e.agent_calls import call, execute, finish, refusal, start, steps_of
from e2e.host.conftest import DESK, Copilot, Example, log_of
from e2e.model_server import ModelServer
from e2e.order_steps import click
from e2e.replies import act, done
from e2e.replies import call as reply_call


def follow_up(page: Page, task: str) -> dict[str, Any]:
    return call(page, "agent.execute(argument, { followUp: true })", task, seconds=60)


def test_a_follow_up_knows_what_was_said_before(copilot: Copilot):
    """C153: joined when asked for, or within the time the host sets; otherwise it begins anew"""
    script = [act("wait", {}, memory="Ada is T-1"), done("one"), done("two"), done("three"), done("four")]
    with ModelServer(script) as model:
        page = copilot(model)
        execute(page, "Who is first?")
        result = follow_up(page, "And who is second?")
        execute(page, "Something else")
        page = copilot(model, "{ sessionContinuityMs: 60000 }")
        execute(page, "Within time")
    joined = model.requests[2].text
    assert "Who is first?" in joined
    assert "Ada is T-1" in joined
    assert "<user_request>\nAnd who is second?" in joined
    assert [event["type"] for event in result["history"]] == ["step", "step", "user", "step"]
    assert "first" not in model.requests[3].text


def test_conversations_within_the_hosts_time_go_on(copilot: Copilot):
    """C153: ``sessionContinuityMs``"""
    with ModelServer([done("Ada"), done("Alan"), done("nobody")]) as model:
        page = copilot(model, "{ sessionContinuityMs: 60000 }")
        execute(page, "Who is first?")
        execute(page, "And then?")
        assert "Who is first?" in model.requests[1].text
        call(page, "agent.clear()")
        assert page.evaluate("[agent.status, agent.history.length, agent.task, agent.lastResult]") == [
            "idle",
            0,
            "",
            None,
        ]
        execute(page, "And then?")
    assert "Who is first?" not in model.requests[2].text


def test_a_stopped_task_is_taken_up_again(copilot: Copilot):
    """Issue 8: "continue" after a stop; what was done is known and not done again"""
    script = [click("Open", memory="T-1 was opened"), done("late").after(30), done("Opened before.")]
    with ModelServer(script) as model:
        page = copilot(model)
        start(page, "Open the first ticket")
        model.wait_for_request(2)
        call(page, "agent.stop()", seconds=5)
        assert finish(page)["status"] == "stopped"
        result = follow_up(page, "continue")
    request = model.requests[2].text
    assert "T-1 was opened" in request
    assert "Open the first ticket" in request
    assert (result["success"], result["data"]) == (True, "Opened before.")
    assert log_of(page) == ["pressed Open of T-1"]


def test_the_person_steers_the_same_conversation_in_the_panel(copilot: Copilot):
    """C153: a task typed into the panel goes on with what is seen there"""
    with ModelServer([done("one"), done("two")]) as model:
        page = copilot(model)
        execute(page, "Who is first?")
        page.evaluate("agent.panel.show()")
        box = page.locator("pagehand-root").get_by_role("textbox")
        box.fill("And who is second?")
        box.press("Enter")
        model.wait_for_request(2)
        page.wait_for_function("agent.status === 'completed' && agent.lastResult.data === 'two'")
    assert "Who is first?" in model.requests[1].text


def test_a_plan_is_a_checklist(copilot: Copilot):
    """C155: one call before the loop; shown in the panel, ticked off, told as an event"""
    plan = {"task_summary": "Tidy", "todos": [{"intent": "Open T-1"}, {"intent": "Close the desk"}]}
    script = [
        reply_call("make_plan", plan),
        click("Open"),
        act("wait", {}, memory="Plan done: 1."),
        done("ok"),
    ]
    with ModelServer(script) as model:
        page = copilot(model, "{ plan: true }")
        page.evaluate("agent.panel.show()")
        result = execute(page, "Tidy up")
    assert result["success"] is True
    assert "1. [ ] Open T-1\n2. [ ] Close the desk" in model.requests[1].text
    assert "1. [x] Open T-1\n2. [ ] Close the desk" in model.requests[3].text
    plans = [event["detail"] for event in page.evaluate("seen") if event["type"] == "plan"]
    assert [todo["done"] for todo in plans[-1]["todos"]] == [True, False]
    expect(page.locator("pagehand-root").get_by_text("Open T-1").first).to_be_visible()
    expect(page.locator("pagehand-root").get_by_text("Close the desk").first).to_be_visible()


def test_statistics_hold_no_content(copilot: Copilot):
    """Issue 8: ``analytics`` tells what was done and how it went, in numbers and fixed words"""
    script = [
        click("Open", next_goal="Open Ada's ticket"),
        act("click_element_by_index", {"index": 999}),
        done("Ada's secret"),
    ]
    with ModelServer(script) as model:
        page = copilot(model)
        execute(page, "Read Ada's ticket")
    told = [event["detail"] for event in page.evaluate("seen") if event["type"] == "analytics"]
    assert [event["type"] for event in told] == ["status", "step", "step", "step", "status"]
    first, second, third = told[1:4]
    assert (first["stepIndex"], first["actions"][0]["name"], first["actions"][0]["ok"]) == (
        0,
        "click_element_by_index",
        True,
    )
    assert (second["actions"][0]["ok"], second["actions"][0]["reason"]) == (False, "not_found")
    assert third["usage"]["totalTokens"] > 0
    for word in ("Ada", "T-1", "ticket", "http", "999", "secret"):
        assert word not in json.dumps(told)


def test_the_history_is_exported_as_json(copilot: Copilot):
    """Issue 8"""
    with ModelServer([click("Open"), done("Opened.")]) as model:
        page = copilot(model)
        assert json.loads(page.evaluate("agent.exportHistory()"))["history"] == []
        result = execute(page, "Open a ticket")
    exported = json.loads(page.evaluate("agent.exportHistory()"))
    assert exported["task"] == "Open a ticket"
    assert exported["status"] == "completed"
    assert exported["result"] == {"success": True, "data": "Opened.", "status": "completed"}
    assert exported["history"] == result["history"]
    assert steps_of(exported)[0]["action"]["name"] == "click_element_by_index"


SCHEMA = """{ type: 'object', required: ['tickets'], properties: {
    tickets: { type: 'array', items: { type: 'object', required: ['id'], properties: {
        id: { type: 'string' }, from: { type: 'string' } } } } } }"""


def test_an_answer_as_data(copilot: Copilot, example: Example):
    """Issue 8: ``done`` must carry data that fits the schema; what does not fit is told to the model; Zod will do"""
    data = {"tickets": [{"id": "T-1", "from": "Ada"}]}
    ending = {"text": "One.", "success": True}
    script = [
        act("done", ending),
        act("done", {**ending, "data": {"tickets": [{"from": "Ada"}]}}),
        act("done", {**ending, "data": data}),
    ]
    with ModelServer(script) as model:
        page = copilot(model, "{ maxRetries: 3 }")
        result = call(page, f"agent.execute('List the tickets', {{ schema: {SCHEMA} }})", seconds=60)
        assert "schema" in refusal(page, "agent.execute('List', { schema: { type: 'string' } })")["message"]
        assert "'scheme'" in refusal(page, "agent.execute('List', { scheme: {} })")["message"]
    assert (result["success"], result["data"], result["output"]) == (True, "One.", data)
    assert page.url.endswith(DESK)
    with ModelServer([act("done", {**ending, "data": {"count": 3}})]) as model:
        page = example("tools", model)
        zod = "import('/npm/zod/index.js').then(({ z }) => agent.execute('Count', { schema: z.object({ count: z.int() }) }))"
        assert call(page, zod, seconds=60)["output"] == {"count": 3}
