"""Where the agent may work: globs over addresses, the host's policy."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from urllib.parse import urlsplit


def may_work(url: str, allowed: Sequence[str], denied: Sequence[str]) -> bool:
    """What is denied wins; an empty list of what is allowed allows everything."""
    if any(matches(url, pattern) for pattern in denied):
        return False
    return not allowed or any(matches(url, pattern) for pattern in allowed)


def matches(url: str, pattern: str) -> bool:
    """``https://a.example/*`` is a whole address, ``a.example/admin*`` host and path, ``*.example`` a host.

    ``*.example`` fits ``example`` itself too, as people mean it.
    """
    parts = urlsplit(url)
    host = (parts.hostname or "").lower()
    pattern = pattern.strip().lower()
    if "://" in pattern:
        return fnmatchcase(url.lower(), pattern) or fnmatchcase(url.lower().rstrip("/"), pattern.rstrip("/"))
    if "/" in pattern:
        return fnmatchcase(f"{host}{parts.path}".lower(), pattern)
    names = (host, parts.netloc.lower())
    return pattern in names or any(fnmatchcase(name, pattern) for name in names) or pattern == f"*.{host}"
