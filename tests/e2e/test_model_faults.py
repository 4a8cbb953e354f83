"""The built embed when the model or its server misbehaves, and when the person stops it."""

from __future__ import annotations

import json
import time

import pytest

from e2e.agent_calls import call, execute, finish, outcomes, start
from e2e.conftest import BrowserLog, EmbedPage
from e2e.model_server import ModelServer, Step
from e2e.order_steps import OPEN_ADA, SEARCH, STATUS, type_text
from e2e.replies import ModelRequest, Reply, act, done, drop, fail, raw, say
from e2e.replies import call as tool_call
from e2e.shop_state import shop_state

PLAIN = "/orders/plain.html"


def events(result: dict, kind: str) -> list[dict]:
    return [event for event in result["history"] if event["type"] == kind]


def named_after_the_action(request: ModelRequest) -> Reply:
    return tool_call("input_text", json.dumps({"index": request.number(SEARCH), "text": "Ada"}))


def stringified_twice(request: ModelRequest) -> Reply:
    action = {"click_element_by_index": {"index": request.number(OPEN_ADA)}}
    return tool_call("AgentOutput", json.dumps(json.dumps({"next_goal": "open", "action": json.dumps(action)})))


def fenced_after_thoughts(request: ModelRequest) -> Reply:
    action = {"select_dropdown_option": {"index": str(request.number(STATUS)), "text": "Shipped"}}
    return say(f"<think>The status, then.</think>\nI will:\n```json\n{json.dumps({'action': action})}\n```")


def python_style_with_a_trailing_comma(request: ModelRequest) -> Reply:
    index = request.number("^<button[^>]*>Save")
    action = f"{{'click_element_by_index': {{'index': {index},}}}}"
    return tool_call("AgentOutput", f"{{'next_goal': 'save', 'action': {action}}}")


def test_malformed_replies_are_repaired_and_the_work_is_done(embed_page: EmbedPage):
    """C79-C85, D2, X6; model quirks 1-4, 6, 8, 10"""
    script: list[Step] = [
        named_after_the_action,
        stringified_twice,
        fenced_after_thoughts,
        python_style_with_a_trailing_comma,
        tool_call("done", json.dumps({"text": "Shipped"})),
    ]
    with ModelServer(script) as model:
        page = embed_page(PLAIN, {"baseURL": model.base_url, "model": "scripted"})
        result = execute(page, "Ship Ada's order")
    assert (result["success"], result["data"]) == (True, "Shipped")
    assert len(model.requests) == len(script)
    assert shop_state(page)["saves"] == 1
    assert events(result, "retry") == []


@pytest.mark.parametrize(
    "bad",
    [
        pytest.param(say("I would be glad to help with that."), id="prose"),
        pytest.param(tool_call("AgentOutput", '{"action": {"fly_to_the_moon": {}}}'), id="unknown action"),
        pytest.param(
            tool_call("AgentOutput", '{"action": {"click_element_by_index": {"index": "soon"}}}'), id="bad index"
        ),
        pytest.param(raw("<html>gateway</html>", 200), id="html"),
        pytest.param(raw("", 200, "application/json"), id="empty body"),
    ],
)
def test_a_reply_that_cannot_be_used_is_asked_for_again(embed_page: EmbedPage, bad: Reply):
    """C43, C49-C51, X2, X4: the retry carries the error to the model"""
    with ModelServer([bad, done("Now I can")]) as model:
        page = embed_page(PLAIN, {"baseURL": model.base_url, "model": "scripted"})
        result = execute(page, "Say it")
    assert (result["success"], result["data"]) == (True, "Now I can")
    (retry,) = events(result, "retry")
    assert (retry["attempt"], retry["maxAttempts"]) == (1, 2)
    assert model.requests[1].time - model.requests[0].time < 3


def test_a_refused_key_ends_the_run_at_once(embed_page: EmbedPage):
    """C38, C56"""
    with ModelServer([fail(401, "Incorrect API key provided")]) as model:
        page = embed_page(PLAIN, {"baseURL": model.base_url, "model": "scripted", "apiKey": "sk-wrong-1234567890"})
        result = execute(page, "Try")
    assert result["success"] is False
    assert "Incorrect API key provided" in result["data"]
    assert "sk-wrong" not in json.dumps(result)
    assert page.evaluate("agent.status") == "error"
    assert events(result, "error")[-1]["kind"] == "auth_error"
    assert len(model.requests) == 1


def test_a_rate_limit_is_waited_out_as_long_as_the_server_says(embed_page: EmbedPage):
    """C39, X2"""
    with ModelServer([fail(429, "slow down", {"Retry-After": "2"}), done("In the end")]) as model:
        page = embed_page(PLAIN, {"baseURL": model.base_url, "model": "scripted"})
        result = execute(page, "Try")
    assert result["data"] == "In the end"
    assert model.requests[1].time - model.requests[0].time >= 1.9
    assert len(events(result, "retry")) == 1


def test_a_server_error_is_retried_and_then_told(embed_page: EmbedPage):
    """C40, C58, C59: three calls, then the provider's own words"""
    with ModelServer([fail(500, "the GPU fell off")] * 3) as model:
        page = embed_page(PLAIN, {"baseURL": model.base_url, "model": "scripted"})
        result = execute(page, "Try")
    assert result["success"] is False
    assert "the GPU fell off" in result["data"]
    assert len(model.requests) == 3
    assert [event["attempt"] for event in events(result, "retry")] == [1, 2]
    assert page.evaluate("agent.status") == "error"


def test_dropped_connections_are_retried(embed_page: EmbedPage):
    """C42, X9: before the answer and in the midst of it; a network fault is no abort"""
    with ModelServer([drop(), done("half of an answer").cut(50), done("Whole")]) as model:
        page = embed_page(PLAIN, {"baseURL": model.base_url, "model": "scripted"})
        result = execute(page, "Try")
    assert (result["success"], result["data"]) == (True, "Whole")
    # Chromium itself repeats a request on a kept connection that was closed without an answer.
    assert len(model.requests) >= 3


def test_nobody_listening_is_said_in_words(embed_page: EmbedPage):
    """C42: the address is in the message"""
    with ModelServer([]) as model:
        address = model.base_url
    page = embed_page(PLAIN, {"baseURL": address, "model": "scripted", "maxRetries": 0})
    result = execute(page, "Try")
    assert result["success"] is False
    assert events(result, "error")[-1]["kind"] == "network_error"
    assert address.split("/")[2] in result["data"]


def test_a_server_that_refuses_the_origin_is_explained(embed_page: EmbedPage):
    """Ollama's origin check: in a page it shows as a network fault, and the message has to say what it may be"""
    with ModelServer([], origins=set()) as model:
        page = embed_page(PLAIN, {"baseURL": model.base_url, "model": "scripted", "maxRetries": 0})
        result = execute(page, "Try")
    assert model.refused
    assert result["success"] is False
    assert "origin" in result["data"].lower() or "CORS" in result["data"]


def test_a_slow_reply_is_stopped(embed_page: EmbedPage):
    """C9, C42, X9: Stop ends the model call itself, and the agent can work again"""
    with ModelServer([done("too late").after(60), done("Again")]) as model:
        page = embed_page(PLAIN, {"baseURL": model.base_url, "model": "scripted"})
        start(page, "Wait for the model")
        request = model.wait_for_request(1)
        began = time.monotonic()
        call(page, "agent.stop()", seconds=5)
        result = finish(page, seconds=5)
        assert time.monotonic() - began < 2
        model.wait_until_client_left(request, 5)
        assert (result["success"], page.evaluate("agent.status")) == (False, "stopped")
        assert execute(page, "Once more")["data"] == "Again"


def test_a_body_that_trickles_is_stopped_too(embed_page: EmbedPage):
    """C42: abort while the body is read"""
    with ModelServer([done("x" * 4000).slowly(0.2, 16)]) as model:
        page = embed_page(PLAIN, {"baseURL": model.base_url, "model": "scripted"})
        start(page, "Read on")
        request = model.wait_for_request(1)
        page.wait_for_timeout(700)
        call(page, "agent.stop()", seconds=5)
        finish(page, seconds=5)
        model.wait_until_client_left(request, 5)
    assert page.evaluate("agent.status") == "stopped"


def test_a_pause_between_retries_is_stopped(embed_page: EmbedPage):
    """X2: every pause can be aborted"""
    with ModelServer([fail(429, "later", {"Retry-After": "30"})]) as model:
        page = embed_page(PLAIN, {"baseURL": model.base_url, "model": "scripted"})
        start(page, "Try")
        page.wait_for_function("seen.some(event => event.detail?.type === 'retrying')")
        call(page, "agent.stop()", seconds=5)
        finish(page, seconds=5)
    assert page.evaluate("agent.status") == "stopped"


def test_a_task_is_stopped_in_mid_action(embed_page: EmbedPage):
    """C9, C69: a tool that is at work ends at once, and nothing is done after it"""
    with ModelServer([type_text(SEARCH, "Ada"), act("wait", {"seconds": 10})]) as model:
        page = embed_page(PLAIN, {"baseURL": model.base_url, "model": "scripted"})
        start(page, "Wait")
        page.wait_for_function("seen.some(event => event.detail?.type === 'executing' && event.detail.tool === 'wait')")
        page.wait_for_timeout(300)
        began = time.monotonic()
        call(page, "agent.stop()", seconds=5)
        result = finish(page, seconds=5)
    assert time.monotonic() - began < 1.5
    assert (result["success"], page.evaluate("agent.status")) == (False, "stopped")
    assert outcomes({"history": events(result, "step")[:1]}) == [("input_text", True)]
    assert page.get_by_role("searchbox").input_value() == "Ada"
    assert len(model.requests) == 2


def test_too_many_steps_end_the_run(embed_page: EmbedPage):
    """C23, X8"""
    with ModelServer(lambda request: act("scroll", {"pixels": 0})) as model:
        page = embed_page(PLAIN, {"baseURL": model.base_url, "model": "scripted", "maxSteps": 3})
        result = execute(page, "Scroll for ever")
    assert result["success"] is False
    assert "3 steps" in result["data"]
    assert len(model.requests) == 3


def test_a_failed_call_is_no_uncaught_error(embed_page: EmbedPage, browser_log: BrowserLog):
    """What ends a run is its result; the page's console gets no uncaught error"""
    with ModelServer([fail(403, "no")]) as model:
        page = embed_page(PLAIN, {"baseURL": model.base_url, "model": "scripted"})
        execute(page, "Try")
    assert browser_log.errors == []
