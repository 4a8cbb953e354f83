"""Check boxes, radio buttons and switches: native and ARIA (page-shapes 47)."""

from __future__ import annotations

from typing import Any

from pagehand.actions.pointing import press_found
from pagehand.actions.scope import Found, Scope
from pagehand.actions.successors import Successor, successor_of
from pagehand.page import Target
from pagehand.results import ActionResult, failed, succeeded

_ROLES = ("checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio")


def control_of(bridge: Any, element: Any) -> Any | None:
    """The check box, radio button or switch that an element is, labels, or is drawn around."""
    if _is_checkable(element):
        return element
    control = getattr(element, "control", None) if element.localName == "label" else None
    if control and _is_checkable(control):
        return control
    selector = "input[type=checkbox], input[type=radio], " + ", ".join(f"[role={role}]" for role in _ROLES)
    inside = list(bridge.query_all(element, selector))
    native = [item for item in inside if item.localName == "input"] or inside
    return native[0] if len(native) == 1 else None


def _is_checkable(element: Any) -> bool:
    if element.localName == "input":
        return element.type in ("checkbox", "radio")
    return element.getAttribute("role") in _ROLES or (
        element.localName == "button" and element.hasAttribute("aria-pressed")
    )


def is_checked(control: Any) -> bool:
    if control.localName == "input":
        return bool(control.checked)
    return (control.getAttribute("aria-checked") or control.getAttribute("aria-pressed")) == "true"


def _is_mixed(control: Any) -> bool:
    return bool(getattr(control, "indeterminate", False)) or control.getAttribute("aria-checked") == "mixed"


async def _control_now(scope: Scope, successor: Successor) -> Any | None:
    """The control as it is on the page now, also when the page drew it anew."""
    element = await successor()
    return None if element is None else control_of(scope.bridge, element)


def _is_radio(control: Any) -> bool:
    return control.getAttribute("role") in ("radio", "menuitemradio") or getattr(control, "type", "") == "radio"


async def set_checked(scope: Scope, target: Target, checked: bool) -> ActionResult:
    found = scope.usable(target)
    if isinstance(found, ActionResult):
        return found
    control = control_of(scope.bridge, found.element)
    if control is None:
        return failed("not_interactive", f"{found.label} is no check box, radio button or switch. Nothing was done.")
    state = "checked" if checked else "not checked"
    if is_checked(control) == checked:
        return succeeded(f"{found.label} is {state} already.", data=found.data)
    if not checked and _is_radio(control):
        return failed("not_interactive", f"{found.label} is a radio button: choose another one of its group instead.")
    was_mixed = _is_mixed(control)
    successor = successor_of(scope.page, found.element)
    result = await press_found(scope, found, "left", 1, None, ())
    if not result.ok:
        return result
    now = await _control_now(scope, successor)
    if now is not None and is_checked(now) != checked:
        # Custom boxes report their state late, after an animation or a request.
        await scope.settle(expects_change=True)
        now = await _control_now(scope, successor)
    if now is not None and is_checked(now) != checked and was_mixed and not _is_mixed(now):
        # A box in the third state may be unchecked first.
        result = await press_found(scope, Found(await successor(), found.label, found.data), "left", 1, None, ())
        now = await _control_now(scope, successor)
    if now is None and is_checked(control) == checked:
        return succeeded(
            f"{found.label} was clicked, and the page took it away, so its state cannot be read back. Look at the page.",
            data=found.data,
        )
    if now is None or is_checked(now) != checked:
        return failed(
            "no_effect", f"{found.label} was clicked but is still not {'checked' if checked else 'unchecked'}."
        )
    return succeeded(f"{found.label} is {state} now.", data=found.data)
