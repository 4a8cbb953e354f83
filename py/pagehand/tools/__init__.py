"""Tools: what a model can ask for. A tool is a typed function with a docstring (``@tool``)."""

from __future__ import annotations

from pagehand.tools.page_agent import PAGE_AGENT_TOOLS
from pagehand.tools.tool import Finish, RunState, Tool, ToolContext, as_result, tool

__all__ = [
    "Finish",
    "RunState",
    "Tool",
    "ToolContext",
    "as_result",
    "default_tools",
    "tool",
]


def default_tools(*, ask_user: bool = True, execute_javascript: bool = False) -> dict[str, Tool]:
    """The page-agent vocabulary by name.

    ``ask_user`` is for runs where somebody can answer (X28); ``execute_javascript`` is off unless asked for (X29).
    """
    conditional = {"ask_user": ask_user, "execute_javascript": execute_javascript}
    return {each.name: each for each in PAGE_AGENT_TOOLS if conditional.get(each.name, True)}
