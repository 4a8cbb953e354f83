"""What statistics are told of a growing history: each event once, when all of it is known."""

from __future__ import annotations

from pagehand.analytics import Reporter
from pagehand.events import ActionRecord, HistoryEvent, ObservationEvent, StepEvent, UserEvent


def step(index: int, ok: bool | None) -> StepEvent:
    return StepEvent(step_index=index, actions=[ActionRecord(name="click", input={"text": "Ada"}, ok=ok)])


def told(reporter: Reporter, *history: HistoryEvent) -> list[str]:
    return [event["type"] for event in reporter.news(history)]


def test_a_step_is_told_once_and_with_its_result() -> None:
    """Issue 8"""
    reporter = Reporter()
    assert told(reporter, step(0, None)) == []
    assert told(reporter, step(0, True)) == ["step"]
    assert told(reporter, step(0, True)) == []
    assert told(reporter, step(0, True), ObservationEvent(content="Ada")) == ["observation"]


def test_a_step_that_never_got_a_result_is_told_when_something_follows() -> None:
    """Issue 8: a stop in the middle of an action"""
    reporter = Reporter()
    assert told(reporter, step(0, None)) == []
    assert told(reporter, step(0, None), UserEvent(kind="stop")) == ["step", "user"]


def test_a_new_conversation_is_told_from_its_beginning() -> None:
    """C153"""
    reporter = Reporter()
    told(reporter, step(0, True), step(1, True))
    assert told(reporter) == []
    assert told(reporter, step(0, False)) == ["step"]
