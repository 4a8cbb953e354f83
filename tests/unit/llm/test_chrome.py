"""``model: "chrome"`` against a stand-in of the documented shape of ``LanguageModel`` (issue 6)."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import Any

import pytest

from pagehand.llm import Client, LLMError, chrome_transport, load_config, repair
from unit.llm.replies import TOOLS

SCHEMA = {"type": "object", "properties": {"action": {"type": "object"}}, "required": ["action"]}
TOOL = {"type": "function", "function": {"name": "AgentOutput", "parameters": SCHEMA}}
MESSAGES = [
    {"role": "system", "content": "You act."},
    {"role": "user", "content": [{"type": "text", "text": "Do it."}, {"type": "image_url"}]},
]


class BrowserError(Exception):
    """A DOMException as it arrives: a name and a message."""

    def __init__(self, name: str, message: str = "") -> None:
        super().__init__(message)
        self.name, self.message = name, message


class StandIn:
    """``LanguageModel``: availability, create with monitor, and sessions that answer from a script."""

    def __init__(self, *replies: Any, available: str = "available", created: Exception | None = None) -> None:
        self.replies, self.available, self.created = list(replies), available, created
        self.options: list[dict[str, Any]] = []
        self.prompts: list[tuple[Any, dict[str, Any]]] = []
        self.destroyed = 0
        self.prompted = asyncio.Event()

    async def availability(self, options: dict[str, Any]) -> str:
        assert options["expectedOutputs"] == [{"type": "text", "languages": ["en"]}]
        return self.available

    async def create(self, options: dict[str, Any]) -> Any:
        self.options.append(options)
        if self.created:
            raise self.created
        if "monitor" in options and self.available != "available":
            listeners: dict[str, Any] = {}
            options["monitor"](SimpleNamespace(addEventListener=listeners.__setitem__))
            for loaded, total in ((0.25, 1), (1024, 2048), (1, 1)):
                listeners["downloadprogress"](SimpleNamespace(loaded=loaded, total=total))
        return SimpleNamespace(prompt=self.prompt, destroy=self.destroy, contextUsage=321, contextWindow=9216)

    async def prompt(self, messages: Any, options: dict[str, Any]) -> str:
        self.prompts.append((messages, options))
        self.prompted.set()
        reply = self.replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        if reply is None:
            await asyncio.sleep(60)
        return str(reply)

    def destroy(self) -> None:
        self.destroyed += 1


async def ask(model: Any, **options: Any) -> Any:
    client = Client(
        load_config({"model": "chrome", "maxRetries": 1}),
        chrome_transport(model, **options),
        sleep=lambda _: asyncio.sleep(0),
    )
    return await client.invoke(
        MESSAGES, tools=[TOOL], tool_choice="AgentOutput", parse=lambda reply: repair(reply, TOOLS)
    )


async def test_a_turn():
    """The macro schema is the constraint; the reply is the call; the session is given back."""
    model = StandIn('{"action": {"wait": {"seconds": 2}}}')
    completion = await ask(model)
    assert completion.value.stated == {"seconds": 2}
    assert completion.usage.prompt_tokens == 321
    assert model.options[0]["initialPrompts"] == [{"role": "system", "content": "You act."}]
    messages, options = model.prompts[0]
    assert options == {"responseConstraint": SCHEMA}
    assert messages[0]["role"] == "user"
    assert messages[0]["content"].startswith("Do it.")
    assert model.destroyed == 1


async def test_a_small_models_reply_is_repaired():
    assert (await ask(StandIn("Sure:\n```json\n{'action': {'wait': '2'}}\n```"))).value.stated == {"seconds": 2}


async def test_a_malformed_reply_is_retried_with_a_new_session():
    model = StandIn("I will", '{"action": {"wait": 2}}')
    assert (await ask(model)).value.name == "wait"
    assert (len(model.options), model.destroyed) == (2, 2)


async def test_the_download_is_shown():
    shares: list[float] = []
    await ask(StandIn('{"action": {"wait": 2}}', available="downloadable"), on_progress=shares.append)
    assert shares == [0.25, 0.5, 1.0]


@pytest.mark.parametrize(
    ("model", "words"),
    [
        (None, "no built-in model"),
        (StandIn(available="unavailable"), "cannot run on this device"),
        (
            StandIn(available="downloadable", created=BrowserError("NotAllowedError", "no gesture")),
            "after a click or key press",
        ),
    ],
)
async def test_unavailable_is_clear_and_not_retried(model: Any, words: str):
    with pytest.raises(LLMError) as caught:
        await ask(model)
    assert caught.value.kind == "config_error"
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (BrowserError("QuotaExceededError", "too large"), "context_length"),
        (BrowserError("NotSupportedError", "schema"), "invalid_request"),
        (BrowserError("UnknownError", "gpu"), "server_error"),
    ],
)
async def test_the_browsers_errors_are_classed(error: Exception, kind: str):
    model = StandIn(error, error)
    with pytest.raises(LLMError) as caught:
        await ask(model)
    assert caught.value.kind == kind
    assert model.destroyed == len(model.options)


async def test_stopping_aborts_the_browsers_work():
    aborted: list[bool] = []
    model = StandIn(None)
    controller = SimpleNamespace(signal="signal", abort=lambda: aborted.append(True))
    task = asyncio.ensure_future(ask(model, new_abort=lambda: controller))
    await asyncio.wait_for(model.prompted.wait(), 5)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (aborted, model.destroyed, model.prompts[0][1]["signal"]) == ([True], 1, "signal")


async def test_several_tools_become_a_choice():
    """Classic function calling: a named call."""
    other = {"type": "function", "function": {"name": "done", "parameters": {"type": "object"}}}
    model = StandIn(json.dumps({"name": "done", "arguments": {"text": "x"}}))
    client = Client(load_config({"model": "chrome"}), chrome_transport(model))
    completion = await client.invoke(
        MESSAGES, tools=[TOOL, other], tool_choice="auto", parse=lambda reply: repair(reply, TOOLS)
    )
    assert completion.value.name == "done"
    names = [branch["properties"]["name"]["const"] for branch in model.prompts[0][1]["responseConstraint"]["anyOf"]]
    assert names == ["AgentOutput", "done"]
