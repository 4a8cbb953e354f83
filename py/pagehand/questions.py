"""Questions to the person while a run waits: ``waiting`` status, ``respond``, the host's own callback (C12, C124, X28)."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from pagehand.emitter import Emitter
from pagehand.page import Target
from pagehand.results import ActionResult, failed
from pagehand.user import Answer, User

_numbers = count(1)


@dataclass
class Pending:
    """One open question. ``index`` of an answer is -1 for free text, as hosts see it (C123)."""

    question: str
    options: tuple[str, ...]
    allow_free_text: bool
    number: int = field(default_factory=lambda: next(_numbers))
    future: asyncio.Future[Answer] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def resolve(self, text: str) -> None:
        if not self.future.done():
            self.future.set_result(answer_of(text, self.options))

    def to_js(self) -> dict[str, Any]:
        return {
            "id": self.number,
            "question": self.question,
            "options": list(self.options),
            "allowFreeText": self.allow_free_text,
        }


def answer_of(text: str, options: Sequence[str]) -> Answer:
    """Empty is cancelled, what equals an option is that option, the rest is free text (C124)."""
    text = text.strip()
    if not text:
        return Answer(text="", source="cancelled")
    return Answer(text=text, source="option" if text in options else "free_text")


class AskingUser:
    """A :class:`User` that tells when it waits, and that a host can answer by ``respond`` or a callback."""

    def __init__(
        self, user: User, emitter: Emitter, *, callback: Callable[..., Any] | None, waiting: Callable[[bool], None]
    ) -> None:
        self._user, self._emitter, self._callback, self._waiting = user, emitter, callback, waiting
        self._pending: list[Pending] = []
        self._open = 0

    @property
    def can_answer(self) -> bool:
        return self._callback is not None or self._user.can_answer or self._emitter.has_listeners("ask")

    @property
    def pending(self) -> list[Pending]:
        return list(self._pending)

    async def ask(self, question: str, *, options: Sequence[str] = (), allow_free_text: bool = True) -> Answer:
        pending = Pending(question, tuple(options), allow_free_text)
        self._pending.append(pending)
        asking = asyncio.ensure_future(self._put(pending))
        with self._waits():
            try:
                self._emitter.emit("ask", pending)
                await asyncio.wait({pending.future, asking}, return_when=asyncio.FIRST_COMPLETED)
                return pending.future.result() if pending.future.done() else asking.result()
            finally:
                # Answered either way, the question leaves the queue, so that the next answer meets the next question (D40).
                self._pending.remove(pending)
                asking.cancel()
                self._emitter.emit("answered", pending)

    async def _put(self, pending: Pending) -> Answer:
        if self._callback is None:
            if not self._user.can_answer:
                return await pending.future
            return await self._user.ask(
                pending.question, options=pending.options, allow_free_text=pending.allow_free_text
            )
        value = self._callback(pending.question, {"options": list(pending.options)})
        text = await value if inspect.isawaitable(value) else value
        return answer_of("" if text is None else str(text), pending.options)

    def respond(self, text: str) -> bool:
        """Answer the oldest open question; False when there is none (C124)."""
        if not self._pending:
            return False
        self._pending[0].resolve(text)
        return True

    def cancel_all(self) -> None:
        for pending in self.pending:
            pending.resolve("")

    async def confirm(self, message: str) -> bool:
        with self._waits():
            return await self._user.confirm(message)

    async def narrate(self, text: str, *, about: Target | None = None) -> None:
        self._emitter.emit("narrate", {"text": text, "about": about})
        await self._user.narrate(text, about=about)

    async def pause(self, note: str) -> None:
        with self._waits():
            await self._user.pause(note)

    def _waits(self) -> _Waiting:
        return _Waiting(self)

    def _change(self, by: int) -> None:
        self._open += by
        self._waiting(self._open > 0)


@dataclass
class _Waiting:
    user: AskingUser

    def __enter__(self) -> None:
        self.user._change(1)

    def __exit__(self, *_: object) -> None:
        self.user._change(-1)


class Nobody:
    """The user of an agent that nobody watches: nothing can be asked, consent is never given."""

    can_answer = False

    async def ask(self, question: str, *, options: Sequence[str] = (), allow_free_text: bool = True) -> Answer:
        return Answer(text="", source="cancelled")

    async def confirm(self, message: str) -> bool:
        return False

    async def narrate(self, text: str, *, about: Target | None = None) -> None:
        return None

    async def pause(self, note: str) -> None:
        return None


class NoOverlays:
    """Overlays where nothing can be drawn."""

    def border(self, target: Target, *, color: str | None = None, label: str | None = None) -> ActionResult:
        return failed("unknown", "Nothing can be drawn over the page here.")

    highlight = border

    def clear(self) -> None:
        return None
