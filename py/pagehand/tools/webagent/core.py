"""The core bundle: talk, go, click, frame, scroll (C95)."""

from __future__ import annotations

import asyncio
import inspect

from pagehand.results import ActionResult, failed, succeeded
from pagehand.tools.parameters import Number, Selector
from pagehand.tools.tool import ToolContext, tool
from pagehand.tools.webagent.sitemap import is_listed, paths_of

QUIET = 0.25
"""Seconds without a change of the document after which a router has settled (C103)."""
CEILING = 2.5
POLL = 0.05


@tool(idempotent=True)
async def narrate(ctx: ToolContext, text: str, about: Selector | None = None) -> ActionResult:
    """Say something to the user, in the working language.

    Args:
        text: One or two sentences.
        about: The id of the element it is about; it is framed while you speak.
    """
    framed = ctx.overlays.border(about) if about is not None else None
    await ctx.user.narrate(text, about=about)
    if ctx.config.pause_after_narrate:
        await ctx.user.pause("")
    if framed is not None and not framed.ok:
        return succeeded(f"Said, without a frame: {framed.message}", data={"text": text})
    return succeeded("Said.", data={"text": text})


@tool
async def navigate(ctx: ToolContext, path: str, note: str | None = None) -> ActionResult:
    """Go to another page of this site.

    Args:
        path: The path, such as /orders. Only paths of the site's map.
        note: What the user is told when they are asked to agree.
    """
    if ctx.config.sitemap is not None and not is_listed(path, ctx.config.sitemap):
        valid = paths_of(ctx.config.sitemap)
        return failed("navigation", f"{path} is not a page of this site. Valid paths: {', '.join(valid)}", data=valid)
    ctx.emit("navigating", {"path": path})
    if ctx.config.router is None:
        result = await ctx.hands.navigate(path)
    else:
        result = await _route(ctx, path)
    if result.ok:
        ctx.emit("navigated", {"path": path, "arrivedAt": ctx.page.url})
        return result.model_copy(update={"data": {"path": path, "arrivedAt": ctx.page.url}})
    return result


async def _route(ctx: ToolContext, path: str) -> ActionResult:
    assert ctx.config.router is not None
    try:
        outcome = ctx.config.router(path)
        if inspect.isawaitable(outcome):
            await outcome
    except Exception as error:  # noqa: BLE001 - the host's router; the model is told what it said (C103)
        return failed("navigation", f"Going to {path} failed: {error}")
    for _ in range(int(CEILING / POLL)):
        await asyncio.sleep(POLL)
        if ctx.page.seconds_since_update() >= QUIET:
            break
    return succeeded(f"Now at {ctx.page.url}.")


@tool
async def click(
    ctx: ToolContext, selector: Selector, dx: Number | None = None, dy: Number | None = None
) -> ActionResult:
    """Click an element; also the way to submit a form.

    Args:
        selector: The element's id from the page, such as e1x7 or 12.
        dx: Only to hit a point inside the element: pixels from its left edge.
        dy: Pixels from its top edge.
    """
    offset = None if dx is None and dy is None else (dx or 0.0, dy or 0.0)
    return await ctx.hands.click(selector, offset=offset)


@tool(idempotent=True)
async def border(
    ctx: ToolContext, selector: Selector, color: str | None = None, label: str | None = None
) -> ActionResult:
    """Draw a frame around an element for the user. It replaces what was marked before.

    Args:
        selector: The element's id.
        color: A CSS colour.
        label: A short text beside the frame.
    """
    ctx.overlays.clear()
    return ctx.overlays.border(selector, color=color, label=label)


@tool(idempotent=True)
async def scroll_to(ctx: ToolContext, selector: Selector) -> ActionResult:
    """Scroll until an element is in the middle of the view.

    Args:
        selector: The element's id.
    """
    return await ctx.hands.scroll_to(selector)
