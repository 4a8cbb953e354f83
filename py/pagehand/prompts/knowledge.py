"""What a site and its operator say: instructions, per page too, and ``llms.txt`` (C26, X10)."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from pagehand.config import AgentConfig
from pagehand.prompts.user import Instructions

LLMS_TXT_LIMIT = 1_000
"""Characters."""
LLMS_TXT_TIMEOUT = 3.0
FetchText = Callable[[str], Awaitable[str | None]]
"""The text at an address, or None where there is none."""


class Knowledge:
    """Looks instructions up once per address, and ``llms.txt`` once per origin."""

    def __init__(self, config: AgentConfig, fetch_text: FetchText | None = None) -> None:
        self._config, self._fetch_text = config, fetch_text
        self._pages: dict[str, str] = {}
        self._sites: dict[str, str] = {}

    async def instructions(self, url: str) -> Instructions:
        return Instructions(
            system=self._config.instructions.system, page=await self._page(url), llms_txt=await self._site(url)
        )

    async def _page(self, url: str) -> str:
        callback = self._config.instructions.get_page_instructions
        if callback is None:
            return ""
        if url not in self._pages:
            text = callback(url)
            text = await text if inspect.isawaitable(text) else text
            self._pages = {url: "" if text is None else str(text)}
        return self._pages[url]

    async def _site(self, url: str) -> str:
        parts = urlsplit(url)
        if not self._config.llms_txt or self._fetch_text is None or parts.scheme not in ("http", "https"):
            return ""
        origin = f"{parts.scheme}://{parts.netloc}"
        if origin not in self._sites:
            try:
                text = await asyncio.wait_for(self._fetch_text(f"{origin}/llms.txt"), LLMS_TXT_TIMEOUT)
            except (TimeoutError, OSError):
                text = None
            self._sites[origin] = (text or "")[:LLMS_TXT_LIMIT]
        return self._sites[origin]
