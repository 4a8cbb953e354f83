"""The classic protocol: plain function calling, text alone ends (C133, C152, C154)."""

from __future__ import annotations

import pytest

from pagehand.llm import LLMError
from pagehand.llm.transport import completion_body
from pagehand.tools import default_tools
from pagehand.tools.protocols.classic import Classic

TOOLS = default_tools()


def test_every_tool_is_a_function() -> None:
    sent = Classic().tools(TOOLS)
    assert [each["function"]["name"] for each in sent] == list(TOOLS)
    assert Classic().tool_choice == "auto"


def test_a_call_is_an_action_and_its_text_is_kept() -> None:
    response = completion_body("m", tool="click_element_by_index", arguments={"index": "3"}, content="I save it.")
    turn = Classic().parse(response, TOOLS)
    assert (turn.actions[0].params, turn.text, turn.finish) == ({"index": 3}, "I save it.", None)


def test_text_alone_ends() -> None:
    """C133."""
    turn = Classic().parse(completion_body("m", content="<think>hm</think>The total is 5."), TOOLS)
    assert turn.actions == ()
    assert turn.finish is not None
    assert (turn.finish.success, turn.finish.text) == (True, "The total is 5.")


def test_the_first_of_several_calls_runs() -> None:
    """X5: the rest is named as ignored."""
    response = completion_body("m", tool="click_element_by_index", arguments={"index": 3})
    calls = response["choices"][0]["message"]["tool_calls"]
    calls.append({"id": "2", "type": "function", "function": {"name": "go_back", "arguments": "{}"}})
    turn = Classic().parse(response, TOOLS)
    assert [call.name for call in turn.actions] == ["click_element_by_index"]
    assert "go_back" in turn.notes[0]


def test_calls_in_markup_are_calls() -> None:
    """model-quirks 21: a call written into the text is no answer."""
    text = '<tool_call>{"name": "click_element_by_index", "arguments": {"index": 3}}</tool_call>'
    turn = Classic().parse(completion_body("m", content=text), TOOLS)
    assert (turn.actions[0].name, turn.finish) == ("click_element_by_index", None)


def test_faults() -> None:
    """An empty reply, an unknown tool, wrong arguments, an answer that was cut off (X3)."""
    for response in (
        completion_body("m", content=""),
        completion_body("m", tool="frob", arguments={}),
        completion_body("m", tool="click_element_by_index", arguments={"index": "x"}),
    ):
        with pytest.raises(LLMError):
            Classic().parse(response, TOOLS)
    cut = completion_body("m", content="The total of all the")
    cut["choices"][0]["finish_reason"] = "length"
    with pytest.raises(LLMError) as caught:
        Classic().parse(cut, TOOLS)
    assert caught.value.cut
