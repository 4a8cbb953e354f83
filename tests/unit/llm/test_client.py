"""The client's pipeline and its retries, against a scripted model (C30-C64, X1-X3, X8-X10)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from pagehand.llm import (
    Client,
    Completion,
    HttpRequest,
    HttpResponse,
    LLMError,
    Retry,
    ScriptedModel,
    TransportError,
    load_config,
    repair,
)
from pagehand.llm.budget import estimate_tokens
from pagehand.llm.transport import completion_body, json_response
from unit.llm.replies import TOOLS, response

WAIT = {"wait": {"seconds": 2}}
TOOL = {"type": "function", "function": {"name": "AgentOutput", "parameters": {"type": "object"}}}
MESSAGES = [{"role": "system", "content": "You act."}, {"role": "user", "content": "Do it."}]
KEY = "sk-secret-0123456789"


class Harness:
    """A client on a scripted model, whose pauses are written down instead of slept."""

    def __init__(self, replies: list[Any], **settings: Any) -> None:
        self.model = ScriptedModel(replies)
        self.pauses: list[float] = []
        self.retries: list[Retry] = []
        self.sent: list[HttpRequest] = []
        values = {"baseURL": "https://llm.example/v1", "model": "some-model", "apiKey": KEY, **settings}
        self.client = Client(load_config(values), self.carry, sleep=self.pause, random=lambda: 0.5)

    async def carry(self, request: HttpRequest) -> HttpResponse:
        self.sent.append(request)
        return await self.model(request)

    async def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)

    async def ask(self, messages: list[dict[str, Any]] | None = None, **options: Any) -> Completion[dict[str, Any]]:
        return await self.client.invoke(
            messages or MESSAGES,
            tools=options.pop("tools", [TOOL]),
            tool_choice=options.pop("tool_choice", "AgentOutput"),
            parse=lambda reply: repair(reply, TOOLS).input,
            on_retry=self.retries.append,
            **options,
        )

    async def refusal(self, **options: Any) -> LLMError:
        with pytest.raises(LLMError) as caught:
            await self.ask(**options)
        assert KEY not in f"{caught.value!r} {caught.value} {caught.value.raw}"
        return caught.value


def error(status: int, message: str = "", **headers: str) -> HttpResponse:
    return HttpResponse(status, headers, json.dumps({"error": {"message": message}}) if message else "")


async def test_the_request():
    """C2, C32-C35, C37."""
    harness = Harness([WAIT], headers={"X-Team": "blue"})
    completion = await harness.ask()
    assert completion.value["action"] == WAIT
    request = harness.sent[0]
    assert (request.method, request.url, request.timeout) == ("POST", "https://llm.example/v1/chat/completions", 120)
    assert request.headers == {"Content-Type": "application/json", "Authorization": f"Bearer {KEY}", "X-Team": "blue"}
    assert harness.model.requests == [
        {
            "model": "some-model",
            "messages": MESSAGES,
            "tools": [TOOL],
            "tool_choice": {"type": "function", "function": {"name": "AgentOutput"}},
            "parallel_tool_calls": False,
        }
    ]
    assert completion.raw_request == harness.model.requests[0]
    assert KEY not in repr(request) + repr(harness.client.config) + json.dumps(completion.raw_request)


@pytest.mark.parametrize(
    ("settings", "choice", "sent"),
    [
        ({"disableNamedToolChoice": True}, "AgentOutput", "required"),
        ({}, "auto", "auto"),
        ({}, None, None),
        ({"model": "deepseek-chat"}, "AgentOutput", None),
        ({"model": "claude-opus-4-8"}, "AgentOutput", {"type": "tool", "name": "AgentOutput"}),
    ],
)
async def test_tool_choice(settings: dict[str, Any], choice: str | None, sent: Any):
    """C33, D5, C71, C73."""
    harness = Harness([WAIT], **settings)
    await harness.ask(tool_choice=choice)
    assert harness.model.requests[0].get("tool_choice") == sent


async def test_the_dialect_comes_before_the_users_own_change():
    """C30, C36: transformRequestBody is last; nothing returned keeps the changed body."""
    seen: list[dict[str, Any]] = []

    def transform(body: dict[str, Any]) -> None:
        seen.append(dict(body))
        body["reasoning_effort"] = "high"

    harness = Harness([WAIT], model="gpt-5", transformRequestBody=transform, temperature=0.3)
    await harness.ask()
    assert (seen[0]["reasoning_effort"], seen[0]["temperature"]) == ("minimal", 0.3)
    assert harness.model.requests[0]["reasoning_effort"] == "high"


async def test_an_async_transform_may_return_another_body():
    async def transform(body: dict[str, Any]) -> dict[str, Any]:
        return {**body, "seed": 7}

    harness = Harness([WAIT], transformRequestBody=transform)
    await harness.ask()
    assert harness.model.requests[0]["seed"] == 7


@pytest.mark.parametrize("transform", [lambda body: 1 / 0, lambda body: "text"])
async def test_a_transform_that_fails(transform: Callable[[Any], Any]):
    """C36: CONFIG_ERROR, not retried."""
    harness = Harness([WAIT], transformRequestBody=transform)
    failure = await harness.refusal()
    assert (failure.kind, failure.retryable, harness.model.requests) == ("config_error", False, [])


@pytest.mark.parametrize(
    ("status", "kind", "retryable"),
    [
        (401, "auth_error", False),
        (403, "auth_error", False),
        (402, "auth_error", False),
        (400, "invalid_request", False),
        (404, "invalid_request", False),
        (422, "invalid_request", False),
        (413, "context_length", False),
        (429, "rate_limit", True),
        (500, "server_error", True),
        (502, "server_error", True),
        (529, "server_error", True),
        (405, "unknown", True),
        (418, "unknown", True),
        (302, "unknown", True),
    ],
)
async def test_http_statuses(status: int, kind: str, retryable: bool):
    """C38-C41, C59, X2: what is retryable is tried three times, the rest once; the message says what to do."""
    harness = Harness([error(status, f"no, {KEY}")] * 3)
    failure = await harness.refusal()
    assert (failure.kind, failure.retryable, failure.status) == (kind, retryable, status)
    assert len(harness.model.requests) == (3 if retryable else 1)
    assert len(harness.retries) == (2 if retryable else 0)
    assert "llm.example" in str(failure)
    assert "[redacted]" in str(failure)


async def test_backoff_is_exponential_with_jitter():
    """X2, C61."""
    harness = Harness([error(500), error(503), TransportError("refused", "down"), WAIT], maxRetries=3)
    await harness.ask()
    assert harness.pauses == [0.375, 0.75, 1.5]
    assert [(retry.attempt, retry.max_attempts, retry.error.kind) for retry in harness.retries] == [
        (1, 3, "server_error"),
        (2, 3, "server_error"),
        (3, 3, "network_error"),
    ]


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "7"}, 7),
        ({"retry-after-ms": "250"}, 0.25),
        ({"retry-after": "9999"}, 60),
        ({"retry-after": "soon"}, 0.375),
    ],
)
async def test_retry_after(headers: dict[str, str], seconds: float):
    """X2."""
    harness = Harness([HttpResponse(429, headers, ""), WAIT])
    await harness.ask()
    assert harness.pauses == [seconds]


async def test_a_malformed_reply_is_retried_at_once_and_told_why():
    """X2: 100 ms, and the retry carries the error; the prefix of the prompt stays."""
    harness = Harness(["I will help!", {"click_element_by_index": {"index": True}}, WAIT])
    completion = await harness.ask()
    assert completion.value["action"] == WAIT
    assert harness.pauses == [0.1, 0.1]
    first, second, third = (body["messages"] for body in harness.model.requests)
    assert first == MESSAGES == second[:2] == third[:2]
    assert "no action" in second[2]["content"]
    assert len(third) == 3
    assert "index must be an integer, not true" in third[2]["content"]


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (HttpResponse(200, {"content-type": "text/html"}, "<html>Login</html>"), "invalid_response"),
        (HttpResponse(200, {}, '{"choices": [{"message": {"content": "cut'), "invalid_response"),
        (HttpResponse(200, {}, ""), "invalid_response"),
        (HttpResponse(200, {}, "[1]"), "invalid_schema"),
        (HttpResponse(200, {}, "{}"), "invalid_schema"),
        (json_response({"error": {"message": "overloaded"}}), "invalid_schema"),
        (response('{"action": {"wait": 2}}', finish="weird"), "invalid_schema"),
        (response("prose"), "no_tool_call"),
        (json_response({"error": {"code": 429, "message": "slow down"}}), "rate_limit"),
        (json_response({"error": {"code": 502, "message": "upstream"}}), "server_error"),
    ],
)
async def test_answers_of_no_use_are_retried(reply: Any, kind: str):
    """C43, C47, C49, model-quirks 26; gateways send errors with status 200."""
    harness = Harness([reply, WAIT])
    assert (await harness.ask()).value["action"] == WAIT
    assert [retry.error.kind for retry in harness.retries] == [kind]


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (response(None, finish="content_filter"), "content_filter"),
        (json_response({"error": {"code": 401, "message": "bad key"}}), "auth_error"),
        (error(400, "content_policy_violation"), "content_filter"),
    ],
)
async def test_refusals_are_not_retried(reply: Any, kind: str):
    """C46, C56."""
    harness = Harness([reply])
    assert (await harness.refusal()).kind == kind


async def test_max_retries_zero():
    """C58, C59."""
    harness = Harness(["no"], maxRetries=0)
    assert (await harness.refusal()).kind == "no_tool_call"
    assert harness.pauses == []


async def test_a_cut_reply_gets_one_retry_that_asks_for_less():
    """X3."""
    cut = response('{"action": {"done": {"text": "and then', finish="length")
    harness = Harness([cut, cut, WAIT], maxRetries=5)
    failure = await harness.refusal()
    assert (failure.cut, len(harness.model.requests)) == (True, 2)
    assert "few words" in harness.model.requests[1]["messages"][-1]["content"]


async def test_a_complete_action_in_a_cut_reply_is_taken():
    """X3."""
    harness = Harness([response('{"action": {"wait": {"seconds": 2}}, "memory": "an', finish="length")])
    assert (await harness.ask()).value["action"] == WAIT


@pytest.mark.parametrize(
    ("message", "param", "gone"),
    [
        ("Unsupported parameter: 'parallel_tool_calls'", "", "parallel_tool_calls"),
        ("Unrecognized request argument supplied: temperature", "", "temperature"),
        ("This is not right", "temperature", "temperature"),
        (
            'Invalid JSON payload received. Unknown name "parallel_tool_calls": Cannot find field.',
            "",
            "parallel_tool_calls",
        ),
        ("tool_choice must be auto when thinking is enabled", "", "tool_choice"),
        ("The parallel tool calls option is unavailable", "", "parallel_tool_calls"),
    ],
)
async def test_a_rejected_parameter_is_dropped_once_and_remembered(message: str, param: str, gone: str):
    """X2, model-quirks 29, 31, 32."""
    body = json.dumps({"error": {"message": message, "param": param}})
    harness = Harness([HttpResponse(400, {}, body), WAIT, WAIT], temperature=0.5)
    completion = await harness.ask()
    await harness.ask()
    present = [gone in request for request in harness.model.requests]
    assert present == [True, False, False]
    assert completion.warnings == [f"The server does not take {gone}: it is left out."]
    assert harness.retries == []


async def test_pydantic_style_rejections_are_understood():
    """FastAPI servers: ``detail`` is a list with ``loc``."""
    detail = {"detail": [{"loc": ["body", "parallel_tool_calls"], "msg": "Extra inputs are not permitted"}]}
    harness = Harness([json_response(detail, 422), WAIT])
    await harness.ask()
    assert "parallel_tool_calls" not in harness.model.requests[1]


async def test_the_same_rejection_twice_is_not_repeated_blindly():
    """X2: a parameter that the user's own transform puts back is an INVALID_REQUEST."""
    no = error(400, "Unsupported parameter: 'seed'")
    harness = Harness([no, no], transformRequestBody=lambda body: {**body, "seed": 1})
    assert (await harness.refusal()).kind == "invalid_request"
    assert len(harness.model.requests) == 2


async def test_several_rejections_in_a_row():
    harness = Harness(
        [error(400, "unknown field parallel_tool_calls"), error(400, "tool_choice is not supported"), WAIT],
        model="grok-3-mini",
    )
    completion = await harness.ask()
    assert set(harness.model.requests[2]) == {"model", "messages", "tools", "reasoning_effort"}
    assert len(completion.warnings) == 2


@pytest.mark.parametrize(
    "message",
    [
        "registry.ollama.ai/library/gemma:2b does not support tools",
        'No endpoints found that support tool use. Try disabling "AgentOutput".',
        '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
        "Function calling is not enabled: tools are not supported by this model",
    ],
)
async def test_a_model_without_tool_calls_gets_the_schema_in_the_prompt(message: str):
    """Issue 6, model-quirks 33, 34: JSON mode where there is one, without it where it is refused too."""
    harness = Harness(
        [
            error(400, message),
            error(400, "response_format is not supported"),
            '{"action": {"wait": 2}}',
            "{'action': {'wait': 2}}",
        ]
    )
    assert (await harness.ask()).value["action"] == WAIT
    assert (await harness.ask()).value["action"] == WAIT
    _, second, third, fourth = harness.model.requests
    assert second["response_format"] == {"type": "json_object"}
    for body in (second, third, fourth):
        assert not {"tools", "tool_choice", "parallel_tool_calls"} & set(body)
        assert '{"type":"object"}' in body["messages"][0]["content"]
        assert body["messages"][0]["content"].startswith("You act.")
    assert "response_format" not in third
    assert "response_format" not in fourth


async def test_tool_calls_can_be_switched_off():
    harness = Harness(['{"action": {"wait": 2}}'], toolCalls="off")
    await harness.ask()
    assert "tools" not in harness.model.requests[0]


async def test_images_that_a_model_refuses_are_left_out():
    """C148: their refusal is handled, and remembered."""
    image = {"type": "image_url", "image_url": {"url": "data:image/jpeg;base64,AAAA"}}
    messages = [{"role": "user", "content": [{"type": "text", "text": "Look"}, image]}]
    harness = Harness([error(400, "This model does not support image input"), WAIT, WAIT])
    completion = await harness.ask(messages)
    await harness.ask(messages)
    assert harness.model.requests[0]["messages"] == messages
    for body in harness.model.requests[1:]:
        assert body["messages"][0]["content"].startswith("Look\n(A screenshot was left out")
    assert completion.warnings == ["The model takes no images: they are left out."]


@pytest.mark.parametrize(
    "message",
    [
        "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens.",
        "prompt is too long: 250000 tokens > 200000 maximum",
        "the request exceeds the available context size, try increasing it",
        "Range of input length should be [1, 30720]",
    ],
)
async def test_a_context_error_folds_once_more(message: str):
    """X3: CONTEXT_LENGTH is what the provider's error means; history is folded harder, and the call made once more."""
    harness = Harness([error(400, message), WAIT])
    limits: list[int] = []

    def fold(limit: int) -> list[dict[str, Any]]:
        limits.append(limit)
        return [{"role": "user", "content": "shorter"}]

    long = [{"role": "user", "content": "word " * 20_000}]
    assert (await harness.ask(long, fold=fold)).value["action"] == WAIT
    assert harness.model.requests[1]["messages"][0]["content"] == "shorter"
    assert len(limits) == 1
    assert limits[0] <= estimate_tokens("word " * 20_000) // 2 + 30


async def test_a_context_error_without_fold_is_raised_at_once():
    harness = Harness([error(400, "context_length_exceeded")])
    assert (await harness.refusal()).kind == "context_length"


async def test_history_is_folded_to_the_budget():
    """Issue 6: max_prompt_tokens; task and page stay."""
    steps = "\n".join(f"<step_{n}>\nMemory: m{n}\nAction Result: {'x ' * 800}\n</step_{n}>" for n in range(1, 21))
    content = f"<user_request>\nTHE TASK\n</user_request>\n\n<agent_history>\n{steps}\n</agent_history>\n\n<browser_state>\nTHE PAGE\n</browser_state>"
    harness = Harness([WAIT], maxPromptTokens=4000)
    completion = await harness.ask([{"role": "user", "content": content}])
    sent = harness.model.requests[0]["messages"][0]["content"]
    assert estimate_tokens(sent) <= 4000
    assert "THE TASK" in sent
    assert "THE PAGE" in sent
    assert "shortened" in completion.warnings[0]


@pytest.mark.parametrize(
    ("model", "kept"), [("deepseek-chat", True), ("kimi-k2.6", True), ("gpt-5", False), ("unknown", False)]
)
async def test_reasoning_is_echoed_where_a_provider_needs_it(model: str, kept: bool):
    """Model-quirks 30."""
    turn = {"role": "assistant", "content": "ok", "reasoning_content": "because"}
    harness = Harness([WAIT], model=model)
    await harness.ask([*MESSAGES, turn])
    assert ("reasoning_content" in harness.model.requests[0]["messages"][2]) is kept


async def test_a_provider_that_asks_for_reasoning_gets_it():
    """Model-quirks 30: learned from the rejection."""
    turn = {"role": "assistant", "content": "ok", "reasoning_content": "because"}
    harness = Harness([error(400, "The reasoning_content in the thinking mode must be passed back to the API."), WAIT])
    await harness.ask([*MESSAGES, turn])
    assert [("reasoning_content" in body["messages"][2]) for body in harness.model.requests] == [False, True]


async def test_usage_is_summed_over_attempts_and_calls():
    """C54, issue 6: per call and per task."""
    usage = {
        "prompt_tokens": 100,
        "completion_tokens": 10,
        "total_tokens": 110,
        "prompt_tokens_details": {"cached_tokens": 60},
        "completion_tokens_details": {"reasoning_tokens": 5},
    }
    good = completion_body("m", tool="AgentOutput", arguments={"action": WAIT}, usage=usage)
    harness = Harness([completion_body("m", content="no", usage=usage), good, good])
    first = await harness.ask()
    assert (
        first.usage.prompt_tokens,
        first.usage.total_tokens,
        first.usage.cached_tokens,
        first.usage.reasoning_tokens,
    ) == (200, 220, 120, 10)
    second = await harness.ask()
    assert second.usage.total_tokens == 110
    assert harness.client.usage.total_tokens == 330


@pytest.mark.parametrize(("seen", "warned"), [(4096, True), (0, False), (12_000, False), (9_000, False)])
async def test_a_server_that_cut_the_prompt_is_noticed(seen: int, warned: bool):
    """X10: a local model with a small context cuts the front; told once."""
    usage = {"prompt_tokens": seen, "completion_tokens": 5}
    reply = completion_body("m", tool="AgentOutput", arguments={"action": WAIT}, usage=usage)
    harness = Harness([reply, reply], baseURL="http://localhost:11434/v1")
    messages = [{"role": "user", "content": "some words of a page " * 2500}]
    first = await harness.ask(messages)
    second = await harness.ask(messages)
    assert any("OLLAMA_CONTEXT_LENGTH" in warning for warning in first.warnings) is warned
    assert second.warnings == []


async def test_cancellation_gets_through_at_once_and_is_never_retried():
    """C42, C59, X9."""
    started = asyncio.Event()

    async def hang(request: HttpRequest) -> HttpResponse:
        started.set()
        await asyncio.sleep(60)
        raise AssertionError("not reached")

    client = Client(load_config({"baseURL": "http://x/v1", "model": "m"}), hang)
    task = asyncio.ensure_future(client.invoke(MESSAGES, tools=[TOOL], tool_choice=None, parse=lambda reply: reply))
    await started.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_a_pause_can_be_cancelled():
    """X2: every pause is abortable."""
    client = Client(
        load_config({"baseURL": "http://x/v1", "model": "m"}),
        ScriptedModel([error(429, "wait", **{"retry-after": "50"})]),
    )
    task = asyncio.ensure_future(client.invoke(MESSAGES, tools=[TOOL], tool_choice=None, parse=lambda reply: reply))
    await asyncio.sleep(0.02)
    assert not task.done()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_a_silent_model_times_out(monkeypatch: pytest.MonkeyPatch):
    """X8: the client's own limit holds where a transport has none."""

    async def hang(request: HttpRequest) -> HttpResponse:
        await asyncio.sleep(60)
        raise AssertionError("not reached")

    monkeypatch.setattr("pagehand.llm.client.TIMEOUT_GRACE", 0.0)
    client = Client(load_config({"baseURL": "http://x/v1", "model": "m", "timeout": 0.05, "maxRetries": 0}), hang)
    with pytest.raises(LLMError) as caught:
        await client.invoke(MESSAGES, tools=[TOOL], tool_choice=None, parse=lambda reply: reply)
    assert caught.value.kind == "network_error"
    assert "timeout" in str(caught.value)


async def test_a_model_that_is_not_there_is_a_config_error():
    """Issue 6: clear when it is unavailable, and not retried."""
    harness = Harness([TransportError("unavailable", "No built-in model.")])
    failure = await harness.refusal()
    assert (failure.kind, str(failure)) == ("config_error", "No built-in model.")


async def test_the_script_can_be_used_up():
    """ScriptedModel is public: a request too many is the test's fault, not the model's."""
    harness = Harness([lambda body: {"done": {"text": body["model"]}}])
    assert (await harness.ask()).value["action"] == {"done": {"text": "some-model"}}
    with pytest.raises(LookupError, match="request 2"):
        await harness.ask()
