"""The form bundle: fields, options, keys, gestures (C96)."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator

from pagehand.hands import Modifier
from pagehand.results import ActionResult, failed
from pagehand.tools.parameters import Choice, Integer, Number, Selector, as_list
from pagehand.tools.tool import ToolContext, tool

LONGEST_HOLD = 5_000
"""Milliseconds (C109, C115)."""
_MODIFIERS: dict[str, Modifier] = {
    "ctrl": "ctrl",
    "control": "ctrl",
    "shift": "shift",
    "alt": "alt",
    "option": "alt",
    "meta": "meta",
    "cmd": "meta",
    "command": "meta",
}


def _modifiers(value: Any) -> Any:
    """In any case and spelling; what is no modifier is left out (C114)."""
    names = [str(name).lower() for name in as_list(value) or []]
    return list(dict.fromkeys(_MODIFIERS[name] for name in names if name in _MODIFIERS))


Modifiers = Annotated[list[Modifier], BeforeValidator(_modifiers)]


@tool(idempotent=True)
async def fill_input(ctx: ToolContext, selector: Selector, value: str) -> ActionResult:
    """Write into a text field; it replaces what the field holds.

    Args:
        selector: The field's id.
        value: The whole new text.
    """
    return await ctx.hands.input_text(selector, value)


@tool(idempotent=True)
async def select_option(ctx: ToolContext, selector: Selector, value: Choice) -> ActionResult:
    """Choose an option of a select or list.

    Args:
        selector: The id of the select.
        value: The option's text or its value.
    """
    return await ctx.hands.select_option(selector, value)


@tool(idempotent=True)
async def clear_input(ctx: ToolContext, selector: Selector) -> ActionResult:
    """Empty a text field.

    Args:
        selector: The field's id.
    """
    return await ctx.hands.clear(selector)


@tool
async def press_key(
    ctx: ToolContext, key: str, selector: Selector | None = None, modifiers: Modifiers | None = None
) -> ActionResult:
    """Press a key on an element, or on whatever has the focus.

    Args:
        key: A W3C key name such as Enter, Escape, ArrowDown, a.
        selector: The element to focus first.
        modifiers: Any of ctrl, shift, alt, meta.
    """
    return await ctx.hands.press_key(key, target=selector, modifiers=modifiers or ())


@tool
async def hold_key(
    ctx: ToolContext, key: str, ms: Integer, selector: Selector | None = None, modifiers: Modifiers | None = None
) -> ActionResult:
    """Hold a key down for a while.

    Args:
        key: A W3C key name.
        ms: Milliseconds, 5000 at most.
        selector: The element to focus first.
        modifiers: Any of ctrl, shift, alt, meta.
    """
    return await ctx.hands.hold_key(key, _held(ms), target=selector, modifiers=modifiers or ())


@tool
async def double_click(ctx: ToolContext, selector: Selector) -> ActionResult:
    """Double-click an element.

    Args:
        selector: The element's id.
    """
    return await ctx.hands.click(selector, count=2)


@tool
async def long_press(ctx: ToolContext, selector: Selector, ms: Integer | None = None) -> ActionResult:
    """Press an element and hold, for context menus and drag handles.

    Args:
        selector: The element's id.
        ms: Milliseconds, 600 unless said, 5000 at most.
    """
    return await ctx.hands.long_press(selector, ms=600 if ms is None else _held(ms))


@tool
async def drag(
    ctx: ToolContext,
    from_: Selector,
    to: Selector | None = None,
    steps: Integer | None = None,
    dx: Number | None = None,
    dy: Number | None = None,
) -> ActionResult:
    """Drag an element onto another, or by a distance.

    Args:
        from_: The id of the element to drag.
        to: The id of the element to drop it on.
        steps: How many moves the way is made of, 2 to 50.
        dx: Without to: pixels to the right, negative to the left.
        dy: Without to: pixels down, negative up.
    """
    by = None if dx is None and dy is None else (dx or 0.0, dy or 0.0)
    if (to is None) == (by is None):
        return failed("unknown", "Give either to, or dx and dy.")
    return await ctx.hands.drag(from_, to, by=by, steps=min(50, max(2, 10 if steps is None else steps)))


def _held(ms: int) -> int:
    return min(LONGEST_HOLD, max(0, ms))
