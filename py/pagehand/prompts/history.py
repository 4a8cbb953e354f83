"""History as a model reads it: append-only, so that consecutive requests share their prefix and caches hold."""

from __future__ import annotations

import json
from collections.abc import Sequence

from pagehand.events import ActionRecord, HistoryEvent, ObservationEvent, StepEvent, UserEvent
from pagehand.prompts.fences import neutral

FOLD_BLOCK = 8
"""Steps are folded in blocks of this many, so that the prefix changes seldom."""
KEPT_WHOLE = 8
"""The newest steps that are never folded, at the first level."""


def history_text(history: Sequence[HistoryEvent], *, limit: int, fold: int = 0) -> str:
    """All steps and observations. Errors and retries are left out (C26).

    Beyond ``limit`` characters the oldest blocks of steps shrink to a line per step; ``fold`` (0, 1, 2) folds harder
    than the limit asks for, when a provider has refused the length (X3).
    """
    steps = sum(isinstance(event, StepEvent) for event in history)
    kept = max(1, KEPT_WHOLE >> fold)
    folded = max(0, steps - kept) if fold else 0
    text = _join(history, folded)
    while len(text) > limit and folded + kept < steps:
        folded = min(folded + FOLD_BLOCK, steps - kept)
        text = _join(history, folded)
    return text


def _join(history: Sequence[HistoryEvent], folded: int) -> str:
    lines: list[str] = []
    number = 0
    for event in history:
        if isinstance(event, StepEvent):
            number += 1
            lines.append(_step_folded(event, number) if number <= folded else _step(event, number))
        elif (number >= folded or isinstance(event, UserEvent)) and (block := _block(event)):
            lines.append(block)
    return "\n".join(lines)


def _block(event: HistoryEvent) -> str:
    match event:
        case StepEvent():
            return _step(event, 0)
        case ObservationEvent():
            return f"<sys>{neutral(event.content)}</sys>"
        case UserEvent(kind="task"):
            return f"<sys>The user asked before: {neutral(event.content)}</sys>"
        case UserEvent(kind="takeover"):
            return "<sys>The user acted on the page themselves just now; it may have changed.</sys>"
        case UserEvent(kind="stop"):
            return "<sys>The user stopped the work here.</sys>"
    return ""


def _step(step: StepEvent, number: int) -> str:
    reflection = step.reflection
    lines = [f"<step_{number}>"]
    for label, text in (
        ("Evaluation of Previous Step", reflection.evaluation_previous_goal),
        ("Memory", reflection.memory),
        ("Next Goal", reflection.next_goal),
        ("Said", step.text),
    ):
        if text:
            lines.append(f"{label}: {neutral(text)}")
    for action in step.actions:
        lines += [f"Action: {action_json(action)}", f"Action Result: {result_text(action)}"]
    lines += [f"Note: {note}" for note in step.notes]
    lines.append(f"</step_{number}>")
    return "\n".join(lines)


def _step_folded(step: StepEvent, number: int) -> str:
    goal = step.reflection.next_goal or step.text or ""
    actions = ", ".join(f"{action.name}: {'ok' if action.ok else action.reason or 'failed'}" for action in step.actions)
    line = " | ".join(part for part in (neutral(goal)[:160], actions) if part)
    return f"<step_{number}>\n(shortened) {line}\n</step_{number}>"


def action_json(action: ActionRecord) -> str:
    return neutral(json.dumps({action.name: action.input}, ensure_ascii=False))


def result_text(action: ActionRecord) -> str:
    """The result as the model reads it: failures say so first, observed changes come last."""
    if action.ok is None and not action.output:
        return "(interrupted)"
    text = action.output or ("ok" if action.ok else "failed")
    head = f"Failed ({action.reason or 'unknown'}): " if action.ok is False else ""
    changes = f" Changes: {'; '.join(action.changes)}" if action.changes else ""
    return neutral(head + text + changes)
