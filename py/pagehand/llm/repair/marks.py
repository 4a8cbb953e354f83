"""Values as a model wrote them, with what the parser noticed about each: cut, damaged, given twice."""

from __future__ import annotations

from typing import Any


class UnreadableJSON(ValueError):
    """Text that is no JSON, however kindly one reads it. ``established``: at least one ``key:`` was seen before the fault."""

    def __init__(self, message: str, *, established: bool = False) -> None:
        super().__init__(message)
        self.established = established


class Record(dict[str, Any]):
    """An object as written: the first value of each key, the later ones in ``repeated``, and whether its end was seen.

    ``damaged``: a bracket or a comma was wrong somewhere in it, so that something may have lost its place.
    """

    def __init__(self) -> None:
        super().__init__()
        self.repeated: list[tuple[str, Any]] = []
        self.cut = False
        self.damaged = False

    def put(self, key: str, value: Any) -> None:
        if key in self:
            self.repeated.append((key, value))
        else:
            self[key] = value


class Items(list[Any]):
    """An array as written, and whether its end was seen."""

    cut = False


class CutText(str):
    """A string, number or word that ran into the end of the text: there may have been more of it."""


class Literal(float):
    """A number with a fraction, which remembers how it was written (``12.50``)."""

    raw: str

    def __new__(cls, raw: str) -> Literal:
        number = super().__new__(cls, raw)
        number.raw = raw
        return number


def is_cut(value: Any) -> bool:
    """Whether the end of ``value``, or of anything in it, was not seen."""
    if isinstance(value, CutText):
        return True
    if isinstance(value, dict):
        return getattr(value, "cut", False) or any(is_cut(item) for item in value.values())
    if isinstance(value, list):
        return getattr(value, "cut", False) or any(is_cut(item) for item in value)
    return False
