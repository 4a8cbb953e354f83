"""Reading a page back from its text in format P: controls with their numbers, rows, and facts."""

from __future__ import annotations

import re
from dataclasses import dataclass

_OPENING = re.compile(r"(\*?)[↑↓]?\[(\d+)\]<([\w-]+)")
_ATTRIBUTE = re.compile(r"([\w:-]+)(?:=(\"[^\"]*\"|[^\s>]+))?")
_TEXT_TYPES = frozenset(
    [
        "text",
        "search",
        "email",
        "url",
        "tel",
        "number",
        "password",
        "date",
        "time",
        "datetime-local",
        "month",
        "week",
        "color",
        "range",
    ]
)
_FIELD_ROLES = frozenset({"textbox", "searchbox", "combobox", "spinbutton"})
_TOGGLE_ROLES = frozenset({"checkbox", "switch", "radio", "menuitemcheckbox", "menuitemradio"})


@dataclass(frozen=True)
class Control:
    """Something with a number. ``before`` is the text that stands right before it, ``row`` its whole line if a table row."""

    number: int
    tag: str
    attributes: dict[str, str]
    text: str
    before: str
    row: str
    section: str
    new: bool
    line: int

    @property
    def kind(self) -> str:
        kind, role = self.attributes.get("type", ""), self.attributes.get("role", "")
        if self.tag == "select" or (role in ("combobox", "listbox") and self.tag not in ("input", "textarea")):
            return "select"
        if role in _TOGGLE_ROLES or kind in ("checkbox", "radio"):
            return "toggle"
        if self.tag == "textarea" or role in _FIELD_ROLES or "contenteditable" in self.attributes:
            return "field"
        if self.tag == "input" and (kind or "text") in _TEXT_TYPES:
            return "field"
        return "button"

    @property
    def radio(self) -> bool:
        return "radio" in self.attributes.get("type", "") + self.attributes.get("role", "")

    @property
    def checked(self) -> bool:
        state = self.attributes.get("checked", self.attributes.get("aria-checked", "false"))
        return state in ("", "true")

    @property
    def options(self) -> list[str]:
        parts = [part.strip() for part in re.split(r"\s\|\s", self.text)] if self.kind == "select" else []
        return [part for part in parts if part and not part.startswith("…")]

    @property
    def usable(self) -> bool:
        return (
            "disabled" not in self.attributes and "covered" not in self.attributes and "readonly" not in self.attributes
        )

    @property
    def names(self) -> list[str]:
        """Every text that may name it, the surest first."""
        own = [
            self.attributes.get(key, "")
            for key in ("aria-label", "label", "title", "alt", "placeholder", "name", "value")
        ]
        if self.kind == "field" or (self.kind == "select"):
            own = [*own[:6], "", self.before, self.text if self.kind == "field" else ""]
        else:
            own = [self.text, *own, self.before if self.kind == "toggle" and not self.text else ""]
        return [name for name in own if name]


@dataclass(frozen=True)
class PageText:
    """A page as read from its text."""

    lines: list[str]
    controls: list[Control]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def shown(self) -> str:
        """The text a person reads, without what stands in fields and attributes."""
        return "\n".join(plain(line) for line in self.lines)

    def section_text(self, control: Control) -> str:
        """The text of the dialog that a control is in, or of the whole page."""
        if not control.section:
            return self.text
        start, end = (int(part) for part in control.section.split(":"))
        return "\n".join(self.lines[start:end])


def read_page_text(text: str) -> PageText:
    lines = text.splitlines()
    dialogs = _dialogs(lines)
    rows = table_rows(lines)
    controls: list[Control] = []
    for number, line in enumerate(lines):
        row = line if number in rows else ""
        section = next((f"{start}:{end}" for start, end in reversed(dialogs) if start <= number < end), "")
        openings = list(_OPENING.finditer(line))
        previous = 0
        for index, opening in enumerate(openings):
            end = openings[index + 1].start() if index + 1 < len(openings) else len(line)
            inner, rest = _inside(line[opening.end() : end])
            before = plain(line[previous : opening.start()]).strip(" |\t:")
            if index:
                before = before.rsplit(" | ", 1)[-1] if "|" in line[previous : opening.start()] else ""
            elif not before and number and not _OPENING.search(lines[number - 1]) and len(lines[number - 1]) < 70:
                before = plain(lines[number - 1]).strip(" :\t")
            attributes = {name: value.strip('"') for name, value in _ATTRIBUTE.findall(inner)}
            shown = re.sub(rf"\s*</{re.escape(opening.group(3))}>.*", "", rest, flags=re.S)
            if attributes.get("role") != "listbox" and opening.group(3) != "select":
                shown = shown.split(" | ")[0]
            control = Control(
                int(opening.group(2)), opening.group(3), attributes, plain(shown).strip(), before, row, section,
                opening.group(1) == "*", number,
            )  # fmt: skip
            controls.append(control)
            previous = end
    return PageText(lines, controls)


def plain(text: str) -> str:
    """Text without tags, numbers and heading marks."""
    text = re.sub(r"\*?[↑↓]?\[\d+\](?=<)", "", text)
    return re.sub(r"</?[a-zA-Z][^<>]*>|^\s*#{1,6}\s", "", text)


def table_rows(lines: list[str]) -> set[int]:
    """The numbers of the lines that are rows of a table: marked as such, or inside of one."""
    found: set[int] = set()
    table: int | None = None
    for number, line in enumerate(lines):
        indent = len(line) - len(line.lstrip("\t"))
        if table is not None and line.strip() and indent <= table:
            table = None
        if re.match(r"\t*<table\b", line):
            table = indent
        elif re.match(r"\s*<tr\b", line) or (table is not None and line.strip()):
            found.add(number)
    return found


def cells(line: str) -> list[str]:
    """The cells of a table row's line."""
    return [plain(part).strip() for part in re.split(r"\s\|(?:\s|$)", re.sub(r"^\s*<t[rh]\b[^>]*>", "", line))]


def _inside(text: str) -> tuple[str, str]:
    """Attributes up to the ``>`` that ends the tag, and what follows. Quotes and nested tags may hold one too."""
    quoted, depth = False, 0
    for index, character in enumerate(text):
        if character == '"':
            quoted = not quoted
        elif not quoted and character == "<":
            depth += 1
        elif not quoted and character == ">":
            if not depth:
                return text[:index], text[index + 1 :]
            depth -= 1
    return text, ""


def _dialogs(lines: list[str]) -> list[tuple[int, int]]:
    """Where dialogs begin and end, by their indentation or their closing tag."""
    found: list[tuple[int, int]] = []
    for start, line in enumerate(lines):
        opening = re.match(
            r"(\t*)(?:\*?[↑↓]?\[\d+\])?<(?:dialog|alertdialog)\b|(\t*).*<[\w-]+ [^>]*role=\"?(?:alert)?dialog", line
        )
        if not opening:
            continue
        indent = len(line) - len(line.lstrip("\t"))
        end = start + 1
        while end < len(lines) and not re.match(r"\t*</(?:dialog|alertdialog)>", lines[end]):
            if lines[end].strip() and len(lines[end]) - len(lines[end].lstrip("\t")) <= indent:
                break
            end += 1
        found.append((start, end))
    return found
