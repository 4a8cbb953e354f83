"""Scrolling: which scroller, how far it really went, and what is left (C16, C17, page-shapes 56-59)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pagehand.actions.events import as_object, view_of
from pagehand.actions.focus import parent_in_flat_tree
from pagehand.actions.geometry import box_of, deepest_at
from pagehand.hands import Direction

MAIN_SHARE = 0.4
"""A container that fills this share of the viewport is the page's own scroller when the document has none."""


@dataclass(frozen=True)
class Extent:
    """One axis of a scroller in CSS px: where it is, how much it shows, how much there is."""

    position: float
    shown: float
    total: float

    @property
    def before(self) -> float:
        return max(0.0, self.position)

    @property
    def after(self) -> float:
        left = self.total - self.shown - self.position
        return left if left >= 1 else 0.0


def is_vertical(direction: Direction) -> bool:
    return direction in ("up", "down")


def extent(scroller: Any, vertical: bool) -> Extent:
    """The extent along one axis; positions of right-to-left scrollers are counted from their left end."""
    if vertical:
        return Extent(abs(scroller.scrollTop), scroller.clientHeight, scroller.scrollHeight)
    position = scroller.scrollLeft
    if position < 0 or _is_right_to_left(scroller):
        position = scroller.scrollWidth - scroller.clientWidth + position
    return Extent(position, scroller.clientWidth, scroller.scrollWidth)


def _is_right_to_left(scroller: Any) -> bool:
    return view_of(scroller).getComputedStyle(scroller).direction == "rtl"


def is_page_scroller(scroller: Any) -> bool:
    return scroller == scroller.ownerDocument.scrollingElement


def can_scroll(element: Any, vertical: bool) -> bool:
    """True when a user could scroll the element along this axis: it overflows and shows scroll bars for it."""
    room = element.scrollHeight - element.clientHeight if vertical else element.scrollWidth - element.clientWidth
    if room < 2 or (element.clientHeight if vertical else element.clientWidth) == 0:
        return False
    style = view_of(element).getComputedStyle(element)
    if is_page_scroller(element):
        body = element.ownerDocument.body
        styles = [style] + ([view_of(element).getComputedStyle(body)] if body else [])
        return all((s.overflowY if vertical else s.overflowX) not in ("hidden", "clip") for s in styles)
    return (style.overflowY if vertical else style.overflowX) in ("auto", "scroll", "overlay")


def nearest_scroller(bridge: Any, element: Any, vertical: bool) -> Any | None:
    """The element itself or its first ancestor that can be scrolled, out of shadow roots and frames."""
    node: Any | None = element
    while node is not None:
        if can_scroll(node, vertical):
            return node
        node = parent_in_flat_tree(node) or bridge.frame_of(node)
    return None


def scrollable_containers(bridge: Any, vertical: bool) -> list[Any]:
    """Every visible container of the top document that can be scrolled along this axis, largest first."""
    found = []
    for element in bridge.document.querySelectorAll("body, body *"):
        room = element.scrollHeight - element.clientHeight if vertical else element.scrollWidth - element.clientWidth
        if room >= 2 and can_scroll(element, vertical):
            box = box_of(bridge, element)
            found.append((box.width * box.height, element))
    return [element for _area, element in sorted(found, key=lambda pair: -pair[0])]


def main_scroller(bridge: Any, vertical: bool) -> Any | None:
    """What a user scrolls when they scroll "the page": the document, or the one container that is the page."""
    root = bridge.document.scrollingElement
    if root and can_scroll(root, vertical):
        return root
    window = bridge.window
    under = deepest_at(bridge, (window.innerWidth / 2, window.innerHeight / 2))
    at_center = nearest_scroller(bridge, under, vertical) if under is not None else None
    viewport = window.innerWidth * window.innerHeight
    if at_center is not None:
        box = box_of(bridge, at_center)
        if box.width * box.height >= MAIN_SHARE * viewport:
            return at_center
    containers = scrollable_containers(bridge, vertical)
    if len(containers) == 1:
        return containers[0]
    return None


def scroll_by(bridge: Any, scroller: Any, direction: Direction, distance: float) -> None:
    """Scroll at once by ``distance`` CSS px; a page's smooth scrolling is not waited for."""
    signed = distance if direction in ("down", "right") else -distance
    delta = {"top": signed} if is_vertical(direction) else {"left": signed}
    scroller.scrollBy(as_object(bridge, {**delta, "behavior": "instant"}))


def describe_left(after: Extent, direction: Direction) -> str:
    """What is left to scroll, for the message."""
    first, second = ("above", "below") if is_vertical(direction) else ("to the left", "to the right")
    pages = f" ({after.after / after.shown:.1f} pages)" if after.shown and after.after else ""
    return f"{after.before:.0f} px {first}, {after.after:.0f} px {second}{pages}"
