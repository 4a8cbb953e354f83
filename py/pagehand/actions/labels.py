"""From what stands for a control to the control: a label, by ``for`` or ``aria-labelledby``; a wrapper of one hidden control."""

from __future__ import annotations

from typing import Any

from pagehand.actions.focus import is_focusable

_CONTROLS = "input:not([type=hidden]), select, textarea, button, [tabindex], [contenteditable]"


def labelled(bridge: Any, element: Any) -> Any | None:
    """What a ``<label>`` is for; also what is no form control, where a press on the label does nothing. None for others."""
    if element.localName != "label":
        return None
    if element.control:
        return element.control
    root = element.getRootNode()
    named = root.getElementById(element.htmlFor) if element.htmlFor and hasattr(root, "getElementById") else None
    if named:
        return named
    if not element.id:
        return None
    holders = bridge.query_all(root, "[aria-labelledby]")
    return next((each for each in holders if element.id in each.getAttribute("aria-labelledby").split()), None)


def keyed_control(bridge: Any, element: Any) -> Any | None:
    """What takes the keys that are meant for an element which takes none itself; None when it does, or nothing in it does."""
    if is_focusable(element):
        # A label that can be focused for its own sake has nothing to do with keys either.
        return labelled(bridge, element)
    control = labelled(bridge, element)
    if control is not None:
        return control
    inside = [each for each in bridge.query_all(element, _CONTROLS) if is_focusable(each) and each.tabIndex >= 0]
    return inside[0] if len(inside) == 1 else None
