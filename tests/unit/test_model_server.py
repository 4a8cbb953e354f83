"""The scripted model server of the e2e tests: what it sends, what it records, how it goes wrong on purpose."""

from __future__ import annotations

import http.client
import json
import time
import urllib.error
import urllib.request
from typing import Any

import pytest

from e2e.model_server import ModelServer
from e2e.replies import ModelRequest, act, call, done, drop, fail, raw, redirect, say

PAGE = """Step 2 of 40, earlier result: clicked [9]<button>Open</button>
Current page: [Orders](http://shop.example/)
*[3]<button pressed>All</button>
<tr> #1 | Ines | [6]<button aria-label="Open order #1">Open</button> [7]<a>Map</a>
<tr> #2 | Ada Lovelace | ↓[8]<button aria-label="Open order #2">Open</button>
"""


def post(server: ModelServer, path: str = "/v1/chat/completions", model: str = "m", **headers: str) -> dict[str, Any]:
    body = {"model": model, "messages": [{"role": "system", "content": "s"}, {"role": "user", "content": PAGE}]}
    request = urllib.request.Request(
        server.origin + path,
        json.dumps(body).encode(),
        {"Content-Type": "application/json", **{name.replace("_", "-"): value for name, value in headers.items()}},
    )
    with urllib.request.urlopen(request, timeout=10) as response:
        return json.load(response)


def refusal(server: ModelServer, **headers: str) -> urllib.error.HTTPError:
    with pytest.raises(urllib.error.HTTPError) as caught:
        post(server, **headers)
    return caught.value


def test_steps_find_their_numbers_in_the_page_and_not_in_the_history():
    script = [
        lambda request: act(
            "click_element_by_index",
            {"index": request.number("Open", line="Ada")},
            next_goal="Open it",
            memory="" if request.sees("Lovelace") else "lost",
        ),
        lambda request: act("click_element_by_index", {"index": request.number("^<a>Map")}),
        lambda request: act("click_element_by_index", {"index": request.number("Open")}),
    ]
    with ModelServer(script) as server:
        calls = [post(server)["choices"][0]["message"]["tool_calls"][0]["function"] for _ in script]
    assert [function["name"] for function in calls] == ["AgentOutput"] * 3
    first, *others = [json.loads(function["arguments"]) for function in calls]
    assert first == {"next_goal": "Open it", "memory": "", "action": {"click_element_by_index": {"index": 8}}}
    assert [other["action"]["click_element_by_index"]["index"] for other in others] == [7, 6]
    assert [request.body["model"] for request in server.requests] == ["m"] * 3


def test_usage_grows_with_the_request():
    with ModelServer([done("ok")]) as server:
        assert post(server)["usage"]["prompt_tokens"] > 50


def test_a_step_that_fails_is_told_and_raised():
    server = ModelServer([lambda request: act("wait", {"seconds": request.number("no such button")})])
    with pytest.raises(LookupError, match="no such button"), server:
        assert refusal(server).code == 500


def test_a_request_after_the_end_of_the_script_is_an_error():
    def ask_twice() -> None:
        with ModelServer([say("hello")]) as server:
            assert post(server)["choices"][0]["message"]["content"] == "hello"
            refusal(server)

    with pytest.raises(AssertionError, match="1 replies"):
        ask_twice()


def test_errors_carry_status_headers_and_text():
    with ModelServer([fail(429, "slow down", {"Retry-After": "3"}), raw("<h1>oops</h1>", 502)]) as server:
        error = refusal(server)
        assert (error.code, error.headers["Retry-After"]) == (429, "3")
        assert json.load(error)["error"]["message"] == "slow down"
        assert refusal(server).read() == b"<h1>oops</h1>"


def test_a_connection_is_dropped_before_or_amid_the_answer():
    with ModelServer([drop(), done("a long answer").cut(40)]) as server:
        with pytest.raises((http.client.RemoteDisconnected, ConnectionResetError)):
            post(server)
        with pytest.raises((http.client.IncompleteRead, ConnectionResetError)):
            post(server)


def test_delays_and_slow_bytes():
    with ModelServer([done("x").after(0.2), done("y").slowly(0.05, 200)]) as server:
        start = time.monotonic()
        post(server)
        assert time.monotonic() - start >= 0.2
        start = time.monotonic()
        post(server)
        assert time.monotonic() - start >= 0.1


def test_a_client_that_gives_up_is_noticed():
    with ModelServer([done("x").after(20)]) as server:
        host, port = server.origin.removeprefix("http://").split(":")
        connection = http.client.HTTPConnection(host, int(port))
        connection.request("POST", "/v1/chat/completions", json.dumps({"model": "m", "messages": []}))
        request = server.wait_for_request(1)
        assert not request.client_left
        connection.close()
        server.wait_until_client_left(request, 5)


def test_a_redirect_leads_to_another_path():
    with ModelServer([redirect("/moved/v1/chat/completions"), done("there")]) as server:
        host, port = server.origin.removeprefix("http://").split(":")
        connection = http.client.HTTPConnection(host, int(port), timeout=5)
        connection.request("POST", "/v1/chat/completions", json.dumps({"messages": []}))
        response = connection.getresponse()
        assert (response.status, response.headers["Location"]) == (307, "/moved/v1/chat/completions")
        connection.close()
        post(server, "/moved/v1/chat/completions")
        assert server.requests[1].path == "/moved/v1/chat/completions"


def test_preflights_allow_what_is_asked_and_foreign_origins_are_refused_as_by_ollama():
    with ModelServer([done("x")], origins={"http://shop.example"}) as server:
        preflight = urllib.request.Request(
            f"{server.base_url}/chat/completions",
            method="OPTIONS",
            headers={
                "Origin": "http://shop.example",
                "Access-Control-Request-Headers": "authorization,content-type",
                "Access-Control-Request-Private-Network": "true",
            },
        )
        with urllib.request.urlopen(preflight, timeout=5) as response:
            assert response.headers["Access-Control-Allow-Origin"] == "http://shop.example"
            assert response.headers["Access-Control-Allow-Headers"] == "authorization,content-type"
            assert response.headers["Access-Control-Allow-Private-Network"] == "true"
        error = refusal(server, Origin="chrome-extension://abc")
        assert (error.code, error.headers["Access-Control-Allow-Origin"]) == (403, None)
        post(server, Origin="http://shop.example")
    assert server.refused == ["chrome-extension://abc"]


def test_each_of_two_models_has_a_script_of_its_own():
    def texts(server: ModelServer, model: str) -> str:
        return post(server, model=model)["choices"][0]["message"]["content"]

    with ModelServer({"a": [say("a1"), say("a2")], "b": [say("b1")]}) as server:
        assert [texts(server, name) for name in ("a", "b", "a")] == ["a1", "b1", "a2"]


def test_arguments_go_out_as_they_stand():
    with ModelServer([call("AgentOutput", '{"action": {"wait"')]) as server:
        function = post(server)["choices"][0]["message"]["tool_calls"][0]["function"]
    assert function == {"name": "AgentOutput", "arguments": '{"action": {"wait"'}


def test_text_of_a_message_in_parts():
    parts = [
        {"type": "text", "text": "Current page: x"},
        {"type": "image_url"},
        {"type": "text", "text": "[2]<a>b</a>"},
    ]
    request = ModelRequest("/", {}, {"messages": [{"role": "user", "content": parts}]}, 0)
    assert request.number("b") == 2


def test_an_element_after_a_line():
    content = "Current page: x\nCity\n[1]<input>\nDay [2]<input>"
    request = ModelRequest("/", {}, {"messages": [{"role": "user", "content": content}]}, 0)
    assert [request.number("^<input", after=label) for label in ("City", "Day")] == [1, 2]
    with pytest.raises(LookupError):
        request.number("^<input", after="Colour")
