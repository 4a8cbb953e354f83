"""Waiting for an element (C106, C144, D24)."""

from __future__ import annotations

import asyncio
import time
from typing import Any, Literal

from pagehand.actions.checks import is_rendered
from pagehand.actions.scope import Scope
from pagehand.page import Target
from pagehand.results import ActionResult, failed, succeeded

State = Literal["present", "visible", "absent"]
MAX_WAIT = 30_000
POLL = 0.1


async def wait_for(scope: Scope, target: Target, state: State, timeout_ms: int) -> ActionResult:
    """Poll until the target is in the state; ``{waitedMs}`` as data. Cancellation ends it at once."""
    limit = min(max(timeout_ms, 0), MAX_WAIT)
    start = time.monotonic()
    while True:
        resolved = scope.page.registry.resolve(target)
        if isinstance(resolved, ActionResult) and resolved.reason != "not_found":
            return resolved
        element = None if isinstance(resolved, ActionResult) else resolved.element
        waited = round((time.monotonic() - start) * 1000)
        if _is_in_state(element, state):
            return succeeded(f"'{target}' is {state} after {waited} ms.", data={"waitedMs": waited})
        if waited >= limit:
            return failed("timeout", f"'{target}' was not {state} within {limit} ms.", data={"waitedMs": waited})
        await asyncio.sleep(min(POLL, max(0.0, (limit - waited) / 1000)))


def _is_in_state(element: Any | None, state: State) -> bool:
    if state == "absent":
        return element is None
    if element is None:
        return False
    return state == "present" or (is_rendered(element) and bool(element.getClientRects().length))
