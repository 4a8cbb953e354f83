"""Selecting text: all of an element's, or the first occurrence of some words in it."""

from __future__ import annotations

import re
from typing import Any

from pagehand.actions.events import dispatch
from pagehand.actions.focus import editing_host, move_focus
from pagehand.actions.geometry import scroll_into_view
from pagehand.actions.native import get_value
from pagehand.actions.scope import Found, Scope
from pagehand.actions.text_fields import TEXT_TYPES, is_text_field, kind_of
from pagehand.page import Target
from pagehand.results import ActionResult, failed, succeeded

_SHOW_TEXT = 4


async def select_text(scope: Scope, target: Target, text: str | None) -> ActionResult:
    found = scope.locate(target)
    if isinstance(found, ActionResult):
        return found
    scroll_into_view(scope.bridge, found.element)
    selected = _in_field(scope, found, text) if is_text_field(found.element) else _in_page(scope, found, text)
    if isinstance(selected, ActionResult):
        return selected
    # Toolbars for a selection appear when the mouse that made it is released.
    for interface, kind in (("PointerEvent", "pointerup"), ("MouseEvent", "mouseup")):
        members = scope.pointer.members(found.element)
        dispatch(scope.bridge, found.element, interface, kind, members)
    await scope.settle()
    return succeeded(f"Selected {len(selected)} characters in {found.label}.", data=found.data)


def _in_field(scope: Scope, found: Found, text: str | None) -> str | ActionResult:
    field = found.element
    value = get_value(scope.bridge, field)
    if text is not None and text not in value:
        return failed("not_found", f"{found.label} does not contain that text. Nothing was selected.")
    move_focus(scope.bridge, field)
    if text is None or text == value:
        field.select()
        return value
    if kind_of(field) not in TEXT_TYPES - {"email"} and field.localName != "textarea":
        return failed("not_interactive", f"In {found.label} only all of the text can be selected.")
    start = len(value[: value.index(text)].encode("utf-16-le")) // 2
    field.setSelectionRange(start, start + len(text.encode("utf-16-le")) // 2)
    return text


def _in_page(scope: Scope, found: Found, text: str | None) -> str | ActionResult:
    element = found.element
    host = editing_host(element)
    if host is not None:
        move_focus(scope.bridge, host)
    selection = element.ownerDocument.getSelection()
    if text is None:
        selection.selectAllChildren(element)
        return str(selection.toString())
    place = find_range(element, text)
    if place is None:
        return failed("not_found", f"{found.label} does not show that text. Nothing was selected.")
    (first, start), (last, end) = place
    selection.setBaseAndExtent(first, start, last, end)
    return str(selection.toString())


def find_range(element: Any, text: str) -> tuple[tuple[Any, int], tuple[Any, int]] | None:
    """Start and end (text node, UTF-16 offset) of the first occurrence; runs of white space match each other."""
    walker = element.ownerDocument.createTreeWalker(element, _SHOW_TEXT)
    nodes: list[Any] = []
    while node := walker.nextNode():
        nodes.append(node)
    pieces = [str(node.data) for node in nodes]
    pattern = r"\s+".join(re.escape(word) for word in text.split())
    match = re.search(pattern, "".join(pieces)) if pattern else None
    if match is None:
        return None
    return _place(nodes, pieces, match.start(), False), _place(nodes, pieces, match.end(), True)


def _place(nodes: list[Any], pieces: list[str], position: int, is_end: bool) -> tuple[Any, int]:
    for node, piece in zip(nodes, pieces, strict=True):
        if position < len(piece) or (is_end and position == len(piece)):
            return node, len(piece[:position].encode("utf-16-le")) // 2
        position -= len(piece)
    return nodes[-1], len(pieces[-1].encode("utf-16-le")) // 2
