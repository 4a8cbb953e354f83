"""Which Chromium the end-to-end programs drive, and with which flags (X36)."""

from __future__ import annotations

import os

from pagehand_build.programs import find_chromium

FLAGS = [
    *("--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
    *(["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
]


def chromium_path() -> str:
    """``CHROMIUM`` from the environment, else what the machine has. Raises LookupError."""
    found = find_chromium()
    if found is None:
        raise LookupError("no Chromium found: install the package chromium, or set CHROMIUM to its path")
    return found
