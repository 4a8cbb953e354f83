"""From an element to the point that a pointer may press: scrolled to, visible, and not under anything else.

The one gate of every pointer action (page-shapes 43, 47, 53; X38, X40).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from pagehand.actions import geometry
from pagehand.actions.checks import is_rendered
from pagehand.actions.focus import parent_in_flat_tree
from pagehand.actions.geometry import Point
from pagehand.actions.own_point import own_hit
from pagehand.actions.settle import two_frames
from pagehand.dom.hit_test import HitTest, hit_test
from pagehand.hands import Offset
from pagehand.results import ActionResult, failed

OnPoint = Callable[[float, float], Awaitable[None]]


@dataclass(frozen=True)
class Aim:
    """A point of the top viewport, the deepest element there, and the element that was aimed at."""

    point: Point
    under: Any
    element: Any


def has_box(element: Any) -> bool:
    rect = element.getBoundingClientRect()
    return rect.width > 0 and rect.height > 0


def visible_stand_in(bridge: Any, element: Any) -> Any | None:
    """What a user presses for an element without a box of its own, or None.

    For a visually hidden control its label, or the box drawn around it (page-shapes 47); for an element that only
    its content gives a place (``display: contents``, floats and positioned children) the first part that shows.
    """
    if not has_box(element):
        part = next((each for each in bridge.query_all(element, "*") if has_box(each) and is_rendered(each)), None)
        if part is not None:
            return part
    if element.localName != "input" or element.type not in ("checkbox", "radio", "file"):
        return None
    for label in element.labels or ():
        if has_box(label) and is_rendered(label):
            return label
    node = parent_in_flat_tree(element)
    for _ in range(3):
        if node is None or node.localName in ("body", "html", "form"):
            return None
        if has_box(node) and is_rendered(node) and len(bridge.query_all(node, "input, button, select, textarea")) == 1:
            return node
        node = parent_in_flat_tree(node)
    return None


async def aim(
    bridge: Any, element: Any, label: str, *, offset: Offset | None = None, on_point: OnPoint | None = None
) -> Aim | ActionResult:
    """Bring ``element`` into view and find a free point of it, or say why no user could press it."""
    aimed: Any = element
    if not is_rendered(element) or not has_box(element):
        aimed = visible_stand_in(bridge, element)
        if aimed is None:
            return failed("not_visible", f"{label} is not visible: it is hidden or has no size. Nothing was done.")
    if offset is not None and not _is_inside(bridge, aimed, offset):
        box = geometry.box_of(bridge, aimed)
        return failed(
            "not_visible",
            f"The point {offset[0]:.0f}, {offset[1]:.0f} is outside of {label}, which is {box.width:.0f} px wide and "
            f"{box.height:.0f} px high. Nothing was done.",
        )
    hit = _hit(bridge, aimed, offset)
    if not hit.visible or hit.covered_by:
        geometry.scroll_into_view(bridge, aimed)
        # Scroll events come with the next frame; lists redraw their rows then.
        await two_frames(bridge)
        if not aimed.isConnected:
            return failed("not_found", f"{label} was redrawn when it was scrolled to. Read the page again.")
        hit = _hit(bridge, aimed, offset)
    if hit.covered_by:
        stand_in = visible_stand_in(bridge, element)
        if stand_in is not None and stand_in != aimed:
            aimed = stand_in
            hit = _hit(bridge, aimed, None)
    refusal = _refusal(hit, label)
    if refusal is not None:
        return refusal
    if on_point is not None:
        await on_point(*hit.point)
        if not aimed.isConnected:
            return failed("not_found", f"{label} went away before it could be used. Read the page again.")
        # The page may have moved while the pointer was drawn.
        hit = _hit(bridge, aimed, offset)
        refusal = _refusal(hit, label)
        if refusal is not None:
            return refusal
    under = hit.element_at_point or aimed
    return Aim(hit.point, geometry.deepest_at(bridge, hit.point) or under, aimed)


def _hit(bridge: Any, element: Any, offset: Offset | None) -> HitTest:
    if offset is not None:
        return hit_test(bridge, element, _offset_point(bridge, element, offset))
    return own_hit(bridge, element, hit_test(bridge, element))


def _refusal(hit: HitTest, label: str) -> ActionResult | None:
    if hit.covered_by:
        return failed("covered", f"{label} is covered by {hit.covered_by}. Deal with that first. Nothing was done.")
    if not hit.visible:
        return failed("not_visible", f"{label} cannot be scrolled into the viewport. Nothing was done.")
    return None


def _is_inside(bridge: Any, element: Any, offset: Offset) -> bool:
    box = geometry.box_of(bridge, element)
    return 0 <= offset[0] <= box.width and 0 <= offset[1] <= box.height


def _offset_point(bridge: Any, element: Any, offset: Offset) -> Point:
    box = geometry.box_of(bridge, element)
    return box.left + offset[0], box.top + offset[1]
