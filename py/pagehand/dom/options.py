"""What the reader may be told (C28)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

ElementList = Sequence[Any]
"""Elements, or functions that give one, as a host's white or black list names them."""


@dataclass(frozen=True)
class ReaderOptions:
    """``viewport_expansion``: -1 the whole page, 0 the viewport, else a margin in px (X12)."""

    viewport_expansion: int = -1
    max_page_chars: int = 40_000
    include_attributes: Sequence[str] = ()
    """Further attributes to print; ``*`` stands for anything (``data-*``)."""
    interactive_whitelist: ElementList = ()
    interactive_blacklist: ElementList = ()
    secret_patterns: Sequence[str] = ()
    hash_ids: bool = False
    """Print ``[e1x7]`` instead of ``[12]`` (X14)."""
    marks: bool = True
    """Print ``↑`` and ``↓``; off for comparisons (X34)."""
    folds: bool = True
    """Fold long lists, tables and selects."""
    hit_test: bool = True
    tear: bool = True
    """Give up a reading under which nodes were removed; off in the last, uncut try."""
    listening: Callable[[], Any] | None = None
    """Elements known to have listeners (X37), as an array."""
    shadow_root_of: Callable[[Any], Any] | None = field(default=None, compare=False)
    """Opens closed shadow roots, in the extension (X23)."""
