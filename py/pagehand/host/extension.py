"""The extension's entry point: one agent per tab, in the page, with the service worker behind it."""

from __future__ import annotations

from typing import Any


async def start(side: Any, chrome: Any) -> None:
    """``side`` is the loader's :class:`PagehandSide`, ``chrome`` the extension API of this document's isolated world."""
    import js

    side.shadow.getElementById("boot-text").textContent = "booted: " + js.document.title
