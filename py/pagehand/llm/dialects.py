"""How each family of models wants its requests: a table (section B of the catalogue, X7).

One rule per model, the first that matches wins. A pattern is matched at the start of the name as
:func:`~pagehand.llm.model_names.canonical_name` spells it (``gpt 5.2 chat latest``). Unknown models are left alone (C77).
"""

from __future__ import annotations

import copy
import re
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import urlsplit

from pagehand.llm.model_names import canonical_name

Provider = Literal["openrouter"]
ToolChoiceStyle = Literal["openai", "anthropic", "unnamed"]

_NO_THINKING = {"thinking": {"type": "disabled"}}


@dataclass(frozen=True)
class Dialect:
    """What one kind of model needs.

    ``set`` overwrites, ``default`` only fills what the user left open, ``drop`` removes. ``provider`` limits a rule to
    one provider. ``tool_choice``: ``anthropic`` is ``{type: any | tool}``, ``unnamed`` turns a named choice into
    ``required``. ``echo_reasoning``: the model's ``reasoning_content`` goes back with its turn (model-quirks 30).
    """

    family: str
    pattern: str
    note: str
    set: dict[str, Any] = field(default_factory=dict)
    default: dict[str, Any] = field(default_factory=dict)
    drop: tuple[str, ...] = ()
    tool_choice: ToolChoiceStyle = "openai"
    provider: Provider | None = None
    echo_reasoning: bool = False


DIALECTS: tuple[Dialect, ...] = (
    Dialect(
        "qwen",
        r"qwen 3\.8 max\b",
        "3.8 max on OpenRouter: thinks a little, takes no tool_choice",
        set={"reasoning_effort": "low"},
        drop=("tool_choice",),
        provider="openrouter",
        echo_reasoning=True,
    ),
    Dialect("qwen", r"qwen\b.*\b(max|plus)\b", "thinking off", set={"enable_thinking": False}, echo_reasoning=True),
    Dialect(
        "qwen",
        r"qwen\b",
        "thinking off; a higher temperature, so that a retry differs",
        set={"enable_thinking": False},
        default={"temperature": 1.0},
        echo_reasoning=True,
    ),
    Dialect(
        "deepseek",
        r"deepseek\b",
        "thinking off, takes no tool_choice",
        set=_NO_THINKING,
        drop=("tool_choice",),
        echo_reasoning=True,
    ),
    Dialect(
        "gpt",
        r"gpt 5\b.*\bchat latest\b",
        "chat-latest: short answers, no effort or temperature",
        set={"verbosity": "low"},
        drop=("reasoning_effort", "temperature"),
    ),
    Dialect("gpt", r"gpt\b.*\bchat latest\b", "no effort or temperature", drop=("reasoning_effort", "temperature")),
    Dialect(
        "gpt",
        r"gpt 5\.[12](?!\d)",
        "5.1 and 5.2: no reasoning, short answers",
        set={"verbosity": "low", "reasoning_effort": "none"},
    ),
    Dialect(
        "gpt",
        r"gpt 5(?![.\d])",
        "5, mini and nano: minimal reasoning, short answers",
        set={"verbosity": "low", "reasoning_effort": "minimal"},
    ),
    Dialect(
        "gpt",
        r"gpt 5\.",
        "5.3 and later: short answers, no effort",
        set={"verbosity": "low"},
        drop=("reasoning_effort",),
    ),
    Dialect("gpt", r"gpt\b", "4 and others: no effort", drop=("reasoning_effort",)),
    Dialect(
        "claude",
        r"claude\b.*\b(opus|sonnet|haiku)\b",
        "on OpenRouter: thinking off",
        set=_NO_THINKING,
        provider="openrouter",
    ),
    Dialect(
        "claude",
        r"claude\b.*\b(opus|sonnet|haiku)\b",
        "thinking off, tool_choice in Anthropic's own form",
        set=_NO_THINKING,
        tool_choice="anthropic",
    ),
    Dialect(
        "claude",
        r"claude\b",
        "fable, mythos and others: thinks a little, takes no tool_choice",
        set={"reasoning_effort": "low"},
        drop=("tool_choice",),
    ),
    Dialect("gemini", r"gemini 2\.5\b(?!.*\bpro\b)", "2.5 but pro: no reasoning", set={"reasoning_effort": "none"}),
    Dialect(
        "gemini",
        r"gemini (3\.5 flash|3\.1 flash lite|3 flash)\b",
        "3 flash, 3.1 flash-lite and 3.5 flash: minimal reasoning",
        set={"reasoning_effort": "minimal"},
    ),
    Dialect("gemini", r"gemini\b", "others: low reasoning", set={"reasoning_effort": "low"}),
    Dialect(
        "glm", r"glm 5\.[3-9](?!\d)", "5.3 to 5.9: low reasoning", set={"reasoning_effort": "low"}, echo_reasoning=True
    ),
    Dialect("glm", r"glm\b", "thinking off", set=_NO_THINKING, echo_reasoning=True),
    Dialect("hy", r"hy \d", "thinking off, low effort", set={**_NO_THINKING, "reasoning_effort": "low"}),
    Dialect("grok", r"grok 4\.3(?![\d])", "4.3: no reasoning", set={"reasoning_effort": "none"}),
    Dialect(
        "grok", r"grok (3 mini|code fast)\b", "3 mini and code fast: low reasoning", set={"reasoning_effort": "low"}
    ),
    Dialect(
        "kimi",
        r"kimi k 3\b",
        "k3: no parallel_tool_calls, no named tool",
        drop=("parallel_tool_calls",),
        tool_choice="unnamed",
        echo_reasoning=True,
    ),
    Dialect("kimi", r"kimi\b.*\bcode", "code: as it is", echo_reasoning=True),
    Dialect("kimi", r"kimi\b", "thinking off", set=_NO_THINKING, echo_reasoning=True),
    Dialect(
        "minimax",
        r"minimax\b.*\bm 3\b",
        "m3: thinking off, no parallel_tool_calls",
        set=_NO_THINKING,
        drop=("parallel_tool_calls",),
        echo_reasoning=True,
    ),
    Dialect("minimax", r"minimax\b", "no parallel_tool_calls", drop=("parallel_tool_calls",), echo_reasoning=True),
)


def provider_of(base_url: str) -> Provider | None:
    """The one provider whose requests differ whatever the model: the host is exactly ``openrouter.ai`` (C76)."""
    parts = urlsplit(base_url if "://" in base_url else f"https://{base_url}")
    return "openrouter" if (parts.hostname or "").lower() == "openrouter.ai" else None


def dialect_of(model: str, base_url: str = "") -> Dialect | None:
    """The rule for a model, or nothing for an unknown one."""
    name, provider = canonical_name(model), provider_of(base_url)
    for dialect in DIALECTS:
        if dialect.provider in (None, provider) and re.match(dialect.pattern, name):
            return dialect
    return None


def adapt_request(request: dict[str, Any], base_url: str) -> dict[str, Any]:
    """The request as its model and provider want it; the given one stays unchanged."""
    body = copy.deepcopy(request)
    dialect = dialect_of(str(body.get("model") or ""), base_url)
    if dialect is not None:
        for name, value in dialect.default.items():
            if body.get(name) is None:
                body[name] = value
        body.update(copy.deepcopy(dialect.set))
        for name in dialect.drop:
            body.pop(name, None)
        _restyle_tool_choice(body, dialect.tool_choice)
    if provider_of(base_url) == "openrouter":
        _translate_reasoning(body)
    return body


def _restyle_tool_choice(body: dict[str, Any], style: ToolChoiceStyle) -> None:
    choice = body.get("tool_choice")
    function = choice.get("function") if isinstance(choice, dict) else None
    name = function.get("name") if isinstance(function, dict) else None
    if style == "anthropic" and choice == "required":
        body["tool_choice"] = {"type": "any"}
    elif style == "anthropic" and name:
        body["tool_choice"] = {"type": "tool", "name": name}
    elif style == "unnamed" and name:
        body["tool_choice"] = "required"


def _translate_reasoning(body: dict[str, Any]) -> None:
    """OpenRouter's own field for what the families spell in three ways; the original fields stay (section B)."""
    thinking = body.get("thinking")
    effort = body.get("reasoning_effort")
    disabled = isinstance(thinking, dict) and thinking.get("type") == "disabled"
    if disabled or body.get("enable_thinking") is False or effort == "none":
        body["reasoning"] = {"enabled": False}
    elif effort:
        body["reasoning"] = {"enabled": True, "effort": effort}
