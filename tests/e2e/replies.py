"""What the scripted model server answers, as data: well-formed actions, and every way of going wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

BRACKET = re.compile(r"\[(\d+)\](?=<)")


@dataclass(frozen=True)
class Reply:
    """One HTTP response and how it travels."""

    body: bytes
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=lambda: {"Content-Type": "application/json"})
    delay: float = 0
    """Seconds before the first byte of the status line."""
    pace: float = 0
    """Seconds between pieces of ``piece`` bytes of the body."""
    piece: int = 64
    cut_after: int | None = None
    """Close the connection after this many bytes of the body, or before the status line when negative."""

    def after(self, seconds: float) -> Self:
        return replace(self, delay=seconds)

    def slowly(self, pace: float, piece: int = 64) -> Self:
        return replace(self, pace=pace, piece=piece)

    def cut(self, after: int) -> Self:
        return replace(self, cut_after=after)


@dataclass
class ModelRequest:
    """One call of the model, as the server saw it."""

    path: str
    headers: Mapping[str, str]
    """Names in lower case."""
    body: dict[str, Any]
    time: float
    """Seconds on the monotonic clock."""
    client_left: bool = False
    """The client closed the connection before the answer was complete."""

    @property
    def messages(self) -> list[dict[str, Any]]:
        return self.body["messages"]

    @property
    def text(self) -> str:
        """All text of the last user message."""
        content = next(message["content"] for message in reversed(self.messages) if message["role"] == "user")
        if isinstance(content, str):
            return content
        return "\n".join(part["text"] for part in content if part["type"] == "text")

    @property
    def page(self) -> str:
        """The page as it was told to the model: from the last ``Current page:`` on (``page-format.md``)."""
        _, mark, page = self.text.rpartition("Current page:")
        return mark + page

    def number(self, pattern: str, *, line: str = "", after: str = "") -> int:
        """The number of the first element whose printed form, tag to next bracket, matches ``pattern``.

        ``line`` narrows the search to lines that match it, ``after`` to what follows its first match:
        ``number("Open", line="Ada Lovelace")``, ``number("^<input", after="Destination")``. Raises LookupError
        with the page, which the server turns into a failed script step.
        """
        mark = re.search(after, self.page)
        for text in self.page[mark.end() if mark else len(self.page) :].splitlines():
            if not re.search(line, text):
                continue
            _, *parts = BRACKET.split(text)
            for number, printed in zip(parts[::2], parts[1::2], strict=True):
                if re.search(pattern, printed):
                    return int(number)
        raise LookupError(
            f"no element matches {pattern!r} on a line with {line!r} after {after!r} in:\n{self.page or self.text}"
        )

    def sees(self, pattern: str) -> bool:
        return re.search(pattern, self.page) is not None


def act(action: Mapping[str, Any] | str, /, parameters: Mapping[str, Any] | None = None, **reflection: str) -> Reply:
    """A forced ``AgentOutput`` call: ``act("click_element_by_index", {"index": 3}, next_goal="Open it")``."""
    chosen = {action: parameters or {}} if isinstance(action, str) else dict(action)
    return call("AgentOutput", json.dumps({**reflection, "action": chosen}, ensure_ascii=False))


def done(text: str, success: bool = True) -> Reply:
    return act("done", {"text": text, "success": success})


def call(name: str, arguments: str | Mapping[str, Any]) -> Reply:
    """A tool call with these arguments as they stand; text that is no JSON is sent so."""
    function = {"name": name, "arguments": arguments}
    return message({"content": None, "tool_calls": [{"id": "call_1", "type": "function", "function": function}]})


def say(content: str, finish_reason: str = "stop") -> Reply:
    """Plain content and no tool call."""
    return message({"content": content}, finish_reason)


def message(fields: Mapping[str, Any], finish_reason: str = "tool_calls") -> Reply:
    choice = {"index": 0, "message": {"role": "assistant", **fields}, "finish_reason": finish_reason}
    return as_json({"id": "chatcmpl-1", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice]})


def as_json(body: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Reply:
    return Reply(json.dumps(body).encode(), status, {"Content-Type": "application/json", **(headers or {})})


def fail(status: int, text: str = "", headers: Mapping[str, str] | None = None, **fields: Any) -> Reply:
    """An error in OpenAI's form."""
    return as_json({"error": {"message": text or f"status {status}", "type": "error", **fields}}, status, headers)


def raw(body: str | bytes, status: int = 200, content_type: str = "text/html") -> Reply:
    return Reply(body.encode() if isinstance(body, str) else body, status, {"Content-Type": content_type})


def redirect(location: str, status: int = 307) -> Reply:
    return Reply(b"", status, {"Location": location})


def drop() -> Reply:
    """Close the connection without a byte."""
    return Reply(b"").cut(-1)


def with_usage(reply: Reply, request: ModelRequest) -> Reply:
    """Fill in ``usage``, at about four characters a token, where a completion has none."""
    try:
        body = json.loads(reply.body)
    except ValueError:
        return reply
    if not isinstance(body, dict) or "choices" not in body or "usage" in body:
        return reply
    prompt = len(json.dumps(request.body)) // 4
    completion = len(reply.body) // 4
    usage = {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}
    return replace(reply, body=json.dumps({**body, "usage": usage}).encode())


def pieces(reply: Reply) -> Sequence[bytes]:
    body = reply.body if reply.cut_after is None else reply.body[: max(0, reply.cut_after)]
    size = reply.piece if reply.pace else max(1, len(body))
    return [body[start : start + size] for start in range(0, len(body), size)]
