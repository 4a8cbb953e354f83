"""Dragging with a finger, for lists that hear touches only (C110, page-shapes 70)."""

from __future__ import annotations

import asyncio
from typing import Any

from pagehand.actions.geometry import Point
from pagehand.actions.scope import Scope

HOLD = 0.7
REST = 0.15
STEP = 0.016
"""Seconds: the finger's rest before it moves (lists that wait tell a drag from scrolling by it) and at the end; one step."""


async def touch_drag(scope: Scope, pressed: Any, start: Point, end: Point, steps: int) -> None:
    """Put a finger down at ``start``, move it to ``end`` and lift it. A touch's events all go to what it began on."""
    pointer = scope.pointer
    pointer.point = start
    pointer.touch(pressed, "touchstart")
    try:
        await asyncio.sleep(HOLD)
        for step in range(1, steps + 1):
            share = step / steps
            pointer.point = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            pointer.touch(pressed, "touchmove")
            await asyncio.sleep(STEP)
        await asyncio.sleep(REST)
    finally:
        # A redrawn list takes the touched row along; the touch ends there all the same.
        pointer.touch(pressed, "touchend")
