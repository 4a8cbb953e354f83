"""History as a model reads it: append-only, so that consecutive requests share their prefix and caches hold."""

from __future__ import annotations

import json
from collections.abc import Sequence

from pagehand.events import ActionRecord, HistoryEvent, ObservationEvent, StepEvent, UserEvent
from pagehand.prompts.fences import neutral


def history_text(history: Sequence[HistoryEvent]) -> str:
    """All steps and observations; errors and retries are left out (C26). The client shortens old steps (``budget``)."""
    blocks: list[str] = []
    number = 0
    for event in history:
        if isinstance(event, StepEvent):
            number += 1
            blocks.append(_step(event, number))
        elif note := note_text(event):
            blocks.append(note)
    return "\n".join(blocks)


def note_text(event: HistoryEvent) -> str:
    """What the runtime or the person added, as one line; empty for what a model is not told."""
    match event:
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
