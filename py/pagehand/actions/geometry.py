"""Where elements are: in the coordinates of their own frame, and in those of the top viewport."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pagehand.actions.events import as_object
from pagehand.dom.bridge import Bridge
from pagehand.dom.hit_test import element_at, frame_chain, frame_offset

Point = tuple[float, float]


@dataclass(frozen=True)
class Box:
    """A rectangle in CSS px."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height

    @property
    def center(self) -> Point:
        return self.left + self.width / 2, self.top + self.height / 2


def local_box(element: Any) -> Box:
    """The element's rectangle in its own frame's viewport."""
    rect = element.getBoundingClientRect()
    return Box(rect.left, rect.top, rect.width, rect.height)


def box_of(bridge: Bridge, element: Any) -> Box:
    """The element's rectangle in the top viewport."""
    left, top, scale = frame_offset(bridge, frame_chain(bridge, element))
    box = local_box(element)
    return Box(left + box.left * scale, top + box.top * scale, box.width * scale, box.height * scale)


def to_local(bridge: Bridge, element: Any, point: Point) -> Point:
    """A point of the top viewport in the coordinates of the element's own frame."""
    left, top, scale = frame_offset(bridge, frame_chain(bridge, element))
    return (point[0] - left) / scale, (point[1] - top) / scale


def is_inside_viewport(bridge: Any, point: Point) -> bool:
    return 0 <= point[0] < bridge.window.innerWidth and 0 <= point[1] < bridge.window.innerHeight


def scroll_into_view(bridge: Any, element: Any) -> None:
    """Bring the element, and the frames around it, to the middle of the viewport at once (page-shapes 53)."""
    options = as_object(bridge, {"block": "center", "inline": "center", "behavior": "instant"})
    element.scrollIntoView(options)


def deepest_at(bridge: Bridge, point: Point) -> Any | None:
    """The element under a point of the top viewport, through frames and open shadow roots."""
    root, at, found = bridge.document, point, None
    while True:
        element = element_at(bridge, root, *at)
        if element is None or element == found:
            return found
        found = element
        shadow = bridge.shadow_root(element)
        if shadow:
            root = shadow
        elif element.localName in ("iframe", "frame") and element.contentDocument:
            root = element.contentDocument
            at = to_local(bridge, root.documentElement, point)
        else:
            return found
