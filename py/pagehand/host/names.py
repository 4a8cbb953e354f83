"""The names of a page's agents, by which their saved tasks are told apart (X11, X41)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from pagehand.llm.errors import LLMError

DEFAULT = "pagehand"
_taken: set[str] = set()


def take_name(wanted: str | None) -> str:
    """A name of one's own. Without a wish the first that is free: agents made in the same order on every page keep theirs.

    Raises :class:`LLMError` ``config_error`` when another agent of the page has the name.
    """
    if wanted in _taken:
        raise LLMError("config_error", f"Another agent of this page is called {wanted!r}; give each its own name.")
    name = wanted or next(name for name in _numbered() if name not in _taken)
    _taken.add(name)
    return name


def leave_name(name: str) -> None:
    _taken.discard(name)


def _numbered() -> Iterator[str]:
    yield DEFAULT
    yield from (f"{DEFAULT}-{number}" for number in count(2))
