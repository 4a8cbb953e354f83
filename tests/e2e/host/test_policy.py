"""What the host does not let the agent do unasked, see or keep."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Dialog, Page, expect

from e2e.agent_calls import call, execute, finish, outcomes, start, steps_of
from e2e.host.conftest import Copilot, log_of
from e2e.model_server import ModelServer
from e2e.order_steps import click, type_text
from e2e.replies import act, done

PASSWORD = "correct horse battery"
TOKEN = "tok-4711-secret"


def everything_seen(page: Page, model: ModelServer, result: dict[str, Any]) -> str:
    """All text that left the page or was told: requests, result, events, history, export, saved session."""
    requests = [request.body for request in model.requests]
    page_side = page.evaluate(
        "[seen, agent.history, agent.exportHistory(), { ...sessionStorage }, { ...localStorage }]"
    )
    return json.dumps([requests, result, page_side])


def test_named_secrets_are_typed_and_never_told(copilot: Copilot):
    """X17: the model knows the names; the values stand nowhere but in the fields"""
    script = [
        lambda request: act(
            "input_text", {"index": request.number("^<input", line="^Mail"), "text": "{{secret:login}}"}
        ),
        lambda request: act("input_text", {"index": request.number("password"), "text": "{{secret:pass}}"}),
        click("Save account"),
        done("Signed in with tok-4711-secret."),
    ]
    with ModelServer(script) as model:
        page = copilot(model, f"{{ secrets: {{ login: 'ada@example.com', pass: '{PASSWORD}', token: '{TOKEN}' }} }}")
        result = execute(page, f"Sign in; the token is {TOKEN}")
    expect(page.get_by_label("Mail")).to_have_value("ada@example.com")
    expect(page.get_by_label("Password")).to_have_value(PASSWORD)
    assert log_of(page) == ["sent ada@example.com"]
    assert "{{secret:pass}}" in model.requests[0].messages[0]["content"]
    seen = everything_seen(page, model, result)
    for value in ("ada@example.com", PASSWORD, TOKEN):
        assert value not in seen
    assert result["data"] == "Signed in with ••••."


def test_what_is_typed_into_secret_fields_is_redacted_from_then_on(copilot: Copilot):
    """X17: a password, and a field that the host's own pattern names"""
    script = [
        type_text("password", PASSWORD),
        lambda request: act("input_text", {"index": request.number("^<input", line="Employee"), "text": "E-99812345"}),
        done(f"The password is {PASSWORD}."),
    ]
    with ModelServer(script) as model:
        page = copilot(model, "{ secretPatterns: ['employee'] }")
        result = execute(page, "Fill in the account")
    expect(page.get_by_label("Password")).to_have_value(PASSWORD)
    expect(page.get_by_label("Employee number")).to_have_value("E-99812345")
    page_side = page.evaluate("[seen, agent.history, agent.exportHistory(), { ...sessionStorage }]")
    later = json.dumps([request.body for request in model.requests[1:]] + [result, page_side])
    assert PASSWORD not in later
    assert "E-99812345" not in later


def test_confirm_is_off_unless_the_host_wants_it(copilot: Copilot):
    """X21: off in the embed"""
    with ModelServer([click("Delete"), done("ok")]) as model:
        page = copilot(model)
        assert execute(page, "Delete it")["success"] is True
    assert log_of(page) == ["pressed Delete of T-1"]


def test_destructive_clicks_are_asked_about_in_the_panel(copilot: Copilot):
    """C149, X21: a name in words, a form with a card field, not ``type=submit`` alone; a refusal is told, the run goes on"""
    script = [click("Delete"), click("Continue"), click("Save account"), done("ok")]
    with ModelServer(script) as model:
        page = copilot(model, "{ confirm: 'destructive' }")
        start(page, "Tidy up")
        card = page.locator("pagehand-root .card")
        expect(card).to_contain_text("Delete")
        assert page.evaluate("agent.status") == "waiting"
        card.get_by_role("button", name="Don’t").click()
        expect(card).to_contain_text("Payment")
        assert log_of(page) == []
        card.get_by_role("button", name="Allow").click()
        result = finish(page)
    assert outcomes(result) == [
        ("click_element_by_index", False),
        ("click_element_by_index", True),
        ("click_element_by_index", True),
        ("done", True),
    ]
    assert steps_of(result)[0]["action"]["reason"] == "user_declined"
    assert log_of(page) == ["sent payment", "sent "]


def test_a_callback_decides_in_the_panels_place(copilot: Copilot):
    """X21: called with tool, parameters and words; its promise is waited for"""
    options = "{ confirm: async asked => { notes.push(asked); return asked.message.includes('T-2') } }"
    with ModelServer([click("Delete", after="T-1"), done("ok")]) as model:
        page = copilot(model, options)
        result = execute(page, "Delete it")
    (asked,) = page.evaluate("notes")
    assert asked["tool"] == "click_element_by_index"
    assert asked["params"] == steps_of(result)[0]["action"]["input"]
    assert "Delete" in asked["message"]
    assert steps_of(result)[0]["action"]["reason"] == "user_declined"
    assert log_of(page) == []


def dialogs_of(page: Page, answers: list[bool]) -> list[str]:
    seen: list[str] = []

    def answer(dialog: Dialog) -> None:
        seen.append(dialog.type)
        if answers.pop(0):
            dialog.accept()
        else:
            dialog.dismiss()

    page.on("dialog", answer)
    return seen


def test_dialogs_of_the_page_by_policy(copilot: Copilot):
    """X20: an alert is recorded and closed; confirm by the policy; both are the page's own again after the run"""
    for policy, answered in (("dismiss", "answered false"), ("accept", "answered true")):
        with ModelServer([click("Closing time"), click("Close the desk"), done("ok")]) as model:
            page = copilot(model, f"{{ dialogs: '{policy}' }}")
            native = page.evaluate("[String(alert), String(confirm)]")
            result = execute(page, "Close the desk")
        assert answered in log_of(page)
        first, second = (step["action"] for step in steps_of(result)[:2])
        assert "The desk closes at six." in json.dumps(first)
        assert "Close the desk?" in json.dumps(second)
        assert page.evaluate("[String(alert), String(confirm)]") == native


def test_native_dialogs_are_the_persons(copilot: Copilot):
    """X20: the default leaves ``confirm`` to the person"""
    with ModelServer([click("Close the desk"), done("ok")]) as model:
        page = copilot(model)
        seen = dialogs_of(page, [True])
        execute(page, "Close the desk")
    assert seen == ["confirm"]
    assert "answered true" in log_of(page)


def test_a_mask_keeps_the_persons_pointer_out_while_an_action_runs(copilot: Copilot):
    """X22: only with ``mask``; what the agent does gets through; afterwards the page is free"""
    setup = "window.slow = { description: 'Slow.', execute: () => new Promise(done => { window.go = done }) }"
    for options, pressed in (
        ("{ customTools: { slow } }", ["pressed Closing time"]),
        ("{ mask: true, customTools: { slow } }", []),
    ):
        with ModelServer([act("slow", {}), click("Open"), done("ok")]) as model:
            page = copilot(model, f"{{ takeoverPause: 0, dialogs: 'dismiss', ...{options} }}", setup=setup)
            start(page, "Open the first ticket")
            page.wait_for_function("() => window.go")
            box = page.get_by_text("Closing time").bounding_box()
            assert box
            page.mouse.click(box["x"] + 5, box["y"] + 5)
            assert log_of(page) == pressed
            page.evaluate("go('done')")
            assert finish(page)["success"] is True
            assert log_of(page) == [*pressed, "pressed Open of T-1"]
        page.get_by_text("Buy the plan").click()
        assert log_of(page)[-1] == "pressed Buy the plan"


def test_scripts_run_only_where_the_host_allows_it(copilot: Copilot):
    """C18, C20, X29: off by default; await, ``signal``, values, throws; and a stop aborts it"""
    page = copilot(None)
    assert "no action" in call(page, "agent.executeAction('execute_javascript', { script: 'return 1' })")["message"]
    page = copilot(None, "{ experimentalScriptExecutionTool: true }")
    run = "agent.executeAction('execute_javascript', { script: argument })"
    assert "4 tickets" not in call(page, run, "return document.title")["message"]
    assert "Desk · Paper & Post" in call(page, run, "return await Promise.resolve(document.title)")["message"]
    assert "AbortSignal" in call(page, run, "return signal.constructor.name")["message"]
    thrown = call(page, run, "throw new Error('no such ticket')")
    assert (thrown["ok"], "no such ticket" in thrown["message"]) == (False, True)
    wrong = call(page, run, "return (")
    assert (wrong["ok"], "SyntaxError" in wrong["message"]) == (False, True)
    script = "signal.addEventListener('abort', () => notes.push('aborted')); await new Promise(() => {})"
    with ModelServer([act("execute_javascript", {"script": script})]) as model:
        page = copilot(model, "{ experimentalScriptExecutionTool: true }")
        start(page, "Run it")
        page.wait_for_function("agent.history.some(event => event.type === 'step')")
        call(page, "agent.stop()", seconds=5)
        assert finish(page)["status"] == "stopped"
    assert page.evaluate("notes") == ["aborted"]
