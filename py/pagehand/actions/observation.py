"""State of the page around one action that a mutation does not tell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

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


_BUSY = "[aria-busy=true], [role=progressbar]:not([aria-valuenow]), [class*=spinner i], [class*=loading i], [class*=skeleton i]"


def busy_marks(bridge: Any) -> int:
    """How many loading marks are visible now (X18); marks that stay for ever cancel out in a comparison."""
    return sum(1 for mark in bridge.query_all(bridge.document, _BUSY) if mark.checkVisibility())
