"""Copy a text: through the clipboard API, or where that is refused through a selection in our own shadow root."""

from __future__ import annotations

from typing import Any

from pyodide.ffi import JsException


async def copy_text(window: Any, shadow_root: Any, text: str) -> bool:
    clipboard = window.navigator.clipboard
    if clipboard:
        try:
            await clipboard.writeText(text)
        except JsException:
            # Not allowed here (no secure context, no focus, a permission policy): try the older way
            return _copy_selection(shadow_root, text)
        return True
    return _copy_selection(shadow_root, text)


def _copy_selection(shadow_root: Any, text: str) -> bool:
    document = shadow_root.ownerDocument
    had_focus = shadow_root.activeElement
    area = document.createElement("textarea")
    area.className = "unseen"
    area.value = text
    shadow_root.getElementById("root").appendChild(area)
    area.select()
    copied = bool(document.execCommand("copy"))
    area.remove()
    if had_focus:
        had_focus.focus()
    return copied
