"""Code editors: the visible frame stands in for the hidden field that takes the keys, and line numbers are no text
(page-shapes 3). An editor's own text area holds nothing of what the user sees."""

from __future__ import annotations

from collections.abc import Sequence

from pagehand.dom.node import Node
from pagehand.dom.roles import TEXT_ENTRY_TYPES, input_type

FRAMES = frozenset(("CodeMirror", "monaco-editor", "ace_editor"))
"""Classes of editors that keep their text out of the tree; what is editable by itself (CodeMirror 6) needs no help."""
LINE_NUMBERS = frozenset(("CodeMirror-linenumber", "line-numbers", "ace_gutter-cell", "cm-lineNumbers"))


def stand_in_for_code_editors(nodes: Sequence[Node]) -> None:
    for node in nodes:
        classes = node.attribute("class").split()
        if not LINE_NUMBERS.isdisjoint(classes):
            node.hidden, node.interactive = "line number", None
        elif not FRAMES.isdisjoint(classes) and node.hidden is None and node.seen:
            field = _field(node)
            if field is None:
                continue
            node.interactive, node.proxy_for = "editable", field
            for each in (field, *_fields(node), *_source(node)):
                each.proxied_by, each.interactive = node, None


def _field(frame: Node) -> Node | None:
    """What takes the keys: a named text box if there is one, else the first text area."""
    fields = _fields(frame)
    named = [node for node in fields if node.attribute("role") == "textbox"]
    return next(iter(named + fields), None)


def _fields(frame: Node) -> list[Node]:
    """The hidden fields of an editor; a visible search box inside it is a field of its own."""
    return [
        node
        for node in frame.descendants()
        if (node.tag == "textarea" and node.box.height < 40)
        or (node.attribute("role") == "textbox" and node.tag == "div")
    ]


def _source(frame: Node) -> list[Node]:
    """The hidden text area that an editor was made from, right before it."""
    if frame.parent is None:
        return []
    siblings = frame.parent.elements()
    at = siblings.index(frame)
    before = siblings[at - 1] if at else None
    hidden = before is not None and before.tag in ("textarea", "input") and not before.seen
    return [before] if before is not None and hidden and input_type(before) in ("", *TEXT_ENTRY_TYPES) else []
