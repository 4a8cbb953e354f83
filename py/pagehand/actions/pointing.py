"""Click, right click, double click, long press and hover (C13, C107-C109, page-shapes 1c)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from pagehand.actions.aim import Aim
from pagehand.actions.checks import disabled_refusal
from pagehand.actions.css_hover import hidden_until_hover, reveals_by_css
from pagehand.actions.focus import parent_in_flat_tree
from pagehand.actions.geometry import Point, deepest_at
from pagehand.actions.own_point import own_hit
from pagehand.actions.page_text import find_text
from pagehand.actions.pointer import page_turn
from pagehand.actions.press_defaults import do_default
from pagehand.actions.scope import Found, Scope
from pagehand.dom.hit_test import hit_test
from pagehand.dom.names import describe
from pagehand.hands import Button, Modifier, Offset
from pagehand.page import Target
from pagehand.results import ActionResult, failed, succeeded

MAX_HOLD = 5000
CONTEXT_MENU_AFTER = 500
"""Milliseconds: the longest press, and when a browser opens the context menu of a touch."""
_CHOOSERS = {
    "select": " Its list opens for a person only: choose with the select action.",
    "file": " Its file chooser opens for a person only: give files with the upload action.",
    "color": " Its colour chooser opens for a person only: write the colour with the input action.",
}
"""What a browser opens for a trusted click only."""
_VERBS = {("left", 1): "Clicked", ("left", 2): "Double-clicked", ("right", 1): "Right-clicked"}


async def click(
    scope: Scope,
    target: Target,
    *,
    button: Button,
    count: int,
    offset: Offset | None,
    modifiers: Sequence[Modifier],
) -> ActionResult:
    found = scope.usable(target)
    if isinstance(found, ActionResult):
        return found
    return await press_found(scope, found, button, count, offset, modifiers)


async def _press_hidden(scope: Scope, found: Found) -> ActionResult | None:
    """Press what a user would see on hovering, which a script cannot do (page-shapes 73); None for anything else."""
    element = found.element
    if not hidden_until_hover(scope.bridge, element):
        return None
    mouse = await scope.pointer.press(element)
    scope.pointer.release(element, mouse)
    if element.isConnected:
        scope.pointer.click_event(element)
    await scope.settle()
    return succeeded(f"Clicked {found.label}, which this page shows only while hovered.", data=found.data)


def _kind(element: Any) -> str:
    if element.localName == "select":
        return "" if element.multiple or element.size > 1 else "select"
    return element.type if element.localName == "input" else ""


async def press_found(
    scope: Scope, found: Found, button: Button, count: int, offset: Offset | None, modifiers: Sequence[Modifier]
) -> ActionResult:
    """Aim at an element that has been checked, press it and let the page settle."""
    aimed = await scope.aim(found, offset)
    if isinstance(aimed, ActionResult) and aimed.reason == "not_visible":
        return await _press_hidden(scope, found) or aimed
    if isinstance(aimed, ActionResult):
        return aimed
    scope.pointer.hold_modifiers(modifiers)
    try:
        aimed = await approach(scope, found, aimed, offset)
        if isinstance(aimed, ActionResult):
            return aimed
        point = aimed.point
        clicked = await scope.pointer.click(aimed.under, lambda: deepest_at(scope.bridge, point), button, count)
        if clicked and button == "left":
            do_default(scope.bridge, found.element, offset, toggles=bool({"ctrl", "meta"} & set(modifiers)))
    finally:
        scope.pointer.hold_modifiers(())
    await scope.settle()
    if not clicked:
        return succeeded(
            f"Pressed {found.label}; the page took it away or drew it anew while it was pressed, so no click followed. "
            "If that did not do it, read the page and press Enter on it.",
            data=found.data,
        )
    note = _CHOOSERS.get(_kind(found.element), "")
    verb = _VERBS.get((button, count), f"Clicked ({button}, {count} times)")
    return succeeded(f"{verb} {found.label}.{note}", data=found.data)


async def approach(scope: Scope, found: Found, aimed: Aim, offset: Offset | None) -> Aim | ActionResult:
    """Move onto the target, and look again: pages draw, cover or replace things when the pointer comes over them."""
    words = describe(scope.bridge, aimed.element)
    scope.pointer.move(aimed.under, aimed.point)
    await page_turn()
    element = aimed.element
    if not element.isConnected:
        twin = twin_at(scope.bridge, aimed.point, element.localName, words)
        if twin is None:
            return failed("not_found", f"{found.label} went away when the pointer came over it. Read the page again.")
        element = twin
    hit = hit_test(scope.bridge, element, aimed.point)
    if hit.covered_by and offset is None:
        hit = own_hit(scope.bridge, element, hit_test(scope.bridge, element))
    if hit.covered_by:
        return failed(
            "covered",
            f"{found.label} is covered by {hit.covered_by} as soon as the pointer is over it. It was not clicked.",
        )
    under = deepest_at(scope.bridge, hit.point) or element
    if hit.point != aimed.point:
        scope.pointer.move(under, hit.point)
    return Aim(hit.point, under, element)


def twin_at(bridge: Any, point: Point, tag: str, words: str) -> Any | None:
    """What stands at a point now in the place of an element that was drawn anew: same tag, same words."""
    node = deepest_at(bridge, point)
    while node is not None and not (node.localName == tag and describe(bridge, node) == words):
        node = parent_in_flat_tree(node)
    return node


async def hover(scope: Scope, target: Target, *, offset: Offset | None) -> ActionResult:
    found = scope.locate(target)
    if isinstance(found, ActionResult):
        return found
    aimed = await scope.aim(found, offset)
    if isinstance(aimed, ActionResult):
        return aimed
    # Two moves: menus that tell a passing pointer from a resting one look at movement.
    scope.pointer.move(aimed.under, (aimed.point[0] - 1, aimed.point[1] - 1))
    await asyncio.sleep(0.02)
    scope.pointer.move(aimed.under, aimed.point)
    await scope.settle()
    note = " What this page shows by CSS :hover alone cannot be shown by a script; click it although it is hidden."
    by_css = reveals_by_css(scope.bridge, aimed.element)
    return succeeded(f"The pointer is over {found.label}.{note if by_css else ''}", data=found.data)


async def long_press(scope: Scope, target: Target, *, ms: int, offset: Offset | None) -> ActionResult:
    """Press and hold: mouse and touch together, with ``contextmenu`` while held (C109, D28)."""
    found = scope.usable(target)
    if isinstance(found, ActionResult):
        return found
    aimed = await scope.aim(found, offset)
    if isinstance(aimed, ActionResult):
        return aimed
    held = min(max(ms, 0), MAX_HOLD)
    pointer, under = scope.pointer, aimed.under
    pointer.move(under, aimed.point)
    mouse = await pointer.press(under, with_touch=True)
    try:
        await _hold(scope, under, held)
    finally:
        if under.isConnected:
            pointer.touch(under, "touchend")
            pointer.release(under, mouse)
        else:
            pointer.forget()
    await scope.settle()
    return succeeded(f"Pressed {found.label} for {held} ms.", data=found.data)


async def _hold(scope: Scope, under: Any, held: int) -> None:
    await asyncio.sleep(min(held, CONTEXT_MENU_AFTER) / 1000)
    if held >= CONTEXT_MENU_AFTER and under.isConnected:
        scope.pointer.click_event(under, "contextmenu", "left", 0)
    await asyncio.sleep(max(0, held - CONTEXT_MENU_AFTER) / 1000)


async def click_text(scope: Scope, text: str, nth: int) -> ActionResult:
    """Click what shows ``text`` although it has no number (page-shapes 36)."""
    matches = find_text(scope.bridge, text) or [
        element for element in find_text(scope.bridge, text, hidden=True) if hidden_until_hover(scope.bridge, element)
    ]
    if not matches:
        return failed("not_found", f"No visible text on the page is or contains '{text}'. Nothing was clicked.")
    if not 1 <= nth <= len(matches):
        return failed("not_found", f"'{text}' is shown {len(matches)} times, so there is no number {nth} of it.")
    element = matches[nth - 1]
    found = Found(element, scope.name(element))
    refusal = disabled_refusal(element, found.label)
    if refusal is not None:
        return refusal
    others = f" It is shown {len(matches)} times; this was number {nth}." if len(matches) > 1 else ""
    result = await press_found(scope, found, "left", 1, None, ())
    return result.model_copy(update={"message": f"{result.message}{others}"})
