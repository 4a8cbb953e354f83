"""Config, addresses, headers and secrets (C63, C64, X8)."""

from __future__ import annotations

from typing import Any

import pytest

from pagehand.llm import PRESETS, LLMConfig, LLMError, load_config
from pagehand.llm.endpoint import chat_url, request_headers
from pagehand.llm.errors import RETRYABLE, redact
from pagehand.llm.presets import preset
from pagehand.llm.reference import presets_markdown

BASE = {"baseURL": "https://llm.example/v1", "model": "m"}


@pytest.mark.parametrize(
    ("values", "names"),
    [
        ({}, "model"),
        ({"baseURL": "https://x/v1"}, "model"),
        ({"model": "m"}, "baseURL"),
        ({"model": "", "baseURL": "https://x/v1"}, "model"),
        ({"model": "m", "baseURL": "  "}, "baseURL"),
        ({"model": "m", "baseURL": "localhost:11434"}, "baseURL"),
        ({"model": "m", "baseURL": None}, "baseURL"),
        ({**BASE, "timeout": 0}, "timeout"),
        ({**BASE, "maxRetries": -1}, "max"),
        ({**BASE, "headers": ["x"]}, "headers"),
        ({**BASE, "transformRequestBody": "x"}, "transform"),
    ],
)
def test_a_wrong_setting_is_a_config_error_at_once(values: dict[str, Any], names: str):
    """X8: the error names the setting."""
    with pytest.raises(LLMError) as caught:
        load_config(values)
    assert (caught.value.kind, caught.value.retryable) == ("config_error", False)
    assert names.lower() in str(caught.value).lower()


def test_a_config_error_never_shows_a_secret():
    with pytest.raises(LLMError) as caught:
        load_config({**BASE, "apiKey": ["sk-very-secret"], "headers": {"Authorization": 5}})
    assert "sk-very-secret" not in f"{caught.value!r}{caught.value.__cause__!r}"


@pytest.mark.parametrize("model", ["offline", "chrome"])
def test_built_in_models_need_no_address(model: str):
    """X8."""
    assert load_config({"model": model}).built_in


def test_defaults():
    """C58, C64, X8."""
    config = load_config(BASE)
    assert (config.max_retries, config.timeout, config.max_prompt_tokens) == (2, 120, 60_000)
    assert (config.temperature, config.disable_named_tool_choice, config.transform_request_body) == (None, False, None)


def test_both_spellings_are_accepted():
    """X26."""
    camel = {**BASE, "apiKey": "k" * 8, "maxRetries": 1, "disableNamedToolChoice": True, "maxPromptTokens": 9000}
    snake = {
        "base_url": BASE["baseURL"],
        "model": "m",
        "api_key": "k" * 8,
        "max_retries": 1,
        "disable_named_tool_choice": True,
        "max_prompt_tokens": 9000,
    }
    assert load_config(camel) == load_config(snake)
    assert load_config(load_config(camel)) == load_config(camel)


def test_secrets_are_never_printed():
    config = load_config(
        {**BASE, "apiKey": "sk-abcdef", "headers": {"X-Api-Key": "hdr-secret"}, "query": {"token": "qry-secret"}}
    )
    assert set(config.secrets()) == {"sk-abcdef", "hdr-secret", "qry-secret"}
    for secret in config.secrets():
        assert secret not in f"{config!r} {config}"
    assert "sk-abcdef" not in config.model_dump_json()


def test_redact():
    assert redact("key sk-abc and sk-abcdef", ["sk-abc", "sk-abcdef", "", "ke"]) == "key [redacted] and [redacted]"


@pytest.mark.parametrize(
    ("base", "query", "url"),
    [
        ("https://x.example/v1", {}, "https://x.example/v1/chat/completions"),
        ("https://x.example/v1/", {}, "https://x.example/v1/chat/completions"),
        ("https://x.example/v1/chat/completions", {}, "https://x.example/v1/chat/completions"),
        ("https://x.example/v1/chat/completions/", {}, "https://x.example/v1/chat/completions"),
        ("https://x.example", {}, "https://x.example/chat/completions"),
        ("/api/llm", {}, "/api/llm/chat/completions"),
        ("https://x.example/d/gpt?api-version=1", {}, "https://x.example/d/gpt/chat/completions?api-version=1"),
        (
            "https://x.example/d/gpt?api-version=1",
            {"api-version": "2"},
            "https://x.example/d/gpt/chat/completions?api-version=2",
        ),
        ("https://x.example/v1", {"k": "a b"}, "https://x.example/v1/chat/completions?k=a+b"),
    ],
)
def test_the_address(base: str, query: dict[str, str], url: str):
    """C32, issue 6: with or without a trailing slash or ``/chat/completions``."""
    assert chat_url(base, query) == url


@pytest.mark.parametrize(
    ("settings", "headers"),
    [
        ({}, {}),
        ({"apiKey": "abcdef"}, {"Authorization": "Bearer abcdef"}),
        ({"apiKey": "abcdef", "baseURL": "https://me.openai.azure.com/openai/deployments/x"}, {"api-key": "abcdef"}),
        ({"apiKey": "abcdef", "query": {"api-version": "1"}}, {"api-key": "abcdef"}),
        ({"apiKey": "abcdef", "auth": "bearer", "query": {"api-version": "1"}}, {"Authorization": "Bearer abcdef"}),
        ({"apiKey": "abcdef", "auth": "none"}, {}),
        ({"apiKey": "abcdef", "headers": {"authorization": "Basic zzz"}}, {"authorization": "Basic zzz"}),
        ({"headers": {"content-type": "application/x"}}, {"content-type": "application/x"}),
    ],
)
def test_headers(settings: dict[str, Any], headers: dict[str, str]):
    """C32; Azure, keyless and proxied endpoints; the user's own win."""
    sent = request_headers(load_config({**BASE, **settings}))
    assert {key: value for key, value in sent.items() if key != "Content-Type"} == headers


def test_every_kind_has_a_fixed_retryability():
    """C55-C57, X2."""
    assert {kind for kind, retryable in RETRYABLE.items() if not retryable} == {
        "config_error",
        "auth_error",
        "context_length",
        "content_filter",
        "invalid_request",
    }
    assert len(RETRYABLE) == 14
    assert all(LLMError(kind, "x").retryable is retryable for kind, retryable in RETRYABLE.items())


def test_presets_are_complete_and_loadable():
    """Issue 6: one source for docs and options."""
    assert [known.id for known in PRESETS] == [
        "openai", "openrouter", "dashscope", "deepseek", "anthropic", "gemini", "ollama", "lmstudio", "vllm", "chrome", "offline",
    ]  # fmt: skip
    for known in PRESETS:
        config = load_config({"baseURL": known.base_url, "model": known.model, "headers": known.headers})
        assert isinstance(config, LLMConfig)
        assert known.note.endswith(".")
        assert known.base_url.startswith("http") or config.built_in
    assert preset("ollama").needs_key is False
    with pytest.raises(KeyError, match="there are: openai"):
        preset("nothing")
    assert presets_markdown().count("\n") == len(PRESETS) + 1
