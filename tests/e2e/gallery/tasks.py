"""What the gallery's tasks are made of: steps that name their targets as a user would, and the page's state afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Action = Literal["click", "fill", "choose", "press", "hover", "drag"]


@dataclass(frozen=True)
class Where:
    """``kind``: a tag, role or input type. ``after``: a text above it, such as its row's first cell."""

    name: str
    kind: str | None = None
    after: str | None = None

    def __str__(self) -> str:
        return f"{self.kind or 'element'} {self.name!r}" + (f" after {self.after!r}" if self.after else "")


@dataclass(frozen=True)
class Step:
    action: Action
    where: Where | None = None
    value: Any = None
    count: int = 1

    def __str__(self) -> str:
        parts = [
            self.action,
            *([str(self.where)] if self.where else []),
            *([repr(self.value)] if self.value is not None else []),
        ]
        return " ".join(parts)


@dataclass(frozen=True)
class Task:
    """``expected`` holds parts of ``galleryState()``: keys joined with dots, and the values they must have (a tuple: one of
    these). A task stands by itself: after a failure the page is loaded afresh, and the next one still makes sense."""

    library: str
    name: str
    steps: tuple[Step, ...]
    expected: Mapping[str, Any]

    @property
    def id(self) -> str:
        return f"{self.library}: {self.name}"


def click(name: str, kind: str | None = None, *, after: str | None = None, count: int = 1) -> Step:
    return Step("click", Where(name, kind, after), count=count)


def fill(name: str, text: str, kind: str | None = None, *, after: str | None = None) -> Step:
    return Step("fill", Where(name, kind, after), text)


def choose(name: str, *options: str, kind: str | None = None, after: str | None = None) -> Step:
    return Step("choose", Where(name, kind, after), options[0] if len(options) == 1 else list(options))


def press(key: str, on: str | None = None, kind: str | None = None, *, after: str | None = None) -> Step:
    return Step("press", Where(on, kind, after) if on else None, key)


def hover(name: str, kind: str | None = None, *, after: str | None = None) -> Step:
    return Step("hover", Where(name, kind, after))


def drag(
    name: str,
    kind: str | None = None,
    *,
    after: str | None = None,
    onto: Where | None = None,
    by: tuple[float, float] | None = None,
) -> Step:
    return Step("drag", Where(name, kind, after), onto or by)


def state_value(state: Any, path: str) -> Any:
    """A part of the state by its dotted path; None where there is none."""
    for key in path.split("."):
        if isinstance(state, list):
            state = state[int(key)] if key.isdigit() and int(key) < len(state) else None
        else:
            state = state.get(key) if isinstance(state, dict) else None
    return state


def differences(state: Any, expected: Mapping[str, Any]) -> list[str]:
    """What the state lacks, in words; empty when the task is done."""
    return [
        f"{path} is {found!r}, not {wanted!r}"
        for path, wanted in expected.items()
        if (found := state_value(state, path)) not in (wanted if isinstance(wanted, tuple) else (wanted,))
    ]
