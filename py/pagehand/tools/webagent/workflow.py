"""The workflow bundle: checking a form, waiting for a state (C99)."""

from __future__ import annotations

from typing import Literal

from pagehand.results import ActionResult
from pagehand.tools.parameters import Integer, Selector
from pagehand.tools.tool import ToolContext, tool

LONGEST = 30_000
"""Milliseconds (C144)."""


@tool(idempotent=True)
async def validate_form(ctx: ToolContext, selector: Selector) -> ActionResult:
    """Check which fields of a form are valid, and read what the page says about those that are not.

    Args:
        selector: The id of the form, or of what holds its fields.
    """
    return await ctx.hands.validate_form(selector)


@tool(idempotent=True)
async def wait_until(
    ctx: ToolContext,
    selector: Selector,
    state: Literal["present", "visible", "absent"] = "present",
    timeout: Integer | None = None,
) -> ActionResult:
    """Wait until an element is there, visible, or gone.

    Args:
        selector: The element's id.
        state: What to wait for.
        timeout: Milliseconds, 10000 unless said, 30000 at most.
    """
    limit = 10_000 if timeout is None else min(LONGEST, max(0, timeout))
    return await ctx.hands.wait_for(selector, state=state, timeout_ms=limit)
