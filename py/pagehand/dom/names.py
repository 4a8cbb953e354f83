"""Names of live elements, for messages and for the hands. The same computation as the reader's, on one element."""

from __future__ import annotations

from typing import Any

from pagehand.dom.accessible_names import squeeze
from pagehand.dom.bridge import Bridge
from pagehand.dom.icon_names import class_name, href_tail, icon_name
from pagehand.dom.node import Node
from pagehand.dom.options import ReaderOptions
from pagehand.dom.reader import read_element
from pagehand.dom.reading import Reading
from pagehand.dom.registry import Registry

LARGE = 400
"""With more elements inside than this an element is not read whole for the sake of a message."""


def accessible_name(bridge: Bridge, element: Any) -> str:
    """The name by the W3C computation; empty when there is none."""
    reading, node = read_one(bridge, element)
    return reading.namer.name(node) if node else ""


def best_name(bridge: Bridge, element: Any) -> str:
    """The accessible name, else the text, else what its icon, address or class is called."""
    if element.querySelectorAll("*").length > LARGE:
        return squeeze(element.getAttribute("aria-label") or str(element.textContent)[:200])[:80]
    reading, node = read_one(bridge, element)
    if node is None:
        return ""
    name = reading.namer.name(node)
    if not name and node.tag not in ("input", "textarea", "select"):
        name = squeeze(visible_text(node))
    return (name or icon_name(node) or href_tail(node) or class_name(node))[:120]


def visible_text(node: Node) -> str:
    parts = []
    for child in node.children:
        if isinstance(child, str):
            parts.append(child)
        elif child.hidden is None and child.tag not in ("script", "style", "noscript", "template"):
            parts.append(f" {visible_text(child)} " if not child.style.inline else visible_text(child))
    return "".join(parts)


def read_one(bridge: Bridge, element: Any) -> tuple[Reading, Node | None]:
    """A reading of one element and its node in it."""
    reading = read_element(bridge, element, ReaderOptions())
    index_of = bridge.realm.Array.prototype.indexOf
    for columns in reading.columns.values():
        place = index_of.call(columns.elements, element)
        for node in reading.nodes:
            if node.element_index == place and reading.columns[id(node.layer)] is columns:
                return reading, node
    return reading, None


def short_description(bridge: Bridge, element: Any) -> str:
    """``<button "Ship order">``, without a number."""
    name = best_name(bridge, element)
    return f'<{bridge.tag(element)} "{name[:60]}">' if name else f"<{bridge.tag(element)}>"


def describe(bridge: Bridge, element: Any, registry: Registry | None = None) -> str:
    """``[6]<button>Ship order</button>``, with its number where it has one."""
    number = registry.number_of(element) if registry else None
    tag = bridge.tag(element)
    name = best_name(bridge, element)[:60]
    head = f"[{number}]" if number is not None else ""
    return f"{head}<{tag}>{name}</{tag}>" if name else f"{head}<{tag}>"
