"""Values of typed inputs in the form that the control takes: its wire format (page-shapes 11).

Pure; a model writes ``5 March 2026``, ``3/5/2026`` or ``red`` and the control takes ``2026-03-05`` or ``#ff0000``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_COLORS = {
    "black": "#000000",
    "white": "#ffffff",
    "red": "#ff0000",
    "lime": "#00ff00",
    "green": "#008000",
    "blue": "#0000ff",
    "yellow": "#ffff00",
    "cyan": "#00ffff",
    "aqua": "#00ffff",
    "magenta": "#ff00ff",
    "fuchsia": "#ff00ff",
    "gray": "#808080",
    "grey": "#808080",
    "silver": "#c0c0c0",
    "maroon": "#800000",
    "olive": "#808000",
    "navy": "#000080",
    "purple": "#800080",
    "teal": "#008080",
    "orange": "#ffa500",
    "pink": "#ffc0cb",
    "brown": "#a52a2a",
}


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


def _number(text: str) -> Wire:
    plain = text.replace("\u2212", "-").replace(" ", "").replace("\u00a0", "").replace("_", "")
    if re.fullmatch(r"[+-]?\d{1,3}(,\d{3})+(\.\d+)?", plain):
        plain = plain.replace(",", "")
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


def _parse_time(text: str) -> str | None:
    match = re.search(r"(?<![\d:])(\d{1,2})(?::(\d{2})(?::(\d{2}))?)?\s*([ap])\.?\s?m\b", text, re.IGNORECASE)
    if match is None:
        match = re.search(r"(?<![\d:])(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d{1,3})?))?()", text)
    if match is None:
        return None
    hour, minute, second = int(match[1]), int(match[2] or 0), match[3]
    if match[4]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if match[4].lower() == "p" else 0)
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
    lowered = text.lower()
    if lowered in _COLORS:
        return Wire(_COLORS[lowered])
    if match := re.fullmatch(r"#?([0-9a-f]{6})", lowered):
        return Wire(f"#{match[1]}")
    if match := re.fullmatch(r"#?([0-9a-f])([0-9a-f])([0-9a-f])", lowered):
        return Wire("#" + "".join(digit * 2 for digit in match.groups()))
    if match := re.fullmatch(r"rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+).*\)", lowered):
        parts = [int(part) for part in match.groups()]
        if max(parts) <= 255:
            return Wire("#" + "".join(f"{part:02x}" for part in parts))
    return Wire(problem=f"'{text}' is no colour; write it as #rrggbb")


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
