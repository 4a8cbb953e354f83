"""Inside the browser: the panel in the test page itself, so that real (trusted) input from the driver reaches it."""

from __future__ import annotations

import asyncio
from typing import Any

import js

from pagehand.ui.mount import mount
from pagehand.ui.panel import Panel
from pagehand.ui.panel_user import PanelUser
from pagehand.ui.stage import Stage
from pagehand.ui.subtitle import Subtitle

LINES = {6: "[6]<button>Ship order</button>"}


class Desk:
    """One panel and what came out of it. ``answers`` holds what a waiting question was answered."""

    def __init__(self, language: Any = "en-US", *, prepare: Any = None) -> None:
        self.submitted: list[str] = []
        self.stopped = 0
        self.closed = 0
        self.answers: list[Any] = []
        self.taken = 0
        self.stage: Stage | None = None
        self._asking: list[asyncio.Task[None]] = []
        self.root: Any = mount(js, language, mode="open")
        if prepare is not None:
            prepare(self.root)
        self.panel = Panel.adopt(
            self.root,
            language=language,
            on_submit=self.submitted.append,
            on_stop=self._stop,
            on_close=self._close,
            line_of=LINES.get,
            suggestions=["Ship the order of Ada"],
        )
        self.subtitle = Subtitle(self.root)
        self.user = PanelUser(self.panel, self.subtitle)

    def text(self, selector: str) -> str:
        return str(self.root.querySelector(selector).textContent)

    def shown(self, selector: str) -> bool:
        found = self.root.querySelector(selector)
        return bool(found and found.getClientRects().length)

    def focused(self) -> str:
        active = self.root.activeElement
        return str(active.id or active.className) if active else ""

    def ask(self, work: Any) -> None:
        async def asking() -> None:
            self.answers.append(await work)

        self._asking.append(asyncio.get_running_loop().create_task(asking()))

    async def close(self) -> None:
        for task in self._asking:
            task.cancel()
        await asyncio.sleep(0)
        if self.stage is not None:
            self.stage.dispose()
        self.subtitle.dispose()
        self.panel.dispose()

    def set_stage(self, *, mask: bool = False) -> Stage:
        self.stage = Stage(self.panel, lambda _target: js.document.body, on_takeover=self._take_over, mask=mask)
        return self.stage

    def _take_over(self) -> None:
        self.taken += 1

    def _stop(self) -> None:
        self.stopped += 1

    def _close(self) -> None:
        self.closed += 1


desks: list[Desk] = []


def open_desk(*arguments: Any, **keywords: Any) -> Desk:
    """A desk that stays for the test's next part; ``conftest.py`` closes it."""
    desks.append(Desk(*arguments, **keywords))
    return desks[-1]


def desk() -> Desk:
    return desks[-1]


async def close_all() -> None:
    while desks:
        await desks.pop().close()
