"""The columns of one document: which of its elements can matter, and what is read of each.

Cheap columns are fetched for every element of the document and its open shadow roots, filtered in Python, and
only the rest is asked for styles, attributes and children. Everything here is a generator: each ``yield`` is a
place where the reading may pause to let the page breathe.
"""

from __future__ import annotations

import itertools
from collections.abc import Generator, Iterable
from typing import Any

from pagehand.dom.bridge import ELEMENT_NODE, TEXT_NODE, Bridge
from pagehand.dom.node import STYLE_PROPERTIES, Box, Style, style_from_row
from pagehand.dom.tearing import TearWatch

RUN = 10_000
"""Elements per slice: one rectangle column of this length takes about 20 ms."""

UNREAD_ATTRIBUTES = frozenset(("style", "d", "points", "srcset", "sizes", "value", "transform", "nonce", "integrity"))
"""Long, or a secret: live values come from properties, past the gate in ``secrets``."""

IGNORED_HOSTS = frozenset(("pagehand-root",))

Pauses = Generator[None, None, None]


class Columns:
    """What has been read so far of one document; element ``i`` is index ``i`` of every list here."""

    def __init__(self, bridge: Bridge, document: Any, open_root: Any = None) -> None:
        self.bridge = bridge
        self.document = document
        self.roots: list[Any] = [document]
        self.hosts: list[Any] = []
        self.elements: Any = bridge.realm.Array.new()
        self.tags: list[str] = []
        self.styles: list[Style] = []
        self.boxes: list[Box] = []
        self.attributes: list[dict[str, str]] = []
        self.parents: list[int] = []
        """Index of the parent in the flat tree, or ``-1 - r`` for the top of root ``r``."""
        self.members: dict[int, list[int]] = {}
        """The elements of each shadow root, by its number."""
        self.nodes: list[Any] = []
        """What the reading made of the elements, index by index."""
        self._open_root = open_root
        self._index_of: Any = None
        self._style_of: dict[str, Style] = {}

    # Which elements

    def everything(self) -> Any:
        """All elements of the document and of its shadow roots, whose hosts are noted on the way."""
        bridge = self.bridge
        elements = bridge.query_all(self.document, "*")
        return self._with_shadow(elements)

    def _with_shadow(self, elements: Any) -> Any:
        bridge = self.bridge
        found = self._roots_of(elements)
        while found:
            inner = bridge.realm.Array.new()
            for host, root in found:
                self.roots.append(root)
                self.hosts.append(host)
                inner = bridge.concatenate(inner, bridge.query_all(root, "*"))
            elements = bridge.concatenate(elements, inner)
            found = self._roots_of(inner)
        return elements

    def _roots_of(self, elements: Any) -> list[tuple[Any, Any]]:
        """Hosts and their shadow roots; closed ones too, of custom elements, where an extension can look into them."""
        bridge = self.bridge
        shadow_root = bridge.getter("Element", "shadowRoot")
        found = [(host, shadow_root(host)) for host in bridge.where(elements, shadow_root)]
        if self._open_root is not None:
            tags = bridge.strings(elements, bridge.getter("Element", "localName"))
            custom = bridge.take(elements, [i for i, tag in enumerate(tags) if "-" in tag])
            closed = ((host, self._open_root(host)) for host in custom if not shadow_root(host))
            found += [(host, root) for host, root in closed if root]
        return [(host, root) for host, root in found if bridge.tag(host) not in IGNORED_HOSTS]

    def keep_visible(self, band: Box, watch: TearWatch | None) -> Generator[None, None, Any]:
        """Those elements whose box is not empty and meets ``band``; slice by slice."""
        try:
            return (yield from self._keep_visible(band, watch))
        finally:
            if watch is not None:
                watch.end()

    def _keep_visible(self, band: Box, watch: TearWatch | None) -> Generator[None, None, Any]:
        bridge = self.bridge
        elements = self.everything()
        top_of, bottom_of = bridge.getter("DOMRectReadOnly", "top"), bridge.getter("DOMRectReadOnly", "bottom")
        left_of, right_of = bridge.getter("DOMRectReadOnly", "left"), bridge.getter("DOMRectReadOnly", "right")
        left, top, right, bottom = band
        total = elements.length
        kept, contents = bridge.realm.Array.new(), bridge.realm.Array.new()
        if watch is not None and total > RUN:
            watch.begin(self.roots)
        for start in range(0, total, RUN):
            run = bridge.slice(elements, start, start + RUN) if total > RUN else elements
            rects = bridge.column(run, bridge.rect)
            # One edge after the other, each for what the last one left: most of a long page falls at the first.
            tops = bridge.floats(rects, top_of)
            rows = [i for i, t in enumerate(tops) if t < bottom]
            rects = bridge.take(rects, rows) if len(rows) < len(tops) else rects
            bottoms = dict(zip(rows, bridge.floats(rects, bottom_of), strict=True))
            near = [at for at, b in enumerate(bottoms.values()) if b >= top]
            rects = bridge.take(rects, near) if len(near) < len(rows) else rects
            rows = [rows[at] for at in near]
            lefts, rights = bridge.floats(rects, left_of), bridge.floats(rects, right_of)
            sized = [
                i
                for i, x, r in zip(rows, lefts, rights, strict=True)
                if r > left and x < right and r > x and bottoms[i] > tops[i] and bottoms[i] > top
            ]
            kept = bridge.concatenate(kept, bridge.take(run, sized))
            boxless = [i for i, x, r in zip(rows, lefts, rights, strict=True) if x == r == tops[i] == bottoms[i] == 0]
            contents = bridge.concatenate(contents, self._only_contents(bridge.take(run, boxless)))
            if start + RUN < total:
                yield
                if watch is not None:
                    watch.check(elements)
        for host in self.hosts:
            kept.push(host)
        return self._unique(bridge.concatenate(kept, self._below_kept(contents, kept)))

    def _only_contents(self, elements: Any) -> Any:
        """Those without a box because of ``display: contents``: what is in them is shown all the same."""
        rows = self.bridge.style_rows(elements, ("display",))
        return self.bridge.take(elements, [i for i, row in enumerate(rows) if row.endswith('"contents"')])

    def _below_kept(self, elements: Any, kept: Any) -> Any:
        """Those whose parent is kept, or another of them."""
        if not elements.length:
            return elements
        bridge = self.bridge
        stand_in = bridge.js_list([bridge.realm.Object.new()])
        known = bridge.index_map(bridge.concatenate(stand_in, kept, elements))
        parents = bridge.positions(elements, known, bridge.getter("Node", "parentNode"))
        in_shadow = bridge.positions(
            elements,
            bridge.index_map(bridge.concatenate(stand_in, bridge.js_list(self.roots))),
            bridge.getter("Node", "parentNode"),
        )
        return bridge.take(
            elements, [i for i, (at, root) in enumerate(zip(parents, in_shadow, strict=True)) if at or root]
        )

    def subtree(self, element: Any) -> Any:
        """The element, all below it, and its ancestors."""
        bridge = self.bridge
        chain: list[Any] = []
        node = bridge.parent(element)
        while node:
            chain.append(node)
            node = bridge.parent(node)
        shadow_root = bridge.getter("Element", "shadowRoot")
        for host in chain:
            root = shadow_root(host)
            if root and bridge.tag(host) not in IGNORED_HOSTS:
                self.roots.append(root)
                self.hosts.append(host)
        below = self._with_shadow(bridge.concatenate(bridge.js_list([element]), bridge.query_all(element, "*")))
        return self._unique(bridge.concatenate(bridge.js_list(chain), below))

    def _unique(self, elements: Any) -> Any:
        return self.bridge.array_from(self.bridge.realm.Set.new(elements))

    # Reading them

    def add(self, elements: Any) -> Pauses:
        """Read the columns of new elements, and of those ancestors that are not there yet."""
        bridge = self.bridge
        yield
        elements = self._new_with_ancestors(elements)
        yield
        total = elements.length
        for start in range(0, total, RUN // 4):
            run = bridge.slice(elements, start, start + RUN // 4)
            self.tags += bridge.strings(run, bridge.getter("Element", "localName"))
            self.styles += self._styles(run)
            self.boxes += [Box(*box) for box in bridge.boxes(run)]
            self.attributes += self._attributes(run)
            yield
        self.elements = bridge.concatenate(self.elements, elements)
        yield
        self.parents += self._parents(elements)

    def index(self) -> Any:
        """The native ``node -> index + 1 + number of roots`` function over all that is kept (see :meth:`position`)."""
        if self._index_of is None:
            stand_in = self.bridge.realm.Object.new()
            known = self.bridge.concatenate(self.bridge.js_list([stand_in, *self.roots]), self.elements)
            self._index_of = self.bridge.index_map(known)
        return self._index_of

    def position(self, nodes: Any, function: Any = None) -> list[int]:
        """Indices of elements; ``-1 - r`` for root ``r``; and ``MISSING`` for what is not kept."""
        shift = 1 + len(self.roots)
        return [
            place - shift if place >= shift else (-place if place else MISSING)
            for place in self.bridge.positions(nodes, self.index(), function)
        ]

    def _flat_parents(self, elements: Any) -> Any:
        bridge = self.bridge
        parents = bridge.column(elements, bridge.getter("Node", "parentNode"))
        if self.hosts:
            slots = bridge.column(elements, bridge.getter("Element", "assignedSlot"))
            for place, slot in enumerate(bridge.floats(bridge.column(slots, self.bridge.realm.Boolean))):
                if slot:
                    parents[place] = slots[place]
        return parents

    def _new_with_ancestors(self, elements: Any) -> Any:
        bridge = self.bridge
        before = self.elements
        added = bridge.take(elements, [i for i, at in enumerate(self.position(elements)) if at == MISSING])
        batch = added
        while batch.length:
            self.elements, self._index_of = bridge.concatenate(before, added), None
            parents = self._flat_parents(batch)
            missing = [i for i, at in enumerate(self.position(parents)) if at == MISSING]
            batch = self._unique(bridge.where(bridge.take(parents, missing), bridge.realm.Boolean))
            batch = bridge.take(
                batch,
                [
                    i
                    for i, kind in enumerate(bridge.floats(batch, bridge.getter("Node", "nodeType")))
                    if kind == ELEMENT_NODE
                ],
            )
            added = bridge.concatenate(added, batch)
        self.elements = before
        self._index_of = None
        return added

    def _parents(self, elements: Any) -> list[int]:
        self._index_of = None
        return self.position(self._flat_parents(elements))

    def _styles(self, elements: Any) -> list[Style]:
        known = self._style_of
        found: list[Style] = []
        for row in self.bridge.style_rows(elements, STYLE_PROPERTIES):
            style = known.get(row)
            if style is None:
                style = known[row] = style_from_row(row)
            found.append(style)
        return found

    def _attributes(self, elements: Any) -> list[dict[str, str]]:
        bridge = self.bridge
        maps = bridge.column(elements, bridge.getter("Element", "attributes"))
        counts = bridge.floats(maps, bridge.getter("NamedNodeMap", "length"))
        nodes = bridge.flat(maps)
        names = bridge.strings(nodes, bridge.getter("Attr", "name"))
        wanted = [i for i, name in enumerate(names) if name not in UNREAD_ATTRIBUTES]
        values = iter(bridge.strings(bridge.take(nodes, wanted), bridge.getter("Attr", "value")))
        found: list[dict[str, str]] = []
        at = 0
        for count in counts:
            end = at + int(count)
            found.append({name: next(values) for name in names[at:end] if name not in UNREAD_ATTRIBUTES})
            at = end
        return found

    # Children and text

    def children(self) -> Generator[None, None, list[list[int | str]]]:
        """For each root, then each element: its children as indices and strings, in document order.

        An element that was not kept is left out, a line break is ``BREAK``. Light children of a shadow host
        stand under the slot they are assigned to.
        """
        bridge, shift = self.bridge, len(self.roots)
        owners = bridge.concatenate(bridge.js_list(self.roots), self.elements)
        lists = bridge.column(owners, bridge.getter("Node", "childNodes"))
        yield
        counts = bridge.floats(lists, bridge.getter("NodeList", "length"))
        yield
        nodes = bridge.flat(lists)
        yield
        kinds = bridge.floats(nodes, bridge.getter("Node", "nodeType"))
        yield
        places = self.position(nodes)
        yield
        owner_of: list[int] = []
        for owner, count in enumerate(counts):
            owner_of += [owner] * int(count)
        yield
        silent = {at + shift for at, tag in enumerate(self.tags) if tag in SILENT_TAGS}
        shown = [
            i for i, (kind, at) in enumerate(zip(kinds, places, strict=True)) if at != MISSING or kind == TEXT_NODE
        ]
        texts = [i for i in shown if kinds[i] == TEXT_NODE and owner_of[i] not in silent]
        yield
        words = bridge.strings(bridge.take(nodes, texts), bridge.getter("CharacterData", "data"))
        yield
        found: list[list[int | str]] = [[] for _ in range(shift + len(self.tags))]
        text_at = dict(zip(texts, words, strict=True))
        speaking = {owner_of[i] for i, word in text_at.items() if not word.isspace()}
        starts = [0, *itertools.accumulate(map(int, counts))]
        unkept = [
            i
            for owner in sorted(speaking)
            for i in range(starts[owner], starts[owner + 1])
            if kinds[i] == ELEMENT_NODE and places[i] == MISSING
        ]
        breaks = {
            i
            for i, tag in zip(
                unkept, bridge.strings(bridge.take(nodes, unkept), bridge.getter("Element", "localName")), strict=True
            )
            if tag in ("br", "wbr")
        }
        yield
        slotted = self._slotted(nodes, owner_of, text_at)
        for i in sorted({*shown, *breaks}) if breaks else shown:
            owner = slotted.get(i, owner_of[i])
            if owner < 0:
                continue
            word = text_at.get(i)
            if word is not None:
                found[owner].append(word)
            elif places[i] >= 0:
                found[owner].append(places[i])
            elif i in breaks:
                found[owner].append(BREAK)
        for number, host in enumerate(self.position(bridge.js_list(self.hosts)) if self.hosts else ()):
            if host >= 0:
                found[shift + host] = found[1 + number]
        return found

    def _slotted(self, nodes: Any, owner_of: list[int], text_at: dict[int, str]) -> dict[int, int]:
        """New owners of the light children of shadow hosts: their slot, or -1 when no slot takes them."""
        if not self.hosts:
            return {}
        bridge, shift = self.bridge, len(self.roots)
        hosts = {at + shift for at in self.position(bridge.js_list(self.hosts)) if at >= 0}
        moved: dict[int, int] = {}
        filled: set[int] = set()
        for interface, rows in (
            ("Text", [i for i in text_at if owner_of[i] in hosts]),
            ("Element", [i for i, owner in enumerate(owner_of) if owner in hosts and i not in text_at]),
        ):
            chosen = bridge.take(nodes, rows)
            if interface == "Element":
                kinds = bridge.floats(chosen, bridge.getter("Node", "nodeType"))
                rows = [row for row, kind in zip(rows, kinds, strict=True) if kind == ELEMENT_NODE]
                chosen = bridge.take(nodes, rows)
            slots = self.position(chosen, bridge.getter(interface, "assignedSlot"))
            for row, slot in zip(rows, slots, strict=True):
                moved[row] = slot + shift if slot >= 0 else -1
                filled.add(slot + shift)
        for i, owner in enumerate(owner_of):
            if owner in filled and i not in moved:
                moved[i] = -1  # a slot's own content shows only while nothing is assigned to it
        return moved

    def below(self, elements: Iterable[Any]) -> Any:
        """Elements with all their descendants, as one array."""
        found = self.bridge.realm.Array.new()
        for element in elements:
            found = self.bridge.concatenate(found, self.bridge.js_list([element]), self.bridge.query_all(element, "*"))
        return found


BREAK = "\u2028"
"""Stands for a ``<br>`` among the children of a node."""
MISSING = -1_000_000_000
SILENT_TAGS = frozenset(
    (
        "script",
        "style",
        "noscript",
        "template",
        "head",
        "select",
        "datalist",
        "option",
        "optgroup",
        "textarea",
        "iframe",
        "object",
        "embed",
        "audio",
        "video",
        "canvas",
        "math-field",
    )
)
