"""Where models are served, and how to reach them: one source for the documentation and the extension's options."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Preset:
    """A provider or local server. ``model`` is a sensible first choice; ``headers`` are sent with every call."""

    id: str
    label: str
    base_url: str
    needs_key: bool
    model: str
    note: str
    headers: dict[str, str] = field(default_factory=dict)


PRESETS: tuple[Preset, ...] = (
    Preset("openai", "OpenAI", "https://api.openai.com/v1", True, "gpt-5.2", "Reasoning is kept off for speed."),
    Preset(
        "openrouter",
        "OpenRouter",
        "https://openrouter.ai/api/v1",
        True,
        "anthropic/claude-haiku-4.5",
        "One key for most models; the request is adapted to the model's family.",
    ),
    Preset(
        "dashscope",
        "DashScope (Qwen)",
        "https://dashscope.aliyuncs.com/compatible-mode/v1",
        True,
        "qwen3.7-plus",
        "Outside of China use https://dashscope-intl.aliyuncs.com/compatible-mode/v1.",
    ),
    Preset("deepseek", "DeepSeek", "https://api.deepseek.com/v1", True, "deepseek-chat", "Thinking is switched off."),
    Preset(
        "anthropic",
        "Anthropic",
        "https://api.anthropic.com/v1",
        True,
        "claude-haiku-4-5",
        "Its OpenAI-compatible endpoint; the header allows calls from a page.",
        {"anthropic-dangerous-direct-browser-access": "true"},
    ),
    Preset(
        "gemini",
        "Google Gemini",
        "https://generativelanguage.googleapis.com/v1beta/openai",
        True,
        "gemini-3.5-flash",
        "Its OpenAI-compatible endpoint.",
    ),
    Preset(
        "ollama",
        "Ollama",
        "http://localhost:11434/v1",
        False,
        "qwen3",
        "Start it with OLLAMA_ORIGINS set to the page's origin and OLLAMA_CONTEXT_LENGTH=32768 or more.",
    ),
    Preset(
        "lmstudio",
        "LM Studio",
        "http://localhost:1234/v1",
        False,
        "qwen/qwen3-8b",
        "Switch CORS on in the server's settings, and load the model with a context of 32768 or more.",
    ),
    Preset(
        "vllm",
        "vLLM",
        "http://localhost:8000/v1",
        False,
        "Qwen/Qwen3-8B",
        "Start it with --enable-auto-tool-choice, --tool-call-parser and --allowed-origins.",
    ),
    Preset("chrome", "Chrome's built-in model", "", False, "chrome", "Runs on the device; Chrome downloads it once."),
    Preset("offline", "No model", "", False, "offline", "Follows plain English steps; for trying things out."),
)


def preset(name: str) -> Preset:
    """The preset of that id. Raises ``KeyError``."""
    for known in PRESETS:
        if known.id == name:
            return known
    raise KeyError(f"There is no preset {name!r}; there are: {', '.join(known.id for known in PRESETS)}.")
