"""Borders and highlights that follow their element (C116-C119). Implements :class:`pagehand.user.Overlays`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from pagehand.page import Target
from pagehand.results import ActionResult, failed, succeeded
from pagehand.ui.elements import Listeners, Tasks, element
from pagehand.ui.geometry import Box, viewport_box

Kind = Literal["border", "highlight"]
FRAME = 1 / 60
"""Seconds between two looks at where the elements are: scrolling, resizing, mutation and animation alike."""
OUTSET = 3
"""px between an element and its border."""
LABEL_ROOM = 28
"""px above an element that its label needs; else the label hangs below."""


@dataclass(eq=False)
class _Mark:
    node: Any
    target: Any
    box: Box | None = None


class PageOverlays:
    """``resolve`` is the registry's: an object with ``.element``, an element itself, or why there is none."""

    def __init__(self, shadow_root: Any, resolve: Callable[[Target], Any]) -> None:
        self._document: Any = shadow_root.ownerDocument
        self._window: Any = self._document.defaultView
        self._stage: Any = shadow_root.getElementById("stage")
        self._resolve = resolve
        self._marks: dict[str, _Mark] = {}
        self._count = 0
        self._tasks = Tasks()
        self._following = False
        self._listeners = Listeners()
        self._listeners.on(self._window, "popstate", lambda _event: self.clear())

    def border(self, target: Target, *, color: str | None = None, label: str | None = None) -> ActionResult:
        """A frame around the element; earlier marks go (C116)."""
        self.clear()
        return self._mark("border", target, color, label)

    def highlight(self, target: Target, *, color: str | None = None, label: str | None = None) -> ActionResult:
        """A tint over the element, beside what is marked already (C118)."""
        return self._mark("highlight", target, color, label)

    def clear(self) -> None:
        for mark in self._marks.values():
            mark.node.remove()
        self._marks.clear()
        self._tasks.dispose()
        self._following = False

    def dispose(self) -> None:
        self.clear()
        self._listeners.dispose()

    def _mark(self, kind: Kind, target: Target, color: str | None, label: str | None) -> ActionResult:
        resolved = self._resolve(target)
        if isinstance(resolved, ActionResult):
            return resolved
        if color is not None and not self._window.CSS.supports("color", color):
            # Anything else could be a url() that the page's network would see
            return failed("unknown", f"{color!r} is not a CSS colour.")
        self._count += 1
        name = f"overlay-{self._count}"
        node = element(self._document, "div", "overlay", attributes={"data-kind": kind})
        if color is not None:
            node.style.setProperty("--colour", color)
        if label:
            node.appendChild(element(self._document, "span", text=label))
        self._stage.prepend(node)
        self._marks[name] = _Mark(node, getattr(resolved, "element", resolved))
        self._place()
        if not self._following:
            self._following = True
            self._tasks.start(self._follow())
        return succeeded(f"Marked [{target}].", data={"id": name})

    async def _follow(self) -> None:
        while self._marks:
            await asyncio.sleep(FRAME)
            self._place()
        self._following = False

    def _place(self) -> None:
        for name, mark in list(self._marks.items()):
            if not mark.target.isConnected:
                mark.node.remove()
                del self._marks[name]
                continue
            box = viewport_box(mark.target)
            if box == mark.box:
                continue
            mark.box = box
            room = OUTSET if mark.node.getAttribute("data-kind") == "border" else 0
            style = mark.node.style
            style.setProperty("transform", f"translate({box.left - room:.1f}px, {box.top - room:.1f}px)")
            style.setProperty("width", f"{box.width + 2 * room:.1f}px")
            style.setProperty("height", f"{box.height + 2 * room:.1f}px")
            mark.node.setAttribute("data-label", "below" if box.top < LABEL_ROOM else "above")
