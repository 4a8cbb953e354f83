"""History as a person reads it, and an action in words."""

from __future__ import annotations

from typing import Any

import pytest

from pagehand.events import (
    ActionRecord,
    ErrorEvent,
    Executing,
    ObservationEvent,
    Reflection,
    RetryEvent,
    Retrying,
    StepEvent,
    Thinking,
    TokenCount,
    UserEvent,
)
from pagehand.page import Target
from pagehand.tools import webagent
from pagehand.tools.page_agent import PAGE_AGENT_TOOLS
from pagehand.ui.action_words import WORDS, action_words, element_name
from pagehand.ui.messages import CHINESE, ENGLISH
from pagehand.ui.run_view import RunView
from pagehand.ui.transcript import AnswerText, Note, Run, Step, transcript


def step(index: int, name: str = "click_element_by_index", *, goal: str = "", **record: Any) -> StepEvent:
    record.setdefault("input", {"index": 6})
    record.setdefault("output", "Clicked [6].")
    record.setdefault("ok", True)
    return StepEvent(
        step_index=index,
        reflection=Reflection(next_goal=goal),
        actions=[ActionRecord(name=name, **record)],
        usage=TokenCount(total_tokens=1_000),
    )


def done(index: int, text: str, **parameters: Any) -> StepEvent:
    return step(index, "done", input={"text": text, **parameters}, output="Task ended.")


def read(history: list[Any], status: Any = "completed", task: str = "Ship it") -> tuple[Run, ...]:
    return transcript(history, texts=ENGLISH, status=status, task=task)


def test_a_run_is_its_steps_and_the_closing_text_is_the_answer() -> None:
    (run,) = read([step(0, goal="Open"), step(1, goal="Save"), done(2, "Shipped.")])
    assert [entry.goal for entry in run.entries if isinstance(entry, Step)] == ["Open", "Save"]
    assert run.answer == AnswerText("done", "Shipped.")
    assert (run.steps, run.tokens) == (2, 3_000)


def test_done_without_success_could_not_finish() -> None:
    """X26: such a run is completed all the same, and the panel says so."""
    (run,) = read([step(0), done(1, "The form refuses it.", success=False)])
    assert run.answer == AnswerText("incomplete", "The form refuses it.")


def test_a_step_is_in_progress_until_its_output_is_there() -> None:
    """X11: a step is in the history before it acts."""
    begun = step(0, output="", ok=None)
    (run,) = read([begun], status="running")
    assert isinstance(run.entries[0], Step)
    assert run.entries[0].state == "running"
    (stopped,) = read([begun, UserEvent(kind="stop")], status="stopped")
    assert isinstance(stopped.entries[0], Step)
    assert stopped.entries[0].state == "failed"
    assert stopped.entries[0].actions[0].reason == "cancelled"
    assert stopped.answer is not None
    assert stopped.answer.outcome == "stopped"


def test_a_failure_that_ended_the_run_is_told_once_and_in_plain_words() -> None:
    """C56: the kind in the person's language, the provider's words below."""
    history = [RetryEvent(message="429", attempt=1, max_attempts=2), ErrorEvent(kind="auth_error", message="401: no")]
    (run,) = read(history, status="error")
    assert run.entries == (Note("retry", "Trying again (1 of 2): 429"),)
    assert run.answer == AnswerText("error", ENGLISH.error_auth_error, "401: no")


def test_an_error_that_a_retry_followed_stays_a_note() -> None:
    (run,) = read([ErrorEvent(kind="server_error", message="500"), step(0), done(1, "Fine.")])
    assert isinstance(run.entries[0], Note)
    assert run.entries[0].kind == "error"
    assert run.answer == AnswerText("done", "Fine.")


def test_observations_and_takeovers_are_notes() -> None:
    (run,) = read([ObservationEvent(content="Navigated."), UserEvent(kind="takeover")], status="running")
    assert run.entries == (Note("observation", "Navigated."), Note("takeover", ENGLISH.taken_over))


def test_a_follow_up_begins_a_run_of_its_own() -> None:
    """C153: the agent closes the run before with an event that names it."""
    history = [step(0), done(1, "One."), UserEvent(kind="task", content="First"), step(0), done(1, "Two.")]
    first, second = read(history, task="Second")
    assert (first.task, first.answer) == ("First", AnswerText("done", "One."))
    assert (second.task, second.answer) == ("Second", AnswerText("done", "Two."))


def test_a_text_only_turn_is_the_answer_of_the_classic_protocol() -> None:
    """C133."""
    (run,) = read([step(0), StepEvent(step_index=1, text="The total is 7.")])
    assert run.answer == AnswerText("done", "The total is 7.")


# The view: what stays visible


LINES: dict[Target, str] = {6: '[6]<button aria-label="Ship order 4472">Ship />'}


def view() -> RunView:
    return RunView(ENGLISH, lambda target: LINES.get(target))


def test_an_unconnected_task_keeps_the_earlier_conversation_in_sight() -> None:
    """The agent's history begins anew, the panel's does not: entered in the panel, or begun by the host."""
    for host_began in (False, True):
        shown = view()
        shown.begin("First")
        shown.set_history([step(0), done(1, "One.")])
        shown.set_status("completed")
        if host_began:
            shown.set_history([])
            shown.begin("Second")
        else:
            shown.begin("Second")
            shown.set_history([])
        shown.set_history([step(0)])
        assert [(run.task, run.steps) for run in shown.runs] == [("First", 1), ("Second", 1)]


def test_a_follow_up_is_not_shown_twice() -> None:
    shown = view()
    shown.begin("First")
    events: list[Any] = [step(0), done(1, "One.")]
    shown.set_history(events)
    shown.set_status("completed")
    shown.begin("Second")
    events = [*events, UserEvent(kind="task", content="First"), step(0)]
    shown.set_history(events)
    assert [(run.task, run.steps) for run in shown.runs] == [("First", 1), ("Second", 1)]


def test_a_resumed_task_shows_all_of_its_history() -> None:
    """X11."""
    shown = view()
    shown.begin("First", resumed=True)
    assert shown.status_words(asking=False) == ENGLISH.resuming
    shown.set_history([step(0), step(1)])
    assert shown.runs[0].steps == 2


def test_the_status_line_says_what_goes_on_and_names_the_element() -> None:
    shown = view()
    shown.begin("Ship it")
    shown.note(Executing(tool="click_element_by_index", input={"index": 6}))
    assert shown.status_words(asking=False) == "Click “Ship order 4472”"
    shown.set_history([step(0)])
    assert shown.latest_step() is not None
    assert shown.runs[0].entries[0].actions[0].words == "Click “Ship order 4472”"  # type: ignore[union-attr]
    shown.note(Retrying(attempt=1, max_attempts=2, message="429"))
    assert shown.status_words(asking=False) == "Trying again (1 of 2)"
    shown.note(Thinking())
    assert shown.status_words(asking=False) == ENGLISH.thinking
    assert shown.shown_status(asking=True) == "waiting"


def test_a_refused_task_leaves_no_trace() -> None:
    shown = view()
    shown.begin("Ship it")
    shown.take_back()
    assert shown.runs == ()
    assert not shown.busy


# Words


def test_every_tool_of_ours_has_words() -> None:
    assert {tool.name for tool in PAGE_AGENT_TOOLS} <= WORDS.keys()
    assert webagent.ALL.keys() <= WORDS.keys()


@pytest.mark.parametrize(
    ("tool", "inputs", "english", "chinese"),
    [
        ("click_element_by_index", {"index": 6}, "Click “Ship”", "点击“Ship”"),
        ("click_element_by_index", {"index": 6, "button": "right"}, "Right-click “Ship”", "右键点击“Ship”"),
        ("click_element_by_index", {"index": 7}, "Click [7]", "点击[7]"),
        ("input_text", {"index": 6, "text": "Ada"}, "Type “Ada” into “Ship”", "在“Ship”中输入“Ada”"),
        ("scroll", {"down": False}, "Scroll up", "向上滚动"),
        ("wait", {"ms": 1500}, "Wait 1.5 s", "等待 1.5 秒"),
        ("wait", {"selector": "#late"}, "Wait for #late", "等待#late"),
        ("drag", {"from": "e1x7", "to": "e2"}, "Drag e1x7", "拖动e1x7"),
        ("wait", {"seconds": 2.0}, "Wait 2 s", "等待 2 秒"),
        ("upload_file", {"index": 6, "names": ["a.png", "b.png"]}, "Upload a.png, b.png", "上传 a.png, b.png"),
        ("my_tool", {"x": 1}, "Use the tool “my_tool”", "使用工具“my_tool”"),
    ],
)
def test_actions_in_words(tool: str, inputs: dict[str, Any], english: str, chinese: str) -> None:
    names: dict[Target, str] = {6: "Ship"}
    assert action_words(ENGLISH, tool, inputs, lambda target: names.get(target)) == english
    assert action_words(CHINESE, tool, inputs, lambda target: names.get(target)) == chinese


def test_long_texts_are_cut() -> None:
    words = action_words(ENGLISH, "input_text", {"index": 1, "text": "x" * 500}, lambda _target: None)
    assert len(words) < 100
    assert "…" in words


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("*[6]<button aria-label=Ship order 4472>Ship />", "Ship order 4472"),
        ("[6]<button>Ship order</button>", "Ship order"),
        ('[3]<input type="text" placeholder="Search orders" value="Ada" />', "Search orders"),
        ("\t↓[15]<input type=checkbox checked=true />", None),
        ("[19]<a >Start a return />", "Start a return"),
        (None, None),
    ],
)
def test_the_name_of_an_element_is_read_from_its_line(line: str | None, name: str | None) -> None:
    assert element_name(line) == name
