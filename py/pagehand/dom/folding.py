"""Long lists, tables and runs of like entries: the first few stand for the rest, with the count and how to see more (P5).

Entries near the viewport are kept before those at the head, so that what a user sees is never folded away.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pagehand.dom.lines import Line

NUMBERED = re.compile(r"\[[a-z0-9]+\]")
QUOTED = re.compile(r"\"[^\"]*\"|>[^<|\[]*")
LIKE_AT_LEAST = 30
"""A run of like entries is folded when it is longer than this."""
KEPT_FIRST = 12


@dataclass(frozen=True)
class Entry:
    """One line with what stands deeper below it."""

    lines: list[Line]
    shape: str


def fold(lines: Sequence[Line], *, more_than: int = LIKE_AT_LEAST, keep: int = KEPT_FIRST) -> list[Line]:
    """Fold runs of like entries at every depth. What is in the viewport stays."""
    return _fold(list(lines), more_than, keep)


def _fold(lines: list[Line], more_than: int, keep: int) -> list[Line]:
    entries = _entries(lines)
    if len(entries) <= more_than:
        return [line for entry in entries for line in _inner(entry, more_than, keep)]
    result: list[Line] = []
    at = 0
    while at < len(entries):
        period = _period(entries, at)
        end = at
        while end + period <= len(entries) and all(
            entries[end + i].shape == entries[at + i].shape for i in range(period)
        ):
            end += period
        units = (end - at) // period
        if units * period <= more_than or units < 3:
            result += _inner(entries[at], more_than, keep)
            at += 1
            continue
        result += _folded(entries[at:end], period, more_than, keep)
        at = end
    return result


def _folded(entries: list[Entry], period: int, more_than: int, keep: int) -> list[Line]:
    """Keep the first units, those in the viewport and the last; say how many are left out between."""
    units = [entries[i : i + period] for i in range(0, len(entries), period)]
    most = max(3, keep // period)
    shown = set(range(min(most, len(units)))) | {len(units) - 1}
    shown |= {i for i, unit in enumerate(units) if any(in_viewport(line) for entry in unit for line in entry.lines)}
    result: list[Line] = []
    left_out = 0
    for i, unit in enumerate(units):
        if i in shown:
            result += _said(unit, left_out)
            left_out = 0
            result += [line for entry in unit for line in _inner(entry, more_than, keep)]
        else:
            left_out += 1
    return result


def _said(unit: list[Entry], count: int) -> list[Line]:
    if not count:
        return []
    first = unit[0].lines[0]
    rows = "rows" if " | " in first.text else "entries"
    return [Line(first.depth, f"...{count} more {rows} like this, scroll to see them...", owner=first.owner)]


def _inner(entry: Entry, more_than: int, keep: int) -> list[Line]:
    head, *below = entry.lines
    return [head, *_fold(below, more_than, keep)] if below else [head]


def _entries(lines: list[Line]) -> list[Entry]:
    """Lines of the least depth, each with the deeper ones that follow it."""
    if not lines:
        return []
    depth = min(line.depth for line in lines)
    found: list[list[Line]] = []
    for line in lines:
        if line.depth == depth or not found:
            found.append([line])
        else:
            found[-1].append(line)
    return [Entry(group, group[0].shape or shape_of(group[0])) for group in found]


def _period(entries: list[Entry], at: int, longest: int = 8) -> int:
    """After how many entries the shapes repeat; 1 when they do not."""
    for period in range(1, longest + 1):
        if at + 3 * period <= len(entries) and all(
            entries[at + i].shape == entries[at + period + i].shape == entries[at + 2 * period + i].shape
            for i in range(period)
        ):
            return period
    return 1


def shape_of(line: Line) -> str:
    """The line without its words and numbers: tags, attribute names and cells."""
    text = NUMBERED.sub("[]", line.text.lstrip("*↑↓"))
    if not line.nodes and not line.text.startswith(("<", "#")):
        return "text"
    return QUOTED.sub("", text) if "<" in text else re.sub(r"[^#<>|]", "", text)


def in_viewport(line: Line) -> bool:
    node = line.owner
    if node is None:
        return False
    return node.box.bottom > 0 and node.box.top < node.layer.height and not node.box.empty
