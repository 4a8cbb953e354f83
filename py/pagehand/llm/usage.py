"""Tokens of a call and of a task, as the provider reports them (C54)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Usage:
    """Token counts; 0 where nothing was reported. Add them up for a task."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    total_tokens: int = 0
    cached_tokens: int = 0
    reasoning_tokens: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.total_tokens + other.total_tokens,
            self.cached_tokens + other.cached_tokens,
            self.reasoning_tokens + other.reasoning_tokens,
        )


_PROMPT = ("prompt_tokens", "input_tokens", "promptTokenCount", "prompt_eval_count")
_COMPLETION = ("completion_tokens", "output_tokens", "candidatesTokenCount", "eval_count")
_TOTAL = ("total_tokens", "totalTokenCount")
_CACHED = ("cached_tokens", "prompt_cache_hit_tokens", "cache_read_input_tokens", "cachedContentTokenCount")
_REASONING = ("reasoning_tokens", "thoughtsTokenCount")
_DETAILS = ("prompt_tokens_details", "input_tokens_details", "completion_tokens_details", "output_tokens_details")


def read_usage(response: Mapping[str, Any]) -> Usage:
    """The usage in a response of any of the usual spellings."""
    found: dict[str, Any] = {}
    for source in (response, response.get("usage"), response.get("usageMetadata")):
        if isinstance(source, Mapping):
            found.update(source)
            for key in _DETAILS:
                if isinstance(source.get(key), Mapping):
                    found.update(source[key])
    prompt, completion = _count(found, _PROMPT), _count(found, _COMPLETION)
    return Usage(
        prompt,
        completion,
        _count(found, _TOTAL) or prompt + completion,
        _count(found, _CACHED),
        _count(found, _REASONING),
    )


def _count(found: Mapping[str, Any], names: tuple[str, ...]) -> int:
    for name in names:
        value = found.get(name)
        if isinstance(value, int | float) and not isinstance(value, bool) and value >= 0:
            return int(value)
    return 0
