"""A sheet over the page that takes the person's pointer while an action runs (X22, ``mask: true``)."""

from __future__ import annotations

from typing import Any

from pagehand.ui.elements import Listeners, element

TAKEN = ("pointerdown", "pointerup", "mousedown", "mouseup", "click", "dblclick", "contextmenu", "wheel")
TAKEN += ("touchstart", "touchmove", "touchend")


class Mask:
    """The panel stays above it and usable: Stop is always in reach."""

    def __init__(self, shadow_root: Any) -> None:
        self._stage: Any = shadow_root.getElementById("stage")
        self._node = element(shadow_root.ownerDocument, "div", "mask")
        self._listeners = Listeners()
        self._listeners.on(self._node, TAKEN, self._take)

    @property
    def shown(self) -> bool:
        return bool(self._node.isConnected)

    def show(self) -> None:
        self._stage.prepend(self._node)

    def hide(self) -> None:
        self._node.remove()

    def dispose(self) -> None:
        self.hide()
        self._listeners.dispose()

    @staticmethod
    def _take(event: Any) -> None:
        event.preventDefault()
        event.stopPropagation()
