"""The pointer that shows where the agent acts (C13, C105). It takes no pointer event and is never hit."""

from __future__ import annotations

import asyncio
import math
from typing import Any

from pagehand.ui.elements import Tasks, element, icon
from pagehand.ui.motion import still

TRAVEL = 0.3
"""Seconds from one place to the next (C13); the style sheet's transition takes the same."""
RIPPLE = 0.5
TRAIL = 0.9
"""Seconds until a trail has faded; the style sheet's animation takes the same."""


class Pointer:
    """Coordinates are CSS px in the top window's viewport. ``trail``: the way to each place stays visible for a moment (D35)."""

    def __init__(self, shadow_root: Any, *, trail: bool = False) -> None:
        self._trail = trail
        document = shadow_root.ownerDocument
        self._window: Any = document.defaultView
        self._document: Any = document
        self._tasks = Tasks()
        children = (icon(document, "pointer", "arrow"), icon(document, "wheel", "wheel"))
        self._node = element(document, "div", "pointer", children=children)
        self._place: tuple[float, float] | None = None
        shadow_root.getElementById("stage").appendChild(self._node)

    async def move_to(self, x: float, y: float) -> None:
        """Glide there; returns when the pointer has arrived."""
        if self._place == (x, y) and self._shown:
            return
        first = self._place is None or not self._shown
        if first and not still(self._window):
            # Come from the middle of the window, not from its corner
            self._put(self._window.innerWidth / 2, self._window.innerHeight / 2)
            await asyncio.sleep(0.03)
        self._node.setAttribute("data-shown", "true")
        if self._trail and self._place is not None and not still(self._window):
            self._tasks.start(self._fading_trail(self._place, (x, y)))
        self._put(x, y)
        if not still(self._window):
            await asyncio.sleep(TRAVEL)

    def press(self) -> None:
        """A ripple where the pointer is: something was pressed."""
        if self._place is not None:
            self._tasks.start(self._ripple())

    def as_wheel(self, wheel: bool) -> None:
        """A mouse wheel while the page scrolls, else an arrow (C105)."""
        if wheel:
            self._node.setAttribute("data-glyph", "wheel")
        else:
            self._node.removeAttribute("data-glyph")

    def hide(self) -> None:
        self._node.removeAttribute("data-shown")

    def dispose(self) -> None:
        self._tasks.dispose()
        self._node.remove()

    @property
    def _shown(self) -> bool:
        return self._node.hasAttribute("data-shown")

    def _put(self, x: float, y: float) -> None:
        self._place = (x, y)
        self._node.style.setProperty("transform", f"translate({x:.1f}px, {y:.1f}px)")

    async def _ripple(self) -> None:
        ring = element(self._document, "div", "ripple")
        self._node.prepend(ring)
        try:
            await asyncio.sleep(RIPPLE)
        finally:
            ring.remove()

    async def _fading_trail(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        line = element(self._document, "div", "trail")
        length, angle = math.dist(start, end), math.atan2(end[1] - start[1], end[0] - start[0])
        line.style.setProperty("width", f"{length:.1f}px")
        line.style.setProperty("transform", f"translate({start[0]:.1f}px, {start[1]:.1f}px) rotate({angle:.4f}rad)")
        self._node.parentNode.appendChild(line)
        try:
            await asyncio.sleep(TRAIL)
        finally:
            line.remove()
