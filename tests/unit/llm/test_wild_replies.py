"""Real replies of very small models: each ends in an action that it states, or in an error that says why (X4)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pagehand.llm import LLMError
from unit.llm.replies import WRAPPER, outcome_of, response, same_action

REPLIES = [
    json.loads(line) for line in (Path(__file__).parent / "data" / "wild-replies.jsonl").read_text("utf-8").splitlines()
]
STATED = {7: {"scroll": {"down": True, "num_pages": 1}}}
"""The only one that states an action of ours; the others are prose, echoes, unknown actions or cut."""
REASONS = ("cut off", "no action", "Unknown action", "not valid JSON", "repeats the schema", "not readable")


def as_content(reply: dict[str, Any]) -> dict[str, Any]:
    return response(reply["raw"], finish=reply["finish_reason"])


def as_arguments(reply: dict[str, Any]) -> dict[str, Any]:
    return response(calls=[(WRAPPER, reply["raw"])], finish=reply["finish_reason"])


def as_both(reply: dict[str, Any]) -> dict[str, Any]:
    return response(reply["raw"], calls=[(WRAPPER, "{}")], finish=reply["finish_reason"])


@pytest.mark.parametrize("place", [as_content, as_arguments, as_both])
@pytest.mark.parametrize("number", range(len(REPLIES)))
def test_a_wild_reply_is_read_or_refused(number: int, place: Any):
    """X3, X4, C87: a cut ``done``, an echoed schema, prose and unknown actions are errors that say why."""
    outcome = outcome_of(place(REPLIES[number]))
    if isinstance(outcome, LLMError):
        assert number not in STATED
        assert outcome.retryable
        assert any(reason in str(outcome) for reason in REASONS), str(outcome)
    else:
        assert same_action(STATED[number], outcome)


def test_the_list_is_complete():
    assert len(REPLIES) == 20
