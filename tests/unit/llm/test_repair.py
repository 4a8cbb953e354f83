"""Row by row: the catalogue's repair vectors with D2, D3, X3-X6, and model-quirks 3a."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pagehand.llm import LLMError, repair, repair_response
from unit.llm.replies import TOOLS, WRAPPER, called, response


def action(value: Any) -> dict[str, Any]:
    """The action that arguments of the wrapper state."""
    return repair_response(called(value), TOOLS)["action"]


def spoken(text: str, finish: str = "stop") -> dict[str, Any]:
    """The action that a text states."""
    return repair_response(response(text, finish=finish), TOOLS)["action"]


def refusal(given: dict[str, Any]) -> LLMError:
    with pytest.raises(LLMError) as caught:
        repair_response(given, TOOLS)
    return caught.value


@pytest.mark.parametrize(
    ("stated", "expected"),
    [
        ({"click_element_by_index": 2}, {"click_element_by_index": {"index": 2}}),
        ({"click_element_by_index": "2"}, {"click_element_by_index": {"index": 2}}),
        ({"click_element_by_index": [3]}, {"click_element_by_index": {"index": 3}}),
        ({"click_element_by_index": {"index": "[5]"}}, {"click_element_by_index": {"index": 5}}),
        ({"click_element_by_index": {"index": "*↓[5]"}}, {"click_element_by_index": {"index": 5}}),
        ({"click_element_by_index": {"index": 3.0}}, {"click_element_by_index": {"index": 3}}),
        ({"click_element_by_index": {"index": 3, "reason": "x", "foo": 1}}, {"click_element_by_index": {"index": 3}}),
        ({"clickElementByIndex": {"elementIndex": 3}}, {"click_element_by_index": {"index": 3}}),
        ({"done": "x"}, {"done": {"text": "x"}}),
        ({"done": {"text": "x", "success": "false"}}, {"done": {"text": "x", "success": False}}),
        ({"done": {"message": "x"}}, {"done": {"text": "x"}}),
        ({"done": {"text": "x", "success": None}}, {"done": {"text": "x"}}),
        ({"ask_user": "q"}, {"ask_user": {"question": "q"}}),
        ({"wait": 5}, {"wait": {"seconds": 5}}),
        ({"wait": "5"}, {"wait": {"seconds": 5}}),
        ({"wait": {"time": 5}}, {"wait": {"seconds": 5}}),
        ({"scroll_horizontally": 300}, {"scroll_horizontally": {"pixels": 300}}),
        (
            {"scroll_horizontally": {"direction": "left", "pixels": 5}},
            {"scroll_horizontally": {"pixels": 5, "right": False}},
        ),
        ({"scroll": {"direction": "up", "num_pages": 1}}, {"scroll": {"down": False, "num_pages": 1}}),
        ({"scroll": {"direction": "down", "pages": 2}}, {"scroll": {"down": True, "num_pages": 2}}),
        ({"scroll": {"up": True}}, {"scroll": {"down": False}}),
        ({"scroll": {"down": "true", "numPages": "0.5"}}, {"scroll": {"down": True, "num_pages": 0.5}}),
        ({"scroll": {}}, {"scroll": {}}),
        ({"input_text": {"index": 1, "text": 12}}, {"input_text": {"index": 1, "text": "12"}}),
        ({"input_text": {"index": 1, "value": "a"}}, {"input_text": {"index": 1, "text": "a"}}),
        ({"go_back": {}}, {"go_back": {}}),
        ({"go_back": None}, {"go_back": {}}),
        ([{"wait": 2}, {"done": "x"}], {"wait": {"seconds": 2}}),
        ({"wait": 2, "done": "x"}, {"wait": {"seconds": 2}}),
        (["wait", {"seconds": 5}], {"wait": {"seconds": 5}}),
        ("go_back", {"go_back": {}}),
        ("click_element_by_index(index=3)", {"click_element_by_index": {"index": 3}}),
    ],
)
def test_an_action_is_read(stated: Any, expected: dict[str, Any]):
    """C7, C85, C90's table, D3, X5, X6, model-quirks 12, 16."""
    assert action({"memory": "m", "action": stated}) == expected


@pytest.mark.parametrize(
    ("stated", "reason"),
    [
        ({"scroll": True}, "stands alone"),
        ({"input_text": "x"}, "stands alone"),
        ({"click_element_by_index": None}, "null"),
        ({"wait": None}, "null"),
        ({"wait": True}, "must be a number"),
        ({"wait": 30}, "seconds"),
        ({"wait": 0.5}, "seconds"),
        ({"click_element_by_index": True}, "must be an integer"),
        ({"click_element_by_index": {"index": False}}, "must be an integer"),
        ({"click_element_by_index": {"index": 3.5}}, "index"),
        ({"click_element_by_index": {"index": -1}}, "index"),
        ({"click_element_by_index": {"index": "Save"}}, "index"),
        ({"click_element_by_index": {"index": [3, 4]}}, "index"),
        ({"click_element_by_index": {"text": "Save"}}, "index"),
        ({"click_element_by_index": [3, 4]}, "list"),
        ({"click_element_by_index": {"index": {"type": "integer"}}}, "schema"),
        ({"click_element_by_index": {"type": "object", "properties": {"index": {"type": "integer"}}}}, "schema"),
        ({"input_text": {"index": 1, "text": "<text>"}}, "placeholder"),
        ({"input_text": {"index": 1, "text": "string"}}, "placeholder"),
        ({"input_text": {"index": 1, "text": "..."}}, "placeholder"),
        ({"input_text": {"index": 1, "text": True}}, "must be text"),
        ({"input_text": {"index": 1, "text": None}}, "text"),
        ({"input_text": {"index": 1}}, "text"),
        ({"input_text": {"index": 1, "content": "a", "value": "b"}}, "disagree"),
        ({"scroll": {"to": "bottom"}}, "unknown"),
        ({"scroll": {"num_pages": 1, "position": "top"}}, "unknown"),
        ({"scroll": {"direction": "up", "down": True}}, "disagree"),
        ({"scroll": {"direction": "sideways", "down": True, "num_pages": 1}}, None),
        ({"wait": {}, "seconds": 5}, "outside"),
        ({"tap": {"index": 1}}, "Unknown action 'tap'"),
        ({"tap": {"index": 1}, "wait": 2}, "Unknown action 'tap'"),
        ("click the button", "Unknown action"),
        ({"anyOf": [{"type": "object"}]}, "schema"),
        (5, "no action"),
    ],
)
def test_an_action_that_cannot_be_is_refused(stated: Any, reason: str | None):
    """C89, X4, X6: INVALID_TOOL_ARGS with the reason; unknown actions list the known ones."""
    if reason is None:
        assert action({"action": stated}) == {"scroll": {"down": True, "num_pages": 1}}
        return
    error = refusal(called({"memory": "m", "action": stated}))
    assert (error.kind, error.retryable) == ("invalid_tool_args", True)
    assert reason in str(error)
    if "Unknown" in reason:
        assert "click_element_by_index" in str(error)


@pytest.mark.parametrize("empty", [None, {}, [], [{}]])
def test_a_missing_action_with_reflection_is_wait_1(empty: Any):
    """X4, C86."""
    assert action({"memory": "m", "action": empty}) == {"wait": {"seconds": 1}}
    repaired = repair(called({"next_goal": "n", "action": empty}), TOOLS)
    assert (repaired.name, repaired.reflection) == ("wait", {"next_goal": "n"})
    assert "named no action" in repaired.warnings[0]


def test_reflection_alone_is_wait_1():
    """X4, C86."""
    assert repair_response(called({"memory": "m"}), TOOLS) == {"memory": "m", "action": {"wait": {"seconds": 1}}}


@pytest.mark.parametrize(
    "given",
    [{}, {"action": None}, {"action": {}}, {"action": []}, {"action": [{}]}, {"thinking": "hm"}, [], [{}], "null", ""],
)
def test_a_missing_action_without_reflection_is_an_error(given: Any):
    """X4."""
    assert refusal(called(given)).kind in ("invalid_tool_args", "no_tool_call")


def test_without_a_wait_tool_nothing_is_invented():
    """X4: ``wait 1`` needs the tool."""
    tools = {name: tool for name, tool in TOOLS.items() if name != "wait"}
    with pytest.raises(LLMError):
        repair_response(called({"memory": "m"}), tools)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("click_element_by_index", {"index": 3}, {"click_element_by_index": {"index": 3}}),
        ("click_element_by_index", {"click_element_by_index": {"index": 3}}, {"click_element_by_index": {"index": 3}}),
        ("click_element_by_index", 3, {"click_element_by_index": {"index": 3}}),
        ("functions.click_element_by_index:0", {"index": 3}, {"click_element_by_index": {"index": 3}}),
        ("default_api.click_element_by_index", {"index": 3}, {"click_element_by_index": {"index": 3}}),
        ("click_element_by_index<|channel|>commentary", {"index": 3}, {"click_element_by_index": {"index": 3}}),
        ("done", "All done.", {"done": {"text": "All done."}}),
        ("wait", {"memory": "m", "seconds": 2}, {"wait": {"seconds": 2}}),
        ("go_back", "", {"go_back": {}}),
        ("AgentStep", {"action": {"wait": 2}}, {"wait": {"seconds": 2}}),
        ("agent_output", {"action": {"wait": 2}}, {"wait": {"seconds": 2}}),
    ],
)
def test_the_action_named_as_the_tool(name: str, arguments: Any, expected: dict[str, Any]):
    """C79, D2, model-quirks 8."""
    assert repair_response(called(arguments, name), TOOLS)["action"] == expected


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("wait", {"action": {"done": {"text": "x"}}}),
        ("wait", {"done": {"text": "x"}}),
        ("search_products", {"index": 3}),
        ("click_element_by_index", ""),
        ("wait", None),
        ("wait", "null"),
        (WRAPPER, "not json"),
        (WRAPPER, '{"action": {"wait": '),
    ],
)
def test_a_call_that_contradicts_itself_is_refused(name: str, arguments: Any):
    """C49, C50, X4: two readings are none; missing arguments are an error."""
    assert (
        refusal(called(arguments if isinstance(arguments, str) else json.dumps(arguments), name)).kind
        == "invalid_tool_args"
    )


def test_duplicate_keys():
    """X5 for actions; a parameter given twice is refused."""
    assert action('{"action": {"wait": 2}, "action": {"done": "x"}}') == {"wait": {"seconds": 2}}
    assert action('{"action": {"wait": 2, "wait": 3}}') == {"wait": {"seconds": 2}}
    assert refusal(called('{"action": {"wait": {"seconds": 2, "seconds": 3}}}')).kind == "invalid_tool_args"


@pytest.mark.parametrize(
    ("given", "ignored"),
    [
        (called({"action": [{"wait": 2}, {"done": "x"}]}), "done"),
        (called({"action": {"wait": 2, "go_back": {}}}), "go_back"),
        (response(calls=[(WRAPPER, '{"action": {"wait": 2}}'), ("done", '{"text": "x"}')]), "done"),
        (response('{"action": {"wait": 2}}\n{"action": {"done": "x"}}'), "done"),
        (
            response(
                '<tool_call>{"name": "wait", "arguments": {"seconds": 2}}</tool_call><tool_call>{"name": "done", "arguments": {"text": "x"}}</tool_call>'
            ),
            "done",
        ),
    ],
)
def test_of_several_actions_the_first_runs_and_the_rest_is_told(given: dict[str, Any], ignored: str):
    """X5, C7, model-quirks 24."""
    repaired = repair(given, TOOLS)
    assert repaired.input["action"] == {"wait": {"seconds": 2}}
    assert ignored in repaired.warnings[0]


def test_the_same_action_twice_is_one():
    assert repair(response('{"action": {"wait": 2}}\n{"action": {"wait": 2}}'), TOOLS).warnings == ()


@pytest.mark.parametrize(
    ("arguments", "survives"),
    [
        ('{"memory": "m", "action": {"wait": {"seconds": 2}}}', True),
        ('{"action": {"wait": {"seconds": 2}}, "memory": "and th', True),
        ('{"action": {"wait": {"seconds": 2}', True),
        ('{"action": {"wait": {"seconds": 2', False),
        ('{"action": {"done": {"text": "It is 1', False),
        ('{"action": {"done": {"text": "It is 12."', False),
        ('{"memory": "m", "action": {', False),
        ('{"memory": "m"', False),
        ('{"action": {"wait": 1', False),
    ],
)
def test_a_reply_that_was_cut(arguments: str, survives: bool):
    """X3, model-quirks 19, 20: complete actions are taken with a warning; a ``done`` that is cut is not complete."""
    for finish in ("length", "stop", None):
        given = called(arguments, finish=finish)
        if survives:
            repaired = repair(given, TOOLS)
            assert repaired.input["action"] == {"wait": {"seconds": 2}}
            assert ("length limit" in "".join(repaired.warnings)) is (finish == "length")
        else:
            error = refusal(given)
            assert (error.kind, error.cut) == ("invalid_tool_args", True)


@pytest.mark.parametrize(
    ("arguments", "seconds"),
    [
        ('{"action": {"wait": {"seconds": 2]}}', 2),
        ('{"action": {"wait": {"seconds": 2}}]', 2),
        ('{"action": {"wait": {"seconds": 2}}}}}', 2),
        ('{"action": [{"wait": {"seconds": 2}]}', 2),
        ('{"action": {"wait": {"seconds": 2}} "memory": "m"}', 2),
        ("{'action': {'wait': {'seconds': 2,},},}", 2),
        ("{“action”: {“wait”: {“seconds”: 2}}}", 2),
        ('{"action": {"wait": {"seconds": 2}}, // note\n}', 2),
        ("{action: {wait: {seconds: 2}}}", 2),
        ('{"action" = {"wait" => {"seconds": 2}}}', 2),
    ],
)
def test_broken_json(arguments: str, seconds: int):
    """Model-quirks 3, 4, 19."""
    assert action(arguments) == {"wait": {"seconds": seconds}}
    assert spoken(f"Here:\n```json\n{arguments}\n```") == {"wait": {"seconds": seconds}}


@pytest.mark.parametrize(
    "text",
    [
        "I'll help you with that!",
        "",
        "   ",
        "The price is {unknown} at the moment.",
        '<think>{"action": {"wait": 2}}</think>',
        '<think>I should {"action": {"wait": 2}}',
        '{"type": "object", "properties": {"action": {"anyOf": []}}, "required": ["action"]}',
        '{"name": "AgentOutput", "description": "x", "parameters": {"type": "object", "properties": {}}}',
        '{"action": "<action>"}',
        '{"<tool>": {"index": 1}}',
        '{"query_options": ["Home"]}',
        '{"items": [{"click_element_by_index": {"index": 3}}]}',
        '{"plan": oops, "rejected": {"click_element_by_index": {"index": 3}}}',
        '<tool_call>\n"Great product"\n</tool_call>',
        "[]",
        "null",
        "```json\n```",
        "click",
    ],
)
def test_what_states_no_action_is_an_error(text: str):
    """X4, C87, model-quirks 5, 7, 17: prose, thoughts, schemas, placeholders, plans."""
    assert refusal(response(text)).kind in ("no_tool_call", "invalid_tool_args")
    assert refusal(response(text, calls=[])).retryable


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        ({}, "invalid_schema"),
        ([], "invalid_schema"),
        ("text", "invalid_schema"),
        (None, "invalid_schema"),
        ({"choices": []}, "invalid_schema"),
        ({"choices": None}, "invalid_schema"),
        ({"choices": [{}]}, "invalid_schema"),
        ({"choices": [{"message": None, "finish_reason": "stop"}]}, "invalid_schema"),
        ({"error": {"message": "overloaded"}}, "invalid_schema"),
        ({"choices": [{"message": {"content": ""}, "finish_reason": None}]}, "invalid_schema"),
        (response('{"action": {"wait": 2}}', finish="weird"), "invalid_schema"),
        (response('{"action": {"wait": 2}}', finish="content_filter"), "content_filter"),
        (response(None, finish="SAFETY"), "content_filter"),
        (
            {"choices": [{"message": {"content": None, "refusal": "I can't."}, "finish_reason": "stop"}]},
            "content_filter",
        ),
        ({"promptFeedback": {"blockReason": "SAFETY"}}, "content_filter"),
        ({"choices": [{"message": {"tool_calls": "nonsense", "content": 5}, "finish_reason": "stop"}]}, "no_tool_call"),
        (
            {"choices": [{"message": {"tool_calls": [None, {"function": None}, {}]}, "finish_reason": "stop"}]},
            "no_tool_call",
        ),
    ],
)
def test_what_is_no_chat_completion(given: Any, kind: str):
    """C43, C46, C47, model-quirks 26."""
    assert refusal(given).kind == kind


def test_a_missing_finish_reason_is_accepted_with_a_call():
    """D6."""
    assert repair_response(called({"action": {"wait": 2}}, finish=None), TOOLS)["action"] == {"wait": {"seconds": 2}}


def test_empty_arguments_with_json_in_the_content():
    """Model-quirks 6, 7."""
    given = response('{"action": {"wait": 2}}', calls=[(WRAPPER, "{}")])
    assert repair_response(given, TOOLS)["action"] == {"wait": {"seconds": 2}}


def test_reflection_is_kept_in_any_spelling():
    """C83, model-quirks 15."""
    for reflection in (
        {"evaluation_previous_goal": "e", "memory": "m", "next_goal": "n"},
        {"evaluationPreviousGoal": "e", "Memory": "m", "nextGoal": "n"},
        {"evaluation": "e", "memory": "m", "goal": "n"},
        {"current_state": {"evaluation_previous_goal": "e", "memory": "m", "next_goal": "n"}},
    ):
        repaired = repair_response(called({**reflection, "action": {"wait": 2}}), TOOLS)
        assert repaired == {
            "evaluation_previous_goal": "e",
            "memory": "m",
            "next_goal": "n",
            "action": {"wait": {"seconds": 2}},
        }


def test_numbers_typed_as_text_keep_their_spelling():
    """X6 the other way round: ``12.50`` is not ``12.5``."""
    assert action('{"action": {"input_text": {"index": 1, "text": 12.50}}}') == {
        "input_text": {"index": 1, "text": "12.50"}
    }


def test_deep_nesting_is_refused():
    nested = "[" * 5000 + "]" * 5000
    assert refusal(called(nested)).retryable
    assert refusal(response('{"a":' * 3000 + "1" + "}" * 3000)).retryable


def test_the_response_is_not_changed():
    given = response("```json\n{'action': {'wait': '2'}}\n```")
    before = json.dumps(given)
    repair_response(given, TOOLS)
    assert json.dumps(given) == before


def test_the_error_keeps_the_raw_reply():
    given = response("no")
    assert refusal(given).raw == given


@pytest.mark.parametrize(
    "text",
    [
        '[thinking] <think>{"action": {"done": "no"}}</think> {"action": {"input_text": {"index": 1, "text": "<think>x</think>"}}}',
        'Sure: {"action": {"input_text": {"index": 1, "text": "<think>x</think>"}}}',
        'Maybe {"action": {"done": "no"}}?</think>{"action": {"input_text": {"index": 1, "text": "<think>x</think>"}}}',
        '{"action": {"input_text": {"index": 1, "text": "<think>x</think>"}}} <think>{"action": {"done": "no"}}</think>',
        "{'action': {'input_text': {'index': 1, 'text': '<think>x</think>'}}}",
    ],
)
def test_a_thought_is_told_from_a_value(text: str):
    """Model-quirks 1: what is thought is no action, and what stands in a value is no thought."""
    assert spoken(text) == {"input_text": {"index": 1, "text": "<think>x</think>"}}


@pytest.mark.parametrize(
    ("stated", "expected"),
    [
        (
            {"done": None, "wait": None, "input_text": {"index": 1, "text": "a"}},
            {"input_text": {"index": 1, "text": "a"}},
        ),
        ({"memory": "m", "wait": 2}, {"wait": {"seconds": 2}}),
        ({"thought": "t", "wait": 2}, {"wait": {"seconds": 2}}),
    ],
)
def test_keys_that_are_no_action(stated: dict[str, Any], expected: dict[str, Any]):
    """C7: nulls of a strict schema and reflection inside the action are not the first action."""
    assert action({"action": stated}) == expected


def test_a_content_that_is_a_json_string():
    """C84."""
    assert spoken(json.dumps(json.dumps({"action": {"wait": 2}}))) == {"wait": {"seconds": 2}}


def test_a_lost_colon_does_not_lose_a_parameter():
    """Model-quirks 19: found by mangling; ``down`` must not vanish into a strange key."""
    broken = '{"action": {"scroll": {"down", false, "pixels": 1, "index": 4}}}'
    assert refusal(called(broken)).kind == "invalid_tool_args"
