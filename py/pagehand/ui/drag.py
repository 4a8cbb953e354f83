"""Move the panel by its header, inside the window."""

from __future__ import annotations

from typing import Any

from pagehand.ui.elements import Listeners

MARGIN = 8
"""px that stay free at the window's edges."""


class HeaderDrag:
    def __init__(self, panel: Any, header: Any, listeners: Listeners) -> None:
        self._panel, self._header = panel, header
        self._from: tuple[float, float] | None = None
        listeners.on(header, "pointerdown", self._down)
        listeners.on(header, "pointermove", self._move)
        listeners.on(header, ("pointerup", "pointercancel"), self._up)

    def _down(self, event: Any) -> None:
        if not event.isTrusted or event.button != 0 or event.target.closest("button"):
            return
        box = self._panel.getBoundingClientRect()
        self._from = (event.clientX - box.left, event.clientY - box.top)
        self._header.setPointerCapture(event.pointerId)
        self._header.classList.add("dragged")

    def _move(self, event: Any) -> None:
        if self._from is None:
            return
        window, box = self._panel.ownerDocument.defaultView, self._panel.getBoundingClientRect()
        left = _within(event.clientX - self._from[0], window.innerWidth - box.width)
        top = _within(event.clientY - self._from[1], window.innerHeight - box.height)
        style = self._panel.style
        # As distances from right and bottom: the panel grows upwards, and the style sheet keeps it in a window that shrinks
        self._panel.removeAttribute("data-side")
        style.setProperty("--right", f"{window.innerWidth - left - box.width}px")
        style.setProperty("--bottom", f"{window.innerHeight - top - box.height}px")

    def _up(self, _event: Any) -> None:
        self._from = None
        self._header.classList.remove("dragged")


def _within(value: float, furthest: float) -> float:
    return max(MARGIN, min(value, furthest - MARGIN))
