"""The reader's pipeline, on one page.

Which elements (``columns``) → their styles, attributes, children → what belongs to them elsewhere (labels, references, the
rest of a control) → the tree → seen or hidden → what can be acted on → live state → what is covered.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import Any

from pagehand.dom.bridge import Bridge
from pagehand.dom.code_editors import stand_in_for_code_editors
from pagehand.dom.columns import MISSING, Columns
from pagehand.dom.covering import judge_covers
from pagehand.dom.interactive import INTERACTIVE_CURSORS, drop_repeats, judge_interactive, markup_reason
from pagehand.dom.listeners import listening_nodes
from pagehand.dom.node import Box, Layer, Node
from pagehand.dom.options import ReaderOptions
from pagehand.dom.proxies import stand_in_for_hidden_controls
from pagehand.dom.reading import Reading
from pagehand.dom.roles import role_of
from pagehand.dom.states import (
    FORM_TAGS,
    disabled,
    inert,
    mark_colours,
    mark_focus_and_errors,
    mark_scroll_areas,
    read_states,
)
from pagehand.dom.tearing import TearWatch
from pagehand.dom.visibility import give_boxes, judge_visibility

REFERENCES = (
    "aria-labelledby",
    "aria-describedby",
    "aria-controls",
    "aria-owns",
    "aria-activedescendant",
    "aria-errormessage",
)
NAMING_REFERENCES = ("aria-labelledby", "aria-describedby", "aria-errormessage")
EVERYWHERE = Box(-1e9, -1e9, 1e9, 1e9)

NODES_PER_STEP = 4_000


Steps = Generator[None, None, Reading]


def read_page(bridge: Bridge, options: ReaderOptions) -> Steps:
    """Read the whole page, or what is near the viewport. Raises :class:`~pagehand.dom.tearing.Torn` when it changed under the reading."""
    reading = Reading(bridge)
    yield from _read_document(reading, options, bridge.window, None)
    return (yield from _judge(reading, options))


def read_element(bridge: Bridge, element: Any, options: ReaderOptions) -> Reading:
    """Read one element with all below it and its ancestors: for names and checks at the moment of acting."""
    reading = Reading(bridge)
    steps = _read_element(reading, element, options)
    for _ in steps:
        pass
    return reading


def _read_element(reading: Reading, element: Any, options: ReaderOptions) -> Generator[None, None, None]:
    bridge = reading.bridge
    options = replace(options, hit_test=False)
    window = bridge.window_of(element) or bridge.window
    columns = Columns(bridge, bridge.get("Node", "ownerDocument", element), options.shadow_root_of)
    yield from _read_columns(reading, options, columns, columns.subtree(element), measure_layer(window, None))
    yield from _judge(reading, options)


def measure_layer(window: Any, frame: Node | None) -> Layer:
    """The coordinate system of a window; a frame's own sits inside its frame element's content box."""
    document = window.document
    root = document.documentElement
    extent = (float(root.scrollWidth), float(root.scrollHeight)) if root else (0.0, 0.0)
    return Layer(
        window,
        document,
        frame,
        float(window.innerWidth),
        float(window.innerHeight),
        (float(window.scrollX), float(window.scrollY)),
        extent,
        right_to_left=bool(root) and window.getComputedStyle(root).direction == "rtl",
    )


def _read_document(
    reading: Reading, options: ReaderOptions, window: Any, frame: Node | None
) -> Generator[None, None, Node | None]:
    bridge = reading.bridge
    layer = measure_layer(window, frame)
    if frame is not None:
        layer = _placed(bridge, layer, reading.element(frame), frame)
    margin = options.viewport_expansion
    band = EVERYWHERE if margin < 0 else Box(-margin, -margin, layer.width + margin, layer.height + margin)
    columns = Columns(bridge, layer.document, options.shadow_root_of)
    kept = yield from columns.keep_visible(band, TearWatch(bridge) if options.tear else None)
    yield
    kept = bridge.concatenate(kept, _unsized_controls(bridge, columns, kept))
    return (yield from _read_columns(reading, options, columns, kept, layer))


def _placed(bridge: Bridge, layer: Layer, frame_element: Any, frame: Node) -> Layer:
    """The layer with its place in the top viewport: the frame's content box, with its scale."""
    outer, box = frame.layer, frame.box
    width = bridge.get("HTMLElement", "offsetWidth", frame_element) or 1
    scale = box.width / width if width else 1.0
    style = bridge.style(frame_element)
    left = frame_element.clientLeft + _pixels(style.paddingLeft)
    top = frame_element.clientTop + _pixels(style.paddingTop)
    return Layer(
        layer.window,
        layer.document,
        frame,
        layer.width,
        layer.height,
        layer.scroll,
        layer.extent,
        x=outer.x + (box.left + left * scale) * outer.scale,
        y=outer.y + (box.top + top * scale) * outer.scale,
        scale=outer.scale * scale,
        right_to_left=layer.right_to_left,
    )


def _pixels(value: str) -> float:
    return float(value[:-2]) if value.endswith("px") else 0.0


def _unsized_controls(bridge: Bridge, columns: Columns, kept: Any) -> Any:
    """Form controls without a size: their state may show on something visible beside or around them."""
    found = bridge.realm.Array.new()
    for root in columns.roots:
        found = bridge.concatenate(found, bridge.query_all(root, "input,select,textarea,[role=textbox],svg>title"))
    if not found.length:
        return found
    known = bridge.index_map(bridge.concatenate(bridge.js_list([bridge.realm.Object.new()]), kept))
    own = bridge.positions(found, known)
    parent = bridge.positions(found, known, bridge.getter("Node", "parentNode"))
    return bridge.take(found, [i for i, (at, up) in enumerate(zip(own, parent, strict=True)) if not at and up])


def _read_columns(
    reading: Reading, options: ReaderOptions, columns: Columns, kept: Any, layer: Layer
) -> Generator[None, None, Node | None]:
    bridge = reading.bridge
    yield from columns.add(kept)
    nodes: list[Node] = columns.nodes
    yield from _make_nodes(columns, layer, nodes)
    yield
    extra = _related(bridge, columns, nodes)
    yield
    if extra.length:
        yield from columns.add(extra)
        yield from _make_nodes(columns, layer, nodes)
    yield
    top = yield from _link(columns, nodes)
    reading.layers.append(layer)
    reading.columns[id(layer)] = columns
    if top is None:
        return None
    ordered = [top, *top.descendants()]
    reading.nodes += ordered
    for node in ordered:
        name = node.attributes.get("id")
        if name:
            reading.ids.setdefault((id(layer), node.root, name), node)
    yield
    _attach_labels(bridge, columns, nodes)
    if layer.frame is None:
        reading.top = top
    else:
        layer.frame.children = [top]
        top.parent = layer.frame
    yield
    yield from _read_frames(reading, options, columns, ordered)
    return top


def _make_nodes(columns: Columns, layer: Layer, nodes: list[Node]) -> Generator[None, None, None]:
    for index in range(len(nodes), len(columns.tags)):
        node = Node(layer, index, columns.tags[index], columns.styles[index], columns.boxes[index])
        node.attributes = columns.attributes[index]
        node.role = role_of(node)
        nodes.append(node)
        if index % NODES_PER_STEP == NODES_PER_STEP - 1:
            yield


def _related(bridge: Bridge, columns: Columns, nodes: list[Node]) -> Any:
    """Elements that are needed with those kept: the labels of controls, what ids refer to, the rest of what is acted on."""
    wanted: list[Any] = []
    references = {
        name
        for node in nodes
        if node.attributes
        for kind in REFERENCES
        for name in node.attributes.get(kind, "").split()
    }
    for root in columns.roots if references else ():
        interface = "Document" if root is columns.document else "DocumentFragment"
        native = getattr(bridge.realm, interface).prototype.getElementById
        ids = bridge.realm.Array.new(*sorted(references)) if len(references) > 1 else bridge.pair(*references)
        found = bridge.where(bridge.array_from(ids, native.bind(root)), bridge.realm.Boolean)
        wanted += list(found)
    for tag, interface in FORM_TAGS.items():
        controls = [node.element_index for node in nodes if node.tag == tag]
        if controls:
            lists = bridge.column(bridge.take(columns.elements, controls), bridge.getter(interface, "labels"))
            lists = bridge.where(lists, bridge.realm.Boolean)
            labels = bridge.flat(lists)
            wanted += list(bridge.take(labels, [i for i, at in enumerate(columns.position(labels)) if at == MISSING]))
    labels = [node.element_index for node in nodes if node.tag == "label"]
    if labels:
        controls = bridge.column(bridge.take(columns.elements, labels), bridge.getter("HTMLLabelElement", "control"))
        wanted += list(bridge.where(controls, bridge.realm.Boolean))
    tables = [node.element_index for node in nodes if node.tag == "table"]
    if tables:
        heads = bridge.column(bridge.take(columns.elements, tables), bridge.getter("HTMLTableElement", "tHead"))
        heads = bridge.where(heads, bridge.realm.Boolean)
        wanted += list(bridge.take(heads, [i for i, at in enumerate(columns.position(heads)) if at == MISSING]))
    wanted += _incomplete(bridge, columns, nodes)
    return columns.below(wanted) if wanted else bridge.realm.Array.new()


def _incomplete(bridge: Bridge, columns: Columns, nodes: list[Node]) -> list[Any]:
    """Elements to act on some of whose children were not kept (out of the band, or without a box)."""
    counts: dict[int, int] = {}
    for parent in columns.parents:
        counts[parent] = counts.get(parent, 0) + 1
    suspects = [
        node.element_index
        for node in nodes
        if (node.style.cursor in INTERACTIVE_CURSORS or markup_reason(node) or node.role == "heading")
        and node.tag not in ("select", "textarea", "input", "iframe")
    ]
    if not suspects:
        return []
    elements = bridge.take(columns.elements, suspects)
    totals = bridge.floats(elements, bridge.getter("Element", "childElementCount"))
    short = [i for i, (at, total) in enumerate(zip(suspects, totals, strict=True)) if counts.get(at, 0) < total]
    return list(bridge.take(elements, short[:2000]))


def _link(columns: Columns, nodes: list[Node]) -> Generator[None, None, Node | None]:
    """Parents and children of the flat tree; the top element."""
    shift = len(columns.roots)
    lists = yield from columns.children()
    yield
    for place, node in enumerate(nodes):
        if place % NODES_PER_STEP == NODES_PER_STEP - 1:
            yield
        children: list[Node | str] = []
        for child in lists[shift + node.element_index]:
            if isinstance(child, int):
                below = nodes[child]
                below.parent = node
                children.append(below)
            else:
                children.append(child)
        node.children = children
    for number, host in enumerate(columns.position(columns.bridge.js_list(columns.hosts)) if columns.hosts else ()):
        if host >= 0:
            nodes[host].shadow = True
            _mark_root(nodes[host], number + 1, columns)
    tops = [nodes[child] for child in lists[0] if isinstance(child, int)]
    return tops[-1] if tops else None


def _mark_root(host: Node, number: int, columns: Columns) -> None:
    """Remember which shadow root the elements of a shadow tree are in: ids are looked up there."""
    root = columns.roots[number]
    members = columns.position(columns.bridge.query_all(root, "*"))
    columns.members[number] = [at for at in members if at >= 0]


def _attach_labels(bridge: Bridge, columns: Columns, nodes: list[Node]) -> None:
    labels = [node for node in nodes if node.tag == "label"]
    for number, members in columns.members.items():
        for at in members:
            nodes[at].root = number
    if not labels:
        return
    places = columns.position(
        bridge.take(columns.elements, [label.element_index for label in labels]),
        bridge.getter("HTMLLabelElement", "control"),
    )
    for label, at in zip(labels, places, strict=True):
        if at >= 0:
            label.values["control"] = nodes[at]
            nodes[at].values.setdefault("labels", []).append(label)


def _read_frames(
    reading: Reading, options: ReaderOptions, columns: Columns, nodes: list[Node]
) -> Generator[None, None, None]:
    frames = [node for node in nodes if node.tag in ("iframe", "frame") and not node.box.empty]
    for frame in frames:
        element = columns.elements[frame.element_index]
        interface = "HTMLIFrameElement" if frame.tag == "iframe" else "HTMLFrameElement"
        document = reading.bridge.get(interface, "contentDocument", element)
        window = document.defaultView if document else None
        if not window:
            reading.unreadable.append((frame, "another origin"))
        elif not any("data-pagehand-ignore" in up.attributes for up in (frame, *frame.ancestors())):
            yield from _read_document(reading, options, window, frame)


def _judge(reading: Reading, options: ReaderOptions) -> Steps:
    if reading.top is None:
        reading.top = reading.nodes[0] if reading.nodes else None
    if reading.top is None:
        return reading
    yield from judge_visibility(reading.top, only_in_sight=options.viewport_expansion == 0)
    yield
    nodes = reading.nodes = [reading.top, *reading.top.descendants()]
    yield
    heard: dict[int, str] = {}
    for start in range(0, len(nodes), NODES_PER_STEP):
        heard |= _heard(reading, nodes[start : start + NODES_PER_STEP])
        yield
    heard |= _recorded(reading, options)
    yield
    yield from judge_interactive(nodes, listed=_listed(reading, options), heard=heard)
    yield
    read_states(reading.bridge, nodes, reading.take, options.secret_patterns)
    yield
    mark_scroll_areas(nodes)
    give_boxes(nodes)
    yield
    stand_in_for_code_editors(nodes)
    yield
    stand_in_for_hidden_controls(nodes)
    yield
    for node in nodes:
        if node.interactive and (
            not node.seen or inert(node) or (node.style.pointer_events == "none" and disabled(node))
        ):
            node.interactive = None
    yield
    yield from drop_repeats(nodes)
    yield
    if options.hit_test:
        yield from judge_covers(reading, [node for node in nodes if node.interactive])
    yield
    mark_focus_and_errors(reading)
    yield
    mark_colours(reading)
    yield
    return reading


def _listed(reading: Reading, options: ReaderOptions) -> dict[int, bool]:
    """What the host's lists say about which node, by ``id``."""
    found: dict[int, bool] = {}
    for items, verdict in ((options.interactive_whitelist, True), (options.interactive_blacklist, False)):
        elements = [element for item in items for element in _elements_of(item, reading.bridge)]
        for node in reading.nodes_of(reading.bridge.js_list(elements)):
            if node is not None:
                found[id(node)] = verdict
    return found


def _elements_of(item: Any, bridge: Bridge) -> list[Any]:
    """An element, what a function gives, or all that a selector matches in the page's own document."""
    if isinstance(item, str):
        return list(bridge.document.querySelectorAll(item))
    found = item() if callable(item) and not hasattr(item, "nodeType") else item
    return [found] if found else []


def _heard(reading: Reading, nodes: list[Node]) -> dict[int, str]:
    asked = [node for node in nodes if node.hidden is None and node.tag not in ("html", "body", "br")]
    return listening_nodes(reading.bridge, asked, reading.take(asked)) if asked else {}


def _recorded(reading: Reading, options: ReaderOptions) -> dict[int, str]:
    """What is known to listen from elsewhere (X37)."""
    if options.listening is None:
        return {}
    return {id(node): "listener" for node in reading.nodes_of(options.listening()) if node is not None}
