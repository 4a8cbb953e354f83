"""Inside the browser: a document of its own for one test, as the page that Pagehand works on."""

from __future__ import annotations

import asyncio
from typing import Any

import js


class FramedPage:
    """``async with FramedPage(html) as page:`` — a same-origin frame; ``page.window`` is "the page"."""

    def __init__(self, html: str = "", *, url: str | None = None, width: int = 1000, height: int = 700) -> None:
        self.html, self.url, self.size = html, url, (width, height)
        self.closers: list[Any] = []

    async def __aenter__(self) -> FramedPage:
        self.frame: Any = js.document.createElement("iframe")
        self.frame.style.cssText = (
            f"position:fixed;left:0;top:0;border:0;width:{self.size[0]}px;height:{self.size[1]}px"
        )
        loaded: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def on_load(_event: Any) -> None:
            if not loaded.done():
                loaded.set_result(None)

        from pyodide.ffi.wrappers import add_event_listener, remove_event_listener

        add_event_listener(self.frame, "load", on_load)
        if self.url is None:
            self.frame.srcdoc = self.html
        else:
            self.frame.src = self.url
        js.document.body.append(self.frame)
        await asyncio.wait_for(loaded, 20)
        remove_event_listener(self.frame, "load", on_load)
        self.window: Any = self.frame.contentWindow
        self.document: Any = self.frame.contentDocument
        return self

    async def __aexit__(self, *_exception: object) -> None:
        for close in self.closers:
            close()
        self.frame.remove()

    def query(self, selector: str) -> Any:
        return self.document.querySelector(selector)


async def hands_on(page: FramedPage, **options: Any) -> Any:
    """Hands over a page that has been read once, so that its elements have numbers; put away with the page."""
    from pagehand.actions.live_hands import LiveHands
    from pagehand.dom.bridge import Bridge
    from pagehand.dom.live_page import LivePage
    from pagehand.dom.options import ReaderOptions

    live = LivePage(Bridge(page.window), ReaderOptions())
    await live.read()
    hands = LiveHands(live, **{"dialogs": "dismiss", **options})
    page.closers += [hands.end_run, live.dispose]
    return hands


async def seams_on(page: FramedPage, **options: Any) -> tuple[Any, Any]:
    """The page's reader and hands over it, as an agent takes them; put away with the page."""
    from pagehand.actions.live_hands import LiveHands
    from pagehand.dom.bridge import Bridge
    from pagehand.dom.live_page import LivePage
    from pagehand.dom.options import ReaderOptions

    live = LivePage(Bridge(page.window), ReaderOptions())
    hands = LiveHands(live, **{"dialogs": "dismiss", **options})
    page.closers += [hands.end_run, live.dispose]
    return live, hands
