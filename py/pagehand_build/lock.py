"""One build at a time: two terminals would install and write into the same folders."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from pagehand_build.paths import CACHE

try:
    import fcntl
except ImportError:  # Windows has none
    fcntl = None


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Wait until no other build of this folder installs or writes. Not to be nested."""
    CACHE.mkdir(exist_ok=True)
    with (CACHE / "build.lock").open("w") as lock:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
