"""A valid reply, mangled in every way named: the action survives or there is an error, never another action."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from pagehand.llm import LLMError, repair_response
from unit.llm.mangling import FAITHFUL, LOSSY
from unit.llm.replies import TOOLS, outcome_of, same_action

NUMBER = st.integers(0, 400)
# what can be typed anywhere: quotes, brackets, fences, tags, line breaks, other scripts; no placeholder, no surrounding blanks
TEXT = (
    st.one_of(
        st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), min_size=1, max_size=30),
        st.lists(
            st.sampled_from(
                [
                    "Ada",
                    "it's",
                    '"hi"',
                    "a, b",
                    "{x}",
                    "[3]",
                    "50%",
                    "C:\\new",
                    "line\nbreak",
                    "数据",
                    "<b>",
                    "1,5",
                    "- ",
                    "true",
                    "end.",
                ]
            ),
            min_size=1,
            max_size=5,
        ).map(" ".join),
    )
    .map(str.strip)
    .filter(
        lambda text: (
            text and text.lower() not in ("...", "…", "string", "null") and not text.startswith(("[", "{", "<", "`"))
        )
    )
)
SHORT = st.text(st.characters(codec="ascii", categories=("Ll", "Lu", "Nd", "Zs")), max_size=20)
ACTIONS: st.SearchStrategy[dict[str, Any]] = st.one_of(
    NUMBER.map(lambda index: {"click_element_by_index": {"index": index}}),
    st.tuples(NUMBER, TEXT).map(lambda pair: {"input_text": {"index": pair[0], "text": pair[1]}}),
    st.tuples(NUMBER, TEXT).map(lambda pair: {"select_dropdown_option": {"index": pair[0], "text": pair[1]}}),
    st.tuples(TEXT, st.booleans()).map(lambda pair: {"done": {"text": pair[0], "success": pair[1]}}),
    TEXT.map(lambda text: {"ask_user": {"question": text}}),
    st.integers(1, 10).map(lambda seconds: {"wait": {"seconds": seconds}}),
    st.tuples(st.booleans(), st.integers(0, 10)).map(lambda pair: {"scroll": {"down": pair[0], "num_pages": pair[1]}}),
    st.tuples(st.booleans(), st.integers(1, 900)).map(
        lambda pair: {"scroll": {"down": pair[0], "pixels": pair[1], "index": 4}}
    ),
    st.tuples(st.booleans(), NUMBER).map(lambda pair: {"scroll_horizontally": {"right": pair[0], "pixels": pair[1]}}),
    st.sampled_from(["Enter", "Escape", "Control+a"]).map(lambda key: {"press_key": {"key": key}}),
)
TURNS = st.tuples(
    st.fixed_dictionaries({}, optional={"evaluation_previous_goal": SHORT, "memory": SHORT, "next_goal": SHORT}),
    ACTIONS,
).map(lambda pair: {**pair[0], "action": pair[1]})

quick = settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
thorough = settings(quick, max_examples=120)


@pytest.mark.parametrize("way", FAITHFUL)
@given(turn=TURNS, seed=st.integers(0, 2**16))
@quick
def test_what_loses_nothing_keeps_the_action(way: str, turn: dict[str, Any], seed: int):
    """C79-C84, D2, X5, model-quirks 1-4, 6-8, 10, 11, 14, 15, 19, 21, 24, 25, 28."""
    repaired = repair_response(FAITHFUL[way](turn, random.Random(seed)), TOOLS)
    assert same_action(turn["action"], repaired["action"])


def _texts(turn: dict[str, Any]) -> str:
    (params,) = turn["action"].values()
    return "".join(text for text in [*turn.values(), *params.values()] if isinstance(text, str))


@pytest.mark.parametrize("way", LOSSY)
@given(turn=TURNS, seed=st.integers(0, 2**16))
@thorough
def test_what_loses_something_never_becomes_another_action(way: str, turn: dict[str, Any], seed: int):
    """C87, X3, model-quirks 19, 20: survive or be refused."""
    # a bracket or quote changed inside of a text is another text, rightly read
    assume(not way.startswith("brackets") or not re.search(r"[{}\[\],:\"'\\\n]", _texts(turn)))
    mangled = LOSSY[way](turn, random.Random(seed))
    outcome = outcome_of(mangled)
    assert outcome.retryable if isinstance(outcome, LLMError) else same_action(turn["action"], outcome), mangled
