"""Hidden controls behind something visible: the visible thing gets the number, the control gives role, name and state
(page-shapes 28, 47)."""

from __future__ import annotations

from collections.abc import Sequence

from pagehand.dom.node import Node
from pagehand.dom.roles import input_type

NOT_PROXIED = frozenset(("hidden", "submit", "reset", "image", "button"))
"""A hidden submit button makes Enter submit its form; nothing on the page stands for it."""


def stand_in_for_hidden_controls(nodes: Sequence[Node]) -> None:
    for node in nodes:
        if node.tag not in ("input", "select", "textarea") or not node.interactive or node.proxied_by is not None:
            continue
        if input_type(node) in NOT_PROXIED or (node.seen and node.hidden is None and node.box.area > 4):
            continue
        visible = visible_proxy(node)
        # A helper that is hidden from everyone never beats the control that is named.
        if visible is not None and not (visible.proxy_for is not None and node.attribute("aria-hidden") == "true"):
            visible.proxy_for, node.proxied_by = node, visible
            visible.interactive = visible.interactive or "label"
    for node in nodes:
        if node.tag == "label" and node.proxy_for is None and node.interactive in ("cursor", None):
            control = node.values.get("control")
            if control is not None and control.interactive:
                node.interactive = None


PRESSED_BY_LABEL = frozenset(("checkbox", "radio", "file"))
"""Input types that a press on their label operates; for others a label only tells what they are for."""


def visible_proxy(control: Node) -> Node | None:
    """A label of the control; else what is around it and acted on; else the visible thing right beside it.

    A label that is somewhere else comes last, where it does not do what a press on the control would.
    """
    labels = [label for label in control.values.get("labels", ()) if label.seen and label.hidden is None]
    if input_type(control) in PRESSED_BY_LABEL:
        return labels[0] if labels else dress_of(control)
    around = [label for label in labels if control in label.descendants()]
    return next(iter(around), None) or dress_of(control) or next(iter(labels), None)


def dress_of(control: Node) -> Node | None:
    """What is around a hidden control and acted on, or the visible thing right beside it."""
    best: Node | None = None
    up = control.parent
    for _ in range(4):
        if up is None or up.tag in ("form", "body", "main", "section", "fieldset", "table", "ul"):
            break
        if up.seen and up.hidden is None:
            if whole_of(up, control):
                best = up if best is None or up.interactive else best
            elif up.interactive and best is None:
                best = up
        up = up.parent
    if best is not None:
        return best
    if control.parent is None:
        return None
    beside = [child for child in control.parent.elements() if child.seen and child.hidden is None]
    at = control.parent.children.index(control)
    after = [child for child in control.parent.children[at + 1 :] if isinstance(child, Node) and child in beside]
    for child in after[:1] or beside[:1]:
        if control.tag == "input" and child.tag in ("input", "select", "textarea"):
            return None  # a field of its own beside a hidden one, such as a trap for robots
        if child.interactive or child.style.cursor == "pointer":
            return child
    return None


def whole_of(wrapper: Node, control: Node) -> bool:
    """Whether a wrapper is nothing but the dress of this one control."""
    controls = [
        node
        for node in wrapper.descendants()
        if node.tag in ("input", "select", "textarea", "button", "a") and node.attribute("aria-hidden") != "true"
    ]
    return controls == [control] and wrapper.box.height < 80 and wrapper.box.width < 600 and control.hidden != "display"
