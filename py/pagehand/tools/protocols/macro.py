"""The macro protocol, the default: one forced ``AgentOutput`` call with reflection and exactly one action (C1-C7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pagehand.events import Reflection
from pagehand.llm import repair
from pagehand.prompts.user import Situation, user_prompt
from pagehand.tools.protocols.turn import ActionCall, Message, Tools, Turn, function_tool

NAME = "AgentOutput"

DESCRIPTION = "Your evaluation of the step before, your memory, your next goal and one action. Call this in every step."

INSTRUCTIONS = """\
# How to answer
Answer every step with exactly one call of AgentOutput, and nothing outside of it:
- evaluation_previous_goal: one sentence on whether the last step reached its goal, judged by the page. "Success", "Failed" or "Unclear", and why.
- memory: what you need to know later: what is done, what is left, values you have read. One to three sentences.
- next_goal: what the next action is to reach, in one sentence.
- action: an object with exactly one key, the name of the tool, whose value holds the tool's parameters, for example \
{"click_element_by_index": {"index": 12}}. One action only; you see its effect before the next.
End with the action `done`, once everything is done or when it cannot be."""

_REFLECTIONS = {
    "evaluation_previous_goal": "Whether the last step reached its goal, and how the page shows it.",
    "memory": "What must be remembered for the steps to come.",
    "next_goal": "What the next action is to reach.",
}


@dataclass(frozen=True)
class Macro:
    tool_choice: str | None = NAME

    @property
    def own_tools(self) -> Tools:
        return {}

    def instructions(self, tools: Tools) -> str:
        return INSTRUCTIONS

    def tools(self, tools: Tools) -> list[dict[str, Any]]:
        return [function_tool(NAME, DESCRIPTION, macro_schema(tools))]

    def messages(self, system: str, situation: Situation) -> list[Message]:
        return [{"role": "system", "content": system}, {"role": "user", "content": user_prompt(situation)}]

    def parse(self, response: dict[str, Any], tools: Tools) -> Turn:
        repaired = repair(response, tools)
        call = ActionCall(repaired.name, repaired.stated)
        return Turn((call,), Reflection(**repaired.reflection), notes=repaired.warnings)

    def unread(self, name: str) -> bool:
        return False


def macro_schema(tools: Tools) -> dict[str, Any]:
    """The schema of ``AgentOutput``: three reflections, and the union of this agent's tools as ``anyOf`` (C5, C6, D1)."""
    branches = [
        {
            "type": "object",
            "description": tool.description,
            "properties": {name: tool.json_schema},
            "required": [name],
        }
        for name, tool in tools.items()
    ]
    return {
        "type": "object",
        "properties": {
            **{name: {"type": "string", "description": text} for name, text in _REFLECTIONS.items()},
            "action": {"description": "Exactly one action: {tool: parameters}.", "anyOf": branches},
        },
        "required": ["action"],
    }
