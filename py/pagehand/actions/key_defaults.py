"""What a browser does by default for a key, done by script because synthetic keys have no default (page-shapes 69).

``on_key_down`` looks the key up in a table of handlers; each returns what it did, in words, or an empty string.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pagehand.actions import form_submit, scrolling, tab_order
from pagehand.actions.commits import note_edit
from pagehand.actions.events import dispatch, dispatch_change, dispatch_input
from pagehand.actions.focus import editing_host, is_editing_host, move_focus
from pagehand.actions.key_table import Key
from pagehand.actions.native import get_property, set_value
from pagehand.actions.text_fields import TEXT_TYPES, insert_text
from pagehand.hands import Direction, Modifier

ARROW_SCROLL = 40
PAGE_SHARE = 0.875
_ARROWS: dict[str, Direction] = {
    "ArrowUp": "up",
    "ArrowDown": "down",
    "ArrowLeft": "left",
    "ArrowRight": "right",
}
_NAVIGATION = frozenset({*_ARROWS, "PageUp", "PageDown", "Home", "End"})
_PARTS = frozenset({"date", "time", "datetime-local", "month", "week"})
_UNTYPED = frozenset({"checkbox", "radio", "button", "submit", "reset", "image", "file", "color", "range"})


def is_text_entry(element: Any) -> bool:
    """A one-line field in which keys type."""
    return element.localName == "input" and element.type not in _UNTYPED


def is_editable(element: Any) -> bool:
    if element.localName == "textarea" or is_text_entry(element):
        return not element.readOnly and not element.matches(":disabled")
    return bool(getattr(element, "isContentEditable", False))


def on_key_down(bridge: Any, element: Any, key: Key, modifiers: Sequence[Modifier]) -> str:
    command = {"ctrl", "meta"} & set(modifiers)
    if command and key.is_printable:
        return _shortcut(bridge, element, key.key.lower(), modifiers)
    if "alt" in modifiers and key.key not in ("ArrowDown", "ArrowUp"):
        return ""
    handler = _HANDLERS.get(key.key)
    if handler is not None:
        return handler(bridge, element, key, modifiers)
    if key.key in _NAVIGATION:
        return _navigate(bridge, element, key, modifiers)
    if key.is_printable and is_editable(element):
        typed = insert_text(bridge, element, key.key)
        return f"typed '{key.key}'" if typed else ""
    if key.key == " ":
        return _space_scroll(bridge, element, modifiers)
    return ""


def on_key_up(bridge: Any, element: Any, key: Key, modifiers: Sequence[Modifier]) -> str:
    """The space bar presses buttons and boxes when it is released."""
    pressed = element.localName in ("button", "summary") or (
        element.localName == "input" and element.type in _UNTYPED - {"range"}
    )
    if key.key == " " and pressed and not modifiers and not element.matches(":disabled"):
        element.click()
        return "pressed it"
    return ""


def _enter(bridge: Any, element: Any, key: Key, modifiers: Sequence[Modifier]) -> str:
    if element.localName == "textarea" or getattr(element, "isContentEditable", False):
        # With Ctrl or Command it is a shortcut of the page (often "send"), and a browser adds nothing.
        return "" if {"ctrl", "meta"} & set(modifiers) else _line_break(bridge, element, modifiers)
    if element.localName in ("a", "area") and not hasattr(element, "click"):
        dispatch(bridge, element, "MouseEvent", "click", {"bubbles": True, "cancelable": True, "composed": True})
        return "activated it"
    if element.localName in ("button", "summary") or (element.localName in ("a", "area") and element.href):
        element.click()
        return "activated it"
    if element.localName == "input" and element.type in ("button", "submit", "reset", "image", "color", "file"):
        element.click()
        return "activated it"
    if element.localName == "input":
        return form_submit.submit_implicitly(bridge, element)
    return ""


def _line_break(bridge: Any, element: Any, modifiers: Sequence[Modifier]) -> str:
    if not is_editable(element):
        return ""
    if element.localName == "textarea":
        return "added a line break" if insert_text(bridge, element, "\n") else ""
    command = "insertLineBreak" if "shift" in modifiers else "insertParagraph"
    if dispatch_input(bridge, element, "beforeinput", command, None):
        element.ownerDocument.execCommand(command)
    return "added a line"


def _tab(bridge: Any, element: Any, key: Key, modifiers: Sequence[Modifier]) -> str:
    following = tab_order.next_stop(bridge, element, backwards="shift" in modifiers)
    if following is None:
        return ""
    if following == element:
        if element.closest("dialog:modal"):
            return ""
        move_focus(bridge, None)
        return "left the only stop of the page"
    move_focus(bridge, following)
    if following.localName == "input" and following.type in TEXT_TYPES:
        following.select()
    return "moved the focus"


def _everywhere(bridge: Any, element: Any, selector: str) -> list[Any]:
    """Matches in the element's document and in every shadow root around it, the outermost first."""
    found = list(bridge.query_all(element.ownerDocument, selector))
    root = element.getRootNode()
    while root.nodeType == 11:
        found += bridge.query_all(root, selector)
        root = root.host.getRootNode()
    return found


def _escape(bridge: Any, element: Any, key: Key, modifiers: Sequence[Modifier]) -> str:
    popovers = _everywhere(bridge, element, "[popover=''], [popover=auto], [popover=hint]")
    for popover in reversed(popovers):
        if popover.matches(":popover-open"):
            popover.hidePopover()
            return "closed the popover"
    dialogs = [each for each in _everywhere(bridge, element, "dialog[open]") if each.matches(":modal")]
    if dialogs:
        if dispatch(bridge, dialogs[-1], "Event", "cancel", {"cancelable": True}) and dialogs[-1].open:
            dialogs[-1].close()
        return "closed the dialog" if not dialogs[-1].open else ""
    if element.localName == "input" and element.type == "search" and is_editable(element) and element.value:
        set_value(bridge, element, "")
        dispatch_input(bridge, element, "input", "deleteContentBackward", None)
        dispatch(bridge, element, "Event", "search", {"bubbles": True})
        return "cleared the field"
    return ""


def _erase(bridge: Any, element: Any, key: Key, modifiers: Sequence[Modifier]) -> str:
    if not is_editable(element):
        return ""
    backward = key.key == "Backspace"
    by_word = bool({"ctrl", "meta"} & set(modifiers))
    if by_word:
        direction = "backward" if backward else "forward"
        element.ownerDocument.getSelection().modify("extend", direction, "word")
    kind = ("deleteWord" if by_word else "deleteContent") + ("Backward" if backward else "Forward")
    if dispatch_input(bridge, element, "beforeinput", kind, None):
        note_edit(bridge, element)
        element.ownerDocument.execCommand("delete" if backward else "forwardDelete")
    return "erased"


def _shortcut(bridge: Any, element: Any, letter: str, modifiers: Sequence[Modifier]) -> str:
    document = element.ownerDocument
    if letter == "a":
        select_all(element)
        return "selected all"
    if not is_editable(element):
        return ""
    command = {"z": "undo", "y": "redo", "b": "bold", "i": "italic", "u": "underline"}.get(letter)
    if letter == "z" and "shift" in modifiers:
        command = "redo"
    if command in ("bold", "italic", "underline") and not editing_host(element):
        return ""
    if command is None:
        return ""
    document.execCommand(command)
    return command


def select_all(element: Any) -> None:
    """Ctrl+A: the field's text, the editor's, or the whole page's."""
    if element.localName == "textarea" or is_text_entry(element):
        element.select()
        return
    host = editing_host(element)
    scope = host if host is not None else element.ownerDocument.body
    scope.ownerDocument.getSelection().selectAllChildren(scope)


def _navigate(bridge: Any, element: Any, key: Key, modifiers: Sequence[Modifier]) -> str:
    if element.localName == "input" and element.type == "range":
        return _move_slider(bridge, element, key.key)
    if element.localName == "input" and element.type == "number" and key.key in ("ArrowUp", "ArrowDown"):
        return _step_number(bridge, element, key.key)
    if element.localName == "input" and element.type == "radio" and key.key in _ARROWS:
        return _next_radio(bridge, element, key.key)
    if element.localName == "select":
        return _move_select(bridge, element, key.key)
    if element.localName == "input" and element.type in _PARTS:
        return ""  # the part that an arrow would turn has the focus inside the control, out of a script's sight
    if element.localName == "textarea" or is_text_entry(element) or is_editing_host(element):
        return _move_caret(element, key.key, modifiers)
    if getattr(element, "isContentEditable", False):
        return _move_caret(element, key.key, modifiers)
    return _scroll_key(bridge, element, key.key)


def _move_slider(bridge: Any, slider: Any, key: str) -> str:
    if slider.matches(":disabled"):
        return ""
    low, high = float(slider.min or 0), float(slider.max or 100)
    step = float(slider.step) if slider.step and slider.step != "any" else (high - low) / 100 if slider.step else 1.0
    page = max(step, (high - low) / 10)
    now = float(get_property(bridge, slider, "valueAsNumber"))
    moves = {
        "ArrowUp": now + step,
        "ArrowRight": now + step,
        "ArrowDown": now - step,
        "ArrowLeft": now - step,
        "PageUp": now + page,
        "PageDown": now - page,
        "Home": low,
        "End": high,
    }
    value = min(high, max(low, moves[key]))
    before = slider.value
    set_value(bridge, slider, f"{value:.10g}")
    if slider.value != before:
        dispatch_input(bridge, slider, "input", "insertReplacementText", None)
        dispatch_change(bridge, slider)
    return f"the slider is at {slider.value}"


def _step_number(bridge: Any, field: Any, key: str) -> str:
    if field.readOnly or field.matches(":disabled"):
        return ""
    before = field.value
    if field.step.lower() == "any":
        # ``stepUp`` refuses such fields; a key moves them by one.
        moved = float(field.value or 0) + (1 if key == "ArrowUp" else -1)
        low, high = float(field.min or moved), float(field.max or moved)
        set_value(bridge, field, f"{min(high, max(low, moved)):.10g}")
    else:
        (field.stepUp if key == "ArrowUp" else field.stepDown)()
    if field.value != before:
        # The stepped value went through the page's accessor-free path; only its announcement is missing.
        dispatch_input(bridge, field, "input", "insertReplacementText", None)
        dispatch_change(bridge, field)
    return f"the value is {field.value}"


def _next_radio(bridge: Any, radio: Any, key: str) -> str:
    scope = radio.form or radio.getRootNode()
    same = [
        other
        for other in scope.querySelectorAll("input[type=radio]")
        if other.name == radio.name and other.form == radio.form and not other.matches(":disabled")
    ]
    if radio not in same or len(same) < 2 or not radio.name:
        return ""
    offset = 1 if key in ("ArrowDown", "ArrowRight") else -1
    following = same[(same.index(radio) + offset) % len(same)]
    move_focus(bridge, following)
    following.click()
    return f"chose '{following.value}'"


def _move_select(bridge: Any, select: Any, key: str) -> str:
    usable = [option.index for option in select.options if not option.matches(":disabled")]
    if not usable or select.multiple or select.matches(":disabled"):
        return ""
    now = select.selectedIndex
    later, earlier = [i for i in usable if i > now], [i for i in usable if i < now]
    moves: dict[str, int] = {
        "ArrowDown": (later or [now])[0],
        "ArrowRight": (later or [now])[0],
        "ArrowUp": (earlier or [now])[-1],
        "ArrowLeft": (earlier or [now])[-1],
        "Home": usable[0],
        "End": usable[-1],
        "PageUp": usable[0],
        "PageDown": usable[-1],
    }
    if moves[key] == now:
        return ""
    from pagehand.actions.choice import choose

    choose(bridge, select, [moves[key]])
    return f"chose '{select.options.item(moves[key]).label}'"


def _move_caret(element: Any, key: str, modifiers: Sequence[Modifier]) -> str:
    alter = "extend" if "shift" in modifiers else "move"
    whole = bool({"ctrl", "meta"} & set(modifiers))
    steps: dict[str, tuple[str, str]] = {
        "ArrowLeft": ("left", "word" if whole else "character"),
        "ArrowRight": ("right", "word" if whole else "character"),
        "ArrowUp": ("backward", "line"),
        "ArrowDown": ("forward", "line"),
        "Home": ("backward", "documentboundary" if whole else "lineboundary"),
        "End": ("forward", "documentboundary" if whole else "lineboundary"),
        "PageUp": ("backward", "documentboundary"),
        "PageDown": ("forward", "documentboundary"),
    }
    direction, unit = steps[key]
    element.ownerDocument.getSelection().modify(alter, direction, unit)
    return "extended the selection" if alter == "extend" else "moved the caret"


def _scroll_key(bridge: Any, element: Any, key: str) -> str:
    vertical = key not in ("ArrowLeft", "ArrowRight")
    scroller = scrolling.nearest_scroller(bridge, element, vertical) or scrolling.main_scroller(bridge, vertical)
    if scroller is None:
        return ""
    before = scrolling.extent(scroller, vertical)
    direction: Direction = _ARROWS.get(key) or ("up" if key in ("PageUp", "Home") else "down")
    distances = {"PageUp": before.shown * PAGE_SHARE, "PageDown": before.shown * PAGE_SHARE}
    distance = distances.get(key, before.total if key in ("Home", "End") else ARROW_SCROLL)
    scrolling.scroll_by(bridge, scroller, direction, distance)
    return "scrolled"


def _space_scroll(bridge: Any, element: Any, modifiers: Sequence[Modifier]) -> str:
    if element.localName in ("button", "summary", "input", "select", "textarea"):
        return ""
    return _scroll_key(bridge, element, "PageUp" if "shift" in modifiers else "PageDown")


_HANDLERS: dict[str, Callable[[Any, Any, Key, Sequence[Modifier]], str]] = {
    "Enter": _enter,
    "Tab": _tab,
    "Escape": _escape,
    "Backspace": _erase,
    "Delete": _erase,
}
