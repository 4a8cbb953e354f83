"""The loop: observe, think, act. All of it is on this page."""

from __future__ import annotations

import asyncio
from dataclasses import asdict, replace

from pagehand.events import ErrorEvent, RetryEvent, Retrying, StepEvent, Thinking, TokenCount
from pagehand.llm import Completion, Retry
from pagehand.page import PageState
from pagehand.prompts.user import Situation
from pagehand.run.acting import act
from pagehand.run.addresses import may_work
from pagehand.run.failures import DeniedAddressError, StepLimitError, TooManyFailuresError, ending
from pagehand.run.observations import observe_surroundings
from pagehand.run.planning import adjusted, make_plan, plan_text, ticked
from pagehand.run.screenshots import with_screenshots
from pagehand.run.state import Run, local_time
from pagehand.run.view import shortened, untold_changes, view
from pagehand.tools.protocols.turn import Turn
from pagehand.tools.tool import Finish


async def run_loop(run: Run) -> Finish:
    """Work until the task ends.

    Raises what ends it otherwise: :class:`LLMError`, :class:`RunFailure`, a hook's error, cancellation.
    """
    while run.step < run.config.max_steps:
        if run.step:
            await asyncio.sleep(run.config.step_delay)
        run.step += 1
        await run.hook("on_before_step", run.step - 1)
        page = await observe(run)
        await plan(run, page)
        completion = await think(run, page)
        step = StepEvent(
            step_index=run.step - 1,
            reflection=completion.value.reflection,
            text=completion.value.text,
            usage=TokenCount.model_validate(completion.usage, from_attributes=True),
            url=page.url,
            raw_request=completion.raw_request,
            raw_response=completion.raw_response,
        )
        if run.plan is not None and completion.value.todo_adjust is not None:
            run.plan = adjusted(run.plan, completion.value.todo_adjust)
        finish = await act(run, completion.value, step)
        await run.hook("on_after_step", run.log.events)
        if finish is not None:
            return finish
        if run.failures >= run.config.max_failures:
            raise TooManyFailuresError(ending("failures", run.config.working_language, failures=run.failures))
    raise StepLimitError(ending("steps", run.config.working_language, steps=run.config.max_steps))


async def observe(run: Run) -> PageState:
    """Note what happened around us, then read the page, as the model shall see it."""
    await observe_surroundings(run)
    if not may_work(run.page.url, run.config.allowed_addresses, run.config.denied_addresses):
        raise DeniedAddressError(ending("address", run.config.working_language, url=run.page.url))
    return await view(run)


async def plan(run: Run, page: PageState) -> None:
    """Before the first step, where a plan is wanted; after it, tick off what the model says is done."""
    if run.config.plan and run.plan is None:
        run.plan = await make_plan(run, page)
    elif run.plan is not None and (last := run.log.last_step()) is not None:
        run.plan = ticked(run.plan, last.reflection.memory)
    else:
        return
    run.emitter.emit("plan", run.secrets.redact(run.plan))


async def think(run: Run, page: PageState) -> Completion[Turn]:
    """Ask the model for its turn. Where the prompt is too long for it, the page is shortened and it is asked once more (X3)."""
    run.activity(Thinking())
    situation = Situation(
        request=run.secrets.redact(run.task),
        history=run.log.events,
        page=page,
        step=run.step,
        max_steps=run.config.max_steps,
        time=local_time(),
        instructions=run.instructions,
        context=run.secrets.redact(await run.host_context()),
        plan=plan_text(run.secrets.redact(run.plan)) if run.plan else "",
        changes=untold_changes(run, page),
    )

    def retrying(retry: Retry) -> None:
        message = str(retry.error)
        run.log.append(ErrorEvent(message=message, kind=retry.error.kind, raw_response=retry.error.raw))
        run.log.append(RetryEvent(message=message, attempt=retry.attempt, max_attempts=retry.max_attempts))
        run.activity(Retrying(attempt=retry.attempt, max_attempts=retry.max_attempts, message=message))

    completion = await run.client.invoke(
        await with_screenshots(run, run.protocol.messages(run.system, situation)),
        tools=run.protocol.tools(run.tools),
        tool_choice=run.protocol.tool_choice,
        parse=lambda response: run.protocol.parse(response, run.tools),
        on_retry=retrying,
        fold=lambda _: run.protocol.messages(run.system, replace(situation, page=shortened(page))),
    )
    for warning in completion.warnings:
        run.emitter.emit("warning", warning)
    if completion.cut is not None:
        run.emitter.emit("prompt_cut", asdict(completion.cut))
    return completion
