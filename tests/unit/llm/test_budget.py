"""Token estimates and folding (C154, X3, X10), and usage (C54)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagehand.llm.budget import estimate_tokens, fit_messages, least_tokens, prompt_tokens
from pagehand.llm.usage import Usage, read_usage

# tokens counted with gpt-tokenizer's o200k_base
COUNTED = [
    ("The quick brown fox jumps over the lazy dog.", 10),
    ('[12]<button aria-label="Open order #1017">Open', 14),
    ("\t#1017 | Ada Lovelace | 7 Mar 2026 | Packing | €48.00", 23),
    ("请在搜索框中输入订单号，然后点击保存按钮。", 13),
]


@pytest.mark.parametrize(("text", "counted"), COUNTED)
def test_the_estimate_is_on_the_safe_side(text: str, counted: int):
    """Issue 6: a conservative estimate, wide characters included; the least is below."""
    assert least_tokens(text) <= counted
    assert estimate_tokens(text) >= counted * 0.9


def test_wide_characters_count_more():
    assert estimate_tokens("订单" * 100) > 3 * estimate_tokens("ab" * 100)


def history(steps: int, size: int = 300) -> str:
    return "\n".join(
        f"<step_{n}>\nEvaluation of Previous Step: Success\nMemory: note {n}\nNext Goal: go {n}\n"
        f'Action: {{"wait": {{}}}}\nAction Result: {"word " * size}\n</step_{n}>'
        for n in range(1, steps + 1)
    )


def prompt(steps: int, page: str = "PAGE") -> list[dict[str, Any]]:
    text = f"<user_request>\nTASK\n</user_request>\n\n<agent_history>\n{history(steps)}\n</agent_history>\n\n<browser_state>\n{page}\n</browser_state>"
    return [{"role": "system", "content": "SYSTEM"}, {"role": "user", "content": text}]


def test_what_fits_is_not_touched():
    messages = prompt(5)
    fitted = fit_messages(messages, 60_000)
    assert (fitted.messages, fitted.folded, fitted.fits) == (messages, 0, True)


@given(steps=st.integers(0, 30), limit=st.integers(200, 12_000))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_task_and_page_never_go(steps: int, limit: int):
    """X3: history goes, oldest first; the last step stays whole."""
    messages = prompt(steps)
    fitted = fit_messages(messages, limit)
    text = fitted.messages[1]["content"]
    assert "TASK" in text
    assert "<browser_state>\nPAGE\n</browser_state>" in text
    assert fitted.messages[0] == messages[0]
    assert fitted.fits == (prompt_tokens(fitted.messages) <= limit)
    if steps:
        assert f"Memory: note {steps}\nNext Goal" in text
    assert messages == prompt(steps), "the given messages stay as they are"


def test_the_oldest_steps_become_their_memory_lines():
    text = fit_messages(prompt(12), 4000).messages[1]["content"]
    assert "<step_1>\nMemory: note 1\n</step_1>" in text
    assert "<step_2>\nMemory: note 2\n</step_2>" in text
    assert text.index("note 1\n") < text.index("note 12")


def test_folding_goes_in_blocks_so_that_prefixes_last():
    """Consecutive prompts share their prefix for some steps."""
    folded = [fit_messages(prompt(steps), 4000).folded for steps in range(9, 21)]
    assert len(set(folded)) <= 4
    assert all(count % 4 == 0 or count == steps - 1 for count, steps in zip(folded, range(9, 21), strict=True))


def test_turns_of_a_conversation_are_dropped_in_pairs():
    """C154: an assistant's call and its results go together, memory is kept as a line."""
    call = {"id": "1", "type": "function", "function": {"name": "agent_turn", "arguments": '{"memory": "seen 3 rows"}'}}
    turn = [
        {"role": "assistant", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "1", "content": "word " * 900},
    ]
    messages = [
        {"role": "system", "content": "S"},
        {"role": "user", "content": "TASK"},
        *turn,
        *turn,
        *turn,
        {"role": "user", "content": "PAGE"},
    ]
    fitted = fit_messages(messages, 2000)
    roles = [message["role"] for message in fitted.messages]
    assert fitted.fits
    assert "seen 3 rows" in fitted.messages[2]["content"]
    assert fitted.messages[1]["content"] == "TASK"
    assert fitted.messages[-1]["content"] == "PAGE"
    assert all(roles[index - 1] in ("assistant", "tool") for index, role in enumerate(roles) if role == "tool")


def test_a_page_that_is_too_long_alone_is_said():
    assert fit_messages(prompt(3, "word " * 10_000), 2000).fits is False


def test_images_and_tools_count():
    image = [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "data:" + "A" * 99_999}}]}]
    assert 500 < prompt_tokens(image) < 3000
    assert prompt_tokens([], [{"type": "function", "function": {"description": "x" * 700}}]) > 200


@pytest.mark.parametrize(
    ("given", "usage"),
    [
        ({}, Usage()),
        ({"usage": None}, Usage()),
        ({"usage": {"prompt_tokens": 5, "completion_tokens": 2}}, Usage(5, 2, 7)),
        (
            {
                "usage": {
                    "prompt_tokens": 5,
                    "completion_tokens": 2,
                    "total_tokens": 9,
                    "prompt_tokens_details": {"cached_tokens": 3},
                    "completion_tokens_details": {"reasoning_tokens": 1},
                }
            },
            Usage(5, 2, 9, 3, 1),
        ),
        ({"usage": {"prompt_tokens": 5, "prompt_cache_hit_tokens": 4, "completion_tokens": 0}}, Usage(5, 0, 5, 4)),
        ({"usage": {"input_tokens": 5, "output_tokens": 2, "cache_read_input_tokens": 1}}, Usage(5, 2, 7, 1)),
        (
            {"usageMetadata": {"promptTokenCount": 5, "candidatesTokenCount": 2, "thoughtsTokenCount": 3}},
            Usage(5, 2, 7, 0, 3),
        ),
        ({"prompt_eval_count": 5, "eval_count": 2}, Usage(5, 2, 7)),
        ({"usage": {"prompt_tokens": "many", "completion_tokens": -1, "total_tokens": True}}, Usage()),
    ],
)
def test_usage_in_every_spelling(given: dict[str, Any], usage: Usage):
    """C54."""
    assert read_usage(given) == usage


def test_usage_adds_up():
    assert Usage(1, 2, 3, 4, 5) + Usage(1, 1, 1, 1, 1) == Usage(2, 3, 4, 5, 6)
