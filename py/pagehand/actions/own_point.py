"""A point of an element that belongs to the element itself and not to another control inside it (C13, page-shapes 43, 47).

The middle of "I agree to the *Terms*" is a link, and the middle of a card may be its delete button.
"""

from __future__ import annotations

from typing import Any

from pagehand.actions import geometry
from pagehand.actions.focus import parent_in_flat_tree
from pagehand.dom.hit_test import HitTest, hit_test

_CONTROLS = (
    "a[href], button, input, select, textarea, summary, [role=button], [role=link], [role=checkbox], [role=switch], "
    "[role=radio], [role=menuitem], [role=tab], [onclick]"
)
ACROSS = (0.5, 0.25, 0.75, 0.1, 0.9, 0.03, 0.97)
DOWN = (0.5, 0.2, 0.8, 0.05, 0.95)


def own_hit(bridge: Any, element: Any, hit: HitTest) -> HitTest:
    """``hit`` itself, or one at a better point when it would press a control inside that has its own meaning."""
    if hit.covered_by or not hit.visible:
        return hit
    other = control_between(bridge, element, geometry.deepest_at(bridge, hit.point))
    if other is None or not _has_own_part(bridge, element, other):
        return hit
    box = geometry.box_of(bridge, element)
    for down in DOWN:
        for across in ACROSS:
            again = hit_test(bridge, element, (box.left + box.width * across, box.top + box.height * down))
            if again.visible and not again.covered_by:
                under = geometry.deepest_at(bridge, again.point)
                if control_between(bridge, element, under) is None:
                    return again
    return hit


def control_between(bridge: Any, element: Any, under: Any | None) -> Any | None:
    """The control inside ``element`` that a press on ``under`` would reach first; None for the element itself."""
    own = getattr(element, "control", None) if element.localName == "label" else None
    node = under
    while node is not None and node != element:
        if node.matches(_CONTROLS) and node != own:
            return node if bridge.contains(element, node) else None
        node = parent_in_flat_tree(node)
    return None


def _has_own_part(bridge: Any, element: Any, inner: Any) -> bool:
    """False for a mere wrapper of one control: there a press on the wrapper means the control."""
    if element.matches(_CONTROLS):
        return True
    if element.localName == "label" and element.control:
        return True
    if len(bridge.query_all(element, _CONTROLS)) > 1 and inner.localName in ("a", "button"):
        return True
    text, part = " ".join(element.textContent.split()), " ".join(inner.textContent.split())
    return inner.localName in ("a", "button") and text != part
