"""Choosing options, in native select boxes and in lists that a page draws itself (C15, C112, X16, page-shapes 1b)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pagehand.actions import choice, listbox, scrolling, text_fields
from pagehand.actions.choice import Match, match_option
from pagehand.actions.key_table import find_key
from pagehand.actions.page_text import find_text
from pagehand.actions.pointing import press_found
from pagehand.actions.scope import Found, Scope
from pagehand.actions.settle import FIRST_CHANGE, until
from pagehand.dom.hit_test import hit_test
from pagehand.page import Target
from pagehand.results import ActionResult, failed, succeeded

MAX_SCREENS = 40
FEW = 2
"""A select box with so few options may be one that is filled when it is opened."""


async def select_option(scope: Scope, target: Target, options: str | Sequence[str]) -> ActionResult:
    found = scope.usable(target)
    if isinstance(found, ActionResult):
        return found
    wanted = [options] if isinstance(options, str) else list(options)
    native = _native_select(found.element)
    if native is not None:
        return await _select_native(scope, Found(native, found.label, found.data), wanted)
    if found.element.localName == "input" and found.element.list:
        return await _choose_suggestion(scope, found, wanted)
    return await _select_drawn(scope, found, wanted)


def _native_select(element: Any) -> Any | None:
    if element.localName == "select":
        return element
    if element.localName == "option":
        return element.closest("select") or None
    control = getattr(element, "control", None) if element.localName == "label" else None
    return control if control and control.localName == "select" else None


# Native select boxes


async def _select_native(scope: Scope, found: Found, wanted: list[str]) -> ActionResult:
    select = found.element
    if len(wanted) > 1 and not select.multiple:
        return failed("not_interactive", f"{found.label} takes one option only. Nothing was chosen.")
    if not wanted and not select.multiple:
        return failed("not_found", f"No option was named for {found.label}. Nothing was chosen.")
    candidates = choice.options_of(select)
    matches, problem = _match_all(wanted, candidates)
    if problem is not None and len(candidates) <= FEW and await _fill_by_press(scope, found):
        candidates = choice.options_of(select)
        matches, problem = _match_all(wanted, candidates)
    if problem is not None:
        listed = choice.list_options(candidates)
        return failed("not_found", f"{problem} in {found.label}. Nothing was chosen. Options: {listed}.")
    indices = list(dict.fromkeys(match.index for match in matches))
    names = ", ".join(f"'{candidates[index].text}'" for index in indices) or "nothing"
    if sorted(choice.selected_indices(select)) == sorted(indices):
        return succeeded(f"{names} was chosen already in {found.label}.", data=found.data)
    aimed = await scope.aim(found)
    if isinstance(aimed, ActionResult):
        return aimed
    scope.pointer.move(aimed.under, aimed.point)
    choice.choose(scope.bridge, select, indices)
    await scope.settle()
    if not select.isConnected:
        return succeeded(f"Chose {names}; the page replaced the select box afterwards.")
    choice.leave(scope.bridge, select)
    await scope.two_frames()
    now = choice.options_of(select)
    shown = [now[index].text for index in choice.selected_indices(select)]
    if sorted(shown) != sorted(candidates[index].text for index in indices):
        kept = ", ".join(f"'{text}'" for text in shown) or "nothing"
        return failed("no_effect", f"{found.label} did not keep the choice of {names}; it shows {kept}.")
    return succeeded(f"Chose {names} in {found.label}.", data=found.data)


def _match_all(wanted: list[str], candidates: list[choice.Candidate]) -> tuple[list[Match], str | None]:
    matches = [match_option(text, candidates) for text in wanted]
    return matches, next((match.problem for match in matches if match.problem is not None), None)


async def _fill_by_press(scope: Scope, found: Found) -> bool:
    """Press a select box as a user who opens it: some pages fetch the options only then. Whether there are new ones."""
    before = choice.options_of(found.element)
    pressed = await press_found(scope, found, "left", 1, None, ())
    if not pressed.ok:
        return False
    await until(
        lambda: not found.element.isConnected or choice.options_of(found.element) != before, FIRST_CHANGE, every=0.05
    )
    await scope.settle()
    return found.element.isConnected and choice.options_of(found.element) != before


async def _choose_suggestion(scope: Scope, found: Found, wanted: list[str]) -> ActionResult:
    """A field with a ``datalist``: its suggestion's value becomes the text."""
    suggestions = [
        choice.Candidate(choice.collapse(option.label or option.value), option.value)
        for option in found.element.list.options
    ]
    if len(wanted) != 1:
        return failed("not_interactive", f"{found.label} takes one suggestion. Nothing was chosen.")
    match = match_option(wanted[0], suggestions)
    if match.problem is not None:
        listed = choice.list_options(suggestions)
        return failed("not_found", f"{match.problem} for {found.label}. Nothing was chosen. Suggestions: {listed}.")
    aimed = await scope.aim(found)
    if isinstance(aimed, ActionResult):
        return aimed
    value = suggestions[match.index].value
    entry = await text_fields.fill(scope.bridge, found.element, value, scope.settle)
    if entry.problem is not None:
        return failed("no_effect", f"{found.label} now holds '{entry.shown}': {entry.problem}.")
    return succeeded(f"Chose '{value}' in {found.label}.", data=found.data)


# Lists drawn by the page


async def _select_drawn(scope: Scope, found: Found, wanted: list[str]) -> ActionResult:
    """Open, wait, choose each, and read back."""
    if not wanted:
        return failed("not_found", f"No option was named for {found.label}. Nothing was chosen.")
    # Of several options, the later ones are on screen once the list is open.
    seen = {text: find_text(scope.bridge, text) for text in wanted}
    for text in wanted:
        result = await _choose_drawn(scope, found, text, seen[text])
        if not result.ok:
            return result
    names = ", ".join(f"'{text}'" for text in wanted)
    trigger = listbox.trigger_of(scope.bridge, found.element)
    still = " The list is still open." if trigger.isConnected and listbox.is_open(trigger) else ""
    return succeeded(f"Chose {names} in {found.label}.{still}", data=found.data)


async def _choose_drawn(scope: Scope, found: Found, text: str, seen: Sequence[Any]) -> ActionResult:
    """``seen`` has this text already, so that it is no option of the list."""
    bridge, element = scope.bridge, found.element
    trigger = listbox.trigger_of(bridge, element)
    if not trigger.isConnected:
        return failed("not_found", f"{found.label} was replaced while choosing. Read the page again.")
    before = listbox.visible_lists(bridge, trigger.ownerDocument)
    always_open = element.getAttribute("role") in ("listbox", "menu", "tree", "radiogroup")
    options = listbox.options_in(bridge, element) if always_open else []
    opened = False
    if not always_open and not listbox.is_open(trigger):
        opened = True
        pressed = await _press_to_open(scope, found, trigger)
        if not pressed.ok:
            return pressed
    if not always_open:
        options = listbox.find_options(bridge, trigger, before)
        if not options and _appeared(scope, text, seen) is None:
            options = await _await_options(scope, trigger, before, text, seen)
    match = await _find_in_list(scope, trigger, before, options, text)
    if isinstance(match, Found):
        return await _press_option(scope, found, trigger, match, text)
    appeared = _appeared(scope, text, seen)
    if appeared is not None:
        return await _press_option(scope, found, trigger, appeared, text)
    await _close(scope, trigger, opened)
    names = choice.list_options(listbox.candidates(options))
    if not options:
        return failed(
            "not_found", f"No list of options opened from {found.label}. If it is a menu, click it and read the page."
        )
    return failed("not_found", f"{match} in {found.label}. Nothing was chosen. Options: {names}.")


async def _press_to_open(scope: Scope, found: Found, trigger: Any) -> ActionResult:
    """Press the list's trigger. For a label that is what it names, or what is around that when it is covered there."""
    if found.element.localName != "label":
        return await press_found(scope, found, "left", 1, None, ())
    pressed = await press_found(scope, Found(trigger, found.label, found.data), "left", 1, None, ())
    around = trigger.parentElement
    for _ in range(2):
        if pressed.reason not in ("covered", "not_visible") or not around:
            break
        pressed = await press_found(scope, Found(around, found.label, found.data), "left", 1, None, ())
        around = around.parentElement
    return pressed


def _appeared(scope: Scope, text: str, seen: Sequence[Any]) -> Found | None:
    """The one thing with this text that was not there before the list opened; twins for screen readers do not count."""
    new = [item for item in find_text(scope.bridge, text) if item not in seen]
    if len(new) > 1:
        tests = [(item, hit_test(scope.bridge, item)) for item in new]
        new = [item for item, test in tests if test.visible and test.covered_by is None]
    return Found(new[0], f"'{text}'") if len(new) == 1 else None


async def _await_options(scope: Scope, trigger: Any, before: list[Any], text: str, seen: Sequence[Any]) -> list[Any]:
    """Options that are loaded or drawn some time after the list opened; none when only their text has appeared."""
    for _ in range(3):
        await scope.settle(expects_change=True)
        options = listbox.find_options(scope.bridge, trigger, before)
        if options or _appeared(scope, text, seen) is not None:
            return options
    return []


async def _find_in_list(scope: Scope, trigger: Any, before: list[Any], options: list[Any], text: str) -> Found | str:
    """The option, also after scrolling a list that draws only some, or after typing; else why there is none."""
    match = match_option(text, listbox.candidates(options))
    if match.problem is None:
        return _as_found(options, match)
    scroller = scrolling.nearest_scroller(scope.bridge, options[0], vertical=True) if options else None
    if scroller is not None and not scrolling.is_page_scroller(scroller):
        for _ in range(MAX_SCREENS):
            extent = scrolling.extent(scroller, vertical=True)
            if not extent.after:
                break
            scrolling.scroll_by(scope.bridge, scroller, "down", extent.shown * 0.8)
            await scope.settle()
            shown = listbox.find_options(scope.bridge, trigger, before) or options
            again = match_option(text, listbox.candidates(shown))
            if again.problem is None:
                return _as_found(shown, again)
    if trigger.localName == "input" and not trigger.readOnly:
        await text_fields.write_at_once(scope.bridge, trigger, text)
        await scope.settle(expects_change=True)
        shown = listbox.find_options(scope.bridge, trigger, before)
        again = match_option(text, listbox.candidates(shown))
        if again.problem is None:
            return _as_found(shown, again)
        await text_fields.write_at_once(scope.bridge, trigger, "")
        await scope.settle()
    return match.problem or ""


def _as_found(options: list[Any], match: Match) -> Found:
    option = options[match.index]
    return Found(option, f"option '{choice.collapse(option.textContent)}'")


async def _press_option(scope: Scope, found: Found, trigger: Any, option: Found, text: str) -> ActionResult:
    if listbox.is_chosen(option.element):
        return succeeded(f"'{text}' was chosen already.")
    shown_before = listbox.shown_choice(scope.bridge, trigger, listbox.wrapper_of(trigger))
    had_list = option.element.isConnected and listbox.is_shown(option.element)
    pressed = await press_found(scope, option, "left", 1, None, ())
    if pressed.reason == "not_found":
        # A list that draws only what is on screen made a new row for it.
        shown_now = listbox.find_options(scope.bridge, trigger, [])
        again = match_option(text, listbox.candidates(shown_now))
        if again.problem is None:
            option = _as_found(shown_now, again)
            pressed = await press_found(scope, option, "left", 1, None, ())
    if not pressed.ok:
        return pressed
    if not trigger.isConnected or (option.element.isConnected and listbox.is_chosen(option.element)):
        return succeeded(f"Chose '{text}'.")
    shown = listbox.shown_choice(scope.bridge, trigger, listbox.wrapper_of(trigger))
    wanted = choice.collapse(text).casefold()
    is_menu = trigger.localName != "input" and trigger.getAttribute("role") != "combobox"
    gone = had_list and not (option.element.isConnected and listbox.is_shown(option.element))
    # What was typed to find the option does not show that it was taken.
    shows_it = wanted in shown.casefold() and (gone or wanted not in shown_before.casefold())
    lost = wanted in shown_before.casefold() and wanted not in shown.casefold()
    if shows_it or (shown != shown_before and not lost) or (gone and is_menu):
        return succeeded(f"Chose '{text}'.")
    return failed("no_effect", f"'{text}' was clicked, but {found.label} does not show it as chosen.")


async def _close(scope: Scope, trigger: Any, opened: bool) -> None:
    """Close a list that was opened for nothing: Escape, heard by its own widget only, else a second press."""
    key = find_key("Escape")
    if not opened or key is None or not trigger.isConnected:
        return
    text_fields.key_event(scope.bridge, trigger, "keydown", key)
    text_fields.key_event(scope.bridge, trigger, "keyup", key)
    await scope.settle()
    if trigger.isConnected and listbox.is_open(trigger) and trigger.localName != "input":
        await press_found(scope, Found(trigger, ""), "left", 1, None, ())
