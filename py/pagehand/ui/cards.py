"""One entry of the conversation as elements: a step, a note, an answer."""

from __future__ import annotations

from typing import Any

from pagehand.ui.elements import button, element, icon
from pagehand.ui.messages import Messages, duration_text, from_table
from pagehand.ui.transcript import ActionLine, AnswerText, Note, Outcome, Step

NOTE_ICONS = {
    "observation": ("info", ""),
    "retry": ("retry", "retry"),
    "error": ("warning", "failed"),
    "takeover": ("hand", ""),
}
OUTCOME_ICONS: dict[Outcome, str] = {"done": "check", "incomplete": "warning", "error": "cross", "stopped": "stop"}


def entry_item(document: Any, texts: Messages, entry: Step | Note) -> Any:
    return _step(document, texts, entry) if isinstance(entry, Step) else _note(document, entry)


def answer_card(document: Any, texts: Messages, answer: AnswerText, summary: str, position: int) -> Any:
    title = from_table(texts, "answer", answer.outcome, otherwise="done")
    header = element(
        document,
        "div",
        "head",
        children=(
            element(document, "span", "badge", children=(icon(document, OUTCOME_ICONS[answer.outcome]),)),
            element(document, "span", text=title),
        ),
    )
    parts = [header, element(document, "div", "answer-text", answer.text)]
    if answer.detail:
        parts.append(element(document, "div", "answer-detail", answer.detail))
    copy = button(document, "text-button", "copy", texts.copy, icon_name="copy", position=str(position))
    facts = element(document, "span", text=summary)
    parts.append(element(document, "div", "foot", children=(facts, element(document, "span", "spacer"), copy)))
    return element(document, "article", "answer", children=parts, attributes={"data-outcome": answer.outcome})


def _note(document: Any, note: Note) -> Any:
    name, state = NOTE_ICONS[note.kind]
    badge = element(document, "span", "badge", children=(icon(document, name),))
    text = element(document, "span", text=note.text)
    return element(document, "li", "note", children=(badge, text), attributes={"data-state": state})


def _step(document: Any, texts: Messages, step: Step) -> Any:
    state = {"running": texts.step_running, "ok": texts.step_ok, "failed": texts.step_failed}[step.state]
    spoken = f"{texts.step_number.format(number=step.number)}, {state}: "
    badge = element(document, "span", "badge", children=(element(document, "span", "unseen", spoken),))
    if step.state != "running":
        badge.appendChild(icon(document, "check" if step.state == "ok" else "cross"))
    # A goal that says what the action's words say would only be read twice
    goal = "" if any(line.words.casefold() == step.goal.casefold() for line in step.actions) else step.goal
    body: list[Any] = [element(document, "div", "goal", goal)] if goal else []
    for line in step.actions:
        body.extend(_action(document, texts, line, as_title=not goal))
    if not step.goal and not step.actions:
        body.append(element(document, "div", "goal", step.said or texts.step_number.format(number=step.number)))
    more = None if step.state == "running" else _details(document, texts, step)
    if more is not None:
        body.append(more)
    attributes = {"data-state": step.state}
    children = (badge, element(document, "div", "step-body", children=body))
    return element(document, "li", "step", children=children, attributes=attributes)


def _action(document: Any, texts: Messages, line: ActionLine, *, as_title: bool) -> list[Any]:
    parts = [element(document, "span", text=line.words)]
    if line.seconds is not None:
        parts.append(element(document, "span", "time", duration_text(line.seconds)))
    drawn = [element(document, "div", "goal action" if as_title else "action", children=parts)]
    if line.state == "failed":
        words = from_table(texts, "reason", line.reason or "unknown", otherwise="unknown")
        drawn.append(element(document, "div", "failure", words))
    return drawn


def _details(document: Any, texts: Messages, step: Step) -> Any:
    """The rest of a step, folded; None when there is nothing more to say."""
    rows: list[tuple[str, str]] = []
    for line in step.actions:
        rows += [(texts.result, line.result), (texts.changes, "\n".join(line.changes))]
    rows += [
        (texts.said, step.said if step.goal or step.actions else ""),
        (texts.last_step, step.evaluation),
        (texts.memory, step.memory),
        (texts.remarks, "\n".join(step.remarks)),
    ]
    items = [item for term, text in rows if text for item in _row(document, term, text)]
    if not items:
        return None
    summary = element(
        document, "summary", children=(icon(document, "chevron"), element(document, "span", text=texts.details))
    )
    return element(document, "details", "step-more", children=(summary, element(document, "dl", children=items)))


def _row(document: Any, term: str, text: str) -> tuple[Any, Any]:
    return element(document, "dt", text=term), element(document, "dd", text=text)
