"""Where the Tab key goes."""

from __future__ import annotations

from functools import cmp_to_key
from typing import Any

from pagehand.actions.checks import is_rendered

_STOPS = (
    "a[href], area[href], button, input, select, textarea, summary, iframe, audio[controls], video[controls], "
    "[tabindex], [contenteditable='']:not([tabindex]), [contenteditable=true], [contenteditable=plaintext-only]"
)
_FOLLOWING, _PRECEDING = 4, 2


def _is_stop(bridge: Any, element: Any) -> bool:
    if element.matches(":disabled") or element.getAttribute("tabindex") == "-1" or element.closest("[inert]"):
        return False
    if element.localName == "input" and element.type == "hidden":
        return False
    if element.localName == "input" and element.type == "radio" and element.name and not element.checked:
        group = [
            other
            for other in bridge.query_all(element.getRootNode(), "input[type=radio]")
            if other.name == element.name and other.form == element.form
        ]
        if any(other.checked for other in group) or group[0] != element:
            return False
    return is_rendered(element) and element.getClientRects().length > 0


def _document_order(first: Any, second: Any) -> int:
    if first == second:
        return 0
    return -1 if first.compareDocumentPosition(second) & _FOLLOWING else 1


def tab_stops(bridge: Any, root: Any) -> list[Any]:
    """The stops below a document, shadow root or dialog: positive ``tabindex`` first, then in tree order, with the
    stops of an open shadow root, or of a same-origin frame, in its host's place."""
    stops = [element for element in bridge.query_all(root, _STOPS) if _is_stop(bridge, element)]
    hosts = bridge.where(bridge.query_all(root, "*"), bridge.getter("Element", "shadowRoot"))
    inner = [host for host in hosts if host.localName != "pagehand-root" and host.getAttribute("tabindex") != "-1"]
    merged = sorted([*stops, *(host for host in inner if host not in stops)], key=cmp_to_key(_document_order))
    positive = sorted((stop for stop in merged if stop.tabIndex > 0), key=lambda stop: stop.tabIndex)
    order: list[Any] = []
    for stop in [*positive, *(stop for stop in merged if stop.tabIndex <= 0)]:
        within = _frame_document(stop)
        if stop in stops and within is None:
            order.append(stop)
        if within is not None:
            order += tab_stops(bridge, within)
        if stop in inner:
            order += tab_stops(bridge, stop.shadowRoot)
    return order


def _frame_document(element: Any) -> Any | None:
    """The document in a frame that a script may look into."""
    return (element.contentDocument or None) if element.localName in ("iframe", "frame") else None


def next_stop(bridge: Any, element: Any, *, backwards: bool = False) -> Any | None:
    """The stop after (before) ``element``, around the end; an open modal dialog keeps the focus inside."""
    document = bridge.document
    modals = [dialog for dialog in bridge.query_all(document, "dialog[open]") if dialog.matches(":modal")]
    stops = tab_stops(bridge, modals[-1] if modals else document)
    if not stops:
        return None
    if element in stops:
        position = stops.index(element)
        return stops[(position + (-1 if backwards else 1)) % len(stops)]
    near = [stop for stop in stops if stop.ownerDocument == element.ownerDocument]
    following = [stop for stop in near if element.compareDocumentPosition(stop) & _FOLLOWING]
    preceding = [stop for stop in near if element.compareDocumentPosition(stop) & _PRECEDING]
    if backwards:
        return preceding[-1] if preceding else stops[-1]
    return following[0] if following else stops[0]
