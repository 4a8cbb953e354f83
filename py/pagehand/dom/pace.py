"""Letting the page breathe: long work is a generator that may pause at each ``yield``."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Generator
from typing import TypeVar

T = TypeVar("T")
SLICE = 0.030
"""Seconds of work after which the page gets its turn; with the longest step this stays under 50 ms."""


async def paced(steps: Generator[None, None, T], slice_seconds: float = SLICE) -> T:
    """Run to the end, giving way (by ``MessageChannel``: Pyodide's loop uses it for zero delays) between slices."""
    began = time.perf_counter()
    try:
        while True:
            next(steps)
            if time.perf_counter() - began >= slice_seconds:
                await asyncio.sleep(0)
                began = time.perf_counter()
    except StopIteration as stop:
        return stop.value
    finally:
        steps.close()


def at_once(steps: Generator[None, None, T]) -> T:
    """Run to the end without a pause."""
    try:
        while True:
            next(steps)
    except StopIteration as stop:
        return stop.value
