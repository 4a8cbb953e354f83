"""Every malformed shape over the wire, on the built embed: the action it states is done, or the panel says why not."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from e2e.agent_calls import execute, outcomes
from e2e.conftest import EmbedPage
from e2e.model_server import ModelServer
from e2e.order_steps import SEARCH
from e2e.replies import ModelRequest, Reply, act, as_json, call, done, drop, fail, message, raw, redirect, say

PLAIN = "/orders/plain.html"
Shape = Callable[[int], Reply]


def typing(index: int) -> dict:
    return {"action": {"input_text": {"index": index, "text": "Ada"}}}


def as_text(index: int) -> str:
    return json.dumps(typing(index))


def parameters(index: int) -> str:
    return json.dumps({"index": index, "text": "Ada"})


STATED: dict[str, Shape] = {
    "thoughts": lambda n: say(f"<think>There is {{a}} field.</think>{as_text(n)}"),
    "fence": lambda n: say(f"Here:\n\n```json\n\n{as_text(n)}\n\n```"),
    "trailing comma": lambda n: call(
        "AgentOutput", f'{{"action": {{"input_text": {{"index": {n}, "text": "Ada",}},}},}}'
    ),
    "Python dict": lambda n: say(str(typing(n))),
    "content, no call": lambda n: message({"content": as_text(n)}, "stop"),
    "no calls but an empty list": lambda n: message({"content": as_text(n), "tool_calls": []}, "stop"),
    "named after the action": lambda n: call("input_text", parameters(n)),
    "functions. prefix": lambda n: call("functions.input_text", parameters(n)),
    "stringified twice": lambda n: call("AgentOutput", json.dumps(as_text(n))),
    "action stringified": lambda n: call("AgentOutput", json.dumps({"action": json.dumps(typing(n)["action"])})),
    "arguments as an object": lambda n: message(
        {"tool_calls": [{"id": "1", "type": "function", "function": {"name": "AgentOutput", "arguments": typing(n)}}]}
    ),
    "name and arguments": lambda n: say(json.dumps({"name": "AgentOutput", "arguments": typing(n)})),
    "function wrapper": lambda n: say(
        json.dumps({"type": "function", "function": {"name": "AgentOutput", "arguments": typing(n)}})
    ),
    "action alone": lambda n: say(json.dumps(typing(n)["action"])),
    "XML with JSON": lambda n: say(
        f'<tool_call>\n{{"name": "input_text", "arguments": {parameters(n)}}}\n</tool_call>'
    ),
    "XML parameters": lambda n: say(
        f"<tool_call><function=input_text><parameter=index>{n}</parameter><parameter=text>Ada</parameter></function></tool_call>"
    ),
    "Harmony": lambda n: say(
        f"<|channel|>commentary to=functions.input_text <|constrain|>json<|message|>{parameters(n)}<|call|>"
    ),
    "content as parts": lambda n: message({"content": [{"type": "text", "text": as_text(n)}]}, "stop"),
    "number as text": lambda n: call(
        "AgentOutput", json.dumps({"action": {"input_text": {"index": f"[{n}]", "text": "Ada"}}})
    ),
    "list of one": lambda n: say(json.dumps([typing(n)])),
    "two calls": lambda n: message(
        {
            "tool_calls": [
                {"id": "1", "type": "function", "function": {"name": "AgentOutput", "arguments": as_text(n)}},
                {
                    "id": "2",
                    "type": "function",
                    "function": {"name": "AgentOutput", "arguments": '{"action": {"go_back": {}}}'},
                },
            ]
        }
    ),
    "wrong content type": lambda n: raw(act("input_text", typing(n)["action"]["input_text"]).body, 200, "text/plain"),
    "slow bytes": lambda n: act("input_text", typing(n)["action"]["input_text"]).slowly(0.02, 200),
    "length, but complete": lambda n: message(
        {"tool_calls": [{"id": "1", "type": "function", "function": {"name": "AgentOutput", "arguments": as_text(n)}}]},
        "length",
    ),
}


@pytest.mark.parametrize("shape", STATED.values(), ids=STATED.keys())
def test_the_stated_action_is_done(embed_page: EmbedPage, shape: Shape):
    """C79-C88, X3, X5, X6; model quirks 1-25: one call, and the page holds what it says"""

    def first(request: ModelRequest) -> Reply:
        return shape(request.number(SEARCH))

    with ModelServer([first, done("Typed")]) as model:
        page = embed_page(PLAIN, {"baseURL": model.base_url, "model": "scripted", "stepDelay": 0})
        result = execute(page, "Search for Ada")
    assert outcomes(result) == [("input_text", True), ("done", True)]
    assert page.get_by_role("searchbox").input_value() == "Ada"
    assert len(model.requests) == 2


UNUSABLE: dict[str, Reply] = {
    "prose": say("Certainly! I will search for it."),
    "nothing": message({"content": None}, "stop"),
    "echoed schema": say(
        '{"action": {"input_text": {"type": "object", "properties": {"index": {"type": "integer"}}}}}'
    ),
    "unknown action": call("AgentOutput", '{"action": {"fly": {"index": 1}}}'),
    "null parameters": call("AgentOutput", '{"action": {"input_text": null}}'),
    "cut arguments": call("AgentOutput", '{"action": {"input_text": {"index": 4, "text": "A'),
    "no choices": as_json({"object": "chat.completion"}),
    "garbage": raw(b"\x00\xff\x00garbage", 200, "application/octet-stream"),
    "content filter": message({"content": ""}, "content_filter"),
    "cut body": act("wait", {"seconds": 1}).cut(40),
    "dropped": drop(),
    "redirect into the void": redirect("http://127.0.0.1:9/v1/chat/completions"),
    "not found": fail(404, "no such model"),
    "overloaded": fail(503, "overloaded"),
}


@pytest.mark.parametrize("reply", UNUSABLE.values(), ids=UNUSABLE.keys())
def test_what_cannot_be_used_is_told_in_the_panel_and_changes_nothing(embed_page: EmbedPage, reply: Reply):
    """C38-C51, C55, C56, X2-X4: no action is invented, the task stops cleanly and the next one runs"""
    answers = [reply]
    with ModelServer(lambda _request: answers[-1]) as model:
        page = embed_page(PLAIN, {"baseURL": model.base_url, "model": "scripted", "stepDelay": 0})
        page.evaluate("agent.panel.show()")
        result = execute(page, "Search for Ada")
        assert (result["success"], page.evaluate("agent.status")) == (False, "error")
        assert outcomes(result) == []
        expect(page.locator("pagehand-root #runs")).to_contain_text(result["data"][:40])
        # Three calls at most; the browser itself repeats a request whose connection was dropped.
        assert 1 <= len(model.requests) <= 6
        answers.append(done("Here I am"))
        assert execute(page, "Go on")["data"] == "Here I am"
    assert page.get_by_role("searchbox").input_value() == ""
