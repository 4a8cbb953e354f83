"""Whether a form is valid, field by field (C143)."""

from __future__ import annotations

from typing import Any

from pagehand.actions.refusals import validation_words
from pagehand.actions.scope import Scope
from pagehand.page import Target
from pagehand.results import ActionResult, succeeded

_FIELDS = "input:not([type=submit]):not([type=button]):not([type=hidden]), textarea, select"
_ERRORS = ".error, .invalid-feedback, [data-error]"


async def validate_form(scope: Scope, target: Target) -> ActionResult:
    found = scope.locate(target)
    if isinstance(found, ActionResult):
        return found
    fields = [_report(scope, field) for field in scope.bridge.query_all(found.element, _FIELDS)]
    invalid = [field for field in fields if not field["valid"]]
    if not invalid:
        message = f"All {len(fields)} fields of {found.label} are valid."
    else:
        problems = "; ".join(
            f"{field['name'] or field['selector']}: {field['message'] or 'invalid'}" for field in invalid
        )
        message = f"{len(invalid)} of {len(fields)} fields of {found.label} are not valid: {problems}."
    return succeeded(message, data={"valid": not invalid, "fields": fields})


def _report(scope: Scope, field: Any) -> dict[str, Any]:
    native = bool(field.validity.valid)
    aria = not field.hasAttribute("aria-invalid") or field.getAttribute("aria-invalid") == "false"
    return {
        "selector": _selector(field),
        "hash": _hash(scope, field),
        "name": field.name or field.id or None,
        "valid": native and aria,
        "message": _message(scope, field, native),
    }


def _hash(scope: Scope, field: Any) -> str | None:
    """The field's hash id (X14); None for a field that the page's reading has no number for."""
    number = scope.page.registry.number_of(field)
    return None if number is None else scope.page.registry.hash_of(number)


def _selector(field: Any) -> str:
    if field.id:
        return f"#{field.id}"
    return f'{field.localName}[name="{field.name}"]' if field.name else field.localName


def _message(scope: Scope, field: Any, native: bool) -> str | None:
    """Words beside the field; an error that merely stands near counts too, as the catalogue says."""
    described = field.getAttribute("aria-describedby")
    root = field.getRootNode()
    node = root.getElementById(described) if described else None
    if not node and field.parentElement:
        node = field.parentElement.querySelector(_ERRORS)
    if node:
        text = " ".join((node.textContent or node.getAttribute("data-error") or "").split())
        if text:
            return text
    if native:
        return None
    return validation_words(field, secret=scope.is_secret(field))
