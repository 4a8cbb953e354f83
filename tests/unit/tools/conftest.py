from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pagehand.config import AgentConfig
from pagehand.questions import Nobody, NoOverlays
from pagehand.tools import ToolContext
from unit.agent.script import orders_page
from unit.agent.world import MemoryHands


@pytest.fixture
def make_context() -> Callable[..., ToolContext]:
    """A context on a page in memory; options of the config and seams by name."""

    def make(**options: Any) -> ToolContext:
        seams = {
            name: options.pop(name) for name in ("user", "overlays", "run_script", "mount_surface") if name in options
        }
        page = orders_page()
        events: list[tuple[str, Any]] = []
        context = ToolContext(
            page=page,
            hands=MemoryHands(page),
            user=seams.pop("user", Nobody()),
            overlays=seams.pop("overlays", NoOverlays()),
            config=AgentConfig.parse({"model": "offline", **options}),
            emit=lambda name, payload: events.append((name, payload)),
            **seams,
        )
        context.hands.events = events
        return context

    return make


@pytest.fixture
def context(make_context: Callable[..., ToolContext]) -> ToolContext:
    return make_context()
