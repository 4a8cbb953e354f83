"""Whether things on the stage may move."""

from __future__ import annotations

from typing import Any


def still(window: Any) -> bool:
    """The person asked for less motion, or sees none: a hidden tab's timers are slow (X36)."""
    return bool(window.document.hidden or window.matchMedia("(prefers-reduced-motion: reduce)").matches)
