"""What one reading of the page found: a tree of nodes over all its documents."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pagehand.dom.accessible_names import Namer
from pagehand.dom.bridge import Bridge
from pagehand.dom.columns import Columns
from pagehand.dom.node import Layer, Node


@dataclass
class Reading:
    """Every node read, in document order, over all documents."""

    bridge: Bridge
    nodes: list[Node] = field(default_factory=list)
    top: Node | None = None
    layers: list[Layer] = field(default_factory=list)
    columns: dict[int, Columns] = field(default_factory=dict)
    ids: dict[tuple[int, int, str], Node] = field(default_factory=dict)
    unreadable: list[tuple[Node, str]] = field(default_factory=list)
    whole_cover: Node | None = None
    """What covers the whole viewport (a modal dialog, a backdrop); nothing outside it can be acted on."""

    def __post_init__(self) -> None:
        self.namer = Namer(self.find)

    def find(self, node: Node, name: str) -> Node | None:
        """The element with this id in the same document or shadow root."""
        return self.ids.get((id(node.layer), node.root, name))

    def element(self, node: Node) -> Any:
        return self.columns[id(node.layer)].elements[node.element_index]

    def take(self, nodes: Sequence[Node]) -> Any:
        """The elements of nodes in their order, as one array inside the engine."""
        layers = self.layers
        if len(layers) == 1:
            return self.bridge.take(self.columns[id(layers[0])].elements, [node.element_index for node in nodes])
        starts: dict[int, int] = {}
        total = 0
        for layer in layers:
            starts[id(layer)] = total
            total += len(self.columns[id(layer)].tags)
        together = self.bridge.concatenate(*(self.columns[id(layer)].elements for layer in layers))
        return self.bridge.take(together, [starts[id(node.layer)] + node.element_index for node in nodes])

    def nodes_of(self, elements: Any) -> list[Node | None]:
        """The nodes of elements of any of the documents; None for what was not read."""
        found: list[Node | None] = [None] * elements.length
        for columns in self.columns.values():
            for at, place in enumerate(columns.position(elements)):
                if place >= 0:
                    found[at] = columns.nodes[place]
        return found


LOADING_CLASS = re.compile(r"(?:^|[-_ ])(?:loading|spinner|skeleton|spin-spinning|loader)(?:$|[-_ ])", re.IGNORECASE)


def loading_mark(reading: Reading) -> str:
    """What shows that something is still on its way (X18); empty when nothing does."""
    for node in reading.nodes:
        if not node.seen or not node.attributes:
            continue
        if node.attributes.get("aria-busy") == "true":
            return f"{node.tag} is busy"
        if node.role == "progressbar" and not node.attribute("aria-valuenow") and node.values.get("value") is None:
            return reading.namer.name(node) or "a progress bar"
        if node.box.area < 400 * 400 and LOADING_CLASS.search(node.attribute("class")) and not node.interactive:
            return node.attribute("class").split()[0]
    return ""
