"""Events as a browser makes them: built in the realm of the target's own window, composed, with a view.

No JavaScript source is involved, so this works under every Content-Security-Policy and from an extension's
isolated world. Sources: C13, C114, page-shapes 30, 60, 70.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pyodide.ffi import to_js

from pagehand.hands import Modifier

_MODIFIER_MEMBERS: Mapping[str, str] = {"ctrl": "ctrlKey", "shift": "shiftKey", "alt": "altKey", "meta": "metaKey"}


def as_object(bridge: Any, members: Mapping[str, Any]) -> Any:
    """A plain JavaScript object with these members (for ``*Init`` dictionaries and options)."""
    return to_js(dict(members), dict_converter=bridge.realm.Object.fromEntries)


def view_of(element: Any) -> Any:
    """The window that an element, or a document, lives in; never the one Python runs in (page-shapes 60)."""
    return (element.ownerDocument or element).defaultView


def modifier_members(modifiers: Iterable[Modifier]) -> dict[str, bool]:
    return {_MODIFIER_MEMBERS[modifier]: True for modifier in modifiers}


def dispatch(bridge: Any, target: Any, interface: str, kind: str, members: Mapping[str, Any] | None = None) -> bool:
    """Dispatch one event on ``target``; false when a handler of the page called ``preventDefault``.

    ``interface`` is the constructor's name (``PointerEvent``), ``kind`` the event's (``pointerdown``).
    """
    constructor = getattr(view_of(target), interface)
    return bool(target.dispatchEvent(constructor.new(kind, as_object(bridge, members or {}))))


def dispatch_input(bridge: Any, target: Any, kind: str, input_type: str, data: str | None) -> bool:
    """``beforeinput`` (cancelable) or ``input`` with what was typed."""
    members: dict[str, Any] = {"bubbles": True, "composed": True, "inputType": input_type}
    if data is not None:
        members["data"] = data
    if kind == "beforeinput":
        members["cancelable"] = True
    return dispatch(bridge, target, "InputEvent", kind, members)


def dispatch_change(bridge: Any, target: Any) -> None:
    dispatch(bridge, target, "Event", "change", {"bubbles": True})
