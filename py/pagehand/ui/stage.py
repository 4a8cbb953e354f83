"""All that is drawn over the page, as one: pointer, marks, narration, mask; and the eye on the person's own hand."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from pagehand.events import Activity, Executing, Thinking
from pagehand.page import Target
from pagehand.ui.elements import Tasks
from pagehand.ui.mask import Mask
from pagehand.ui.overlays import PageOverlays
from pagehand.ui.panel import Panel
from pagehand.ui.pointer import Pointer
from pagehand.ui.subtitle import Subtitle
from pagehand.ui.takeover import Takeover

PRESSING = frozenset(
    {"click_element_by_index", "click_text", "click", "double_click", "long_press", "input_text", "fill_input"}
)
SCROLLING = frozenset({"scroll", "scroll_horizontally", "scroll_to", "scroll_until"})
NOTICE = 2.0
"""Seconds that the panel says so after the person's last touch (X22)."""


class Stage:
    """``resolve`` is the registry's; ``on_takeover`` is the agent's ``notice_user_input``.

    ``mask`` blocks the person's pointer while an action runs; ``trail`` shows the way it went. Hand :meth:`show_point` to the hands as ``on_point``.
    """

    def __init__(
        self,
        panel: Panel,
        resolve: Callable[[Target], Any],
        *,
        on_takeover: Callable[[], None],
        mask: bool = False,
        trail: bool = False,
    ) -> None:
        root = panel.shadow_root
        self._panel, self._on_takeover = panel, on_takeover
        self.pointer, self.subtitle = Pointer(root, trail=trail), Subtitle(root)
        self.overlays = PageOverlays(root, resolve)
        self.mask = Mask(root) if mask else None
        self._takeover = Takeover(panel.host, self._taken_over)
        self._tasks = Tasks()
        self._tool = ""

    async def show_point(self, x: float, y: float) -> None:
        """The hands are about to act at this point (CSS px in the top viewport)."""
        self._panel.make_room(x, y)
        await self.pointer.move_to(x, y)
        if self._tool in PRESSING:
            self.pointer.press()

    def begin(self) -> None:
        """A task runs from here on."""
        self._takeover.start()

    def on_activity(self, activity: Activity) -> None:
        running = isinstance(activity, Executing)
        if running or isinstance(activity, Thinking):
            self._tool = activity.tool if isinstance(activity, Executing) else ""
            self.pointer.as_wheel(self._tool in SCROLLING)
        if self.mask is not None:
            (self.mask.show if running else self.mask.hide)()

    def end(self) -> None:
        """The run is over: nothing of it stays on the page (C118)."""
        self._takeover.stop()
        self.overlays.clear()
        self.pointer.hide()
        if self.mask is not None:
            self.mask.hide()

    def dispose(self) -> None:
        self._tasks.dispose()
        self._takeover.stop()
        for part in (self.pointer, self.subtitle, self.overlays, self.mask):
            if part is not None:
                part.dispose()

    def _taken_over(self) -> None:
        self._on_takeover()
        self._tasks.dispose()
        self._tasks.start(self._say_so())

    async def _say_so(self) -> None:
        self._panel.show_notice(self._panel.texts.paused_by_you)
        await asyncio.sleep(NOTICE)
        self._panel.clear_notice()
