"""Lists that a page draws itself: find the list of a combobox, its options and what is chosen (page-shapes 22-28)."""

from __future__ import annotations

from typing import Any

from pagehand.actions.aim import has_box
from pagehand.actions.choice import Candidate, collapse
from pagehand.actions.labels import labelled

OPTION = (
    "[role=option], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=treeitem], "
    "[role=radio], [role=gridcell], li"
)
_ROLES = "[role=option]", "[role=menuitemradio], [role=menuitemcheckbox], [role=menuitem]", "[role=treeitem]", "li"
_LIST = "[role=listbox], [role=menu], [role=tree], [role=grid], ul, ol"


def trigger_of(bridge: Any, element: Any) -> Any:
    """The part of a drawn select that opens and reports: the element, or the one combobox in it."""
    if element.getAttribute("role") == "combobox" or element.hasAttribute("aria-haspopup"):
        return element
    control = labelled(bridge, element)
    if control:
        return trigger_of(bridge, control)
    inside = list(bridge.query_all(element, "[role=combobox], [aria-haspopup=listbox]"))
    return inside[0] if len(inside) == 1 else element


def is_open(trigger: Any) -> bool:
    return trigger.getAttribute("aria-expanded") == "true"


def controlled_lists(trigger: Any) -> list[Any]:
    """The elements that a trigger says it controls or owns, as far as they are there now."""
    names = f"{trigger.getAttribute('aria-controls') or ''} {trigger.getAttribute('aria-owns') or ''}".split()
    root = trigger.getRootNode()
    found = [root.getElementById(name) or trigger.ownerDocument.getElementById(name) for name in names]
    return [element for element in found if element]


def is_shown(element: Any) -> bool:
    return has_box(element) and bool(element.checkVisibility())


def options_in(bridge: Any, container: Any) -> list[Any]:
    """The visible options of one list, by the most telling role that it uses; none of a list that only screen readers see."""
    box = container.getBoundingClientRect()
    if min(box.width, box.height) < 2 and bridge.style(container).overflowY in ("hidden", "clip"):
        return []
    for selector in _ROLES:
        found = [option for option in bridge.query_all(container, selector) if is_shown(option)]
        if found:
            return found
    return []


def visible_lists(bridge: Any, document: Any) -> list[Any]:
    return [element for element in bridge.query_all(document, _LIST) if is_shown(element)]


def find_options(bridge: Any, trigger: Any, before: list[Any]) -> list[Any]:
    """The options that belong to an opened trigger: in what it controls, else in the list that has appeared."""
    for container in controlled_lists(trigger):
        options = options_in(bridge, container)
        if options:
            return options
    for container in visible_lists(bridge, trigger.ownerDocument):
        if container not in before:
            options = options_in(bridge, container)
            if options:
                return options
    return []


def candidates(options: list[Any]) -> list[Candidate]:
    """Options as they are matched: what is read, ``data-value`` or ``value``, and whether they can be chosen."""
    return [
        Candidate(
            collapse(option.getAttribute("aria-label") or option.innerText or option.textContent),
            option.getAttribute("data-value") or option.getAttribute("value") or "",
            option.getAttribute("aria-disabled") != "true" and not option.hasAttribute("disabled"),
        )
        for option in options
    ]


def is_chosen(option: Any) -> bool:
    return "true" in (option.getAttribute("aria-selected"), option.getAttribute("aria-checked"))


def shown_choice(bridge: Any, trigger: Any, wrapper: Any) -> str:
    """What the closed control shows as chosen: its value and the text of its wrapper, the list of options aside."""
    value = bridge.get("HTMLInputElement", "value", trigger) if trigger.localName == "input" else ""
    text = str(wrapper.textContent)
    for drawn in bridge.query_all(wrapper, "[role=listbox], [role=menu], [role=tree]"):
        text = text.replace(str(drawn.textContent), " ", 1)
    return collapse(f"{value} {text} {'' if wrapper == trigger else trigger.textContent}")


def wrapper_of(trigger: Any) -> Any:
    """The box around a combobox's input that shows the chosen label (Ant Design and others)."""
    if trigger.localName != "input":
        return trigger
    parent = trigger.parentElement
    for _ in range(2):
        if not parent or not parent.parentElement or collapse(parent.textContent):
            break
        parent = parent.parentElement
    # A whole form or page is not drawn around one control.
    return trigger if not parent or parent.localName in ("body", "html", "form", "main") else parent
