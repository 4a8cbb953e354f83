"""Pictures of the page beside its text, where the host can take them (C148, D34)."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import Any

from pagehand.run.state import Run
from pagehand.tools.protocols.turn import Message


async def with_screenshots(run: Run, messages: Sequence[Message]) -> list[Message]:
    """The messages with the pictures at the end of the last user message; text only where there are none."""
    options = run.config.screenshot
    if options is None or options.capture is None:
        return list(messages)
    taken = options.capture(options.mode)
    taken = await taken if inspect.isawaitable(taken) else taken
    urls = [taken] if isinstance(taken, str) else list(taken or [])
    if not urls:
        return list(messages)
    last = messages[-1]
    parts: list[dict[str, Any]] = [{"type": "text", "text": last["content"]}]
    parts += [{"type": "image_url", "image_url": {"url": url}} for url in urls[: options.max_images]]
    return [*messages[:-1], {**last, "content": parts}]
