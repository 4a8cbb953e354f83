"""Implicit submission: what Enter in a field does, by the HTML standard's rules (page-shapes 69)."""

from __future__ import annotations

from typing import Any

from pyodide.ffi import to_js

from pagehand.actions.commits import commit
from pagehand.actions.native import get_property

_BLOCKING = frozenset(
    {"text", "search", "tel", "url", "email", "password", "date", "month", "week", "time", "datetime-local", "number"}
)


def controls_of(bridge: Any, form: Any) -> list[Any]:
    """The form's controls; the native accessor, since a field named ``elements`` hides the form's own."""
    return list(get_property(bridge, form, "elements", "HTMLFormElement"))


def default_button(bridge: Any, form: Any) -> Any | None:
    """The form's first submit button in tree order, disabled or not."""
    for element in controls_of(bridge, form):
        if element.localName == "button" and element.type == "submit":
            return element
        if element.localName == "input" and element.type in ("submit", "image"):
            return element
    # Image buttons are left out of ``elements``.
    return next(iter(bridge.query_all(form, "input[type=image]")), None)


def submit_implicitly(bridge: Any, field: Any) -> str:
    """Enter in ``field``: commit it, then press its form's default button or submit; returns what was done."""
    commit(bridge, field)
    form = field.form
    if not field.isConnected or not form:
        return ""
    button = default_button(bridge, form)
    if button is not None:
        if button.matches(":disabled"):
            return "the form's submit button is disabled, so nothing was submitted"
        button.click()
        return "pressed the form's submit button"
    blocking = [
        element for element in controls_of(bridge, form) if element.localName == "input" and element.type in _BLOCKING
    ]
    if len(blocking) > 1:
        return "the form has several fields and no submit button, so Enter does not submit it"
    bridge.apply(bridge.realm.HTMLFormElement.prototype.requestSubmit, form, to_js([]))
    return "submitted the form"
