"""Reading JSON as models write it: a tolerant parser that knows what it did not see.

Strict JSON is tried first. Then: single and typographic quotes, Python's ``True``/``None``, unquoted keys, comments,
raw newlines, trailing and missing commas, a wrong or missing bracket. What a cut text may have lost is *marked*
(:func:`is_cut`), never filled in, and of a key given twice the first value stands and the other is remembered, so
that the layers above can refuse to act on half a statement. Only what this cannot read goes to ``json_repair``,
whose reading is taken only if it lost no letter or digit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pagehand.llm.repair.marks import CutText, Items, Literal, Record, UnreadableJSON, is_cut
from pagehand.llm.repair.strict import decoder, guess, mark_damage

__all__ = ["CutText", "Items", "Literal", "Record", "UnreadableJSON", "documents", "is_cut", "parse_json", "unfence"]

_MAX_DEPTH = 60
_QUOTES = {'"': '"', "'": "'", "“": "”", "”": "”", "‘": "’", "’": "’", "`": "`"}
_OPENERS = {"{": "}", "[": "]"}
_CLOSERS = "}]"
_WORDS: dict[str, Any] = {
    "true": True,
    "True": True,
    "TRUE": True,
    "false": False,
    "False": False,
    "FALSE": False,
    "null": None,
    "None": None,
    "NULL": None,
    "undefined": None,
}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "/": "/", "\\": "\\", "\n": ""}
_NUMBER = re.compile(r"[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?$")
_BARE = re.compile(r"[\w$.+-]+")
_BLANK = re.compile(r"(?:\s+|//[^\n]*|/\*.*?\*/|#[^\n]*)+", re.S)


def parse_json(text: str) -> Any:
    """The value that ``text`` is, whatever its spelling; text around it is not allowed here, a fence is.

    Raises :class:`UnreadableJSON`.
    """
    text = unfence(text).strip()
    if not text:
        raise UnreadableJSON("it is empty")
    try:
        return _strict(text)
    except UnreadableJSON:
        pass
    try:
        parser = _Parser(text, 0)
        value = parser.value(0)
        rest = text[parser.position :]
        mark_damage(value, parser.damaged or bool(rest.strip(" \n`;")))
        if re.search(r"[^\s}\]),;`]", rest):
            if isinstance(value, dict | list):
                raise _Trailing(f"there is more text after it: {rest.strip()[:40]!r}")
            raise UnreadableJSON("it is no JSON")
        return value
    except _Trailing:
        raise
    except UnreadableJSON as fault:
        return _last_resort(text, fault)


class _Trailing(UnreadableJSON):
    """A complete value followed by more text."""


def documents(text: str) -> Iterator[Any]:
    """Every object, and every array of objects, in a text with prose around them, in order.

    What cannot be read is given as its :class:`UnreadableJSON`. Nothing is ever taken from inside of another.
    """
    position = 0
    while (position := _next_opening(text, position)) >= 0:
        try:
            value, position = _strict_at(text, position)
        except UnreadableJSON:
            parser = _Parser(text, position)
            try:
                value = parser.value(0)
                position = parser.position
                mark_damage(value, parser.damaged)
            except UnreadableJSON as fault:
                if not fault.established:
                    position += 1
                    continue
                end = _balanced_end(text, position)
                value = guess(text[position:end]) or fault
                position = end
        yield value


def document_end(text: str, position: int) -> int:
    """Where the object or array that opens at ``position`` ends; ``position`` itself where none does."""
    try:
        return _strict_at(text, position)[1]
    except UnreadableJSON:
        parser = _Parser(text, position)
        try:
            parser.value(0)
        except UnreadableJSON as fault:
            return _balanced_end(text, position) if fault.established else position
        return parser.position


def unfence(text: str) -> str:
    """The inside of a Markdown fence, where the whole text is one."""
    match = re.match(r"\s*(```|~~~)[ \t]*[\w+-]*[ \t]*\r?\n?(.*?)(\1\s*)?$", text, re.S)
    return match.group(2) if match else text


def _strict(text: str) -> Any:
    value, end = _strict_at(text, 0)
    if text[end:].strip():
        raise UnreadableJSON("there is more text after it")
    return value


def _strict_at(text: str, position: int) -> tuple[Any, int]:
    try:
        return decoder.raw_decode(text, position)
    except (ValueError, RecursionError) as fault:
        raise UnreadableJSON(str(fault)) from None


def _next_opening(text: str, position: int) -> int:
    match = re.compile(r"\{|\[(?=\s*[\[{])").search(text, position)
    return match.start() if match else -1


def _balanced_end(text: str, position: int) -> int:
    """The end of the brackets that open at ``position``, or of the text."""
    depth = 0
    for index in range(position, len(text)):
        if text[index] in _OPENERS:
            depth += 1
        elif text[index] in _CLOSERS:
            depth -= 1
            if depth <= 0:
                return index + 1
    return len(text)


def _last_resort(text: str, fault: UnreadableJSON) -> Any:
    if text[0] in _OPENERS and fault.established:
        reading = guess(text)
        if reading is not None:
            return reading
    raise fault


class _Parser:
    """One pass over a text from ``position`` on."""

    def __init__(self, text: str, position: int) -> None:
        self.text = text
        self.position = position
        self.open: list[str] = []
        self.established = False
        self.damaged = False

    def _fault(self, message: str) -> UnreadableJSON:
        near = self.text[max(0, self.position - 15) : self.position + 15]
        return UnreadableJSON(f"{message} near {near!r}", established=self.established)

    def _skip(self) -> str:
        """Skip blanks and comments; the next character, or '' at the end."""
        match = _BLANK.match(self.text, self.position)
        if match:
            self.position = match.end()
        return self.text[self.position : self.position + 1]

    def value(self, depth: int) -> Any:
        if depth > _MAX_DEPTH:
            self.established = True
            raise self._fault("it is nested too deeply")
        first = self._skip()
        if first == "{":
            return self._object(depth)
        if first == "[":
            return self._array(depth)
        if first in _QUOTES:
            return self._string(first)
        return self._bare()

    def _closed(self) -> bool:
        """Whether the innermost container ends here; a wrong bracket ends it too, unless it belongs to an outer one."""
        character = self.text[self.position]
        if character not in _CLOSERS:
            return False
        self.damaged = self.damaged or character != self.open[-1]
        if character == self.open[-1] or character not in self.open:
            self.position += 1
        self.open.pop()
        return True

    def _separator(self, before: int) -> None:
        """A comma or semicolon; or none, where a line break or a quote shows that a new item begins."""
        character = self._skip()
        if character in ",;" and character:
            while self._skip() in tuple(",;"):
                self.position += 1
        elif character and character not in _CLOSERS:
            gap = self.text[before : self.position]
            self.damaged = True
            if "\n" not in gap and character not in _QUOTES and not (self.open[-1] == "]" and character == "{"):
                raise self._fault("a comma is missing")

    def _object(self, depth: int) -> Record:
        record = Record()
        self.position += 1
        self.open.append("}")
        while True:
            character = self._skip()
            while character == ",":
                self.position += 1
                character = self._skip()
            if not character:
                record.cut = True
                return record
            if self._closed():
                return record
            key = self._string(character) if character in _QUOTES else self._key()
            if re.search(r"[\"{}\[\]:,]", key):
                raise self._fault(f"{key[:30]!r} is no key")
            character = self._skip()
            if not character:
                record.cut = True
                return record
            if character not in ":=":
                raise self._fault("a colon is missing")
            self.position += 1
            if self.text[self.position : self.position + 1] == ">":
                self.position += 1
            self.established = True
            character = self._skip()
            if not character:
                record.put(key, CutText(""))
                record.cut = True
                return record
            if character in ",}]":
                raise self._fault(f"{key!r} has no value")
            record.put(key, self.value(depth + 1))
            self._separator(self.position)

    def _array(self, depth: int) -> Items:
        items = Items()
        self.position += 1
        self.open.append("]")
        while True:
            character = self._skip()
            while character == ",":
                self.position += 1
                character = self._skip()
            if not character:
                items.cut = True
                return items
            if self._closed():
                return items
            items.append(self.value(depth + 1))
            self._separator(self.position)

    def _key(self) -> str:
        match = _BARE.match(self.text, self.position)
        if not match:
            raise self._fault("a key is missing")
        self.position = match.end()
        return match.group()

    def _bare(self) -> Any:
        match = _BARE.match(self.text, self.position)
        if not match:
            raise self._fault("a value is missing")
        self.position = match.end()
        word = match.group()
        if self.position == len(self.text) and self.open:
            return CutText(word)
        if word in _WORDS:
            return _WORDS[word]
        if _NUMBER.match(word):
            return Literal(word) if re.search(r"[.eE]", word) else int(word)
        if re.match(r"0[xX][0-9a-fA-F]+$", word):
            return int(word, 16)
        raise self._fault(f"{word!r} is no value")

    def _string(self, quote: str) -> str:
        closing = _QUOTES[quote]
        triple = quote in "\"'" and self.text.startswith(quote * 3, self.position)
        end_mark = quote * 3 if triple else closing
        self.position += len(end_mark)
        parts: list[str] = []
        while self.position < len(self.text):
            character = self.text[self.position]
            if character == "\\":
                parts.append(self._escape())
            elif self.text.startswith(end_mark, self.position) and (triple or self._ends_string()):
                self.position += len(end_mark)
                return "".join(parts)
            else:
                if character == closing and (not parts or "".join(parts[-9:]).rstrip()[-1:] in tuple(",:{[")):
                    raise self._fault("a quote is out of place")
                parts.append(character)
                self.position += 1
        return CutText("".join(parts))

    def _ends_string(self) -> bool:
        """Whether the quote here is the closing one: what follows must be able to follow a string."""
        match = _BLANK.match(self.text, self.position + 1)
        after = match.end() if match else self.position + 1
        character = self.text[after : after + 1]
        return not character or character in ",;:=}])<" or character in _QUOTES or bool(match and "\n" in match.group())

    def _escape(self) -> str:
        """The character that an escape stands for; a backslash before anything else is just that."""
        text, start = self.text, self.position
        mark = text[start + 1 : start + 2]
        if mark in ("u", "x", "U"):
            length = {"x": 2, "u": 4, "U": 8}[mark]
            digits = text[start + 2 : start + 2 + length]
            if re.fullmatch(rf"[0-9a-fA-F]{{{length}}}", digits):
                self.position += 2 + length
                code = min(int(digits, 16), 0x10FFFF)
                if 0xD800 <= code < 0xDC00 and re.match(r"\\u[dD][c-fC-F][0-9a-fA-F]{2}", text[self.position :]):
                    low = int(text[self.position + 2 : self.position + 6], 16)
                    self.position += 6
                    return chr(0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00))
                return chr(code)
        self.position += 2
        if mark in _ESCAPES:
            return _ESCAPES[mark]
        return mark if mark in _QUOTES else "\\" + mark
