"""``change`` once for each change: a browser sends it when a field is left or Enter is pressed, if it was edited since.

Fields that were filled at once have told the page already; fields that were typed into have not.
"""

from __future__ import annotations

import weakref
from typing import Any

from pagehand.actions.events import dispatch_change
from pagehand.actions.native import get_value

_edited: weakref.WeakKeyDictionary[Any, list[tuple[Any, str]]] = weakref.WeakKeyDictionary()
"""By bridge: fields with keys typed into them since the last ``change``, and what they held before."""

_told: weakref.WeakKeyDictionary[Any, list[tuple[Any, str]]] = weakref.WeakKeyDictionary()
"""By bridge: fields whose typed value was announced, which the browser will announce again when they are left."""


def note_edit(bridge: Any, field: Any) -> None:
    """A key is about to edit ``field``."""
    fields = _edited.setdefault(bridge, [])
    fields[:] = [(each, value) for each, value in fields if each.isConnected]
    if field.localName in ("input", "textarea") and not any(each == field for each, _value in fields):
        fields.append((field, get_value(bridge, field)))


def commit(bridge: Any, field: Any) -> None:
    """Tell the page what was typed into ``field``, unless it knows."""
    before = _take(bridge, field)
    if before is not None and before != get_value(bridge, field):
        _remember(bridge, field)
        dispatch_change(bridge, field)


def announce(bridge: Any, field: Any) -> None:
    """Tell the page that ``field`` was filled."""
    if _take(bridge, field) is not None:
        _remember(bridge, field)
    dispatch_change(bridge, field)


def _remember(bridge: Any, field: Any) -> None:
    told = _told.setdefault(bridge, [])
    told[:] = [(each, value) for each, value in told if each.isConnected and each != field]
    told.append((field, get_value(bridge, field)))


def is_repeated(bridge: Any, event: Any) -> bool:
    """Whether the browser's own ``change`` of a field being left says what :func:`announce` has said; asked once."""
    told = _told.get(bridge, [])
    field = event.target
    known = next((value for each, value in told if each == field), None)
    told[:] = [(each, value) for each, value in told if each != field]
    return known is not None and bool(event.isTrusted) and known == get_value(bridge, field)


def _take(bridge: Any, field: Any) -> str | None:
    fields = _edited.get(bridge, [])
    found = next((value for each, value in fields if each == field), None)
    fields[:] = [(each, value) for each, value in fields if each != field]
    return found
