"""The page-agent vocabulary hands everything on to the hands (C10-C18, C22)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from pydantic import ValidationError

from pagehand.tools import ToolContext, as_result, default_tools

TOOLS = default_tools(execute_javascript=True)


async def run(context: ToolContext, name: str, **params: Any) -> Any:
    return as_result(await TOOLS[name].run(context, TOOLS[name].parameters.model_validate(params)))


@pytest.mark.parametrize(
    ("name", "params", "call"),
    [
        ("click_element_by_index", {"index": 0}, ("click", 0, {"button": "left", "count": 1, "offset": None})),
        (
            "click_element_by_index",
            {"index": "[0]", "button": "right", "count": 2, "dx": 3},
            ("click", 0, {"button": "right", "count": 2, "offset": (3.0, 0.0)}),
        ),
        ("input_text", {"index": 1, "text": "Ada"}, ("input_text", 1, "Ada")),
        ("select_dropdown_option", {"index": 3, "text": "Japan"}, ("select_option", 3, "Japan")),
        ("select_dropdown_option", {"index": 3, "text": '["A", "B"]'}, ("select_option", 3, ["A", "B"])),
        ("scroll", {}, ("scroll", "down", {"target": None, "pages": 0.1})),
        ("scroll", {"down": False, "num_pages": 2, "index": 4}, ("scroll", "up", {"target": 4, "pages": 2.0})),
        ("scroll", {"num_pages": 2, "pixels": 300}, ("scroll", "down", {"target": None, "pixels": 300.0})),
        ("scroll_horizontally", {"pixels": 50}, ("scroll", "right", {"pixels": 50.0, "target": None})),
        ("scroll_horizontally", {"pixels": 50, "right": "false"}, ("scroll", "left", {"pixels": 50.0, "target": None})),
        ("press_key", {"key": "Enter"}, ("press_key", "Enter", {"target": None})),
        ("hover", {"index": 2}, ("hover", 2, {})),
        ("drag", {"index": 1, "to_index": 2}, ("drag", 1, 2, {"by": None})),
        ("drag", {"index": 1, "dx": -20}, ("drag", 1, None, {"by": (-20.0, 0.0)})),
        ("upload_file", {"index": 1, "names": "a.txt"}, ("upload_files", 1, ["a.txt"], {})),
        ("go_back", {}, ("go_back", {})),
        ("click_text", {"text": "Open orders"}, ("click_text", "Open orders", 1)),
    ],
)
async def test_tools_call_the_hands(
    context: ToolContext, name: str, params: dict[str, Any], call: tuple[Any, ...]
) -> None:
    await run(context, name, **params)
    assert context.hands.calls == [call]


@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("wait", {"seconds": 0.5}),
        ("wait", {"seconds": 30}),
        ("click_element_by_index", {"index": -1}),
        ("click_element_by_index", {"index": True}),
        ("scroll", {"num_pages": 11}),
        ("scroll_horizontally", {}),
        ("scroll_horizontally", {"pixels": -1}),
        ("input_text", {"index": 1}),
        ("done", {}),
    ],
)
def test_limits(name: str, params: dict[str, Any]) -> None:
    """C11, C13, C16, C17: bounds and required fields."""
    with pytest.raises(ValidationError):
        TOOLS[name].parameters.model_validate(params)


async def test_a_drag_needs_one_destination(context: ToolContext) -> None:
    assert not (await run(context, "drag", index=1)).ok
    assert not (await run(context, "drag", index=1, to_index=2, dx=1)).ok
    assert context.hands.calls == []


async def test_execute_javascript(make_context: Callable[..., ToolContext]) -> None:
    """C18, C22, X29: offered only when asked for; a script runs where the host can; what it throws is told, not raised."""
    assert "execute_javascript" not in default_tools()
    scripts: list[str] = []

    async def run_script(script: str) -> object:
        scripts.append(script)
        if "throw" in script:
            raise RuntimeError("ReferenceError: x is not defined")
        return 42

    context = make_context(run_script=run_script)
    assert "Result: 42" in (await run(context, "execute_javascript", script="return 42")).message
    failed = await run(context, "execute_javascript", script="throw x")
    assert (failed.ok, "x is not defined" in failed.message) == (False, True)
    assert not (await run(make_context(), "execute_javascript", script="return 1")).ok
    assert scripts == ["return 42", "throw x"]
