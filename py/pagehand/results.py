"""What an action reports: a value, never an exception (C93, C135)."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

Reason = Literal[
    "not_found",
    "not_visible",
    "not_interactive",
    "covered",
    "timeout",
    "navigation",
    "cancelled",
    "user_declined",
    "no_effect",
    "unknown",
]


class ActionResult(BaseModel):
    """The outcome of one action on the page.

    ``ok`` is true only when what the action was asked to do was read back from the page, or, for actions
    whose end state cannot be known (click, hover, key), when the events were delivered (X39).
    ``message`` is one or two sentences a model can act on. ``changes`` lists what was seen to change.
    """

    model_config = ConfigDict(frozen=True)

    ok: bool
    message: str = ""
    reason: Reason | None = None
    data: Any = None
    changes: list[str] = []


def succeeded(message: str, *, data: Any = None, changes: list[str] | None = None) -> ActionResult:
    return ActionResult(ok=True, message=message, data=data, changes=changes or [])


def failed(reason: Reason, message: str, *, data: Any = None, changes: list[str] | None = None) -> ActionResult:
    return ActionResult(ok=False, reason=reason, message=message, data=data, changes=changes or [])
