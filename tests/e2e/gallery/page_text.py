"""Finding an element's number in a page's text by its accessible name, as a model would.

Both formats are understood: ours (``City [1]<input role=combobox value=Be>``) and page-agent's
(``[9]<input placeholder=Full name id=nm />``), so that the bench finds targets by one rule for both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

_BRACKET = re.compile(r"\[(\d+)\]<")
_QUOTED = re.compile(r'([\w-]+)=("[^"]*"|\S+)')
_UNQUOTED = re.compile(r"([\w-]+)=(.*?)(?=\s[\w-]+=|$)")
_NAMING = ("aria-label", "placeholder", "title", "alt", "aria-placeholder")
_FIELDS = ("input", "textarea", "select")
_FIELD_ROLES = ("combobox", "textbox", "searchbox", "spinbutton", "slider", "listbox")
_MARKS = "*↑↓ \t"


@dataclass(frozen=True)
class Entry:
    """One numbered element. ``before`` is the plain text that leads to it, on its line, else on the line above;
    ``following`` the plain text right after it, before the next one."""

    number: int
    head: str
    text: str
    before: str
    following: str
    start: int
    attributes: Mapping[str, str]

    @property
    def tag(self) -> str:
        return self.head.split(maxsplit=1)[0].strip("/")

    def is_a(self, kind: str) -> bool:
        return kind in (self.tag, self.attributes.get("role"), self.attributes.get("type"))

    def rank(self, name: str) -> int | None:
        """How well a name fits; 0 is best, None not at all."""
        own = [self.text, *(value for key, value in self.attributes.items() if key in _NAMING)]
        if any(_same(name, each) for each in own):
            return 0
        unnamed = not any(own)
        is_field = self.tag in _FIELDS or self.attributes.get("role") in _FIELD_ROLES
        if (is_field or unnamed) and _same(name, self.before):
            return 1
        box = self.tag == "label" or self.attributes.get("type") in ("checkbox", "radio")
        if unnamed and box and _same(name, self.following):
            return 1
        if any(name in each for each in own):
            return 2
        return 3 if is_field and self.before.endswith(name) else None


def _same(name: str, shown: str) -> bool:
    shown = shown.strip().rstrip(":*").strip()
    # page-agent cuts attribute values after 20 characters.
    return shown == name or (shown.endswith("...") and len(shown) == 23 and name.startswith(shown[:20]))


def entries(page: str) -> Iterator[Entry]:
    found = [*_BRACKET.finditer(page)]
    ends = [match.start() for match in found[1:]] + [len(page)]
    previous: Entry | None = None
    previous_end = 0
    for match, end in zip(found, ends, strict=True):
        close = _closing(page, match.end(), end)
        line_end = page.find("\n", close, end)
        stop = end if line_end < 0 else line_end
        head, text = page[match.end() : close], page[close + 1 : stop].strip(_MARKS)
        # page-agent closes every element with "/>" and quotes nothing.
        attribute = _UNQUOTED if head.endswith("/") or text.endswith("/>") else _QUOTED
        before = _before(page, previous_end, match.start())
        if not before and previous is not None and previous.tag == "label":
            before = previous.text
        previous = Entry(
            number=int(match[1]),
            head=head,
            text=text.removesuffix("/>").strip(),
            before=before,
            following=page[stop:end].strip().split("\n")[0].strip(_MARKS),
            start=match.start(),
            attributes={name: value.strip('"') for name, value in attribute.findall(head.removesuffix("/").rstrip())},
        )
        previous_end = stop
        yield previous


def _closing(page: str, start: int, end: int) -> int:
    """Where the tag closes: the first ``>`` that is not inside quotes."""
    quoted = False
    for place in range(start, end):
        if page[place] == '"':
            quoted = not quoted
        elif page[place] == ">" and not quoted:
            return place
    return end


def _before(page: str, previous_end: int, start: int) -> str:
    lines = [line.strip(_MARKS) for line in page[previous_end:start].split("\n")]
    return lines[-1] or (lines[-2] if len(lines) > 1 else "")


def find(page: str, name: str, *, kind: str | None = None, after: str | None = None) -> int | None:
    """The number of what bears this name best; the first of equals. ``after``: only below this text."""
    start = 0 if after is None else page.find(after)
    if start < 0:
        return None
    ranked = [
        (rank, entry.start, entry.number)
        for entry in entries(page)
        if entry.start >= start and (kind is None or entry.is_a(kind)) and (rank := entry.rank(name)) is not None
    ]
    return min(ranked)[2] if ranked else None
