"""Strict JSON into marked values, and the last resort for what even the tolerant parser cannot read."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import json_repair

from pagehand.llm.repair.marks import Literal, Record, UnreadableJSON

_LONGEST_GUESS = 20_000


def _record(pairs: list[tuple[str, Any]]) -> Record:
    record = Record()
    for key, value in pairs:
        record.put(key, value)
    return record


def _refuse_constant(word: str) -> Any:
    raise UnreadableJSON(f"{word} is no JSON number")


decoder = json.JSONDecoder(
    object_pairs_hook=_record, parse_float=Literal, parse_constant=_refuse_constant, strict=False
)


def mark_damage(value: Any, damaged: bool) -> None:
    if isinstance(value, Record):
        value.damaged = damaged
    elif isinstance(value, list):
        for item in value:
            mark_damage(item, damaged)


def guess(text: str) -> Any:
    """``json_repair``'s reading of a text that has its end, where it only mended quotes and commas.

    Every letter and digit, every bracket and colon, and every quote must still be there, in their order.
    """
    if len(text) > _LONGEST_GUESS or not text.rstrip().endswith(("}", "]")):
        return None
    try:
        value = json_repair.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict | list):
        return None
    written = json.dumps(value, ensure_ascii=False)
    strings = list(_strings(value))
    if any(re.search(r"[{}\[\]:]|^[\s,\"]|[\s,\"]$|\"\s*,|,\s*\"", string) for string in strings):
        return None
    if not all(re.fullmatch(r"[\w.$-]+", key) for key in _keys(value)):
        return None
    quotes = 2 * len(strings) + sum(string.count('"') for string in strings)
    plain = text.replace('\\"', '"')
    if _letters(written) != _letters(text) or _skeleton(written) != _skeleton(text) or plain.count('"') != quotes:
        return None
    reading = decoder.decode(written)
    mark_damage(reading, True)
    return reading


def _letters(text: str) -> str:
    return "".join(re.findall(r"\w", re.sub(r"\\[nrtbf]|\\u[0-9a-fA-F]{4}", "", text))).lower()


def _skeleton(text: str) -> str:
    return "".join(character for character in text if character in "{}[]:")


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from _strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)


def _keys(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _keys(item)
