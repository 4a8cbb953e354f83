"""Signs that an element listens although its markup does not say so: property handlers, and the traces that frameworks
leave on elements. In an isolated world neither can be seen; X37's record then serves (``ReaderOptions.listening``)."""

from __future__ import annotations

import json
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


def listening_nodes(bridge: Bridge, nodes: Sequence[Node], elements: Any) -> set[int]:
    """``id(node)`` of those that listen for a press, a key or a drag; ``elements`` are theirs, in order."""
    found: set[int] = set()
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
            found.update(id(nodes[at]) for at, value in zip(html, present, strict=True) if value)
    for at, keys in enumerate(json.loads(bridge.stringify(bridge.column(elements, bridge.realm.Object.keys)))):
        if keys and _traced(elements, at, keys):
            found.add(id(nodes[at]))
    return found


def _traced(elements: Any, at: int, keys: Sequence[str]) -> bool:
    for key in keys:
        if key.startswith("__reactProps$"):
            handlers = _keys(elements[at], key)
            return any(word[2:].lower().removesuffix("capture") in EVENTS for word in handlers if word.startswith("on"))
        if key in ("_vei", "__vei"):
            return any(word[2:].lower() in EVENTS for word in _keys(elements[at], key) if word.startswith("on"))
        if key == "__on":
            return any(str(each.type) in EVENTS for each in getattr(elements[at], key) if each)
        if key.startswith("jQuery") and key[6:].isdigit():
            events = getattr(getattr(elements[at], key), "events", None)
            return bool(events) and any(word in EVENTS for word in events.object_keys())
    return False


def _keys(element: Any, key: str) -> list[str]:
    value = getattr(element, key)
    return list(value.object_keys()) if value else []
