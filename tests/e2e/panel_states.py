"""Runs inside Pyodide: brings the panel into each state that ``panel_screenshots.py`` takes a picture of."""

from __future__ import annotations

import asyncio
from typing import Any

import js

from pagehand.events import (
    ActionRecord,
    ErrorEvent,
    Executing,
    ObservationEvent,
    Reflection,
    RetryEvent,
    StepEvent,
    TokenCount,
    UserEvent,
)
from pagehand.ui.messages import Language
from pagehand.ui.mount import mount
from pagehand.ui.overlays import PageOverlays
from pagehand.ui.panel import Panel
from pagehand.ui.panel_user import PanelUser
from pagehand.ui.pointer import Pointer
from pagehand.ui.subtitle import Subtitle

TEXTS: dict[Language, dict[str, Any]] = {
    "en-US": {
        "task": "Set Ada’s order to shipped and tell me its total",
        "suggestions": ["Set the order of Ada to shipped", "Which orders are late?"],
        "goals": ["Find Ada’s order", "Open the order", "Choose the status Shipped", "Save the order"],
        "answer": "Ada Lovelace’s order #1042 is now Shipped. Its total is €249.00.",
        "failed": "The form does not accept a delivery date in the past, so the order was not saved. "
        "Shall I use tomorrow’s date?",
        "question": "Which of Ada’s two open orders do you mean?",
        "options": ["#1042, two lamps, €249.00", "#1077, desk chair, €380.00"],
        "free": "What delivery date shall I enter?",
        "confirm": "Press “Delete order” in “Order #1042”",
        "pause": "Please sign in, then let me go on.",
        "narration": "This is where an order’s status is changed.",
        "plan": ["Find the order", "Change its status", "Read the total"],
        "label": "Status",
        "observation": "Navigated to the order’s page.",
    },
    "zh-CN": {
        "task": "把 Ada 的订单设为已发货，并告诉我总金额",
        "suggestions": ["把 Ada 的订单设为已发货", "哪些订单已延迟？"],
        "goals": ["找到 Ada 的订单", "打开订单", "选择“已发货”状态", "保存订单"],
        "answer": "Ada Lovelace 的订单 #1042 现已设为“已发货”，总金额为 €249.00。",
        "failed": "表单不接受过去的送货日期，因此订单没有保存。要使用明天的日期吗？",
        "question": "你指的是 Ada 两个未完成订单中的哪一个？",
        "options": ["#1042，两盏台灯，€249.00", "#1077，办公椅，€380.00"],
        "free": "要填写哪个送货日期？",
        "confirm": "点击“订单 #1042”中的“删除订单”",
        "pause": "请先登录，然后让我继续。",
        "narration": "在这里可以更改订单的状态。",
        "plan": ["找到订单", "更改状态", "读取总金额"],
        "label": "状态",
        "observation": "已进入订单页面。",
    },
}
NAMES = {
    3: '[3]<input placeholder="Search orders" />',
    6: "[6]<button>Open #1042</button>",
    9: "[9]<select name=Status />",
}
NAMES |= {12: "[12]<button>Save</button>"}

_scene: list[Any] = []


async def clear() -> None:
    while _scene:
        _scene.pop().dispose()
    await asyncio.sleep(0)


def history(texts: dict[str, Any], steps: int = 4, *, running: bool = False) -> list[Any]:
    goals = texts["goals"]
    actions = [
        ("input_text", {"index": 3, "text": "Ada"}, "Typed “Ada” into [3].", ["2 rows are left in the table"], 412),
        ("click_element_by_index", {"index": 6}, "Clicked [6].", ["A dialog “Order #1042” appeared"], 530),
        ("select_dropdown_option", {"index": 9, "text": "Shipped"}, "[9] now shows “Shipped”.", [], 298),
        ("click_element_by_index", {"index": 12}, "Clicked [12].", ["A message appeared: “Order saved”"], 640),
    ]
    events: list[Any] = []
    for number in range(steps):
        name, inputs, output, changes, duration = actions[number]
        last = running and number == steps - 1
        record = (
            ActionRecord(name=name, input=inputs)
            if last
            else ActionRecord(name=name, input=inputs, output=output, ok=True, changes=changes, duration=duration)
        )
        reflection = Reflection(next_goal=goals[number], memory="#1042" if number else None)
        usage = TokenCount(prompt_tokens=2900, completion_tokens=120, total_tokens=3020 + 31 * number)
        events.append(StepEvent(step_index=number, reflection=reflection, actions=[record], usage=usage))
    return events


def finish(texts: dict[str, Any], text: str, success: bool, step: int = 4) -> StepEvent:
    action = ActionRecord(name="done", input={"text": text, "success": success}, output="Task ended.", ok=True)
    return StepEvent(step_index=step, actions=[action], usage=TokenCount(total_tokens=3100))


def failure(index: int, reason: str, output: str, goal: str) -> StepEvent:
    action = ActionRecord(
        name="click_element_by_index", input={"index": 6}, output=output, ok=False, reason=reason, duration=210
    )
    return StepEvent(step_index=index, reflection=Reflection(next_goal=goal), actions=[action])


def learn(panel: Panel) -> None:
    for tool, index in (("input_text", 3), ("click_element_by_index", 6), ("click_element_by_index", 9)):
        panel.on_activity(Executing(tool=tool, input={"index": index, "text": ""}))
    panel.on_activity(Executing(tool="click_element_by_index", input={"index": 12}))


async def show(state: str, language: Language) -> None:
    await clear()
    texts = TEXTS[language]
    shadow_root = mount(js, language, mode="open")
    if state.startswith("boot"):
        boot(shadow_root, state)
        return
    panel = Panel.adopt(shadow_root, language=language, line_of=NAMES.get, suggestions=texts["suggestions"])
    _scene.append(panel)
    if state == "launcher":
        return
    panel.show(focus=state == "idle")
    if state == "idle":
        return
    panel.begin(texts["task"], seconds=14)
    learn(panel)
    await STATE[state](panel, texts)


def boot(shadow_root: Any, state: str) -> None:
    class Shell:
        def dispose(self) -> None:
            shadow_root.host.remove()

    _scene.append(Shell())
    by_id = shadow_root.getElementById
    by_id("panel").hidden, by_id("launcher").hidden = False, True
    progress, text = by_id("boot-progress"), by_id("boot-text")
    progress.value = 62
    text.textContent = str(text.getAttribute("data-percent")).format(percent=62)
    by_id("task").value = "Set Ada’s order to shipped"
    if state == "boot_error":
        by_id("boot-error").hidden = by_id("boot-retry").hidden = False
        by_id("boot-error-text").textContent = "WebAssembly is refused by this page’s Content-Security-Policy."


async def running(panel: Panel, texts: dict[str, Any]) -> None:
    events = history(texts, 3, running=True)
    events.insert(1, ObservationEvent(content=texts["observation"]))
    events.insert(2, failure(1, "covered", "[6] is covered by <div> “Cookies”.", texts["goals"][1]))
    panel.on_history(events)
    panel.on_activity(Executing(tool="select_dropdown_option", input={"index": 9, "text": "Shipped"}))


async def asking(panel: Panel, texts: dict[str, Any]) -> None:
    panel.on_history(history(texts, 1))
    start(panel, PanelUser(panel, Subtitle(panel.shadow_root)).ask(texts["free"]))


async def choosing(panel: Panel, texts: dict[str, Any]) -> None:
    panel.on_history(history(texts, 1))
    start(panel, PanelUser(panel, Subtitle(panel.shadow_root)).ask(texts["question"], options=texts["options"]))


async def confirming(panel: Panel, texts: dict[str, Any]) -> None:
    panel.on_history(history(texts, 2))
    start(panel, PanelUser(panel, Subtitle(panel.shadow_root)).confirm(texts["confirm"]))


async def paused(panel: Panel, texts: dict[str, Any]) -> None:
    panel.on_history(history(texts, 2))
    start(panel, PanelUser(panel, Subtitle(panel.shadow_root)).pause(texts["pause"]))


async def takeover(panel: Panel, texts: dict[str, Any]) -> None:
    panel.on_history([*history(texts, 2), UserEvent(kind="takeover")])
    panel.show_notice(panel.texts.paused_by_you)


async def done(panel: Panel, texts: dict[str, Any]) -> None:
    panel.on_history([*history(texts), finish(texts, texts["answer"], True)])
    panel.on_status("completed")


async def unfolded(panel: Panel, texts: dict[str, Any]) -> None:
    await done(panel, texts)
    panel.shadow_root.querySelector(".steps").open = True
    panel.shadow_root.querySelector(".step-more").open = True
    panel.shadow_root.getElementById("log").scrollTop = 0


async def error(panel: Panel, texts: dict[str, Any]) -> None:
    events = history(texts, 1)
    events += [RetryEvent(message="429 Too Many Requests", attempt=n, max_attempts=2) for n in (1, 2)]
    panel.on_history([*events, ErrorEvent(kind="auth_error", message="401: Incorrect API key provided.")])
    panel.on_status("error")


async def incomplete(panel: Panel, texts: dict[str, Any]) -> None:
    panel.on_history([*history(texts, 3), finish(texts, texts["failed"], False, 3)])
    panel.on_status("completed")


async def plan(panel: Panel, texts: dict[str, Any]) -> None:
    panel.on_history(history(texts, 2))
    panel.show_plan([(text, index == 0) for index, text in enumerate(texts["plan"])])


async def stage(panel: Panel, texts: dict[str, Any]) -> None:
    panel.minimise()
    root = panel.shadow_root
    target = js.document.querySelector("select, table, form") or js.document.body
    overlays = PageOverlays(root, lambda _target: target)
    pointer, subtitle = Pointer(root), Subtitle(root)
    _scene.extend((overlays, pointer, subtitle))
    overlays.border(1, label=texts["label"])
    start(panel, subtitle.say(texts["narration"]))
    await pointer.move_to(js.innerWidth * 0.55, js.innerHeight * 0.45)
    pointer.press()


STATE = {
    function.__name__: function
    for function in (running, asking, choosing, confirming, paused, takeover, done, unfolded, error, incomplete, plan)
} | {"stage": stage}


class Background:
    def __init__(self, task: asyncio.Task[Any]) -> None:
        self._task = task

    def dispose(self) -> None:
        self._task.cancel()


def start(_panel: Panel, work: Any) -> None:
    _scene.append(Background(asyncio.get_running_loop().create_task(work)))
