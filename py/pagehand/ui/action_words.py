"""An action as a person would say it: ``click_element_by_index {index: 6}`` is "Click “Ship order”". Pure Python.

A row of ``WORDS`` names the texts ``do_*`` (:mod:`pagehand.ui.messages`) of both vocabularies' tools and the parameter
that is the target or the text; what has no row is a host's own tool and is named as such.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pagehand.page import Target
from pagehand.ui.messages import Messages, from_table

Inputs = Mapping[str, Any]
LONGEST = 60
"""Characters of a typed text or a name; more is cut, for a card is one line or two."""
FINISHING = frozenset({"done", "task_finish"})
"""Tools that end the task: their text is the answer, not a step."""


@dataclass(frozen=True)
class Words:
    key: str | Callable[[Inputs], str]
    text: str | Callable[[Inputs], Any] = ""
    target: str = ""


def _click(inputs: Inputs) -> str:
    if inputs.get("button") == "right":
        return "right_click"
    return "double_click" if inputs.get("count") == 2 else "click"


def _scroll(inputs: Inputs) -> str:
    return "scroll_down" if inputs.get("down", True) else "scroll_up"


def _scroll_sideways(inputs: Inputs) -> str:
    return "scroll_right" if inputs.get("right", True) else "scroll_left"


def _wait(inputs: Inputs) -> str:
    return "wait_for" if inputs.get("selector") else "wait"


def _seconds(inputs: Inputs) -> float:
    return inputs["ms"] / 1000 if isinstance(inputs.get("ms"), int | float) else inputs.get("seconds", 1)


def _check(inputs: Inputs) -> str:
    return "check" if inputs.get("checked", True) else "uncheck"


WORDS: dict[str, Words] = {
    # page-agent (C10-C22)
    "click_element_by_index": Words(_click, target="index"),
    "click_text": Words("click_text", text="text"),
    "input_text": Words("input", text="text", target="index"),
    "select_dropdown_option": Words("select", text="text", target="index"),
    "scroll": Words(_scroll),
    "scroll_horizontally": Words(_scroll_sideways),
    "press_key": Words("press", text="key"),
    "hover": Words("hover", target="index"),
    "drag": Words("drag", target="index"),
    "upload_file": Words("upload", text="names"),
    "go_back": Words("back"),
    "wait": Words(_wait, text=_seconds, target="selector"),
    "ask_user": Words("ask", text="question"),
    "execute_javascript": Words("script"),
    "done": Words("finish"),
    "open_new_tab": Words("open_tab", text="url"),
    "switch_to_tab": Words("switch_tab", text="tab_id"),
    "close_tab": Words("close_tab", text="tab_id"),
    # webagent (C95-C125, C143, C144)
    "click": Words(_click, target="selector"),
    "double_click": Words("double_click", target="selector"),
    "long_press": Words("long_press", target="selector"),
    "fill_input": Words("input", text="value", target="selector"),
    "clear_input": Words("clear", target="selector"),
    "select_option": Words("select", text="value", target="selector"),
    "set_checked": Words(_check, target="selector"),
    "hold_key": Words("hold", text="key"),
    "scroll_to": Words("scroll_to", target="selector"),
    "scroll_until": Words("scroll_until", text="text"),
    "select_text": Words("select_text", target="selector"),
    "navigate": Words("navigate", text="path"),
    "ask_user_choice": Words("ask", text="question"),
    "narrate": Words("narrate", text="text"),
    "pause": Words("pause"),
    "border": Words("mark", target="selector"),
    "highlight": Words("mark", target="selector"),
    "validate_form": Words("validate"),
    "wait_until": Words("wait_for", target="selector"),
    "track_intent": Words("remember", text="kind"),
    "escalate_to_human": Words("escalate", text="reason"),
    "present_surface": Words("present"),
    "task_finish": Words("finish"),
}


def action_words(texts: Messages, tool: str, inputs: Inputs, name_of: Callable[[Target], str | None]) -> str:
    """``name_of`` gives an element's name for people, if it is known."""
    words = WORDS.get(tool)
    if words is None:
        return texts.do_other.format(text=tool)
    key = words.key if isinstance(words.key, str) else words.key(inputs)
    target = target_of(tool, inputs)
    text = inputs.get(words.text, "") if isinstance(words.text, str) else words.text(inputs)
    return from_table(texts, "do", key, otherwise="other").format(
        target=_target_words(texts, target, name_of), text=cut(_plain(text))
    )


def target_of(tool: str, inputs: Inputs) -> Target | None:
    """What the action is aimed at: the drag's start, the element with the key press's focus."""
    words = WORDS.get(tool)
    parameter = words.target if words else ""
    value = inputs.get(parameter or "index", inputs.get("from", inputs.get("from_")))
    return value if isinstance(value, int | str) and not isinstance(value, bool) else None


def element_name(line: str | None) -> str | None:
    """The name in one line of page text: ``*[6]<button aria-label=Ship order 4472>Ship />`` is "Ship order 4472".

    A label says more than a text where there are both. None when the line holds neither.
    """
    match = _LINE.search(line or "")
    if match is None:
        return None
    label = _LABEL.search(match["attributes"])
    name = label["value"] if label else match["text"]
    name = " ".join(name.removesuffix("/>").split()).strip("\"' ")
    return cut(name) or None


def cut(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + "…"


_LINE = re.compile(r"<(?P<tag>[\w-]+)\s*(?P<attributes>[^>]*?)/?>(?P<text>[^<]*)")
_LABEL = re.compile(r"\b(?:aria-label|placeholder|alt|title|name)=(?P<value>\"[^\"]*\"|'[^']*'|.*?)(?=\s+[\w-]+=|\s*$)")


def _target_words(texts: Messages, target: Target | None, name_of: Callable[[Target], str | None]) -> str:
    if target is None:
        return texts.this_element
    name = name_of(target)
    if name:
        return texts.named_element.format(name=name)
    return f"[{target}]" if isinstance(target, int) else cut(target)


def _plain(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(str(item) for item in value)
    return f"{value:g}" if isinstance(value, float) else str(value)
