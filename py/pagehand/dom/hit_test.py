"""What a pointer would meet at an element: the one test that the reader and the hands share (X19, X40)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pagehand.dom.bridge import Bridge
from pagehand.dom.names import short_description
from pagehand.dom.probing import element_at, frame_chain, frame_offset, reaches, root_of, spots_of


@dataclass(frozen=True)
class HitTest:
    """``point`` is in CSS px of the top viewport, the best free one or else the first probed."""

    point: tuple[float, float]
    element_at_point: Any
    covered_by: str | None
    """What is in the way, described; None when the pointer would reach the element."""
    visible: bool
    """Whether the point lies inside the viewport (and inside the viewport of every frame around it)."""
    local_point: tuple[float, float] = (0.0, 0.0)
    """The same point in the viewport of the element's own document."""


def hit_test(bridge: Bridge, element: Any, point: tuple[float, float] | None = None) -> HitTest:
    """Probe an element at ``point`` (top viewport), or at several places of its own."""
    window = bridge.window_of(element) or bridge.window
    frames = frame_chain(bridge, element)
    offset_x, offset_y, scale = frame_offset(bridge, frames)
    if point is not None:
        spots = [((point[0] - offset_x) / scale, (point[1] - offset_y) / scale)]
    else:
        spots = spots_of(bridge, element, float(window.innerWidth), float(window.innerHeight))
    first: HitTest | None = None
    for x, y in spots:
        top = (x * scale + offset_x, y * scale + offset_y)
        inside = 0 <= x < window.innerWidth and 0 <= y < window.innerHeight
        at = element_at(bridge, root_of(bridge, element), x, y) if inside else None
        cover = at if inside and not reaches(bridge, element, at) else None
        if inside and cover is None:
            inside, cover = _through_frames(bridge, frames, top)
        found = HitTest(top, at, None if cover is None else short_description(bridge, cover), inside, (x, y))
        if inside and cover is None:
            return found
        if first is None or (found.visible and not first.visible):
            first = found
    assert first is not None
    return first


def _through_frames(bridge: Bridge, frames: list[Any], top_point: tuple[float, float]) -> tuple[bool, Any]:
    """Whether the point is in sight through every frame around it, and what covers a frame there."""
    for at, frame in enumerate(frames):
        outer = frames[at + 1 :]
        x, y, scale = frame_offset(bridge, outer)
        local = ((top_point[0] - x) / scale, (top_point[1] - y) / scale)
        window = bridge.window_of(frame)
        if not (0 <= local[0] < window.innerWidth and 0 <= local[1] < window.innerHeight):
            return False, None
        found = element_at(bridge, root_of(bridge, frame), *local)
        if found is None or not bridge.contains(frame, found):
            return True, found
    return True, None
