"""The webagent vocabulary: bundles and every action (C91-C147)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import ValidationError

from pagehand.config import AgentConfig
from pagehand.llm import LLMError
from pagehand.results import ActionResult, succeeded
from pagehand.tools import ToolContext, as_result, default_tools
from pagehand.tools.registry import Registry
from pagehand.tools.webagent import ALL, BUNDLES
from pagehand.tools.webagent.sitemap import is_listed, paths_of
from pagehand.user import Answer
from unit.agent.test_questions import Person


def offered(**options: Any) -> list[str]:
    config = AgentConfig.parse({"model": "offline", "vocabulary": "webagent", "protocol": "classic", **options})
    return list(Registry(config, can_run_scripts=True).tools(can_ask=True))


CORE = ["narrate", "navigate", "click", "border", "scroll_to"]


def test_bundles() -> None:
    """C95-C100, D19, D20: core by default, the rest by choice; builtinActions are 17."""
    assert offered() == CORE
    assert len(BUNDLES["builtinActions"]) == 17
    assert offered(customActions=["builtinActions"])[:5] == CORE
    assert len(offered(customActions=["builtinActions"])) == 17
    assert offered(customActions=[["highlight", "wait"], "workflowActions"]) == [
        *CORE,
        "highlight",
        "wait",
        "validate_form",
        "wait_until",
    ]
    mine = {"name": "open_chat", "description": "Open.", "handler": print}
    assert offered(customActions=[mine]) == [*CORE, "open_chat"]
    with pytest.raises(LLMError, match="formAction"):
        offered(customActions=["formAction"])


def test_every_action_has_an_explicit_schema() -> None:
    """C91: an object with described, typed parameters, and words for the model."""
    for tool in [*default_tools().values(), *ALL.values()]:
        schema = tool.json_schema
        assert schema["type"] == "object", tool.name
        assert tool.description, tool.name
        for name, field in schema["properties"].items():
            assert {"type", "anyOf", "enum"} & set(field), (tool.name, name)
            assert field.get("description"), (tool.name, name)


def test_disable_filters_everything() -> None:
    """C138, D18: core, opted-in and present_surface alike."""
    names = offered(
        customActions=["builtinActions"], allowPresent=True, disableBuiltinActions=["click", "drag", "present_surface"]
    )
    assert not {"click", "drag", "present_surface"} & set(names)


def test_present_surface_is_behind_its_flag() -> None:
    """C139."""
    assert "present_surface" not in offered()
    assert "present_surface" in offered(allowPresent=True)


def test_the_macro_protocol_can_end() -> None:
    assert "done" in offered(protocol="macro")
    assert "done" not in offered(protocol="envelope")


def test_there_is_no_such_action() -> None:
    """C141."""
    assert not {"eval_js", "fetch", "localStorage_get", "localStorage_set", "screenshot"} & set(ALL)


def test_side_effects_are_marked() -> None:
    """C92."""
    assert {name for name, each in ALL.items() if each.idempotent} == {
        *("narrate", "border", "scroll_to", "fill_input", "select_option", "clear_input", "wait", "highlight"),
        *("validate_form", "wait_until"),
    }


async def run(context: ToolContext, name: str, **params: Any) -> ActionResult:
    return as_result(await ALL[name].run(context, ALL[name].parameters.model_validate(params)))


@pytest.mark.parametrize(
    ("name", "params", "call"),
    [
        ("click", {"selector": "[0]"}, ("click", 0, {"offset": None})),
        ("click", {"selector": "e1x7", "dx": 4, "dy": 5}, ("click", "e1x7", {"offset": (4.0, 5.0)})),
        ("double_click", {"selector": "0"}, ("click", 0, {"count": 2})),
        ("long_press", {"selector": "0"}, ("long_press", 0, {"ms": 600})),
        ("long_press", {"selector": "0", "ms": 9_000}, ("long_press", 0, {"ms": 5_000})),
        ("long_press", {"selector": "0", "ms": -1}, ("long_press", 0, {"ms": 0})),
        ("drag", {"from": "1", "to": "2"}, ("drag", 1, 2, {"by": None, "steps": 10})),
        ("drag", {"from": "1", "to": "2", "steps": 500}, ("drag", 1, 2, {"by": None, "steps": 50})),
        ("drag", {"from": "1", "dx": 9, "steps": 1}, ("drag", 1, None, {"by": (9.0, 0.0), "steps": 2})),
        ("fill_input", {"selector": "1", "value": "Ada"}, ("input_text", 1, "Ada")),
        ("select_option", {"selector": "3", "value": "Japan"}, ("select_option", 3, "Japan")),
        ("clear_input", {"selector": "1"}, ("input_text", 1, "")),
        (
            "press_key",
            {"key": "s", "modifiers": ["Ctrl", "bogus"]},
            ("press_key", "s", {"target": None, "modifiers": ["ctrl"]}),
        ),
        (
            "press_key",
            {"key": "Tab", "selector": "1", "modifiers": "SHIFT"},
            ("press_key", "Tab", {"target": 1, "modifiers": ["shift"]}),
        ),
        ("hold_key", {"key": "a", "ms": 9_999}, ("hold_key", "a", 5_000, {"target": None, "modifiers": ()})),
        ("scroll_to", {"selector": "#foot"}, ("scroll_to", "#foot", {})),
        ("wait", {"selector": "1"}, ("wait_for", 1, {"state": "present", "timeout_ms": 5_000})),
        ("wait", {"selector": "1", "timeout": 60_000}, ("wait_for", 1, {"state": "present", "timeout_ms": 5_000})),
        ("wait_until", {"selector": "1"}, ("wait_for", 1, {"state": "present", "timeout_ms": 10_000})),
        (
            "wait_until",
            {"selector": "1", "state": "absent", "timeout": 99_000},
            ("wait_for", 1, {"state": "absent", "timeout_ms": 30_000}),
        ),
        ("validate_form", {"selector": "form"}, ("validate_form", "form", {})),
    ],
)
async def test_actions_call_the_hands(
    context: ToolContext, name: str, params: dict[str, Any], call: tuple[Any, ...]
) -> None:
    """C104, C106-C115, C143, C144, D9."""
    await run(context, name, **params)
    assert context.hands.calls == [call]


async def test_wait_sleeps_and_is_capped(context: ToolContext, monkeypatch: pytest.MonkeyPatch) -> None:
    """C106: five seconds at most; nothing given returns at once."""
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr("pagehand.tools.webagent.flow.asyncio.sleep", sleep)
    assert (await run(context, "wait", ms=300)).data == {"waitedMs": 300}
    await run(context, "wait", ms=60_000)
    await run(context, "wait")
    assert slept == [0.3, 5.0, 0.0]


class Marks:
    """Overlays that remember what is drawn."""

    def __init__(self) -> None:
        self.drawn: list[tuple[str, Any]] = []

    def border(self, target: Any, *, color: str | None = None, label: str | None = None) -> ActionResult:
        self.drawn.append(("border", target))
        return succeeded("Framed.", data={"id": len(self.drawn)})

    def highlight(self, target: Any, *, color: str | None = None, label: str | None = None) -> ActionResult:
        self.drawn.append(("highlight", target))
        return succeeded("Marked.", data={"id": len(self.drawn)})

    def clear(self) -> None:
        self.drawn.clear()


async def test_overlays_replace_each_other(make_context: Callable[..., ToolContext]) -> None:
    """C116, C118: both clear what was there, and return an id."""
    marks = Marks()
    context = make_context(overlays=marks)
    assert (await run(context, "border", selector="1")).data == {"id": 1}
    await run(context, "highlight", selector="2")
    assert marks.drawn == [("highlight", 2)]


async def test_narrate(make_context: Callable[..., ToolContext]) -> None:
    """C119, D30: it is said, and about frames; X21: Space is waited for only when asked."""
    marks, person = Marks(), Person()
    assert (await run(make_context(overlays=marks, user=person), "narrate", text="Look", about="[2]")).ok
    assert (marks.drawn, person.asked) == ([("border", 2)], [("Look", 2)])
    person = Person()
    await run(make_context(user=person, pauseAfterNarrate=True), "narrate", text="Look")
    assert person.asked == [("Look", None), ""]


async def test_pause_says_what_for(make_context: Callable[..., ToolContext]) -> None:
    """C120: the note, else the host's default, else the locale's words."""
    person = Person()
    context = make_context(user=person, language="zh-CN")
    assert (await run(context, "pause", note="Look here")).data == {"hint": "Look here", "answer": ""}
    assert "空格" in (await run(context, "pause")).data["hint"]
    context = make_context(user=person, defaultPauseNote="Go on?")
    assert (await run(context, "pause")).data["hint"] == "Go on?"


async def test_asking(make_context: Callable[..., ToolContext]) -> None:
    """C121-C124: data with the answer and its source; dismissal is an empty answer."""
    person = Person(
        Answer(text="Ada"),
        Answer(text="Red", source="option"),
        Answer(text="Pink"),
        Answer(text="", source="cancelled"),
    )
    context = make_context(user=person)
    assert (await run(context, "ask_user", question="Who?")).data == {"question": "Who?", "answer": "Ada"}
    choice = {"question": "Colour?", "options": ["Red", "Blue"]}
    assert (await run(context, "ask_user_choice", **choice)).data == {**choice, "answer": "Red", "source": "option"}
    assert (await run(context, "ask_user_choice", **choice)).data["source"] == "free_text"
    closed = await run(context, "ask_user_choice", **choice)
    assert (closed.ok, closed.data["answer"], closed.data["source"]) == (True, "", "cancelled")
    for options in (["One"], list("1234567")):
        with pytest.raises(ValidationError):
            ALL["ask_user_choice"].parameters.model_validate({"question": "?", "options": options})


async def test_navigate_checks_the_sitemap_first(make_context: Callable[..., ToolContext]) -> None:
    """C101-C103, D13: an unlisted path is refused with the list; a listed one goes to the router; both events are told."""
    gone: list[str] = []
    context = make_context(sitemap=["/orders", "/orders/:id"], router=gone.append)
    refused = await run(context, "navigate", path="/admin")
    assert (refused.ok, refused.reason, refused.data) == (False, "navigation", ["/orders", "/orders/:id"])
    assert gone == []
    context.page.url = "https://shop.example/orders/7"
    arrived = await run(context, "navigate", path="/orders/7?tab=1")
    assert arrived.data == {"path": "/orders/7?tab=1", "arrivedAt": "https://shop.example/orders/7"}
    assert gone == ["/orders/7?tab=1"]
    assert [name for name, _ in context.hands.events] == ["navigating", "navigated"]


async def test_navigate_without_a_router_is_the_hands_to_do(make_context: Callable[..., ToolContext]) -> None:
    """D14: whether anything moved is read back by the hands; no success is made up here."""
    context = make_context()
    await run(context, "navigate", path="/orders")
    assert context.hands.calls == [("navigate", "/orders", {})]
    failing = make_context(router=lambda path: 1 / 0)
    result = await run(failing, "navigate", path="/orders")
    assert (result.ok, result.reason) == (False, "navigation")


async def test_navigate_waits_for_the_router(make_context: Callable[..., ToolContext]) -> None:
    """C103: the router's promise, then the page's quiet."""
    done: list[str] = []

    async def router(path: str) -> None:
        await asyncio.sleep(0.02)
        done.append(path)

    await run(make_context(router=router), "navigate", path="/orders")
    assert done == ["/orders"]


@pytest.mark.parametrize(
    ("path", "listed"),
    [
        ("/", True),
        ("/orders", True),
        ("/orders/", True),
        ("/orders?x=1#y", True),
        ("/orders/7", True),
        ("/orders/7/edit", False),
        ("/settings/users", True),
        ("/users", False),
        ("/help", True),
    ],
)
def test_sitemaps(path: str, listed: bool) -> None:
    """D13: both forms, query, hash and closing slash ignored, :param for one segment."""
    tree = [
        {
            "path": "/",
            "children": [
                {"path": "orders", "children": [":id"]},
                {"path": "/settings", "children": [{"path": "users"}]},
            ],
        },
        "/help",
    ]
    assert is_listed(path, tree) is listed
    assert is_listed(path, paths_of(tree)) is listed


async def test_intents_and_escalation_are_told(context: ToolContext) -> None:
    """C145, C146: both echo and emit, and change nothing."""
    assert (await run(context, "track_intent", kind="wants_refund")).data == {"kind": "wants_refund", "payload": {}}
    assert (await run(context, "escalate_to_human", reason="upset")).data == {"reason": "upset", "context": ""}
    assert [name for name, _ in context.hands.events] == ["intent", "agent_escalated"]
    assert context.hands.calls == []


async def test_present_surface(make_context: Callable[..., ToolContext]) -> None:
    """C147: without a mounter it fails with advice; the reply may be the product's or the documented shape."""
    surface = {"kind": "OptionGroup", "options": [{"value": "a", "title": "A"}, {"value": "b", "title": "B"}]}
    without = await run(make_context(), "present_surface", surface=surface)
    assert (without.ok, "ask_user" in without.message) == (False, True)
    for reply in ({"answer": "a", "cancelled": False}, {"value": "a", "cancelled": False}, "a"):

        async def mount(shown: dict[str, Any], placement: str, reply: Any = reply) -> Any:
            return reply

        shown = await run(make_context(mount_surface=mount), "present_surface", surface=surface, placement="modal")
        assert shown.data == {"surface_id": "OptionGroup", "placement": "modal", "answer": "a", "cancelled": False}
    with pytest.raises(ValidationError):
        ALL["present_surface"].parameters.model_validate({"surface": "text"})
