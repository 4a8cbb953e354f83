"""Answering a question from the page's text: labelled values, table cells, counts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pagehand.llm.offline.page_text import PageText, cells, plain, table_rows
from pagehand.llm.offline.words import match, stem, words

_FILL = re.compile(
    r"\b(?:what(?:'s)?|which|who|when|where|is|are|was|were|does|do|has|have|now|shown|there|currently|please|me|tell)\b",
    re.I,
)
_OWNER = re.compile(r"(?P<of>[^\s].*?)['’]s?\s+(?P<what>.+)")
_PART = re.compile(r"(?P<what>.+?)\s+(?:of|for|from|by|in|on)\s+(?P<of>.+)", re.I)
_ENOUGH = 0.45


def answer(question: str, page: PageText) -> str | None:
    """``label: value`` as the page shows it, or None where nothing fits."""
    counting = re.match(r"\s*(?:how many|count|number of)\s+(?:the\s+)?([\w-]+)(.*)", question, re.I | re.S)
    facts = list(_facts(page))
    if counting:
        rest = _FILL.sub(" ", counting.group(2)).strip(" ?.")
        if not rest and (counted := _count(counting.group(1), page)):
            return counted
        numbers = [fact for fact in facts if re.match(r"\D{0,3}\d", fact[1])]
        label, value, score = _best_fact(rest or counting.group(1), "", numbers)
        return f"{label}: {value}" if score >= 0.6 else None
    what, whose = asked_about(question)
    label, value, score = _best_fact(f"{what} {whose}", "", facts)
    if whose:
        label, value, score = max((label, value, score), _best_fact(what, whose, facts), key=lambda fact: fact[2])
    return f"{label}: {value}" if score >= _ENOUGH else None


def asked_about(question: str) -> tuple[str, str]:
    """What is asked, and of whom or what: ``the total of order 1040`` is ``total`` and ``order 1040``."""
    asked = " ".join(_FILL.sub(" ", question).strip(" ?.").split())
    split = _PART.fullmatch(asked) or _OWNER.fullmatch(asked)
    return (split["what"], split["of"]) if split else (asked, "")


def _best_fact(asked: str, owner: str, facts: list[tuple[str, str, str]]) -> tuple[str, str, float]:
    """The fact whose label fits, and whose row holds the owner's words."""
    best = ("", "", 0.0)
    wanted = words(owner) if owner else []
    for label, value, where in facts:
        score = match(asked, label)
        if wanted:
            there = words(f"{where} {label}", all_words=True)
            part = sum(word in there for word in wanted) / len(wanted)
            score = (score + part) * 0.55 if score and part else 0.0
        elif score:
            score = max(score, 0.9 * match(asked, f"{label} {where}"))
        if score > best[2]:
            best = (label, value, score)
    return best


def _count(noun_asked: str, page: PageText) -> str | None:
    """``how many orders``: the number that the page says, or the rows of the table."""
    noun = stem(noun_asked)
    for line in page.lines:
        for found in re.finditer(r"(\d[\d,.]*)\s+([\w-]+)", plain(line)):
            if stem(found.group(2)) == noun:
                return f"{found.group(1)} {found.group(2)}"
    for line in page.lines:
        table = re.match(r"\s*<table\b(.*?)(\d+) rows", line)
        if table and (not table.group(1).strip() or noun in words(table.group(1))):
            return f"{table.group(2)} {noun_asked}"
    return None


def _facts(page: PageText) -> Iterator[tuple[str, str, str]]:
    """Every (label, value, row) that the page states."""
    header: list[str] = []
    rows = table_rows(page.lines)
    for number, line in enumerate(page.lines):
        if re.match(r"\s*<table\b", line):
            header = []
        if number in rows or (" | " in line and "<select" not in line):
            row = cells(line)
            text = " ".join(row)
            if not header:
                header = row
            for label, value in zip(header, row, strict=False):
                if value and label and value != label:
                    yield label, value, text
            if len(row) >= 2 and row[0] and row[-1] and row is not header:
                yield row[0], row[-1], text
            if len(row) == 2 and all(row):
                yield row[0], row[1], text
            continue
        text = plain(line).strip()
        labelled = re.match(r"([^:]{2,40}):\s+(\S.*)", text)
        if labelled:
            yield labelled.group(1), labelled.group(2), ""
        valued = re.match(r"(\D{2,30}?)\s+([€$£¥]\s?[\d.,]+|[\d.,]+\s?(?:€|EUR|USD|%)|\d[\d.,]*)$", text)
        if valued and not labelled:
            yield valued.group(1), valued.group(2), ""
        following = plain(page.lines[number + 1]).strip() if number + 1 < len(page.lines) else ""
        if (
            text
            and len(text) < 40
            and following
            and len(following) < 60
            and re.search(r"\d", following)
            and not re.search(r"\d", text)
        ):
            yield text, following, ""
    for control in page.controls:
        value = control.attributes.get("value") or control.attributes.get("selected")
        if value and control.kind in ("field", "select"):
            for name in control.names:
                yield name, value, control.row
        elif control.kind == "toggle":
            for name in control.names:
                yield name, "yes" if control.checked else "no", control.row
