"""What belongs together although it stands apart in the document: a control and the popup that it opened."""

from __future__ import annotations

from pagehand.dom.accessible_names import Namer, squeeze
from pagehand.dom.identity import first_words
from pagehand.dom.node import Node
from pagehand.dom.reading import Reading

POPUP_ROLES = frozenset(("listbox", "menu", "dialog", "alertdialog", "tree", "grid", "tooltip"))
VISIBLE_AT_LEAST = 100.0


def popups_by_control(reading: Reading) -> tuple[dict[int, Node], set[int]]:
    """``{id(control): popup}`` by ``aria-controls`` and ``aria-owns``, and the ids of popups that move to their control."""
    popups: dict[int, Node] = {}
    moved: set[int] = set()
    for node in reading.nodes:
        if not node.attributes or not (node.interactive or node.proxied_by):
            continue
        if node.attribute("aria-expanded") == "false":
            continue
        for kind in ("aria-controls", "aria-owns"):
            for name in node.attribute(kind).split():
                popup = reading.find(node, name)
                if popup is None or popup.hidden or popup.role not in POPUP_ROLES or id(popup) in moved:
                    continue
                shown = node.proxied_by or node
                if (
                    _inside(shown, popup)
                    or _inside(popup, shown)
                    or not any(below.seen for below in (popup, *popup.descendants()))
                ):
                    continue
                popups[id(shown)] = popup
                moved.add(id(popup))
    return popups, moved


def _inside(node: Node, ancestor: Node) -> bool:
    return node is ancestor or any(up is ancestor for up in node.ancestors())


def control_text(node: Node, namer: Namer) -> str:
    """What a control that cannot be acted on now (covered, inert) shows."""
    if node.tag == "select":
        return ", ".join(node.values.get("selected", ()))
    if node.tag in ("input", "textarea"):
        value = node.values.get("value")
        return squeeze(str(value)) if isinstance(value, str) and value else ""
    words = namer.name(node) or first_words(node)
    return f"{words} (disabled)" if "disabled" in node.attributes and words else words


def unreadable_reason(node: Node) -> str:
    """Why a custom element that takes room has nothing in it: most likely a closed shadow root (X23)."""
    if "-" in node.tag and not node.shadow and not node.children and node.seen and node.box.area >= VISIBLE_AT_LEAST:
        return "cannot be read (probably a closed shadow root)"
    return ""
