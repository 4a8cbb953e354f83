"""What happened while an action ran: mutations, the states a mutation does not tell, dialogs and navigation."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from pyodide.ffi import create_proxy

from pagehand.actions.dialogs import windows_below
from pagehand.actions.events import as_object
from pagehand.actions.focus import active_element

_STATES = ("checked", "value", "open", "selectedIndex", "indeterminate")


@dataclass(frozen=True)
class Traces:
    """State that shows an effect without any mutation of the tree."""

    url: str
    focused: Any
    states: tuple[Any, ...]
    scroll: tuple[float, float]


def traces(bridge: Any, element: Any | None) -> Traces:
    states: tuple[Any, ...] = ()
    if element is not None and element.isConnected:
        control = (getattr(element, "control", None) or element) if element.localName == "label" else element
        states = tuple(getattr(control, name, None) for name in _STATES if not callable(getattr(control, name, None)))
    window = bridge.window
    scroll = (window.scrollX, window.scrollY)
    return Traces(window.location.href, active_element(bridge.document), states, scroll)


class MutationClock:
    """The time of the latest mutation in the page's documents, while it is open."""

    def __init__(self, bridge: Any) -> None:
        self.count = 0
        self.last = 0.0
        self._callback = create_proxy(self._on_mutations)
        self._observers = []
        options = as_object(bridge, {"subtree": True, "childList": True, "attributes": True, "characterData": True})
        for window in windows_below(bridge.window):
            observer = window.MutationObserver.new(self._callback)
            observer.observe(window.document, options)
            self._observers.append(observer)

    def _on_mutations(self, records: Any, _observer: Any) -> None:
        self.count += records.length
        self.last = time.monotonic()

    def close(self) -> None:
        for observer in self._observers:
            observer.disconnect()
        self._observers = []
        self._callback.destroy()
