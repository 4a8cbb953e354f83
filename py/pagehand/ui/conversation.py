"""The conversation: runs with their tasks, steps, notes and answers, drawn from the transcript.

A run's list is appended to; an entry is drawn again only when it differs from what is shown, so that a details that was
opened stays open and a screen reader is not told things twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pagehand.ui.cards import answer_card, entry_item
from pagehand.ui.elements import element, icon
from pagehand.ui.messages import Messages, plural
from pagehand.ui.transcript import Note, Run, Step

NEAR = 80
"""px from the end within which the view follows what is added."""


@dataclass(eq=False)
class _Drawn:
    node: Any
    fold: Any
    fold_text: Any
    entries_list: Any
    shown: list[Step | Note] = field(default_factory=list)
    run: Run | None = None
    answer: Any = None


class Conversation:
    def __init__(self, shadow_root: Any, texts: Messages) -> None:
        self._texts = texts
        self._document: Any = shadow_root.ownerDocument
        self._log: Any = shadow_root.getElementById("log")
        self._runs: Any = shadow_root.getElementById("runs")
        self._welcome: Any = shadow_root.getElementById("welcome")
        self._plan: Any = None
        self._drawn: list[_Drawn] = []

    def show(self, runs: Sequence[Run], *, summary: str) -> None:
        """Draw the runs; ``summary`` are the facts at the foot of the last answer."""
        follow = self._log.scrollHeight - self._log.scrollTop - self._log.clientHeight < NEAR
        added = len(runs) > len(self._drawn)
        self._welcome.hidden = bool(runs)
        for drawn in self._drawn[len(runs) :]:
            drawn.node.remove()
        del self._drawn[len(runs) :]
        for position, run in enumerate(runs):
            if position == len(self._drawn):
                self._drawn.append(self._new_run(run))
            self._draw_run(position, run, summary if run is runs[-1] else "")
        if follow or added:
            self.follow()

    def follow(self) -> None:
        """Something took room below: keep the newest in sight."""
        self._log.scrollTop = self._log.scrollHeight

    def show_plan(self, items: Sequence[tuple[str, bool]]) -> None:
        """The plan as a checklist (C155): texts and whether each is done; empty takes it away."""
        if self._plan is None:
            self._plan = element(self._document, "ul", attributes={"id": "plan"})
        children = [
            element(self._document, "li", text=text, attributes={"data-done": "true" if done else "false"})
            for text, done in items
        ]
        self._plan.replaceChildren(*children)
        if not items:
            self._plan.remove()
        elif self._drawn:
            self._drawn[-1].node.insertBefore(self._plan, self._drawn[-1].fold)

    def answer_of(self, position: int) -> str:
        """The text of a run's answer, for copying."""
        run = self._drawn[position].run
        return run.answer.text if run and run.answer else ""

    def _new_run(self, run: Run) -> _Drawn:
        document = self._document
        text = element(document, "span")
        summary = element(document, "summary", children=(icon(document, "chevron"), text))
        entries_list = element(document, "ol")
        fold = element(document, "details", "steps", children=(summary, entries_list), attributes={"open": ""})
        task = element(document, "p", "task", run.task)
        node = element(document, "div", "run", children=(task, fold))
        self._runs.appendChild(node)
        return _Drawn(node, fold, text, entries_list)

    def _draw_run(self, position: int, run: Run, summary: str) -> None:
        drawn = self._drawn[position]
        if drawn.run == run:
            return
        same = 0
        while same < min(len(drawn.shown), len(run.entries)) and drawn.shown[same] == run.entries[same]:
            same += 1
        while drawn.entries_list.childElementCount > same:
            drawn.entries_list.lastElementChild.remove()
        for entry in run.entries[same:]:
            drawn.entries_list.appendChild(entry_item(self._document, self._texts, entry))
        drawn.shown = list(run.entries)
        drawn.fold_text.textContent = plural(self._texts, "steps", run.steps)
        drawn.fold.hidden = not run.entries
        self._draw_answer(position, run, summary)
        drawn.run = run

    def _draw_answer(self, position: int, run: Run, summary: str) -> None:
        drawn = self._drawn[position]
        if drawn.run is not None and drawn.run.answer == run.answer:
            return
        if drawn.answer is not None:
            drawn.answer.remove()
        drawn.answer = None
        if run.answer is None:
            drawn.fold.open = True
            return
        drawn.answer = answer_card(self._document, self._texts, run.answer, summary, position)
        drawn.node.appendChild(drawn.answer)
        # What failed stays unfolded: the steps say why
        drawn.fold.open = run.answer.outcome == "error"
