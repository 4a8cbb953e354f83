"""A page that was left and came back ends its run where another has taken the session over (X11)."""

from __future__ import annotations

import asyncio

from pagehand.session import MemoryStore
from unit.agent.script import agent_with, done


async def test_a_run_that_was_taken_over_ends_without_a_stop_of_the_person() -> None:
    """X11: nothing is saved over the newer instance's session, which can be resumed"""
    store = MemoryStore()
    reached, held = asyncio.Event(), asyncio.Event()

    async def wait(_agent: object, _step: int) -> None:
        reached.set()
        await held.wait()

    left, _ = agent_with([done()], store=store, on_before_step=wait)
    running = asyncio.ensure_future(left.execute("Go"))
    await reached.wait()
    assert await left.give_way() is False
    newer, _ = agent_with([done()], store=store)
    went_on = await newer.resume()
    assert went_on is not None
    assert went_on.success
    saved = store.text
    assert await left.give_way() is True
    result = await running
    assert (result.status, left.status) == ("stopped", "stopped")
    assert [event.type for event in result.history] == []
    assert store.text == saved
