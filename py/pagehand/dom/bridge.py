"""Whole columns of the DOM in a few crossings, by native functions only.

A crossing between Python and JavaScript costs 1-3 µs, so nothing here walks node by node: a native function
is mapped over an array inside the engine (``Array.from(nodes, getter)``) and the result comes over as one typed
array or one JSON string. No JavaScript source is ever made, so it runs under any Content-Security-Policy.

All builtins are taken from the *clean realm* at construction: pages replace ``Array.from``, add ``toJSON`` or
override ``querySelectorAll`` on a node, and none of that reaches us. No ``instanceof``: every frame has a realm of its own.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Sequence
from typing import Any

import js

ELEMENT_NODE, TEXT_NODE, DOCUMENT_NODE, FRAGMENT_NODE = 1, 3, 9, 11


def clean_realm() -> Any:
    """The global object whose builtins no page script can have touched, or the page's own under tests."""
    try:
        import pagehand_realm  # type: ignore[import-not-found]  # registered by the loader
    except ImportError:
        return js.globalThis
    return pagehand_realm.window


class Bridge:
    """The page (``window``), and native functions to read it with, from ``realm``."""

    def __init__(self, window: Any = None, realm: Any = None) -> None:
        self.window: Any = js.globalThis if window is None else window
        self.document: Any = self.window.document
        self.realm: Any = clean_realm() if realm is None else realm
        self.open_root: Any = None
        """Opens closed shadow roots; the extension's API."""
        realm = self.realm
        self.call = realm.Function.prototype.call
        self.array_from = getattr(realm.Array, "from")
        self.pair = realm.Array.of
        self.values = realm.Object.values
        self.stringify = realm.JSON.stringify
        self.parse = realm.JSON.parse
        self.apply = realm.Reflect.apply
        self._map = self.call.bind(realm.Array.prototype.map)
        self._slice = self.call.bind(realm.Array.prototype.slice)
        self._flat_map = self.call.bind(realm.Array.prototype.flatMap)
        self._filter = self.call.bind(realm.Array.prototype.filter)
        self._map_get = realm.Reflect.get(realm.Map.prototype, "get")
        self._computed_style = realm.getComputedStyle.bind(realm)
        self._query_all = {
            ELEMENT_NODE: self.call.bind(realm.Element.prototype.querySelectorAll),
            DOCUMENT_NODE: self.call.bind(realm.Document.prototype.querySelectorAll),
            FRAGMENT_NODE: self.call.bind(realm.DocumentFragment.prototype.querySelectorAll),
        }
        self._node_type = self._make_getter("Node", "nodeType")
        self.secret_elements = realm.WeakSet.new()
        """Fields that were seen to hold a secret once (X17)."""
        self._property_lists: dict[str, Any] = {}
        self._getters: dict[tuple[str, str], Any] = {}
        self.rect = self.call.bind(realm.Element.prototype.getBoundingClientRect)

    # Native functions

    def _make_getter(self, interface: str, name: str) -> Any:
        prototype = getattr(self.realm, interface).prototype
        return self.call.bind(self.realm.Object.getOwnPropertyDescriptor(prototype, name).get)

    def getter(self, interface: str, name: str) -> Any:
        """The native function ``node -> node.name`` for an accessor property of ``interface``."""
        key = (interface, name)
        found = self._getters.get(key)
        if found is None:
            found = self._getters[key] = self._make_getter(interface, name)
        return found

    def get(self, interface: str, name: str, node: Any) -> Any:
        """One property of one node, past whatever the page defined on the node itself."""
        return self.getter(interface, name)(node)

    # Arrays inside the engine

    def array(self, items: Any) -> Any:
        """A JavaScript array of an array-like (``NodeList``, ``HTMLCollection``); its iterator is not used."""
        return self._slice(items)

    def query_all(self, root: Any, selector: str) -> Any:
        """All matches below a document, shadow root or element, as an array of the clean realm."""
        return self._slice(self._query_all[self._node_type(root)](root, selector))

    def column(self, nodes: Any, function: Any) -> Any:
        """``[function(node) for node in nodes]``; ``nodes`` is an array of the clean realm."""
        return self._map(nodes, function)

    def slice(self, items: Any, start: int, end: int) -> Any:
        return self._slice(items, start, end)

    def flat(self, lists: Any) -> Any:
        """The items of many array-likes in one array."""
        return self._flat_map(lists, self.values)

    def where(self, nodes: Any, function: Any) -> Any:
        """Those nodes for which a native function answers something truthy."""
        return self._filter(nodes, function)

    def concatenate(self, *arrays: Any) -> Any:
        return self.realm.Array.prototype.concat.call(*arrays)

    def take(self, items: Any, indices: Sequence[int]) -> Any:
        """``[items[i] for i in indices]`` in one crossing."""
        if not indices:
            return self.realm.Array.new()
        wanted = self.realm.Int32Array.new(len(indices))
        wanted.assign(array("i", indices))
        return self._map(wanted, items.at.bind(items))

    def js_list(self, items: Iterable[Any]) -> Any:
        """A JavaScript array of JavaScript objects held in Python."""
        return self.pair(*items)

    # Columns into Python

    def floats(self, nodes: Any, function: Any = None) -> list[float]:
        result = self.realm.Float64Array.new(nodes if function is None else self._map(nodes, function))
        return result.to_py().tolist()

    def json(self, items: Any) -> list[Any]:
        """Strings, numbers and nulls of an array of the clean realm (primitives are never asked for ``toJSON``)."""
        return json.loads(self.stringify(items))

    def strings(self, nodes: Any, function: Any) -> list[Any]:
        return json.loads(self.stringify(self._map(nodes, function)))

    def index_map(self, nodes: Any) -> Any:
        """A native ``node -> index`` function. Keep index 0 for a stand-in: what is not there answers 0 in :meth:`positions`."""
        return self._map_get.bind(self.realm.Map.new(self._map(nodes, self.pair)))

    def positions(self, nodes: Any, index_of: Any, function: Any = None) -> list[int]:
        """Indices by an :meth:`index_map` of the nodes, or of ``function(node)``; 0 for what is not in it."""
        if function is not None:
            nodes = self._map(nodes, function)
        return self.realm.Int32Array.new(self._map(nodes, index_of)).to_py().tolist()

    def style_rows(self, elements: Any, properties: Sequence[str]) -> list[str]:
        """Computed values of each element as the inside of one JSON object; equal styles are equal strings."""
        if not elements.length:
            return []
        computed = self._map(elements, self._computed_style)
        if hasattr(computed[0], "toJSON"):  # a page without a clean realm around it: one by one, never wrong
            rows = [{name: getattr(style, name) for name in properties} for style in computed]
            return [json.dumps(row, separators=(",", ":"))[1:-1] for row in rows]
        return self.stringify(computed, self._properties(properties))[2:-2].split("},{")

    def _properties(self, properties: Sequence[str]) -> Any:
        key = ",".join(properties)
        found = self._property_lists.get(key)
        if found is None:
            found = self._property_lists[key] = self.js_list(properties)
        return found

    def style(self, element: Any) -> Any:
        """The computed style of one element."""
        return self._computed_style(element)

    def boxes(self, elements: Any) -> list[tuple[float, float, float, float]]:
        """``(left, top, right, bottom)`` in CSS px of each element's own viewport."""
        rects = self._map(elements, self.rect)
        edges = (
            self.floats(rects, self.getter("DOMRectReadOnly", edge)) for edge in ("left", "top", "right", "bottom")
        )
        return list(zip(*edges, strict=True))

    def box(self, element: Any) -> tuple[float, float, float, float]:
        rect = self.rect(element)
        return (rect.left, rect.top, rect.right, rect.bottom)

    def elements_at(self, root: Any, points: Sequence[tuple[float, float]]) -> Any:
        """``root.elementFromPoint`` for many points: an array with an element or null for each."""
        interface = "Document" if self._node_type(root) == DOCUMENT_NODE else "ShadowRoot"
        native = getattr(self.realm, interface).prototype.elementFromPoint
        return self._map(self.parse(json.dumps(points)), self.apply.bind(None, native, root))

    # One node

    def node_type(self, node: Any) -> int:
        return self._node_type(node)

    def tag(self, element: Any) -> str:
        """The local name, in lower case for HTML."""
        return self.get("Element", "localName", element)

    def shadow_root(self, element: Any) -> Any:
        """The element's shadow root, a closed one of a custom element too where ``open_root`` is set (X23); or null."""
        root = self.get("Element", "shadowRoot", element)
        if not root and self.open_root is not None and "-" in self.tag(element):
            root = self.open_root(element)
        return root

    def window_of(self, node: Any) -> Any:
        """The window that a node lives in (its frame's); None when its document has none."""
        document = node if self._node_type(node) == DOCUMENT_NODE else self.get("Node", "ownerDocument", node)
        return self.get("Document", "defaultView", document) or None

    def parent(self, node: Any) -> Any:
        """The parent in the flat tree: assigned slot, then parent, then the host of a shadow root; None at a document."""
        if self._node_type(node) == ELEMENT_NODE:
            slot = self.get("Element", "assignedSlot", node)
            if slot:
                return slot
        parent = self.get("Node", "parentNode", node)
        if not parent or self._node_type(parent) == DOCUMENT_NODE:
            return None
        return self.get("ShadowRoot", "host", parent) if self._node_type(parent) == FRAGMENT_NODE else parent

    def frame_of(self, node: Any) -> Any:
        """The frame element that shows the node's document; None for the top document (of this bridge)."""
        window = self.window_of(node)
        if window is None or window == self.window:
            return None
        frame = window.frameElement
        return frame or None

    def contains(self, ancestor: Any, node: Any) -> bool:
        """Whether ``ancestor`` is ``node`` or holds it, through shadow roots, slots and same-origin frames."""
        while node:
            if node == ancestor:
                return True
            node = self.parent(node) or self.frame_of(node)
        return False
