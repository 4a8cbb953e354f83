"""Secrets: named values the model never sees, and typed ones that vanish from everything (X17)."""

from __future__ import annotations

import json

import pytest

from pagehand.secrets import Secrets
from unit.agent.script import agent_with, done, orders_page, output


async def test_a_named_secret_is_typed_and_never_shown() -> None:
    page = orders_page()
    agent, script = agent_with(
        [
            output({"input_text": {"index": 1, "text": "{{secret:user}}"}}),
            output({"input_text": {"index": 2, "text": "{{secret:pass}}"}}),
            done("Logged in as correct-horse."),
        ],
        page,
        secrets={"user": "ada.lovelace", "pass": "correct-horse"},
    )
    seen: list = []
    agent.on("*", lambda event: seen.append(event))
    result = await agent.execute("Log in")
    assert (page.elements[1].value, page.elements[2].value) == ("ada.lovelace", "correct-horse")
    sent = json.dumps(script.bodies)
    assert "ada.lovelace" not in sent
    assert "correct-horse" not in sent
    assert "correct-horse" not in repr(seen)
    assert "correct-horse" not in json.dumps(result.to_js())
    assert '[1]<input placeholder=\\"Name\\" value=\\"{{secret:user}}\\">' in sent
    assert result.data == "Logged in as ••••."


async def test_an_unknown_secret_is_a_failure_with_words() -> None:
    agent, script = agent_with([output({"input_text": {"index": 1, "text": "{{secret:nope}}"}}), done()])
    await agent.execute("Go")
    assert "There is no secret called 'nope'" in script.user_text()
    assert agent.hands.calls == []


async def test_a_typed_password_is_redacted_from_then_on() -> None:
    """In history, prompts, events and exports; it can be typed again by its name."""
    page = orders_page()
    agent, script = agent_with(
        [
            output({"input_text": {"index": 2, "text": "hunter22"}}, memory="The password is hunter22"),
            output({"input_text": {"index": 1, "text": "{{secret:typed_1}}"}}),
            done(),
        ],
        page,
    )
    events: list = []
    agent.on("*", lambda event: events.append(event))
    result = await agent.execute("Log in with hunter22")
    assert page.elements[1].value == "hunter22"
    assert "hunter22" in script.user_text(0)
    assert "hunter22" not in json.dumps(script.bodies[1:])
    assert "hunter22" not in repr(events)
    assert "hunter22" not in json.dumps(result.to_js())


@pytest.mark.parametrize(
    ("line", "secret"),
    [
        ('[3]<input type=password value="">', True),
        ('[3]<input type="password">', True),
        ('[3]<input name=pin value="••••" length=6>', True),
        ("[3]<input autocomplete=one-time-code>", True),
        ('[3]<input autocomplete="cc-number">', True),
        ('[3]<input type=text value="password">', False),
        ('[3]<input placeholder="Type your password">', False),
        ("[3]<button>Show •••• password</button>", False),
        (None, False),
    ],
)
def test_secret_fields_by_their_line(line: str | None, secret: bool) -> None:
    assert Secrets().is_secret_field(line) is secret


def test_patterns_name_further_secret_fields() -> None:
    assert Secrets(patterns=["employee id"]).is_secret_field('[3]<input placeholder="Employee ID">')


def test_short_secrets_do_not_blacken_the_page() -> None:
    """A three-digit code is replaced where it stands alone as a value, not inside of other text."""
    secrets = Secrets({"cvc": "123", "pin": "4711"})
    assert secrets.redact("Order 123 of 47110 and 4711") == "Order 123 of 47110 and {{secret:pin}}"
    assert secrets.redact({"text": "123"}) == {"text": "{{secret:cvc}}"}
