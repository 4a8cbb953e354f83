"""Reading a provider's response down to what the model said: its calls, its text and how it ended (C43-C49, D6)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from pagehand.llm.errors import LLMError

_NORMAL = frozenset(
    [
        "tool_calls",
        "function_call",
        "tool_call",
        "tool_use",
        "stop",
        "end_turn",
        "stop_sequence",
        "eos",
        "eos_token",
        "complete",
        "completed",
    ]
)
_CUT = frozenset(["length", "max_tokens", "max_output_tokens", "model_length", "incomplete"])
_FILTERED = frozenset(
    [
        "content_filter",
        "content-filter",
        "safety",
        "recitation",
        "blocklist",
        "prohibited_content",
        "spii",
        "refusal",
        "image_safety",
    ]
)


@dataclass(frozen=True)
class Call:
    """One function call as the model wrote it; ``arguments`` may be text, an object or anything else."""

    name: str
    arguments: Any


@dataclass(frozen=True)
class Reply:
    """What the model said. ``cut``: it was stopped by a length limit (X3)."""

    calls: tuple[Call, ...]
    text: str
    cut: bool
    reasoning: str = ""


def read_reply(response: Any) -> Reply:
    """The reply in a response of any of the usual shapes: OpenAI's, and Gemini's, Anthropic's, Ollama's and OpenAI's
    newer own.

    Raises :class:`LLMError`: INVALID_SCHEMA for anything else or an unknown finish reason (C43, C47), CONTENT_FILTER
    for a refusal (C46). A missing finish reason is accepted where there is something to read (D6).
    """
    if not isinstance(response, dict):
        raise LLMError("invalid_schema", "The server's answer is not a chat completion.", raw=response)
    message, finish = _message(response)
    if message is None:
        raise _no_message(response)
    reason = str(finish).lower() if finish is not None else ""
    calls = tuple(_calls(message))
    text, more = _content(message.get("content"))
    calls += tuple(more)
    refusal = message.get("refusal")
    if reason in _FILTERED or (refusal and not calls and not text):
        said = f" It said: {str(refusal or text)[:300]}" if refusal or text else ""
        raise LLMError(
            "content_filter",
            f"The provider or the model refused to answer this request.{said} Put the task differently.",
            raw=response,
        )
    if reason and reason not in _NORMAL | _CUT:
        raise LLMError("invalid_schema", f"The reply ended with the unknown reason {str(finish)[:40]!r}.", raw=response)
    if not reason and not calls and not text.strip():
        raise LLMError("invalid_schema", "The reply is empty and gives no finish reason.", raw=response)
    reasoning = message.get("reasoning_content") or message.get("reasoning") or ""
    return Reply(calls, text, reason in _CUT, reasoning if isinstance(reasoning, str) else "")


def _no_message(response: dict[str, Any]) -> LLMError:
    error = response.get("error")
    if error:
        said = error.get("message") if isinstance(error, dict) else error
        return LLMError("invalid_schema", f"The server answered with an error: {str(said)[:300]}", raw=response)
    feedback = response.get("promptFeedback")
    if isinstance(feedback, dict) and feedback.get("blockReason"):
        reason = str(feedback["blockReason"])[:40]
        return LLMError("content_filter", f"The provider refused this request ({reason}). Put the task differently.")
    return LLMError("invalid_schema", "The server's answer holds no choice with a message.", raw=response)


def _message(response: dict[str, Any]) -> tuple[dict[str, Any] | None, Any]:
    choice = _first(response.get("choices"))
    if isinstance(choice, dict):
        message = choice.get("message") or choice.get("delta")
        finish = choice.get("finish_reason")
        if isinstance(message, dict):
            return message, finish
        if isinstance(choice.get("text"), str):
            return {"content": choice["text"]}, finish
        return None, finish
    candidate = _first(response.get("candidates"))
    if isinstance(candidate, dict):
        content = candidate.get("content")
        said = content.get("parts") if isinstance(content, dict) else content
        return {"content": said or ""}, candidate.get("finishReason") or candidate.get("finish_reason")
    if isinstance(response.get("message"), dict):
        return response["message"], response.get("done_reason")
    if isinstance(response.get("output"), list):
        parts: list[Any] = []
        for item in response["output"]:
            if isinstance(item, dict) and item.get("type") == "message":
                inner = item.get("content")
                parts += inner if isinstance(inner, list) else [inner]
            elif isinstance(item, dict) and item.get("type") != "reasoning":
                parts.append(item)
        return {"content": parts}, response.get("status")
    if response.get("role") == "assistant" and "content" in response:
        return response, response.get("stop_reason")
    return None, None


def _first(value: Any) -> Any:
    if isinstance(value, list):
        return value[0] if value else None
    return value if isinstance(value, dict) else None


def _calls(message: dict[str, Any]) -> list[Call]:
    given = message.get("tool_calls")
    entries = given if isinstance(given, list) else [given]
    if not any(entries):
        entries = [message.get("function_call")]
    return [call for call in map(_call, entries) if call is not None]


def _call(entry: Any) -> Call | None:
    """One call, with or without its ``function`` wrapper."""
    if isinstance(entry, str) and entry.strip().startswith("{"):
        try:
            entry = json.loads(entry)
        except ValueError:
            return Call("", entry)
    if not isinstance(entry, dict):
        return None
    function = entry.get("function")
    inner = function if isinstance(function, dict) else entry
    name = inner.get("name") or (function if isinstance(function, str) else "") or ""
    for key in ("arguments", "args", "input", "parameters"):
        if key in inner:
            return Call(str(name), inner[key])
    return Call(str(name), None) if name else None


def _content(content: Any) -> tuple[str, list[Call]]:
    """Text and calls in a message's content: a string, parts of any provider, or an object in place of its JSON."""
    if content is None:
        return "", []
    if isinstance(content, str):
        return content, []
    if isinstance(content, dict):
        content = [content]
    if not isinstance(content, list):
        return str(content), []
    texts: list[str] = []
    calls: list[Call] = []
    for part in content:
        if isinstance(part, str):
            texts.append(part)
        elif isinstance(part, dict):
            kind = str(part.get("type") or "")
            function = part.get("functionCall") or part.get("function_call")
            if isinstance(function, dict):
                call = _call(function)
                calls += [call] if call else []
            elif kind in ("tool_use", "function_call", "tool_call") or (kind == "function" and "function" in part):
                call = _call(part)
                calls += [call] if call else []
            elif kind in ("thinking", "reasoning", "redacted_thinking") or part.get("thought") is True:
                continue
            elif isinstance(part.get("text"), str):
                texts.append(part["text"])
            elif isinstance(part.get("text"), dict):
                texts.append(str(part["text"].get("value", "")))
            elif "refusal" not in kind:
                texts.append(json.dumps(part, ensure_ascii=False))
    return "".join(texts), calls
