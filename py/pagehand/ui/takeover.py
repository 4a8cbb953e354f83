"""Notice that the person acts on the page themselves while a task runs (X22).

Only trusted events count, so the agent's own never do, and only those outside the panel. Frames of the same origin that
are there when a task begins are watched too.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from pyodide.ffi import JsException

from pagehand.ui.elements import Listeners

TAKEOVERS = ("pointerdown", "keydown", "wheel", "touchstart")
PAUSE = 0.2
"""Seconds between two calls, for a turning wheel sends dozens of events a second."""
MODIFIERS = frozenset({"Shift", "Control", "Alt", "Meta", "CapsLock"})


class Takeover:
    """``noticed`` is called at the first event and again at most every ``PAUSE`` seconds while they go on."""

    def __init__(self, host: Any, noticed: Callable[[], None]) -> None:
        self._host, self._noticed = host, noticed
        self._window: Any = host.ownerDocument.defaultView
        self._listeners = Listeners()
        self._last = 0.0

    def start(self) -> None:
        self.stop()
        for window in _windows(self._window):
            self._listeners.on(window, TAKEOVERS, self._on_event, capture=True)

    def stop(self) -> None:
        self._listeners.dispose()

    def _on_event(self, event: Any) -> None:
        if not event.isTrusted or event.target == self._host:
            return
        if event.type == "keydown" and event.key in MODIFIERS:
            return
        now = time.monotonic()
        if now - self._last >= PAUSE:
            self._last = now
            self._noticed()


def _windows(window: Any) -> Iterator[Any]:
    yield window
    for frame in window.document.querySelectorAll("iframe, frame"):
        try:
            document = frame.contentDocument
        except JsException:
            continue  # another origin's
        if document:
            yield from _windows(frame.contentWindow)
