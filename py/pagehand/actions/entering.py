"""Text entry into fields, editable elements and editors (C14, C111, C113, page-shapes 1a)."""

from __future__ import annotations

from typing import Any, Literal

from pagehand.actions import editable, editors, text_fields
from pagehand.actions.aim import has_box
from pagehand.actions.checks import disabled_refusal
from pagehand.actions.focus import active_element, editing_host
from pagehand.actions.geometry import deepest_at
from pagehand.actions.labels import labelled
from pagehand.actions.native import get_value
from pagehand.actions.pointing import approach
from pagehand.actions.scope import Found, Scope
from pagehand.actions.successors import successor_of
from pagehand.actions.text_fields import Entry
from pagehand.page import Target
from pagehand.results import ActionResult, failed, succeeded

Mode = Literal["replace", "append"]
MAX_SHOWN = 200
_FIELD = "input, textarea"
_EDITABLE = "[contenteditable=''], [contenteditable=true], [contenteditable=plaintext-only]"


async def input_text(scope: Scope, target: Target, text: str, mode: Mode) -> ActionResult:
    found = scope.usable(target)
    if isinstance(found, ActionResult):
        return found
    element = text_target(scope.bridge, found.element)
    editor = editors.find_editor(scope.bridge, element)
    named = editor is not None and editor.root == found.element
    if editor is not None and (named or (element.localName != "input" and _is_editor_part(element, editor))):
        return await _fill_editor(scope, found, editor, text, mode)
    inner = Found(element, found.label, found.data)
    refusal = disabled_refusal(element, found.label)
    if refusal is not None:
        return refusal
    if text_fields.is_text_field(element):
        return await _fill_field(scope, inner, text, mode)
    host = editing_host(element)
    if host is not None:
        return await _fill_editable(scope, Found(host, found.label, found.data), text, mode)
    return _wrong_kind(found)


def _is_editor_part(element: Any, editor: editors.Editor) -> bool:
    """A search box inside an editor's frame is a field of its own."""
    return element.localName != "textarea" or element == editor.input or not has_box(element)


def text_target(bridge: Any, element: Any) -> Any:
    """What takes the text when a label, a wrapper or an editor's frame was named."""
    if text_fields.is_text_field(element) or editing_host(element) is not None:
        return element
    control = labelled(bridge, element)
    if control:
        return text_target(bridge, control)
    if element.localName in ("iframe", "frame"):
        body = element.contentDocument.body if element.contentDocument else None
        return body if body and body.isContentEditable else element
    if element.localName in ("input", "select", "button", "a"):
        return element
    fields = [field for field in bridge.query_all(element, _FIELD) if text_fields.is_text_field(field)]
    hosts = list(bridge.query_all(element, _EDITABLE))
    both = fields + hosts
    return both[0] if len(both) == 1 else element


def _wrong_kind(found: Found) -> ActionResult:
    element = found.element
    if element.localName == "select":
        advice = "it is a select box: choose with the select action"
    elif element.localName == "input":
        advice = text_fields.OTHER_ACTIONS.get(element.type, f"it is an input of type {element.type}")
    elif element.getAttribute("role") in ("slider", "spinbutton"):
        advice = "it takes no text: drag it, or press ArrowRight, ArrowLeft, Home, End or PageUp on it"
    else:
        advice = "it is not a text field or an editor"
    return failed("not_interactive", f"Cannot type into {found.label}: {advice}. Nothing was done.")


async def _fill_field(scope: Scope, found: Found, text: str, mode: Mode) -> ActionResult:
    bridge, element = scope.bridge, found.element
    if element.readOnly:
        return failed(
            "not_interactive",
            f"{found.label} is read-only. If it opens a picker, click it and choose there. Nothing was done.",
        )
    before = get_value(bridge, element)
    value, note, problem = text_fields.plan_value(element, text, append=mode == "append", before=before)
    if problem is not None:
        why = "the text does not fit this kind of field" if scope.is_secret(element) else problem
        return failed("no_effect", f"Nothing was written into {found.label}: {why}.")
    focused = await _focus_by_click(scope, found)
    if isinstance(focused, ActionResult):
        return focused
    expects, secret = _suggests(element), scope.is_secret(element)
    again = False
    while True:
        element = focused.element
        successor = successor_of(scope.page, element)
        entry = await text_fields.fill(
            bridge, element, value, lambda: scope.settle(expects_change=expects), secret=secret
        )
        twin = None if element.isConnected else await successor()
        if twin is None or not text_fields.is_text_field(twin):
            break
        focused = Found(twin, found.label, found.data)
        if again or get_value(bridge, twin) == value:
            entry = text_fields.read_back(bridge, twin, value, secret=secret)
            break
        again = True  # the page drew the field anew, without the text
    return _outcome(scope, focused, entry, note)


async def _fill_editable(scope: Scope, found: Found, text: str, mode: Mode) -> ActionResult:
    host = found.element
    if host.getAttribute("aria-readonly") == "true":
        return failed("not_interactive", f"{found.label} is read-only. Nothing was done.")
    focused = await _focus_by_click(scope, found)
    if isinstance(focused, ActionResult):
        return focused
    host = focused.element
    entry = await editable.write(scope.bridge, host, text, append=mode == "append", settle=scope.settle)
    return _outcome(scope, focused, entry)


async def _fill_editor(scope: Scope, found: Found, editor: editors.Editor, text: str, mode: Mode) -> ActionResult:
    if editors.is_read_only(editor):
        return failed("not_interactive", f"{found.label} is a read-only {editor.name} editor. Nothing was done.")
    focused = await _focus_by_click(scope, Found(editor.root, found.label))
    if isinstance(focused, ActionResult):
        return focused
    entry = await editors.write(scope.bridge, editor, text, append=mode == "append", settle=scope.settle)
    return _outcome(scope, Found(editor.root, found.label, found.data), entry)


def _outcome(scope: Scope, found: Found, entry: Entry, note: str = "") -> ActionResult:
    shown = describe_text(scope, found.element, entry.shown)
    if entry.problem is not None:
        hidden = scope.is_secret(found.element) and entry.names_value
        why = "it does not take the text" if hidden else entry.problem
        return failed("no_effect", f"{found.label} now holds {shown}: {why}.")
    note = "" if scope.is_secret(found.element) else note
    notes = "; ".join(part for part in (note, entry.note) if part)
    return succeeded(f"{found.label} now holds {shown}{f' ({notes})' if notes else ''}.", data=found.data)


async def _focus_by_click(scope: Scope, found: Found) -> Found | ActionResult:
    """Click into the field as a user does, unless it has the focus already (a second click may close a popup).

    Pages that draw the field anew when it is touched are followed to the new one.
    """
    focused = active_element(scope.bridge.document)
    if focused is not None and scope.bridge.contains(found.element, focused):
        return found
    successor = successor_of(scope.page, found.element)
    aimed = await scope.aim(found)
    if not isinstance(aimed, ActionResult):
        aimed = await approach(scope, found, aimed, None)
    if isinstance(aimed, ActionResult):
        return aimed
    point = aimed.point
    await scope.pointer.click(aimed.under, lambda: deepest_at(scope.bridge, point))
    await scope.two_frames()
    element = await successor()
    if element is None or element.localName != found.element.localName:
        return failed("not_found", f"{found.label} was replaced when it was clicked. Read the page again.")
    return Found(element, found.label, found.data)


def _suggests(element: Any) -> bool:
    """Fields that show suggestions some time after typing (X18)."""
    is_search = element.localName == "input" and element.type == "search"
    return (
        is_search
        or element.getAttribute("role") in ("combobox", "searchbox")
        or any(element.hasAttribute(name) for name in ("aria-autocomplete", "list", "aria-haspopup"))
    )


def describe_text(scope: Scope, element: Any, text: str) -> str:
    """A field's content for a message; a secret one only by its length (X17)."""
    if scope.is_secret(element):
        return f"{len(text)} characters"
    if not text:
        return "nothing"
    return f"'{text[:MAX_SHOWN]}…' ({len(text)} characters)" if len(text) > MAX_SHOWN else f"'{text}'"
