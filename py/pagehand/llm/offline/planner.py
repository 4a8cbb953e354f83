"""From one command and the page's text to the next action."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from pagehand.llm.offline.answers import answer, asked_about
from pagehand.llm.offline.commands import Command, amount, iso_date
from pagehand.llm.offline.page_text import Control, PageText
from pagehand.llm.offline.words import contains, match, words

_ENOUGH = 0.45
_SAVE = ("save", "save changes", "apply", "update", "ok", "submit", "confirm", "done")


@dataclass(frozen=True)
class Move:
    """What to do for a command: an action, or nothing. ``stage`` is where the command stands after it; empty: it is finished."""

    action: dict[str, Any] | None = None
    goal: str = ""
    stage: str = ""
    found: str = ""
    error: str = ""


@dataclass(frozen=True)
class Scene:
    """What a move is planned from. ``failed`` are the numbers whose action has just failed."""

    page: PageText
    stage: str = ""
    failed: frozenset[int] = frozenset()
    changed: bool = False
    today: str = ""
    save_follows: bool = field(default=False)


def plan(command: Command, scene: Scene) -> Move:
    move = _HANDLERS[command.verb](command, scene)
    if move.error and "looked" not in scene.stage and command.verb not in ("answer", "wait", "scroll"):
        # the page may still be on its way: look once more before giving up
        return Move({"wait": {"seconds": 1}}, "Wait for the page", f"{scene.stage} looked".strip())
    return move


def best(
    scene: Scene,
    target: str,
    kinds: Iterable[str],
    context: str = "",
    *,
    said: str = "",
    fits: Callable[[Control], bool] | None = None,
    enough: float = _ENOUGH,
) -> Control | None:
    """The control that a phrase means: by its names, its row or section, and whether it can be used."""
    kinds = tuple(kinds)
    ranked: list[tuple[float, Control]] = []
    here = [control for control in scene.page.controls if _in_context(control, context, scene.page)] if context else []
    # a row or section of that name exists, or nothing on the page has that name: then no other control is meant
    only_here = bool(context) and (bool(_rows(scene.page, context)) or not contains(scene.page.shown, context))
    for control in here or ([] if only_here else scene.page.controls):
        if control.kind not in kinds or control.number in scene.failed or (fits and not fits(control)):
            continue
        names = control.names
        score = max(
            (match(target, name) * (1 if index == 0 else 0.97) for index, name in enumerate(names)), default=0.0
        )
        if score and said:
            score += 0.05 * max(match(said, name) for name in names)
        if not score and control.row and not context and contains(control.row, target):
            score = 0.5
        score += 0.1 * bool(control.section) + 0.02 * control.new - 0.6 * (not control.usable)
        ranked.append((score, control))
    ranked.sort(key=lambda pair: -pair[0])
    return ranked[0][1] if ranked and ranked[0][0] >= enough else None


def _in_context(control: Control, context: str, page: PageText) -> bool:
    if control.row:
        return contains(control.row, context)
    return bool(control.section) and contains(page.section_text(control), context)


def _rows(page: PageText, context: str) -> list[Control]:
    """The controls of the table rows that hold a text."""
    return [control for control in page.controls if control.row and contains(control.row, context)]


def _click(command: Command, scene: Scene) -> Move:
    every = ("button", "toggle", "select", "field")
    control = best(scene, command.target, every, command.context, said=command.said)
    if control is None and command.context:
        rows = [
            row for row in _rows(scene.page, command.context) if row.kind == "button" and row.number not in scene.failed
        ]
        control = rows[0] if rows else None
        if control is None and "searched" not in scene.stage and (move := _look_up(command.context, scene)):
            return move
        control = control or best(scene, f"{command.target} {command.context}", every, enough=0.6)
    if control is None:
        return Move(error=f"I could not find {command.target!r} on this page.")
    return Move(_act("click", control), f"Click {command.target}")


def _look_up(entity: str, scene: Scene) -> Move | None:
    """Type what is not on the page into its search field."""
    search = _search_field(scene)
    if search is None:
        return None
    return Move(_act("type", search, entity), f"Search for {entity}", f"{scene.stage} searched".strip())


def _search_field(scene: Scene) -> Control | None:
    def is_search(control: Control) -> bool:
        kind = control.attributes.get("type", "") + control.attributes.get("role", "")
        return "search" in kind or any(set(words(name)) & {"search", "find", "filter"} for name in control.names)

    found = [control for control in scene.page.controls if control.kind == "field" and is_search(control)]
    return next((control for control in found if control.usable and control.number not in scene.failed), None)


def _search(command: Command, scene: Scene) -> Move:
    if scene.stage.startswith("typed"):
        if scene.changed:
            return Move()
        button = best(
            scene,
            "search",
            ("button",),
            fits=lambda control: match("search", control.names[0]) >= 0.9 if control.names else False,
        )
        return (
            Move(_act("click", button), "Start the search")
            if button
            else Move({"press_key": {"key": "Enter"}}, "Start the search")
        )
    control = _search_field(scene) or best(scene, "search", ("field",))
    fields = [control for control in scene.page.controls if control.kind == "field" and control.usable]
    control = control or (fields[0] if len(fields) == 1 else None)
    if control is None:
        return Move(error="I could not find a search field on this page.")
    return Move(_act("type", control, command.value), f"Search for {command.value}", "typed")


def _type(command: Command, scene: Scene) -> Move:
    control = best(scene, command.target, ("field", "select"), command.context) if command.target else None
    if control is None and not command.target:
        fields = [control for control in scene.page.controls if control.kind == "field" and control.usable]
        control = fields[0] if len(fields) == 1 else _search_field(scene)
    if control is None and command.context:
        whole = f"{command.target} {command.context}"
        control = best(scene, whole, ("field", "select"))
    if control is None:
        return Move(error=f"I could not find a field for {command.target or command.value!r} on this page.")
    return _fill(control, command.value, command.target or "the field", scene)


def _fill(control: Control, value: str, name: str, scene: Scene, stage: str = "") -> Move:
    """Put a value into a control of any kind."""
    goal = f"Set {name} to {value}"
    if control.kind == "field":
        text = iso_date(value, scene.today) if control.attributes.get("type") == "date" else value
        return Move(_act("type", control, text), goal, stage)
    if control.tag == "select":
        option = max(control.options, key=lambda option: match(value, option), default=value)
        option = option if match(value, option) >= 0.6 else value
        return Move({"select_dropdown_option": {"index": control.number, "text": option}}, goal, stage)
    if control.kind == "toggle" and not control.radio:
        wanted = value.lower() not in ("off", "no", "false", "unticked", "unchecked", "disabled")
        return Move(stage=stage) if control.checked is wanted else Move(_act("click", control), goal, stage)
    return Move(_act("click", control), goal, stage)


def _choose(command: Command, scene: Scene) -> Move:
    value, target = command.value, command.target
    if scene.stage.startswith("list"):
        option = best(
            scene,
            value,
            ("button", "toggle"),
            fits=lambda control: max(match(value, name) for name in control.names or [""]) > 0.6,
        )
        return (
            Move(_act("click", option), f"Choose {value}")
            if option
            else Move(error=f"I could not find the option {value!r}.")
        )
    if target:
        if control := best(scene, target, ("select",), command.context):
            if control.tag == "select":
                return _fill(control, value, target, scene)
            return Move(_act("click", control), f"Open {target}", "list")
        radio = best(scene, value, ("toggle",), fits=lambda control: control.radio)
        if radio:
            return Move() if radio.checked else Move(_act("click", radio), f"Choose {value}")
        if control := best(scene, target, ("field", "button"), command.context):
            if control.kind == "field":
                return Move(_act("type", control, value), f"Type {value} into {target}", "list")
            return Move(_act("click", control), f"Open {target}", "list")
        return Move(error=f"I could not find {target!r} on this page.")
    if control := _select_offering(value, scene):
        return _fill(control, value, "the list", scene)
    if control := best(scene, value, ("toggle", "button")):
        return Move(_act("click", control), f"Choose {value}")
    return Move(error=f"I could not find {value!r} on this page.")


def _select_offering(value: str, scene: Scene, target: str = "", context: str = "") -> Control | None:
    """A native select that has an option of this name, preferably of that label and in that context."""

    def offers(control: Control) -> bool:
        return control.usable and any(match(value, option) >= 0.9 for option in control.options)

    found = [
        control
        for control in scene.page.controls
        if control.tag == "select" and offers(control) and control.number not in scene.failed
    ]
    if context:
        found = [control for control in found if _in_context(control, context, scene.page)]
    found.sort(
        key=lambda control: (
            -max((match(target, name) for name in control.names), default=0.0) - 0.1 * bool(control.section)
        )
    )
    return found[0] if found else None


def _tick(command: Command, scene: Scene) -> Move:
    wanted = command.verb == "tick"
    phrase = command.target if not command.context else f"{command.target} of {command.context}"
    control = best(scene, phrase, ("toggle",)) or best(scene, command.target, ("toggle",), command.context)
    control = control or best(scene, phrase, ("button", "select"), fits=lambda control: bool(control.names))
    if control is None:
        return Move(error=f"I could not find a checkbox {command.target!r} on this page.")
    if control.kind == "toggle" and control.checked is wanted:
        return Move()
    return Move(_act("click", control), f"{'Tick' if wanted else 'Untick'} {command.target}")


def _set(command: Command, scene: Scene) -> Move:
    """``set the order of Ada to shipped``: straight into a field of that name, or by opening what holds it first."""
    stage, value = scene.stage, command.value
    whole = f"{command.target} of {command.context}" if command.context else command.target
    if "filled" in stage:
        return _save(scene)
    if not command.context and (control := best(scene, whole, ("field", "select", "toggle"))):
        return _fill(control, value, whole, scene)
    entity = command.context or command.target
    if control := _select_offering(value, scene, command.target, entity):
        return _fill(control, value, command.target, scene, "filled")
    opened = "opened" in stage and contains(scene.page.shown, entity)
    if opened or any(_in_context(control, entity, scene.page) for control in scene.page.controls if control.section):
        control = best(scene, command.target, ("field", "select", "toggle"))
        control = control or (_select_offering(value, scene, command.target) if opened else None)
        control = control or best(scene, value, ("toggle", "button"))
        if control:
            return _fill(control, value, command.target, scene, "filled")
    if "opened" not in stage:
        row = best(scene, "open edit view details order", ("button",), entity) or next(
            (
                control
                for control in _rows(scene.page, entity)
                if control.kind == "button" and control.number not in scene.failed
            ),
            None,
        )
        row = row or best(scene, entity, ("button",))
        if row:
            return Move(_act("click", row), f"Open {whole}", f"{stage} opened".strip())
        if command.context and "searched" not in stage and (move := _look_up(entity, scene)):
            return move
    return Move(error=f"I could not find where to set {whole!r} to {value!r}.")


def _save(scene: Scene) -> Move:
    """A form that was filled on the user's behalf is saved too, where there is a button for it and nobody says so next."""
    if scene.save_follows:
        return Move()
    for name in _SAVE:
        button = best(
            scene,
            name,
            ("button",),
            fits=lambda control, name=name: any(match(name, own) >= 0.9 for own in control.names),
        )
        if button and button.usable:
            return Move(_act("click", button), "Save it")
    return Move()


def _key(command: Command, scene: Scene) -> Move:
    return Move({"press_key": {"key": command.value}}, f"Press {command.value}")


def _scroll(command: Command, scene: Scene) -> Move:
    text = command.value.lower()
    size = amount(text)
    sideways = re.search(r"\b(left|right)\b", text)
    pixels = int(size) if size is not None and re.search(r"\bp(x|ixels?)\b", text) else None
    if sideways:
        action: dict[str, Any] = {
            "scroll_horizontally": {"right": sideways.group() == "right", "pixels": pixels or 400}
        }
    else:
        down = not re.search(r"\b(up|top)\b", text)
        far = re.search(r"\b(bottom|end|top)\b", text)
        action = {
            "scroll": {
                "down": down,
                **({"pixels": pixels} if pixels else {"num_pages": 10 if far else min(10, size or 1)}),
            }
        }
    return Move(action, command.said.capitalize())


def _wait(command: Command, scene: Scene) -> Move:
    return Move({"wait": {"seconds": max(1, min(10, round(amount(command.value) or 1)))}}, command.said.capitalize())


def _answer(command: Command, scene: Scene) -> Move:
    question = re.sub(
        r"^(?:tell|give|show) me\s+|^(?:report|say|read(?: out)?|find out)\s+", "", command.said, flags=re.I
    )
    if found := answer(question, scene.page):
        return Move(found=found)
    _, whose = asked_about(question)
    name = re.sub(r"['’]s?\s+\w+$|^(?:the|order|customer)\s+", "", whose)
    if (
        name
        and "searched" not in scene.stage
        and not contains(scene.page.shown, name)
        and (move := _look_up(name, scene))
    ):
        return move
    return Move(error=f"I could not find an answer to {command.said!r} on this page.")


def _act(kind: str, control: Control, text: str = "") -> dict[str, Any]:
    if kind == "type":
        return {"input_text": {"index": control.number, "text": text}}
    return {"click_element_by_index": {"index": control.number}}


_HANDLERS: dict[str, Callable[[Command, Scene], Move]] = {
    "click": _click,
    "type": _type,
    "choose": _choose,
    "tick": _tick,
    "untick": _tick,
    "key": _key,
    "scroll": _scroll,
    "wait": _wait,
    "search": _search,
    "set": _set,
    "answer": _answer,
}
