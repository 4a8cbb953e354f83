"""The page as text (``page-format.md`` section P): one pass over the judged tree, in document order.

Inline content runs together on a line; a block starts a new one. What can be acted on stands on a line of its own
unless text or table cells run around it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field

from pagehand.dom.accessible_names import SPACES, squeeze
from pagehand.dom.columns import BREAK
from pagehand.dom.describing import MOST_OPTIONS, Attribute, labelled_text, printed, shown_attributes
from pagehand.dom.node import Node
from pagehand.dom.options import ReaderOptions
from pagehand.dom.reading import Reading
from pagehand.dom.relations import control_text, popups_by_control, unreadable_reason
from pagehand.dom.roles import heading_level
from pagehand.dom.visibility import GONE, where_in_viewport

Identifier = Callable[[Node], str]
Steps = Generator[None, None, None]
NODES_PER_STEP = 400


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
class _Piece:
    """A part of the line under construction; what is numbered knows its words with and without the label."""

    text: str
    node: Node | None = None
    closing: str = ""
    label: str = ""
    unlabelled: str = ""
    kept: bool = False
    """Preformatted: its blanks stay."""


SECTION_ROLES = {"navigation": "nav", "complementary": "aside", "search": "search", "region": "section"}
DIALOG_ROLES = frozenset(("dialog", "alertdialog"))
GROUP_ROLES = frozenset(("menu", "menubar", "listbox", "tree", "tablist", "radiogroup", "toolbar", "group"))
TABLE_ROLES = frozenset(("table", "grid", "treegrid"))
SKIPPED_TAGS = frozenset(
    ("script", "style", "noscript", "template", "head", "option", "optgroup", "datalist", "source", "track")
)


FORM_CONTROL_TAGS = frozenset(("input", "select", "textarea", "button"))


class Printer:
    """Builds the lines of one reading."""

    def __init__(self, reading: Reading, options: ReaderOptions, identifier: Identifier) -> None:
        self.reading = reading
        self.options = options
        self.identifier = identifier
        self.namer = reading.namer
        self.lines: list[Line] = []
        self.depth = 0
        self._pieces: list[_Piece] = []
        self._prefix = ""
        self._in_row = False
        self._printed = 0
        self._owner: Node | None = None
        self._unreadable = {id(node): why for node, why in reading.unreadable}
        self._popups, self._moved = popups_by_control(reading)
        self._skipped: set[int] = set()
        self._covered: set[str] = set()
        self._in_front = self._before_cover()

    def print(self) -> Generator[None, None, list[Line]]:
        """The lines; pauses now and then."""
        if self.reading.top is not None:
            yield from self._node(self.reading.top)
            self._flush()
        return self.lines

    # Lines

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
        line = _Joined(prefix)
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

    def _between_controls(self, pieces: list[_Piece], at: int) -> bool:
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
        self._pieces.append(_Piece(text))

    # The tree

    def _children(self, node: Node) -> Steps:
        pre = node.style.white_space.startswith(("pre", "break-spaces"))
        quiet = node.hidden is not None
        for child in node.children:
            if isinstance(child, Node):
                yield from self._node(child)
                self._printed += 1
                if self._printed % NODES_PER_STEP == 0:
                    yield
            elif not quiet:
                self._owner = node
                if child == BREAK:
                    self._text("\n")
                elif pre:
                    self._pieces.append(_Piece(child, kept=True))
                else:
                    self._text(SPACES.sub(" ", child.replace("\n", " ")))

    def _node(self, node: Node) -> Steps:
        if node.tag in SKIPPED_TAGS or id(node) in self._skipped or id(node) in self._moved:
            return
        if node.hidden in GONE and not node.interactive:
            return
        if self._in_front is not None and id(node) not in self._in_front and node.layer.frame is None:
            self._covered_note(node)
            return
        if node.covered_by is not None and node.number is None and not node.interactive:
            self._covered_note(node)
        role = node.role
        if node.interactive and node.number is not None:
            if heading_level(node):
                yield from self._heading(node)
            else:
                yield from self._interactive(node)
        elif heading_level(node) and not node.hidden:
            yield from self._heading(node)
        elif node.tag in ("iframe", "frame"):
            yield from self._frame(node)
        elif role in DIALOG_ROLES or role in SECTION_ROLES or role in GROUP_ROLES:
            yield from self._section(node)
        elif role in TABLE_ROLES:
            yield from self._table(node)
        elif role == "row":
            yield from self._table_row(node)
        elif node.tag in ("img", "svg", "canvas") or role in ("img", "progressbar", "meter"):
            yield from self._picture(node)
        elif node.tag in ("button", "input", "select", "textarea") and node.hidden is None and node.seen:
            self._text(f" {control_text(node, self.namer)} ")
        elif node.style.inline:
            yield from self._children(node)
            if node.style.display.startswith("inline-"):
                self._text(" ")
        else:
            yield from self._block(node)

    def _block(self, node: Node) -> Steps:
        if self._in_row:
            self._text(" ")
            yield from self._children(node)
            self._text(" ")
            return
        self._flush()
        why = unreadable_reason(node)
        if why:
            self._line(f"<{node.tag}> {why}", [], owner=node)
        yield from self._children(node)
        self._flush()

    def _heading(self, node: Node) -> Steps:
        numbered = node.interactive and node.number is not None
        if self._in_row:
            if numbered:
                yield from self._interactive(node)
            else:
                yield from self._children(node)
            return
        self._flush()
        self._in_row = True
        if numbered:
            yield from self._interactive(node)
        else:
            yield from self._children(node)
        self._in_row = False
        self._prefix = "#" * heading_level(node) + " "
        self._flush()

    def _picture(self, node: Node) -> Steps:
        name = self.namer.name(node)
        if node.hidden or not node.seen:
            return
        if node.role in ("progressbar", "meter") or node.tag == "canvas":
            value = node.values.get("value", node.attribute("aria-valuenow"))
            size = f" {node.box.width:.0f}x{node.box.height:.0f}" if node.tag == "canvas" else ""
            shown = f" value={value:g}" if isinstance(value, int | float) else f" value={value}" if value else ""
            if node.tag != "canvas" or node.box.area > 2500:
                self._text(f" <{node.role or node.tag}{_quoted(name)}{size}{shown}> ")
            if node.tag != "canvas":
                return
            yield from self._children(node)
        elif name:
            self._text(f" (image: {name[:120]}) ")
        elif node.tag == "svg":
            yield from self._children(node)

    def _frame(self, node: Node) -> Steps:
        if node.hidden or not node.seen:
            return
        self._flush()
        name = self.namer.name(node) or node.attribute("name")
        why = self._unreadable.get(id(node))
        if why:
            self._line(f"<iframe{_quoted(name)}> cannot be read: {why}", [], owner=node)
        elif node.elements():
            self._line(f"<iframe{_quoted(name)}>", [], frame=True, owner=node)
            yield from self._inside(node)

    def _inside(self, node: Node) -> Steps:
        self.depth += 1
        row, self._in_row = self._in_row, False
        yield from self._children(node)
        self._flush()
        self._in_row = row
        self.depth -= 1

    def _section(self, node: Node) -> Steps:
        name = self.namer.name(node)
        dialog = node.role in DIALOG_ROLES
        if self._in_row or node.hidden or not (dialog or name):
            yield from self._block(node)
            return
        word = node.role if dialog or node.role in GROUP_ROLES else SECTION_ROLES[node.role]
        if node.tag == "fieldset":
            self._skipped.update(
                id(child) for child in node.elements() if child.tag == "legend" and not _has_controls(child)
            )
        yield from self._structure(node, f"<{word}{_quoted(name)}>")

    def _structure(self, node: Node, opening: str) -> Steps:
        """An opening line with what is inside one tab deeper; nothing when nothing is inside."""
        self._flush()
        at = len(self.lines)
        self._line(opening, [], frame=True, owner=node)
        yield from self._inside(node)
        if len(self.lines) == at + 1:
            self.lines.pop()

    def _table(self, node: Node) -> Steps:
        rows = sum(1 for below in node.descendants() if below.role == "row" and below.seen)
        if self._in_row or node.hidden or rows == 0:
            yield from self._block(node)
            return
        name = self.namer.name(node)
        self._skipped.update(
            id(child) for child in node.elements() if child.tag == "caption" and not _has_controls(child)
        )
        yield from self._structure(node, f"<table{_quoted(name)} {rows} row{'s' if rows != 1 else ''}>")

    def _table_row(self, node: Node) -> Steps:
        if self._in_row or node.hidden:
            yield from self._block(node)
            return
        self._flush()
        self._in_row = True
        first = True
        for child in node.elements():
            before = len(self._pieces)
            if not first:
                self._text(" | ")
            yield from self._node(child)
            if first and len(self._pieces) > before:
                first = False
        self._owner = node
        self._flush()
        self._in_row = False

    def _before_cover(self) -> set[int] | None:
        """In viewport mode what lies behind a cover of the whole viewport is not in sight: what stays; None for all."""
        cover = self.reading.whole_cover
        if cover is None or self.options.viewport_expansion < 0:
            return None
        return {id(node) for node in (cover, *cover.ancestors(), *cover.descendants())}

    def _covered_note(self, node: Node) -> None:
        """Said once for each cover: what lies under it is printed as plain text."""
        if node.covered_by not in self._covered and node.covered_by is not None:
            self._covered.add(node.covered_by)
            self._text(f" (covered by {node.covered_by}) ")

    # What can be acted on

    def _interactive(self, node: Node) -> Steps:
        node.where = where_in_viewport(node) if self.options.marks else ""
        area = node.interactive == "scroll"
        nested = area or any(below.interactive and below.number is not None for below in node.descendants())
        text = "" if area else self._own_text(node)
        own = text
        attributes = shown_attributes(node, self.namer, text, self.options.include_attributes)
        if not nested:
            text, attributes = labelled_text(node, text, attributes)
        head = self._head(node, attributes)
        if nested and not self._in_row:
            self._flush()
            self._line(head + text, [node])
            self.depth += 1
            if area:
                yield from self._children(node)
            else:
                yield from self._nested(node)
            self._flush()
            self.depth -= 1
            return
        ending = self._options(node) if node.tag == "select" else ""
        label = next((value for name, value in attributes if name == "aria-label"), "") or (text if text != own else "")
        unlabelled = self._head(node, [pair for pair in attributes if pair[0] != "aria-label"]) if label else ""
        closing = f"</{node.tag}>" if text and not ending else " "
        block = not node.style.inline and not self._in_row and node.tag not in ("input", "label")
        if block:
            self._flush()
        self._pieces.append(_Piece(head + text + ending, node, closing, label, unlabelled + own + ending))
        if nested:
            self._text(" ")
            yield from self._nested(node)
        popup = self._popups.get(id(node))
        if block or (popup is not None and not self._in_row):
            self._flush()
        if popup is not None:
            self._moved.discard(id(popup))
            self.depth += 1
            yield from self._node(popup)
            self._flush()
            self.depth -= 1
            self._moved.add(id(popup))

    def _head(self, node: Node, attributes: list[Attribute]) -> str:
        words = printed(attributes)
        mark = ("*" if node.new else "") + node.where
        return f"{mark}[{self.identifier(node)}]<{node.tag}{' ' + words if words else ''}>"

    def _own_text(self, node: Node) -> str:
        """Text up to the next numbered element."""
        parts: list[str] = []
        self._collect(node, parts)
        return squeeze("".join(parts))

    def _collect(self, node: Node, parts: list[str]) -> bool:
        """False when a numbered element was met."""
        if node.tag in ("select", "textarea", "input"):
            return True
        for child in node.children:
            if isinstance(child, str):
                if node.hidden is None:
                    parts.append(child if child != BREAK else " ")
            elif child.interactive and child.number is not None:
                return False
            elif child.hidden in GONE or id(child) in self._moved:
                continue
            elif child.tag in ("img", "svg", "canvas") or child.role == "img":
                name = self.namer.name(child)
                parts.append(f" {name} ")
            else:
                space = "" if child.style.display == "inline" else " "
                parts.append(space)
                if not self._collect(child, parts):
                    return False
                parts.append(space)
        return True

    def _nested(self, node: Node) -> Steps:
        """What follows the first numbered element inside; the text before it stands on the line already."""
        self._passing = True
        yield from self._walk_nested(node)
        self._passing = False

    def _walk_nested(self, node: Node) -> Steps:
        for child in node.children:
            if isinstance(child, str):
                if not self._passing and node.hidden is None:
                    self._text(SPACES.sub(" ", child.replace("\n", " ")))
            elif not self._passing:
                yield from self._node(child)
            elif child.interactive and child.number is not None:
                self._passing = False
                yield from self._node(child)
                self._passing = False
            elif child.hidden not in GONE:
                yield from self._walk_nested(child)
                if not self._passing and not child.style.inline and not self._in_row:
                    self._flush()

    def _options(self, node: Node) -> str:
        options = node.values.get("options", [])
        most = MOST_OPTIONS if self.options.folds else len(options)
        rest = len(options) - most
        shown = " | ".join(options[:most])
        return f" {shown}" + (f" | …({rest} more)" if rest > 0 else "")


class _Joined:
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


def _text_follows(pieces: list[_Piece]) -> bool:
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


def _has_controls(node: Node) -> bool:
    return any(below.interactive for below in node.descendants())


def _quoted(name: str) -> str:
    return f' "{name[:80]}"' if name else ""
