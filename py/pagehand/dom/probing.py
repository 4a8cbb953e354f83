"""Points inside elements, and what is at a point: shared by the reader's test of all and the hands' test of one."""

from __future__ import annotations

from typing import Any

from pagehand.dom.bridge import DOCUMENT_NODE, Bridge

OWN_ROOT = "pagehand-root"
SPOTS = ((0.5, 0.5), (0.5, 0.2), (0.5, 0.8), (0.2, 0.5), (0.8, 0.5), (0.1, 0.15), (0.9, 0.85))
"""Where an element is probed, as parts of its width and height; the first that is free wins."""


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
