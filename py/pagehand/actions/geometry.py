"""Where elements are: in the coordinates of their own frame, and in those of the top viewport."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pagehand.actions.events import as_object, view_of

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


def frame_origin(bridge: Any, element: Any) -> Point:
    """The top left corner of the element's viewport in the top viewport: its frames' offsets, summed."""
    left = top = 0.0
    view = view_of(element)
    while view and view != bridge.window:
        frame = view.frameElement
        if not frame:
            break
        rect = frame.getBoundingClientRect()
        left += rect.left + frame.clientLeft
        top += rect.top + frame.clientTop
        view = view_of(frame)
    return left, top


def local_box(element: Any) -> Box:
    """The element's rectangle in its own frame's viewport."""
    rect = element.getBoundingClientRect()
    return Box(rect.left, rect.top, rect.width, rect.height)


def box_of(bridge: Any, element: Any) -> Box:
    """The element's rectangle in the top viewport."""
    left, top = frame_origin(bridge, element)
    box = local_box(element)
    return Box(box.left + left, box.top + top, box.width, box.height)


def to_local(bridge: Any, element: Any, point: Point) -> Point:
    """A point of the top viewport in the coordinates of the element's own frame."""
    left, top = frame_origin(bridge, element)
    return point[0] - left, point[1] - top


def is_inside_viewport(bridge: Any, point: Point) -> bool:
    return 0 <= point[0] < bridge.window.innerWidth and 0 <= point[1] < bridge.window.innerHeight


def scroll_into_view(bridge: Any, element: Any) -> None:
    """Bring the element, and the frames around it, to the middle of the viewport at once (page-shapes 53)."""
    options = as_object(bridge, {"block": "center", "inline": "center", "behavior": "instant"})
    element.scrollIntoView(options)


def deepest_at(bridge: Any, point: Point) -> Any | None:
    """The element under a point of the top viewport, through frames and open shadow roots."""
    scope, (x, y) = bridge.document, point
    found: Any | None = None
    while True:
        element = scope.elementFromPoint(x, y)
        if not element or element == found:
            return found
        found = element
        shadow = getattr(element, "shadowRoot", None)
        if shadow:
            scope = shadow
        elif element.localName in ("iframe", "frame") and element.contentDocument:
            rect = element.getBoundingClientRect()
            x, y = x - rect.left - element.clientLeft, y - rect.top - element.clientTop
            scope = element.contentDocument
        else:
            return found
