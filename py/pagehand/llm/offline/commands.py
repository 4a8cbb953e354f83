"""From plain imperative English to a list of commands."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass
from typing import Literal

Verb = Literal["click", "type", "choose", "tick", "untick", "key", "scroll", "wait", "search", "set", "answer"]


@dataclass(frozen=True)
class Command:
    """``target`` names a control, ``value`` what goes into it, ``context`` the row or section it is in. ``said`` is its text."""

    verb: Verb
    said: str
    target: str = ""
    value: str = ""
    context: str = ""


KEYS = {
    "enter": "Enter", "return": "Enter", "escape": "Escape", "esc": "Escape", "tab": "Tab", "space": " ", "backspace": "Backspace",
    "delete": "Delete", "home": "Home", "end": "End", "arrow down": "ArrowDown", "down arrow": "ArrowDown", "arrow up": "ArrowUp",
    "up arrow": "ArrowUp", "arrow left": "ArrowLeft", "left arrow": "ArrowLeft", "arrow right": "ArrowRight",
    "right arrow": "ArrowRight", "page down": "PageDown", "page up": "PageUp",
}  # fmt: skip

_VERBS = (
    r"open|click|press|tap|hit|push|go to|visit|navigate to|follow|type|enter|write|fill|input|put|set|change|mark|move|switch|choose"
    r"|select|pick|tick|check|untick|uncheck|enable|disable|turn|scroll|wait|search|look up|look for|find|filter|what|what's|how many|how much|which|who|when"
    r"|where|is|are|does|tell|read|report|save|submit|close|cancel|confirm|show|count|add|remove|log|sign|expand|collapse|clear|view|edit|give|say|answer"
)
_BREAK = re.compile(
    rf"\s*(?:[.;!](?=\s|$)|\n+|,?\s*\b(?:and then|then|afterwards|after that|next(?=,))\b,?|,\s*(?:and\s+)?(?=(?:please\s+)?(?:{_VERBS})\b)"
    rf"|\s+and\s+(?=(?:please\s+)?(?:{_VERBS})\b))\s*",
    re.I,
)
_FILLER = re.compile(
    r"^(?:please|now|first|finally|lastly|also|and|then|(?:can|could|would) you|i want you to|i'd like you to|\d+[.)])[,\s]+",
    re.I,
)
_QUOTED = re.compile(r"\"([^\"]*)\"|“([^”]*)”|‘([^’]*)’|(?<![\w])'([^']*)'(?![\w])")
_NUMBERS = {
    "a": 1.0,
    "an": 1.0,
    "one": 1.0,
    "two": 2.0,
    "three": 3.0,
    "four": 4.0,
    "five": 5.0,
    "half a": 0.5,
    "ten": 10.0,
}

_PATTERNS: tuple[tuple[Verb, str], ...] = (
    ("wait", r"wait\b(?P<value>.*)"),
    ("scroll", r"scroll\b(?P<value>.*)"),
    ("search", r"(?:search|look)(?: the \w+)? (?:for|up) (?P<value>.+)|search (?P<value2>.+)"),
    ("answer", r"(?:what(?:'s| is| are| was)?|how many|how much|which|who|when|where|count)\b(?P<target>.+)"),
    ("answer", r"(?:tell|give|show) me (?:about )?(?:what (?:is|are) |how many |how much )?(?P<target>.+)"),
    ("answer", r"(?:report|read(?: out)?|say|answer with|find out) (?:what (?:is|are) )?(?P<target>.+)"),
    ("untick", r"(?:untick|uncheck|deselect|disable|turn off|switch off|clear the checkbox) (?P<target>.+)"),
    ("tick", r"(?:tick|check|enable|turn on|switch on) (?P<target>.+)"),
    ("type", r"(?:type|enter|write|input) (?P<value>.+?) (?:in(?:to)?|on|as|at) (?P<target>.+)"),
    (
        "type",
        r"fill(?: in| out)? (?P<target>.+?) (?:with|as) (?P<value>.+)|fill (?P<value2>.+?) in(?:to)? (?P<target2>.+)",
    ),
    ("type", r"(?:type|write|input) (?P<value>.+)"),
    ("choose", r"(?:choose|select|pick) (?P<value>.+?) (?:in|from|for|as|under) (?P<target>.+)"),
    ("choose", r"(?:choose|select|pick) (?P<value>.+)"),
    ("set", r"(?:set|change|mark|switch|move|update) (?P<target>.+?) (?:to|as|into) (?P<value>.+)"),
    ("set", r"(?:put|place) (?P<target>.+?) (?P<value>on hold)"),
    ("type", r"put (?P<value>.+?) in(?:to)? (?P<target>.+)"),
    ("set", r"mark (?P<target>.+) (?P<value>[\w-]+)"),
    (
        "click",
        r"(?:open|click(?: on)?|press|tap(?: on)?|hit|push|go to|visit|navigate to|follow|view|edit|expand|collapse|show|find) (?P<target>.+)",
    ),
)
_TIDY = re.compile(
    r"^(?:the|a|an|on|out)\s+|\s+(?:button|link|field|box|checkbox|check box|dropdown|drop-down|menu|input|text ?area|list|tab|key)$",
    re.I,
)


_PLACES = frozenset(
    {"dialog", "form", "page", "window", "popup", "table", "header", "footer", "toolbar", "navigation", "sidebar"}
)


def read_commands(request: str) -> list[Command] | None:
    """The commands of a request, or None where a part of it is not understood."""
    quotes: list[str] = []

    def hide(match: re.Match[str]) -> str:
        quotes.append(next(group for group in match.groups() if group is not None))
        return f"\x00{len(quotes) - 1}\x00"

    def restore(text: str) -> str:
        return re.sub(r"\x00(\d+)\x00", lambda match: quotes[int(match.group(1))], text)

    commands: list[Command] = []
    entity = ""
    hidden = re.sub(r"(?m)^\s*(?:\d+[.)]|[-*•])\s+", "\n", _QUOTED.sub(hide, request.strip()))
    for clause in _BREAK.split(hidden):
        clause = clause.strip(" ,.!?;:")
        while _FILLER.match(clause):
            clause = _FILLER.sub("", clause, count=1)
        if not clause:
            continue
        command = _read_clause(clause)
        if command is None:
            return None
        target, value = restore(command.target), restore(command.value)
        context = restore(command.context)
        if re.search(r"\b(?:her|his|their|its)\b", target) or re.fullmatch(
            r"(?:it|him|them|(?:the )?(?:first )?result)", target
        ):
            context = context or entity
        if command.verb == "search":
            entity = value
        elif context:
            entity = context
        commands.append(Command(command.verb, restore(clause), target, value, context))
    return commands or None


def _read_clause(clause: str) -> Command | None:
    for verb, pattern in _PATTERNS:
        match = re.fullmatch(pattern, clause, re.I | re.S)
        if not match:
            continue
        groups = {name.rstrip("2"): text for name, text in match.groupdict().items() if text}
        value, target = groups.get("value", "").strip(), groups.get("target", "").strip()
        key = KEYS.get(re.sub(r"^the\s+|\s+key$", "", target.lower()))
        if verb == "click" and key and re.match(r"(?:press|hit|push)\b", clause, re.I):
            return Command("key", clause, value=key)
        target, context = _context(target) if verb != "answer" else (target, "")
        return Command(verb, clause, _tidy(target), re.sub(r"^(?:the|a|an)\s+", "", value), context)
    if re.match(
        r"(?:save|submit|close|cancel|confirm|add|remove|log|sign|clear|check ?out|delete|accept|continue|buy|send)\b",
        clause,
        re.I,
    ):
        target, context = _context(clause)
        return Command("click", clause, _tidy(target), "", context)
    if re.match(r"(?:is|are|does|do|has|have)\b", clause, re.I):
        return Command("answer", clause, clause)
    return None


def _context(target: str) -> tuple[str, str]:
    """``the order of Ada`` and ``Ada's order`` as what it is and whose."""
    owner = re.fullmatch(r"(?:the\s+)?(?P<of>[\w\x00 .-]+?)['’]s?\s+(?P<what>.+)", target)
    part = re.fullmatch(
        r"(?P<what>.+?)\s+(?:of|for|from|by|in|in the row of|next to|belonging to|with)\s+(?P<of>.+)", target, re.I
    )
    if part and not (owner and len(owner["of"]) < len(part["what"])):
        whose = re.sub(r"^the\s+|['’]s?\s+\w+$", "", part["of"], flags=re.I)
        return part["what"], "" if _tidy(whose).lower() in _PLACES else whose
    if owner:
        return owner["what"], owner["of"]
    return target, ""


def _tidy(text: str) -> str:
    previous = None
    while previous != text:
        previous, text = text, _TIDY.sub("", text.strip())
    return text


def amount(text: str) -> float | None:
    """The first number that a phrase names, in figures or as a word."""
    match = re.search(r"\d+(?:\.\d+)?", text)
    if match:
        return float(match.group())
    for word, number in sorted(_NUMBERS.items(), key=lambda pair: -len(pair[0])):
        if re.search(rf"\b{word}\b", text, re.I):
            return number
    return None


_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]


def iso_date(text: str, today: str = "") -> str:
    """A date as ``YYYY-MM-DD`` where it is one in words or figures, else the text as it is."""
    lower = text.lower().strip()
    if (shift := {"today": 0, "tomorrow": 1, "yesterday": -1}.get(lower)) is not None and re.match(
        r"\d{4}-\d\d-\d\d", today
    ):
        return str(datetime.date.fromisoformat(today[:10]) + datetime.timedelta(days=shift))
    month = next((index + 1 for index, name in enumerate(_MONTHS) if re.search(rf"\b{name}", lower)), None)
    figures = re.findall(r"\d+", lower)
    if month and len(figures) == 2:
        year = next((figure for figure in figures if len(figure) == 4), "")
        day = next((figure for figure in figures if len(figure) <= 2), "")
        return f"{year}-{month:02d}-{int(day):02d}" if year and day else text
    if re.fullmatch(r"\d{1,2}\.\d{1,2}\.\d{4}", lower):
        day, month_text, year = figures
        return f"{year}-{int(month_text):02d}-{int(day):02d}"
    if re.fullmatch(r"\d{1,2}/\d{1,2}/\d{4}", lower):
        month_text, day, year = figures
        return f"{year}-{int(month_text):02d}-{int(day):02d}"
    return text
