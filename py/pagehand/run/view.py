"""The page as the model shall see it: read, transformed by the host, freed of secrets, cut where it must be."""

from __future__ import annotations

import inspect

from pagehand.page import PageState
from pagehand.run.state import Run

MOST_CHANGES = 12
SHORT_PAGE = 12_000
"""Characters of page text kept after a provider refused the length (X3)."""


async def view(run: Run) -> PageState:
    """One reading, ready for a prompt; the instructions for its address are looked up with it."""
    state = await run.page.read()
    if transform := run.config.transform_page_content:
        content = transform(state.content)
        content = await content if inspect.isawaitable(content) else content
        state = state.model_copy(update={"content": state.content if content is None else str(content)})
    run.instructions = run.secrets.redact(await run.instructions_for(state.url))
    return run.secrets.redact(state)


def shortened(state: PageState, limit: int = SHORT_PAGE) -> PageState:
    """The page with its middle left out; head and foot stay (P6)."""
    excess = len(state.content) - limit
    if excess <= 0:
        return state
    head, tail = state.content[: limit * 2 // 3], state.content[-(limit // 3) :]
    content = f"{head}\n... {excess} characters left out because the model takes no more ...\n{tail}"
    return state.model_copy(update={"content": content})


def untold_changes(run: Run, state: PageState) -> list[str]:
    """What changed since the last reading, without what the last action's result has already said (X39)."""
    step = run.log.last_step()
    told = {change for action in step.actions for change in action.changes} if step else set()
    untold = [change for change in state.changes if change not in told]
    more = [f"{len(untold) - MOST_CHANGES} more"] if len(untold) > MOST_CHANGES else []
    return [*untold[:MOST_CHANGES], *more]
