"""The classic protocol: plain function calling; a turn of text alone ends the task (C133, C152).

History is told as tool calls and their results, the page only in the last message (C154).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from pagehand.events import StepEvent
from pagehand.llm import LLMError, read_reply
from pagehand.llm.repair.markup import strip_thoughts
from pagehand.prompts.history import note_text, result_text
from pagehand.prompts.user import Situation, closing, opening
from pagehand.tools.protocols.reading import checked, stated_calls
from pagehand.tools.protocols.turn import Message, Tools, Turn, function_tool
from pagehand.tools.tool import Finish

INSTRUCTIONS = """\
# How to answer
Call exactly one tool per turn; you see its effect before the next. Before the call you may say in one sentence what you are about to do. \
A turn of text without a call ends the task, and that text is the answer the user reads: write it only when everything is \
done, or when it cannot be."""


@dataclass(frozen=True)
class Classic:
    tool_choice: str | None = "auto"

    @property
    def own_tools(self) -> Tools:
        return {}

    def instructions(self, tools: Tools) -> str:
        return INSTRUCTIONS

    def tools(self, tools: Tools) -> list[dict[str, Any]]:
        return [function_tool(name, each.description, each.json_schema) for name, each in tools.items()]

    def messages(self, system: str, situation: Situation) -> list[Message]:
        messages: list[Message] = [
            {"role": "system", "content": system},
            {"role": "user", "content": opening(situation)},
        ]
        number = 0
        for event in situation.history:
            if isinstance(event, StepEvent):
                number += 1
                messages += _step_messages(event, number)
            elif note := note_text(event):
                messages.append({"role": "user", "content": note})
        messages.append({"role": "user", "content": closing(situation)})
        return messages

    def parse(self, response: dict[str, Any], tools: Tools) -> Turn:
        reply = read_reply(response)
        calls = stated_calls(reply, list(tools))
        text = strip_thoughts(reply.text).strip()
        if not calls:
            if reply.cut or not text:
                why = (
                    "The answer was cut off: write a shorter one."
                    if reply.cut
                    else "The reply was empty: call a tool, or answer."
                )
                raise LLMError("no_tool_call", why, cut=reply.cut, raw=response)
            return Turn(text=text, finish=Finish(True, text))
        first, notes = checked(calls[0].name, calls[0].arguments, tools)
        if ignored := ", ".join(call.name for call in calls[1:]):
            notes += (f"Only the first call was run; one call a turn. Ignored: {ignored}.",)
        return Turn((first,), text=text if reply.calls and text else None, notes=notes)

    def unread(self, name: str) -> bool:
        return False


def _step_messages(step: StepEvent, number: int) -> list[Message]:
    """The assistant's calls, then one result each; what the runtime noted follows the last result."""
    if not step.actions:
        notes: list[Message] = [{"role": "user", "content": f"<sys>{note}</sys>"} for note in step.notes]
        return [{"role": "assistant", "content": step.text or ""}, *notes]
    calls = [
        {
            "id": f"call_{number}_{position}",
            "type": "function",
            "function": {"name": action.name, "arguments": json.dumps(action.input, ensure_ascii=False)},
        }
        for position, action in enumerate(step.actions)
    ]
    messages: list[Message] = [{"role": "assistant", "content": step.text or "", "tool_calls": calls}]
    for call, action in zip(calls, step.actions, strict=True):
        messages.append({"role": "tool", "tool_call_id": call["id"], "content": result_text(action)})
    if step.notes:
        messages[-1]["content"] += "".join(f"\nNote: {note}" for note in step.notes)
    return messages
