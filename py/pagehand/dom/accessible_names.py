"""Accessible names by the W3C computation (accname-1.2, HTML-AAM), on nodes that were read."""

from __future__ import annotations

import re
from collections.abc import Callable

from pagehand.dom.node import Node
from pagehand.dom.roles import NAME_FROM_CONTENT, TEXT_ENTRY_TYPES, input_type

Find = Callable[[Node, str], Node | None]
"""The element with an id, in the same tree as a node."""

SPACES = re.compile(r"[ \t\n\r\f\u00a0\u200b\u2028]+")
UNSEEN = frozenset(("display", "visibility", "closed details", "content-visibility"))
BUTTON_DEFAULTS = {"submit": "Submit", "reset": "Reset", "image": "Submit"}
CONTAINERS_BY_CONTENT = frozenset(("label", "legend", "caption", "figcaption", "span", "b", "i", "em", "strong"))


def squeeze(text: str) -> str:
    return SPACES.sub(" ", text).strip()


class Namer:
    """Names of nodes; ``find`` resolves ids. What was computed is remembered on the node."""

    def __init__(self, find: Find) -> None:
        self.find = find

    def name(self, node: Node) -> str:
        if node.name is None:
            node.name = squeeze(self._compute(node, set(), by_reference=False, in_content=False))
        return node.name

    def text(self, node: Node) -> str:
        """The text of an element as a reader would hear it."""
        return squeeze(self._content(node, {id(node)}, force=False))

    def description(self, node: Node) -> str:
        """From ``aria-describedby``, then ``aria-description``, then a ``title`` that is not the name already."""
        words = self._referenced(node, "aria-describedby", set())
        text = words or node.attribute("aria-description")
        if not text and node.attribute("title") != self.name(node):
            text = node.attribute("title")
        return squeeze(text)

    def _referenced(self, node: Node, attribute: str, seen: set[int]) -> str:
        found = (self.find(node, name) for name in node.attribute(attribute).split())
        return " ".join(
            self._compute(target, seen | {id(node)}, by_reference=True, in_content=True)
            for target in found
            if target is not None
        ).strip()

    def _compute(self, node: Node, seen: set[int], *, by_reference: bool, in_content: bool) -> str:
        if id(node) in seen and not by_reference:
            return ""
        if not by_reference and (unseen(node) or (in_content and node.attribute("aria-hidden") == "true")):
            return ""
        if "aria-labelledby" in node.attributes and not (by_reference and seen):
            text = self._referenced(node, "aria-labelledby", seen)
            if squeeze(text):
                return text
        if in_content and not by_reference:
            embedded = self._embedded_value(node)
            if embedded is not None:
                return embedded
        label = node.attributes.get("aria-label", "")
        if label.strip():
            return label
        seen = seen | {id(node)}
        native = self._native(node, seen)
        if native.strip():
            return native
        if by_reference or in_content or node.role in NAME_FROM_CONTENT or node.tag in CONTAINERS_BY_CONTENT:
            text = self._content(node, seen, force=by_reference and unseen(node))
            if text.strip():
                return text
        return node.attribute("title") or self._placeholder(node)

    def _placeholder(self, node: Node) -> str:
        if node.tag == "textarea" or (node.tag == "input" and input_type(node) in TEXT_ENTRY_TYPES):
            return node.attribute("placeholder") or node.attribute("aria-placeholder")
        return ""

    def _embedded_value(self, node: Node) -> str | None:
        """What a control inside a label says: its value."""
        if node.role in ("textbox", "searchbox", "combobox", "listbox", "slider", "spinbutton"):
            value = node.attribute("aria-valuetext") or node.attribute("aria-valuenow") or node.values.get("value", "")
            if node.tag == "select":
                value = ", ".join(node.values.get("selected", ()))
            if node.tag in ("input", "textarea", "select") or value:
                return str(value)
        return None

    def _native(self, node: Node, seen: set[int]) -> str:
        tag = node.tag
        if tag in ("input", "select", "textarea", "button", "meter", "output", "progress"):
            kind = input_type(node)
            if tag == "input" and kind in ("button", "submit", "reset", "image"):
                text = node.attribute("alt") if kind == "image" else ""
                text = text or str(node.values.get("value", "")) or BUTTON_DEFAULTS.get(kind, "")
            else:
                text = ""
            labels = " ".join(
                self._compute(label, seen, by_reference=False, in_content=True)
                if not unseen(label)
                else self._content(label, seen, force=True)
                for label in node.values.get("labels", ())
            )
            return labels if labels.strip() else text
        if tag in ("img", "area"):
            return node.attribute("alt")
        if tag == "svg":
            title = next((child for child in node.elements() if child.tag == "title"), None)
            return self._content(title, seen, force=True) if title else node.attribute("aria-label")
        wanted = {"fieldset": "legend", "table": "caption", "figure": "figcaption"}.get(tag)
        if wanted:
            child = next((child for child in node.elements() if child.tag == wanted), None)
            return self._content(child, seen, force=False) if child else ""
        return ""

    def _content(self, node: Node, seen: set[int], *, force: bool) -> str:
        parts: list[str] = []
        for child in node.children:
            if isinstance(child, str):
                parts.append(child)
                continue
            if child.tag in ("br", "wbr"):
                parts.append(" ")
                continue
            if force:
                text = self._content(child, seen | {id(child)}, force=True) or child.attribute("alt")
            else:
                text = self._compute(child, seen, by_reference=False, in_content=True)
            parts.append(text if child.style.inline and child.style.display == "inline" else f" {text} ")
        return "".join(parts)


def unseen(node: Node) -> bool:
    return (node.hidden is not None and node.hidden in UNSEEN) or node.style.display == "none"
