"""Text entry (C14, C111, C113, page-shapes 1a)."""

from __future__ import annotations

from typing import Any, Literal

from pagehand.actions import text_fields
from pagehand.actions.focus import active_element
from pagehand.actions.geometry import deepest_at
from pagehand.actions.native import get_value
from pagehand.actions.scope import Found, Scope
from pagehand.dom.secrets import is_secret
from pagehand.page import Target
from pagehand.results import ActionResult, failed, succeeded

Mode = Literal["replace", "append"]
MAX_SHOWN = 200


async def input_text(scope: Scope, target: Target, text: str, mode: Mode) -> ActionResult:
    found = scope.usable(target)
    if isinstance(found, ActionResult):
        return found
    element = found.element
    if not text_fields.is_text_field(element):
        return _wrong_kind(found)
    return await _fill_field(scope, found, text, mode)


def _wrong_kind(found: Found) -> ActionResult:
    element = found.element
    if element.localName == "select":
        advice = "it is a select box: choose with the select action"
    elif element.localName == "input":
        advice = text_fields.OTHER_ACTIONS.get(element.type, f"it is an input of type {element.type}")
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
        return failed("no_effect", f"Nothing was written into {found.label}: {problem}.")
    refusal = await _focus_by_click(scope, found)
    if refusal is not None:
        return refusal
    expects = _suggests(element)
    entry = await text_fields.fill(bridge, element, value, lambda: scope.settle(expects_change=expects))
    shown = describe_text(scope, element, entry.shown)
    if entry.problem is not None:
        return failed("no_effect", f"{found.label} now holds {shown}: {entry.problem}.")
    notes = "; ".join(part for part in (note, entry.note) if part)
    return succeeded(f"{found.label} now holds {shown}{f' ({notes})' if notes else ''}.", data=found.data)


async def _focus_by_click(scope: Scope, found: Found) -> ActionResult | None:
    """Click into the field as a user does, unless it has the focus already (a second click may close a popup)."""
    if active_element(scope.bridge.document) == found.element:
        return None
    aimed = await scope.aim(found)
    if isinstance(aimed, ActionResult):
        return aimed
    scope.pointer.move(aimed.under, aimed.point)
    await scope.pointer.click(aimed.under, lambda: deepest_at(scope.bridge, aimed.point))
    await scope.two_frames()
    if not found.element.isConnected:
        return failed("not_found", f"{found.label} was replaced when it was clicked. Read the page again.")
    return None


def _suggests(element: Any) -> bool:
    """Fields that show suggestions some time after typing (X18)."""
    return element.getAttribute("role") in ("combobox", "searchbox") or any(
        element.hasAttribute(name) for name in ("aria-autocomplete", "list", "aria-haspopup")
    )


def describe_text(scope: Scope, element: Any, text: str) -> str:
    """A field's content for a message; a secret one only by its length (X17)."""
    if is_secret(scope.bridge, element):
        return f"{len(text)} characters"
    if not text:
        return "nothing"
    return f"'{text[:MAX_SHOWN]}…' ({len(text)} characters)" if len(text) > MAX_SHOWN else f"'{text}'"
