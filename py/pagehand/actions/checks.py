"""What every hand checks before it acts: a refusal is a result with its own reason, and changes nothing.

=====================  =====================================================
the element is         answer
=====================  =====================================================
gone                   ``not_found`` (the registry says which way)
without a box, hidden  ``not_visible``
disabled, inert        ``not_interactive``
under something else   ``covered``, with what covers it
the wrong kind         ``not_interactive``, with the action that would do
=====================  =====================================================
"""

from __future__ import annotations

from typing import Any

from pagehand.actions.focus import parent_in_flat_tree
from pagehand.results import ActionResult, failed


def disabled_refusal(element: Any, label: str) -> ActionResult | None:
    """``not_interactive`` when neither a mouse nor a keyboard could operate the element now, else None."""
    if element.matches(":disabled"):
        by_fieldset = not element.hasAttribute("disabled")
        why = "its fieldset is disabled" if by_fieldset else "it is disabled"
        return failed("not_interactive", f"{label} cannot be used: {why}. Nothing was done.")
    node: Any | None = element
    while node is not None:
        if node.hasAttribute("inert"):
            return failed("not_interactive", f"{label} cannot be used: it is in an inert part of the page.")
        if node != element and node.matches("button:disabled, select:disabled"):
            return failed(
                "not_interactive", f"{label} cannot be used: it is in a disabled {node.localName}. Nothing was done."
            )
        if node.getAttribute("aria-disabled") == "true":
            return failed("not_interactive", f"{label} cannot be used: it is marked as disabled. Nothing was done.")
        node = parent_in_flat_tree(node)
    control = getattr(element, "control", None) if element.localName == "label" else None
    if control and control.matches(":disabled"):
        return failed("not_interactive", f"{label} cannot be used: its control is disabled. Nothing was done.")
    return None


def is_rendered(element: Any) -> bool:
    """True when the element takes part in layout and is not hidden by ``visibility`` or ``content-visibility``."""
    return bool(element.checkVisibility(_visibility_options(element)))


def _visibility_options(element: Any) -> Any:
    options = element.ownerDocument.defaultView.Object.new()
    options.visibilityProperty = True
    return options
