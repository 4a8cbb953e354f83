"""Code editors that show their text themselves: CodeMirror 5 and 6, Monaco, Ace, and TinyMCE's frame (page-shapes 3, 4).

Their own instance is used where the page's world is in reach (the embed, or the extension's page-world hook); else
their hidden text area or editable gets a select-all key and a paste, as from a keyboard. Reading back goes the same way,
and what cannot be read back is not called a success.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pyodide.ffi import to_js

from pagehand.actions.events import as_object, dispatch, dispatch_input, view_of
from pagehand.actions.focus import move_focus
from pagehand.actions.key_table import Key, find_key
from pagehand.actions.native import set_value
from pagehand.actions.text_fields import Entry, Settle, key_event


@dataclass(frozen=True)
class Editor:
    """One editor: its name, its root, what takes its keys, and its instance when that is in reach."""

    name: str
    root: Any
    input: Any
    read: Callable[[], str] | None
    """The whole text, from the instance; None where only the rendered lines can be seen."""
    write: Callable[[str], None] | None


_ROOTS = {
    "CodeMirror": ".CodeMirror",
    "CodeMirror 6": ".cm-editor",
    "Monaco": ".monaco-editor",
    "Ace": ".ace_editor",
}
_LINES = {
    "CodeMirror": ".CodeMirror-line",
    "CodeMirror 6": ".cm-line",
    "Monaco": ".view-line",
    "Ace": ".ace_line",
}


def find_editor(bridge: Any, element: Any) -> Editor | None:
    """The code editor that an element is, is inside of, or holds; None for everything else."""
    for name, selector in _ROOTS.items():
        root = element.closest(selector)
        if not root:
            inside = list(bridge.query_all(element, selector))
            root = inside[0] if len(inside) == 1 else None
        if root:
            return _MAKERS[name](bridge, root)
    return None


def _first(bridge: Any, root: Any, selector: str) -> Any | None:
    return next(iter(bridge.query_all(root, selector)), None)


def _code_mirror_5(bridge: Any, root: Any) -> Editor:
    instance = getattr(root, "CodeMirror", None)
    field = _first(bridge, root, "textarea, [contenteditable=true]")
    if not instance:
        return Editor("CodeMirror", root, field, None, None)
    return Editor("CodeMirror", root, field, lambda: str(instance.getValue()), instance.setValue)


def _code_mirror_6(bridge: Any, root: Any) -> Editor:
    content = _first(bridge, root, ".cm-content")
    holder = getattr(content, "cmTile", None) or getattr(content, "cmView", None)
    view = getattr(holder, "view", None) or getattr(getattr(holder, "root", None), "view", None) if holder else None
    if not view:
        return Editor("CodeMirror 6", root, content, None, None)

    def write(text: str) -> None:
        change = {"from": 0, "to": view.state.doc.length, "insert": text}
        view.dispatch(as_object(bridge, {"changes": as_object(bridge, change), "userEvent": "input"}))

    return Editor("CodeMirror 6", root, content, lambda: str(view.state.doc.toString()), write)


def _monaco(bridge: Any, root: Any) -> Editor:
    field = _first(bridge, root, "textarea.inputarea, .native-edit-context, textarea")
    monaco = getattr(view_of(root), "monaco", None)
    editors = list(monaco.editor.getEditors()) if monaco and hasattr(monaco.editor, "getEditors") else []
    instance = next((editor for editor in editors if editor.getDomNode() and editor.getDomNode().contains(root)), None)
    if instance is None:
        return Editor("Monaco", root, field, None, None)

    def write(text: str) -> None:
        edit = {"range": instance.getModel().getFullModelRange(), "text": text, "forceMoveMarkers": True}
        # An edit, unlike a new value, can be undone by the person and is announced like typing.
        instance.pushUndoStop()
        instance.executeEdits("pagehand", to_js([as_object(bridge, edit)]))
        instance.pushUndoStop()

    return Editor("Monaco", root, field, lambda: str(instance.getValue()), write)


def _ace(bridge: Any, root: Any) -> Editor:
    environment = getattr(root, "env", None)
    instance = getattr(environment, "editor", None) if environment else None
    field = _first(bridge, root, "textarea.ace_text-input, textarea")
    if not instance:
        return Editor("Ace", root, field, None, None)
    return Editor("Ace", root, field, lambda: str(instance.getValue()), lambda text: instance.setValue(text, 1))


_MAKERS: dict[str, Callable[[Any, Any], Editor]] = {
    "CodeMirror": _code_mirror_5,
    "CodeMirror 6": _code_mirror_6,
    "Monaco": _monaco,
    "Ace": _ace,
}


def rendered_text(bridge: Any, editor: Editor) -> str:
    """The lines that are on screen, top to bottom (Monaco's are out of order in the tree)."""
    lines = [(line.getBoundingClientRect().top, line) for line in bridge.query_all(editor.root, _LINES[editor.name])]
    texts = [str(line.textContent) for _top, line in sorted(lines, key=lambda pair: pair[0])]
    return "\n".join(texts).replace("\u00a0", " ").replace("\u200b", "")


def read(bridge: Any, editor: Editor) -> str:
    return editor.read() if editor.read else rendered_text(bridge, editor)


def is_read_only(editor: Editor) -> bool:
    field = editor.input
    return bool(field) and bool(
        getattr(field, "readOnly", False)
        or field.getAttribute("contenteditable") == "false"
        or field.getAttribute("aria-readonly") == "true"
    )


async def write(bridge: Any, editor: Editor, text: str, *, append: bool, settle: Settle) -> Entry:
    before = read(bridge, editor)
    wanted = before + text if append and editor.read else text
    if editor.input is not None:
        move_focus(bridge, editor.input)
    if editor.write is not None:
        editor.write(wanted)
        await settle()
        if _same(wanted, read(bridge, editor)):
            return Entry(read(bridge, editor))
    if editor.input is None:
        return Entry(before, f"this {editor.name} editor cannot be reached from here")
    for way in (_paste, _type):
        await _select(bridge, editor, append=append)
        await way(bridge, editor, text)
        await settle()
        shown = read(bridge, editor)
        if _same(wanted, shown):
            return Entry(shown)
        if not editor.read and append and shown.rstrip().endswith(text.rstrip()) and shown != before:
            return Entry(shown)
        if not editor.read and not append and len(shown) > 200 and text.startswith(shown.rstrip()):
            return Entry(text, None, "only the beginning is on screen and could be checked")
    return Entry(read(bridge, editor), f"this {editor.name} editor did not take the text")


def _same(wanted: str, shown: str) -> bool:
    return wanted.replace("\r\n", "\n").rstrip("\n") == shown.replace("\r\n", "\n").rstrip("\n")


async def _select(bridge: Any, editor: Editor, *, append: bool) -> None:
    """Ctrl+A or Ctrl+End by keys, which the editor's own key bindings answer."""
    move_focus(bridge, editor.input)
    key = find_key("End" if append else "a")
    assert key is not None
    key_event(bridge, editor.input, "keydown", key, ctrlKey=True)
    key_event(bridge, editor.input, "keyup", key, ctrlKey=True)
    await asyncio.sleep(0.03)


async def _paste(bridge: Any, editor: Editor, text: str) -> None:
    transfer = view_of(editor.input).DataTransfer.new()
    transfer.setData("text/plain", text)
    members = {"bubbles": True, "cancelable": True, "composed": True, "clipboardData": transfer}
    dispatch(bridge, editor.input, "ClipboardEvent", "paste", members)


async def _type(bridge: Any, editor: Editor, text: str) -> None:
    """The text as one insertion into the hidden text area, where the editor picks it up."""
    field = editor.input
    key_event(bridge, field, "keydown", Key("Unidentified", "", 229))
    if field.localName == "textarea":
        set_value(bridge, field, text)
        dispatch_input(bridge, field, "input", "insertText", text)
    elif dispatch_input(bridge, field, "beforeinput", "insertText", text):
        field.ownerDocument.execCommand("insertText", False, text)
    key_event(bridge, field, "keyup", Key("Unidentified", "", 229))
