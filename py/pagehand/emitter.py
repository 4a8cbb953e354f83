"""Listeners by event name, with a remove handle for each."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

Listener = Callable[[Any], None]
Remove = Callable[[], None]


class Emitter:
    def __init__(self) -> None:
        self._listeners: dict[str, list[Listener]] = {}

    def on(self, name: str, listener: Listener) -> Remove:
        """Call ``listener(payload)`` at every event of that name (``*``: ``listener((name, payload))`` at every event)."""
        listeners = self._listeners.setdefault(name, [])
        listeners.append(listener)

        def remove() -> None:
            if listener in listeners:
                listeners.remove(listener)

        return remove

    def emit(self, name: str, payload: Any) -> None:
        """Tell every listener. As with DOM events, the fault of one is reported and does not reach the others, or us."""
        told = [(listener, payload) for listener in self._listeners.get(name, ())]
        told += [(listener, (name, payload)) for listener in self._listeners.get("*", ())]
        for listener, value in told:
            try:
                listener(value)
            except Exception as error:  # noqa: BLE001 - a host's code; the loop's handler shows it on the console
                context = {"message": f"A listener of {name!r} failed", "exception": error}
                asyncio.get_running_loop().call_exception_handler(context)

    def has_listeners(self, name: str) -> bool:
        return bool(self._listeners.get(name))

    def clear(self) -> None:
        self._listeners.clear()
