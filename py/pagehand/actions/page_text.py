"""Visible text anywhere on the page: to click it, to wait for it, to scroll until it shows."""

from __future__ import annotations

from typing import Any

from pagehand.actions.choice import collapse
from pagehand.actions.dialogs import windows_below

_XPATH_ORDERED = 7
_LOWER, _UPPER = "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _literal(text: str) -> str:
    """``text`` as an XPath string."""
    if "'" not in text:
        return f"'{text}'"
    return "concat(" + ', "\'", '.join(f"'{part}'" for part in text.split("'")) + ")"


def find_text(bridge: Any, text: str, *, hidden: bool = False) -> list[Any]:
    """The innermost visible elements whose own text is ``text``, else contains it, in document order.

    ``hidden`` takes those that are not shown instead.
    """
    wanted = collapse(text)
    if not wanted:
        return []
    containing = [element for element in _innermost_containing(bridge, wanted) if _is_shown(element) != hidden]
    exact = [element for element in containing if collapse(element.textContent).casefold() == wanted.casefold()]
    return exact or containing


def _is_shown(element: Any) -> bool:
    rect = element.getBoundingClientRect()
    return rect.width > 0 and rect.height > 0 and bool(element.checkVisibility())


def _innermost_containing(bridge: Any, wanted: str) -> list[Any]:
    folded = f"translate(normalize-space(.), '{_UPPER}', '{_LOWER}')"
    test = f"contains({folded}, {_literal(wanted.translate(str.maketrans(_UPPER, _LOWER)))})"
    skipped = "self::*[local-name()='script' or local-name()='style' or local-name()='noscript']"
    expression = f"descendant::*[not({skipped})][{test}][not(*[not({skipped})][{test}])]"
    found: list[Any] = []
    for root in _roots(bridge):
        document = root if root.nodeType == 9 else root.ownerDocument
        scopes = [document.documentElement] if root.nodeType == 9 else list(root.children)
        for scope in scopes:
            # In a shadow root XPath starts at each top element, which the axis has to include.
            axis = expression if root.nodeType == 9 else expression.replace("descendant::", "descendant-or-self::", 1)
            matches = document.evaluate(axis, scope, None, _XPATH_ORDERED, None)
            found += [matches.snapshotItem(index) for index in range(matches.snapshotLength)]
    return [element for element in found if element.localName not in ("html", "body", "pagehand-root")]


def _roots(bridge: Any) -> list[Any]:
    """Documents and open shadow roots of the page."""
    found: list[Any] = []
    pending = [window.document for window in windows_below(bridge.window)]
    while pending:
        root = pending.pop(0)
        found.append(root)
        nodes = bridge.query_all(root, "*")
        shadows = bridge.where(bridge.column(nodes, bridge.getter("Element", "shadowRoot")), bridge.realm.Boolean)
        pending += [shadow for shadow in shadows if shadow.host.localName != "pagehand-root"]
    return found


def shows_text(bridge: Any, text: str, within: Any | None = None) -> Any | None:
    """The first visible element that contains ``text``, inside ``within`` if given."""
    for element in find_text(bridge, text):
        if within is None or bridge.contains(within, element):
            return element
    return None
