"""The texts that a person reads (X25, X28)."""

from __future__ import annotations

import string
from dataclasses import fields
from typing import get_args

import pytest

from pagehand.events import Status
from pagehand.llm.errors import ErrorKind
from pagehand.results import Reason
from pagehand.ui import messages as table
from pagehand.ui.messages import (
    CHINESE,
    ENGLISH,
    KEYS,
    Messages,
    choose_language,
    duration_text,
    from_table,
    plural,
    short_count,
)

NAMES = sorted(field.name for field in fields(Messages))


def placeholders(text: str) -> set[str]:
    return {name for _text, name, _format, _conversion in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("name", NAMES)
def test_both_languages_have_every_text_with_the_same_placeholders(name: str) -> None:
    """X28: a Chinese text that was forgotten would silently be the English default."""
    english, chinese = getattr(ENGLISH, name), getattr(CHINESE, name)
    assert english.strip()
    assert chinese.strip()
    assert placeholders(english) == placeholders(chinese)
    if name not in LANGUAGE_FREE:
        assert chinese != english
        assert not english.isascii() or any("一" <= letter <= "鿿" for letter in chinese)


LANGUAGE_FREE = {"named_element", "tokens_one", "tokens_other"}


@pytest.mark.parametrize(
    ("prefix", "names"),
    [
        ("status", get_args(Status)),
        ("reason", get_args(Reason)),
        ("error", get_args(ErrorKind)),
        ("answer", ("done", "incomplete", "error", "stopped")),
    ],
)
def test_every_reason_status_and_error_kind_has_a_text(prefix: str, names: tuple[str, ...]) -> None:
    """C55, C56, C135, X2, X25, X26: every reason in both languages; nothing falls back to "unknown" by accident."""
    assert names
    assert {f"{prefix}_{name}" for name in names} <= KEYS


def test_a_name_without_a_row_gets_the_one_for_others() -> None:
    assert from_table(ENGLISH, "reason", "of_tomorrow", otherwise="unknown") == ENGLISH.reason_unknown


@pytest.mark.parametrize(
    ("wishes", "language"),
    [
        (("zh-CN",), "zh-CN"),
        (("zh_Hans_SG",), "zh-CN"),
        (("en-GB", "zh-CN"), "en-US"),
        (("fr-FR", "zh-TW", "en"), "zh-CN"),
        ((None, "", "de"), "en-US"),
        ((), "en-US"),
    ],
)
def test_the_first_language_that_we_speak_is_chosen(wishes: tuple[str | None, ...], language: str) -> None:
    """X28: config first, then the browser's."""
    assert choose_language(*wishes) == language


def test_counts_are_put_in_words() -> None:
    assert plural(ENGLISH, "steps", 1) == "1 step"
    assert plural(ENGLISH, "steps", 3) == "3 steps"
    assert plural(CHINESE, "steps", 1) == "1 步"
    assert plural(ENGLISH, "tokens", 12_400, shown=short_count(12_400)) == "12k tokens"


@pytest.mark.parametrize(
    ("count", "text"),
    [(0, "0"), (999, "999"), (1_000, "1k"), (1_250, "1.2k"), (9_960, "10k"), (31_000, "31k"), (2_500_000, "2.5M")],
)
def test_large_counts_are_shortened(count: int, text: str) -> None:
    assert short_count(count) == text


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.44, "0.4 s"), (8.9, "8 s"), (65, "1:05"), (3723, "1:02:03"), (-1, "0.0 s")]
)
def test_durations(seconds: float, text: str) -> None:
    assert duration_text(seconds) == text


def test_there_are_two_languages() -> None:
    assert set(table.LANGUAGES) == {"en-US", "zh-CN"}
