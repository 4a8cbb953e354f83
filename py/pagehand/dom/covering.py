"""What is covered by something else, for all elements of a reading at once (X19, X40; the live test is ``hit_test``).

Inside the viewport every element to act on is probed at its middle, and where that fails at other places of it. Outside,
only a fixed cover that fills the viewport counts.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence

from pagehand.dom.columns import MISSING
from pagehand.dom.identity import first_words
from pagehand.dom.node import Box, Layer, Node
from pagehand.dom.probing import OWN_ROOT, SPOTS, element_at, spots_of
from pagehand.dom.reading import Reading

SMALL_COVER = 0.4
"""A fixed or sticky bar below this part of the viewport only hides what scrolling brings out."""

Probe = tuple[Node, float, float]
FREE = "free"
NODES_PER_STEP = 4_000


def judge_covers(reading: Reading, nodes: Sequence[Node]) -> Generator[None, None, None]:
    """Set ``covered_by`` on covered nodes, and take ``interactive`` from those that scrolling would not uncover."""
    modal = reading.whole_cover = _modal(reading)
    if modal is not None:
        for node in nodes:
            if not inside(node, modal):
                _cover(reading, node, modal)
                node.interactive = None
    inside_view: list[Node] = []
    outside_view: list[Node] = []
    yield
    for at, node in enumerate(nodes):
        if at % NODES_PER_STEP == NODES_PER_STEP - 1:
            yield
        if node.interactive and node.covered_by is None:
            (inside_view if _in_sight(node) is not None else outside_view).append(node)
    yield
    full: set[Node] = set()
    pending = inside_view
    firsts: dict[int, Node] = {}
    for spots in (SPOTS[:1], SPOTS[1:]):
        blocked: list[Node] = []
        covers: dict[int, Node | None] = {}
        for node, cover in _probe(reading, pending, spots):
            if cover is FREE:
                covers[id(node)] = None
            else:
                covers.setdefault(id(node), cover)  # type: ignore[arg-type]
        for node in pending:
            cover = covers.get(id(node))
            if cover is not None:
                blocked.append(node)
                firsts.setdefault(id(node), cover)
        pending = blocked
    for node in pending:
        top = _whole_cover(firsts[id(node)], node)
        _cover(reading, node, top)
        if fills_viewport(top):
            full.add(top)
    for top in full or _suspects(reading, inside_view):
        if top.style.position == "fixed" and fills_viewport(top):
            reading.whole_cover = top
            for node in outside_view:
                if not inside(node, top):
                    _cover(reading, node, top)


def _modal(reading: Reading) -> Node | None:
    """The topmost dialog opened by ``showModal()``: all else is inert."""
    if not any(node.tag == "dialog" and "open" in node.attributes for node in reading.nodes):
        return None
    found: Node | None = None
    for layer in reading.layers:
        columns = reading.columns[id(layer)]
        if layer.frame is None:
            for root in columns.roots:
                for place in columns.position(reading.bridge.query_all(root, "dialog:modal")):
                    found = columns.nodes[place] if place != MISSING and place >= 0 else found
    return found


def _suspects(reading: Reading, seen: Sequence[Node]) -> set[Node]:
    """Fixed elements that fill the viewport, when nothing to act on was there to be probed."""
    if seen:
        return set()
    found = set()
    for node in reading.nodes:
        if (
            node.style.position == "fixed"
            and node.seen
            and fills_viewport(node)
            and node.style.pointer_events != "none"
        ):
            layer = node.layer
            for _, hit in _hits(reading, layer, node.root, [(node, layer.width / 2, layer.height / 2)]):
                if isinstance(hit, Node) and inside(hit, node):
                    found.add(node)
    return found


def _cover(reading: Reading, node: Node, cover: Node) -> None:
    node.covered_by = cover_words(reading, cover)
    small = cover.style.position in ("fixed", "sticky") and _part_of_viewport(cover) < SMALL_COVER
    if not small:
        node.interactive = None


def cover_words(reading: Reading, cover: Node) -> str:
    """``<div "Cookies">``, from the cover or the first heading in it."""
    name = reading.namer.name(cover)
    if not name:
        heading = next((below for below in cover.descendants() if below.role == "heading" and below.seen), None)
        name = reading.namer.name(heading) if heading else ""
    if not name:
        name = first_words(cover)
    if not name:
        inner = cover.attribute("class").split()[:1] or [cover.attribute("id")]
        return f"<{cover.tag}{'.' + inner[0] if inner[0] else ''}>"
    return f'<{cover.tag} "{name[:40]}">'


def _in_sight(node: Node) -> Box | None:
    """The part of a node that is in sight, in its layer's coordinates."""
    box = node.box if node.clip is None or node.clip.empty else node.clip
    part = box.meet(node.port)
    return None if part.right - part.left < 1 or part.bottom - part.top < 1 else part


def _probe(
    reading: Reading, nodes: Sequence[Node], spots: Sequence[tuple[float, float]]
) -> Iterable[tuple[Node, Node | str]]:
    """For each probed point of each node, ``FREE`` or the node that was met instead."""
    groups: dict[tuple[int, int], list[Probe]] = {}
    layers: dict[int, Layer] = {}
    for node in nodes:
        part = _in_sight(node)
        if part is None:
            continue
        layers[id(node.layer)] = node.layer
        group = groups.setdefault((id(node.layer), node.root), [])
        if len(spots) > 1 and node.style.display == "inline":
            points = spots_of(reading.bridge, reading.element(node), node.layer.width, node.layer.height)
        else:
            width, height = part.right - part.left, part.bottom - part.top
            points = [(part.left + width * across, part.top + height * down) for across, down in spots]
        group.extend((node, x, y) for x, y in points)
    for (layer_id, root), probes in groups.items():
        layer = layers[layer_id]
        for (node, x, y), hit in _hits(reading, layer, root, probes):
            if hit is None or hit is FREE or reaches(node, hit):  # type: ignore[arg-type]
                cover = _frame_cover(reading, layer, x, y)
                yield node, FREE if cover is None else cover
            else:
                yield node, hit


def _hits(
    reading: Reading, layer: Layer, root: int, probes: Sequence[Probe]
) -> Iterable[tuple[Probe, Node | str | None]]:
    columns = reading.columns[id(layer)]
    found = reading.bridge.elements_at(columns.roots[root], [(round(x, 1), round(y, 1)) for _, x, y in probes])
    for at, (probe, place) in enumerate(zip(probes, columns.position(found), strict=True)):
        if place >= 0:
            hit = columns.nodes[place]
            yield probe, FREE if hit.tag == OWN_ROOT and _free_below(reading, columns.roots[root], probe) else hit
        else:
            yield probe, None if not found[at] else _unknown(reading, probe, found[at])


def _free_below(reading: Reading, root: object, probe: Probe) -> bool:
    """Whether a target under our own panel is free but for the panel."""
    node, x, y = probe
    found = element_at(reading.bridge, root, x, y)
    return found is not None and reading.bridge.contains(reading.element(node), found)


def _unknown(reading: Reading, probe: Probe, element: object) -> Node | str:
    """An element that was not read (a box of no size with something painted): only inside or around the target it is free."""
    bridge, target = reading.bridge, reading.element(probe[0])
    return (
        FREE
        if bridge.contains(target, element) or bridge.contains(element, target)
        else _stand_in(reading, probe[0], element)
    )


def _stand_in(reading: Reading, target: Node, element: object) -> Node:
    """The nearest ancestor of an unread element that was read."""
    columns = reading.columns[id(target.layer)]
    bridge = reading.bridge
    up = bridge.parent(element)
    while up:
        place = columns.position(bridge.js_list([up]))[0]
        if place >= 0:
            return columns.nodes[place]
        up = bridge.parent(up)
    return target


def _frame_cover(reading: Reading, layer: Layer, x: float, y: float) -> Node | None:
    """What covers the frame that shows a layer, at a point of the layer."""
    frame = layer.frame
    if frame is None:
        return None
    outer = frame.layer
    out_x = (layer.x + x * layer.scale - outer.x) / outer.scale
    out_y = (layer.y + y * layer.scale - outer.y) / outer.scale
    if not (0 <= out_x < outer.width and 0 <= out_y < outer.height):
        return None
    for _, hit in _hits(reading, outer, frame.root, [(frame, out_x, out_y)]):
        if isinstance(hit, Node) and not reaches(frame, hit):
            return hit
    return _frame_cover(reading, outer, out_x, out_y)


def reaches(target: Node, hit: Node) -> bool:
    """Whether a press on ``hit`` is a press on ``target``: itself, inside it, its label or its control."""
    if inside(hit, target):
        return True
    control = target.proxy_for or target.values.get("control")
    if control is not None and inside(hit, control):
        return True
    for label in target.values.get("labels", ()):
        if inside(hit, label):
            return True
    return target.style.pointer_events == "none" and inside(target, hit)


def inside(node: Node, ancestor: Node) -> bool:
    at: Node | None = node
    while at is not None:
        if at is ancestor:
            return True
        at = at.parent
    return False


def _whole_cover(hit: Node, target: Node) -> Node:
    """The outermost element around ``hit`` that does not hold the target: the whole dialog, not the word in it."""
    around = {id(target), *(id(up) for up in target.ancestors())}
    best = hit
    node: Node | None = hit
    while node is not None and id(node) not in around:
        if not node.box.empty or node.style.position == "fixed":
            best = node
        node = node.parent
    return best


def _part_of_viewport(node: Node) -> float:
    layer = node.layer
    return node.box.meet(Box(0, 0, layer.width, layer.height)).area / ((layer.width * layer.height) or 1)


def fills_viewport(node: Node) -> bool:
    return _part_of_viewport(node) >= 0.95
