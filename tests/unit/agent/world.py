"""A small real page in memory: elements with state, numbers that last, and hands that act on them.

It is a model of a page, not of the agent: clicks run what a page would run, fields hold what is typed.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from pagehand.page import PageState, SubmittedForm, Target
from pagehand.results import ActionResult, failed, succeeded


@dataclass
class Element:
    tag: str
    text: str = ""
    attributes: dict[str, str] = field(default_factory=dict)
    value: str = ""
    options: tuple[str, ...] = ()
    on_click: Callable[[], Any] | None = None
    form: SubmittedForm | None = None
    number: int = -1

    def line(self) -> str:
        attributes = "".join(f' {name}="{value}"' for name, value in self.attributes.items())
        if self.tag in ("input", "select"):
            shown = "••••" if self.attributes.get("type") == "password" and self.value else self.value
            return f'[{self.number}]<{self.tag}{attributes} value="{shown}">{self.text}'
        return f"[{self.number}]<{self.tag}{attributes}>{self.text}</{self.tag}>"


class MemoryPage:
    """Implements ``pagehand.page.Page``."""

    def __init__(
        self, elements: Sequence[Element], *, url: str = "https://shop.example/orders", text: str = ""
    ) -> None:
        self.elements = list(elements)
        self.url = url
        self.text = text
        self.reads = 0
        self.changed_at = time.monotonic() - 100
        self.disposed = False
        self._next = 0

    async def read(self) -> PageState:
        self.reads += 1
        for element in self.elements:
            if element.number < 0:
                element.number, self._next = self._next, self._next + 1
        lines = [self.text] if self.text else []
        lines += [element.line() for element in self.elements]
        return PageState(
            url=self.url,
            title="Orders",
            header=f"Current page: [Orders]({self.url})",
            content="\n".join(lines),
            footer="",
        )

    @property
    def next_number(self) -> int:
        return self._next

    def continue_numbers(self, next_number: int) -> None:
        self._next = max(self._next, next_number)

    def seconds_since_update(self) -> float:
        return time.monotonic() - self.changed_at

    def find(self, target: Target) -> Element | None:
        return next((each for each in self.elements if each.number == target), None)

    def line_of(self, target: Target) -> str | None:
        element = self.find(target)
        return element.line() if element else None

    def submitted_form(self, target: Target) -> SubmittedForm | None:
        element = self.find(target)
        return element.form if element else None

    def dispose(self) -> None:
        self.disposed = True


class MemoryHands:
    """Implements the part of ``pagehand.hands.Hands`` that a page of plain controls has."""

    def __init__(self, page: MemoryPage) -> None:
        self.page = page
        self.calls: list[tuple[Any, ...]] = []

    async def click(self, target: Target, **options: Any) -> ActionResult:
        self.calls.append(("click", target, options))
        element = self.page.find(target)
        if element is None:
            return failed("not_found", f"There is no element {target} on the page.")
        if element.on_click is not None:
            outcome = element.on_click()
            if asyncio.iscoroutine(outcome):
                await outcome
        return succeeded(f"Clicked {element.text}.")

    async def click_text(self, text: str, *, nth: int = 1) -> ActionResult:
        self.calls.append(("click_text", text, nth))
        return succeeded(f"Clicked {text}.") if text in self.page.text else failed("not_found", f"{text} is not shown.")

    async def input_text(self, target: Target, text: str, *, mode: str = "replace") -> ActionResult:
        self.calls.append(("input_text", target, text))
        element = self.page.find(target)
        if element is None:
            return failed("not_found", f"There is no element {target} on the page.")
        if element.tag != "input":
            return failed("not_interactive", f"<{element.tag}> is not a text field.")
        element.value = text if mode == "replace" else element.value + text
        if element.attributes.get("type") == "password":
            return succeeded(f"Typed {len(text)} characters.")
        return succeeded(f"The field now holds “{element.value}”.")

    async def clear(self, target: Target) -> ActionResult:
        return await self.input_text(target, "")

    async def select_option(self, target: Target, options: str | Sequence[str]) -> ActionResult:
        self.calls.append(("select_option", target, options))
        element = self.page.find(target)
        if element is None or options not in element.options:
            return failed("not_found", f"No option {options!r}.")
        element.value = str(options)
        return succeeded(f"Chose {options}.")

    async def scroll(self, direction: str = "down", **options: Any) -> ActionResult:
        self.calls.append(("scroll", direction, options))
        return succeeded(f"Scrolled {direction}.")

    def __getattr__(self, name: str) -> Any:
        """Every other hand of the protocol: noted, and done."""

        async def hand(*arguments: Any, **options: Any) -> ActionResult:
            self.calls.append((name, *arguments, options))
            return succeeded(f"{name} done.")

        return hand
