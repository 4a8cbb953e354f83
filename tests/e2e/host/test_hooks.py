"""Hooks with page-agent's semantics, questions in both forms, and the end of an agent."""

from __future__ import annotations

from playwright.sync_api import expect

from e2e.agent_calls import call, execute, finish, refusal, start, steps_of
from e2e.host.conftest import Copilot
from e2e.model_server import ModelServer
from e2e.order_steps import click
from e2e.replies import act, done

HOOKS = """{
    onBeforeTask: async agent => { await null; notes.push(['task', agent === window.agent, agent.task]) },
    onBeforeStep: (agent, step) => { notes.push(['before', step]) },
    onAfterStep: (agent, history) => { notes.push(['after', history.length, history.at(-1).action.name]) },
    onAfterTask(agent, result) { notes.push(['end', result.success, result.data, this === agent]) },
    onDispose: async (agent, reason) => { await new Promise(done => setTimeout(done, 50)); notes.push(['gone', reason, agent.disposed]) },
}"""


def test_hooks_see_the_run_in_order(copilot: Copilot):
    """C27: agent first; steps from 0; the whole history; the result; promises are waited for"""
    with ModelServer([click("Open"), done("Opened.")]) as model:
        page = copilot(model, HOOKS)
        execute(page, "Open a ticket")
        call(page, "agent.dispose('enough')")
    assert page.evaluate("notes") == [
        ["task", True, "Open a ticket"],
        ["before", 0],
        ["after", 1, "click_element_by_index"],
        ["before", 1],
        ["after", 2, "done"],
        ["end", True, "Opened.", True],
        ["gone", "enough", True],
    ]
    assert page.locator("iframe, pagehand-root").count() == 0


def test_what_a_hook_throws_reaches_the_caller_as_it_was_thrown(copilot: Copilot):
    """C27, X26: rethrown, status error; the agent lives on, and its own errors are results"""
    for hook in ("onBeforeTask", "onBeforeStep", "onAfterStep", "onAfterTask"):
        with ModelServer([done("one"), done("two")]) as model:
            page = copilot(
                model,
                f"{{ {hook}: () => {{ if (window.refused) throw refused }} }}",
                setup="window.refused = new RangeError('not today')",
            )
            assert call(page, "agent.execute('Go').then(() => 'resolved', error => error === refused)") is True
            assert page.evaluate("agent.status") == "error"
            page.evaluate("window.refused = null")
            assert execute(page, "Go")["success"] is True
    with ModelServer([done("one")]) as model:
        page = copilot(model, "{ onBeforeStep: async () => { throw new TypeError('later') } }")
        assert refusal(page, "agent.execute('Go')") == {"name": "TypeError", "kind": "", "message": "later"}


def test_questions_go_to_the_callback_of_the_config(copilot: Copilot):
    """C12, D4: with the question and a signal"""
    options = (
        "{ panel: false, onAskUser: async (question, { signal }) => `${question} ${signal instanceof AbortSignal}` }"
    )
    with ModelServer([act("ask_user", {"question": "Which one?"}), done("ok")]) as model:
        page = copilot(model, options)
        result = execute(page, "Ask me")
    assert "Which one? true" in steps_of(result)[0]["action"]["output"]
    assert [event["type"] for event in page.evaluate("seen") if event["type"] in ("ask", "answered")] == [
        "ask",
        "answered",
    ]
    assert "waiting" in [event["status"] for event in page.evaluate("seen") if event["type"] == "statuschange"]


def test_questions_go_to_the_property_of_the_instance(copilot: Copilot):
    """C12, D4: set and unset at any time; what it throws is a failed result; a stop aborts its signal"""
    asking = act("ask_user", {"question": "Which one?"})
    with ModelServer([asking, done("ok"), asking, done("ok"), asking]) as model:
        page = copilot(model)
        page.evaluate("void (agent.onAskUser = () => 'the second')")
        assert "the second" in steps_of(execute(page, "Ask me"))[0]["action"]["output"]
        page.evaluate("void (agent.onAskUser = () => { throw new Error('nobody is here') })")
        failed = steps_of(execute(page, "Ask me"))[0]["action"]
        assert (failed["ok"], "nobody is here" in failed["output"]) == (False, True)
        page.evaluate("""void (agent.onAskUser = (_, { signal }) => new Promise(() => {
            signal.addEventListener('abort', () => notes.push('aborted')) }))""")
        start(page, "Ask me")
        page.wait_for_function("agent.status === 'waiting'")
        call(page, "agent.stop()", seconds=5)
        assert finish(page)["status"] == "stopped"
    assert page.evaluate("notes") == ["aborted"]


def test_questions_are_served_by_the_panel_and_by_respond(copilot: Copilot):
    """C124, X28: a card in the panel; ``respond`` answers it too"""
    asking = act("ask_user", {"question": "Which ticket?"})
    with ModelServer([asking, asking, done("ok")]) as model:
        page = copilot(model)
        start(page, "Ask me")
        card = page.locator("pagehand-root .card")
        expect(card).to_contain_text("Which ticket?")
        box = card.get_by_role("textbox", name="Your answer")
        box.fill("T-2")
        box.press("Enter")
        model.wait_for_request(2)
        page.wait_for_function("agent.status === 'waiting'")
        assert call(page, "agent.respond('T-1')") is True
        result = finish(page)
    assert [
        ("T-2" in step["action"]["output"], "T-1" in step["action"]["output"]) for step in steps_of(result)[:2]
    ] == [
        (True, False),
        (False, True),
    ]
    assert call(page, "agent.respond('nobody asked')") is False


def test_without_anybody_to_ask_there_is_no_ask_user(copilot: Copilot):
    """C12, X28: no panel, no callback; somebody who listens to ``ask`` may answer"""
    with ModelServer([done("ok")]) as model:
        page = copilot(model, "{ panel: false }")
        # The fixture's own listener to `ask` would count as somebody.
        page.evaluate("agent.answersQuestions = false")
        execute(page, "Do")
        assert '"ask_user"' not in str(model.requests[0].body).replace("'", '"')
    with ModelServer([act("ask_user", {"question": "Which?"}), done("ok")]) as model:
        page = copilot(model, "{ panel: false }")
        page.evaluate("agent.addEventListener('ask', event => agent.respond(`answer ${event.detail.question}`))")
        result = execute(page, "Do")
    assert "answer Which?" in steps_of(result)[0]["action"]["output"]
