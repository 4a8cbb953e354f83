"""What a page load did to the step that it cut off (X11)."""

from __future__ import annotations

from pagehand.events import HistoryEvent, StepEvent


def interrupted(history: list[HistoryEvent], url: str) -> list[HistoryEvent]:
    """The saved history with a result for the action that a page load cut off (X11)."""
    return [_with_result(event, url) if isinstance(event, StepEvent) else event for event in history]


def _with_result(step: StepEvent, url: str) -> StepEvent:
    if all(action.ok is not None for action in step.actions):
        return step
    output = f"The page navigated to {url}"
    actions = [
        action if action.ok is not None else action.model_copy(update={"ok": True, "output": output})
        for action in step.actions
    ]
    return step.model_copy(update={"actions": actions})
