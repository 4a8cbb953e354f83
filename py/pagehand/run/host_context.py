"""What a host tells the model in every step, as data."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from pagehand.emitter import Remove


class HostContext:
    def __init__(self) -> None:
        self._contents: dict[str, str | Callable[[], Any]] = {}

    def register(self, name: str, content: str | Callable[[], Any]) -> Remove:
        """A text, or a function that is asked each time and may be async; a later one of that name replaces it."""
        self._contents[name] = content

        def remove() -> None:
            if self._contents.get(name) is content:
                del self._contents[name]

        return remove

    async def read(self) -> dict[str, str]:
        """The texts as they are now, by name. Raises what a host's function raises."""
        texts: dict[str, str] = {}
        for name, content in list(self._contents.items()):
            value = content() if callable(content) else content
            if inspect.isawaitable(value):
                value = await value
            texts[name] = "" if value is None else str(value)
        return texts
