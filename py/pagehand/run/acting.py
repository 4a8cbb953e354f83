"""Acting: a turn's actions in their order, each run, timed and recorded (C65, C67, C151, X11)."""

from __future__ import annotations

import time
from typing import Any

from pagehand.events import ActionRecord, Executed, Executing, StepEvent
from pagehand.results import ActionResult
from pagehand.run.state import Run
from pagehand.tools.execution import output_text, perform
from pagehand.tools.protocols.turn import ActionCall, Turn
from pagehand.tools.tool import Finish

DROPPED_ENDING = "The declared ending was dropped: the result of {name} had not been read yet. Read it, then end."
NEEDS_DATA = "The task did not end: its answer is wanted as data. End with the tool done and fill in its data."
LEFT_OUT = "Not run, because the page changed: {names}. Plan them anew from the page as it is now."


async def act(run: Run, turn: Turn, step: StepEvent) -> Finish | None:
    """Run a turn. Returns how the run ends, when it does."""
    _learn_secrets(run, turn)
    records = [ActionRecord(name=call.name, input=call.params) for call in turn.actions]
    step = step.model_copy(update={"actions": records, "notes": [*step.notes, *turn.notes]})
    await run.record(step)
    unread = ""
    for position, call in enumerate(turn.actions):
        address = run.page.url
        result, records[position] = await _perform(run, call)
        if run.protocol.unread(call.name):
            unread = call.name
        rest = turn.actions[position + 1 :]
        moved = run.page.url != address or (call.name == "navigate" and result.ok)
        if rest and moved:
            del records[position + 1 :]
            step = _with_note(step, LEFT_OUT.format(names=", ".join(each.name for each in rest)))
        step = step.model_copy(update={"actions": list(records)})
        await run.update(step)
        if run.context.run.finish is not None:
            return run.context.run.finish
        if rest and moved:
            return None
    if turn.finish is not None and unread:
        await run.update(_with_note(step, DROPPED_ENDING.format(name=unread)))
        return None
    if run.structured and turn.finish is not None and turn.finish.data is None:
        await run.update(_with_note(step, NEEDS_DATA))
        return None
    return turn.finish


async def _perform(run: Run, call: ActionCall) -> tuple[ActionResult, ActionRecord]:
    run.activity(Executing(tool=call.name, input=call.params))
    began = time.monotonic()
    result = await perform(run.tools, call.name, call.params, run.context, run.secrets)
    duration = round((time.monotonic() - began) * 1000)
    run.context.run.waited = run.context.run.waited + _seconds(call.params) if call.name == "wait" else 0.0
    run.failures = 0 if result.ok else run.failures + 1
    if _held_a_secret(result):
        _learn(run, run.secrets.learn_typed(call.params))
    output = output_text(result)
    run.activity(Executed(tool=call.name, input=call.params, output=output, ok=result.ok, duration=duration))
    return result, ActionRecord(
        name=call.name,
        input=call.params,
        output=output,
        ok=result.ok,
        reason=result.reason,
        changes=result.changes,
        duration=duration,
    )


def _seconds(params: dict[str, Any]) -> float:
    """What a ``wait`` asked for: ``seconds`` (1 when absent) or the webagent's ``ms`` (C68, C106)."""
    if params.get("ms") is not None:
        return float(params["ms"]) / 1000
    return float(params.get("seconds") or (0 if "selector" in params else 1))


def _learn_secrets(run: Run, turn: Turn) -> None:
    """Before a step is recorded: what it types into a secret field becomes a secret (X17)."""
    for call in turn.actions:
        _learn(run, run.secrets.learn_from(call.params, run.page))


def _learn(run: Run, new: bool) -> None:
    if new:
        run.log.redact()


def _held_a_secret(result: ActionResult) -> bool:
    """The hands found out that the field holds a secret, although its line did not say so."""
    return isinstance(result.data, dict) and bool(result.data.get("secret"))


def _with_note(step: StepEvent, note: str) -> StepEvent:
    return step.model_copy(update={"notes": [*step.notes, note]})
