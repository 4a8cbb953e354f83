"""Comparing what a person says with what a page shows: words, lightly stemmed."""

from __future__ import annotations

import re

_STOP = frozenset(
    [
        "the",
        "a",
        "an",
        "of",
        "in",
        "into",
        "to",
        "for",
        "on",
        "at",
        "from",
        "with",
        "and",
        "or",
        "is",
        "are",
        "was",
        "were",
        "be",
        "this",
        "that",
        "these",
        "those",
        "it",
        "its",
        "her",
        "his",
        "their",
        "my",
        "our",
        "your",
        "please",
        "button",
        "link",
        "field",
        "box",
        "tab",
        "checkbox",
        "dropdown",
        "menu",
        "item",
        "element",
        "entry",
        "called",
        "named",
        "labelled",
        "labeled",
        "one",
        "page",
    ]
)
_WORD = re.compile(r"[^\W_]+(?:[.,:'’-][^\W_]+)*", re.UNICODE)


def stem(word: str) -> str:
    """A word without the endings that grammar adds; crude, and the same for both sides."""
    word = re.sub(r"['’]s?$", "", word.lower())
    for ending, rest in (("ies", "y"), ("sses", "ss"), ("ing", ""), ("ed", ""), ("es", "e"), ("s", "")):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word[: -len(ending)] + rest
            break
    if len(word) > 4 and word[-1] == word[-2] and word[-1] not in "aeiouls":
        word = word[:-1]
    return word.rstrip("e") if len(word) > 3 else word


def words(text: str, *, all_words: bool = False) -> list[str]:
    """The stems of a text, without small words (unless there is nothing else)."""
    found = _WORD.findall(text.lower())
    telling = found if all_words else [word for word in found if word not in _STOP] or found
    return [stem(word) for word in telling]


def match(asked: str, shown: str) -> float:
    """How well ``shown`` fits what was ``asked``: 1 for the same words, less for more or fewer, 0 for none of them."""
    wanted, there = words(asked), words(shown)
    if not wanted or not there:
        return 0.0
    hits = sum(
        1 for word in wanted if word in there or any(len(word) > 3 and other.startswith(word) for other in there)
    )
    coverage = hits / len(wanted)
    if asked.strip().lower() == shown.strip().lower():
        return 1.0
    return coverage * (0.75 + 0.25 * min(1.0, hits / len(there)))


def contains(text: str, asked: str) -> bool:
    """Whether every telling word of ``asked`` stands in ``text``."""
    there = set(words(text, all_words=True))
    return bool(asked) and all(word in there for word in words(asked))
