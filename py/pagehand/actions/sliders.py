"""Native sliders: they follow a real mouse only, so their value is set from where the pointer is (X38, page-shapes 72)."""

from __future__ import annotations

from typing import Any

from pagehand.actions.events import dispatch_change, dispatch_input, view_of
from pagehand.actions.geometry import Box
from pagehand.actions.native import get_value, set_value


def is_slider(element: Any) -> bool:
    return element.localName == "input" and element.type == "range"


def move_to(bridge: Any, slider: Any, box: Box, x: float, y: float) -> None:
    """Set the value that a press at ``(x, y)`` means, both in the coordinates of ``box``; announces ``input``."""
    low, high = float(slider.min or 0), float(slider.max or 100)
    if box.height > box.width:
        share = (box.bottom - y) / box.height
    else:
        share = (x - box.left) / box.width
        if view_of(slider).getComputedStyle(slider).direction == "rtl":
            share = 1 - share
    value = low + min(1.0, max(0.0, share)) * (high - low)
    before = get_value(bridge, slider)
    set_value(bridge, slider, f"{value:.10g}")
    if get_value(bridge, slider) != before:
        dispatch_input(bridge, slider, "input", "insertReplacementText", None)


def press_at(bridge: Any, slider: Any, box: Box, x: float, y: float) -> None:
    """A press and release on the track, with ``change`` when the value is another one then."""
    before = get_value(bridge, slider)
    move_to(bridge, slider, box, x, y)
    if get_value(bridge, slider) != before:
        dispatch_change(bridge, slider)
