"""What a protocol is: how a turn is asked for, and how the reply is read into a :class:`Turn`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from pagehand.events import Reflection
from pagehand.prompts.user import Situation
from pagehand.tools.tool import Finish, Tool

Tools = Mapping[str, Tool]
Message = dict[str, Any]


@dataclass(frozen=True)
class ActionCall:
    """One action the model asked for, validated: ``params`` fits the tool's parameters."""

    name: str
    params: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class TodoAdjust:
    """How the model changes the plan: numbers struck out, and new words for others (C150)."""

    removed: frozenset[int] = frozenset()
    replaced: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Turn:
    """One reply of the model."""

    actions: tuple[ActionCall, ...] = ()
    reflection: Reflection = field(default_factory=Reflection)
    text: str | None = None
    """What was said outside of any action."""
    finish: Finish | None = None
    """The model declares the task ended, after its actions (C130, C133)."""
    todo_adjust: TodoAdjust | None = None
    notes: tuple[str, ...] = ()
    """What the model is told about its own reply: actions ignored (X5), an action made up for it (X4)."""


class TurnProtocol(Protocol):
    """The loop knows only this; macro, envelope and classic are the three of them."""

    @property
    def tool_choice(self) -> str | None:
        """The tool that is forced by name, ``auto``, or None for whatever the provider does."""
        ...

    @property
    def own_tools(self) -> Tools:
        """Tools that belong to the protocol itself, whatever the vocabulary."""
        ...

    def instructions(self, tools: Tools) -> str:
        """The part of the system prompt that says how to answer."""
        ...

    def tools(self, tools: Tools) -> list[dict[str, Any]]:
        """The function tools of the request, in OpenAI's form."""
        ...

    def messages(self, system: str, situation: Situation) -> list[Message]: ...

    def parse(self, response: dict[str, Any], tools: Tools) -> Turn:
        """Read a response. Raises :class:`pagehand.llm.LLMError` when it holds no valid turn (X1)."""
        ...

    def unread(self, name: str) -> bool:
        """Whether the ending declared in the same turn as this tool is dropped, its result being unread (C131)."""
        ...


def function_tool(name: str, description: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """A tool in OpenAI's form."""
    return {
        "type": "function",
        "function": {"name": name, "description": description, "parameters": dict(parameters)},
    }
