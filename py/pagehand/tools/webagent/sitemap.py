"""Which paths ``navigate`` may go to: a list of paths, or a tree of ``{path, children}`` (C102, D13)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urljoin, urlsplit


def paths_of(sitemap: Any) -> list[str]:
    """Every path of a sitemap in either form. A child's path is taken under its parent's unless it starts with ``/``."""
    return list(dict.fromkeys(_walk(sitemap, "/")))


def _walk(node: Any, parent: str) -> Iterator[str]:
    if isinstance(node, str):
        yield _joined(parent, node)
    elif isinstance(node, Mapping):
        own = node.get("path", node.get("url", node.get("href")))
        base = parent
        if isinstance(own, str):
            base = _joined(parent, own)
            yield base
        for key in ("children", "pages", "items"):
            yield from _walk(node.get(key) or [], base)
        if own is None and not any(key in node for key in ("children", "pages", "items")):
            # A plain mapping of paths to descriptions.
            yield from (_joined(parent, key) for key in node if isinstance(key, str) and key.startswith("/"))
    elif node is not None:
        for each in node:
            yield from _walk(each, parent)


def _joined(parent: str, path: str) -> str:
    return path if path.startswith("/") or "://" in path else urljoin(parent.rstrip("/") + "/", path)


def is_listed(path: str, sitemap: Any) -> bool:
    """Whether a path is in the sitemap; query, hash and a closing slash do not count, ``:id`` stands for one segment."""
    wanted = _normal(path)
    return any(re.fullmatch(_pattern(_normal(known)), wanted) for known in paths_of(sitemap))


def _normal(path: str) -> str:
    return urlsplit(path).path.rstrip("/") or "/"


def _pattern(path: str) -> str:
    segments = ["[^/]+" if segment.startswith(":") else re.escape(segment) for segment in path.split("/")]
    return "/".join(segments)
