"""What a pointer would meet at an element: the one test that the reader and the hands share (X19, X40)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pagehand.dom.bridge import DOCUMENT_NODE, Bridge

OWN_ROOT = "pagehand-root"
SPOTS = ((0.5, 0.5), (0.5, 0.2), (0.5, 0.8), (0.2, 0.5), (0.8, 0.5), (0.1, 0.15), (0.9, 0.85))
"""Where an element is probed, as parts of its width and height; the first that is free wins."""


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
        found = HitTest(top, at, None if cover is None else describe_cover(bridge, cover), inside, (x, y))
        if inside and cover is None:
            return found
        if first is None or (found.visible and not first.visible):
            first = found
    assert first is not None
    return first


def spots_of(bridge: Bridge, element: Any, width: float, height: float) -> list[tuple[float, float]]:
    """Points inside the visible part of an element, or of its first line when it wraps."""
    rects = element.getClientRects()
    box = bridge.box(element)
    if 1 < rects.length <= 20 and bridge.style(element).display == "inline":
        rect = max((rects.item(i) for i in range(rects.length)), key=lambda each: each.width * each.height)
        box = (rect.left, rect.top, rect.right, rect.bottom)
    left, top, right, bottom = max(box[0], 0), max(box[1], 0), min(box[2], width), min(box[3], height)
    if right <= left or bottom <= top:
        left, top, right, bottom = box
    return [(left + (right - left) * across, top + (bottom - top) * down) for across, down in SPOTS]


def root_of(bridge: Bridge, element: Any) -> Any:
    return element.getRootNode()


def element_at(bridge: Bridge, root: Any, x: float, y: float) -> Any:
    """The topmost element at a point of a document or shadow root, our own overlays aside; None outside."""
    interface = "Document" if bridge.node_type(root) == DOCUMENT_NODE else "ShadowRoot"
    native = bridge.call.bind(getattr(bridge.realm, interface).prototype.elementFromPoint)
    found = native(root, x, y)
    if found and bridge.tag(found) == OWN_ROOT:
        everything = bridge.call.bind(getattr(bridge.realm, interface).prototype.elementsFromPoint)
        found = next((each for each in everything(root, x, y) if bridge.tag(each) != OWN_ROOT), None)
    return found or None


def reaches(bridge: Bridge, element: Any, at: Any) -> bool:
    """Whether a press at what was hit is a press on ``element``: itself, inside it, its label, or its control."""
    if at is None:
        return False
    if bridge.contains(element, at):
        return True
    if bridge.tag(element) == "input" or bridge.tag(element) in ("select", "textarea"):
        label = at.closest("label")
        if label and bridge.get("HTMLLabelElement", "control", label) == element:
            return True
    if bridge.tag(element) == "label":
        control = bridge.get("HTMLLabelElement", "control", element)
        if control and bridge.contains(control, at):
            return True
    # A target that lets the pointer through is met at whatever holds it.
    return bridge.style(element).pointerEvents == "none" and bridge.contains(at, element)


def frame_chain(bridge: Bridge, node: Any) -> list[Any]:
    """The frame elements around a node, the nearest first."""
    frames = []
    frame = bridge.frame_of(node)
    while frame:
        frames.append(frame)
        frame = bridge.frame_of(frame)
    return frames


def frame_offset(bridge: Bridge, frames: list[Any]) -> tuple[float, float, float]:
    """``(x, y, scale)`` that carry a point of the innermost frame's viewport into the top viewport."""
    x = y = 0.0
    scale = 1.0
    for frame in frames:
        left, top, right, _ = bridge.box(frame)
        style = bridge.style(frame)
        own = (right - left) / (frame.offsetWidth or 1)
        inner_x = frame.clientLeft + float(style.paddingLeft[:-2] or 0)
        inner_y = frame.clientTop + float(style.paddingTop[:-2] or 0)
        x, y, scale = left + (inner_x + x) * own, top + (inner_y + y) * own, scale * own
    return x, y, scale


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


def describe_cover(bridge: Bridge, element: Any) -> str:
    """``<div "Cookies">``: the cover, or what it belongs to that has a name."""
    from pagehand.dom.names import short_description

    return short_description(bridge, element)
