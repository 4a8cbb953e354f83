"""Lines put together from words and controls: what stands together on one, and what gets one of its own."""

from __future__ import annotations

from dataclasses import dataclass, field

from pagehand.dom.accessible_names import SPACES
from pagehand.dom.node import Node


@dataclass
class Line:
    """One printed line: its text, how deep it is, and where it belongs on the page."""

    depth: int
    text: str
    nodes: list[Node] = field(default_factory=list)
    """What is numbered on it."""
    owner: Node | None = None
    """The element that it is about, or stands in: says where on the page the line is."""
    frame: bool = False
    """Opens a structure: stays as long as anything in it stays."""
    group: int = 0
    """Lines of one list, table or other parent share a group; see ``folding``."""
    shape: str = ""
    """What the entry looks like, its words aside: like entries are folded."""

    def __str__(self) -> str:
        return "\t" * self.depth + self.text


@dataclass
class Piece:
    """A part of the line under construction; what is numbered knows its words with and without the label."""

    text: str
    node: Node | None = None
    closing: str = ""
    label: str = ""
    unlabelled: str = ""
    kept: bool = False
    """Preformatted: its blanks stay."""


FORM_CONTROL_TAGS = frozenset(("input", "select", "textarea", "button"))


class LineWriter:
    """The line under construction, and those that are done."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.depth = 0
        self._pieces: list[Piece] = []
        self._prefix = ""
        self._in_row = False
        self._owner: Node | None = None

    def _flush(self) -> None:
        """End the line under construction: one line, or one for each control where there is no text between them."""
        pieces, self._pieces = self._pieces, []
        prefix, self._prefix = self._prefix, ""
        plain = "".join(piece.text for piece in pieces if piece.node is None)
        spoken = plain.strip(" |\n")
        nodes = [piece.node for piece in pieces if piece.node is not None]
        before = self.lines[-1].text if self.lines and not self.lines[-1].nodes and not self.lines[-1].frame else ""
        for piece in pieces:
            if piece.label and (contains(plain, piece.label) or names_alone(before, piece.label)):
                piece.text = piece.unlabelled
        if not spoken and not nodes:
            return
        if not spoken and not self._in_row and not prefix:
            for piece in pieces:
                if piece.node is not None:
                    self._line(piece.text.strip(), [piece.node])
            return
        line = Joined(prefix)
        for at, piece in enumerate(pieces):
            following = pieces[at + 1] if at + 1 < len(pieces) else None
            if piece.node is None:
                if not piece.text.isspace() or "\n" in piece.text or not self._between_controls(pieces, at):
                    line.text(piece.text, kept=piece.kept)
                else:
                    line.stop()
                continue
            if (
                piece.node.tag == "input"
                and piece.node.values.get("type") in ("checkbox", "radio")
                and not self._in_row
            ):
                line.stop_after_control()
            line.control(piece.text, piece.node)
            if following is not None and following.node is not None:
                line.stop() if self._apart(piece.node, following.node) else line.text(" ")
            elif piece.closing and _text_follows(pieces[at + 1 :]):
                line.text(piece.closing)
        for text, numbered in line.lines():
            self._line(text, numbered)

    def _between_controls(self, pieces: list[Piece], at: int) -> bool:
        """Whether a blank stands between two form controls, which then get a line each."""
        if at == 0 or at + 1 >= len(pieces):
            return False
        before, after = pieces[at - 1].node, pieces[at + 1].node
        return before is not None and after is not None and self._apart(before, after)

    def _apart(self, one: Node, other: Node) -> bool:
        return not self._in_row and bool(FORM_CONTROL_TAGS & {one.tag, other.tag})

    def _line(self, text: str, nodes: list[Node], *, frame: bool = False, owner: Node | None = None) -> None:
        self.lines.append(Line(self.depth, text, nodes, owner or (nodes[0] if nodes else self._owner), frame))

    def _text(self, text: str) -> None:
        self._pieces.append(Piece(text))


class Joined:
    """Lines put together from words and controls: blanks run together in the words, never inside a control's values."""

    def __init__(self, prefix: str) -> None:
        self._done: list[tuple[str, list[Node]]] = []
        self._now = prefix
        self._nodes: list[Node] = []

    def text(self, text: str, *, kept: bool = False) -> None:
        first, *rest = text.split("\n")
        self._add(first, kept)
        for part in rest:
            self.stop()
            self._add(part, kept)

    def _add(self, text: str, kept: bool) -> None:
        if kept:
            self._now += text.replace("\t", "    ").rstrip("\r")
            return
        text = SPACES.sub(" ", text)
        self._now += text.lstrip(" ") if not self._now or self._now.endswith(" ") else text

    def control(self, text: str, node: Node) -> None:
        self._now += text if not self._now or self._now.endswith(" ") else " " + text
        self._nodes.append(node)

    def stop_after_control(self) -> None:
        """A new line, when there is a control on this one already."""
        if self._nodes:
            self.stop()

    def stop(self) -> None:
        if self._now.strip(" |"):
            self._done.append((self._now.rstrip(" "), self._nodes))
        self._now, self._nodes = "", []

    def lines(self) -> list[tuple[str, list[Node]]]:
        self.stop()
        return self._done


def _text_follows(pieces: list[Piece]) -> bool:
    """Whether words come directly after a control, so that its end must be seen."""
    for piece in pieces:
        if piece.node is not None:
            return False
        if piece.text.strip():
            return not piece.text.lstrip().startswith("|")
    return False


def names_alone(line: str, label: str) -> bool:
    """Whether a line above is this label: a heading that merely holds the word is none."""
    return bool(line) and line.lstrip("\t#").casefold().strip(" :*") == label.casefold().strip(" :*")


def contains(text: str, label: str) -> bool:
    return bool(text) and label.casefold().strip(" :*") in SPACES.sub(" ", text).casefold()
