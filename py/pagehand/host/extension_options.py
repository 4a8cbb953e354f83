"""The options page's Python: a real call of the configured model, by a task's own way (issue 7)."""

from __future__ import annotations

import json
import time
from typing import Any

import js

from pagehand.dom.bridge import clean_realm
from pagehand.host.extension_link import WorkerLink, model_settings
from pagehand.host.extension_options_texts import options_texts_for
from pagehand.llm import Client, LLMError
from pagehand.llm.config import load_config
from pagehand.ui.messages import choose_language

TOOL = {
    "type": "function",
    "function": {
        "name": "ready",
        "description": "Say that you are ready.",
        "parameters": {
            "type": "object",
            "properties": {"greeting": {"type": "string", "description": "One friendly word."}},
            "required": ["greeting"],
        },
    },
}
MESSAGES = [
    {"role": "system", "content": "You check a connection."},
    {"role": "user", "content": "Call the tool `ready` once, with a greeting."},
]


async def test_model(chrome: Any) -> str:
    """JSON ``{ok, message}``: what the model answered, or why it did not, in the language of the settings."""
    stored = await chrome.storage.local.get("settings")
    settings = stored.to_py().get("settings") or {}
    texts = options_texts_for(choose_language(settings.get("language") or None, str(js.navigator.language)))
    settings["keyed"] = bool(settings.pop("key", ""))
    if not settings.get("model"):
        return json.dumps({"ok": False, "message": texts.test_no_model})
    link = WorkerLink(chrome, clean_realm())
    began = time.monotonic()
    try:
        config = load_config({**model_settings(settings), "maxRetries": 0})
        if config.model == "offline":
            return json.dumps({"ok": True, "message": texts.test_offline})
        completion = await Client(config, link.transport()).invoke(
            MESSAGES, tools=[TOOL], tool_choice="ready", parse=called_tool
        )
    except LLMError as error:
        return json.dumps({"ok": False, "message": str(error)})
    seconds = f"{time.monotonic() - began:.1f}"
    words = texts.test_ok if completion.value else texts.test_no_tools
    return json.dumps({"ok": completion.value, "message": words.format(model=config.model, seconds=seconds)})


def called_tool(response: dict[str, Any]) -> bool:
    """Whether the model can call tools, which the agent lives on."""
    choices = response.get("choices") or [{}]
    return bool((choices[0].get("message") or {}).get("tool_calls"))
