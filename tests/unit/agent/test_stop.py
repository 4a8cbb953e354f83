"""Stopping: the model call and every tool at once, and a result all the same (C9, C24, C69)."""

from __future__ import annotations

import asyncio

from pagehand.agent import Agent
from pagehand.events import UserEvent
from pagehand.tools import ToolContext, tool
from unit.agent.script import Script, agent_with, click, done, orders_page, output


async def started(agent: Agent, task: str = "Go") -> asyncio.Future:
    running = asyncio.ensure_future(agent.execute(task))
    await asyncio.sleep(0.02)
    return running


async def stopped(agent: Agent, running: asyncio.Future) -> float:
    """Stop and return the seconds until both stop and execute are back."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    await agent.stop()
    assert agent.status == "stopped"
    result = await running
    assert (result.success, result.status) == (False, "stopped")
    assert result.history == agent.history
    assert isinstance(agent.history[-1], UserEvent)
    return loop.time() - began


async def test_stop_reaches_the_model_call() -> None:
    agent, script = agent_with([lambda _: asyncio.sleep(30, done())])
    assert await stopped(agent, await started(agent)) < 0.5
    assert script.cancelled == 1


async def test_stop_reaches_a_tool() -> None:
    """C11: wait can be cancelled."""
    page = orders_page()
    page.changed_at = 1e18
    agent, _ = agent_with([output({"wait": {"seconds": 10}}), done()], page)
    assert await stopped(agent, await started(agent)) < 0.5


async def test_stop_leaves_a_tool_that_will_not_listen() -> None:
    """C9: a tool that swallows its cancellation is left behind after a moment."""

    @tool
    async def deaf(ctx: ToolContext) -> str:
        """Ignore everything."""
        for _ in range(40):
            try:
                await asyncio.sleep(0.1)
            except asyncio.CancelledError:
                continue
        return "late"

    agent, script = agent_with([output({"deaf": {}}), done()], custom_tools={"deaf": deaf})
    assert await stopped(agent, await started(agent)) < 2.0
    assert len(script.bodies) == 1


async def test_stop_reaches_the_pause_between_steps_and_the_retry_pause() -> None:
    """X2: every pause can be cancelled."""
    agent, _ = agent_with([click(0), done()], step_delay=30)
    assert await stopped(agent, await started(agent)) < 0.5


async def test_stop_without_a_run_does_nothing() -> None:
    agent, _ = agent_with([done()])
    await agent.stop()
    assert agent.status == "idle"
    assert (await agent.execute("Go")).success


async def test_a_task_can_follow_a_stop() -> None:
    """C153: go on after a stop, in the same conversation."""
    agent, script = agent_with([lambda _: asyncio.sleep(30, done()), done("Now it is.")])
    await stopped(agent, await started(agent, "Long task"))
    result = await agent.execute("Continue", follow_up=True)
    assert result.success
    assert "The user stopped the work here." in script.user_text()
    assert "Long task" in script.user_text()


async def test_stop_twice_at_once() -> None:
    agent, _ = agent_with([lambda _: asyncio.sleep(30, done())])
    running = await started(agent)
    await asyncio.gather(agent.stop(), agent.stop())
    assert (await running).status == "stopped"


async def test_dispose_stops() -> None:
    agent, script = agent_with([lambda _: asyncio.sleep(30, done())])
    running = await started(agent)
    await agent.dispose()
    assert (await running).status == "stopped"
    assert script.cancelled == 1


async def test_a_cancelled_caller_takes_the_run_along() -> None:
    agent, script = agent_with([lambda _: asyncio.sleep(30, done())])
    running = await started(agent)
    running.cancel()
    await asyncio.wait({running})
    assert running.cancelled()
    assert agent.status == "stopped"
    assert isinstance(script, Script)
    assert script.cancelled == 1


async def test_stop_reaches_execute_action() -> None:
    """C140: the host's own action is stopped with everything else."""
    page = orders_page()
    page.changed_at = 1e18
    agent, _ = agent_with([], page)
    action = asyncio.ensure_future(agent.execute_action("wait", {"seconds": 10}))
    await asyncio.sleep(0.02)
    await agent.stop()
    assert action.cancelled()
