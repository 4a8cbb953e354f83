"""When an element still is what it was (X13): fingerprints, and the one rule that reading and acting share."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from pagehand.dom.accessible_names import Namer, squeeze
from pagehand.dom.node import Node

ROW_TAGS = frozenset(("tr", "li", "article", "dt", "dd", "fieldset", "figure", "option"))
ROW_ROLES = frozenset(("row", "listitem", "article", "option", "treeitem", "menuitem", "group", "feed"))
DIGITS_AND_SPACE = re.compile(r"[\d\s.,:()]+")
LONGEST_ROW = 200
BASE36 = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Fingerprint:
    """What an element means to a reader of the page."""

    tag: str
    role: str
    name: str
    attributes: tuple[tuple[str, str], ...]
    """``id``, ``name``, ``href`` and ``data-*``."""
    row: str
    """The plain text of the row or entry it stands in, its controls' texts aside."""


def fingerprint(node: Node, namer: Namer, rows: dict[int, str] | None = None) -> Fingerprint:
    """``rows`` remembers row texts over one reading."""
    control = node.proxy_for or node
    attributes = tuple(
        (name, value[:120])
        for name, value in sorted(control.attributes.items())
        if name in ("id", "name", "href") or (name.startswith("data-") and not volatile(name))
    )
    # What is written in an editor is its value, as a field's is: it does not tell one editor from another.
    words = "" if node.interactive == "editable" else first_words(node)
    name = (namer.name(control) or namer.name(node) or words)[:120]
    return Fingerprint(node.tag, control.role, name, attributes, row_text(node, rows if rows is not None else {}))


def volatile(name: str) -> bool:
    """``data-*`` attributes that hold state, not identity."""
    return name in (
        "data-state",
        "data-status",
        "data-value",
        "data-active",
        "data-selected",
        "data-highlighted",
        "data-open",
        "data-hover",
        "data-focus",
    )


def first_words(node: Node) -> str:
    """Text of an element that takes no name from its content (a clickable ``div``)."""
    parts: list[str] = []
    _plain_text(node, parts, 120, into_controls=True)
    return squeeze(" ".join(parts))


def row_text(node: Node, rows: dict[int, str]) -> str:
    for up in node.ancestors():
        if up.tag in ROW_TAGS or ("role" in up.attributes and up.role in ROW_ROLES):
            known = rows.get(id(up))
            if known is None:
                parts: list[str] = []
                _plain_text(up, parts, LONGEST_ROW, into_controls=False)
                known = rows[id(up)] = squeeze(" ".join(parts))[:LONGEST_ROW]
            return known
        if up.tag in ("table", "ul", "ol", "body", "main", "dialog", "form", "nav"):
            return ""
    return ""


def _plain_text(node: Node, parts: list[str], room: int, *, into_controls: bool) -> int:
    for child in node.children:
        if room <= 0:
            return 0
        if isinstance(child, str):
            word = child.strip()
            if word:
                parts.append(word[:room])
                room -= len(word)
        elif (
            (into_controls or not child.interactive)
            and child.hidden is None
            and child.tag not in ("select", "textarea")
        ):
            room = _plain_text(child, parts, room, into_controls=into_controls)
    return room


def still_fits(before: Fingerprint, now: Fingerprint) -> bool:
    """Whether a connected element may keep its number.

    Same tag and role, and either the same name (digits and space aside) or the same attributes and row. A row that
    was recycled for another entry (most of its words are other words) never fits, and a name in which only digits changed
    needs the same attributes: that is how a virtual list turns "Ship order 4472" into "Ship order 4490".
    """
    if (before.tag, before.role) != (now.tag, now.role):
        return False
    if not same_row(before.row, now.row):
        return False
    same_attributes = before.attributes == now.attributes
    if before.name == now.name:
        return True
    if without_digits(before.name) == without_digits(now.name) and without_digits(now.name):
        return same_attributes
    return same_attributes and before.row == now.row and bool(before.attributes or before.row)


def same_row(before: str, now: str) -> bool:
    if before == now or not before or not now:
        return True
    one, other = set(before.split()), set(now.split())
    return len(one & other) > 0.5 * len(one | other)


def without_digits(text: str) -> str:
    return DIGITS_AND_SPACE.sub("", text).casefold()


def twins(gone: Mapping[int, Fingerprint], fresh: list[Fingerprint]) -> dict[int, int]:
    """Which new elements are re-rendered old ones: ``{index in fresh: number}``.

    Only where exactly one gone and exactly one new element carry the fingerprint, and it says anything at all.
    """
    numbers: dict[Fingerprint, list[int]] = {}
    for number, print_ in gone.items():
        numbers.setdefault(print_, []).append(number)
    places: dict[Fingerprint, list[int]] = {}
    for place, print_ in enumerate(fresh):
        places.setdefault(print_, []).append(place)
    return {
        found[0]: numbers[print_][0]
        for print_, found in places.items()
        if len(found) == 1 and len(numbers.get(print_, ())) == 1 and (print_.name or print_.attributes)
    }


def hash_id(print_: Fingerprint, salt: int) -> str:
    """``e`` and four base36 characters (FNV-1a of the fingerprint); another salt gives another id."""
    value = 2166136261
    for byte in f"{print_}{salt or ''}".encode("utf-8", "replace"):
        value = ((value ^ byte) * 16777619) & 0xFFFFFFFF
    characters = []
    for _ in range(4):
        value, digit = divmod(value, 36)
        characters.append(BASE36[digit])
    return "e" + "".join(characters)
