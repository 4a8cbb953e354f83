"""How many tokens a prompt has, on the safe side, and how it is made to fit (X3, C154).

What may go: history, oldest first, each step down to its memory line, then to nothing. What never goes: the system
message, the task, and the latest page state.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

Message = dict[str, Any]

_WIDE = re.compile(
    r"[\u1100-\u11ff\u2e80-\ua4cf\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U0001f000-\U0003ffff]"
)
_OTHER = re.compile(r"[^\x00-\x7f]")
_DIGIT = re.compile(r"[0-9]")
_SIGN = re.compile(r"[\t\n!-/:-@\[-`{-~]")
_IMAGE_TOKENS = 1_100
_PER_MESSAGE = 4

_STEP = re.compile(r"<step_(\d+)>\n(.*?)\n?</step_\1>", re.S)
_HISTORY = re.compile(r"(?<=<agent_history>\n).*?(?=\n?</agent_history>)", re.S)
_NOTE = re.compile(r"(?:^Memory: .*$|^\(shortened\) .*$)", re.M)
_BLOCK = 4
"""Steps are folded in blocks of this many, so that the prefix of consecutive prompts changes seldom."""
_KEPT_MESSAGES = 2


def estimate_tokens(text: str) -> int:
    """Tokens of a text, rather too many than too few.

    Letters and blanks go by nearly four, digits by two, signs and line breaks nearly one by one, wide characters by
    themselves: fitted to o200k counts of page texts, schemas and prose, above each of them.
    """
    wide = len(_WIDE.findall(text))
    other = len(_OTHER.findall(text)) - wide
    digits = len(_DIGIT.findall(text))
    signs = len(_SIGN.findall(text))
    letters = len(text) - wide - other - digits - signs
    return math.ceil(wide * 1.1 + other / 1.3 + letters / 3.7 + digits / 1.8 + signs / 1.5)


def least_tokens(text: str) -> int:
    """Tokens that a text has at the very least, whatever the tokenizer; for X10's comparison."""
    wide = len(_WIDE.findall(text))
    return int(wide / 2.5 + (len(text) - wide) / 7)


def message_tokens(message: Message, count: Callable[[str], int] = estimate_tokens) -> int:
    """Tokens of one message, its calls and images included."""
    content = message.get("content")
    total = _PER_MESSAGE
    if isinstance(content, str):
        total += count(content)
    elif isinstance(content, list):
        for part in content:
            is_image = isinstance(part, dict) and "image" in str(part.get("type", ""))
            total += (
                _IMAGE_TOKENS if is_image else count(str(part.get("text", "")) if isinstance(part, dict) else str(part))
            )
    if message.get("tool_calls"):
        total += count(json.dumps(message["tool_calls"], ensure_ascii=False))
    if isinstance(message.get("reasoning_content"), str):
        total += count(message["reasoning_content"])
    return total


def prompt_tokens(
    messages: Sequence[Message], tools: Sequence[Any] = (), count: Callable[[str], int] = estimate_tokens
) -> int:
    """Tokens of a whole prompt, the tools' schemas included."""
    schemas = count(json.dumps(list(tools), ensure_ascii=False)) if tools else 0
    return sum(message_tokens(message, count) for message in messages) + schemas


@dataclass(frozen=True)
class Fitted:
    """Messages that fit, how many steps or turns were folded for it, and whether they do fit."""

    messages: list[Message]
    folded: int
    fits: bool


def fit_messages(messages: Sequence[Message], max_tokens: int, tools: Sequence[Any] = ()) -> Fitted:
    """Fold history, oldest first, until the prompt is estimated to have at most ``max_tokens``.

    History is found where the prompts put it: ``<step_n>`` blocks inside of ``<agent_history>``, or earlier turns as
    messages of their own. ``fits`` is false when task and page alone are too long; they are sent all the same.
    """
    kept = [dict(message) for message in messages]
    excess = prompt_tokens(kept, tools) - max_tokens
    folded = 0
    for fold in (_fold_steps, _fold_turns):
        if excess > 0:
            count, kept = fold(kept, excess)
            folded += count
            excess = prompt_tokens(kept, tools) - max_tokens
    return Fitted(kept, folded, excess <= 0)


def _fold_steps(messages: list[Message], excess: int) -> tuple[int, list[Message]]:
    folded = 0
    for position, message in enumerate(messages):
        text = message.get("content")
        if not isinstance(text, str):
            continue
        history = _HISTORY.search(text)
        if history is None:
            continue
        count, shorter = _shortened(history.group(), excess)
        messages[position] = {**message, "content": text[: history.start()] + shorter + text[history.end() :]}
        folded += count
    return folded, messages


def _shortened(history: str, excess: int) -> tuple[int, str]:
    """History with its oldest steps down to their memory line; the last step stays. Then, if need be, without them."""
    steps = list(_STEP.finditer(history))
    foldable = steps[:-1]
    saved, count = 0, 0
    for step in foldable:
        if saved >= excess and count % _BLOCK == 0:
            break
        saved += max(0, estimate_tokens(step.group()) - estimate_tokens(_memory(step)) - 2)
        count += 1
    if saved < excess and foldable:
        last = _memory(foldable[-1])
        gone = f"<sys>{len(foldable)} earlier steps are left out.</sys>"
        return len(foldable), "\n".join(
            part for part in (gone, last, history[foldable[-1].end() :].strip("\n")) if part
        )
    parts: list[str] = []
    position = 0
    for step in foldable[:count]:
        parts += [history[position : step.start()], _memory(step)]
        position = step.end()
    return count, "".join(parts) + history[position:]


def _memory(step: re.Match[str]) -> str:
    """A step's memory line, or its goal, in its own tags."""
    note = _NOTE.search(step.group(2)) or re.search(r"^(?:Next Goal|Said|Action): .*$", step.group(2), re.M)
    line = note.group()[:300] if note else "(left out)"
    return f"<step_{step.group(1)}>\n{line}\n</step_{step.group(1)}>"


def _fold_turns(messages: list[Message], excess: int) -> tuple[int, list[Message]]:
    """Drop the oldest turns between the task and the latest page, an assistant's together with its tool results."""
    first = next((index for index, message in enumerate(messages) if message.get("role") == "user"), len(messages))
    begin, end = first + 1, len(messages) - _KEPT_MESSAGES
    while end > begin and messages[end].get("role") == "tool":
        end -= 1
    cut, saved = begin, 0
    while cut < end and saved < excess:
        saved += message_tokens(messages[cut])
        cut += 1
        while cut < end and messages[cut].get("role") == "tool":
            saved += message_tokens(messages[cut])
            cut += 1
    if cut <= begin:
        return 0, messages
    memories = [memory for message in messages[begin:cut] for memory in _memories(message)]
    note = f"{cut - begin} earlier messages are left out." + (
        f" What you noted: {' '.join(memories)[:600]}" if memories else ""
    )
    return cut - begin, [*messages[:begin], {"role": "user", "content": f"<sys>{note}</sys>"}, *messages[cut:]]


def _memories(message: Message) -> list[str]:
    """What an assistant's calls noted in ``memory``."""
    found: list[str] = []
    for call in message.get("tool_calls") or []:
        try:
            arguments = json.loads(call["function"]["arguments"])
        except (KeyError, TypeError, ValueError):
            continue
        if isinstance(arguments, dict) and isinstance(arguments.get("memory"), str):
            found.append(arguments["memory"])
    return found
