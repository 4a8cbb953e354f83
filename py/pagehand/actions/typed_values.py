"""Values of typed inputs in the form that the control takes: its wire format (page-shapes 11).

Pure; a model writes ``5 March 2026``, ``3/5/2026`` or ``red`` and the control takes ``2026-03-05`` or ``#ff0000``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime

from pagehand.actions.css_colors import to_hex

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


@dataclass(frozen=True)
class Wire:
    """A value as the control takes it, or with ``problem`` why there is none."""

    value: str = ""
    problem: str | None = None


def to_wire(kind: str, text: str) -> Wire:
    """The wire format of ``text`` for ``<input type=kind>``; an empty text clears the control."""
    if not text.strip():
        return Wire("")
    convert = _CONVERTERS.get(kind)
    return convert(text.strip()) if convert else Wire(text)


_AROUND = r"[$€£¥₹%]|\b(?:usd|eur|gbp|cny|jpy|chf)\b"
"""What people write around a number and a number control does not take."""


def _number(text: str) -> Wire:
    plain = re.sub(_AROUND, "", text.replace("\u2212", "-"), flags=re.IGNORECASE)
    plain = re.sub(r"[\s_'’]", "", plain)
    if re.fullmatch(r"[+-]?\d{1,3}(,\d{3})+(\.\d+)?", plain):
        plain = plain.replace(",", "")
    elif re.fullmatch(r"[+-]?\d{1,3}(\.\d{3})+,\d+|[+-]?\d{1,3}(\.\d{3}){2,}", plain):
        plain = plain.replace(".", "").replace(",", ".")
    elif re.fullmatch(r"[+-]?\d+,\d+", plain):
        plain = plain.replace(",", ".")
    plain = plain.lstrip("+")
    if re.fullmatch(r"-?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", plain):
        return Wire(plain.rstrip(".") if "e" not in plain.lower() else plain)
    return Wire(problem=f"'{text}' is not a number")


def parse_date(text: str) -> date | None:
    """A date written as ISO, year first, with a month's name, or day/month/year where only one order is possible."""
    if match := re.search(r"(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})", text):
        return _date(*match.groups())
    if match := re.fullmatch(r"\s*((?:19|20)\d{2})(\d{2})(\d{2})\s*", text):
        return _date(*match.groups())
    if match := re.search(r"(\d{1,2})(?:st|nd|rd|th)?[\s.-]+([A-Za-z]{3,9})\.?,?[\s-]+(\d{4})", text):
        return _date(match[3], _month_number(match[2]), match[1])
    if match := re.search(r"([A-Za-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})", text):
        return _date(match[3], _month_number(match[1]), match[2])
    if match := re.search(r"\b(\d{1,2})([-/.])(\d{1,2})\2(\d{4})\b", text):
        first, second = int(match[1]), int(match[3])
        day_first = first > 12 or (match[2] == "." and second <= 12)
        if first <= 12 and second <= 12 and first != second and match[2] != ".":
            return None
        return _date(match[4], second if day_first else first, first if day_first else second)
    return None


def _month_number(name: str) -> int:
    short = name[:3].lower()
    return _MONTHS.index(short) + 1 if short in _MONTHS else 0


def _date(year: int | str, month: int | str, day: int | str) -> date | None:
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


_HALVES = {"上午": "a", "早上": "a", "凌晨": "a", "下午": "p", "晚上": "p"}


def _parse_time(text: str) -> str | None:
    """``HH:MM`` or ``HH:MM:SS``; a half of the day that is named is kept to, in English and Chinese."""
    named = {"noon": "12:00", "midday": "12:00", "midnight": "00:00", "中午": "12:00", "午夜": "00:00"}
    if (word := text.strip().lower()) in named:
        return named[word]
    half = next((letter for name, letter in _HALVES.items() if name in text), "")
    match = re.search(r"(?<![\d:])(\d{1,2})(?:[:.](\d{2})(?::(\d{2}))?)?\s*([ap])\.?\s?m\b", text, re.IGNORECASE)
    if match is None:
        match = re.search(r"(?<![\d:])(\d{1,2})[:：](\d{2})(?::(\d{2}(?:\.\d{1,3})?))?()", text)
    if match is None:
        match = re.search(r"(?<![\d:.])(\d{1,2})\s*[h点时]\s*(\d{2})?(?:分|\b)()()", text, re.IGNORECASE)
    if match is None:
        match = re.fullmatch(r"\s*(\d{1,2})[.]?(\d{2})()()\s*", text)
    if match is None:
        return None
    hour, minute, second = int(match[1]), int(match[2] or 0), match[3]
    half = match[4].lower() or half
    if half and match[4] and not 1 <= hour <= 12:
        return None
    if half and hour <= 12:
        hour = hour % 12 + (12 if half == "p" else 0)
    if hour > 23 or minute > 59 or (second and float(second) >= 60):
        return None
    return f"{hour:02d}:{minute:02d}" + (f":{second}" if second and float(second) else "")


def _date_wire(text: str) -> Wire:
    parsed = parse_date(text)
    return Wire(parsed.isoformat()) if parsed else Wire(problem=f"'{text}' is no clear date; write it as YYYY-MM-DD")


def _time_wire(text: str) -> Wire:
    parsed = _parse_time(text)
    return Wire(parsed) if parsed else Wire(problem=f"'{text}' is no time; write it as HH:MM")


def _datetime_wire(text: str) -> Wire:
    day, clock = parse_date(text), _parse_time(text)
    if day is None or clock is None:
        return Wire(problem=f"'{text}' is no clear date and time; write it as YYYY-MM-DDTHH:MM")
    return Wire(f"{day.isoformat()}T{clock}")


def _month_wire(text: str) -> Wire:
    if match := re.search(r"\b(\d{4})\s*[-/.年]\s*(\d{1,2})", text):
        year, month = match[1], int(match[2])
    elif match := re.search(r"\b(\d{1,2})\s*[-/.]\s*(\d{4})\b", text):
        year, month = match[2], int(match[1])
    elif match := re.search(r"([A-Za-z]{3,9})\.?,?\s+(\d{4})", text):
        year, month = match[2], _month_number(match[1])
    else:
        month, year = 0, ""
    if 1 <= month <= 12:
        return Wire(f"{year}-{month:02d}")
    return Wire(problem=f"'{text}' is no month; write it as YYYY-MM")


def _week_wire(text: str) -> Wire:
    if match := re.search(r"\b(\d{4})\s*-?\s*(?:W|week\s*)(\d{1,2})\b", text, re.IGNORECASE):
        year, week = match[1], int(match[2])
    elif match := re.search(r"\b(?:W|week\s*)(\d{1,2})\D+(\d{4})\b", text, re.IGNORECASE):
        year, week = match[2], int(match[1])
    elif parsed := parse_date(text):
        iso = datetime(parsed.year, parsed.month, parsed.day).isocalendar()
        year, week = f"{iso.year:04d}", iso.week
    else:
        year, week = "", 0
    if 1 <= week <= 53:
        return Wire(f"{year}-W{week:02d}")
    return Wire(problem=f"'{text}' is no week; write it as YYYY-Www, for example 2026-W07")


def _color_wire(text: str) -> Wire:
    found = to_hex(text)
    return Wire(found) if found else Wire(problem=f"'{text}' is no colour; write it as #rrggbb")


_CONVERTERS: dict[str, Callable[[str], Wire]] = {
    "number": _number,
    "range": _number,
    "date": _date_wire,
    "time": _time_wire,
    "datetime-local": _datetime_wire,
    "month": _month_wire,
    "week": _week_wire,
    "color": _color_wire,
}


def holds_same(asked: str, shown: str) -> bool:
    """True when a field that formats what is typed holds it all the same: added separators and case aside.

    ``1234567890`` is the same as ``(123) 456-7890`` and ``1234`` the same as ``1,234.00``. A lost or added letter or
    digit is not, nor is the dot that an address lost (page-shapes 17).
    """
    if asked == shown:
        return True
    first, second = _number(asked), _number(re.sub(r"[^\d.,+-]", "", shown))
    if first.problem is None and second.problem is None and not re.search(r"[A-Za-z]", shown):
        return float(first.value) == float(second.value)
    if first.problem is None and (
        bare := re.fullmatch(r"[A-Za-z]{0,4}\s*([\d.,\s-]*\d)\s*[A-Za-z°²³%/]{0,6}", shown.strip())
    ):
        # A unit that the page adds, before or after: 70 becomes 70 kg.
        unit = _number(bare[1])
        return unit.problem is None and float(first.value) == float(unit.value)
    lowered = asked.strip().lower()
    has_letters = any(character.isalpha() for character in lowered)
    wanted = "".join(lowered.split()) if has_letters else re.sub(r"(?<!^)[\s()/-]|^\(", "", lowered)
    position = 0
    for character in shown.strip().lower():
        if position < len(wanted) and character == wanted[position]:
            position += 1
        elif character.isalnum():
            return False
    return bool(wanted) and position == len(wanted)
