"""The bar at the foot of the window in which the agent speaks (C119)."""

from __future__ import annotations

import asyncio
from typing import Any

from pagehand.ui.elements import Tasks, element
from pagehand.ui.motion import still

SHORTEST, PER_CHARACTER = 4.0, 0.06
"""Seconds that a text stays at least, and what each character adds."""
LETTERS, TICK = 4, 0.016
"""The text appears this many characters at a time (C151's pace)."""


class Subtitle:
    def __init__(self, shadow_root: Any) -> None:
        document = shadow_root.ownerDocument
        self._window: Any = document.defaultView
        self._announcer: Any = shadow_root.getElementById("announcer")
        self._node = element(document, "div", "subtitle")
        self._tasks = Tasks()
        shadow_root.getElementById("stage").appendChild(self._node)

    async def say(self, text: str) -> None:
        """Show a text; returns when all of it is there. It goes by itself after it could be read."""
        self._tasks.dispose()
        self._announcer.textContent = text
        self._node.setAttribute("data-shown", "true")
        if not still(self._window):
            for end in range(LETTERS, len(text), LETTERS):
                self._node.textContent = text[:end]
                await asyncio.sleep(TICK)
        self._node.textContent = text
        self._tasks.start(self._leave(max(SHORTEST, PER_CHARACTER * len(text))))

    def hide(self) -> None:
        self._tasks.dispose()
        self._node.removeAttribute("data-shown")

    def dispose(self) -> None:
        self._tasks.dispose()
        self._node.remove()

    async def _leave(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        self._node.removeAttribute("data-shown")
