"""One element as it was read: what the rest of the reader works on, with no JavaScript in it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, NamedTuple

STYLE_PROPERTIES = (
    "display",
    "visibility",
    "opacity",
    "cursor",
    "pointerEvents",
    "position",
    "overflowX",
    "overflowY",
    "whiteSpace",
    "contentVisibility",
    "clipPath",
    "clip",
)


class Style(NamedTuple):
    """The computed values that the reader judges by; equal styles are one object."""

    display: str
    visibility: str
    opacity: float
    cursor: str
    pointer_events: str
    position: str
    overflow_x: str
    overflow_y: str
    white_space: str
    content_visibility: str
    clip_path: str
    clip: str
    inline: bool
    clips: bool
    scrolls: bool


def style_from_row(row: str) -> Style:
    """From the inside of one JSON object that names every one of ``STYLE_PROPERTIES``."""
    values = json.loads("{" + row + "}")
    display, visibility, opacity, *rest = (values[name] for name in STYLE_PROPERTIES)
    overflow = rest[3], rest[4]
    return Style(
        display,
        visibility,
        float(opacity or 1),
        *rest,
        inline=display in ("inline", "contents", "ruby", "none") or display.startswith("inline"),
        clips=any(value != "visible" for value in overflow) and display != "inline",
        scrolls=any(value in ("auto", "scroll") for value in overflow),
    )


class Box(NamedTuple):
    """Edges in CSS px of the element's own viewport."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def area(self) -> float:
        return max(0.0, self.right - self.left) * max(0.0, self.bottom - self.top)

    @property
    def empty(self) -> bool:
        return self.right <= self.left or self.bottom <= self.top

    def meet(self, other: Box) -> Box:
        return Box(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )

    def union(self, other: Box) -> Box:
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )


@dataclass(frozen=True, eq=False)
class Layer:
    """One document with all its shadow roots: one coordinate system.

    ``x``, ``y`` and ``scale`` carry its viewport's coordinates into the top viewport; ``width`` and ``height`` are
    the viewport's own size; ``scroll`` is how far it is scrolled and ``extent`` the size of all that can be scrolled to.
    """

    window: Any
    document: Any
    frame: Node | None
    width: float
    height: float
    scroll: tuple[float, float]
    extent: tuple[float, float]
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    right_to_left: bool = False
    """Whether it scrolls to the left from where it starts."""


class Node:
    """An element, its place in the flat tree (slots and frames resolved), and what has been found out about it."""

    __slots__ = (
        "attributes",
        "box",
        "children",
        "clip",
        "covered_by",
        "element_index",
        "hidden",
        "interactive",
        "layer",
        "name",
        "new",
        "number",
        "parent",
        "port",
        "proxied_by",
        "proxy_for",
        "role",
        "root",
        "seen",
        "shadow",
        "style",
        "svg",
        "tag",
        "values",
        "where",
    )

    def __init__(self, layer: Layer, element_index: int, tag: str, style: Style, box: Box) -> None:
        self.layer = layer
        self.element_index = element_index
        """Where the element is in the reading's array of elements."""
        self.tag = tag
        self.style = style
        self.box = box
        self.attributes: dict[str, str] = {}
        self.children: list[Node | str] = []
        self.parent: Node | None = None
        self.root: int = 0
        """Which root of the layer it is in: 0 is the document, others are shadow roots."""
        self.shadow = False
        """Whether it is the host of a shadow root that was read."""
        self.svg = False
        """Inside an SVG drawing (or the drawing itself), or of another namespace that is not HTML."""
        self.clip: Box | None = None
        """What of it its ancestors let through, None until judged."""
        self.port = Box(0, 0, layer.width, layer.height)
        """The part of its viewport through which it could be in sight."""
        self.hidden: str | None = None
        """Why a user cannot see it; None when it can be seen."""
        self.seen = False
        """Whether anything of it can be seen by scrolling the page."""
        self.interactive: str | None = None
        """Why it is believed to be something to act on."""
        self.role = ""
        self.name: str | None = None
        self.number: int | None = None
        self.new = False
        self.where = ""
        """``↑`` or ``↓``: above or below the viewport."""
        self.covered_by: str | None = None
        self.proxy_for: Node | None = None
        """The hidden control that this visible element stands for."""
        self.proxied_by: Node | None = None
        self.values: dict[str, Any] = {}
        """Live state read from properties (``value``, ``checked``, ...)."""

    def attribute(self, name: str) -> str:
        return self.attributes.get(name, "")

    def elements(self) -> list[Node]:
        return [child for child in self.children if isinstance(child, Node)]

    def ancestors(self) -> list[Node]:
        found, node = [], self.parent
        while node is not None:
            found.append(node)
            node = node.parent
        return found

    def descendants(self) -> list[Node]:
        """All elements below, in document order."""
        found: list[Node] = []
        stack = self.elements()[::-1]
        while stack:
            node = stack.pop()
            found.append(node)
            stack.extend(node.elements()[::-1])
        return found

    def __repr__(self) -> str:
        return f"<Node {self.tag} {self.attributes.get('id', '')} {self.interactive or ''}>"
