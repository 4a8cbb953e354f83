"""Choosing options (C15, C112, X16, page-shapes 1b)."""

from __future__ import annotations

from collections.abc import Sequence

from pagehand.actions import choice
from pagehand.actions.scope import Found, Scope
from pagehand.page import Target
from pagehand.results import ActionResult, failed, succeeded


async def select_option(scope: Scope, target: Target, options: str | Sequence[str]) -> ActionResult:
    found = scope.usable(target)
    if isinstance(found, ActionResult):
        return found
    wanted = [options] if isinstance(options, str) else list(options)
    if found.element.localName == "select":
        return await _select_native(scope, found, wanted)
    return failed(
        "not_interactive",
        f"{found.label} is not a select box. Open it by a click, then click the option. Nothing was done.",
    )


async def _select_native(scope: Scope, found: Found, wanted: list[str]) -> ActionResult:
    select = found.element
    candidates = choice.options_of(select)
    if len(wanted) > 1 and not select.multiple:
        return failed("not_interactive", f"{found.label} takes one option only. Nothing was chosen.")
    indices = []
    for text in wanted:
        match = choice.match_option(text, candidates)
        if match.problem is not None:
            listed = choice.list_options(candidates)
            return failed("not_found", f"{match.problem} in {found.label}. Nothing was chosen. Options: {listed}.")
        indices.append(match.index)
    before = choice.selected_indices(select)
    if sorted(before) == sorted(indices):
        names = ", ".join(f"'{candidates[index].text}'" for index in indices)
        return succeeded(f"{names} was chosen already in {found.label}.", data=found.data)
    choice.choose(scope.bridge, select, indices)
    await scope.settle()
    if not select.isConnected:
        return succeeded(f"Chose {', '.join(wanted)}; the select box was replaced by the page afterwards.")
    choice.leave(scope.bridge, select)
    await scope.two_frames()
    now = choice.selected_indices(select)
    chosen = [candidates[index].text for index in indices]
    shown = [choice.options_of(select)[index].text for index in now]
    if sorted(shown) != sorted(chosen):
        return failed("no_effect", f"{found.label} did not keep the choice; it shows {', '.join(shown) or 'nothing'}.")
    return succeeded(f"Chose {', '.join(repr(text) for text in shown) or 'nothing'} in {found.label}.", data=found.data)
