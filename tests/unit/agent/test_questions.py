"""Asking the person: the host's callback, the panel, respond; the status while it waits (C12, C121-C124, D31, D40, X28)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from pagehand.user import Answer
from unit.agent.script import Reply, agent_with, done, output


class Person:
    """A user who answers from a list, as a panel would."""

    can_answer = True

    def __init__(self, *answers: Answer | bool) -> None:
        self.answers = list(answers)
        self.asked: list = []

    async def ask(self, question: str, *, options: Sequence[str] = (), allow_free_text: bool = True) -> Answer:
        self.asked.append((question, list(options)))
        answer = self.answers.pop(0)
        assert isinstance(answer, Answer)
        return answer

    async def confirm(self, message: str) -> bool:
        self.asked.append(message)
        return bool(self.answers.pop(0))

    async def narrate(self, text: str, *, about: int | str | None = None) -> None:
        self.asked.append((text, about))

    async def pause(self, note: str) -> None:
        self.asked.append(note)


QUESTION: Reply = output({"ask_user": {"question": "Which Ada?"}})


async def test_the_panel_answers() -> None:
    person = Person(Answer(text="Lovelace"))
    agent, script = agent_with([QUESTION, done()], user=person)
    statuses: list[str] = []
    agent.on("statuschange", statuses.append)
    await agent.execute("Go")
    assert person.asked == [("Which Ada?", [])]
    assert "Action Result: User answered: Lovelace" in script.user_text()
    assert statuses == ["running", "waiting", "running", "completed"]


async def test_the_hosts_callback_answers() -> None:
    """C12, D4: onAskUser is asked in place of the panel; what it raises is a result (X1)."""
    asked: list = []

    async def answer(question: str, context: dict) -> str:
        asked.append((question, context["options"]))
        return "Lovelace"

    person = Person()
    agent, script = agent_with([QUESTION, done()], user=person, on_ask_user=answer)
    await agent.execute("Go")
    assert asked == [("Which Ada?", [])]
    assert "User answered: Lovelace" in script.user_text()
    agent, script = agent_with([QUESTION, done()], on_ask_user=lambda question, context: 1 / 0)
    assert (await agent.execute("Go")).success
    assert "ask_user failed: ZeroDivisionError" in script.user_text()


async def test_with_nobody_it_is_not_offered() -> None:
    """X28: without a panel and without a callback the model does not see ask_user."""
    agent, script = agent_with([done()])
    await agent.execute("Go")
    assert "ask_user" not in agent.tools
    assert "ask_user" not in str(script.bodies[0]["tools"])


async def test_respond_answers_the_oldest_and_leaves_nothing_behind() -> None:
    """C124, D40: respond answers the open question; once answered it is out of the queue."""
    agent, script = agent_with([QUESTION, output({"ask_user": {"question": "Really?"}}), done()])
    opened: list = []
    agent.on("ask", lambda pending: opened.append(pending.to_js()))
    running = asyncio.ensure_future(agent.execute("Go"))
    await asyncio.sleep(0.02)
    assert agent.status == "waiting"
    assert agent.respond("Lovelace")
    await asyncio.sleep(0.02)
    assert agent.respond("Yes")
    await running
    assert not agent.respond("Too late")
    assert [each["question"] for each in opened] == ["Which Ada?", "Really?"]
    assert "User answered: Lovelace" in script.user_text(1)
    assert "User answered: Yes" in script.user_text(2)


async def test_dismissed_is_cancelled() -> None:
    agent, script = agent_with([QUESTION, done()], user=Person(Answer(text="", source="cancelled")))
    await agent.execute("Go")
    assert "Failed (cancelled)" in script.user_text()


async def test_stop_closes_the_question() -> None:
    agent, _ = agent_with([QUESTION, done()])
    agent.on("ask", lambda _: None)
    running = asyncio.ensure_future(agent.execute("Go"))
    await asyncio.sleep(0.02)
    await agent.stop()
    assert (await running).status == "stopped"
    assert agent.user.pending == []
