"""How a run ends without an answer of the model, in the user's language; never raised to the host (X26)."""

from __future__ import annotations

from typing import Literal

Ending = Literal["stopped", "elsewhere", "steps", "failures", "address", "fault"]

_TEXTS: dict[str, dict[Ending, str]] = {
    "en": {
        "stopped": "The task was stopped.",
        "elsewhere": "The task goes on in the page that was loaded since.",
        "steps": "The task was not finished within {steps} steps.",
        "failures": "The task was given up after {failures} actions in a row that failed.",
        "address": "The agent may not work at {url}.",
        "fault": "Something went wrong inside the agent. {fault}",
    },
    "zh": {
        "stopped": "任务已停止。",
        "elsewhere": "任务在之后加载的页面中继续。",
        "steps": "任务未能在 {steps} 步内完成。",
        "failures": "连续 {failures} 次操作失败，任务已放弃。",
        "address": "不允许智能体在 {url} 上操作。",
        "fault": "智能体内部出错。{fault}",
    },
}


def ending(which: Ending, language: str, **values: object) -> str:
    """What the user reads."""
    return _TEXTS["zh" if language.lower().startswith("zh") else "en"][which].format(**values)


class RunFailure(Exception):
    """The run cannot go on; ``str(failure)`` is what the user reads."""


class StepLimitError(RunFailure):
    """The task was not done within ``max_steps`` (C23, X8)."""


class DeniedAddressError(RunFailure):
    """The page is one where the host does not let the agent work."""


class TooManyFailuresError(RunFailure):
    """``max_failures`` actions failed one after the other (D39)."""


class HookError(Exception):
    """A host's hook raised ``cause``; unlike all else it reaches the caller of ``execute`` (C27, X26)."""

    def __init__(self, cause: Exception) -> None:
        super().__init__(str(cause))
        self.cause = cause
