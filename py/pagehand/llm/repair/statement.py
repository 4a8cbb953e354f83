"""What one object or call of a reply says, and how several are one."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from pagehand.llm.errors import LLMError
from pagehand.llm.repair.markup import clean_name
from pagehand.llm.repair.parameters import Tools


@dataclass(frozen=True)
class Stated:
    """An action as stated: the tool's name and its parameters, still unread."""

    name: str
    parameters: Any


@dataclass
class Statement:
    """What was said: reflection, at most one action, and what was left aside."""

    reflection: dict[str, str] = field(default_factory=dict)
    action: Stated | None = None
    ignored: list[Stated] = field(default_factory=list)
    thought: bool = False
    cut: bool = False

    @property
    def empty(self) -> bool:
        return self.action is None and not self.reflection and not self.thought


def tool_named(name: str, tools: Tools) -> str | None:
    """The tool that a model means by ``name``: exactly, or but for prefixes, case and separators."""
    if name in tools:
        return name
    cleaned = clean_name(name)
    if cleaned in tools:
        return cleaned
    if not re.fullmatch(r"[\w.:/-]+", cleaned):
        return None
    spelled = re.sub(r"[\W_]", "", cleaned).lower()
    matches = [known for known in tools if re.sub(r"[\W_]", "", known).lower() == spelled]
    return matches[0] if spelled and len(matches) == 1 else None


def is_wrapper(name: str) -> bool:
    return re.sub(r"[\W_]", "", clean_name(name)).lower() in ("agentoutput", "agentoutputtool")


def unknown_action(name: str, tools: Tools) -> LLMError:
    return LLMError("invalid_tool_args", f"Unknown action {name[:60]!r}. The actions are: {', '.join(tools)}.")


def dict_like(value: dict[str, Any]) -> dict[str, Any]:
    """A copy that keeps what the parser noticed (``cut``, ``repeated``)."""
    if not hasattr(value, "repeated"):
        return dict(value)
    copy = type(value)()
    copy.update(value)
    copy.__dict__.update(value.__dict__)
    return copy


def first_of(statements: list[Statement]) -> Statement:
    """Several statements of one reply as one: the first action, all of the reflection, the rest ignored (X5)."""
    whole = Statement()
    for statement in statements:
        for key, text in statement.reflection.items():
            whole.reflection.setdefault(key, text)
        whole.thought = whole.thought or statement.thought
        whole.cut = whole.cut or statement.cut
        if statement.action is None:
            continue
        if whole.action is None:
            whole.action = statement.action
        elif statement.action != whole.action:
            whole.ignored.append(statement.action)
        whole.ignored += statement.ignored
    return whole


def merged(outer: Statement, inner: Statement) -> Statement:
    return first_of([outer, inner])
