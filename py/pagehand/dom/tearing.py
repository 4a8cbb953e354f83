"""Whether nodes already read were removed while a reading paused."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pagehand.dom.bridge import Bridge


class Torn(Exception):
    """Nodes already read were removed while the reading paused."""


class TearWatch:
    """Notes mutations from ``begin`` to ``end``; only where there were any are the nodes read so far looked at again.

    Asking every node after every pause would make a long reading quadratic.
    """

    def __init__(self, bridge: Bridge) -> None:
        self._bridge = bridge
        self._observer: Any = None
        self._batches: Any = None

    def begin(self, roots: Iterable[Any]) -> None:
        """Watch documents and shadow roots."""
        bridge = self._bridge
        self._batches = bridge.realm.Array.new()
        # A native callback: the batches gather in the array, and no proxy of a Python function is made.
        self._observer = bridge.realm.MutationObserver.new(bridge.realm.Array.prototype.push.bind(self._batches))
        options = bridge.parse('{"subtree":true,"childList":true}')
        for root in roots:
            self._observer.observe(root, options)

    def check(self, elements: Any) -> None:
        """Raises :class:`Torn` when one of the elements is not in a document any more."""
        moved = self._batches.length or self._observer.takeRecords().length
        if not moved:
            return
        self._batches.length = 0
        connected = self._bridge.getter("Node", "isConnected")
        if not self._bridge.realm.Array.prototype.every.call(elements, connected):
            raise Torn

    def end(self) -> None:
        if self._observer is not None:
            self._observer.disconnect()
            self._observer = None
