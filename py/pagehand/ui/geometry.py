"""Where an element is in the top window's viewport, in CSS px."""

from __future__ import annotations

from typing import Any, NamedTuple


class Box(NamedTuple):
    left: float
    top: float
    width: float
    height: float


def viewport_box(element: Any) -> Box:
    """The element's box; inside frames, each frame's place is added (frames of the same origin only)."""
    rect = element.getBoundingClientRect()
    left, top, width, height = rect.left, rect.top, rect.width, rect.height
    frame = element.ownerDocument.defaultView.frameElement
    while frame:
        outer = frame.getBoundingClientRect()
        left += outer.left + frame.clientLeft
        top += outer.top + frame.clientTop
        frame = frame.ownerDocument.defaultView.frameElement
    return Box(left, top, width, height)
