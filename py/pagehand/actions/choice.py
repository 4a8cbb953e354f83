"""Choosing: native ``select`` boxes by text, then by value (X16, C15, C112, page-shapes 19, 20)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pagehand.actions.events import dispatch, dispatch_change, view_of
from pagehand.actions.focus import move_focus
from pagehand.actions.native import set_property

MAX_LISTED = 40


@dataclass(frozen=True)
class Candidate:
    """One option as it is matched: what a user reads, its value, its group and whether it can be chosen."""

    text: str
    value: str
    enabled: bool = True
    group: str = ""


@dataclass(frozen=True)
class Match:
    """The position of the option that was meant, or with ``problem`` why there is none."""

    index: int = -1
    problem: str | None = None


def collapse(text: str) -> str:
    return " ".join(text.split())


def match_option(wanted: str, candidates: Sequence[Candidate]) -> Match:
    """Exactly first, then without case and outer space, then by value; what is ambiguous is refused (X16).

    ``Group > Option`` (or ``Group / Option``) names an option of a group.
    """
    rules = (
        lambda candidate: candidate.text == wanted,
        lambda candidate: collapse(candidate.text) == collapse(wanted),
        lambda candidate: collapse(candidate.text).casefold() == collapse(wanted).casefold(),
        lambda candidate: candidate.value == wanted,
        lambda candidate: candidate.value.strip().casefold() == wanted.strip().casefold(),
        lambda candidate: _with_group(candidate) == _group_path(wanted) != "",
    )
    for rule in rules:
        found = [index for index, candidate in enumerate(candidates) if rule(candidate)]
        usable = [index for index in found if candidates[index].enabled]
        if len(usable) == 1:
            return Match(usable[0])
        if len(usable) > 1:
            names = ", ".join(f"'{_full_name(candidates[index])}'" for index in usable)
            return Match(problem=f"'{wanted}' fits more than one option: {names}. Name its value or its group")
        if found:
            return Match(problem=f"option '{wanted}' is disabled")
    return Match(problem=f"there is no option '{wanted}'")


def _with_group(candidate: Candidate) -> str:
    return _group_path(f"{candidate.group} > {candidate.text}") if candidate.group else ""


def _group_path(text: str) -> str:
    for separator in (" > ", " / ", ">", "/"):
        if separator in text:
            return " > ".join(collapse(part).casefold() for part in text.split(separator))
    return ""


def _full_name(candidate: Candidate) -> str:
    name = f"{candidate.group} > {candidate.text}" if candidate.group else candidate.text
    return f"{collapse(name)} (value {candidate.value})" if candidate.value != candidate.text else collapse(name)


def list_options(candidates: Sequence[Candidate]) -> str:
    """The options for a message, at most :data:`MAX_LISTED` of them."""
    names = [f"'{collapse(c.text)}'{'' if c.enabled else ' (disabled)'}" for c in candidates]
    rest = f" and {len(names) - MAX_LISTED} more" if len(names) > MAX_LISTED else ""
    return ", ".join(names[:MAX_LISTED]) + rest


def options_of(select: Any) -> list[Candidate]:
    """The options of a native select, as a user sees them."""
    candidates = []
    for option in select.options:
        parent = option.parentElement
        group = parent.label if parent and parent.localName == "optgroup" else ""
        disabled = bool(option.disabled or (group and parent.disabled))
        candidates.append(Candidate(collapse(option.label or option.text), option.value, not disabled, group))
    return candidates


def selected_indices(select: Any) -> list[int]:
    return [option.index for option in select.selectedOptions]


def choose(bridge: Any, select: Any, indices: Sequence[int]) -> None:
    """Make exactly these options the chosen ones, with the events of a user's choice; no scrolling."""
    move_focus(bridge, select)
    if select.multiple:
        for number, option in enumerate(select.options):
            if bool(option.selected) != (number in indices):
                set_property(bridge, option, "selected", number in indices, "HTMLOptionElement")
    else:
        set_property(bridge, select, "selectedIndex", indices[0])
    dispatch(bridge, select, "Event", "input", {"bubbles": True, "composed": True})
    dispatch_change(bridge, select)


def restore(bridge: Any, select: Any, indices: Sequence[int]) -> None:
    """Put an earlier choice back without telling the page, after it refused the new one."""
    if select.multiple or not indices:
        for number, option in enumerate(select.options):
            set_property(bridge, option, "selected", number in indices, "HTMLOptionElement")
    else:
        set_property(bridge, select, "selectedIndex", indices[0])


def leave(bridge: Any, select: Any) -> None:
    """Blur after a choice: forms that validate on blur see it (page-shapes 9, 19)."""
    if select.isConnected and view_of(select):
        move_focus(bridge, None)
