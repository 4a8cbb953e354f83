"""The person of the embed: the host's ``onAskUser`` where it is set, else the panel where it shows, else whoever listens
to ``ask`` and answers by ``respond``, else nobody (C12, C124, D4, X28)."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Sequence
from typing import Any

from pagehand.host.javascript import HostValues
from pagehand.page import Target
from pagehand.questions import answer_of
from pagehand.user import Answer, User


class HostAnswers:
    """``facade.onAskUser(question, {signal, options})`` may be set and unset at any time. ``shown``: the panel is there."""

    def __init__(self, panel_user: User, facade: Any, values: HostValues, shown: Callable[[], bool]) -> None:
        self._panel_user, self._facade, self._values, self._shown = panel_user, facade, values, shown

    @property
    def can_answer(self) -> bool:
        return bool(self._facade.onAskUser) or self._shown() or bool(self._facade.answersQuestions)

    async def ask(self, question: str, *, options: Sequence[str] = (), allow_free_text: bool = True) -> Answer:
        callback = self._facade.onAskUser
        if not callback and not self._shown() and self._facade.answersQuestions:
            return await asyncio.get_running_loop().create_future()  # until `respond`, or a stop, cancels it
        if not callback:
            return await self._panel_user.ask(question, options=options, allow_free_text=allow_free_text)
        context, controller = self._values.cancellable_context(options=list(options))
        try:
            answer = callback(question, context)
            text = await answer if inspect.isawaitable(answer) else answer
        except asyncio.CancelledError:
            controller.abort()
            raise
        return answer_of("" if text is None else str(text), options)

    async def confirm(self, message: str) -> bool:
        return await self._panel_user.confirm(message)

    async def narrate(self, text: str, *, about: Target | None = None) -> None:
        await self._panel_user.narrate(text, about=about)

    async def pause(self, note: str) -> None:
        await self._panel_user.pause(note)
