"""Which tools an agent has: its vocabulary, the conditions on it, the host's additions, what is switched off."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pagehand.config import AgentConfig
from pagehand.tools.host_tools import host_tool
from pagehand.tools.page_agent import PAGE_AGENT_TOOLS
from pagehand.tools.tool import Tool

Remove = Callable[[], None]


class Registry:
    """The tools of one agent. Built-in tools are never changed, only left out or overridden here (C19)."""

    def __init__(self, config: AgentConfig, *, can_run_scripts: bool) -> None:
        self._scripts = config.experimental_script_execution_tool and can_run_scripts
        self._disabled = frozenset(config.disable_builtin_actions)
        self._tools: dict[str, Tool] = {each.name: each for each in PAGE_AGENT_TOOLS}
        self._removed: set[str] = set()
        for name, value in config.custom_tools.items():
            if value is None:
                self._removed.add(name)
            else:
                self._tools[name] = host_tool(value, name=name)
        self._layers: list[tuple[str, Tool | None]] = []

    def register(self, value: Any, *, name: str | None = None) -> Remove:
        """Add or override a tool; None with a name removes one. Returns what takes it back."""
        entry = (name or "", None) if value is None else _named(host_tool(value, name=name))
        self._layers.append(entry)

        def remove() -> None:
            if entry in self._layers:
                self._layers.remove(entry)

        return remove

    def tools(self, *, can_ask: bool) -> dict[str, Tool]:
        """The tools by name, as things stand."""
        tools = dict(self._tools)
        for name in self._removed:
            tools.pop(name, None)
        for name, each in self._layers:
            if each is None:
                tools.pop(name, None)
            else:
                tools[name] = each
        excluded = set(self._disabled)
        if not can_ask:
            excluded |= {"ask_user", "ask_user_choice"}
        if not self._scripts:
            # A host's own execute_javascript goes too: the flag is about the name (C20).
            excluded.add("execute_javascript")
        return {name: each for name, each in tools.items() if name not in excluded}


def _named(tool: Tool) -> tuple[str, Tool]:
    return tool.name, tool
