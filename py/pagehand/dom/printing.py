"""The page as text (``page-format.md`` section P): one pass over the judged tree, in document order.

Inline content runs together on a line; a block starts a new one. What can be acted on stands on a line of its own
unless text or table cells run around it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from pagehand.dom.accessible_names import SPACES, squeeze
from pagehand.dom.columns import BREAK
from pagehand.dom.describing import MOST_OPTIONS, printed, shown_attributes
from pagehand.dom.node import Node
from pagehand.dom.options import ReaderOptions
from pagehand.dom.reading import Reading
from pagehand.dom.roles import heading_level
from pagehand.dom.visibility import where_in_viewport

Identifier = Callable[[Node], str]


@dataclass
class Line:
    """One printed line: its text, how deep it is, and where it belongs on the page."""

    depth: int
    text: str
    nodes: list[Node] = field(default_factory=list)
    """What is numbered on it."""
    top: float = 0.0
    bottom: float = 0.0
    """In top viewport coordinates; for the budget."""
    container: int = 0
    """Which list or table it is an entry of; 0 for none."""
    entry: bool = False
    """Whether it begins an entry of its container."""
    frame: bool = False
    """Opens a structure: stays as long as anything in it stays."""

    def __str__(self) -> str:
        return "\t" * self.depth + self.text


@dataclass
class _Piece:
    """A part of the line under construction."""

    text: str
    node: Node | None = None
    closing: str = ""


SHOWN_LANDMARKS = {
    "navigation": "nav",
    "complementary": "aside",
    "search": "search",
    "form": "form",
    "region": "section",
}
DIALOG_ROLES = frozenset(("dialog", "alertdialog"))
POPUP_ROLES = frozenset(("menu", "listbox", "tree", "tablist", "radiogroup", "toolbar", "grid", "treegrid"))
SKIPPED_TAGS = frozenset(
    ("script", "style", "noscript", "template", "head", "option", "optgroup", "datalist", "source", "track")
)
BLOCK_CELL_TAGS = frozenset(("td", "th"))


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
        self._container = 0
        self._containers = 0
        self._row = False
        self._unreadable = {id(node): why for node, why in reading.unreadable}

    def print(self) -> list[Line]:
        if self.reading.top is not None:
            self._children(self.reading.top)
            self._flush()
        return self.lines

    # Lines

    def _flush(self) -> None:
        pieces, self._pieces = self._pieces, []
        prefix, self._prefix = self._prefix, ""
        text = "".join(piece.text for piece in pieces if piece.node is None)
        nodes = [piece.node for piece in pieces if piece.node is not None]
        if not text.strip(" |"):
            if not nodes:
                return
            if not self._row and not prefix:
                for piece in pieces:
                    if piece.node is not None:
                        self._line(piece.text, [piece.node])
                return
        words: list[str] = [prefix]
        for at, piece in enumerate(pieces):
            words.append(piece.text)
            if piece.closing and any(
                later.text.strip(" |\n") for later in pieces[at + 1 : at + 2] if later.node is None
            ):
                words.append(piece.closing)
            elif piece.closing and at + 1 < len(pieces) and pieces[at + 1].node is not None:
                words.append(" ")
        for line in "".join(words).split("\n"):
            line = SPACES.sub(" ", line).strip()
            if line:
                self._line(line, nodes)

    def _line(self, text: str, nodes: list[Node], *, frame: bool = False) -> None:
        self.lines.append(Line(self.depth, text, nodes, container=self._container, frame=frame))

    def _text(self, text: str) -> None:
        self._pieces.append(_Piece(text))

    # The tree

    def _children(self, node: Node) -> None:
        pre = node.style.white_space.startswith("pre") or node.style.white_space == "break-spaces"
        quiet = node.hidden is not None or node.style.visibility != "visible"
        for child in node.children:
            if isinstance(child, Node):
                self._node(child)
            elif not quiet:
                if child == BREAK:
                    self._text("\n")
                elif pre:
                    self._text(child)
                else:
                    self._text(SPACES.sub(" ", child.replace("\n", " ")))

    def _node(self, node: Node) -> None:
        if node.hidden in ("ignored", "display", "closed details", "content-visibility", "opacity", "clipped"):
            if not node.interactive:
                return
        if node.tag in SKIPPED_TAGS:
            return
        level = heading_level(node)
        if level and not node.hidden:
            self._heading(node, level)
        elif node.interactive and node.number is not None:
            self._interactive(node)
        elif node.tag in ("iframe", "frame"):
            self._frame(node)
        elif (
            node.role in DIALOG_ROLES
            or node.role in SHOWN_LANDMARKS
            or node.role in POPUP_ROLES
            or node.tag == "fieldset"
        ):
            self._section(node)
        elif node.role in ("table", "grid", "treegrid") or node.tag == "table":
            self._table(node)
        elif node.role == "row" or node.tag == "tr":
            self._table_row(node)
        elif node.tag in ("img", "svg") or node.role == "img":
            self._picture(node)
        elif node.tag == "li" and node.style.display == "list-item":
            self._flush()
            self._children(node)
            self._flush()
        elif node.style.inline:
            self._children(node)
            if node.style.display in ("inline-block", "inline-flex", "inline-grid"):
                self._text(" ")
        else:
            self._block(node)

    def _block(self, node: Node) -> None:
        if self._row:
            self._text(" ")
            self._children(node)
            self._text(" ")
            return
        self._flush()
        self._children(node)
        self._flush()

    def _heading(self, node: Node, level: int) -> None:
        if self._row:
            self._children(node)
            return
        self._flush()
        self._prefix = "#" * level + " "
        row, self._row = self._row, True
        if node.interactive and node.number is not None:
            self._interactive(node)
        else:
            self._children(node)
        self._row = row
        self._flush()

    def _picture(self, node: Node) -> None:
        name = self.namer.name(node)
        if name and not node.hidden:
            self._text(f" ({name}) " if node.parent is not None and node.parent.interactive else f"(image: {name}) ")

    def _frame(self, node: Node) -> None:
        why = self._unreadable.get(id(node))
        if node.hidden or not node.seen:
            return
        self._flush()
        name = self.namer.name(node) or node.attribute("name")
        if why:
            self._line(f"<iframe{_quoted(name)}> cannot be read: it is from {why}", [])
            return
        if not node.elements():
            return
        self._line(f"<iframe{_quoted(name)}>", [], frame=True)
        self._inside(node)

    def _inside(self, node: Node) -> None:
        self.depth += 1
        row, self._row = self._row, False
        self._children(node)
        self._flush()
        self._row = row
        self.depth -= 1

    def _section(self, node: Node) -> None:
        name = self.namer.name(node)
        dialog = node.role in DIALOG_ROLES
        if self._row or not (dialog or (name and node.role != "form")):
            self._block(node)
            return
        self._flush()
        at = len(self.lines)
        word = node.role if dialog or node.role in POPUP_ROLES else SHOWN_LANDMARKS.get(node.role, "group")
        self._line(f"<{word}{_quoted(name)}>", [], frame=True)
        self._inside(node)
        if len(self.lines) == at + 1:
            self.lines.pop()

    def _table(self, node: Node) -> None:
        if self._row:
            self._block(node)
            return
        self._flush()
        name = self.namer.name(node)
        rows = sum(1 for below in node.descendants() if below.tag == "tr" or below.role == "row")
        at = len(self.lines)
        self._line(f"<table{_quoted(name)} {rows} rows>", [], frame=True)
        self._inside(node)
        if len(self.lines) == at + 1:
            self.lines.pop()

    def _table_row(self, node: Node) -> None:
        if self._row or not (node.seen or node.children):
            self._block(node)
            return
        self._flush()
        row, self._row = self._row, True
        first = True
        for child in node.elements():
            before = len(self._pieces)
            if not first:
                self._text(" | ")
            self._node(child)
            if len(self._pieces) > before:
                first = False
        self._row = row
        self._prefix = "<tr> "
        row, self._row = self._row, True
        self._flush()
        self._row = row

    # What can be acted on

    def _interactive(self, node: Node) -> None:
        node.where = where_in_viewport(node) if self.options.marks else ""
        nested = (
            any(below.interactive and below.number is not None for below in node.descendants())
            if node.children
            else False
        )
        block_text = "" if nested else self._own_text(node)
        text = self._own_text(node) if nested else block_text
        attributes = shown_attributes(node, self.namer, text, self.options.include_attributes)
        mark = ("*" if node.new else "") + node.where
        words = printed(attributes)
        head = f"{mark}[{self.identifier(node)}]<{node.tag}{' ' + words if words else ''}>"
        if node.tag == "select":
            self._own_line(node, head + self._options(node))
            return
        if nested:
            self._flush()
            self._line(head + text, [node])
            self.depth += 1
            self._nested(node)
            self._flush()
            self.depth -= 1
            return
        closing = f"</{node.tag}>" if text else " "
        if node.style.inline or self._row or node.tag in ("input", "label"):
            self._pieces.append(_Piece(head + text, node, closing))
        else:
            self._own_line(node, head + text)

    def _own_line(self, node: Node, text: str) -> None:
        if self._row:
            self._pieces.append(_Piece(text, node))
            return
        self._flush()
        self._line(text, [node])

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
                if node.hidden is None or node.interactive:
                    parts.append(child)
            elif child.interactive and child.number is not None:
                return False
            elif child.hidden in ("ignored", "display", "closed details", "content-visibility", "opacity", "clipped"):
                continue
            else:
                if child.tag in ("img", "svg") or child.role == "img":
                    name = self.namer.name(child)
                    if name:
                        parts.append(f" {name} ")
                    continue
                block = not child.style.inline or child.style.display != "inline"
                if block:
                    parts.append(" ")
                if not self._collect(child, parts):
                    return False
                if block:
                    parts.append(" ")
        return True

    def _nested(self, node: Node) -> None:
        """What follows the first numbered element inside; the text before it stands on the line already."""
        self._skip_until_numbered = True
        self._walk_nested(node)
        self._skip_until_numbered = False

    def _walk_nested(self, node: Node) -> None:
        for child in node.children:
            if isinstance(child, str):
                if not self._skip_until_numbered and node.hidden is None:
                    self._text(SPACES.sub(" ", child.replace("\n", " ")))
            elif self._skip_until_numbered:
                if child.interactive and child.number is not None:
                    self._skip_until_numbered = False
                    self._node(child)
                    self._skip_until_numbered = False
                else:
                    self._walk_nested(child)
                    if not self._skip_until_numbered and not child.style.inline:
                        self._flush()
            else:
                self._node(child)

    def _options(self, node: Node) -> str:
        options = node.values.get("options", [])
        most = MOST_OPTIONS if self.options.folds else len(options)
        shown = " | ".join(option for option in options[:most])
        rest = len(options) - most
        return f" {shown}" + (f" | …({rest} more)" if rest > 0 else "")


def _quoted(name: str) -> str:
    return f' "{name[:80]}"' if name else ""
