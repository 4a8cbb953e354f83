"""Wait until the page has come to rest after an action (X18)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from pyodide.ffi import create_proxy

QUIET = 0.1
CAP = 1.0
FIRST_CHANGE = 1.5
FRAME_LIMIT = 0.08
"""Seconds: the quiet that counts as settled, the most that is waited for it, the most that is waited for a first
change where one is expected, and what a frame may take before a timer stands in (hidden tabs have no frames)."""


async def two_frames(bridge: Any) -> None:
    """Two animation frames of the page, raced with a timer."""
    for _ in range(2):
        arrived: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def on_frame(_time: float, arrived: asyncio.Future[None] = arrived) -> None:
            if not arrived.done():
                arrived.set_result(None)

        callback = create_proxy(on_frame)
        handle = bridge.window.requestAnimationFrame(callback)
        try:
            await asyncio.wait([arrived], timeout=FRAME_LIMIT)
        finally:
            bridge.window.cancelAnimationFrame(handle)
            callback.destroy()


async def until(condition: Callable[[], bool], seconds: float, *, every: float = 0.03) -> bool:
    """Poll until the condition holds, at most this long; whether it held."""
    deadline = time.monotonic() + seconds
    while True:
        if condition():
            return True
        if time.monotonic() >= deadline:
            return False
        await asyncio.sleep(every)


async def settle(
    bridge: Any,
    last_mutation: Callable[[], float],
    *,
    cap: float = CAP,
    quiet: float = QUIET,
    expects_change: bool = False,
    is_busy: Callable[[], bool] = lambda: False,
) -> None:
    """Two frames, then no mutation for ``quiet`` seconds, at most ``cap`` seconds.

    ``last_mutation`` gives the ``time.monotonic()`` of the latest mutation seen. With ``expects_change`` a
    first mutation is waited for up to :data:`FIRST_CHANGE`, and as long as ``is_busy`` its end (X18).
    """
    began = time.monotonic()
    await two_frames(bridge)
    if expects_change:
        await until(lambda: last_mutation() > began, FIRST_CHANGE)
    if is_busy():
        # The mark's own appearing is a mutation too: what is waited for is its end.
        await until(lambda: not is_busy(), FIRST_CHANGE, every=0.06)
    deadline = time.monotonic() + cap
    while time.monotonic() < deadline:
        calm = time.monotonic() - max(last_mutation(), began)
        if calm >= quiet:
            return
        await asyncio.sleep(max(0.01, quiet - calm))
