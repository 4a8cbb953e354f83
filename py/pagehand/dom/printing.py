"""The page as text (``page-format.md`` section P): one pass over the judged tree, in document order.

Inline content runs together on a line; a block starts a new one. What can be acted on stands on a line of its own
unless text or table cells run around it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator

from pagehand.dom.accessible_names import SPACES, squeeze
from pagehand.dom.columns import BREAK
from pagehand.dom.describing import MOST_OPTIONS, Attribute, labelled_text, printed, shown_attributes
from pagehand.dom.lines import Line, LineWriter, Piece
from pagehand.dom.node import Node
from pagehand.dom.options import ReaderOptions
from pagehand.dom.reading import Reading
from pagehand.dom.relations import control_text, popups_by_control, unreadable_reason
from pagehand.dom.roles import heading_level
from pagehand.dom.visibility import GONE, where_in_viewport

Identifier = Callable[[Node], str]
Steps = Generator[None, None, None]
NODES_PER_STEP = 400


SECTION_ROLES = {"navigation": "nav", "complementary": "aside", "search": "search", "region": "section"}
DIALOG_ROLES = frozenset(("dialog", "alertdialog"))
GROUP_ROLES = frozenset(("menu", "menubar", "listbox", "tree", "tablist", "radiogroup", "toolbar", "group"))
TABLE_ROLES = frozenset(("table", "grid", "treegrid"))
SKIPPED_TAGS = frozenset(
    ("script", "style", "noscript", "template", "head", "option", "optgroup", "datalist", "source", "track")
)


class Printer(LineWriter):
    """Builds the lines of one reading."""

    def __init__(self, reading: Reading, options: ReaderOptions, identifier: Identifier) -> None:
        super().__init__()
        self.reading = reading
        self.options = options
        self.identifier = identifier
        self.namer = reading.namer
        self._printed = 0
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
                    self._pieces.append(Piece(child, kept=True))
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
        self._pieces.append(Piece(head + text + ending, node, closing, label, unlabelled + own + ending))
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


def _has_controls(node: Node) -> bool:
    return any(below.interactive for below in node.descendants())


def _quoted(name: str) -> str:
    return f' "{name[:80]}"' if name else ""
