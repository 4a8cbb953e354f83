"""The flow bundle: waiting and asking (C97)."""

from __future__ import annotations

import asyncio
from typing import Annotated

from pydantic import Field

from pagehand.results import ActionResult, succeeded
from pagehand.tools.parameters import Integer, Selector
from pagehand.tools.tool import ToolContext, tool

LONGEST_WAIT = 5_000
"""Milliseconds (C106)."""
_PAUSE_NOTES = {"en": "Press Space to go on.", "zh": "按空格键继续。"}
Options = Annotated[list[str], Field(min_length=2, max_length=6)]


@tool(idempotent=True)
async def wait(
    ctx: ToolContext, ms: Integer | None = None, selector: Selector | None = None, timeout: Integer | None = None
) -> ActionResult:
    """Wait for a time, or until an element is there. Five seconds at most.

    Args:
        ms: Milliseconds to sleep.
        selector: Wait for this element in place of sleeping.
        timeout: Milliseconds to wait for the element.
    """
    if selector is not None:
        limit = LONGEST_WAIT if timeout is None else min(LONGEST_WAIT, max(0, timeout))
        return await ctx.hands.wait_for(selector, state="present", timeout_ms=limit)
    slept = min(LONGEST_WAIT, max(0, ms or 0))
    await asyncio.sleep(slept / 1000)
    return succeeded(f"Waited {slept} ms.", data={"waitedMs": slept})


@tool
async def pause(ctx: ToolContext, note: str | None = None) -> ActionResult:
    """Wait until the user goes on.

    Args:
        note: What the user is told.
    """
    chinese = ctx.config.working_language.lower().startswith("zh")
    hint = note or ctx.config.default_pause_note or _PAUSE_NOTES["zh" if chinese else "en"]
    await ctx.user.pause(hint)
    return succeeded("The user went on.", data={"hint": hint, "answer": ""})


@tool
async def ask_user(ctx: ToolContext, question: str) -> ActionResult:
    """Ask the user something that takes free text to answer.

    Args:
        question: One question, in the working language.
    """
    answer = await ctx.user.ask(question)
    data = {"question": question, "answer": answer.text}
    if answer.source == "cancelled":
        return succeeded("The user closed the question without an answer.", data=data)
    return succeeded(f"User answered: {answer.text}", data=data)


@tool
async def ask_user_choice(
    ctx: ToolContext,
    question: str,
    options: Options,
    allowFreeText: bool = True,
) -> ActionResult:
    """Let the user pick one of a few short answers. Prefer it to ask_user where two to four answers cover the question.

    Args:
        question: One question, in the working language.
        options: Two to six short answers.
        allowFreeText: false if no other answer makes sense.
    """
    answer = await ctx.user.ask(question, options=options, allow_free_text=allowFreeText)
    data = {"question": question, "options": options, "answer": answer.text, "source": answer.source}
    if answer.source == "cancelled":
        return succeeded("The user closed the question without an answer.", data=data)
    return succeeded(f"User answered: {answer.text}", data=data)
