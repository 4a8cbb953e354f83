"""Running one tool: validate, put secrets in, ask for consent, run, and turn whatever happens into a result (C93, X1)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ValidationError

from pagehand.results import ActionResult, failed
from pagehand.secrets import TYPING_TOOLS, Secrets, UnknownSecretError
from pagehand.tools.confirm import confirmation
from pagehand.tools.protocols.validation import complaints
from pagehand.tools.tool import Tool, ToolContext, as_result

CANCEL_GRACE = 1.0
"""Seconds a cancelled tool has to let go (keys, buttons) before it is left behind (C9)."""


async def perform(
    tools: Mapping[str, Tool],
    name: str,
    params: Mapping[str, Any],
    context: ToolContext,
    secrets: Secrets,
    *,
    consented: bool = False,
) -> ActionResult:
    """Run a tool by name. Nothing is raised but ``asyncio.CancelledError``.

    ``consented`` is for what the host itself asks for: no question is put (C140).
    """
    tool = tools.get(name)
    if tool is None:
        return failed("unknown", f"There is no action {name!r}. Actions: {', '.join(tools)}.")
    try:
        given = tool.parameters.model_validate(secrets.reveal(params) if name in TYPING_TOOLS else dict(params))
    except ValidationError as error:
        return failed("unknown", f"Wrong parameters for {name}: {complaints(error)}")
    except UnknownSecretError as error:
        return failed("unknown", str(error))
    question = None if consented else confirmation(tool, params, context)
    if question is not None and not await question.ask(context):
        return failed("user_declined", f"The user did not agree to {name}. Do not try it again unless they ask for it.")
    return await _cancellable(tool, given, context)


async def _cancellable(tool: Tool, params: BaseModel, context: ToolContext) -> ActionResult:
    """Run the tool in its own task, so that a stop is felt even where a tool ignores it (C9, C69)."""
    running = asyncio.ensure_future(_guarded(tool, params, context))
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        running.cancel()
        await asyncio.wait({running}, timeout=CANCEL_GRACE)
        raise


async def _guarded(tool: Tool, params: BaseModel, context: ToolContext) -> ActionResult:
    try:
        return as_result(await tool.run(context, params))
    except Exception as error:  # noqa: BLE001 - a tool may be anybody's code; its failure is a result (C93)
        return failed("unknown", f"{tool.name} failed: {type(error).__name__}: {error}")


def output_text(result: ActionResult) -> str:
    """A result as text: its message, and its data where the message does not already hold it."""
    if result.data is None:
        return result.message
    data = result.data if isinstance(result.data, str) else json.dumps(result.data, ensure_ascii=False, default=str)
    if not result.message:
        return data
    return result.message if data in result.message or not result.data else f"{result.message} {data}"
