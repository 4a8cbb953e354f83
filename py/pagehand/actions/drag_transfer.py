"""What a drag-and-drop session carries: the data, and the effect that source and target agree on (C110, D27)."""

from __future__ import annotations

from typing import Any

from pagehand.actions.events import as_object

_EFFECTS = {
    "none": (),
    "copy": ("copy",),
    "copyLink": ("copy", "link"),
    "copyMove": ("copy", "move"),
    "link": ("link",),
    "linkMove": ("link", "move"),
    "move": ("move",),
}
_ALL = ("copy", "link", "move")


def make_transfer(bridge: Any, view: Any) -> Any:
    """A ``DataTransfer`` whose effects can be set; those of one made by a script ignore it."""
    transfer = view.DataTransfer.new()
    for name, value in (("dropEffect", "none"), ("effectAllowed", "uninitialized")):
        members = {"value": value, "writable": True, "enumerable": True, "configurable": True}
        bridge.realm.Object.defineProperty(transfer, name, as_object(bridge, members))
    return transfer


def offered_effect(transfer: Any) -> str:
    """The effect that a browser offers before a target is asked, from what the source allows."""
    allowed = _EFFECTS.get(str(transfer.effectAllowed), _ALL)
    if not allowed:
        return "none"
    return "move" if allowed == ("link", "move") else allowed[0]


def takes_drop(transfer: Any) -> bool:
    """Whether a target that cancelled ``dragover`` and the source agree on an effect."""
    return str(transfer.dropEffect) in _EFFECTS.get(str(transfer.effectAllowed), _ALL)
