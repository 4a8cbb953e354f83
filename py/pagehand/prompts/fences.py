"""Fences around what a model must not take for instructions. Page text cannot close or open one."""

from __future__ import annotations

import re

_FENCE_NAMES = (
    "instructions|system_instructions|page_instructions|llms_txt|host_context|user_request|agent_history|agent_state"
    r"|browser_state|page_changes|plan|sys|step_\d+"
)
_FENCE = re.compile(rf"<(?=\s*/?\s*(?:{_FENCE_NAMES})\s*>)", re.IGNORECASE)


def neutral(text: str) -> str:
    """Text with every fence-like tag defused: its ``<`` becomes ``‹``, which reads the same and closes nothing."""
    return _FENCE.sub("‹", text)


def fenced(name: str, text: str) -> str:
    """``text`` between the tags of a fence. Defuse what comes from outside with :func:`neutral` first."""
    return f"<{name}>\n{text}\n</{name}>"
