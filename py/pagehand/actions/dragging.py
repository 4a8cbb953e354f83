"""Drag: with the mouse and pointer, or as HTML5 drag and drop with one ``DataTransfer`` (C110, D27, page-shapes 70, 72).

A browser decides at the first movement: what is draggable starts a drag-and-drop session, in which the mouse is
silent; anything else goes on hearing pointer and mouse moves. So do we.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from pagehand.actions import geometry, sliders
from pagehand.actions.drag_transfer import make_transfer, offered_effect, takes_drop
from pagehand.actions.events import dispatch, dispatch_change, view_of
from pagehand.actions.focus import parent_in_flat_tree
from pagehand.actions.geometry import Point, deepest_at
from pagehand.actions.pointer import common_ancestor
from pagehand.actions.scope import Found, Scope
from pagehand.actions.touch_dragging import touch_drag
from pagehand.dom.hit_test import hit_test
from pagehand.hands import Offset
from pagehand.page import Target
from pagehand.results import ActionResult, failed, succeeded

MIN_STEPS, MAX_STEPS = 2, 50
STEP = 0.016
DWELL = 0.25
SHORT_HOLD, LONG_HOLD = 0.05, 0.7
"""Seconds: one step, how long the pointer rests over the destination (lists animate meanwhile), and how long it is held
still before the first move."""


@dataclass(frozen=True)
class Order:
    """Where the dragged element is, and what the page says: enough to see whether a drop changed anything."""

    parent: Any
    index: int
    box: tuple[int, int, int, int]
    text: str


async def drag(
    scope: Scope,
    source: Target,
    destination: Target | None,
    *,
    source_offset: Offset | None,
    destination_offset: Offset | None,
    by: Offset | None,
    steps: int,
) -> ActionResult:
    found = scope.usable(source)
    if isinstance(found, ActionResult):
        return found
    goal: Found | None = None
    if destination is not None:
        located = scope.locate(destination)
        if isinstance(located, ActionResult):
            return located
        goal = located
    elif by is None:
        return failed("not_found", "A drag needs a destination: an element or a distance. Nothing was dragged.")
    aimed = await scope.aim(found, source_offset)
    if isinstance(aimed, ActionResult):
        return aimed
    start = aimed.point
    end = _end_point(scope, goal, destination_offset, by, start)
    if isinstance(end, ActionResult):
        return end
    before = _order(scope, found.element)
    if sliders.is_slider(found.element):
        return await _drag_slider(scope, found, end)
    count = min(max(steps, MIN_STEPS), MAX_STEPS)
    attempt: _Attempt | None = None
    for hold in (SHORT_HOLD, LONG_HOLD):
        mutations = scope.page.watch.count
        session = _Drag(scope, aimed.under, start)
        try:
            await session.begin(end, hold)
            goal_point = _end_point(scope, goal, destination_offset, by, start, bring=True)
            if isinstance(goal_point, ActionResult):
                return goal_point
            await session.travel(goal_point, count)
            accepted = await session.drop(goal_point)
        finally:
            session.end()
        await scope.settle()
        result = _outcome(scope, found, goal, before, accepted, session.transfer is not None)
        heard = result.ok or scope.page.watch.count != mutations or not aimed.under.isConnected
        attempt = _Attempt(result, goal_point, heard or session.transfer is not None)
        if heard:
            break  # lists that start a drag only after a delay show no reaction at all to a quick one
    assert attempt is not None
    if attempt.heard:
        return attempt.result
    await touch_drag(scope, aimed.under, start, attempt.end, count)
    await scope.settle()
    return _outcome(scope, found, goal, before, True, False)


@dataclass(frozen=True)
class _Attempt:
    """What came of one drag with the mouse; ``heard``: the page reacted, be it by refusing."""

    result: ActionResult
    end: Point
    heard: bool


def _end_point(
    scope: Scope, goal: Found | None, offset: Offset | None, by: Offset | None, start: Point, *, bring: bool = False
) -> Point | ActionResult:
    if goal is None:
        assert by is not None
        return start[0] + by[0], start[1] + by[1]
    if not goal.element.isConnected:
        return failed("not_found", f"{goal.label} went away while dragging. Read the page again.")
    box = geometry.box_of(scope.bridge, goal.element)
    if not box.width or not box.height:
        return failed("not_visible", f"{goal.label} has no place on the page to drop on. Nothing was dragged.")
    point = (box.left + offset[0], box.top + offset[1]) if offset else None
    hit = hit_test(scope.bridge, goal.element, point)
    inside = geometry.is_inside_viewport(scope.bridge, point or hit.point)
    if not inside and bring:
        # A user would hold the item and let the page scroll under it.
        geometry.scroll_into_view(scope.bridge, goal.element)
        box = geometry.box_of(scope.bridge, goal.element)
        return (box.left + offset[0], box.top + offset[1]) if offset else box.center
    if inside and hit.covered_by and not bring:
        return failed("covered", f"{goal.label} is covered by {hit.covered_by}. Nothing was dragged.")
    return point or hit.point


def _order(scope: Scope, element: Any) -> Order:
    parent = element.parentNode
    index = -1
    if parent:
        index = list(parent.children).index(element)
    box = geometry.box_of(scope.bridge, element)
    corners = (round(box.left), round(box.top), round(box.width), round(box.height))
    return Order(parent, index, corners, scope.bridge.document.body.textContent)


def _outcome(
    scope: Scope, found: Found, goal: Found | None, before: Order, accepted: bool, transferred: bool
) -> ActionResult:
    where = f"onto {goal.label}" if goal else "by the distance"
    moved = not found.element.isConnected or _order(scope, found.element) != before
    if transferred and not accepted:
        return failed("no_effect", f"{found.label} was dragged {where}, but the page does not take a drop there.")
    if moved or transferred or found.element.localName in ("canvas", "svg"):
        return succeeded(f"Dragged {found.label} {where}.", data=found.data)
    return failed("no_effect", f"{found.label} was dragged {where}, but nothing moved.")


async def _drag_slider(scope: Scope, found: Found, end: Point) -> ActionResult:
    """A native slider follows a real mouse only: its value is set from where the drag ends."""
    slider, box = found.element, geometry.box_of(scope.bridge, found.element)
    before = slider.value
    await scope.pointer.press(slider)
    sliders.move_to(scope.bridge, slider, box, *end)
    scope.pointer.release(slider)
    if slider.value != before:
        dispatch_change(scope.bridge, slider)
    await scope.settle()
    if slider.value == before:
        return failed("no_effect", f"{found.label} stayed at {before}: the drag ended on the same value.")
    return succeeded(f"Dragged {found.label} from {before} to {slider.value}.")


def draggable_ancestor(element: Any) -> Any | None:
    """What a browser would drag: the nearest ``draggable`` element, image or link."""
    node: Any | None = element
    while node is not None:
        if getattr(node, "draggable", False):
            return node
        node = parent_in_flat_tree(node)
    return None


class _Drag:
    """One drag in progress."""

    def __init__(self, scope: Scope, pressed: Any, start: Point) -> None:
        self.transfer: Any | None = None
        self._scope, self._pointer = scope, scope.pointer
        self._pressed, self._start, self._at = pressed, start, start
        self._dragged: Any | None = None
        self._over: Any | None = None
        self._takes = False
        self._dropped = False
        self._mouse = True
        self._is_down = False

    async def begin(self, end: Point, hold: float) -> None:
        self._pointer.move(self._pressed, self._start)
        self._is_down = True
        self._mouse = await self._pointer.press(self._pressed)
        # Libraries make the item draggable, or start a delay, in reaction to the press.
        await asyncio.sleep(hold)
        length = max(1.0, ((end[0] - self._start[0]) ** 2 + (end[1] - self._start[1]) ** 2) ** 0.5)
        for pixels in (3, 7):
            share = min(1.0, pixels / length)
            self._move(self._between(end, share))
            await asyncio.sleep(STEP)
        candidate = draggable_ancestor(self._pressed) if self._mouse and self._pressed.isConnected else None
        if candidate is not None:
            self._start_session(candidate)
            await self._scope.two_frames()

    def _between(self, end: Point, share: float) -> Point:
        return (
            self._start[0] + (end[0] - self._start[0]) * share,
            self._start[1] + (end[1] - self._start[1]) * share,
        )

    def _start_session(self, candidate: Any) -> None:
        transfer = make_transfer(self._scope.bridge, view_of(candidate))
        if candidate.localName == "a":
            transfer.setData("text/uri-list", candidate.href)
            transfer.setData("text/plain", candidate.href)
        if self._send(candidate, "dragstart", transfer):
            self.transfer, self._dragged = transfer, candidate
            self._pointer.cancel(self._pressed)

    def _send(self, target: Any, kind: str, transfer: Any, **extra: Any) -> bool:
        members = {**self._pointer.members(target, **extra), "dataTransfer": transfer}
        return dispatch(self._scope.bridge, target, "DragEvent", kind, members)

    def _move(self, point: Point) -> None:
        self._at = point
        target = deepest_at(self._scope.bridge, point)
        if self.transfer is None:
            # Outside the viewport a held mouse is still heard by the document.
            self._pointer.move(target if target is not None else self._scope.bridge.document.documentElement, point)
            return
        self._pointer.point = point
        if self._dragged is not None and self._dragged.isConnected:
            self._send(self._dragged, "drag", self.transfer)
        before, self._over = self._over, target
        if before != target:
            if target is not None:
                self.transfer.dropEffect = offered_effect(self.transfer)
                self._send(target, "dragenter", self.transfer, relatedTarget=before)
            if before is not None and before.isConnected:
                self._send(before, "dragleave", self.transfer, relatedTarget=target)
        self.transfer.dropEffect = offered_effect(self.transfer)
        cancelled = target is not None and not self._send(target, "dragover", self.transfer)
        self._takes = cancelled and takes_drop(self.transfer)

    async def travel(self, end: Point, steps: int) -> None:
        origin = self._at
        for step in range(1, steps + 1):
            share = step / steps
            self._move((origin[0] + (end[0] - origin[0]) * share, origin[1] + (end[1] - origin[1]) * share))
            await asyncio.sleep(STEP)

    async def drop(self, end: Point) -> bool:
        """Rest over the end point, then let go; true when a drop was taken, or for a plain mouse drag."""
        for _ in range(5):
            await asyncio.sleep(DWELL / 5)
            self._move(end)
        if self.transfer is None:
            target = deepest_at(self._scope.bridge, end) or self._scope.bridge.document.documentElement
            pressed = self._pressed
            self._pointer.release(target, self._mouse)
            self._is_down = False
            clicked = common_ancestor(pressed, target) if pressed.isConnected and target.isConnected else None
            if clicked is not None and self._mouse:
                self._pointer.click_event(clicked)
            return True
        if self._takes and self._over is not None:
            self._send(self._over, "drop", self.transfer)
            self._dropped = True
        elif self._over is not None:
            self._send(self._over, "dragleave", self.transfer)
        return self._takes

    def end(self) -> None:
        """Whatever happened, nothing stays pressed and the dragged element hears the end."""
        if self.transfer is not None and self._dragged is not None and self._dragged.isConnected:
            if not self._dropped:
                self.transfer.dropEffect = "none"
            self._send(self._dragged, "dragend", self.transfer)
        if self._is_down and self.transfer is None:
            self._pointer.release(self._scope.bridge.document.documentElement, self._mouse)
        self._is_down = False
