"""Fields that the browser refuses to submit: its message is drawn outside the page, so it is heard from the event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyodide.ffi import create_proxy

from pagehand.actions.dialogs import windows_below


def watch_refusals(bridge: Any, on_invalid: Callable[[Any], None]) -> Callable[[], None]:
    """Call ``on_invalid`` with each field that is found invalid; returns what ends it."""
    listener = create_proxy(lambda event: on_invalid(event.composedPath()[0]))
    windows = windows_below(bridge.window)
    for window in windows:
        window.addEventListener("invalid", listener, True)

    def stop() -> None:
        for window in windows:
            window.removeEventListener("invalid", listener, True)
        listener.destroy()

    return stop


def validation_words(field: Any, *, secret: bool) -> str | None:
    """The browser's own message for a field; it may quote the value, so not for secret ones (X17)."""
    message = str(getattr(field, "validationMessage", "") or "")
    if message and secret:
        return "a value is required" if field.validity.valueMissing else "the value does not fit"
    return message or None
