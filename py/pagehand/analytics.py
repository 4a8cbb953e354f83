"""History without content, for a host's statistics: what was done and how it went, never what it said or touched."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pagehand.events import ErrorEvent, HistoryEvent, RetryEvent, StepEvent, UserEvent


def content_free(event: HistoryEvent) -> dict[str, Any]:
    """An event as numbers and fixed words only: no text of the page, the user or the model, no address, no parameter."""
    found: dict[str, Any] = {"type": event.type}
    match event:
        case StepEvent():
            found |= {
                "stepIndex": event.step_index,
                "actions": [
                    {"name": action.name, "ok": action.ok, "reason": action.reason, "duration": action.duration}
                    for action in event.actions
                ],
                "usage": event.usage.to_js() if event.usage else None,
            }
        case RetryEvent():
            found |= {"attempt": event.attempt, "maxAttempts": event.max_attempts}
        case ErrorEvent():
            found["kind"] = event.kind
        case UserEvent():
            found["kind"] = event.kind
    return found


class Reporter:
    """Tells each event of a growing history once, when all of it is known."""

    def __init__(self) -> None:
        self._told = 0

    def news(self, history: Sequence[HistoryEvent]) -> Iterator[dict[str, Any]]:
        if len(history) < self._told:  # a new conversation
            self._told = 0
        for event in history[self._told :]:
            acting = isinstance(event, StepEvent) and any(action.ok is None for action in event.actions)
            if acting and event is history[-1]:
                return
            self._told += 1
            yield content_free(event)
