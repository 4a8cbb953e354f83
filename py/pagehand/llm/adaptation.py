"""What is learned about an endpoint from its rejections, once, and applied from then on (X2, model-quirks 3b).

A provider that names a parameter gets the request without it; one whose model cannot call tools gets the schema in the
prompt; one that takes no images gets none. Nothing is learned twice, so no request is ever repeated blindly.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

_KEPT = frozenset({"model", "messages", "tools"})
_NO_TOOLS = re.compile(
    r"(does not|doesn't|do not|not|no endpoints found that) support(s|ed|ing)?[^.]{0,30}\b(tools?|functions?)\b"
    r"|\b(tools?|tool use|tool calling|functions?|function calling)\b[^.]{0,30}\b(is|are)? ?(not|un)[ -]?(supported|available|allowed|permitted|implemented)"
    r"|enable-auto-tool-choice|tool-call-parser|unsupported parameter:? ['\"]?tools?\b|unknown (name|field|parameter)[ :]*['\"]?tools\b"
    r"|unrecognized request argument[^:]*: tools\b",
    re.I,
)
_NO_IMAGES = re.compile(
    r"image_url|\b(image|images|vision|multimodal|multi-modal)\b|content.{0,40}(must be|should be|expected).{0,20}string"
    r"|invalid type: sequence, expected a string",
    re.I,
)
_REASONING = re.compile(r"reasoning_content", re.I)
_PLACES = re.compile(r"[\w]+")


@dataclass
class Learned:
    """What an endpoint does not take. One per client; share it to share what was learned."""

    dropped: set[str] = field(default_factory=set)
    no_tools: bool = False
    no_images: bool = False
    echo_reasoning: bool | None = None
    max_prompt_tokens: int | None = None


def learn(message: str, parameter: str, body: Mapping[str, Any], learned: Learned) -> str | None:
    """What to change before the request is sent once more, in words; None where the rejection teaches nothing new."""
    about_tools = re.sub(r"parallel[ _]?tool[ _]?calls?", "", message, flags=re.I)
    if (
        "tools" in body
        and not learned.no_tools
        and (_NO_TOOLS.search(about_tools) or parameter.split(".")[0] == "tools")
    ):
        learned.no_tools = True
        return "The model cannot call tools: the schema is sent in the prompt."
    if _REASONING.search(message) and learned.echo_reasoning is None:
        learned.echo_reasoning = not re.search(
            r"unexpected|unknown|extra|unsupported|not (permitted|allowed)", message, re.I
        )
        return "reasoning_content is " + ("sent back." if learned.echo_reasoning else "no longer sent back.")
    name = _named(message, parameter, body)
    if name is not None and name not in learned.dropped:
        learned.dropped.add(name)
        return f"The server does not take {name}: it is left out."
    if not learned.no_images and has_images(body.get("messages") or []) and _NO_IMAGES.search(message):
        learned.no_images = True
        return "The model takes no images: they are left out."
    return None


def _named(message: str, parameter: str, body: Mapping[str, Any]) -> str | None:
    """The optional top-level parameter of ``body`` that a rejection names."""
    optional = [name for name in body if name not in _KEPT]
    place = _PLACES.match(parameter)
    if place and place.group() in optional:
        return place.group()
    if place and place.group() in _KEPT and "." not in message:
        return None
    for name in sorted(optional, key=len, reverse=True):
        if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", message):
            return name
    spaced = {name: name.replace("_", "[ _-]?") for name in optional if "_" in name}
    return next((name for name, pattern in spaced.items() if re.search(rf"\b{pattern}\b", message, re.I)), None)


def apply(body: dict[str, Any], learned: Learned) -> dict[str, Any]:
    """The body without what the endpoint does not take."""
    body = {name: value for name, value in body.items() if name not in learned.dropped}
    if learned.no_images:
        body["messages"] = [without_images(message) for message in body["messages"]]
    return body


def has_images(messages: list[dict[str, Any]]) -> bool:
    return any(
        isinstance(part, dict) and "image" in str(part.get("type", ""))
        for message in messages
        if isinstance(message.get("content"), list)
        for part in message["content"]
    )


def without_images(message: dict[str, Any]) -> dict[str, Any]:
    """A message with its text only, as a plain string; it says that a picture is missing."""
    content = message.get("content")
    if not isinstance(content, list) or not has_images([message]):
        return message
    texts = [str(part.get("text", "")) for part in content if isinstance(part, dict) and part.get("type") == "text"]
    return {**message, "content": "\n".join([*texts, "(A screenshot was left out: you cannot see images.)"])}


def in_prompt(body: dict[str, Any], *, json_mode: bool = True) -> dict[str, Any]:
    """The request for a model that cannot call tools: schemas in the prompt, JSON mode where there is one."""
    body = dict(body)
    tools = body.pop("tools", None) or []
    body.pop("tool_choice", None)
    body.pop("parallel_tool_calls", None)
    body["messages"] = [_as_text(message) for message in body["messages"]]
    if not tools:
        return body
    functions = [tool["function"] for tool in tools if isinstance(tool.get("function"), dict)]
    if len(functions) == 1:
        shape = f"Reply with one JSON object and nothing else. It must be valid by this JSON Schema ({functions[0]['name']}):"
        schema: Any = functions[0].get("parameters", {})
    else:
        shape = 'Reply with one JSON object {"name": ..., "arguments": {...}} and nothing else. These functions can be called:'
        schema = functions
    text = f"{shape}\n{json.dumps(schema, ensure_ascii=False, separators=(',', ':'))}"
    messages = list(body["messages"])
    if messages and messages[0].get("role") == "system" and isinstance(messages[0].get("content"), str):
        messages[0] = {**messages[0], "content": f"{messages[0]['content']}\n\n{text}"}
    else:
        messages.insert(0, {"role": "system", "content": text})
    body["messages"] = messages
    if json_mode:
        body["response_format"] = {"type": "json_object"}
    return body


def _as_text(message: dict[str, Any]) -> dict[str, Any]:
    """Earlier calls and their results as text, for a server that knows neither."""
    if message.get("role") == "tool":
        return {"role": "user", "content": f"Result: {message.get('content')}"}
    calls = message.get("tool_calls")
    if not calls:
        return message
    written = [
        json.dumps({"name": call["function"]["name"], "arguments": call["function"]["arguments"]}, ensure_ascii=False)
        for call in calls
        if isinstance(call.get("function"), dict)
    ]
    return {"role": "assistant", "content": "\n".join([*filter(None, [message.get("content")]), *written])}
