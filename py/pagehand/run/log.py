"""The history of an agent as it grows: append, replace the newest step, tell the listeners, hide secrets."""

from __future__ import annotations

from collections.abc import Callable

from pagehand.events import HistoryEvent, StepEvent
from pagehand.secrets import Secrets


class Log:
    def __init__(self, secrets: Secrets, changed: Callable[[list[HistoryEvent]], None]) -> None:
        self.events: list[HistoryEvent] = []
        self._secrets, self._changed = secrets, changed

    def append(self, event: HistoryEvent) -> None:
        self.events.append(self._secrets.redact(event))
        self._changed(self.events)

    def replace_step(self, step: StepEvent) -> None:
        """Put a newer version in place of the newest step."""
        position = next(i for i in reversed(range(len(self.events))) if isinstance(self.events[i], StepEvent))
        self.events[position] = self._secrets.redact(step)
        self._changed(self.events)

    def redact(self) -> None:
        """Hide a newly learned secret in everything that is already there (X17)."""
        self.events = [self._secrets.redact(event) for event in self.events]

    def load(self, events: list[HistoryEvent]) -> None:
        self.events = list(events)
        self._changed(self.events)

    def last_step(self) -> StepEvent | None:
        return next((event for event in reversed(self.events) if isinstance(event, StepEvent)), None)
