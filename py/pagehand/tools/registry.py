"""Which tools an agent has: its vocabulary, the conditions on it, the host's additions, what is switched off."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pagehand.config import AgentConfig
from pagehand.llm.errors import LLMError
from pagehand.tools import webagent
from pagehand.tools.host_tools import host_tool
from pagehand.tools.page_agent import PAGE_AGENT_TOOLS, done
from pagehand.tools.tool import Tool

Remove = Callable[[], None]


class Registry:
    """The tools of one agent. Built-in tools are never changed, only left out or overridden here (C19)."""

    def __init__(self, config: AgentConfig, *, can_run_scripts: bool) -> None:
        self._scripts = config.experimental_script_execution_tool and can_run_scripts
        self._allow_present = config.allow_present
        self._disabled = frozenset(config.disable_builtin_actions)
        self._tools = {each.name: each for each in _vocabulary(config)}
        # Falsy and not only None: JavaScript's null comes as a value of its own.
        self._removed = {name for name, value in config.custom_tools.items() if not value}
        for each in _custom_actions(config.custom_actions):
            self._tools[each.name] = each
        for name, value in config.custom_tools.items():
            if value:
                self._tools[name] = host_tool(value, name=name)
        self._layers: list[tuple[str, Tool | None]] = []

    def register(self, value: Any, *, name: str | None = None) -> Remove:
        """Add or override a tool; None with a name removes one. Returns what takes it back."""
        if not value:
            entry: tuple[str, Tool | None] = (name or "", None)
        else:
            registered = host_tool(value, name=name)
            entry = (registered.name, registered)
        self._layers.append(entry)

        def remove() -> None:
            # By identity: the same tool may have been registered twice.
            self._layers = [each for each in self._layers if each is not entry]

        return remove

    def tools(self, *, can_ask: bool) -> dict[str, Tool]:
        """The tools by name, as things stand."""
        tools = {name: each for name, each in self._tools.items() if name not in self._removed}
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
        if not self._allow_present:
            excluded.add("present_surface")
        return {name: each for name, each in tools.items() if name not in excluded}


def _vocabulary(config: AgentConfig) -> Iterator[Tool]:
    if config.vocabulary == "page-agent":
        yield from PAGE_AGENT_TOOLS
        return
    yield from webagent.CORE
    if config.allow_present:
        yield webagent.PRESENT_SURFACE
    if config.protocol == "macro":
        # The webagent vocabulary ends by its envelope or by plain text; the macro protocol knows neither.
        yield done


def _custom_actions(values: list[Any]) -> Iterator[Tool]:
    """Names of bundles or tools, tools in any form, and lists of all these (C100)."""
    for value in values:
        if isinstance(value, str):
            yield from _named(value)
        elif isinstance(value, list | tuple):
            yield from _custom_actions(list(value))
        else:
            yield host_tool(value)


def _named(name: str) -> Iterator[Tool]:
    if name in webagent.BUNDLES:
        yield from webagent.BUNDLES[name]
    elif name in webagent.ALL:
        yield webagent.ALL[name]
    else:
        known = ", ".join([*webagent.BUNDLES, *webagent.ALL])
        raise LLMError("config_error", f"There is no action or bundle {name!r}. There are: {known}.")
