"""The gallery's table in Markdown, from the run's results: ``python -m e2e.gallery.table`` writes ``table.md``."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from e2e.gallery.driving import Outcome

RESULTS = Path(__file__).resolve().parents[3] / ".cache" / "gallery.json"
TABLE = Path(__file__).with_name("table.md")
BEGIN, END = "<!-- generated:gallery -->", "<!-- /generated:gallery -->"


def record(outcome: Outcome) -> dict[str, Any]:
    return {
        "library": outcome.task.library,
        "task": outcome.task.name,
        "done": outcome.done,
        "false_ok": outcome.false_ok,
        "lacking": outcome.lacking,
        "replies": [f"{'ok' if reply.ok else 'failed'}: {step}: {reply.message}" for step, reply in outcome.replies],
    }


def marked_task(result: Mapping[str, Any]) -> str:
    return f"{'✔' if result['done'] else '✘'} {result['task']}"


def table(results: Sequence[dict[str, Any]]) -> str:
    """A line per library: how many of its tasks are done, and each task with its mark."""
    lines = ["| Library | Done | Tasks |", "|---|---|---|"]
    for library in dict.fromkeys(result["library"] for result in results):
        own = [result for result in results if result["library"] == library]
        marks = " · ".join(map(marked_task, own))
        lines.append(f"| {library} | {sum(result['done'] for result in own)}/{len(own)} | {marks} |")
    done = sum(result["done"] for result in results)
    lines.append(f"| **all** | **{done}/{len(results)}** | |")
    return "\n".join([BEGIN, *lines, END, ""])


def main() -> None:
    TABLE.write_text(table(json.loads(RESULTS.read_text("utf-8"))), "utf-8")
    print(TABLE.read_text("utf-8"))


if __name__ == "__main__":
    main()
