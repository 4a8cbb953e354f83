"""Section B and X7: how each family wants its requests."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagehand.llm import adapt_request
from pagehand.llm.dialects import DIALECTS, dialect_of
from pagehand.llm.model_names import canonical_name
from pagehand.llm.reference import dialects_markdown

VECTORS = json.loads((Path(__file__).parent / "data" / "dialect-vectors.json").read_text("utf-8"))
PLAIN, OPENROUTER = "https://llm.example/v1", "https://openrouter.ai/api/v1"
NAMED = {"type": "function", "function": {"name": "AgentOutput"}}


def adapted(model: str, base_url: str = PLAIN, **extra: Any) -> dict[str, Any]:
    """What differs from the base body: {name: new value, or None where it is gone}."""
    request = {"model": model, "parallel_tool_calls": False, "tool_choice": NAMED, **extra}
    body = adapt_request(request, base_url)
    return {key: body.get(key) for key in {**request, **body} if body.get(key) != request.get(key)}


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: f"{v['request']['model']}@{v['base_url'][8:18]}")
def test_vector(vector: dict[str, Any]):
    """C70-C78: every known body before and after."""
    request = copy.deepcopy(vector["request"])
    assert adapt_request(request, vector["base_url"]) == vector["expected"]
    assert request == vector["request"], "the input stays as it is"


@pytest.mark.parametrize(
    ("model", "spelled"),
    [
        ("gpt-5.2", "gpt 5.2"),
        ("gpt_5_2", "gpt 5.2"),
        ("gpt52", "gpt 5.2"),
        ("GPT-5-2", "gpt 5.2"),
        ("openai/gpt-5.2-2026-01-10", "gpt 5.2"),
        ("openai/gpt-5.2:free", "gpt 5.2"),
        ("gpt-5-2025-08-07", "gpt 5"),
        ("gpt-5-0807", "gpt 5"),
        ("gpt-5.10", "gpt 5.10"),
        ("gpt-4-1106-preview", "gpt 4 1106 preview"),
        ("gpt-oss-20b", "gpt oss"),
        ("hf.co/Qwen/Qwen3-8B-GGUF:Q4_K_M", "qwen 3 gguf"),
        ("qwen3:30b-a3b", "qwen 3"),
        ("Qwen3-235B-A22B-Instruct-2507", "qwen 3 instruct 2507"),
        ("qwen2.5-7b-instruct", "qwen 2.5 instruct"),
        ("qwen3-0.6b", "qwen 3"),
        ("qwen14b", "qwen"),
        ("glm-5-9b", "glm 5"),
        ("glm-4-9b-0414", "glm 4"),
        ("glm47", "glm 4.7"),
        ("claude-3-5-sonnet-20241022", "claude 3.5 sonnet"),
        ("claude-opus-4-8", "claude opus 4.8"),
        ("models/gemini-2.5-flash", "gemini 2.5 flash"),
        ("kimi-k2-0711", "kimi k 2"),
        ("mixtral-8x7b", "mixtral"),
        ("accounts/fireworks/models/deepseek-v3p1", "deepseek v 3 p 1"),
    ],
)
def test_names_are_spelled_in_one_way(model: str, spelled: str):
    """X7, C78: words and versions; vendor, tag, trailing date and size are cut."""
    assert canonical_name(model) == spelled


DISABLED = {"type": "disabled"}


@pytest.mark.parametrize(
    ("model", "changes"),
    [
        ("gpt52", {"verbosity": "low", "reasoning_effort": "none"}),
        ("GPT_5_1", {"verbosity": "low", "reasoning_effort": "none"}),
        ("openai/gpt-5.1-codex:nitro", {"verbosity": "low", "reasoning_effort": "none"}),
        ("gpt-5-2025-08-07", {"verbosity": "low", "reasoning_effort": "minimal"}),
        ("gpt_5_nano", {"verbosity": "low", "reasoning_effort": "minimal"}),
        ("gpt-5.3", {"verbosity": "low"}),
        ("gpt-5.10-mini", {"verbosity": "low"}),
        ("gpt-oss-120b", {}),
        ("gpt-4o-2024-08-06", {}),
        ("chatgpt-4o-latest", {}),
        ("Qwen_3_Max", {"enable_thinking": False}),
        ("qwen-plus-2025-07-28", {"enable_thinking": False}),
        ("qwen3:8b", {"enable_thinking": False, "temperature": 1}),
        ("qwen3-vl-plus", {"enable_thinking": False}),
        ("qwq-32b", {}),
        ("deepseek-ai/DeepSeek-V3.2", {"thinking": DISABLED, "tool_choice": None}),
        ("deepseek-r1-0528", {"thinking": DISABLED, "tool_choice": None}),
        ("claude_sonnet_4_5", {"thinking": DISABLED, "tool_choice": {"type": "tool", "name": "AgentOutput"}}),
        ("claude-3-5-haiku-20241022", {"thinking": DISABLED, "tool_choice": {"type": "tool", "name": "AgentOutput"}}),
        ("anthropic/claude-fable-2", {"reasoning_effort": "low", "tool_choice": None}),
        ("gemini-2.5-flash-lite", {"reasoning_effort": "none"}),
        ("gemini_2_5_pro", {"reasoning_effort": "low"}),
        ("gemini-25-flash", {"reasoning_effort": "none"}),
        ("gemini-3-flash-preview", {"reasoning_effort": "minimal"}),
        ("gemini-3-pro", {"reasoning_effort": "low"}),
        ("gemini-3.1-flash-lite-preview", {"reasoning_effort": "minimal"}),
        ("gemini-3.1-flash", {"reasoning_effort": "low"}),
        ("glm-5.9-air", {"reasoning_effort": "low"}),
        ("glm_5_3", {"reasoning_effort": "low"}),
        ("glm-53", {"reasoning_effort": "low"}),
        ("glm-5-9b", {"thinking": DISABLED}),
        ("glm-5.10", {"thinking": DISABLED}),
        ("glm-4-9b-0414", {"thinking": DISABLED}),
        ("hy-3", {"thinking": DISABLED, "reasoning_effort": "low"}),
        ("tencent/HY3:free", {"thinking": DISABLED, "reasoning_effort": "low"}),
        ("hyper-1", {}),
        ("hy-mt-7b", {}),
        ("hybrid", {}),
        ("grok-4-3", {"reasoning_effort": "none"}),
        ("grok_4_3_fast", {"reasoning_effort": "none"}),
        ("grok-43", {"reasoning_effort": "none"}),
        ("grok-3-mini-fast", {"reasoning_effort": "low"}),
        ("grok-3", {}),
        ("grok-4-fast", {}),
        ("x-ai/grok-code-fast-1-0825", {"reasoning_effort": "low"}),
        ("kimi_k3", {"tool_choice": "required", "parallel_tool_calls": None}),
        ("moonshotai/kimi-k3-turbo", {"tool_choice": "required", "parallel_tool_calls": None}),
        ("kimi-k2-0905", {"thinking": DISABLED}),
        ("kimi-k2.7-code-fast", {}),
        ("minimax_m3", {"thinking": DISABLED, "parallel_tool_calls": None}),
        ("MiniMax-Text-01", {"parallel_tool_calls": None}),
        ("llama-3.3-70b", {}),
        ("my-gpt-5", {}),
    ],
)
def test_other_models_and_spellings(model: str, changes: dict[str, Any]):
    """X7: the same rule for every spelling of a family; unknown models are left alone (C77)."""
    assert adapted(model) == changes


@pytest.mark.parametrize(
    ("model", "extra", "changes"),
    [
        ("gpt-5-chat-latest", {"temperature": 0.2}, {"verbosity": "low", "temperature": None}),
        ("gpt-5.2-chat-latest", {"temperature": 0.2}, {"verbosity": "low", "temperature": None}),
        ("qwen-turbo", {"temperature": 0}, {"enable_thinking": False}),
        ("claude-opus-4-8", {"tool_choice": "required"}, {"thinking": DISABLED, "tool_choice": {"type": "any"}}),
        ("claude-opus-4-8", {"tool_choice": "auto"}, {"thinking": DISABLED}),
        ("kimi-k3", {"tool_choice": "auto"}, {"parallel_tool_calls": None}),
    ],
)
def test_what_the_user_set(model: str, extra: dict[str, Any], changes: dict[str, Any]):
    """C72, C73: an explicit temperature survives except for chat-latest."""
    assert adapted(model, **extra) == changes


@pytest.mark.parametrize(
    ("base_url", "is_openrouter"),
    [
        ("https://openrouter.ai/api/v1", True),
        ("https://OpenRouter.ai:443/api/v1/", True),
        ("openrouter.ai/api/v1", True),
        ("https://openrouter.ai.example.com/v1", False),
        ("https://eu.openrouter.ai/v1", False),
        ("https://llm.example/openrouter.ai/v1", False),
        ("/api/openrouter.ai", False),
    ],
)
def test_only_the_exact_host_is_openrouter(base_url: str, is_openrouter: bool):
    """C76."""
    assert ("reasoning" in adapted("glm-5", base_url)) is is_openrouter


@pytest.mark.parametrize(
    ("model", "reasoning"),
    [
        ("qwen/qwen3.8-max:free", {"enabled": True, "effort": "low"}),
        ("qwen_3_8_max", {"enabled": True, "effort": "low"}),
        ("qwen3.8-plus", {"enabled": False}),
        ("hy3", {"enabled": False}),
        ("gpt-5-mini", {"enabled": True, "effort": "minimal"}),
        ("meta/llama-4", None),
    ],
)
def test_openrouter_gets_its_own_field(model: str, reasoning: dict[str, Any] | None):
    """C76: thinking off in any spelling, or the effort."""
    assert adapted(model, OPENROUTER).get("reasoning") == reasoning


@given(
    model=st.one_of(st.sampled_from([v["request"]["model"] for v in VECTORS]), st.text(max_size=20)),
    base_url=st.sampled_from([PLAIN, OPENROUTER, ""]),
    choice=st.sampled_from(
        [None, "auto", "required", "none", NAMED, {"type": "tool", "name": "x"}, {"function": None}]
    ),
)
@settings(max_examples=200, deadline=None, derandomize=True)
def test_adapting_never_fails_and_is_stable(model: str, base_url: str, choice: Any):
    request = {"model": model, "tool_choice": choice, "messages": [{"role": "user", "content": "x"}]}
    before = copy.deepcopy(request)
    once = adapt_request(request, base_url)
    assert request == before
    assert adapt_request(once, base_url) == once
    assert once["messages"] == before["messages"]
    assert once["messages"] is not request["messages"]


def test_a_request_without_a_model_is_left_alone():
    assert adapt_request({"messages": []}, PLAIN) == {"messages": []}


def test_every_rule_is_reachable_and_in_the_table():
    """One source for README: each row of the table names its family."""
    names = {vector["request"]["model"] for vector in VECTORS} | {"gpt-chat-latest", "gpt-5-chat-latest"}
    reached = [dialect_of(name, base) for name in names for base in (PLAIN, OPENROUTER)]
    assert [dialect for dialect in DIALECTS if dialect not in reached] == []
    table = dialects_markdown()
    assert table.count("\n") == len(DIALECTS) + 1
    assert "| deepseek | thinking off, takes no tool_choice | `thinking: disabled`, no `tool_choice` |" in table
