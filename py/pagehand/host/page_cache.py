"""The browser's back/forward cache: a page that was left stands still, and may come back (X11)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from pyodide.ffi.wrappers import add_event_listener, remove_event_listener

from pagehand.llm.transport import HttpRequest, HttpResponse, Transport


class PageCache:
    """``came_back`` is awaited when the page comes out of the cache; until it has returned, no model is called."""

    def __init__(self, window: Any, came_back: Callable[[], Awaitable[None]], keep: Callable[[Any], Any]) -> None:
        self._window, self._came_back, self._keep = window, came_back, keep
        self._here = asyncio.Event()
        self._here.set()
        self._listeners = {"pagehide": self._on_hide, "pageshow": self._on_show}
        for name, listener in self._listeners.items():
            add_event_listener(window, name, listener)

    def holding(self, transport: Transport) -> Transport:
        """The transport, held while the page is left: a call that the leaving broke off is not made again on its way out."""

        async def carry(request: HttpRequest) -> HttpResponse:
            await self._here.wait()
            return await transport(request)

        return carry

    def dispose(self) -> None:
        for name, listener in self._listeners.items():
            remove_event_listener(self._window, name, listener)
        self._here.set()

    def _on_hide(self, _event: Any) -> None:
        self._here.clear()

    def _on_show(self, event: Any) -> None:
        if event.persisted:
            self._keep(self._return())

    async def _return(self) -> None:
        try:
            await self._came_back()
        finally:
            self._here.set()
