"""What took the place of an element that the page drew anew while it was used (X13)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from pagehand.dom.live_page import LivePage

Successor = Callable[[], Awaitable[Any | None]]
"""The element itself while it is there, else what stands in its place now; None when nothing clearly does."""


def successor_of(page: LivePage, element: Any) -> Successor:
    """Look at an element before it is used, so that its twin can be told afterwards: by its number, else by id or name."""
    number = page.registry.number_of(element)
    root, tag = element.getRootNode(), element.localName
    name = element.getAttribute("name") or ""

    async def find() -> Any | None:
        if element.isConnected:
            return element
        if number is not None:
            await page.observe()
            twin = page.registry.element_of(number)
            if twin is not None and twin.isConnected:
                return twin
        if element.id:
            twin = root.getElementById(element.id)
            if twin and twin.localName == tag:
                return twin
        if name:
            same = [each for each in page.bridge.query_all(root, tag) if each.getAttribute("name") == name]
            if len(same) == 1 and getattr(same[0], "type", "") not in ("radio", "checkbox"):
                return same[0]
        return None

    return find
