"""Signs that an element listens although its markup does not say so: property handlers, and the traces that frameworks
leave on elements. In an isolated world neither can be seen; X37's record then serves (``ReaderOptions.listening``)."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from pagehand.dom.bridge import Bridge
from pagehand.dom.interactive import HANDLER_ATTRIBUTES
from pagehand.dom.node import Node

PROPERTY_HANDLERS = ("onclick", "onmousedown", "onpointerdown", "ondblclick", "onmouseup", "onkeydown")
EVENTS = frozenset(
    (
        *(
            "click",
            "dblclick",
            "mousedown",
            "mouseup",
            "pointerdown",
            "pointerup",
            "touchstart",
            "touchend",
            "contextmenu",
        ),
        *("keydown", "keyup", "keypress", "dragstart", "drop"),
    )
)


def listening_nodes(bridge: Bridge, nodes: Sequence[Node], elements: Any) -> dict[int, str]:
    """``{id(node): "listener"}`` of those that listen for clicks, ``"press"`` where only for presses, keys or drags,
    ``"drag"`` for what a list lets drag.

    ``elements`` are theirs, in order.
    """
    found: dict[int, str] = {}
    html = [
        i
        for i, node in enumerate(nodes)
        if not node.svg and (not node.attributes or node.attributes.keys().isdisjoint(HANDLER_ATTRIBUTES))
    ]
    chosen = bridge.take(elements, html)
    for name in PROPERTY_HANDLERS:
        handlers = bridge.column(chosen, bridge.getter("HTMLElement", name))
        if bridge.where(handlers, bridge.realm.Boolean).length:
            present = bridge.floats(bridge.column(handlers, bridge.realm.Boolean))
            kind = "listener" if name in ("onclick", "ondblclick") else "press"
            for at, value in zip(html, present, strict=True):
                if value:
                    found.setdefault(id(nodes[at]), kind)
    for at, keys in enumerate(json.loads(bridge.stringify(bridge.column(elements, bridge.realm.Object.keys)))):
        if any(SORTABLE.fullmatch(key) for key in keys):
            found |= {id(child): "drag" for child in nodes[at].elements()}
        events = _traced(elements, at, keys) if keys else set()
        if events & CLICKS:
            found[id(nodes[at])] = "listener"
        elif events & EVENTS:
            found.setdefault(id(nodes[at]), "press")
    return found


SORTABLE = re.compile(r"Sortable\d+")
"""The property that SortableJS keeps on a list; it listens there for presses on any item."""
CLICKS = frozenset(("click", "dblclick", "doubleclick"))


def _traced(elements: Any, at: int, keys: Sequence[str]) -> set[str]:
    """The events for which a framework noted a handler on an element, in lower case."""
    for key in keys:
        if key.startswith("__reactProps$"):
            return {
                word[2:].lower().removesuffix("capture") for word in _keys(elements[at], key) if word.startswith("on")
            }
        if key in ("_vei", "__vei"):
            return {word[2:].lower() for word in _keys(elements[at], key) if word.startswith("on")}
        if key == "__on":
            return {str(each.type) for each in getattr(elements[at], key) if each}
        if key.startswith("jQuery") and key[6:].isdigit():
            events = getattr(getattr(elements[at], key), "events", None)
            return set(events.object_keys()) if events else set()
    return set()


def _keys(element: Any, key: str) -> list[str]:
    value = getattr(element, key)
    return list(value.object_keys()) if value else []
