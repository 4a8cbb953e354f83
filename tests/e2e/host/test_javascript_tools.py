"""A host's own tools in JavaScript: both shapes, Zod, overriding, removing, stopping, failing."""

from __future__ import annotations

import json
from typing import Any

from e2e.agent_calls import call, execute, finish, outcomes, refusal, start, steps_of
from e2e.host.conftest import Copilot, Example, log_of
from e2e.model_server import ModelServer
from e2e.replies import ModelRequest, act, done


def actions_of(request: ModelRequest) -> dict[str, dict[str, Any]]:
    """The schema of every action that the model was offered, by name."""
    action = request.body["tools"][0]["function"]["parameters"]["properties"]["action"]
    return {name: schema for branch in action["anyOf"] for name, schema in branch["properties"].items()}


def outputs(result: dict[str, Any]) -> list[str]:
    return [step["action"]["output"] for step in steps_of(result)]


def test_tools_in_both_shapes_are_told_called_and_answer(example: Example):
    """C8, C19, C135, C137, D21, X27: page-agent's shape with Zod, the webagent's with JSON Schema; null takes a tool away."""
    script = [
        act("check_stock", {"article": "envelopes"}),
        act("reserve", {"article": "envelopes", "count": 5, "name": "Ada"}),
        act("reserve", {"article": "stamps", "count": 5}),
        done("Reserved."),
    ]
    with ModelServer(script) as model:
        page = example("tools", model)
        result = execute(page, "Reserve five envelopes for Ada")
    told = actions_of(model.requests[0])
    assert "scroll" not in told
    assert "scroll_horizontally" in told
    reserve = told["reserve"]
    assert reserve["properties"]["article"]["enum"] == ["envelopes", "stamps"]
    assert reserve["properties"]["name"]["default"] == "the desk"
    assert reserve["properties"]["count"]["type"] == "integer"
    assert told["check_stock"]["required"] == ["article"]
    assert json.loads(outputs(result)[0]) == {"article": "envelopes", "left": 40}
    assert outputs(result)[1:3] == [
        "5 envelopes are reserved for Ada; 35 are left.",
        "5 stamps are reserved for the desk; 2 are left.",
    ]
    assert log_of(page) == [
        "reserved 5 envelopes for Ada, as the agent",
        "reserved 5 stamps for the desk, as the agent",
    ]
    assert "35 are left" in model.requests[2].text


def test_what_a_tool_throws_or_refuses_is_told_and_the_run_goes_on(example: Example):
    """C93, C135, X1: an exception, a Zod refinement and {ok: false} are results that the model reads"""
    script = [
        act("reserve", {"article": "stamps", "count": 10}),
        act("reserve", {"article": "stamps", "count": 3}),
        act("check_stock", {"article": "ink"}),
        done("There are too few."),
    ]
    with ModelServer(script) as model:
        page = example("tools", model)
        result = execute(page, "Reserve ten stamps")
    assert result["success"] is True
    assert outcomes(result) == [("reserve", False), ("reserve", False), ("check_stock", False), ("done", True)]
    thrown, refined, missing = outputs(result)[:3]
    assert "only 7 stamps are left" in thrown
    assert "count: only packs of five" in refined
    assert missing == "no article ink"
    assert steps_of(result)[2]["action"]["reason"] == "not_found"
    assert log_of(page) == []


def test_a_stop_aborts_the_signal_of_a_running_tool(example: Example):
    """C8, C9: the overriding ``wait`` of the page gets the signal, and the run settles at once"""
    with ModelServer([act("wait", {})]) as model:
        page = example("tools", model)
        start(page, "Wait for the stock room")
        page.wait_for_function("agent.history.some(event => event.action?.name === 'wait')")
        call(page, "agent.stop()", seconds=5)
        result = finish(page, seconds=5)
    assert result["success"] is False
    assert result["status"] == "stopped"
    assert log_of(page) == ["stopped waiting"]


def test_registered_tools_actions_and_context_can_be_taken_back(copilot: Copilot):
    """C19, C137, issue 8: each of the three returns what removes it"""
    with ModelServer([act("greet", {}), act("cheer", {"times": 2}), done("one"), done("two")]) as model:
        page = copilot(
            model,
            setup="""window.register = () => [
                agent.registerTool({ description: 'Greet.', execute: () => 'hello' }, 'greet'),
                agent.registerAction({ name: 'cheer', description: 'Cheer.',
                    parameters: { type: 'object', properties: { times: { type: 'integer' } } },
                    handler: ({ times }) => 'hurray '.repeat(times) }),
                agent.registerTool(null, 'wait'),
                agent.registerContext('cart', () => ({ items: 3 }).items + ' things'),
                agent.registerContext('person', 'signed in as Ada'),
            ]""",
        )
        page.evaluate("window.handles = register()")
        call(page, "Promise.all(handles.map(handle => handle.ready))")
        result = execute(page, "Greet and cheer")
        for handle in range(5):
            call(page, "handles[argument]()", handle)
        execute(page, "And now?")
    assert outputs(result)[:2] == ["hello", "hurray hurray "]
    first, last = model.requests[0], model.requests[-1]
    assert {"greet", "cheer"} <= set(actions_of(first))
    assert "wait" not in actions_of(first)
    assert "cart: 3 things\nperson: signed in as Ada" in first.text
    assert "wait" in actions_of(last)
    assert not {"greet", "cheer"} & set(actions_of(last))
    assert "host_context" not in last.text


def test_a_tool_that_is_no_tool_is_refused_in_words(copilot: Copilot):
    """X27: anything but the two shapes and the two kinds of schema is a clear error"""
    page = copilot(None)
    unnamed = refusal(page, "agent.registerTool({ execute() {} }).ready")
    assert (unnamed["kind"], unnamed["message"]) == ("config_error", "A tool needs a name.")
    idle = refusal(page, "agent.registerTool({ description: 'Nothing' }, 'idle').ready")
    assert "'idle'" in idle["message"]
    assert "execute" in idle["message"]
    odd = refusal(page, "agent.registerTool({ execute() {}, inputSchema: new Date() }, 'odd').ready")
    assert "Zod" in odd["message"]
    broken = refusal(page, "agent.registerTool({ execute() {}, inputSchema: { type: 'array' } }, 'broken').ready")
    assert "'broken'" in broken["message"]
    wrong = refusal(page, "new Pagehand({ model: 'offline', customTools: { twice: 7 } }).ready")
    assert "'twice'" in wrong["message"]
