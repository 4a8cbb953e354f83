"""The gate before what cannot be undone (C149, X21, D41)."""

from __future__ import annotations

from typing import Any

import pytest

from pagehand.page import SubmittedForm
from pagehand.tools import ToolContext, default_tools, tool
from pagehand.tools.confirm import confirmation, element_name, is_destructive
from pagehand.tools.webagent import ALL
from unit.agent.script import agent_with, click, done, orders_page
from unit.agent.test_questions import Person
from unit.agent.world import Element, MemoryPage


def page_with(*elements: Element) -> MemoryPage:
    page = orders_page()
    page.elements = list(elements)
    return page


async def test_a_refusal_is_a_result_and_the_run_goes_on() -> None:
    """C149: user_declined, and nothing was clicked."""
    person = Person(False)
    agent, script = agent_with(
        [click(0), done()], page_with(Element("button", "Delete account")), user=person, confirm="destructive"
    )
    statuses: list[str] = []
    agent.on("statuschange", statuses.append)
    assert (await agent.execute("Go")).success
    assert agent.hands.calls == []
    assert "Delete account" in person.asked[0]
    assert "Failed (user_declined)" in script.user_text()
    assert statuses == ["running", "waiting", "running", "completed"]


async def test_consent_lets_it_through() -> None:
    agent, _ = agent_with(
        [click(0), done()], page_with(Element("button", "Delete")), user=Person(True), confirm="destructive"
    )
    await agent.execute("Go")
    assert len(agent.hands.calls) == 1


async def test_off_asks_nothing_and_a_callback_is_asked() -> None:
    """X21: off, destructive, or the host's callback."""
    agent, _ = agent_with([click(0), done()], page_with(Element("button", "Delete")), confirm="off")
    await agent.execute("Go")
    assert len(agent.hands.calls) == 1
    asked: list[dict[str, Any]] = []

    async def agree(question: dict[str, Any]) -> bool:
        asked.append(question)
        return True

    agent, _ = agent_with([click(0), done()], page_with(Element("button", "删除")), confirm=agree, language="zh-CN")
    await agent.execute("Go")
    assert len(agent.hands.calls) == 1
    assert (asked[0]["tool"], asked[0]["params"]) == ("click_element_by_index", {"index": 0})
    assert "允许" in asked[0]["message"]


async def test_execute_action_is_the_hosts_own_will() -> None:
    """C140: nobody is asked for what the host itself calls."""
    agent, _ = agent_with([], page_with(Element("button", "Delete")), confirm="destructive")
    await agent.page.read()
    assert (await agent.execute_action("click_element_by_index", {"index": 0})).ok


@pytest.fixture
def gate(make_context: Any) -> Any:
    """Whether a call is asked about, on a page of the given elements."""

    async def asks(name: str, params: dict[str, Any], *elements: Element, **options: Any) -> bool:
        context: ToolContext = make_context(confirm="destructive", **options)
        context.page.elements = list(elements)
        await context.page.read()
        each = default_tools().get(name) or ALL[name]
        return confirmation(each, params, context) is not None

    return asks


@pytest.mark.parametrize(
    ("element", "asked"),
    [
        (Element("button", "Delete account"), True),
        (Element("button", "X", {"aria-label": "Remove row"}), True),
        (Element("a", "Place order"), True),
        (Element("button", "确认付款"), True),
        (Element("button", "退出登录"), True),
        (Element("button", "Log out"), True),
        (Element("button", "Save"), False),
        (Element("button", "Submit", {"type": "submit"}), False),
        (Element("button", "Deleted items tab", {"title": "Inbox"}), True),
        (Element("button", "Senders"), False),
        (Element("button", "Blog post preview"), True),
        (Element("button", "Continue", form=SubmittedForm(name="Transfer money")), True),
        (Element("button", "Continue", form=SubmittedForm(has_card_field=True)), True),
        (Element("button", "Continue", form=SubmittedForm(name="Search")), False),
    ],
)
async def test_what_a_click_is_asked_about(gate: Any, element: Element, asked: bool) -> None:
    """X21: the target's name, or its form's name for a submitter; type=submit alone never, except with a card field."""
    assert await gate("click_element_by_index", {"index": 0}, element) is asked


async def test_other_actions(gate: Any) -> None:
    """C103, D41, X21: navigate asks, clear_input does not, Enter in a paying form does, plain typing does not."""
    pay = Element("input", form=SubmittedForm(name="Pay now"))
    assert await gate("navigate", {"path": "/orders"})
    assert not await gate("clear_input", {"selector": 0}, Element("input"))
    assert await gate("press_key", {"key": "Enter", "index": 0}, pay)
    assert not await gate("press_key", {"key": "Tab", "index": 0}, pay)
    assert not await gate("input_text", {"index": 0, "text": "delete everything"}, pay)
    assert await gate("click_text", {"text": "Delete all"})


async def test_custom_tools_by_flag_predicate_and_name(make_context: Any) -> None:
    """C149: the flag, the predicate (one that fails asks), else the name; the copy is the tool's own."""
    context = make_context(confirm="destructive")

    def named(name: str, **options: Any) -> Any:
        @tool(name=name, description="X", **options)
        def each(ctx: ToolContext, amount: int = 0) -> None: ...

        return confirmation(each, {"amount": 5}, context)

    assert named("delete_user") is not None
    assert named("place_order") is not None
    assert named("list_users") is None
    assert named("delete_user", confirm=False) is None
    assert named("list_users", confirm=True, confirm_message="Really list?").message == "Really list?"
    assert named("list_users", confirm=lambda params: params["amount"] > 3) is not None
    assert named("list_users", confirm=lambda params: params["amount"] > 9) is None
    assert named("list_users", confirm=lambda params: params["missing"]) is not None


@pytest.mark.parametrize(
    ("line", "target", "name"),
    [
        ("[3]<button>Save</button>", 3, "Save"),
        (
            '<tr> #4472 | Late | [6]<button aria-label="Ship order">Ship</button> | [7]<button>Delete</button>',
            6,
            "Ship Ship order",
        ),
        (
            '<tr> #4472 | Late | [6]<button aria-label="Ship order">Ship</button> | [7]<button>Delete</button>',
            7,
            "Delete",
        ),
        ("*↓[e1x7]<a>Start a return</a>", "e1x7", "Start a return"),
        ("[9]<input type=submit value=Pay>", 9, "Pay"),
        ("", 1, ""),
    ],
)
def test_the_name_in_a_line(line: str, target: int | str, name: str) -> None:
    assert element_name(line, target) == name


@pytest.mark.parametrize(
    "word", ["unsubscribe", "Refund", "publishing", "发送邮件", "清空购物车", "email", "Buy now", "sign out"]
)
def test_patterns(word: str) -> None:
    assert is_destructive(word)


@pytest.mark.parametrize(
    "word", ["Payment methods", "Search", "banner", "Details", "保存", "Clearance sale", "Postal code"]
)
def test_no_patterns(word: str) -> None:
    assert not is_destructive(word)
