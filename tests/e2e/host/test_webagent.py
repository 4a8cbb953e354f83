"""The webagent vocabulary from JavaScript: bundles, a host's actions, envelope and classic turns, routes, narration."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import expect

from e2e.agent_calls import call as call_page
from e2e.agent_calls import execute, finish, outcomes, start, steps_of
from e2e.host.conftest import Copilot, Example, log_of
from e2e.model_server import ModelServer
from e2e.replies import ModelRequest, Reply, call, say

HASH = re.compile(r"\[(e[0-9a-z]+)\](?=<)")


def hash_of(request: ModelRequest, pattern: str) -> str:
    """The hash id of the first element whose printed line matches after its bracket (X14)."""
    for line in request.page.splitlines():
        _, *parts = HASH.split(line)
        for name, printed in zip(parts[::2], parts[1::2], strict=True):
            if re.search(pattern, printed):
                return name
    raise LookupError(f"no element matches {pattern!r} in:\n{request.page}")


def turn(*actions: dict[str, Any], memory: str = "", final: bool = False) -> Reply:
    return call("agent_turn", {"memory": memory, "todos_remaining": [], "actions": list(actions), "is_final": final})


def tool(name: str, **arguments: Any) -> dict[str, Any]:
    return {"tool": name, "args": arguments}


def test_a_task_in_envelopes(example: Example):
    """C95-C103, C119, C124, C130, C137, C150, C151: narration, a route, a picker, several actions in one turn"""
    script = [
        lambda request: turn(
            {"narrate": "Let me open the letters.", "about": hash_of(request, "Letters")},
            tool("navigate", path="/letters"),
        ),
        turn(tool("ask_user_choice", question="Which kind?", options=["Letter", "Parcel"])),
        lambda request: turn(
            tool("fill_input", selector=hash_of(request, "^<input"), value="Ada"),
            tool("select_option", selector=hash_of(request, "^<select"), option="Parcel"),
            tool("weigh", to="Ada"),
        ),
        lambda request: turn(
            tool("track_intent", kind="parcel_sent"), tool("click", selector=hash_of(request, "Post it"))
        ),
        turn({"narrate": "The parcel to Ada is on its way."}, memory="sent", final=True),
    ]
    with ModelServer(script) as model:
        page = example("webagent", model)
        page.evaluate("""() => { window.seen = []; for (const type of ['narrate', 'navigating', 'navigated', 'ask', 'answered'])
            agent.addEventListener(type, event => seen.push([type, event.detail])) }""")
        start(page, "Post a parcel to Ada")
        picker = page.locator("pagehand-root .card")
        expect(picker).to_contain_text("Which kind?")
        picker.get_by_role("button", name="Parcel").click()
        result = finish(page)
    assert result["success"] is True
    assert result["data"] == "The parcel to Ada is on its way."
    assert outcomes(result) == [
        ("narrate", True),
        ("navigate", True),
        ("ask_user_choice", True),
        ("fill_input", True),
        ("select_option", True),
        ("weigh", True),
        ("track_intent", True),
        ("click", True),
        ("narrate", True),
    ]
    assert log_of(page) == ["routed to /letters", "sent Ada"]
    expect(page.get_by_label("Kind")).to_have_value("Parcel")
    assert '{"to": "Ada", "grams": 23}' in steps_of(result)[2]["actions"][2]["output"]
    assert "User answered: Parcel" in model.requests[2].text
    seen = page.evaluate("seen")
    assert seen[0] == ["narrate", {"text": "Let me open the letters.", "about": seen[0][1]["about"]}]
    assert [event[0] for event in seen] == ["narrate", "navigating", "navigated", "ask", "answered", "narrate"]
    assert seen[2][1]["path"] == "/letters"
    expect(page.locator("pagehand-root .subtitle")).to_have_text("The parcel to Ada is on its way.")


def test_only_what_the_host_put_together_is_offered(example: Example):
    """C95-C100, C138, X27: core and the named bundles; not what is disabled; the site's paths and no other"""
    with ModelServer([turn(tool("navigate", path="/admin")), turn(memory="no", final=True)]) as model:
        page = example("webagent", model)
        result = execute(page, "Go to the admin")
    item = model.requests[0].body["tools"][0]["function"]["parameters"]["properties"]["actions"]["items"]
    offered = set(item["properties"]["tool"]["enum"])
    assert {"navigate", "click", "scroll_to", "fill_input", "drag", "wait", "ask_user_choice", "weigh"} <= offered
    assert not {"hold_key", "highlight", "validate_form", "click_element_by_index", "done"} & offered
    system = model.requests[0].messages[0]["content"]
    assert "- /letters\n" in system
    assert "- /settings/office" in system
    refused = steps_of(result)[0]["action"]
    assert (refused["ok"], refused["reason"]) == (False, "navigation")
    assert "/settings/office" in refused["output"]
    assert log_of(page) == []


def test_bundles_are_arrays_of_names(example: Example):
    """X27: static properties, rendered from the tools themselves"""
    with ModelServer([]) as model:
        page = example("webagent", model)
    bundles = page.evaluate("""async () => { const { Pagehand } = await import('/pagehand/pagehand.js')
        return { core: Pagehand.coreActions, builtin: Pagehand.builtinActions, extra: Pagehand.extraActions } }""")
    assert bundles["core"] == ["narrate", "navigate", "click", "border", "scroll_to"]
    assert set(bundles["core"]) < set(bundles["builtin"])
    assert "escalate_to_human" in bundles["extra"]


def test_classic_function_calls(example: Example):
    """C152: one native tool per action; a turn of text alone ends the task"""
    script = [
        call("navigate", {"path": "/letters"}),
        lambda request: call("fill_input", {"selector": hash_of(request, "^<input"), "value": "Alan"}),
        say("The letter to Alan is ready."),
    ]
    with ModelServer(script) as model:
        page = example("webagent", model, protocol="classic")
        result = execute(page, "Prepare a letter to Alan")
    assert (result["success"], result["data"]) == (True, "The letter to Alan is ready.")
    names = [each["function"]["name"] for each in model.requests[0].body["tools"]]
    assert {"navigate", "fill_input", "weigh"} <= set(names)
    expect(page.get_by_label("To")).to_have_value("Alan")
    assert json.dumps(result["history"])


def test_a_surface_of_the_host(copilot: Copilot):
    """C139, C147: only with ``allowPresent`` and something that shows it"""
    surface = {
        "id": "kinds",
        "kind": "OptionGroup",
        "options": [{"value": "a", "title": "A"}, {"value": "b", "title": "B"}],
    }
    present = turn(tool("present_surface", surface=surface, placement="modal"))
    options = "{ vocabulary: 'webagent', protocol: 'envelope', allowPresent: true }"
    with ModelServer([present, turn(memory="none", final=True), present, turn(memory="b", final=True)]) as model:
        page = copilot(model, options)
        without = steps_of(execute(page, "Ask which kind"))[0]["action"]
        mount = """(surface, placement) => { notes.push([surface.options.length, placement])
            return Promise.resolve({ answer: 'b', cancelled: false }) }"""
        call_page(page, f"agent.setSurfaceMounter({mount})")
        shown = steps_of(execute(page, "Ask which kind"))[0]["action"]
    assert (without["name"], without["ok"]) == ("present_surface", False)
    assert shown["ok"] is True
    assert '"answer": "b"' in shown["output"]
    assert page.evaluate("notes") == [[2, "modal"]]
    page = copilot(None, "{ vocabulary: 'webagent', protocol: 'envelope' }")
    assert "no action" in call_page(page, "agent.executeAction('present_surface', { surface: {} })")["message"]
