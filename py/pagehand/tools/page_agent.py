"""The page-agent vocabulary (C10-C22) and what a page also needs: keys, hover, drag, files, text without a number.

Every tool hands on to ``ctx.hands`` and returns what it reports; nothing here touches the page by itself.
"""

from __future__ import annotations

import asyncio

from pagehand.hands import Button, Offset
from pagehand.results import ActionResult, failed, succeeded
from pagehand.tools.parameters import Choice, Count, Index, Names, NonNegative, Number, Ordinal, Pages, Seconds
from pagehand.tools.tool import Finish, Tool, ToolContext, tool

NO_TEXT = "The task ended without a closing text."


@tool
async def done(ctx: ToolContext, text: str, success: bool = True) -> ActionResult:
    """End the task. Call it when the request is fulfilled, or when it cannot be.

    Args:
        text: The answer for the user, in the working language: what was done, what was found, or why it was not possible.
        success: true only if everything that was asked for has been done and was seen to be done.
    """
    ctx.run.finish = Finish(success, text.strip() or NO_TEXT)
    return succeeded("Task ended.")


@tool
async def wait(ctx: ToolContext, seconds: Seconds = 1) -> ActionResult:
    """Wait for the page to load or to finish something. Time that has passed since the page last changed counts.

    Args:
        seconds: How long, 1 to 10.
    """
    await asyncio.sleep(max(0.0, seconds - ctx.page.seconds_since_update()))
    return succeeded(f"Waited {seconds:.2f} seconds, {ctx.run.waited + seconds:.2f} seconds in a row.")


@tool
async def ask_user(ctx: ToolContext, question: str) -> ActionResult:
    """Ask the user for something only they can know or decide. Not for what the page can tell.

    Args:
        question: One clear question, in the working language.
    """
    answer = await ctx.user.ask(question)
    if answer.source == "cancelled":
        return failed("cancelled", "The user closed the question without an answer.")
    return succeeded(f"User answered: {answer.text}", data={"question": question, "answer": answer.text})


@tool
async def click_element_by_index(
    ctx: ToolContext,
    index: Index,
    button: Button | None = None,
    count: Count | None = None,
    dx: Number | None = None,
    dy: Number | None = None,
) -> ActionResult:
    """Click an element.

    Args:
        index: The element's number.
        button: Only for another button than the left one; right opens context menus.
        count: 2 for a double click.
        dx: Only to hit a point inside the element: pixels from its left edge.
        dy: NonNegative from its top edge.
    """
    return await ctx.hands.click(index, button=button or "left", count=count or 1, offset=_offset(dx, dy))


@tool
async def input_text(ctx: ToolContext, index: Index, text: str) -> ActionResult:
    """Click a text field and replace what it holds.

    Args:
        index: The field's number.
        text: The whole new text; empty clears the field.
    """
    return await ctx.hands.input_text(index, text)


@tool
async def select_dropdown_option(ctx: ToolContext, index: Index, text: Choice) -> ActionResult:
    """Choose an option of a dropdown or list by the text it shows.

    Args:
        index: The dropdown's number.
        text: The option's text; in a list that allows several choices, a JSON list of all that shall be chosen.
    """
    return await ctx.hands.select_option(index, text)


@tool
async def scroll(
    ctx: ToolContext,
    down: bool = True,
    num_pages: Pages = 0.1,
    pixels: NonNegative | None = None,
    index: Index | None = None,
) -> ActionResult:
    """Scroll up or down: the page, or the scrollable area that holds an element.

    Args:
        down: false scrolls up.
        num_pages: How many screen heights, such as 0.5 or 1.
        pixels: An exact distance; it beats num_pages.
        index: An element inside the area to scroll; leave it out for the page.
    """
    distance = {"pages": num_pages} if pixels is None else {"pixels": pixels}
    return await ctx.hands.scroll("down" if down else "up", target=index, **distance)


@tool
async def scroll_horizontally(
    ctx: ToolContext, pixels: NonNegative, right: bool = True, index: Index | None = None
) -> ActionResult:
    """Scroll left or right: the page, or the scrollable area that holds an element.

    Args:
        pixels: The distance.
        right: false scrolls left.
        index: An element inside the area to scroll; leave it out for the page.
    """
    return await ctx.hands.scroll("right" if right else "left", pixels=pixels, target=index)


@tool
async def press_key(ctx: ToolContext, key: str, index: Index | None = None) -> ActionResult:
    """Press a key or a combination, on an element or on whatever has the focus.

    Args:
        key: A key name such as Enter, Escape, Tab, ArrowDown, or a combination such as Control+a.
        index: The element to focus first.
    """
    return await ctx.hands.press_key(key, target=index)


@tool
async def hover(ctx: ToolContext, index: Index) -> ActionResult:
    """Move the pointer over an element, to open what appears on hover.

    Args:
        index: The element's number.
    """
    return await ctx.hands.hover(index)


@tool
async def drag(
    ctx: ToolContext,
    index: Index,
    to_index: Index | None = None,
    dx: Number | None = None,
    dy: Number | None = None,
) -> ActionResult:
    """Drag an element onto another element, or by a distance (sliders, boards, sortable lists).

    Args:
        index: The element to drag.
        to_index: The element to drop it on.
        dx: Without to_index: pixels to the right, negative to the left.
        dy: Without to_index: pixels down, negative up.
    """
    by = _offset(dx, dy)
    if (to_index is None) == (by is None):
        return failed("unknown", "Give either to_index, or dx and dy.")
    return await ctx.hands.drag(index, to_index, by=by)


@tool
async def upload_file(ctx: ToolContext, index: Index, names: Names) -> ActionResult:
    """Give files to a file field or drop zone. Only files that the user made available can be used.

    Args:
        index: The number of the field or drop zone.
        names: The names of the files.
    """
    return await ctx.hands.upload_files(index, names)


@tool
async def go_back(ctx: ToolContext) -> ActionResult:
    """Go back to the page before, as the browser's back button does."""
    return await ctx.hands.go_back()


@tool
async def click_text(ctx: ToolContext, text: str, nth: Ordinal = 1) -> ActionResult:
    """Click something that is shown on the page but has no number. Prefer numbers where there are any.

    Args:
        text: The text as the page shows it.
        nth: Which one, when the text appears more than once; 1 is the first.
    """
    return await ctx.hands.click_text(text, nth=nth)


@tool
async def execute_javascript(ctx: ToolContext, script: str) -> ActionResult:
    """Run JavaScript in the page. Use it only when no other tool can do the work.

    Args:
        script: The body of an async function; `return` a value to see it, `signal` aborts when the user stops.
    """
    if ctx.run_script is None:
        return failed("unknown", "Scripts cannot be run here.")
    try:
        value = await ctx.run_script(script)
    except Exception as error:  # noqa: BLE001 - whatever a script throws is the model's to read (C18)
        return failed("unknown", f"The script failed: {error}")
    return succeeded(f"The script ran. Result: {value}")


def _offset(dx: float | None, dy: float | None) -> Offset | None:
    return None if dx is None and dy is None else (dx or 0.0, dy or 0.0)


PAGE_AGENT_TOOLS: tuple[Tool, ...] = (
    done,
    wait,
    ask_user,
    click_element_by_index,
    input_text,
    select_dropdown_option,
    scroll,
    scroll_horizontally,
    press_key,
    hover,
    drag,
    upload_file,
    go_back,
    click_text,
    execute_javascript,
)
