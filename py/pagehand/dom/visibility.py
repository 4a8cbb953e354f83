"""Which elements a user can see, judged from columns: display, visibility, size, clipping, inert, closed details and covers of the whole page."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from pagehand.dom.node import Box, Layer, Node

IGNORE_ATTRIBUTES = ("data-pagehand-ignore", "data-page-agent-ignore", "data-browser-use-ignore")
IGNORED_TAGS = frozenset(
    ("pagehand-root", "script", "style", "noscript", "template", "head", "meta", "link", "title", "base")
)
EVERYWHERE = Box(-1e9, -1e9, 1e9, 1e9)
GONE = frozenset(("ignored", "display", "closed details", "content-visibility", "opacity", "clipped"))
"""Reasons that hold for all below, too."""
NODES_PER_STEP = 2_000
LEAST_OPACITY = 0.02


@dataclass(frozen=True)
class _Clips:
    """What the ancestors let through: ``cut`` of all that can ever be seen, ``port`` of what is in sight now."""

    cut: Box
    port: Box

    def within(self, node: Node) -> _Clips:
        """For what is inside a box that cuts off or scrolls its overflow."""
        if node.style.scrolls:
            # What a scrolling area has scrolled out can be scrolled to; what a clipping box cuts off cannot.
            return _Clips(EVERYWHERE, self.port.meet(node.box))
        return _Clips(self.cut.meet(node.box), self.port.meet(node.box))


def judge_visibility(root: Node, *, only_in_sight: bool = False) -> Generator[None, None, None]:
    """Set ``hidden``, ``seen``, ``clip`` and ``port`` on every node below ``root``.

    ``hidden`` says why nothing of the subtree (for ``visibility``: of the element itself) can be seen. With
    ``only_in_sight`` what a scrolling area has scrolled out does not count as seen.
    """
    start = _Clips(EVERYWHERE, Box(0, 0, root.layer.width, root.layer.height))
    stack: list[tuple[Node, str | None, _Clips, _Clips]] = [(root, None, start, start)]
    count = 0
    while stack:
        count += 1
        if count % NODES_PER_STEP == 0:
            yield
        node, reason, clips, positioned = stack.pop()
        style, box = node.style, node.box
        if node.tag in ("svg", "math"):
            node.svg = True
        elif node.parent is not None and node.parent.svg:
            node.svg = node.parent.tag != "foreignObject"
        if style.position == "fixed":
            clips = _Clips(EVERYWHERE, Box(0, 0, node.layer.width, node.layer.height))
        elif style.position == "absolute":
            clips = positioned
        reason = reason or subtree_hidden(node)
        node.hidden = reason
        node.clip = visible = box.meet(clips.cut)
        node.port = clips.port
        if reason is None:
            if style.visibility != "visible":
                node.hidden = "visibility"
            elif style.display == "contents" or node.tag == "slot":
                visible = Box(0, 0, 0, 0)
            elif clipped_away(node):
                reason = node.hidden = "clipped"
            elif style.position == "fixed":
                if out_of_view(box, node.layer):
                    node.hidden = "off the page"
            elif clips.cut is EVERYWHERE and off_page(box, node.layer):
                node.hidden = "off the page"
            node.seen = node.hidden is None and not visible.empty
            if only_in_sight and node.seen and box.meet(clips.port).empty:
                node.seen = False
        inner = clips.within(node) if style.clips and node.tag not in ("html", "body") else clips
        inner_positioned = inner if style.position != "static" else positioned
        closed = node.tag == "details" and "open" not in node.attributes
        summary_seen = False
        for child in node.children:
            if not isinstance(child, Node):
                continue
            child_reason = reason
            if closed:
                if child.tag == "summary" and not summary_seen:
                    summary_seen = True
                else:
                    child_reason = child_reason or "closed details"
            if child.layer is not node.layer:
                start = _Clips(EVERYWHERE, Box(0, 0, child.layer.width, child.layer.height))
                stack.append((child, child_reason, start, start))
            else:
                stack.append((child, child_reason, inner, inner_positioned))


def give_boxes(nodes: list[Node]) -> None:
    """Elements to act on without a box of their own (``display: contents``, floated content) get their children's."""
    for node in reversed(nodes):
        if node.interactive and not node.seen and node.hidden is None and node.box.empty:
            boxes = [below.clip for below in node.descendants()[:50] if below.seen and below.clip is not None]
            if boxes:
                whole = boxes[0]
                for box in boxes[1:]:
                    whole = whole.union(box)
                node.box = node.clip = whole
                node.seen = True


def subtree_hidden(node: Node) -> str | None:
    """Why an element and all below it cannot be seen."""
    style = node.style
    if node.tag in IGNORED_TAGS:
        return "ignored"
    if style.display == "none":
        return "display"
    if style.opacity < LEAST_OPACITY:
        return "opacity"
    parent = node.parent
    if parent is not None and parent.style.content_visibility == "hidden":
        return "content-visibility"
    if node.attributes and any(name in node.attributes for name in IGNORE_ATTRIBUTES):
        return "ignored"
    return None


def clipped_away(node: Node) -> bool:
    """The ways a text is kept for screen readers only: clipped to nothing, or to a box of one pixel."""
    style, box = node.style, node.box
    if style.clip != "auto" and style.position in ("absolute", "fixed") and style.clip.startswith("rect("):
        numbers = [part.strip(" ,") for part in style.clip[5:-1].replace(",", " ").split()]
        if (len(numbers) == 4 and numbers[0] == numbers[2]) or numbers[1:2] == numbers[3:4]:
            return True
    if style.clip_path != "none" and style.clip_path.startswith("inset("):
        first = style.clip_path[6:-1].split()[0]
        if (first.endswith("%") and float(first[:-1] or 0) >= 50) or first == "100%":
            return True
    return style.clips and (box.width <= 1 or box.height <= 1) and not style.scrolls


def off_page(box: Box, layer: Layer) -> bool:
    """Left of or above everything that can be scrolled to (``left: -9999px``)."""
    if box.empty:
        return False
    x, y = layer.scroll
    if box.bottom + y <= 0:
        return True
    if x < 0 or layer.right_to_left:
        return box.left >= layer.width or box.right <= layer.width - layer.extent[0]
    return box.right + x <= 0


def out_of_view(box: Box, layer: Layer) -> bool:
    """A fixed element outside the viewport cannot be scrolled to."""
    return not box.empty and (box.right <= 0 or box.bottom <= 0 or box.left >= layer.width or box.top >= layer.height)


def where_in_viewport(node: Node) -> str:
    """``↑`` above, ``↓`` below, ``""`` inside or beside what is in sight of its document or scrolling area (P1)."""
    if node.box.bottom <= node.port.top:
        return "↑"
    return "↓" if node.box.top >= node.port.bottom else ""
