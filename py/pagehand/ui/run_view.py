"""What the panel shows, worked out from what the agent tells it. Pure Python.

The view keeps the runs of earlier, unconnected conversations (the agent's history begins anew with each), the names
that elements had when they were acted on, and the words for the status line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pagehand.events import Activity, Executing, Retrying, Status, Thinking
from pagehand.page import Target
from pagehand.ui.action_words import FINISHING, action_words, element_name, target_of
from pagehand.ui.messages import Messages, from_table
from pagehand.ui.transcript import BUSY, Run, Step, transcript

KEPT = 20
"""Runs of earlier conversations that stay visible."""


class RunView:
    def __init__(self, texts: Messages, line_of: Callable[[Target], str | None]) -> None:
        self._texts, self._line_of = texts, line_of
        self._names: dict[Target, str] = {}
        self._past: tuple[Run, ...] = ()
        self._history: Sequence[Any] = ()
        self._base = 0
        self._task = ""
        self._words = ""
        self.status: Status = "idle"
        self.runs: tuple[Run, ...] = ()

    @property
    def busy(self) -> bool:
        return self.status in BUSY

    def begin(self, task: str, *, resumed: bool = False) -> None:
        """A task begins. What is shown now stays; what the history gains from here on is the new run's."""
        self._past = self.runs[-KEPT:]
        self._base = 0 if resumed else len(self._history)
        self._task, self.status = task, "running"
        self._words = self._texts.resuming if resumed else self._texts.thinking
        self._work_out()

    def take_back(self) -> None:
        """The task that has just begun was refused: it never was."""
        self.runs, self._past, self._task = self._past, (), ""
        self.status = "idle"

    def clear(self) -> None:
        self._past, self.runs, self._history, self._base = (), (), (), 0
        self._task, self.status = "", "idle"
        self._names.clear()

    def set_status(self, status: Status) -> None:
        if status not in BUSY:
            self._words = ""
        self.status = status
        self._work_out()

    def set_history(self, events: Sequence[Any]) -> None:
        if len(events) < len(self._history):
            # A new conversation: the agent's history began anew
            self._base = 0
            if not self.busy:
                self._past, self._task = self.runs[-KEPT:], ""
        self._history = tuple(events)
        self._work_out()

    def note(self, activity: Activity) -> None:
        match activity:
            case Thinking():
                self._words = self._texts.thinking
            case Executing() if activity.tool not in FINISHING:
                self._learn_name(target_of(activity.tool, activity.input))
                self._words = action_words(self._texts, activity.tool, activity.input, self._names.get)
            case Retrying():
                self._words = self._texts.retrying.format(attempt=activity.attempt, maximum=activity.max_attempts)

    def shown_status(self, *, asking: bool) -> str:
        """The status as coloured: a status of the run, or ``incomplete``. ``asking``: a card is open."""
        if self.busy:
            return "waiting" if asking or self.status == "waiting" else "running"
        answer = self.runs[-1].answer if self.runs else None
        if self.status == "completed" and answer is not None and answer.outcome == "incomplete":
            return "incomplete"
        return self.status

    def status_words(self, *, asking: bool) -> str:
        status = self.shown_status(asking=asking)
        if status == "running" and self._words:
            return self._words
        return from_table(self._texts, "status", status, otherwise="idle")

    def latest_step(self) -> Step | None:
        entries = self.runs[-1].entries if self.runs else ()
        return next((entry for entry in reversed(entries) if isinstance(entry, Step)), None)

    def step_words(self, step: Step) -> str:
        """A step in one line, for a screen reader."""
        words = step.goal or "; ".join(line.words for line in step.actions)
        return f"{self._texts.step_number.format(number=step.number)}: {words}"

    def _work_out(self) -> None:
        current = transcript(
            self._history[self._base :],
            texts=self._texts,
            status=self.status,
            task=self._task,
            name_of=self._names.get,
        )
        self.runs = (*self._past, *current)

    def _learn_name(self, target: Target | None) -> None:
        name = None if target is None else element_name(self._line_of(target))
        if target is not None and name:
            self._names[target] = name
