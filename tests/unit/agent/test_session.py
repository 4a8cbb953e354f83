"""A task across page loads: saved before it acts, never repeated, one run only (X11, X13, C153)."""

from __future__ import annotations

import asyncio
import json

from pagehand.agent import Agent
from pagehand.events import ObservationEvent, StepEvent
from pagehand.session import MemoryStore
from unit.agent.script import agent_with, click, done, orders_page, output


def loaded_anew(store: MemoryStore, replies: list, **options: object) -> tuple[Agent, object]:
    """The next page's agent, over the same store."""
    page = orders_page()
    page.url = "https://shop.example/saved"
    return agent_with(replies, page, store=store, **options)


async def leave_at_click(store: MemoryStore) -> Agent:
    """Run until a click loads another page: the old page's agent hangs in mid-action, as its world does."""
    page = orders_page()
    page.elements[0].on_click = lambda: asyncio.sleep(30)
    agent, _ = agent_with(
        [output({"input_text": {"index": 1, "text": "Ada"}}), click(0), done("old")], page, store=store
    )
    agent.running = asyncio.ensure_future(agent.execute("Save Ada"))
    await asyncio.sleep(0.05)
    return agent


async def test_a_step_is_saved_before_it_acts() -> None:
    """X11: while the click runs, the saved session holds it as pending, and the next number (X13)."""
    store = MemoryStore()
    old = await leave_at_click(store)
    saved = await old.saved_session()
    assert saved is not None
    assert saved.pending is not None
    assert saved.pending.action.name == "click_element_by_index"
    assert (saved.step, saved.next_number, saved.task) == (2, 4, "Save Ada")
    await old.stop()


async def test_resume_goes_on_and_repeats_nothing() -> None:
    """X11: the pending step's result is that the page navigated; steps, task and numbers go on."""
    store = MemoryStore()
    await leave_at_click(store)
    new, script = loaded_anew(store, [done("Ada is saved.")])
    result = await new.resume()
    assert result is not None
    assert (result.success, result.data) == (True, "Ada is saved.")
    assert new.hands.calls == []
    text = script.user_text()
    assert "<user_request>\nSave Ada" in text
    assert "Action Result: The page navigated to https://shop.example/saved" in text
    assert "Step 3 of 40" in text
    assert [event.step_index for event in result.history if isinstance(event, StepEvent)] == [0, 1, 2]
    assert "[4]<button>Save" in text
    assert not any(isinstance(event, ObservationEvent) for event in result.history)


async def test_the_page_left_behind_does_not_act_again() -> None:
    """X11: a page restored from the back/forward cache finds that another instance has taken over."""
    store = MemoryStore()
    page = orders_page()
    release = asyncio.Event()
    page.elements[0].on_click = release.wait
    old, script = agent_with([click(0), click(0), done("old")], page, store=store)
    running = asyncio.ensure_future(old.execute("Save Ada"))
    await asyncio.sleep(0.02)
    new, _ = loaded_anew(store, [lambda _: asyncio.sleep(0.2, done("new"))])
    resumed = asyncio.ensure_future(new.resume())
    await asyncio.sleep(0.02)
    release.set()
    result = await running
    assert (result.success, result.status) == (False, "stopped")
    assert len(script.bodies) == 1
    assert len(page_calls(old)) == 1
    assert (await resumed).data == "new"


def page_calls(agent: Agent) -> list:
    return [call for call in agent.hands.calls if call[0] == "click"]


async def test_nothing_to_resume() -> None:
    """A finished task, an expired one, another version, rubbish, and none at all are not resumed."""
    store = MemoryStore()
    agent, _ = agent_with([done()], store=store)
    await agent.execute("Go")
    assert await loaded_anew(store, [])[0].resume() is None

    store = MemoryStore()
    await leave_at_click(store)
    text = store.text or ""
    assert await loaded_anew(store, [], session_expiry=0)[0].saved_session() is None
    for other in (text.replace('"version":1', '"version":99'), "{", "[]", '{"version":1}', ""):
        store.text = other
        assert await loaded_anew(store, [])[0].resume() is None


async def test_a_resume_can_be_refused() -> None:
    store = MemoryStore()
    await leave_at_click(store)
    new, _ = loaded_anew(store, [])
    assert await new.saved_session() is not None
    await new.forget()
    assert await new.resume() is None


async def test_a_page_left_behind_stays_left_when_the_task_is_over_or_refused() -> None:
    """X11: also after the new page has finished the task, or the person has refused to go on."""
    for refuse in (False, True):
        store = MemoryStore()
        page = orders_page()
        release = asyncio.Event()
        page.elements[0].on_click = release.wait
        old, script = agent_with([click(0), click(0), done("old")], page, store=store)
        running = asyncio.ensure_future(old.execute("Save Ada"))
        await asyncio.sleep(0.02)
        new, _ = loaded_anew(store, [done("new")])
        if refuse:
            await new.forget()
        else:
            await new.resume()
        release.set()
        assert (await running).status == "stopped"
        assert len(script.bodies) == 1


async def test_going_back_within_a_task_goes_on_in_the_page_that_comes_back() -> None:
    """X11: the page restored by going back ends its own stale run, and can resume the task that moved on."""
    store = MemoryStore()
    page = orders_page()
    release = asyncio.Event()
    page.elements[0].on_click = release.wait
    old, _ = agent_with([click(0), done("back again")], page, store=store)
    running = asyncio.ensure_future(old.execute("Save Ada"))
    await asyncio.sleep(0.02)
    new, _ = loaded_anew(store, [output({"go_back": {}}), done("never")])
    new.hands.go_back = lambda: asyncio.sleep(30)
    resumed = asyncio.ensure_future(new.resume())
    await asyncio.sleep(0.02)
    release.set()
    assert (await running).status == "stopped"
    result = await old.resume()
    assert result is not None
    assert result.data == "back again"
    assert [event.step_index for event in result.history if isinstance(event, StepEvent)] == [0, 1, 2]
    resumed.cancel()


async def test_a_new_task_takes_the_session() -> None:
    store = MemoryStore()
    await leave_at_click(store)
    new, _ = loaded_anew(store, [done("other")])
    assert (await new.execute("Another task")).success


async def test_a_load_while_the_model_thinks() -> None:
    """The click was done before the page went: its result stays, and the navigation is an observation (C25)."""
    store = MemoryStore()
    old, _ = agent_with([click(0), lambda _: asyncio.sleep(30, done())], store=store)
    running = asyncio.ensure_future(old.execute("Save Ada"))
    await asyncio.sleep(0.02)
    new, script = loaded_anew(store, [done()])
    await new.resume()
    assert "Action Result: Clicked Save." in script.user_text()
    assert "<sys>The page navigated to https://shop.example/saved</sys>" in script.user_text()
    running.cancel()


async def test_typed_secrets_are_not_saved() -> None:
    """X17: the store never holds what was typed into a password field, not even in the task."""
    store = MemoryStore()
    page = orders_page()
    agent, _ = agent_with(
        [output({"input_text": {"index": 2, "text": "hunter22"}}), done("Typed hunter22.")], page, store=store
    )
    await agent.execute("Log in with hunter22")
    assert page.elements[2].value == "hunter22"
    assert "hunter22" not in (store.text or "")
    assert json.loads(store.text or "")["task"] == "Log in with {{secret:typed_1}}"


async def test_typed_secrets_of_the_page_before_are_gone_and_their_names_not_reused() -> None:
    """X17: after a page load the old name is unknown, in words; a newly typed value gets a name of its own."""
    store = MemoryStore()
    first, _ = agent_with(
        [output({"input_text": {"index": 2, "text": "hunter22"}}), lambda _: asyncio.sleep(30, done())], store=store
    )
    running = asyncio.ensure_future(first.execute("Log in"))
    await asyncio.sleep(0.02)
    new, script = loaded_anew(
        store,
        [
            output({"input_text": {"index": 6, "text": "{{secret:typed_1}}"}}),
            output({"input_text": {"index": 6, "text": "other-pass"}}),
            done(),
        ],
    )
    await new.resume()
    assert "There is no secret called 'typed_1'" in script.user_text(1)
    assert '"text": "{{secret:typed_2}}"' in script.user_text(2)
    running.cancel()
