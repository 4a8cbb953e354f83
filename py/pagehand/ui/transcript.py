"""History as a person reads it: runs of a task, its steps and notes, and the answer. Pure Python.

:func:`transcript` maps the typed history (:mod:`pagehand.events`) to frozen entries; equal entries need not be
drawn again, so the panel compares and draws only what is new.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from pagehand.events import ActionRecord, ErrorEvent, ObservationEvent, RetryEvent, Status, StepEvent, UserEvent
from pagehand.page import Target
from pagehand.results import Reason
from pagehand.ui.action_words import FINISHING, action_words
from pagehand.ui.messages import Messages, from_table

State = Literal["running", "ok", "failed"]
Outcome = Literal["done", "incomplete", "error", "stopped"]
BUSY = frozenset({"running", "waiting"})
NameOf = Callable[[Target], str | None]


@dataclass(frozen=True)
class ActionLine:
    words: str
    state: State
    seconds: float | None = None
    result: str = ""
    reason: Reason | None = None
    changes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Step:
    number: int
    """From 1."""
    goal: str
    state: State
    actions: tuple[ActionLine, ...] = ()
    evaluation: str = ""
    memory: str = ""
    said: str = ""
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Note:
    kind: Literal["observation", "retry", "error", "takeover"]
    text: str


@dataclass(frozen=True)
class AnswerText:
    outcome: Outcome
    text: str
    detail: str = ""


@dataclass(frozen=True)
class Run:
    task: str
    entries: tuple[Step | Note, ...] = ()
    answer: AnswerText | None = None
    tokens: int = 0

    @property
    def steps(self) -> int:
        return sum(isinstance(entry, Step) for entry in self.entries)


@dataclass
class _Building:
    task: str
    entries: list[Step | Note] = field(default_factory=list)
    finish: AnswerText | None = None
    error: ErrorEvent | None = None
    tokens: int = 0

    @property
    def begun(self) -> bool:
        return bool(self.entries or self.finish)


def transcript(
    history: Sequence[Any], *, texts: Messages, status: Status, task: str, name_of: NameOf = lambda _target: None
) -> tuple[Run, ...]:
    """``task`` is the task at hand: the events after the last ``task`` event are about it.

    A ``task`` event stands behind the run that it names (the agent writes it when a follow-up begins). Only the last
    run can be unfinished; ``status`` is about it. Earlier runs ended as their events tell.
    """
    runs: list[_Building] = []
    current = _Building(task)
    for event in history:
        if isinstance(event, UserEvent) and event.kind == "task":
            if current.begun:
                current.task = event.content
                runs.append(current)
            current = _Building(task)
        else:
            _add(current, event, texts, name_of)
    ended = tuple(_finished(run, texts, None) for run in runs)
    if current.begun or (task and status in BUSY):
        return (*ended, _finished(current, texts, status))
    return ended


def _add(run: _Building, event: Any, texts: Messages, name_of: NameOf) -> None:
    match event:
        case StepEvent():
            run.tokens += event.usage.total_tokens if event.usage else 0
            run.error = None
            run.finish = _finish(event) or run.finish
            step = _step(event, texts, name_of)
            if step is not None:
                run.entries.append(step)
        case RetryEvent():
            words = texts.retrying.format(attempt=event.attempt, maximum=event.max_attempts)
            run.entries.append(Note("retry", f"{words}: {event.message}" if event.message else words))
        case ErrorEvent():
            run.error = event
            run.entries.append(Note("error", _error_words(event, texts)))
        case ObservationEvent():
            run.entries.append(Note("observation", event.content))
        case UserEvent(kind="takeover"):
            run.entries.append(Note("takeover", texts.taken_over))
        case UserEvent(kind="stop"):
            run.finish = AnswerText("stopped", texts.stopped_text)


def _step(event: StepEvent, texts: Messages, name_of: NameOf) -> Step | None:
    """None for a step that only ends the task: its text is the answer."""
    actions = tuple(_line(action, texts, name_of) for action in event.actions if action.name not in FINISHING)
    if not actions and any(action.name in FINISHING for action in event.actions):
        return None
    states = [action.state for action in actions]
    state: State = "running" if "running" in states else "failed" if "failed" in states else "ok"
    reflection = event.reflection
    return Step(
        number=event.step_index + 1,
        goal=(reflection.next_goal or "").strip(),
        state=state,
        actions=actions,
        evaluation=(reflection.evaluation_previous_goal or "").strip(),
        memory=(reflection.memory or "").strip(),
        said=(event.text or "").strip(),
        remarks=tuple(event.notes),
    )


def _line(action: ActionRecord, texts: Messages, name_of: NameOf) -> ActionLine:
    state: State = "running" if action.ok is None and not action.output else "failed" if action.ok is False else "ok"
    return ActionLine(
        words=action_words(texts, action.name, action.input, name_of),
        state=state,
        seconds=None if action.duration is None else action.duration / 1000,
        result=action.output,
        reason=action.reason,
        changes=tuple(action.changes),
    )


def _finish(event: StepEvent) -> AnswerText | None:
    for action in event.actions:
        if action.name in FINISHING:
            success = action.input.get("success", True) is not False
            return AnswerText("done" if success else "incomplete", str(action.input.get("text", "")).strip())
    return None


def _error_words(event: ErrorEvent, texts: Messages) -> str:
    words = from_table(texts, "error", event.kind, otherwise="unknown")
    return f"{words} {event.message}" if event.message and event.message != words else words


def _finished(run: _Building, texts: Messages, status: Status | None) -> Run:
    """An error that ended the run is the answer card, and not a note as well."""
    made = Run(run.task, tuple(run.entries), None, run.tokens)
    if status in BUSY:
        return _settled(made, still_running=True)
    made = _settled(made, still_running=False)
    if status == "error" or (status is None and run.error is not None):
        last_is_error = bool(made.entries) and isinstance(made.entries[-1], Note) and made.entries[-1].kind == "error"
        entries = made.entries[:-1] if last_is_error else made.entries
        return replace(made, entries=entries, answer=_error_answer(run.error, texts))
    if status == "stopped":
        return replace(made, answer=AnswerText("stopped", texts.stopped_text))
    if run.finish is None and status == "completed":
        said = next((entry.said for entry in reversed(made.entries) if isinstance(entry, Step) and entry.said), "")
        return replace(made, answer=AnswerText("done", said or texts.no_answer))
    return replace(made, answer=run.finish)


def _settled(run: Run, *, still_running: bool) -> Run:
    """Only the last step of an unfinished run can be in progress: one that was cut off has failed."""

    def settle(entry: Step | Note, last: bool) -> Step | Note:
        if isinstance(entry, Note) or entry.state != "running" or (last and still_running):
            return entry
        actions = tuple(
            replace(line, state="failed", reason=line.reason or "cancelled") if line.state == "running" else line
            for line in entry.actions
        )
        return replace(entry, state="failed", actions=actions)

    last_step = max((index for index, entry in enumerate(run.entries) if isinstance(entry, Step)), default=-1)
    return replace(run, entries=tuple(settle(entry, index == last_step) for index, entry in enumerate(run.entries)))


def _error_answer(event: ErrorEvent | None, texts: Messages) -> AnswerText:
    if event is None:
        return AnswerText("error", texts.error_unknown)
    return AnswerText("error", from_table(texts, "error", event.kind, otherwise="unknown"), detail=event.message)
