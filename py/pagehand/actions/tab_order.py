"""Where the Tab key goes."""

from __future__ import annotations

from typing import Any

_STOPS = (
    "a[href], area[href], button, input, select, textarea, summary, iframe, audio[controls], video[controls], "
    "[tabindex], [contenteditable='']:not([tabindex]), [contenteditable=true], [contenteditable=plaintext-only]"
)


def _is_stop(element: Any) -> bool:
    if element.matches(":disabled") or element.getAttribute("tabindex") == "-1" or element.closest("[inert]"):
        return False
    if element.localName == "input" and element.type == "hidden":
        return False
    if element.localName == "input" and element.type == "radio" and element.name and not element.checked:
        scope = element.form or element.ownerDocument
        group = [other for other in scope.querySelectorAll("input[type=radio]") if other.name == element.name]
        if any(other.checked for other in group) or group[0] != element:
            return False
    style = element.ownerDocument.defaultView.getComputedStyle(element)
    return style.visibility == "visible" and element.getClientRects().length > 0


def tab_stops(root: Any) -> list[Any]:
    """The stops of one document or shadow root: positive ``tabindex`` first, then in tree order."""
    stops = [element for element in root.querySelectorAll(_STOPS) if _is_stop(element)]
    positive = sorted((stop for stop in stops if stop.tabIndex > 0), key=lambda stop: stop.tabIndex)
    return positive + [stop for stop in stops if stop.tabIndex <= 0]


def next_stop(element: Any, *, backwards: bool = False) -> Any | None:
    """The stop after (before) ``element``, around the end; an open modal dialog keeps the focus inside."""
    root = element.getRootNode()
    modals = [dialog for dialog in element.ownerDocument.querySelectorAll("dialog[open]") if dialog.matches(":modal")]
    stops = tab_stops(modals[-1] if modals else root)
    if not stops:
        return None
    if element in stops:
        position = stops.index(element)
        return stops[(position + (-1 if backwards else 1)) % len(stops)]
    following = [stop for stop in stops if element.compareDocumentPosition(stop) & 4]
    preceding = [stop for stop in stops if element.compareDocumentPosition(stop) & 2]
    if backwards:
        return preceding[-1] if preceding else stops[-1]
    return following[0] if following else stops[0]
