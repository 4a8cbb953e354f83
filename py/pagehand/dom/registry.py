"""Which element a number or hash id means, over many readings (X13, X14, C126-C129)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any

from pagehand.dom.bridge import Bridge
from pagehand.dom.columns import Columns
from pagehand.dom.identity import Fingerprint, fingerprint, hash_id, still_fits, twins
from pagehand.dom.node import Node
from pagehand.dom.options import ReaderOptions
from pagehand.dom.reader import read_element
from pagehand.dom.reading import Reading
from pagehand.dom.selectors import parse_target
from pagehand.page import Target
from pagehand.results import ActionResult, failed

MOST_GONE = 5_000
NODES_PER_STEP = 400


@dataclass(frozen=True)
class Resolved:
    """A live element that a target means. ``number`` is None for what has none (found by CSS)."""

    element: Any
    number: int | None
    data: dict[str, int] | None = None
    """``{matched, used}`` when a selector met several elements (C129)."""


@dataclass(frozen=True)
class _Known:
    fingerprint: Fingerprint
    hash_id: str


class Registry:
    """Numbers are given out once; a live element keeps its own while it still means the same."""

    def __init__(self, bridge: Bridge, options: ReaderOptions) -> None:
        self.bridge = bridge
        self.options = options
        self.lines: dict[int, str] = {}
        """The line that the last reading printed, by number."""
        self.next_number = 1
        self._first = 1
        self._elements: Any = bridge.realm.Array.new()
        self._numbers: list[int] = []
        """``_numbers[i]`` is the number of ``_elements[i]``."""
        self._known: dict[int, _Known] = {}
        self._gone: dict[int, _Known] = {}
        self._by_hash: dict[str, int] = {}

    def continue_numbers(self, next_number: int) -> None:
        """Smaller numbers are from a previous page."""
        self.next_number = self._first = max(self.next_number, next_number)

    # Reading

    def number(self, reading: Reading, nodes: Sequence[Node]) -> Generator[None, None, None]:
        """Give each of ``nodes`` its number; ``new`` marks those that have just got theirs."""
        bridge = self.bridge
        elements = reading.take(nodes)
        known = bridge.index_map(bridge.concatenate(bridge.js_list([bridge.realm.Object.new()]), self._elements))
        places = bridge.positions(elements, known)
        rows: dict[int, str] = {}
        prints: list[Fingerprint] = []
        for at, node in enumerate(nodes):
            prints.append(fingerprint(node, reading.namer, rows))
            if at % NODES_PER_STEP == NODES_PER_STEP - 1:
                yield
        changed: set[int] = set()
        unnumbered: list[int] = []
        for at, (node, place) in enumerate(zip(nodes, places, strict=True)):
            number = self._numbers[place - 1] if place else None
            if number is not None and still_fits(self._known[number].fingerprint, prints[at]):
                node.number = number
                self._known[number] = _Known(prints[at], self._known[number].hash_id)
            else:
                unnumbered.append(at)
                if place:
                    changed.add(place - 1)
        yield
        self._forget(changed)
        for count, at in enumerate(self._adopt([prints[at] for at in unnumbered], unnumbered, nodes)):
            if count % NODES_PER_STEP == NODES_PER_STEP - 1:
                yield
            node = nodes[at]
            node.number, node.new = self.next_number, True
            self.next_number += 1
            self._know(node.number, prints[at])
        yield
        self._bind(reading, [nodes[at] for at in unnumbered])

    def _adopt(self, prints: list[Fingerprint], unnumbered: list[int], nodes: Sequence[Node]) -> list[int]:
        """Let re-rendered twins take over numbers; the places that remain without one."""
        found = twins({number: known.fingerprint for number, known in self._gone.items()}, prints) if self._gone else {}
        for index, number in found.items():
            nodes[unnumbered[index]].number = number
            self._known[number] = self._gone.pop(number)
        return [at for index, at in enumerate(unnumbered) if index not in found]

    def _know(self, number: int, print_: Fingerprint) -> None:
        salt = 0
        while (name := hash_id(print_, salt)) in self._by_hash:
            salt += 1
        self._by_hash[name] = number
        self._known[number] = _Known(print_, name)

    def _bind(self, reading: Reading, nodes: list[Node]) -> None:
        if nodes:
            self._elements = self.bridge.concatenate(self._elements, reading.take(nodes))
            self._numbers += [node.number for node in nodes if node.number is not None]

    def _forget(self, changed: set[int]) -> None:
        """Drop elements that left the document or now mean something else; what they were is remembered."""
        bridge = self.bridge
        connected = bridge.floats(self._elements, bridge.getter("Node", "isConnected"))
        stay = [i for i, there in enumerate(connected) if there and i not in changed]
        if len(stay) == len(self._numbers):
            return
        staying = set(stay)
        for i, number in enumerate(self._numbers):
            if i not in staying:
                known = self._known.pop(number)
                if not connected[i]:
                    self._gone[number] = known
                else:
                    self._by_hash.pop(known.hash_id, None)
        while len(self._gone) > MOST_GONE:
            oldest = next(iter(self._gone))
            self._by_hash.pop(self._gone.pop(oldest).hash_id, None)
        self._elements = bridge.take(self._elements, stay)
        self._numbers = [self._numbers[i] for i in stay]

    def hash_of(self, number: int) -> str:
        return self._known[number].hash_id

    def element_of(self, number: int) -> Any:
        """The element that has the number now; None when there is none."""
        return self._elements[self._numbers.index(number)] if number in self._known else None

    def number_of(self, element: Any) -> int | None:
        """The number that an element has; None when it has none."""
        place = self._elements.indexOf(element)
        return self._numbers[place] if place >= 0 else None

    # Acting

    def resolve(self, target: Target) -> Resolved | ActionResult:
        """The live element that a target means, or why there is none, in words."""
        parsed = parse_target(target)
        if parsed.kind == "refused":
            return failed(
                "not_found", f"{target!r} is no usable target: {parsed.value}. Copy a number from the page as printed."
            )
        if parsed.kind == "css":
            return self._resolve_css(parsed.value)
        if parsed.kind == "hash":
            number = self._by_hash.get(parsed.value)
            if number is None:
                return failed("not_found", f"There is no element [{parsed.value}] on the page as it was last read.")
            return self._resolve_number(number, parsed.value)
        return self._resolve_number(int(parsed.value), parsed.value)

    def _resolve_number(self, number: int, shown: str) -> Resolved | ActionResult:
        if self.next_number == self._first and not self._known and number >= self._first:
            return failed("not_found", "The page has not been read yet; there are no numbers.")
        if number < self._first:
            if self._first > 1:
                return failed(
                    "not_found",
                    f"[{shown}] is a number from a previous page. Use the numbers of the page as it is now.",
                )
            return failed("not_found", f"There is no element [{shown}]; the numbers begin at {self._first}.")
        if number >= self.next_number:
            return failed("not_found", f"There is no element [{shown}]; the highest is [{self.next_number - 1}].")
        known = self._known.get(number)
        if known is None:
            gone = self._gone.get(number)
            what = f" ({_words(gone.fingerprint)})" if gone else ""
            if gone is None:
                return failed("not_found", f"[{shown}] means something else now or is gone. Read the page again.")
            return failed("not_found", f"[{shown}]{what} is gone from the page.")
        element = self.element_of(number)
        if not self.bridge.get("Node", "isConnected", element):
            return failed("not_found", f"[{shown}] ({_words(known.fingerprint)}) is gone from the page.")
        now = self.fingerprint_of(element)
        if now is not None and not still_fits(known.fingerprint, now):
            return failed(
                "not_found",
                f"[{shown}] was {_words(known.fingerprint)} and means something else now: {_words(now)}. Read the page again.",
            )
        return Resolved(element, number)

    def fingerprint_of(self, element: Any) -> Fingerprint | None:
        """What an element means now; by the same reading as the page's."""
        reading = read_element(self.bridge, self._context(element), self.options)
        index = reading.bridge.realm.Array.prototype.indexOf
        for node in reading.nodes:
            columns = reading.columns[id(node.layer)]
            if node.element_index == index.call(columns.elements, element):
                return fingerprint(node, reading.namer)
        return None

    def _context(self, element: Any) -> Any:
        """The row that an element stands in, when there is one: its text is part of what the element means."""
        row = element.closest(
            "tr,li,article,dt,dd,fieldset,figure,[role=row],[role=listitem],[role=article],[role=option]"
        )
        return row or element

    def _resolve_css(self, selector: str) -> Resolved | ActionResult:
        found = self._query(selector)
        if not found:
            return failed("not_found", f"Nothing on the page matches {selector!r}.")
        used = next((at for at, element in enumerate(found) if self._visible(element)), 0)
        data = {"matched": len(found), "used": used} if len(found) > 1 else None
        return Resolved(found[used], self.number_of(found[used]), data)

    def _visible(self, element: Any) -> bool:
        left, top, right, bottom = self.bridge.box(element)
        return right > left and bottom > top and self.bridge.style(element).visibility == "visible"

    def _query(self, selector: str) -> list[Any]:
        """Matches in the document, else in shadow roots and same-origin frames."""
        bridge = self.bridge
        documents = [bridge.document]
        while documents:
            document = documents.pop(0)
            found = list(bridge.query_all(document, selector))
            if found:
                return found
            columns = Columns(bridge, document)
            columns.everything()
            for root in columns.roots[1:]:
                found += list(bridge.query_all(root, selector))
            if found:
                return found
            for frame in bridge.query_all(document, "iframe"):
                inner = bridge.get("HTMLIFrameElement", "contentDocument", frame)
                if inner:
                    documents.append(inner)
        return []


def _words(print_: Fingerprint) -> str:
    name = f' "{print_.name[:60]}"' if print_.name else ""
    return f"<{print_.tag}{name}>"
