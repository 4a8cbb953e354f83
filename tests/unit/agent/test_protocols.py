"""The other two protocols and the other vocabulary, end to end: the loop does not know which one is in use."""

from __future__ import annotations

import json
from typing import Any

from pagehand.events import StepEvent
from pagehand.llm.transport import completion_body
from pagehand.user import Answer
from unit.agent.script import agent_with, done, orders_page, output
from unit.agent.test_questions import Person


def turn(*actions: dict[str, Any], final: bool = False, memory: str = "M") -> dict[str, Any]:
    arguments = {"memory": memory, "todos_remaining": [], "actions": list(actions), "is_final": final}
    return completion_body("scripted", tool="agent_turn", arguments=arguments)


def use(tool: str, **args: Any) -> dict[str, Any]:
    return {"tool": tool, "args": args}


WEBAGENT = {"vocabulary": "webagent", "customActions": ["builtinActions"]}


async def test_envelope_runs_several_actions_and_narrates() -> None:
    """C130, C134, C151: in order, narration to the user, the ending after the actions."""
    page, person = orders_page(), Person()
    agent, script = agent_with(
        [turn({"narrate": "I fill in Ada."}, use("fill_input", selector="[1]", value="Ada"), use("click", selector="0")),
         turn({"narrate": "All saved."}, final=True)],
        page, protocol="envelope", user=person, **WEBAGENT,
    )  # fmt: skip
    result = await agent.execute("Save Ada")
    assert (result.success, result.data) == (True, "All saved.")
    assert page.elements[1].value == "Ada"
    assert [call[0] for call in agent.hands.calls] == ["input_text", "click"]
    assert person.asked == [("I fill in Ada.", None), ("All saved.", None)]
    assert [each["function"]["name"] for each in script.bodies[0]["tools"]] == ["agent_turn"]
    assert script.bodies[0]["tool_choice"]["function"]["name"] == "agent_turn"
    assert "- fill_input:" in script.system_text()
    first = next(event for event in agent.history if isinstance(event, StepEvent))
    assert [action.name for action in first.actions] == ["narrate", "fill_input", "click"]


async def test_envelope_drops_an_ending_with_an_unread_result() -> None:
    """C131, D12: is_final together with ask_user, click, fill_input, navigate does not count, and the model is told."""
    agent, script = agent_with(
        [turn(use("click", selector="0"), final=True), turn({"narrate": "Now it is done."}, final=True)],
        protocol="envelope",
        **WEBAGENT,
    )
    result = await agent.execute("Go")
    assert result.data == "Now it is done."
    assert "The declared ending was dropped: the result of click" in script.user_text(1)
    agent, script = agent_with(
        [turn(use("click", selector="0"), final=True)], protocol="envelope", unread_tools=["navigate"], **WEBAGENT
    )
    assert (await agent.execute("Go")).success


async def test_envelope_goes_on_after_a_failing_action_and_stops_where_the_page_changed() -> None:
    """C151: a failure does not stop the rest; after a navigation the rest is left out and named."""
    page = orders_page()

    def go(path: str) -> None:
        page.url = f"https://shop.example{path}"

    agent, script = agent_with(
        [
            turn(use("click", selector="99"), use("click", selector="0")),
            turn(use("navigate", path="/done"), use("click", selector="0")),
            turn({"narrate": "Done."}, final=True),
        ],
        page,
        protocol="envelope",
        router=go,
        **WEBAGENT,
    )
    await agent.execute("Go")
    assert [call[:2] for call in agent.hands.calls] == [("click", 99), ("click", 0)]
    text = script.user_text()
    assert "Failed (not_found)" in text
    assert "Not run, because the page changed: click." in text


async def test_classic_ends_with_text_and_tells_history_as_calls() -> None:
    """C133, C152, C154: one call a turn; earlier calls and their results as messages; the page only in the last."""
    agent, script = agent_with(
        [
            completion_body("m", tool="input_text", arguments={"index": 1, "text": "Ada"}, content="I fill it in."),
            completion_body("m", tool="click_element_by_index", arguments={"index": 9}),
            completion_body("m", content="Ada is in the form."),
        ],
        protocol="classic",
    )
    result = await agent.execute("Fill in Ada")
    assert (result.success, result.data, result.status) == (True, "Ada is in the form.", "completed")
    messages = script.bodies[-1]["messages"]
    assert [message["role"] for message in messages] == [
        "system",
        "user",
        "assistant",
        "tool",
        "assistant",
        "tool",
        "user",
    ]
    assert messages[2]["content"] == "I fill it in."
    assert json.loads(messages[2]["tool_calls"][0]["function"]["arguments"]) == {"index": 1, "text": "Ada"}
    assert messages[3]["tool_call_id"] == messages[2]["tool_calls"][0]["id"]
    assert messages[5]["content"].startswith("Failed (not_found)")
    assert sum("<browser_state>\n" in str(message["content"]) for message in messages) == 1
    assert "<browser_state>\n" in messages[-1]["content"]
    assert messages[:2] == script.bodies[0]["messages"][:2]
    assert "Fill in Ada" in messages[1]["content"]
    assert len(script.bodies[0]["tools"]) == len(agent.tools)


async def test_webagent_over_the_macro_protocol() -> None:
    """Vocabulary and protocol are chosen apart; hash ids and numbers both reach the hands (C126)."""
    person = Person(Answer(text="Blue", source="option"))
    agent, script = agent_with(
        [
            output({"ask_user_choice": {"question": "Colour?", "options": ["Red", "Blue"]}}),
            output({"click": {"selector": "↓[e1x7]"}}),
            done("Blue it is."),
        ],
        user=person,
        **WEBAGENT,
    )
    result = await agent.execute("Choose")
    assert result.data == "Blue it is."
    assert agent.hands.calls == [("click", "↓[e1x7]", {"offset": None})]
    assert "User answered: Blue" in script.user_text(1)


async def test_the_sitemap_is_told_and_enforced() -> None:
    """C102, D13, D36: the prompt names the paths; an unlisted one comes back with the list."""
    agent, script = agent_with(
        [output({"navigate": {"path": "/admin"}}), done()], vocabulary="webagent", sitemap=["/orders", "/stock"]
    )
    await agent.execute("Go")
    assert "# Pages of this site\n- /orders\n- /stock" in script.system_text()
    assert "Failed (navigation): /admin is not a page of this site. Valid paths: /orders, /stock" in script.user_text()


async def test_execute_action_is_not_recorded() -> None:
    """C140, D15: the host runs a tool without the model; history and the next prompt do not know it."""
    page = orders_page()
    agent, script = agent_with([done()], page)
    result = await agent.execute_action("input_text", {"index": 1, "text": "Ada"})
    assert not result.ok
    await page.read()
    assert (await agent.execute_action("input_text", {"index": "[1]", "text": "Ada"})).ok
    assert page.elements[1].value == "Ada"
    assert (agent.history, agent.status) == ([], "idle")
    wrong = await agent.execute_action("input_text", {"index": 1})
    assert (wrong.ok, "text" in wrong.message) == (False, True)
    unknown = await agent.execute_action("frob")
    assert (unknown.ok, "There is no action 'frob'" in unknown.message) == (False, True)
    await agent.execute("Go")
    assert "<agent_history>\n\n</agent_history>" in script.user_text()


async def test_register_tool_for_the_next_task() -> None:
    """D22: a registered tool is offered and run; its handle takes it back."""
    agent, script = agent_with([output({"open_chat": {"text": "Hi"}}), done(), done()])
    said: list[str] = []
    schema = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
    remove = agent.register_tool(
        {
            "name": "open_chat",
            "description": "Open.",
            "parameters": schema,
            "handler": lambda params, ctx: said.append(params["text"]),
        }
    )
    await agent.execute("Go")
    assert said == ["Hi"]
    remove()
    await agent.execute("Go")
    assert "open_chat" not in str(script.bodies[-1]["tools"])
