"""Whether things on the stage may move."""

from __future__ import annotations

from typing import Any


def still(window: Any) -> bool:
    """The person asked for less motion."""
    return bool(window.matchMedia("(prefers-reduced-motion: reduce)").matches)
