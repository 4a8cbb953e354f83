"""The client: one model call from messages to a validated value, with retries that teach (C30, X1-X3, X10)."""

from __future__ import annotations

import asyncio
import inspect
import json
import random as random_module
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from pagehand.llm.adaptation import Learned, apply, in_prompt, learn
from pagehand.llm.budget import Message, fit_messages, least_tokens, prompt_tokens
from pagehand.llm.config import LLMConfig
from pagehand.llm.diagnosis import is_ollama
from pagehand.llm.dialects import adapt_request, dialect_of
from pagehand.llm.endpoint import chat_url, request_headers
from pagehand.llm.errors import MALFORMED, LLMError, TransportError, redact
from pagehand.llm.statuses import context_limit, error_of, is_context_error, server_message
from pagehand.llm.transport import HttpRequest, HttpResponse, Transport
from pagehand.llm.usage import Usage, read_usage

T = TypeVar("T")

MALFORMED_PAUSE = 0.1
"""Seconds before a malformed reply is asked for again (X2)."""
FIRST_PAUSE, LONGEST_PAUSE, LONGEST_RETRY_AFTER = 0.5, 8.0, 60.0
TIMEOUT_GRACE = 1.0
"""Seconds that a transport gets to report its own timeout, which knows more."""
_ADAPTATIONS = 6
_NOTICEABLE = 1_500
"""Fewer tokens than this are not compared with the usage (X10)."""


@dataclass(frozen=True)
class Retry:
    """A call that is about to be made again. ``attempt`` counts from 1; ``delay`` is in seconds."""

    attempt: int
    max_attempts: int
    error: LLMError
    delay: float


@dataclass(frozen=True)
class PromptCut:
    """The server read far fewer tokens than were sent, so the front of the prompt is missing (X10)."""

    seen: int
    sent: int
    """At least so many."""
    message: str


@dataclass(frozen=True)
class Completion(Generic[T]):
    """What a call gave. ``usage`` sums all attempts; the request is the body that was sent last, without headers."""

    value: T
    usage: Usage
    raw_request: dict[str, Any]
    raw_response: dict[str, Any]
    warnings: list[str] = field(default_factory=list)
    cut: PromptCut | None = None
    """Noticed once for each client, for the person to be told."""


class Client:
    """Calls one configured model through one transport. It knows tools, not actions (C31)."""

    def __init__(
        self,
        config: LLMConfig,
        transport: Transport,
        *,
        page_url: str = "",
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        random: Callable[[], float] = random_module.random,
        learned: Learned | None = None,
    ) -> None:
        self.config = config
        self.usage = Usage()
        self._transport = transport
        self._page_url = page_url
        self._sleep = sleep
        self._random = random
        self._learned = learned or Learned(no_tools=config.tool_calls == "off")
        self._told_short = False

    async def invoke(
        self,
        messages: Sequence[Message],
        *,
        tools: Sequence[dict[str, Any]],
        tool_choice: str | None,
        parse: Callable[[dict[str, Any]], T],
        on_retry: Callable[[Retry], None] | None = None,
        fold: Callable[[int], Sequence[Message]] | None = None,
    ) -> Completion[T]:
        """Ask the model and read its reply with ``parse``, which raises :class:`LLMError` for a reply of no use.

        ``tool_choice`` is a tool's name, ``"auto"``, ``"required"`` or None. ``fold``, given a number of tokens, returns
        shorter messages: it is called once when the provider says that the prompt is too long (X3); without it that
        error is raised. Raises :class:`LLMError`; cancellation gets through at once.
        """
        call = _Call(list(messages), list(tools), tool_choice)
        attempt, shortened, refolded = 0, False, False
        while True:
            try:
                return await self._once(call, parse)
            except LLMError as error:
                if error.kind == "context_length" and fold is not None and not refolded:
                    refolded = True
                    call.messages = list(fold(self._lower_limit(error, call)))
                    continue
                if not error.retryable or attempt >= self.config.max_retries or (error.cut and shortened):
                    raise
                attempt += 1
                shortened = shortened or error.cut
                delay = self._pause(error, attempt)
                if on_retry is not None:
                    on_retry(Retry(attempt, self.config.max_retries, error, delay))
                call.correction = _correction(error) if error.kind in MALFORMED else None
                await self._sleep(delay)

    def _lower_limit(self, error: LLMError, call: _Call) -> int:
        """Half of what was sent, or less where the provider names its limit; remembered for the calls to come."""
        half = prompt_tokens(call.messages, call.tools) // 2
        named = context_limit(error.message)
        limit = min(half, int(named * 0.8)) if named else half
        self._learned.max_prompt_tokens = max(limit, 1_000)
        return self._learned.max_prompt_tokens

    def _pause(self, error: LLMError, attempt: int) -> float:
        if error.kind in MALFORMED:
            return MALFORMED_PAUSE
        if error.retry_after is not None:
            return min(error.retry_after, LONGEST_RETRY_AFTER)
        return min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (attempt - 1)) * (0.5 + self._random() / 2)

    async def _once(self, call: _Call, parse: Callable[[dict[str, Any]], T]) -> Completion[T]:
        for last in [False] * _ADAPTATIONS + [True]:
            body = await self._body(call)
            response = await self._send(body)
            error = self._error(response)
            if error is None:
                return self._read(call, body, response, parse)
            change = None if last else self._adapt(response, error, body)
            if change is None:
                raise error
            call.note(change)
        raise AssertionError("unreachable: the last round returns or raises")

    def _error(self, response: HttpResponse) -> LLMError | None:
        if response.status >= 300 or response.status < 200:
            return error_of(response, self.config, self._page_url)
        return _hidden_error(response, self.config)

    def _adapt(self, response: HttpResponse, error: LLMError, body: dict[str, Any]) -> str | None:
        """What the rejection teaches, for those statuses that are a judgement on the request (X2)."""
        if error.kind not in ("invalid_request", "server_error", "unknown") or response.status in (401, 403, 429):
            return None
        message, parameter = server_message(response.body)
        return learn(message, parameter, body, self._learned)

    async def _body(self, call: _Call) -> dict[str, Any]:
        """C30's first three steps, and what was learned about this endpoint."""
        config, learned = self.config, self._learned
        limit = min(config.max_prompt_tokens, learned.max_prompt_tokens or config.max_prompt_tokens)
        fitted = fit_messages(call.messages, limit, call.tools)
        call.note(f"{fitted.folded} older steps were shortened to fit {limit} tokens." if fitted.folded else "")
        call.note("" if fitted.fits else f"Task and page alone are estimated at more than {limit} tokens.")
        messages = [*fitted.messages, *([call.correction] if call.correction else [])]
        body: dict[str, Any] = {"model": config.model, "messages": [self._outgoing(message) for message in messages]}
        if config.temperature is not None:
            body["temperature"] = config.temperature
        if call.tools:
            body["tools"] = call.tools
            choice = _tool_choice(call.tool_choice, named=not config.disable_named_tool_choice)
            if choice is not None:
                body["tool_choice"] = choice
            body["parallel_tool_calls"] = False
        body = adapt_request(body, config.base_url)
        if learned.no_tools:
            body = in_prompt(body, json_mode="response_format" not in learned.dropped)
        return await self._transformed(apply(body, learned))

    def _outgoing(self, message: Message) -> Message:
        """A turn's ``reasoning_content`` goes back only to the models that need it (model-quirks 30)."""
        if "reasoning_content" not in message:
            return message
        echo = self._learned.echo_reasoning
        if echo is None:
            dialect = dialect_of(self.config.model, self.config.base_url)
            echo = dialect is not None and dialect.echo_reasoning
        return message if echo else {key: value for key, value in message.items() if key != "reasoning_content"}

    async def _transformed(self, body: dict[str, Any]) -> dict[str, Any]:
        """C36: the host's own change comes last; None keeps the body it was given."""
        transform = self.config.transform_request_body
        if transform is None:
            return body
        try:
            changed = transform(body)
            if inspect.isawaitable(changed):
                changed = await changed
        except asyncio.CancelledError:
            raise
        except Exception as error:
            message = redact(f"transformRequestBody failed: {error}", self.config.secrets())
            raise LLMError("config_error", message) from error
        if changed is None:
            return body
        if not isinstance(changed, dict):
            raise LLMError("config_error", "transformRequestBody must return the request body, or nothing.")
        return changed

    async def _send(self, body: dict[str, Any]) -> HttpResponse:
        config = self.config
        request = HttpRequest(
            "POST",
            chat_url(config.base_url, config.query) if config.base_url else config.model,
            request_headers(config),
            json.dumps(body, ensure_ascii=False, default=str),
            config.timeout,
        )
        try:
            async with asyncio.timeout(config.timeout + TIMEOUT_GRACE):
                return await self._transport(request)
        except TimeoutError:
            message = f"The model did not answer within {config.timeout:g} seconds. Try again, or raise timeout."
            raise LLMError("network_error", message) from None
        except TransportError as fault:
            kind = "config_error" if fault.fault == "unavailable" else "network_error"
            raise LLMError(kind, redact(str(fault), config.secrets())) from fault

    def _read(
        self, call: _Call, body: dict[str, Any], response: HttpResponse, parse: Callable[[dict[str, Any]], T]
    ) -> Completion[T]:
        value = _json(response, self.config)
        usage = read_usage(value)
        self.usage = self.usage + usage
        call.usage = call.usage + usage
        if cut := self._cut_short(body, usage):
            call.cut = cut
            call.note(cut.message)
        try:
            parsed = parse(value)
        except LLMError as error:
            if error.raw is None:
                error.raw = value
            raise
        return Completion(parsed, call.usage, body, value, list(call.warnings), call.cut)

    def _cut_short(self, body: dict[str, Any], usage: Usage) -> PromptCut | None:
        """X10: a server that counted far fewer tokens than were sent has cut the front of the prompt."""
        seen = usage.prompt_tokens + (usage.cached_tokens if usage.cached_tokens > usage.prompt_tokens else 0)
        least = prompt_tokens(body.get("messages") or [], body.get("tools") or (), least_tokens)
        if self._told_short or seen <= 0 or least < _NOTICEABLE or seen >= least:
            return None
        self._told_short = True
        how = (
            "start Ollama with a larger OLLAMA_CONTEXT_LENGTH (or num_ctx)"
            if is_ollama(self.config.base_url)
            else ("load the model with a larger context")
        )
        message = (
            f"The server read only {seen} tokens of a prompt of at least {least}: its context is probably too small, and it "
            f"cut the beginning. To fix it, {how}, or set maxPromptTokens to what it can hold."
        )
        return PromptCut(seen, least, message)


@dataclass
class _Call:
    """The state of one invoke over its attempts."""

    messages: list[Message]
    tools: list[dict[str, Any]]
    tool_choice: str | None
    correction: Message | None = None
    usage: Usage = field(default_factory=Usage)
    warnings: list[str] = field(default_factory=list)

    cut: PromptCut | None = None

    def note(self, warning: str) -> None:
        if warning and warning not in self.warnings:
            self.warnings.append(warning)


def _tool_choice(choice: str | None, *, named: bool) -> Any:
    """C33, D5: the object that names the tool, or the plain word."""
    if choice in (None, "auto", "required", "none"):
        return choice
    return {"type": "function", "function": {"name": choice}} if named else "required"


def _correction(error: LLMError) -> Message:
    """What a retry tells the model about the reply before (X2)."""
    text = f"Your last reply could not be used, and nothing was done: {error.message}"
    if error.cut:
        text += " Keep the reflection fields to a few words and give the action at once."
    return {"role": "user", "content": text}


def _json(response: HttpResponse, config: LLMConfig) -> dict[str, Any]:
    try:
        value = json.loads(response.body)
    except ValueError:
        excerpt = redact(" ".join(response.body.split())[:80], config.secrets())
        kind = response.headers.get("content-type", "no content type")
        message = f"The server's answer is not JSON ({kind}): {excerpt!r}. Check that baseURL is the API's address."
        raise LLMError("invalid_response", message, raw=redact(response.body[:4000], config.secrets())) from None
    if not isinstance(value, dict):
        raise LLMError("invalid_schema", "The server's answer is not a chat completion.", raw=value)
    return value


def _hidden_error(response: HttpResponse, config: LLMConfig) -> LLMError | None:
    """An error that comes with status 200, as some gateways send it, by the code it names."""
    if '"error"' not in response.body[:2000]:
        return None
    try:
        value = json.loads(response.body)
    except ValueError:
        return None
    error = value.get("error") if isinstance(value, dict) and not value.get("choices") else None
    if not error:
        return None
    code = error.get("code") if isinstance(error, dict) else None
    status = int(code) if isinstance(code, int) or (isinstance(code, str) and code.isdigit()) else 0
    if status < 300 and not is_context_error(str(error)):
        said = redact(server_message(response.body)[0], config.secrets())
        return LLMError("invalid_schema", f"The server answered with an error: {said}", raw=value)
    return error_of(HttpResponse(status if status >= 300 else 400, response.headers, response.body), config)
