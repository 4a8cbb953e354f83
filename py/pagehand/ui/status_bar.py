"""The line under the panel's header: what goes on, for how long, at what cost."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from pagehand.ui.elements import Tasks
from pagehand.ui.messages import Messages, duration_text, joined, plural, short_count


class StatusBar:
    def __init__(self, shadow_root: Any, texts: Messages) -> None:
        self._texts = texts
        self._bar: Any = shadow_root.getElementById("bar")
        self._status: Any = shadow_root.getElementById("status")
        self._meter: Any = shadow_root.getElementById("meter")
        self._launcher: Any = shadow_root.getElementById("launcher")
        self._tasks = Tasks()
        self._started: float | None = None
        self.seconds = 0.0
        self._tokens = 0

    def show(self, status: str, words: str) -> None:
        """``status`` colours the dot: a status of the run, or ``incomplete``."""
        self._bar.setAttribute("data-status", status)
        self._launcher.setAttribute("data-status", status)
        if self._status.textContent != words:
            self._status.textContent = words
            self._status.title = words

    def start(self, seconds: float = 0.0) -> None:
        """Begin to count; ``seconds`` is what a run that goes on after a page load had used already."""
        self._tasks.dispose()
        self._started = time.monotonic() - seconds
        self._tokens = 0
        self._tasks.start(self._tick())

    def stop(self) -> None:
        self._count()
        self._started = None
        self._tasks.dispose()

    def set_tokens(self, tokens: int) -> None:
        self._tokens = tokens
        self._draw()

    def summary(self, steps: int) -> str:
        """Steps, time and tokens of the run, for the foot of its answer."""
        return joined((plural(self._texts, "steps", steps) if steps else "", self.facts()))

    def facts(self) -> str:
        count = short_count(self._tokens)
        tokens = plural(self._texts, "tokens", self._tokens, shown=count) if self._tokens else ""
        return joined((duration_text(self.seconds) if self.seconds else "", tokens))

    def dispose(self) -> None:
        self._tasks.dispose()

    async def _tick(self) -> None:
        while True:
            self._count()
            await asyncio.sleep(1 - self.seconds % 1)

    def _count(self) -> None:
        if self._started is not None:
            self.seconds = time.monotonic() - self._started
        self._draw()

    def _draw(self) -> None:
        self._meter.textContent = self.facts()
