"""What changed: between two readings, and when the document last moved (X18, X19)."""

from __future__ import annotations

import re
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from pagehand.dom.bridge import Bridge
from pagehand.dom.node import Node

MOST_NAMED = 8
"""How many elements of a kind are named before the rest is counted."""


@dataclass(frozen=True)
class Observation:
    """What a reading saw, as far as changes are told from it."""

    url: str
    title: str
    lines: dict[int, str]
    """By number, without marks."""
    texts: tuple[str, ...]
    """Lines with nothing numbered on them."""
    focused: str
    scroll: tuple[int, int]
    looks: dict[int, str] = field(default_factory=dict)
    """By number, the class and colour of what has no words: all that a press on a heart or a star changes."""


FLEETING = re.compile(r"focus|hover|ripple|animat|transition|-(?:enter|leave)(?:-|$)", re.IGNORECASE)
"""Classes that come and go by themselves."""


def look_of(node: Node) -> str:
    """The class and colour of a control without words, as a person sees a change of them."""
    shown = [word for word in node.attribute("class").split() if not FLEETING.search(word)]
    return " ".join([*shown, *filter(None, [node.values.get("colour")])])


def difference(before: Observation, after: Observation) -> list[str]:
    """What a person would say has changed; empty when nothing has."""
    found: list[str] = []
    if before.url != after.url:
        found.append(f"the page's address is now {after.url}")
    elif before.title != after.title:
        found.append(f'the page\'s title is now "{after.title}"')
    appeared = [line for number, line in after.lines.items() if number not in before.lines]
    gone = [line for number, line in before.lines.items() if number not in after.lines]
    changed = [
        f"{before.lines[number]} is now {line}"
        for number, line in after.lines.items()
        if number in before.lines and before.lines[number] != line
    ]
    changed += [
        f"{after.lines[number]} looks different: {before.looks[number] or 'plain'} is now {look or 'plain'}"
        for number, look in after.looks.items()
        if before.looks.get(number, look) != look and before.lines.get(number) == after.lines.get(number, "")
    ]
    found += _named("appeared", appeared) + _named("gone", gone) + _named("changed", changed)
    earlier, later = Counter(before.texts), Counter(after.texts)
    found += _named("text appeared", [f'"{text[:120]}"' for text in (later - earlier).elements()])
    found += _named("text gone", [f'"{text[:120]}"' for text in (earlier - later).elements()])
    if before.focused != after.focused:
        found.append(f"focus is now on {after.focused}" if after.focused else "nothing has the focus any more")
    if before.scroll != after.scroll:
        found.append(f"the page scrolled from {before.scroll[1]} to {after.scroll[1]} px")
    return found


def _named(kind: str, items: list[str]) -> list[str]:
    named = [f"{kind}: {item}" for item in items[:MOST_NAMED]]
    rest = len(items) - MOST_NAMED
    return [*named, f"{kind}: {rest} more"] if rest > 0 else named


class MutationWatch:
    """When the documents of a page last changed. ``dispose`` removes the observer and its proxy."""

    def __init__(self, bridge: Bridge) -> None:
        from pyodide.ffi import create_proxy

        self.last_mutation_time = time.monotonic()
        self.count = 0
        self._bridge = bridge
        self._callback = create_proxy(self._changed)
        self._observer: Any = bridge.realm.MutationObserver.new(self._callback)
        self._options = bridge.parse('{"subtree":true,"childList":true,"attributes":true,"characterData":true}')
        self._watched = bridge.realm.WeakSet.new()
        self.watch(bridge.document)

    def watch(self, root: Any) -> None:
        """A document or shadow root to watch besides; again is harmless."""
        if not self._watched.has(root):
            self._watched.add(root)
            self._observer.observe(root, self._options)

    def _changed(self, records: Any, _observer: Any) -> None:
        self.last_mutation_time = time.monotonic()
        self.count += 1

    def seconds_since(self) -> float:
        return time.monotonic() - self.last_mutation_time

    def dispose(self) -> None:
        self._observer.disconnect()
        self._callback.destroy()
