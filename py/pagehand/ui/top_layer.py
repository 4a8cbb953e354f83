"""The panel stays usable whatever the page puts up: modal dialogs, popovers, full screen, a removed host.

A modal dialog makes everything outside it inert, so while one is open the host lives inside it; as a manual popover it
is in the browser's top layer, above the dialog and above every z-index. A host that the page took out comes back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from pyodide.ffi import create_proxy

from pagehand.ui.elements import Listeners, Tasks

LOOK = 1.0
"""Seconds between two looks at whether the host is still there and the panel is not covered."""
HOLDERS = "dialog:modal, :fullscreen"


class TopLayer:
    """``disturbed`` is called when the page covers or moves the panel and raising it does not help."""

    def __init__(self, host: Any, panel: Any, disturbed: Callable[[], None]) -> None:
        self._host, self._panel, self._disturbed = host, panel, disturbed
        self._document: Any = host.ownerDocument
        self._window: Any = self._document.defaultView
        self._told = False
        self._listeners = Listeners()
        self._listeners.on(self._document, ("toggle", "fullscreenchange"), self._on_change, capture=True)
        self._proxy = create_proxy(lambda *_changes: self.raise_host())
        self._observer: Any = self._window.MutationObserver.new(self._proxy)
        options = self._window.Object.new()
        options.subtree, options.attributeFilter = True, self._window.Array.of("open")
        self._observer.observe(self._document.documentElement, options)
        self._tasks = Tasks()
        self._tasks.start(self._watch())
        host.setAttribute("popover", "manual")
        self.raise_host()

    def raise_host(self) -> None:
        """Into the place where it can be used, and on top."""
        home = self._home()
        if self._host.parentNode != home:
            _move(home, self._host)
        if self._host.matches(":popover-open"):
            self._host.hidePopover()
        self._host.showPopover()

    def dispose(self) -> None:
        self._tasks.dispose()
        self._observer.disconnect()
        self._proxy.destroy()
        self._listeners.dispose()

    def _home(self) -> Any:
        """The newest modal dialog or full-screen element; else the document's root, which frameworks leave alone."""
        holders = [holder for holder in self._document.querySelectorAll(HOLDERS) if holder.localName not in MEDIA]
        return holders[-1] if holders else self._document.documentElement

    def _on_change(self, event: Any) -> None:
        if event.target == self._host or getattr(event, "newState", "open") == "closed":
            if self._host.parentNode != self._home():
                self.raise_host()
            return
        if event.target.localName != "details":
            self.raise_host()

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            if not self._host.isConnected:
                self.raise_host()
            if self._covered():
                self.raise_host()
                if self._covered() and not self._told:
                    self._told = True
                    self._disturbed()
            else:
                self._told = False

    def _covered(self) -> bool:
        """Whether a press on the panel's middle would meet something else, or the panel is out of sight."""
        if self._panel.hidden or self._host.hidden:
            return False
        box = self._panel.getBoundingClientRect()
        x, y = box.left + box.width / 2, box.top + box.height / 2
        return self._document.elementFromPoint(x, y) != self._host


MEDIA = frozenset({"video", "img", "iframe", "canvas"})
"""Full-screen elements that can hold no children."""


def _move(parent: Any, node: Any) -> None:
    """Move with focus and scroll positions kept where the browser can."""
    if node.isConnected and hasattr(parent, "moveBefore"):
        parent.moveBefore(node, None)
    else:
        parent.appendChild(node)
