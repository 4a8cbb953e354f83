"""Text into ``input`` and ``textarea``: as one edit first, key by key where the page wants keys.

The whole value is written past the page's own accessors and announced like an edit of an on-screen keyboard
(keydown 229, beforeinput, input, keyup 229), which every page that works on a phone understands; nothing depends on
a shortcut that a page may block (page-shapes 6, 7, 9, 10, 15).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any

from pagehand.actions.commits import announce, note_edit
from pagehand.actions.events import dispatch, dispatch_input, view_of
from pagehand.actions.focus import move_focus
from pagehand.actions.key_table import Key, find_key
from pagehand.actions.native import get_value, set_value
from pagehand.actions.pointer import page_turn
from pagehand.actions.typed_values import holds_same, to_wire

TEXT_TYPES = frozenset({"text", "search", "url", "tel", "email", "password"})
WIRE_TYPES = frozenset({"number", "range", "date", "time", "datetime-local", "month", "week", "color"})
OTHER_ACTIONS = {
    "checkbox": "set it by a click",
    "radio": "choose it by a click",
    "file": "give files with upload_file",
    "submit": "click it",
    "button": "click it",
    "reset": "click it",
    "image": "click it",
}
_UNIDENTIFIED = Key("Unidentified", "", 229)

Settle = Callable[[], Awaitable[None]]


@dataclass(frozen=True)
class Entry:
    """What a field holds after an edit; ``problem`` says why it is not what was asked for, ``note`` what to know."""

    shown: str
    problem: str | None = None
    note: str = ""
    names_value: bool = False
    """The problem quotes what was typed, which a secret field's must not (X17)."""


def is_text_field(element: Any) -> bool:
    if element.localName == "textarea":
        return True
    return element.localName == "input" and element.type in TEXT_TYPES | WIRE_TYPES


def kind_of(element: Any) -> str:
    return element.type if element.localName == "input" else element.localName


def plan_value(element: Any, text: str, *, append: bool, before: str) -> tuple[str, str, str | None]:
    """``(value to write, note, problem)`` for a field; with a problem nothing may be written."""
    kind = kind_of(element)
    if kind in ("range", "color") and not text.strip():
        return before, "", f"a {kind} field always has a value; it cannot be emptied"
    if kind in WIRE_TYPES:
        wire = to_wire(kind, before + text if append else text)
        note = f"written as {wire.value}" if wire.value and wire.value != text else ""
        return wire.value, note, wire.problem
    value = before + text if append else text
    note = ""
    if element.localName == "input" and ("\n" in value or "\r" in value):
        value = value.replace("\r\n", "\n").rstrip("\n").replace("\n", " ").replace("\r", " ")
        note = "this is a one-line field, so line breaks were left out"
    return value, note, None


async def fill(bridge: Any, element: Any, value: str, settle: Settle, *, secret: bool = False) -> Entry:
    """Make ``value`` the content of a text field that has been checked to be editable, and read it back.

    The content of a ``secret`` field is compared here and leaves as dots (X17).
    """
    entry = await _fill(bridge, element, value, settle)
    return replace(entry, shown="•" * len(entry.shown)) if secret else entry


def read_back(bridge: Any, element: Any, value: str, *, secret: bool = False) -> Entry:
    """What a field holds, against what it should; the page has filled it by itself."""
    shown = get_value(bridge, element)
    problem = None if _same(element, value, shown) else _why_not(element, value)
    names_value = problem is not None and kind_of(element) in WIRE_TYPES
    return Entry("•" * len(shown) if secret else shown, problem, "the page drew the field anew", names_value)


async def _fill(bridge: Any, element: Any, value: str, settle: Settle) -> Entry:
    limit = getattr(element, "maxLength", -1)
    cut = 0 <= limit < utf16_length(value) and kind_of(element) not in WIRE_TYPES
    written = cut_utf16(value, limit) if cut else value
    move_focus(bridge, element)
    await write_at_once(bridge, element, written)
    await settle()
    shown = get_value(bridge, element)
    if element.isConnected and not _same(element, written, shown) and kind_of(element) not in ("range", "color"):
        await type_keys(bridge, element, written)
        announce(bridge, element)
        await settle()
        shown = get_value(bridge, element)
    if cut:
        return Entry(shown, f"it takes at most {limit} characters")
    if not element.isConnected:
        return Entry(shown, "the field was replaced while it was being filled; look at the page again")
    if not _same(element, written, shown):
        return Entry(shown, _why_not(element, value), names_value=kind_of(element) in WIRE_TYPES)
    notes = ("the page formatted it" if shown != value else "", _complaint(element))
    return Entry(shown, None, "; ".join(note for note in notes if note))


def _complaint(element: Any) -> str:
    """What the browser has against a value that the field holds all the same (``min``, ``pattern``, ``type=email``)."""
    validity = element.validity
    # The message may quote the value of a secret field, so the secret ones' own words are left out (X17).
    if not element.willValidate or validity.valid or element.type == "password":
        return ""
    return f"not valid: {element.validationMessage}" if element.validationMessage else "not valid"


def _same(element: Any, asked: str, shown: str) -> bool:
    if asked == shown:
        return True
    if kind_of(element) == "textarea":
        return asked.replace("\r\n", "\n").rstrip() == shown.rstrip()
    if kind_of(element) in ("time", "datetime-local"):
        return bool(shown) and (asked.startswith(shown) or shown.startswith(asked))
    if kind_of(element) in WIRE_TYPES - {"number", "range"}:
        return False
    return holds_same(asked, shown)


def _why_not(element: Any, value: str) -> str:
    kind = kind_of(element)
    if kind == "range":
        low, high, step = element.min or "0", element.max or "100", element.step or "1"
        return f"the slider goes from {low} to {high} in steps of {step}"
    if kind in WIRE_TYPES:
        return f"a {kind} field does not take '{value}'"
    return "the page did not keep the text as typed"


async def write_at_once(bridge: Any, element: Any, value: str) -> bool:
    """One edit that replaces the content; false when the page cancelled it and so handles it by itself."""
    input_type = "insertText" if value else "deleteContentBackward"
    data = value or None
    before = get_value(bridge, element)
    key_event(bridge, element, "keydown", _UNIDENTIFIED)
    if kind_of(element) in TEXT_TYPES or element.localName == "textarea":
        element.select()  # what the edit replaces, for handlers that look
    allowed = dispatch_input(bridge, element, "beforeinput", input_type, data)
    if allowed:
        set_value(bridge, element, value)
        dispatch_input(bridge, element, "input", input_type, data)
    await page_turn()
    key_event(bridge, element, "keyup", _UNIDENTIFIED)
    await page_turn()
    if allowed or get_value(bridge, element) != before:
        announce(bridge, element)
    return allowed


def key_event(bridge: Any, element: Any, kind: str, key: Key, **extra: Any) -> bool:
    """One keyboard event; ``keypress`` carries the character's code, as browsers do."""
    members: dict[str, Any] = {
        "bubbles": True,
        "cancelable": True,
        "composed": True,
        "view": view_of(element),
        "key": key.key,
        "code": key.code,
        "keyCode": key.key_code,
        "which": key.key_code,
        "location": key.location,
        "shiftKey": key.shifted,
        **extra,
    }
    if kind == "keypress":
        code = ord(key.key) if len(key.key) == 1 else key.key_code
        members |= {"charCode": code, "keyCode": code, "which": code}
    return dispatch(bridge, element, "KeyboardEvent", kind, members)


async def type_keys(bridge: Any, element: Any, text: str) -> None:
    """Replace the content character by character, each with its key events (masks, key-driven fields)."""
    if hasattr(element, "select"):
        element.select()
    if dispatch_input(bridge, element, "beforeinput", "deleteContentBackward", None):
        element.ownerDocument.execCommand("delete")
    for character in text:
        key = find_key(character) or Key(character, "", 0)
        if key_event(bridge, element, "keydown", key) and key_event(bridge, element, "keypress", key):
            insert_text(bridge, element, "\n" if key.key == "Enter" else character)
        await page_turn()
        key_event(bridge, element, "keyup", key)


def insert_text(bridge: Any, element: Any, text: str) -> bool:
    """Insert at the caret of the focused field or editor as the browser's own edit (its ``input`` is trusted)."""
    input_type = "insertLineBreak" if text == "\n" else "insertText"
    if not dispatch_input(bridge, element, "beforeinput", input_type, None if text == "\n" else text):
        return False
    note_edit(bridge, element)
    return bool(element.ownerDocument.execCommand("insertText", False, text))


def utf16_length(text: str) -> int:
    """Length as ``maxlength`` counts it."""
    return len(text.encode("utf-16-le")) // 2


def cut_utf16(text: str, limit: int) -> str:
    return text.encode("utf-16-le")[: limit * 2].decode("utf-16-le", "ignore")
