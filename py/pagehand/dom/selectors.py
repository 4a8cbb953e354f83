"""Targets as a model writes them: numbers, hash ids, marks and brackets in any order, restricted CSS (C126-C129, X14)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

MARKED = re.compile(r"^[\s*↑↓\[\](){}#<>\"'`]*?([A-Za-z0-9]+)[\s*↑↓\[\](){}>\"'`:.,]*$")
LINE = re.compile(r"^[\s*↑↓]*\[([A-Za-z0-9]+)\]")
HASH = re.compile(r"^e[0-9a-z]{3,8}$")
WEBAGENT = re.compile(r"""^[a-z0-9*]*\[\s*data-webagent-id\s*=\s*["']?([A-Za-z0-9]+)["']?\s*\]$""")
NAME = r"-?[_A-Za-z\u0080-\uffff][-\w\u0080-\uffff]*"
SIMPLE = re.compile(
    rf"(?:#{NAME}|\.{NAME}|:nth-child\(\s*(?:\d+|odd|even|[+-]?\d*n(?:\s*[+-]\s*\d+)?)\s*\)"
    rf"|\[\s*data-[-\w]+\s*(?:[~|^$*]?=\s*(?:\"[^\"\\]*\"|'[^'\\]*'|[-\w]+)\s*)?\])"
)
TAG = re.compile(r"[A-Za-z][-A-Za-z0-9]*")
HTML_TAGS = frozenset(("em", "embed"))


@dataclass(frozen=True)
class Parsed:
    kind: Literal["number", "hash", "css", "refused"]
    value: str
    """The digits, the id, the selector, or why the target is refused."""


def parse_target(target: int | str) -> Parsed:
    if isinstance(target, int):
        return Parsed("number", str(int(target)))
    text = target.strip()
    match = WEBAGENT.match(text)
    if match:
        return _identifier(match[1]) or Parsed("hash", match[1])
    line = LINE.match(text)
    if line:
        found = _identifier(line[1])
        if found:
            return found
    match = MARKED.match(text)
    if match and not text.startswith("#"):
        found = _identifier(match[1])
        if found:
            return found
    elif match and match[1].isdigit():
        return Parsed("number", match[1])
    why = refused_css(text)
    return Parsed("refused", why) if why else Parsed("css", text)


def _identifier(word: str) -> Parsed | None:
    if word.isdigit():
        return Parsed("number", word)
    if HASH.match(word) and word not in HTML_TAGS:
        return Parsed("hash", word)
    return None


def refused_css(selector: str) -> str | None:
    """Why a selector is outside the grammar: tag, ``#id``, ``.class``, ``[data-*]``, ``:nth-child()``, with spaces and ``>``."""
    if not selector:
        return "the target is empty"
    if len(selector) > 300:
        return "the selector is too long"
    for word in (":has", ":not", "*", ":is", ":where", "::", "+", "~", ","):
        if word in re.sub(r"\[[^\]]*\]|\([^)]*\)", "", selector):
            return f"'{word}' is not allowed in a selector"
    for compound in re.split(r"\s*>\s*|\s+(?![^\[]*\])(?![^(]*\))", selector):
        at = 0
        tag = TAG.match(compound)
        if tag:
            at = tag.end()
        while at < len(compound):
            part = SIMPLE.match(compound, at)
            if part is None:
                return (
                    f"'{compound[at:]}' is not allowed in a selector: use a tag, #id, .class, [data-*] or :nth-child()"
                )
            at = part.end()
        if not compound:
            return "the selector is incomplete"
    return None
