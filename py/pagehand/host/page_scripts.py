"""``execute_javascript``: a script in the page's own realm (C18, X29). The embed only, and only where the host allows it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any


def script_runner(window: Any) -> Callable[[str], Awaitable[Any]]:
    """Runs the body of an async function in which ``signal`` aborts when the person stops; answers its value as text."""

    async def run(script: str) -> str:
        controller = window.AbortController.new()
        function = window.eval(f"(async (signal) => {{\n{script}\n}})")  # the one line that may eval (X29)
        try:
            return str(window.String(await function(controller.signal)))
        except asyncio.CancelledError:
            controller.abort()
            raise

    return run
