"""Live state of controls, from properties and not from attributes: what the user sees now (page-shapes 1h-4)."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from pagehand.dom.bridge import Bridge
from pagehand.dom.colours import colour_name
from pagehand.dom.node import Node
from pagehand.dom.secrets import holds_secret, remembered_secrets, secret_length

VALUELESS_TYPES = frozenset(("checkbox", "radio", "file", "password", "hidden"))
FORM_TAGS = {"input": "HTMLInputElement", "select": "HTMLSelectElement", "textarea": "HTMLTextAreaElement"}
LABELLED = {
    **FORM_TAGS,
    "button": "HTMLButtonElement",
    "meter": "HTMLMeterElement",
    "output": "HTMLOutputElement",
    "progress": "HTMLProgressElement",
}
LEAST_SCROLL = 8
SMALL = 100 * 100
SCROLL_PROPERTIES = ("scrollTop", "scrollLeft", "scrollHeight", "scrollWidth", "clientHeight", "clientWidth")

Take = Callable[[Sequence[Node]], Any]
"""The elements of nodes, as an array inside the engine."""


def read_states(bridge: Bridge, nodes: Sequence[Node], take: Take, patterns: Sequence[str] = ()) -> None:
    """Fill ``values`` of the form controls and scrolling areas among ``nodes``. Secrets give a length only (X17)."""
    groups: dict[str, list[Node]] = {}
    for node in nodes:
        if node.tag in LABELLED or node.tag == "label" or node.tag == "details":
            groups.setdefault(node.tag, []).append(node)
    _inputs(bridge, groups.get("input", []), take, patterns)
    _text_areas(bridge, groups.get("textarea", []), take, patterns)
    _selects(bridge, groups.get("select", []), take)
    for tag in ("progress", "meter"):
        _set(bridge, groups.get(tag, []), take, LABELLED[tag], "value", "value")
    _scrolling(bridge, [node for node in nodes if node.style.scrolls or node.tag == "html"], take)


def _set(bridge: Bridge, nodes: list[Node], take: Take, interface: str, name: str, key: str) -> None:
    if nodes:
        for node, value in zip(nodes, bridge.strings(take(nodes), bridge.getter(interface, name)), strict=True):
            node.values[key] = value


def _inputs(bridge: Bridge, inputs: list[Node], take: Take, patterns: Sequence[str]) -> None:
    if not inputs:
        return
    _set(bridge, inputs, take, "HTMLInputElement", "type", "type")
    _set(bridge, inputs, take, "HTMLInputElement", "validationMessage", "message")
    _secrets(bridge, inputs, take, patterns)
    plain = [node for node in inputs if "secret" not in node.values and node.values["type"] not in VALUELESS_TYPES]
    _set(bridge, plain, take, "HTMLInputElement", "value", "value")
    boxes = [node for node in inputs if node.values["type"] in ("checkbox", "radio")]
    _set(bridge, boxes, take, "HTMLInputElement", "checked", "checked")
    _set(bridge, boxes, take, "HTMLInputElement", "indeterminate", "mixed")
    for node in inputs:
        if node.values["type"] == "file":
            files = bridge.get("HTMLInputElement", "files", take([node])[0])
            node.values["files"] = [file.name for file in bridge.array(files)] if files else []


def _secrets(bridge: Bridge, fields: list[Node], take: Take, patterns: Sequence[str]) -> None:
    """Note the length of those that hold a secret; their value is read by nobody else."""
    elements = take(fields)
    found = [
        holds_secret(
            node.tag,
            {**node.attributes, "type": node.values.get("type", "")},
            patterns,
            " ".join(map(plain_text, node.values.get("labels", ()))),
        )
        for node in fields
    ]
    for at, secret in enumerate(remembered_secrets(bridge, elements, found)):
        if secret:
            fields[at].values["secret"] = secret_length(bridge, elements[at])


def plain_text(node: Node) -> str:
    return " ".join(child if isinstance(child, str) else plain_text(child) for child in node.children)


def _text_areas(bridge: Bridge, areas: list[Node], take: Take, patterns: Sequence[str]) -> None:
    if not areas:
        return
    _secrets(bridge, areas, take, patterns)
    _set(bridge, [node for node in areas if "secret" not in node.values], take, "HTMLTextAreaElement", "value", "value")
    _set(bridge, areas, take, "HTMLTextAreaElement", "validationMessage", "message")


def _selects(bridge: Bridge, selects: list[Node], take: Take) -> None:
    if not selects:
        return
    _set(bridge, selects, take, "HTMLSelectElement", "validationMessage", "message")
    lists = bridge.column(take(selects), bridge.getter("HTMLSelectElement", "options"))
    counts = bridge.floats(lists, bridge.getter("HTMLOptionsCollection", "length"))
    options = bridge.flat(lists)
    labels = bridge.strings(options, bridge.getter("HTMLOptionElement", "label"))
    chosen = bridge.floats(options, bridge.getter("HTMLOptionElement", "selected"))
    disabled = bridge.floats(options, bridge.getter("HTMLOptionElement", "disabled"))
    at = 0
    for node, count in zip(selects, counts, strict=True):
        rows = range(at, at := at + int(count))
        node.values["options"] = [" ".join(labels[i].split()) for i in rows]
        node.values["selected"] = [" ".join(labels[i].split()) for i in rows if chosen[i]]
        node.values["disabled options"] = [" ".join(labels[i].split()) for i in rows if disabled[i]]


def _scrolling(bridge: Bridge, areas: list[Node], take: Take) -> None:
    if not areas:
        return
    elements = take(areas)
    columns = [bridge.floats(elements, bridge.getter("Element", name)) for name in SCROLL_PROPERTIES]
    for node, top, left, height, width, seen_height, seen_width in zip(areas, *columns, strict=True):
        below, right = height - seen_height - top, width - seen_width - left
        style = node.style
        if style.overflow_y in ("auto", "scroll") or node.tag == "html":
            node.values["scroll y"] = (max(0, round(top)), max(0, round(below)))
        if style.overflow_x in ("auto", "scroll") or node.tag == "html":
            node.values["scroll x"] = (round(abs(left)), max(0, round(right)))


def disabled(node: Node) -> bool:
    """Disabled by itself, by ``aria-disabled``, or by a fieldset around it (but for the fieldset's first legend)."""
    if node.attribute("aria-disabled") == "true":
        return True
    if node.tag not in ("button", "input", "select", "textarea", "option", "fieldset", "optgroup"):
        return any(up.attribute("aria-disabled") == "true" for up in node.ancestors()) if node.interactive else False
    if "disabled" in node.attributes:
        return True
    below = node
    for up in node.ancestors():
        if up.tag == "fieldset" and "disabled" in up.attributes:
            legend = next((child for child in up.elements() if child.tag == "legend"), None)
            if legend is None or below is not legend:
                return True
        below = up
    return False


def inert(node: Node) -> bool:
    return any("inert" in up.attributes for up in (node, *node.ancestors()))


def mark_scroll_areas(nodes: Sequence[Node]) -> None:
    """Areas that scroll by more than a trifle can be acted on; what is in them stays what it is."""
    for node in nodes:
        if (
            node.interactive
            or not node.style.scrolls
            or node.tag in ("html", "body", "select", "textarea")
            or not node.seen
        ):
            continue
        if any(distance >= LEAST_SCROLL for axis in ("scroll y", "scroll x") for distance in node.values.get(axis, ())):
            node.interactive = "scroll"


def mark_focus_and_errors(reading: Any) -> None:
    """The focused element of the document that has the focus, and the messages of invalid fields."""
    bridge = reading.bridge
    for layer in reading.layers:
        columns = reading.columns[id(layer)]
        active = bridge.get("Document", "activeElement", layer.document)
        while active:
            root = bridge.shadow_root(active)
            inner = bridge.get("ShadowRoot", "activeElement", root) if root else None
            if not inner:
                break
            active = inner
        place = columns.position(bridge.js_list([active]))[0] if active else -1
        if place >= 0 and columns.nodes[place].tag not in ("body", "html", "iframe", "frame"):
            columns.nodes[place].values["focused"] = True
        fields = [node for node in columns.nodes if node.tag in FORM_TAGS]
        if fields:
            for root in columns.roots:
                for at in columns.position(
                    bridge.query_all(root, "input:user-invalid,select:user-invalid,textarea:user-invalid")
                ):
                    if at >= 0:
                        columns.nodes[at].values["invalid"] = True
    for node in reading.nodes:
        if node.attributes and (node.attributes.get("aria-invalid", "false") != "false" or node.values.get("invalid")):
            targets = node.attribute("aria-errormessage") or node.attribute("aria-describedby")
            found = (reading.find(node, name) for name in targets.split())
            node.values["error"] = " ".join(
                filter(None, (reading.namer.text(each) for each in found if each is not None))
            )
        active = node.attributes.get("aria-activedescendant") if node.attributes else None
        if active:
            target = reading.find(node, active)
            if target is not None:
                node.values["active"] = reading.namer.name(target) or reading.namer.text(target)


def mark_colours(reading: Any) -> None:
    """What a small control without words shows is its colour."""
    bare = [
        node
        for node in reading.nodes
        if node.interactive
        and node.interactive != "scroll"
        and node.tag not in FORM_TAGS
        and node.box.area <= SMALL
        and not reading.namer.name(node)
        and not reading.namer.text(node)
    ]
    rows = reading.bridge.style_rows(reading.take(bare), ("backgroundColor", "fill", "color"))
    for node, row in zip(bare, rows, strict=True):
        style = json.loads("{" + row + "}")
        shown = style["fill"] if node.svg else style["backgroundColor"]
        node.values["colour"] = colour_name(shown)
