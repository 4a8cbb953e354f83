"""Running one task: find each step's target in the page's text, act, and let the page's own state judge."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any, Protocol

from playwright.sync_api import Error, Page

from e2e.agent_calls import call, create_agent
from e2e.gallery.page_text import find
from e2e.gallery.tasks import Step, Task, Where, differences

PATIENCE = 2.0
"""Seconds after the last step within which the state must be what was asked for."""

STEP_PAUSE = 0.4
"""Seconds that both products wait between two steps; here only where the target is not there yet."""


@dataclass(frozen=True)
class Reply:
    """What a product said about one action."""

    ok: bool
    message: str


@dataclass
class Outcome:
    """``lacking`` is empty when the task is done. ``claimed``: every action was reported as done."""

    task: Task
    replies: list[tuple[Step, Reply]] = field(default_factory=list)
    lacking: list[str] = field(default_factory=list)
    text: str = ""

    @property
    def done(self) -> bool:
        return not self.lacking

    @property
    def claimed(self) -> bool:
        return len(self.replies) == len(self.task.steps) and all(reply.ok for _, reply in self.replies)

    @property
    def false_ok(self) -> bool:
        return self.claimed and not self.done

    def __str__(self) -> str:
        steps = [f"  {'ok' if reply.ok else 'NO'}  {step}: {reply.message}" for step, reply in self.replies]
        return "\n".join([self.task.id, *steps, *(f"  lacking: {line}" for line in self.lacking), self.text])


class Driver(Protocol):
    page: Page

    def open(self) -> None:
        """Make the product ready on a page that has just been loaded."""
        ...

    def read(self) -> str: ...

    def act(self, step: Step, number: int | None, other: int | None) -> Reply:
        """One action on a number (None: on what has the focus); ``other`` is where a drag ends."""
        ...

    def number_of(self, where: Where, text: str) -> int | None: ...

    def without_number(self, step: Step) -> Reply: ...


def run_task(driver: Driver, task: Task) -> Outcome:
    """All steps, until one is reported as failed."""
    outcome = Outcome(task)
    for step in task.steps:
        reply = run_step(driver, step, outcome)
        outcome.replies.append((step, reply))
        if not reply.ok:
            break
    deadline = time.monotonic() + PATIENCE
    while True:
        state = driver.page.evaluate("JSON.parse(JSON.stringify(galleryState()))")
        outcome.lacking = differences(state, task.expected)
        if outcome.done or time.monotonic() > deadline:
            return outcome
        time.sleep(0.1)


def run_step(driver: Driver, step: Step, outcome: Outcome) -> Reply:
    try:
        wanted = [where for where in (step.where, step.value) if isinstance(where, Where)]
        numbers = look_for(driver, wanted, outcome)
        if None in numbers:
            numbers = look_for(driver, wanted, outcome, wait=STEP_PAUSE)
        if None in numbers:
            missing = wanted[numbers.index(None)]
            return (
                driver.without_number(step)
                if len(wanted) == 1
                else Reply(False, f"{missing} is not in the page's text")
            )
        return driver.act(step, *[*numbers, None, None][:2])
    except Error as error:
        return Reply(False, f"{type(error).__name__}: {error.message.splitlines()[0]}")


def look_for(driver: Driver, wanted: list[Where], outcome: Outcome, *, wait: float = 0) -> list[int | None]:
    driver.page.wait_for_timeout(wait * 1000)
    outcome.text = driver.read()
    return [driver.number_of(where, outcome.text) for where in wanted]


class PagehandDriver:
    """The built embed's public API: ``agent.page.read()`` and ``agent.executeAction()``."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def open(self) -> None:
        create_agent(self.page, {"model": "offline", "panel": False, "maxPageChars": 60_000})

    def read(self) -> str:
        state = call(self.page, "agent.page.read()")
        return "\n".join([state["header"], state["content"], state["footer"]])

    def number_of(self, where: Where, text: str) -> int | None:
        return find(text, where.name, kind=where.kind, after=where.after)

    def without_number(self, step: Step) -> Reply:
        if step.action != "click" or step.where is None:
            return Reply(False, f"{step.where} is not in the page's text")
        return self._execute("click_text", {"text": step.where.name})

    def act(self, step: Step, number: int | None, other: int | None) -> Reply:
        match step.action:
            case "click":
                return self._execute("click_element_by_index", {"index": number, "count": step.count})
            case "fill":
                return self._execute("input_text", {"index": number, "text": step.value})
            case "choose":
                return self._execute("select_dropdown_option", {"index": number, "text": step.value})
            case "press":
                return self._execute("press_key", {"key": step.value, **({} if number is None else {"index": number})})
            case "hover":
                return self._execute("hover", {"index": number})
            case "drag":
                end = {"to_index": other} if other is not None else {"dx": step.value[0], "dy": step.value[1]}
                return self._execute("drag", {"index": number, **end})

    def _execute(self, name: str, parameters: dict[str, Any]) -> Reply:
        result = call(self.page, "agent.executeAction(argument[0], argument[1])", [name, parameters])
        return Reply(result["ok"], result["message"])
