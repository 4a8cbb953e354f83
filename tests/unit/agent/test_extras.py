"""The plan, pictures, addresses, late changes."""

from __future__ import annotations

import json

import pytest

from pagehand.agent import Agent
from pagehand.analytics import content_free
from pagehand.config import AgentConfig
from pagehand.llm import Client, HttpResponse
from pagehand.llm.offline import offline_transport
from pagehand.llm.transport import completion_body
from pagehand.page import PageState
from pagehand.run.addresses import may_work
from unit.agent.script import agent_with, click, done, orders_page, output
from unit.agent.world import MemoryHands, MemoryPage

PLAN = completion_body(
    "m", tool="make_plan", arguments={"task_summary": "Ship it.", "todos": [{"intent": "Find Ada"}, {"intent": "Ship"}]}
)


async def test_a_plan_is_made_shown_and_ticked_off() -> None:
    """C155: one call before the loop, a checklist in every prompt, events for the panel."""
    agent, script = agent_with(
        [PLAN, output({"click_element_by_index": {"index": 0}}, memory="Plan done: 1. Ada is open."), done()], plan=True
    )
    seen: list[list[bool]] = []
    agent.on("plan", lambda plan: seen.append([todo.done for todo in plan.todos]))
    await agent.execute("Ship Ada's order")
    assert script.bodies[0]["tool_choice"]["function"]["name"] == "make_plan"
    assert "1. [ ] Find Ada\n2. [ ] Ship" in script.user_text(1)
    assert "1. [x] Find Ada\n2. [ ] Ship" in script.user_text(2)
    assert seen == [[False, False], [True, False]]
    assert "Step 1 of 40" in script.user_text(1)


async def test_without_its_plan_a_run_does_not_begin() -> None:
    """C155: a failure of the planner ends the run."""
    refused = HttpResponse(401, {}, "{}")
    agent, _ = agent_with([refused], plan=True)
    result = await agent.execute("Go")
    assert (result.success, result.status) == (False, "error")
    assert agent.hands.calls == []


async def test_screenshots_go_with_the_last_message() -> None:
    """C142, C148, D34: the host's capture is used, its mode and number of pictures are honoured; none is text only."""
    modes: list[str] = []

    async def capture(mode: str) -> list[str]:
        modes.append(mode)
        return ["data:image/jpeg;base64,AA", "data:image/jpeg;base64,BB"]

    options = {"capture": capture, "mode": "full-page", "maxImages": 1}
    agent, script = agent_with([click(0), done()], screenshot=options)
    await agent.execute("Go")
    content = script.bodies[0]["messages"][-1]["content"]
    assert [part["type"] for part in content] == ["text", "image_url"]
    assert content[1]["image_url"]["url"].endswith("AA")
    assert content[0]["text"].endswith("</browser_state>")
    assert modes == ["full-page", "full-page"]
    agent, script = agent_with([done()], screenshot=True)
    await agent.execute("Go")
    assert isinstance(script.user_text(), str)


async def test_a_denied_address_ends_the_run() -> None:
    page = orders_page()
    page.elements[0].on_click = lambda: setattr(page, "url", "https://bank.example/pay")
    agent, script = agent_with([click(0), done()], page, denied_addresses=["bank.example"])
    result = await agent.execute("Go")
    assert (result.success, result.status) == (False, "error")
    assert "https://bank.example/pay" in result.data
    assert len(script.bodies) == 1


@pytest.mark.parametrize(
    ("url", "allowed", "denied", "may"),
    [
        ("https://shop.example/a", [], [], True),
        ("https://shop.example/a", ["shop.example"], [], True),
        ("https://shop.example/a", ["*.shop.example"], [], True),
        ("https://eu.shop.example/a", ["*.shop.example"], [], True),
        ("https://evilshop.example/a", ["*.shop.example"], [], False),
        ("https://shop.example/admin/x", [], ["shop.example/admin*"], False),
        ("https://shop.example/a", ["shop.example"], ["*"], False),
        ("https://shop.example/a", ["https://shop.example/*"], [], True),
        ("http://shop.example/a", ["https://shop.example/*"], [], False),
        ("http://localhost:8080/", ["localhost:8080"], [], True),
    ],
)
def test_addresses(url: str, allowed: list[str], denied: list[str], may: bool) -> None:
    assert may_work(url, allowed, denied) is may


class ChangingPage(MemoryPage):
    """Says at the second reading what has changed, as a reader does."""

    async def read(self) -> PageState:
        state = await super().read()
        changes = ['text appeared: "Saved"'] if self.reads > 1 else []
        return state.model_copy(update={"changes": changes})


async def test_late_changes_are_told_at_the_next_step() -> None:
    """X39: what changed after the action's own look comes with the next prompt, before the page, fenced."""
    agent, script = agent_with([click(0), done()], ChangingPage(orders_page().elements))
    await agent.execute("Go")
    assert "page_changes" not in script.user_text(0)
    assert '<page_changes>\ntext appeared: "Saved"\n</page_changes>\n\n<browser_state>' in script.user_text(1)


async def test_history_is_json() -> None:
    """X26, D17: the steps of a run export as JSON in camelCase, with no raw requests in it."""
    agent, _ = agent_with([click(0), done()])
    result = await agent.execute("Go")
    text = json.dumps(result.to_js())
    assert '"stepIndex": 0' in text
    assert "rawRequest" not in text
    assert "http://model.test" not in text


async def test_a_structured_answer_is_asked_for_in_every_protocol() -> None:
    """Text alone does not end a task whose answer is wanted as data."""
    schema = {"type": "object", "properties": {"total": {"type": "integer"}}, "required": ["total"]}
    finished = completion_body("m", tool="done", arguments={"text": "Five.", "success": True, "data": {"total": 5}})
    agent, script = agent_with(
        [completion_body("m", content="It is five."), finished], protocol="classic", vocabulary="webagent"
    )
    result = await agent.execute("Count", schema=schema)
    assert (result.data, result.output) == ("Five.", {"total": 5})
    assert "wanted as data" in str(script.bodies[1]["messages"])


async def test_the_offline_model_works_through_the_same_prompts() -> None:
    """Issue 2: the interpreter reads our prompt text like any model and finishes a task of several steps."""
    page = orders_page()
    config = AgentConfig.parse({"model": "offline", "step_delay": 0})
    agent = Agent(config, page=page, hands=MemoryHands(page), client=Client(config.llm, offline_transport))
    result = await agent.execute("Type Ada into Name, then click Save")
    assert result.success, result.data
    assert page.elements[1].value == "Ada"
    assert [call[0] for call in agent.hands.calls] == ["input_text", "click"]


async def test_statistics_hold_no_content() -> None:
    """Issue 8: events for analytics are free of content: no text, no address, no parameter."""
    agent, _ = agent_with(
        [output({"input_text": {"index": 1, "text": "Ada Lovelace"}}, memory="Ada again"), done("Ada is in.")]
    )
    await agent.execute("Type Ada")
    told = [content_free(event) for event in agent.history]
    assert told[0]["actions"][0]["name"] == "input_text"
    assert told[0]["actions"][0]["ok"] is True
    assert "Ada" not in json.dumps(told)
    assert "shop.example" not in json.dumps(told)


async def test_an_envelope_adjusts_the_plan() -> None:
    """C150: with a plan, a turn strikes items out or words them anew; nothing is inserted."""
    adjust = {"remove": [1], "replace": [{"number": "2", "intent": "Ship by post"}, {"number": 9, "intent": "New"}]}
    first = {"memory": "M", "todo_adjust": adjust, "actions": [{"narrate": "Changed."}], "is_final": False}
    last = {"memory": "M", "turn_planning": {"next_goal": "End"}, "actions": [], "is_final": True}
    turns = [completion_body("m", tool="agent_turn", arguments=each) for each in (first, last)]
    agent, script = agent_with([PLAN, *turns], plan=True, protocol="envelope")
    await agent.execute("Ship")
    properties = script.bodies[1]["tools"][0]["function"]["parameters"]["properties"]
    assert "todos_remaining" not in properties
    assert set(properties["todo_adjust"]["properties"]) == {"remove", "replace"}
    assert "<plan>\n2. [ ] Ship by post\n</plan>" in script.user_text(2)


async def test_endings_are_told_in_the_users_language() -> None:
    """X28: the config's language, else the browser's; English or Chinese for the person, words for the model."""
    agent, script = agent_with([click(0)], max_steps=1, language="zh-CN")
    assert "1 步" in (await agent.execute("Go")).data
    assert "Work in Simplified Chinese" in script.system_text()
    config = AgentConfig.parse({"model": "offline"})
    for given, expected in (("zh-CN", "zh-CN"), (None, None)):
        page = orders_page()
        agent = Agent(
            config, page=page, hands=MemoryHands(page), client=Client(config.llm, offline_transport), language=given
        )
        assert agent.config.language == expected
