"""The pointer: what a mouse sends to the page, in a browser's order and with its coordinates (C13, page-shapes 30, 31).

It remembers what it is over, so that the element it leaves hears so.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from pagehand.actions.events import as_object, dispatch, modifier_members, view_of
from pagehand.actions.focus import editing_host, focusable_ancestor, move_focus, parent_in_flat_tree
from pagehand.actions.geometry import Point, to_local
from pagehand.hands import Button, Direction, Modifier

_BUTTON = {"left": 0, "middle": 1, "right": 2}
_BUTTONS = {"left": 1, "middle": 4, "right": 2}
MOUSE_ID = 1
"""The id that browsers give the mouse; ``setPointerCapture`` accepts it although our events are synthetic."""


def _path(element: Any) -> list[Any]:
    path = []
    while element is not None:
        path.append(element)
        element = parent_in_flat_tree(element)
    return path


async def page_turn() -> None:
    """Let the page's promise callbacks run, as a browser does after every event."""
    await asyncio.sleep(0)


def common_ancestor(first: Any, second: Any) -> Any | None:
    """The nearest element that contains both, as the target of a click whose press and release differ."""
    path = _path(second)
    return next((node for node in _path(first) if node in path), None)


class Pointer:
    """The state of one mouse over the page."""

    def __init__(self, bridge: Any) -> None:
        self._bridge = bridge
        self.point: Point = (0.0, 0.0)
        self.over: Any | None = None
        self._held: Button | None = None
        self._modifiers: tuple[Modifier, ...] = ()
        self._mouse_is_silent = False
        self.down_target: Any | None = None

    def hold_modifiers(self, modifiers: Sequence[Modifier]) -> None:
        self._modifiers = tuple(modifiers)

    def forget(self) -> None:
        """Drop every reference to the page."""
        self.over = self.down_target = None
        self._held = None
        self._mouse_is_silent = False

    def members(self, target: Any, **extra: Any) -> dict[str, Any]:
        """The members that every mouse event at the present point has; null members are left out."""
        view = view_of(target)
        x, y = to_local(self._bridge, target, self.point)
        window = self._bridge.window
        return {
            "bubbles": True,
            "cancelable": True,
            "composed": True,
            "view": view,
            "clientX": x,
            "clientY": y,
            "screenX": window.screenX + self.point[0],
            "screenY": window.screenY + self.point[1],
            "button": 0,
            "buttons": _BUTTONS[self._held] if self._held else 0,
            **modifier_members(self._modifiers),
            **{name: value for name, value in extra.items() if value is not None},
        }

    def _pointer(self, target: Any, kind: str, **extra: Any) -> bool:
        members = {"pointerId": MOUSE_ID, "pointerType": "mouse", "isPrimary": True, "width": 1, "height": 1}
        members["pressure"] = 0.5 if self._held else 0
        return dispatch(self._bridge, target, "PointerEvent", kind, {**members, **self.members(target, **extra)})

    def _mouse(self, target: Any, kind: str, **extra: Any) -> bool:
        return dispatch(self._bridge, target, "MouseEvent", kind, self.members(target, **extra))

    def move(self, target: Any, point: Point) -> None:
        """Move to a point of the top viewport that shows ``target``; leave and enter events included."""
        movement = {"movementX": point[0] - self.point[0], "movementY": point[1] - self.point[1]}
        self.point = point
        self._cross(target)
        receiver = self.capturing(target)
        self._pointer(receiver, "pointermove", button=-1, **movement)
        if not self._mouse_is_silent:
            self._mouse(receiver, "mousemove", **movement)

    def capturing(self, target: Any) -> Any:
        """The element that asked for all pointer events (``setPointerCapture``), or the one under the pointer."""
        down = self.down_target if self._held else None
        if down is None:
            return target
        return next((node for node in _path(down) if node.hasPointerCapture(MOUSE_ID)), target)

    def _cross(self, target: Any) -> None:
        before = self.over if self.over is not None and self.over.isConnected else None
        if before == target:
            self.over = target
            return
        self.over = target
        old_path, new_path = (_path(before) if before is not None else []), _path(target)
        left = [node for node in old_path if node not in new_path]
        entered = [node for node in reversed(new_path) if node not in old_path]
        to_new = {"relatedTarget": target} if before is not None and view_of(before) == view_of(target) else {}
        to_old = {"relatedTarget": before} if to_new else {}
        for send, prefix in ((self._pointer, "pointer"), (self._mouse, "mouse")):
            quiet = {"bubbles": False, "cancelable": False}
            extra = {"button": -1} if prefix == "pointer" else {}
            if before is not None:
                send(before, f"{prefix}out", **extra, **to_new)
                for node in left:
                    send(node, f"{prefix}leave", **quiet, **extra, **to_new)
            send(target, f"{prefix}over", **extra, **to_old)
            for node in entered:
                send(node, f"{prefix}enter", **quiet, **extra, **to_old)

    def leave(self) -> None:
        """The pointer goes off the page: what it was over hears so."""
        before, self.over = self.over, None
        if before is None or not before.isConnected:
            return
        for send, prefix in ((self._pointer, "pointer"), (self._mouse, "mouse")):
            send(before, f"{prefix}out")
            for node in _path(before):
                send(node, f"{prefix}leave", bubbles=False, cancelable=False)

    async def press(self, target: Any, button: Button = "left", detail: int = 1, *, with_touch: bool = False) -> bool:
        """``pointerdown``, ``mousedown`` and focus; a cancelled one holds back what would follow from it.

        ``with_touch`` puts a finger down too; a page that cancels ``touchstart`` hears no mouse, as on a phone.
        Returns whether compatibility mouse events go on (false after a cancelled ``pointerdown``). Between the events
        the page's promises run, as they do for a real press.
        """
        self._held, self.down_target = button, target
        code = _BUTTON[button]
        mouse = self._pointer(target, "pointerdown", button=code)
        if with_touch and target.isConnected:
            mouse = self.touch(target, "touchstart") and mouse
        self._mouse_is_silent = not mouse
        try:
            await page_turn()
            if mouse and target.isConnected and self._mouse(target, "mousedown", button=code, detail=detail):
                await page_turn()
                self._focus_pressed(target)
        except asyncio.CancelledError:
            self.release(target, mouse)
            raise
        return mouse

    def _focus_pressed(self, target: Any) -> None:
        if not target.isConnected:
            return
        focused = focusable_ancestor(target)
        move_focus(self._bridge, focused)
        host = editing_host(target)
        if host is not None and focused == host:
            x, y = to_local(self._bridge, target, self.point)
            caret = target.ownerDocument.caretRangeFromPoint(x, y)
            if caret and host.contains(caret.startContainer):
                target.ownerDocument.getSelection().collapse(caret.startContainer, caret.startOffset)

    def release(self, target: Any, mouse: bool = True, detail: int = 1) -> None:
        button = self._held or "left"
        self._mouse_is_silent = False
        receiver = self.capturing(target)
        self._held = None
        code = _BUTTON[button]
        self._pointer(receiver, "pointerup", button=code)
        if mouse:
            self._mouse(receiver, "mouseup", button=code, detail=detail)
        down, self.down_target = self.down_target, None
        if down is not None and down.hasPointerCapture(MOUSE_ID):
            down.releasePointerCapture(MOUSE_ID)

    def cancel(self, target: Any) -> None:
        """A drag-and-drop session takes over: the pointer's own events end here, the mouse's stay away."""
        self._held, self.down_target = None, None
        self._mouse_is_silent = False
        self._pointer(target, "pointercancel", cancelable=False)

    def click_event(self, target: Any, kind: str = "click", button: Button = "left", detail: int = 1) -> bool:
        """``click``, ``auxclick`` or ``contextmenu``; ``click`` runs the element's activation behaviour."""
        return self._pointer(target, kind, button=_BUTTON[button], detail=detail, pressure=0)

    def touch(self, target: Any, kind: str) -> bool:
        """``touchstart``, ``touchmove`` or ``touchend`` of one finger at the present point; true without touch support."""
        view = view_of(target)
        if not hasattr(view, "TouchEvent"):
            return True
        x, y = to_local(self._bridge, target, self.point)
        place = {"clientX": x, "clientY": y, "pageX": x + view.scrollX, "pageY": y + view.scrollY}
        touch = view.Touch.new(as_object(self._bridge, {"identifier": 1, "target": target, **place}))
        down = [] if kind == "touchend" else [touch]
        members = {"touches": down, "targetTouches": down, "changedTouches": [touch]}
        shared = {"bubbles": True, "cancelable": True, "composed": True, "view": view}
        return dispatch(self._bridge, target, "TouchEvent", kind, {**shared, **members})

    def wheel(self, target: Any, direction: Direction, distance: float) -> bool:
        """One turn of the wheel; false when the page moves its content itself."""
        signed = distance if direction in ("down", "right") else -distance
        delta = {"deltaY": signed} if direction in ("up", "down") else {"deltaX": signed}
        return dispatch(self._bridge, target, "WheelEvent", "wheel", {**self.members(target), **delta})

    def double_click_event(self, target: Any) -> None:
        self._mouse(target, "dblclick", detail=2)

    async def click(self, target: Any, under: Any, button: Button = "left", count: int = 1) -> bool:
        """Press and release ``count`` times at the present point; the last time's double click too.

        ``under()`` gives the element that is under the pointer at the moment, for pages that change between
        press and release. Returns whether a click was made: a browser makes none when what was pressed is gone.
        """
        for detail in range(1, count + 1):
            mouse = await self.press(target, button, detail)
            released_on = target if target.isConnected else under()
            if released_on is None:
                self._held = None
                return False
            self.release(released_on, mouse, detail)
            await page_turn()
            clicked = common_ancestor(target, released_on) if target.isConnected else None
            if clicked is None:
                return False
            self.click_event(clicked, "click" if button == "left" else "auxclick", button, detail)
            if button == "right":
                self.click_event(clicked, "contextmenu", button, 0)
            if not target.isConnected:
                target = under() or target
        if count >= 2 and button == "left" and target.isConnected:
            self.double_click_event(target)
        return True
