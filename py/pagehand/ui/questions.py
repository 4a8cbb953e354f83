"""Cards that wait for the person: a question, a choice, consent, a pause (C120-C125, C149).

Each card is a future. Keys, while a card is open: digits choose (C125), Esc dismisses or declines, Space and Enter
accept, Space twice declines; never while a person writes somewhere else, and never by the Space or Enter that was meant
for something the moment before the card appeared. Unlike C125, a press outside does not dismiss: the answer is often
to be looked up in the page.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pagehand.ui.composer import composing
from pagehand.ui.elements import button, element, icon
from pagehand.ui.messages import Messages
from pagehand.user import Answer

Kind = Literal["ask", "confirm", "pause"]
GRACE = 0.4
"""Seconds in which a new card takes no key for consent: it may have been on its way to something else."""
DOUBLE = 0.3
"""Seconds in which a second Space turns consent into refusal (C149)."""
CANCELLED = Answer(text="", source="cancelled")
ICONS: dict[Kind, str] = {"ask": "question", "confirm": "warning", "pause": "pause"}


@dataclass(eq=False)
class Card:
    kind: Kind
    node: Any
    future: asyncio.Future[Answer]
    options: tuple[str, ...] = ()
    input: Any = None
    opened: float = 0.0
    accepting: asyncio.TimerHandle | None = None

    def answer(self, answer: Answer) -> None:
        if not self.future.done():
            self.future.set_result(answer)


class Questions:
    """``changed`` is called when a card has come or gone."""

    def __init__(self, shadow_root: Any, texts: Messages, changed: Callable[[], None]) -> None:
        self._root, self._texts, self._changed = shadow_root, texts, changed
        self._document: Any = shadow_root.ownerDocument
        self._place: Any = shadow_root.getElementById("cards")
        self._cards: list[Card] = []

    @property
    def current(self) -> Card | None:
        """The card that keys go to: the oldest, as answers resolve the oldest request (C124)."""
        return self._cards[0] if self._cards else None

    async def ask(self, question: str, options: Sequence[str] = (), allow_free_text: bool = True) -> Answer:
        texts, document = self._texts, self._document
        choices = tuple(options)
        body: list[Any] = []
        if choices:
            rows = [self._option(number, text) for number, text in enumerate(choices)]
            body.append(element(document, "div", "options", children=rows))
        entry: Any = None
        if allow_free_text or not choices:
            label = texts.other_answer if choices else texts.your_answer
            attributes = {"type": "text", "placeholder": label, "aria-label": label, "autocomplete": "off"}
            entry = element(document, "input", attributes=attributes)
            send = button(document, "primary labelled", "answer", texts.answer)
            body.append(element(document, "div", "row", children=(entry, send)))
        hint = element(document, "span", "card-hint", texts.pick_hint if choices else texts.ask_hint)
        dismiss = button(document, "text-button", "dismiss", texts.dismiss)
        body.append(element(document, "div", "row", children=(hint, dismiss)))
        return await self._wait("ask", texts.question, question, body, choices, entry)

    async def confirm(self, message: str) -> bool:
        texts, document = self._texts, self._document
        allow = button(document, "primary labelled", "accept", texts.allow)
        decline = button(document, "secondary", "dismiss", texts.decline)
        body = [
            element(document, "div", "row", children=(allow, decline)),
            element(document, "span", "card-hint", texts.confirm_hint),
        ]
        return (await self._wait("confirm", texts.confirm_title, message, body)).source != "cancelled"

    async def pause(self, note: str) -> None:
        texts, document = self._texts, self._document
        go_on = button(document, "primary labelled", "accept", texts.go_on)
        hint = element(document, "span", "card-hint", texts.pause_hint)
        await self._wait("pause", texts.paused_title, note, [element(document, "div", "row", children=(go_on, hint))])

    def press(self, action: str, control: Any) -> bool:
        """A press on a button of a card; True if it was one."""
        card = next((card for card in self._cards if card.node.contains(control)), None)
        if card is None:
            return False
        if action == "pick":
            card.answer(Answer(text=card.options[int(control.getAttribute("data-position"))], source="option"))
        elif action == "answer":
            self._send_text(card)
        elif action == "accept":
            card.answer(Answer(text=""))
        elif action == "dismiss":
            card.answer(CANCELLED)
        return True

    def on_key(self, event: Any, *, inside: bool) -> bool:
        """A trusted key press; True if the card took it. ``inside`` says whether the panel has the focus.

        From outside it is only called while nothing is being written there.
        """
        card = self.current
        if card is None or composing(event) or event.ctrlKey or event.metaKey or event.altKey:
            return False
        focused = self._root.activeElement
        key = str(event.key)
        if key == "Escape":
            if inside and focused is not None and not card.node.contains(focused):
                return False
            card.answer(CANCELLED)
            return True
        if card.input is not None and focused == card.input:
            return key == "Enter" and self._send_text(card)
        on_card = not inside or focused == card.node
        if card.kind == "ask":
            return self._choose(card, key, allowed=on_card or card.node.contains(focused))
        return on_card and key in (" ", "Enter") and self._consent(card, key, bool(event.repeat))

    def cancel_all(self) -> None:
        """Dismiss everything that waits: the run was stopped (C124)."""
        for card in list(self._cards):
            card.answer(CANCELLED)

    def _option(self, number: int, text: str) -> Any:
        made = element(self._document, "button", "option", attributes={"type": "button", "data-action": "pick"})
        made.setAttribute("data-position", str(number))
        if number < 9:
            made.appendChild(element(self._document, "kbd", text=str(number + 1)))
        made.appendChild(element(self._document, "span", text=text))
        return made

    def _choose(self, card: Card, key: str, *, allowed: bool) -> bool:
        if allowed and card.options and len(key) == 1 and key in "123456789" and int(key) <= len(card.options):
            card.answer(Answer(text=card.options[int(key) - 1], source="option"))
            return True
        if key == " " and self._root.activeElement == card.node:
            # C125: a bare Space never picks the first option
            card.answer(CANCELLED)
            return True
        return False

    def _consent(self, card: Card, key: str, repeat: bool) -> bool:
        if repeat or time.monotonic() - card.opened < GRACE:
            return True
        if card.accepting is not None:
            card.accepting.cancel()
            card.answer(CANCELLED)
        elif key == "Enter" or card.kind == "pause":
            card.answer(Answer(text=""))
        else:
            loop = asyncio.get_running_loop()
            card.accepting = loop.call_later(DOUBLE, card.answer, Answer(text=""))
        return True

    def _send_text(self, card: Card) -> bool:
        text = str(card.input.value).strip()
        if not text:
            card.input.focus()
            return True
        card.answer(Answer(text=text, source="option" if text in card.options else "free_text"))
        return True

    async def _wait(
        self, kind: Kind, title: str, text: str, body: list[Any], options: tuple[str, ...] = (), entry: Any = None
    ) -> Answer:
        document = self._document
        heading = element(document, "span", text=title)
        header = element(document, "div", "head", children=(icon(document, ICONS[kind]), heading))
        words = [element(document, "p", "card-text", text)] if text else []
        attributes = {"role": "group", "tabindex": "-1", "data-kind": kind, "aria-label": f"{title}: {text}"}
        node = element(document, "div", "card", children=(header, *words, *body), attributes=attributes)
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        card = Card(kind, node, future, options, entry, time.monotonic())
        self._cards.append(card)
        self._place.appendChild(node)
        self._changed()
        try:
            return await future
        finally:
            if card.accepting is not None:
                card.accepting.cancel()
            self._cards.remove(card)
            node.remove()
            self._changed()
