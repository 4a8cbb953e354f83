"""What a page asks before it is left (``beforeunload``), kept quiet during a run and recorded (X20).

On a window, listeners run in the order of their registration, so an earlier one of the page cannot be stopped. What it
would call is replaced instead: ``preventDefault`` and ``returnValue`` of this one event, and the ``onbeforeunload`` handler.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyodide.ffi import create_proxy, jsnull

from pagehand.actions.events import as_object


class LeavingGuard:
    """Holds one window from its making to :meth:`release`."""

    def __init__(self, bridge: Any, window: Any, on_leaving: Callable[[], None]) -> None:
        self._bridge, self._window, self._on_leaving = bridge, window, on_leaving
        self._listener = create_proxy(self._heard)
        self._nothing = create_proxy(lambda *_arguments: None)
        self._handler = window.onbeforeunload
        window.onbeforeunload = jsnull
        self._prototype = window.BeforeUnloadEvent.prototype
        objects = bridge.realm.Object
        self._value = objects.getOwnPropertyDescriptor(self._prototype, "returnValue")
        shared = {"configurable": True, "enumerable": True}
        members = {"get": self._value.get, "set": self._nothing, **shared}
        objects.defineProperty(self._prototype, "returnValue", as_object(bridge, members))
        objects.defineProperty(
            self._prototype, "preventDefault", as_object(bridge, {"value": self._nothing, "writable": True, **shared})
        )
        window.addEventListener("beforeunload", self._listener, True)

    def _heard(self, event: Any) -> None:
        event.stopImmediatePropagation()
        self._on_leaving()

    def release(self, *, is_alive: bool) -> None:
        """Put everything back; a window that is gone keeps nothing."""
        if is_alive:
            self._window.removeEventListener("beforeunload", self._listener, True)
            self._bridge.realm.Object.defineProperty(self._prototype, "returnValue", self._value)
            self._bridge.realm.Reflect.deleteProperty(self._prototype, "preventDefault")
            # A handler that the page set meanwhile is its newer wish.
            if self._handler and not self._window.onbeforeunload:
                self._window.onbeforeunload = self._handler
        self._listener.destroy()
        self._nothing.destroy()
