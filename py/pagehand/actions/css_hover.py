"""What only CSS ``:hover`` would show: synthetic events cannot set it, and the model is told so (page-shapes 73)."""

from __future__ import annotations

import re
from typing import Any

from pyodide.ffi import JsException

from pagehand.actions.focus import parent_in_flat_tree

MAX_RULES = 5000
_HOVER = re.compile(r":hover\b")


def reveals_by_css(bridge: Any, element: Any) -> bool:
    """True when a style rule shows something for a hovered ``element`` or one of its ancestors near by."""
    selectors = [selector for sheet in element.ownerDocument.styleSheets for selector in _hover_selectors(sheet)]
    chain: list[Any] = []
    node: Any | None = element
    while node is not None and len(chain) < 4:
        chain.append(node)
        node = parent_in_flat_tree(node)
    return any(_reveals(bridge, chain, selector) for selector in selectors)


def hidden_until_hover(bridge: Any, element: Any) -> bool:
    """True when a ``:hover`` rule of the page would show ``element`` or what it is inside of."""
    selectors = [selector for sheet in element.ownerDocument.styleSheets for selector in _hover_selectors(sheet)]
    plain = [_HOVER.sub("", selector) for selector in selectors if not selector.endswith(":hover")]
    node: Any | None = element
    while node is not None:
        if any(node.matches(selector) for selector in plain):
            return True
        node = parent_in_flat_tree(node)
    return False


def _hover_selectors(sheet: Any) -> list[str]:
    """Selectors with ``:hover`` on something other than what they style, and that change its visibility."""
    try:
        rules = sheet.cssRules
    except JsException:
        return []  # a style sheet of another origin may not be read
    found: list[str] = []
    for index in range(min(rules.length, MAX_RULES)):
        rule = rules.item(index)
        selector = getattr(rule, "selectorText", None)
        if selector and ":hover" in selector and _shows(rule.style):
            found += [part.strip() for part in selector.split(",") if ":hover" in part]
    return found


def _shows(style: Any) -> bool:
    return any(
        style.getPropertyValue(name) not in hidden
        for name, hidden in (
            ("display", ("", "none")),
            ("visibility", ("", "hidden")),
            ("opacity", ("", "0")),
            ("max-height", ("", "0", "0px")),
        )
    )


def _reveals(bridge: Any, chain: list[Any], selector: str) -> bool:
    """Whether the rule's hovered part is in the chain and its subject is somewhere below."""
    hovered, _, rest = selector.rpartition(":hover")
    if not rest.strip():
        return False  # the hovered element styles itself; nothing new appears
    plain = _HOVER.sub("", hovered) or "*"
    whole = _HOVER.sub("", selector)
    for element in chain:
        if element.matches(plain) and len(bridge.query_all(element.parentElement or element, whole)):
            return True
    return False
