"""What the runtime tells the model before a step, of its own accord (C25, C68, D39, X22)."""

from __future__ import annotations

import asyncio

from pagehand.events import ObservationEvent, UserEvent
from pagehand.run.state import Run

WAITED_TOO_LONG = 3.0
"""Seconds of waiting in a row after which the model is asked to stop it (C68)."""
FEW_STEPS = (5, 2)
"""Steps left, this one included, at which the model is told (C25)."""
NAVIGATION_SETTLE = 0.5
FAILURES_TOLD = 3


async def observe_surroundings(run: Run) -> None:
    """Add to the history what the model should know before its next step."""
    await _takeover(run)
    await _navigation(run)
    if run.context.run.waited >= WAITED_TOO_LONG:
        _tell(
            run,
            f"You have waited {run.context.run.waited:g} seconds in a row. Do not wait again without a good reason.",
        )
    left = run.config.max_steps - run.step + 1
    if left in FEW_STEPS:
        _tell(
            run,
            f"{left} steps are left, this one included. Finish what matters most and end with what has been reached.",
        )
    if run.failures and run.failures % FAILURES_TOLD == 0:
        _tell(
            run, f"The last {run.failures} actions failed. Take a different way, or end and say what stands in the way."
        )


async def _takeover(run: Run) -> None:
    """The person touched the page: wait until they have been quiet for a while, and say so."""
    acted_at = run.user_acted_at
    if acted_at is None:
        return
    await asyncio.sleep(max(0.0, acted_at + run.config.takeover_pause - run.now()))
    if run.user_acted_at != acted_at:
        return await _takeover(run)
    run.user_acted_at = None
    run.log.append(UserEvent(kind="takeover"))


async def _navigation(run: Run) -> None:
    if run.url and run.page.url != run.url:
        await asyncio.sleep(NAVIGATION_SETTLE)
        _tell(run, f"The page navigated to {run.page.url}")
    run.url = run.page.url


def _tell(run: Run, text: str) -> None:
    run.log.append(ObservationEvent(content=text))
