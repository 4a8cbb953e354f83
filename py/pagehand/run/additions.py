"""Parts of the system prompt that only some agents need."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from pagehand.config import AgentConfig
from pagehand.prompts.system import site_map
from pagehand.run.planning import ADDITION as PLAN


def additions(config: AgentConfig, tools: Collection[str], secrets: Sequence[str]) -> Iterator[str]:
    """``tools`` and ``secrets`` by their names."""
    if "navigate" in tools and (pages := site_map(config)):
        yield pages
    if config.plan:
        yield PLAN
    if secrets:
        yield "Secrets that may be typed by name: " + ", ".join(f"{{{{secret:{name}}}}}" for name in secrets)
