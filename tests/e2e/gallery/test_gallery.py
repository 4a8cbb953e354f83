"""Tasks on pages of the component libraries that sites are made of (issue 5, X33). The page's own state judges."""

from __future__ import annotations

import pytest

from e2e.gallery.catalogue import LEAST_TASKS, LIBRARIES, TASKS
from e2e.gallery.desk import Desk
from e2e.gallery.driving import Outcome
from e2e.gallery.known_failures import KNOWN_FAILURES
from e2e.gallery.table import TABLE, marked_task, record, table
from e2e.gallery.tasks import Task

pytestmark = pytest.mark.gallery


def marked(task: Task):
    reason = KNOWN_FAILURES.get(task.id)
    marks = [] if reason is None else [pytest.mark.xfail(reason=reason, strict=True)]
    return pytest.param(task, id=task.id, marks=marks)


@pytest.mark.parametrize("task", [marked(task) for task in TASKS])
def test_task(task: Task, desk: Desk, outcomes: list[Outcome]):
    outcome = desk.run(task)
    outcomes.append(outcome)
    assert outcome.done, str(outcome)


def test_nothing_was_claimed_that_was_not_done(outcomes: list[Outcome]):
    """No false ok (X39), not even where a task is a known failure."""
    assert [str(outcome) for outcome in outcomes if outcome.false_ok] == []


def test_the_pages_had_no_errors(desk: Desk):
    assert desk.errors == []


def test_the_table_is_that_of_this_run(outcomes: list[Outcome]):
    """All of it, or the marks of the tasks that were run."""
    written = TABLE.read_text("utf-8")
    results = [record(outcome) for outcome in outcomes]
    absent = [mark for result in results if (mark := marked_task(result)) not in written]
    whole = len(outcomes) < len(TASKS) or table(results) == written
    assert absent == [] and whole, "write it: PYTHONPATH=py:tests .venv/bin/python -m e2e.gallery.table"  # noqa: PT018


def test_every_library_has_its_tasks_and_every_known_failure_is_a_task():
    assert {library for library in LIBRARIES if sum(task.library == library for task in TASKS) < LEAST_TASKS} == set()
    assert set(KNOWN_FAILURES) <= {task.id for task in TASKS}
