"""Tasks that Pagehand does not manage yet, by their id, with the reason. Strict: a task that succeeds must leave this list."""

from __future__ import annotations

KNOWN_FAILURES: dict[str, str] = {}
