"""One page per library, shared by its tasks; loaded afresh after a task that was not done."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page

from e2e.gallery.driving import Driver, Outcome, run_task
from e2e.gallery.tasks import Task
from e2e.site_server import SiteServer

PAUSE = 400
"""Milliseconds between tasks, for closing animations."""


class Desk:
    """``driver_for`` makes a product's driver for a page."""

    def __init__(self, context: BrowserContext, site: SiteServer, driver_for: Callable[[Page], Driver]) -> None:
        self.errors: list[str] = []
        self._context = context
        self._site = site
        self._driver_for = driver_for
        self._library = ""
        self._driver: Driver | None = None

    def run(self, task: Task) -> Outcome:
        if self._driver is None or self._library != task.library:
            self.close()
            self._open(task.library)
        else:
            self._driver.page.wait_for_timeout(PAUSE)
        assert self._driver is not None
        outcome = run_task(self._driver, task)
        if not outcome.done:
            self.close()
        return outcome

    def _open(self, library: str) -> None:
        page = self._context.new_page()
        page.on("pageerror", lambda error: self.errors.append(f"{library}: {error}"))
        page.goto(self._site.url(f"/gallery/{library}/index.html"))
        page.wait_for_function("() => typeof galleryState === 'function'")
        self._driver, self._library = self._driver_for(page), library
        self._driver.open()

    def close(self) -> None:
        if self._driver is not None:
            self._driver.page.close()
            self._driver = None
