"""page-agent's own controller as a driver of the gallery's tasks (npm ``@page-agent/page-controller``)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Locator, Page

from e2e.agent_calls import WITHIN, call
from e2e.gallery.driving import Reply
from e2e.gallery.page_text import find
from e2e.gallery.tasks import Step, Where

MODULE = "/npm/@page-agent/page-controller/dist/lib/page-controller.js"
OPEN = f"""async () => {{
    const peer = await import('{MODULE}')
    window.pageAgent = new peer.PageController({{ enableMask: false }})
}}"""
INDEX_OF = """element => {
    const entries = [...pageAgent.selectorMap.entries()].filter(([, node]) => node.ref)
    const exact = entries.find(([, node]) => node.ref === element)
    // What is around it counts where it says little more: a whole grid is not its header.
    const size = element.textContent.trim().length
    const around = entries.filter(([, node]) => node.ref.contains(element) && node.ref.textContent.trim().length <= 3 * size + 40).at(-1)
    const inside = entries.filter(([, node]) => element.contains(node.ref))
    return (exact ?? around ?? (inside.length === 1 ? inside[0] : null))?.[0] ?? null
}"""
EDITABLE = "input, textarea, [contenteditable]"
CHOOSABLE = "select, [role=combobox], [aria-haspopup]"
OPTION_KINDS = ("option", "listbox", "menuitem", "li")


class PageAgentDriver:
    """Its four verbs on an index; what it has no action for is said so."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def open(self) -> None:
        self.page.evaluate(WITHIN)
        self.page.evaluate(OPEN)

    def read(self) -> str:
        state = call(self.page, "pageAgent.getBrowserState()", seconds=60)
        return "\n".join(str(state[part]) for part in ("header", "content", "footer"))

    def number_of(self, where: Where, text: str) -> int | None:
        return next(self._candidates(where, text), None)

    def _candidates(self, where: Where, text: str) -> Iterator[int]:
        """By its text first, then what a model that also saw the page would point at, although the text does not name it."""
        found = find(text, where.name, kind=where.kind, after=where.after)
        if found is not None:
            yield found
        page = self.page
        ways: list[Locator] = []
        if where.kind is not None:
            ways.append(page.locator(f"[role={where.kind}], {where.kind}").filter(has_text=where.name))
        ways += [page.get_by_label(where.name, exact=True), page.get_by_placeholder(where.name, exact=True)]
        ways += [page.get_by_label(where.name), page.get_by_title(where.name)]
        ways += [page.get_by_text(where.name, exact=True), page.get_by_text(where.name)]
        for way in ways:
            for element in way.all():
                number = element.evaluate(INDEX_OF) if element.is_visible() else None
                if number is not None:
                    yield number

    def _fitting(self, where: Where | None, number: int | None, selector: str) -> int | None:
        """Of all that bears the name, what the action is for; the first when nothing is."""
        candidates = [] if where is None else list(self._candidates(where, self.read()))
        fits = "([number, selector]) => pageAgent.selectorMap.get(number)?.ref?.matches(selector) ?? false"
        return next((each for each in candidates if self.page.evaluate(fits, [each, selector])), number)

    def without_number(self, step: Step) -> Reply:
        return Reply(False, f"{step.where} has no index")

    def act(self, step: Step, number: int | None, other: int | None) -> Reply:
        match step.action:
            case "click":
                replies = [self._call("clickElement", number) for _ in range(step.count)]
                return replies[-1]
            case "fill":
                return self._call("inputText", self._fitting(step.where, number, EDITABLE), step.value)
            case "choose":
                return self._choose(step, self._fitting(step.where, number, CHOOSABLE))
            case _:
                return Reply(False, f"it has no action to {step.action}")

    def _choose(self, step: Step, number: int | None) -> Reply:
        """Its own select action; where that is refused, a click that opens and one per option, as its prompt advises."""
        options = step.value if isinstance(step.value, list) else [step.value]
        reply = self._call("selectOption", number, options[0])
        if reply.ok:
            return reply
        reply = self._call("clickElement", number)
        for option in options:
            self.page.wait_for_timeout(400)
            text = self.read()
            choice = next((each for kind in OPTION_KINDS if (each := find(text, option, kind=kind)) is not None), None)
            choice = choice if choice is not None else self.number_of(Where(option), text)
            if choice is None:
                return Reply(False, f"{option!r} has no index after the click")
            reply = self._call("clickElement", choice)
        return reply

    def _call(self, name: str, *arguments: Any) -> Reply:
        result = call(self.page, f"pageAgent.{name}(...argument)", list(arguments))
        return Reply(bool(result["success"]), str(result["message"]))
