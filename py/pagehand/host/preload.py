"""What is imported before the memory snapshot is taken, so that nobody waits for it in the page."""

from __future__ import annotations

import gc
import importlib
import pkgutil
import sys

import pagehand

# Modules of the standard library that a run needs sooner or later.
STANDARD = ("asyncio", "datetime", "json", "random", "re", "typing", "uuid", "zoneinfo", "pyodide.http", "pyodide.ffi")


def import_everything() -> None:
    """Import the whole package under the snapshot's Python; a module that fails to import fails the build."""
    for name in STANDARD:
        importlib.import_module(name)
    for module in pkgutil.walk_packages(pagehand.__path__, "pagehand."):
        if not module.name.startswith(("pagehand.__main__", "pagehand.proxy", "pagehand.serve")):
            importlib.import_module(module.name)
    blank_free_memory()


def blank_free_memory() -> None:
    """Overwrite what the build freed with zeros: it is part of the image and would not compress."""
    gc.collect()
    sys._clear_internal_caches()
    for size in (1 << 20, 1 << 16, 1 << 13):
        blocks = [bytes(size) for _ in range((8 << 20) // size)]
        del blocks


def after_load() -> None:
    """Put right what a memory image carries from the build machine: the state of ``random``."""
    import random

    random.seed()
