"""Script steps on the demo back office: each finds its element in the page text that the model was sent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from e2e.replies import ModelRequest, Reply, act

SEARCH = "^<input[^>]*type=search"
OPEN_ADA = "Open order #1017"
STATUS = "^<select(?!.*All statuses)"
SAVE = "^<button[^>]*>Save"


ScriptStep = Callable[[ModelRequest], Reply]


def click(pattern: str, *, after: str = "", **reflection: str) -> ScriptStep:
    return on("click_element_by_index", pattern, {}, after, reflection)


def type_text(pattern: str, text: str, *, after: str = "", **reflection: str) -> ScriptStep:
    return on("input_text", pattern, {"text": text}, after, reflection)


def choose(pattern: str, option: str, **reflection: str) -> ScriptStep:
    return on("select_dropdown_option", pattern, {"text": option}, "", reflection)


def on(tool: str, pattern: str, more: Mapping[str, Any], after: str, reflection: Mapping[str, str]) -> ScriptStep:
    """A step that uses a tool on the element that matches (``ModelRequest.number``)."""

    def step(request: ModelRequest) -> Reply:
        return act(tool, {"index": request.number(pattern, after=after), **more}, **reflection)

    return step
