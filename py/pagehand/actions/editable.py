"""Text into ``contenteditable`` elements, also those whose script owns the content (page-shapes 1, 2, 5).

What works differs: plain elements take the browser's own edit, Slate and Lexical answer ``beforeinput``, ProseMirror and
Quill watch the tree, most of them take a paste. The ways are tried in turn, each on the emptied selection, and the
editor's text is read back after the page has settled: an event that was sent proves nothing.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any

from pagehand.actions.events import dispatch, dispatch_input, view_of
from pagehand.actions.focus import move_focus
from pagehand.actions.key_table import Key, find_key
from pagehand.actions.text_fields import Entry, Settle, insert_text, key_event

SELECTION_SYNC = 0.03
"""Seconds until an editor has heard of a new selection (``selectionchange`` comes later than the change)."""
_INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200c\u200d\ufeff\u2060"))


def shown_text(host: Any) -> str:
    """An editor's text as a user reads it; a placeholder that the editor draws as an element is no text."""
    text = str(host.innerText if host.innerText is not None else host.textContent)
    for placeholder in host.querySelectorAll("[data-slate-placeholder], .placeholder"):
        text = text.replace(str(placeholder.innerText), "", 1)
    return text.translate(_INVISIBLE).replace("\u00a0", " ").strip("\n")


def same_text(asked: str, shown: str) -> bool:
    """Equal but for blank lines between paragraphs and white space at line ends, which editors add."""
    return _lines(asked) == _lines(shown)


def _lines(text: str) -> list[str]:
    plain = text.translate(_INVISIBLE).replace("\u00a0", " ")
    return [re.sub(r"[ \t]+", " ", line).strip() for line in plain.splitlines() if line.strip()]


def select_for_edit(host: Any, *, append: bool) -> None:
    """Select all of the editor's content, or put the caret at its end."""
    selection = host.ownerDocument.getSelection()
    selection.selectAllChildren(host)
    if append:
        selection.collapseToEnd()


async def write(bridge: Any, host: Any, text: str, *, append: bool, settle: Settle) -> Entry:
    """Put ``text`` into an editing host that has been checked, and read it back."""
    before = shown_text(host)
    wanted = (before + text) if append else text
    move_focus(bridge, host)
    ways: list[Callable[[Any, Any, str], Awaitable[None]]] = [_edit, _paste, _type_keys]
    if "\n" in text and not _is_plain(host):
        # A model's line break would be a paragraph's end in one editor and "send" in another; all take it in a paste.
        ways = [_paste, _edit]
    if not text:
        ways = [_erase, _erase_by_key]
    for number, way in enumerate(ways):
        select_for_edit(host, append=append and shown_text(host) == before)
        await asyncio.sleep(SELECTION_SYNC)
        if append and shown_text(host) != before:
            await _put_back(bridge, host, before)
        elif number and text and not append and shown_text(host):
            # The way before may have added to what was there: some editors know no selection. Empty it first.
            await _erase(bridge, host, "")
            await settle()
            select_for_edit(host, append=False)
            await asyncio.sleep(SELECTION_SYNC)
        await way(bridge, host, text)
        await settle()
        if not host.isConnected:
            return Entry("", "the editor was replaced while it was being filled; read the page again")
        if same_text(wanted, shown_text(host)):
            return Entry(shown_text(host))
    shown = shown_text(host)
    if shown == before:
        return Entry(shown, "the page did not take the text: its editor keeps its own content")
    return Entry(shown, "the page did not keep the text as typed")


def _is_plain(host: Any) -> bool:
    """True for an editor that nothing but the browser seems to run."""
    marks = ("data-lexical-editor", "data-slate-editor", "data-contents")
    classes = ("ProseMirror", "ql-editor", "cm-content", "public-DraftEditor-content", "ck-editor__editable")
    return not any(host.hasAttribute(mark) for mark in marks) and not any(
        host.classList.contains(name) for name in classes
    )


async def _put_back(bridge: Any, host: Any, before: str) -> None:
    """An earlier way changed the content: start again from what was there."""
    host.ownerDocument.execCommand("insertText", False, before)
    await asyncio.sleep(SELECTION_SYNC)
    select_for_edit(host, append=True)
    await asyncio.sleep(SELECTION_SYNC)


async def _edit(bridge: Any, host: Any, text: str) -> None:
    """``beforeinput``, and the browser's own edit where the page does not do it by itself."""
    for number, line in enumerate(text.split("\n")):
        if number and dispatch_input(bridge, host, "beforeinput", "insertParagraph", None):
            host.ownerDocument.execCommand("insertParagraph")
        if line:
            insert_text(bridge, host, line)
        if number:
            await asyncio.sleep(0)


async def _paste(bridge: Any, host: Any, text: str) -> None:
    """A paste; where no editor takes it, the browser's own insertion."""
    transfer = view_of(host).DataTransfer.new()
    transfer.setData("text/plain", text)
    members = {"bubbles": True, "cancelable": True, "composed": True, "clipboardData": transfer}
    if dispatch(bridge, host, "ClipboardEvent", "paste", members):
        host.ownerDocument.execCommand("insertText", False, text)


async def _type_keys(bridge: Any, host: Any, text: str) -> None:
    """Character by character with key events, for editors that build on them; the first replaces the selection."""
    for character in text:
        key = find_key(character) or Key(character, "", 0)
        allowed = key_event(bridge, host, "keydown", key)
        if allowed and key_event(bridge, host, "keypress", key):
            insert_text(bridge, host, character)
        key_event(bridge, host, "keyup", key)
        await asyncio.sleep(0)


async def _erase(bridge: Any, host: Any, _text: str) -> None:
    if dispatch_input(bridge, host, "beforeinput", "deleteContentBackward", None):
        host.ownerDocument.execCommand("delete")


async def _erase_by_key(bridge: Any, host: Any, _text: str) -> None:
    key = find_key("Backspace")
    assert key is not None
    if key_event(bridge, host, "keydown", key):
        await _erase(bridge, host, "")
    key_event(bridge, host, "keyup", key)
