"""The person behind the panel, as the agent knows them (:class:`pagehand.user.User`; X28)."""

from __future__ import annotations

from collections.abc import Sequence

from pagehand.page import Target
from pagehand.ui.panel import Panel
from pagehand.ui.subtitle import Subtitle
from pagehand.user import Answer, Overlays


class PanelUser:
    """``overlays`` frames what a narration is about (C119); ``pause_after_narrate`` waits for Space after each (X21)."""

    can_answer = True

    def __init__(
        self, panel: Panel, subtitle: Subtitle, *, overlays: Overlays | None = None, pause_after_narrate: bool = False
    ) -> None:
        self._panel, self._subtitle, self._overlays = panel, subtitle, overlays
        self._pause_after_narrate = pause_after_narrate

    async def ask(self, question: str, *, options: Sequence[str] = (), allow_free_text: bool = True) -> Answer:
        return await self._panel.questions.ask(question, options, allow_free_text)

    async def confirm(self, message: str) -> bool:
        return await self._panel.questions.confirm(message)

    async def narrate(self, text: str, *, about: Target | None = None) -> None:
        if about is not None and self._overlays is not None:
            self._overlays.border(about)
        await self._subtitle.say(text)
        if self._pause_after_narrate:
            await self.pause("")

    async def pause(self, note: str) -> None:
        await self._panel.questions.pause(note)
