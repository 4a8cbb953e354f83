"""Keys as actions (C114, C115, page-shapes 1f)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from pagehand.actions import keyboard
from pagehand.actions.focus import active_element, focusable_ancestor, move_focus
from pagehand.actions.key_table import parse_combination
from pagehand.actions.labels import keyed_control
from pagehand.actions.scope import Scope
from pagehand.hands import Modifier
from pagehand.page import Target
from pagehand.results import ActionResult, failed, succeeded

MAX_HOLD = 5000
REPEAT_AFTER, REPEAT_EVERY = 500, 33
"""Milliseconds: the longest hold (C115), and a usual keyboard's repetition."""


async def press_key(scope: Scope, key: str, *, target: Target | None, modifiers: Sequence[Modifier]) -> ActionResult:
    combination = parse_combination(key, modifiers)
    if combination is None:
        return failed(
            "not_interactive",
            f"'{key}' is no key. Use names such as Enter, Tab, Escape, ArrowDown, a or Control+a. Nothing was pressed.",
        )
    where = await _focused(scope, target)
    if isinstance(where, ActionResult):
        return where
    element, label = where
    happened = await keyboard.press(scope.bridge, element, *combination)
    await scope.settle()
    return succeeded(f"Pressed {key} on {label}{f': {happened}' if happened else ''}.")


async def _focused(scope: Scope, target: Target | None) -> ActionResult | tuple[Any, str]:
    """The element that gets the keys, focused, and its name."""
    if target is None:
        element = active_element(scope.bridge.document)
        if element is None:
            return scope.bridge.document.body, "the page"
        return element, scope.name(element)
    found = scope.usable(target)
    if isinstance(found, ActionResult):
        return found
    focused = keyed_control(scope.bridge, found.element) or focusable_ancestor(found.element)
    if focused is not None and active_element(scope.bridge.document) != focused:
        move_focus(scope.bridge, focused)
        await scope.two_frames()
    if not found.element.isConnected:
        return failed("not_found", f"{found.label} went away when it was focused. Read the page again.")
    return focused if focused is not None else found.element, found.label


async def hold_key(
    scope: Scope, key: str, ms: int, *, target: Target | None, modifiers: Sequence[Modifier]
) -> ActionResult:
    """Hold a key down, repeating as a keyboard does, and let it go also when cancelled (C115, D32)."""
    combination = parse_combination(key, modifiers)
    if combination is None:
        return failed("not_interactive", f"'{key}' is no key. Nothing was pressed.")
    where = await _focused(scope, target)
    if isinstance(where, ActionResult):
        return where
    element, label = where
    held = min(max(ms, 0), MAX_HOLD)
    try:
        await keyboard.key_down(scope.bridge, element, *combination)
        await asyncio.sleep(min(held, REPEAT_AFTER) / 1000)
        for _ in range(max(0, held - REPEAT_AFTER) // REPEAT_EVERY):
            if not element.isConnected:
                break
            await keyboard.key_down(scope.bridge, element, *combination, repeat=True)
            await asyncio.sleep(REPEAT_EVERY / 1000)
    finally:
        keyboard.key_up(scope.bridge, keyboard.focused_or(scope.bridge, element), *combination)
    await scope.settle()
    return succeeded(f"Held {key} for {held} ms on {label}.")
