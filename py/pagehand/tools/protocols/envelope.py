"""The envelope protocol: one forced ``agent_turn`` call with memory, several actions and narration (C130-C134, C150, D11).

The tools are listed in the system prompt; ``actions`` holds ``{tool, args}`` and ``{narrate, about}`` items in order.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pagehand.events import Reflection
from pagehand.llm import LLMError, Reply, read_reply
from pagehand.prompts.user import Situation, user_prompt
from pagehand.tools.parameters import as_list
from pagehand.tools.protocols.reading import checked, first_object, stated_calls, unpacked
from pagehand.tools.protocols.turn import ActionCall, Message, TodoAdjust, Tools, Turn, function_tool
from pagehand.tools.tool import Finish, Tool
from pagehand.tools.webagent.core import narrate as NARRATE

NAME = "agent_turn"
UNSHOWN = frozenset(("border", "pause", "narrate"))
"""Framing comes with narration, pausing from the runtime, narration as an item of its own (C117, C120, D42)."""

INSTRUCTIONS = """\
# How to answer
Answer every turn with exactly one call of agent_turn, and nothing outside of it:
- memory: what you need to know later; what is done and what is left.
- evaluation_previous_goal and next_goal: whether the last turn reached its goal, judged by the page; what this one is to reach.
{left}
- actions: what to do now, in this order. Each item is either {{"narrate": "...", "about": "<id>"}}, which tells the user something and \
frames the element it is about, or {{"tool": "<name>", "args": {{...}}}}. Put together only what does not depend on seeing a result first. \
After the page has changed, the rest is not run.
- is_final: true only in the turn that completes the request, after everything was seen to work. It does not count together with an \
action whose result you have not read. Without any action the task ends as well.

The tools, with their arguments:"""

UNPLANNED = "- todos_remaining: what is left to do for the request, shortest form; empty when nothing is."
PLANNED = (
    "- todo_adjust, where the plan was wrong: remove, the numbers of items to strike out; replace, items of number and "
    "intent to word anew."
)


@dataclass(frozen=True)
class Envelope:
    unread_tools: frozenset[str]
    planned: bool = False
    """Whether there is a plan: then the turn adjusts it, in place of listing what is left (C150)."""
    tool_choice: str | None = NAME

    @property
    def own_tools(self) -> Tools:
        return {NARRATE.name: NARRATE}

    def instructions(self, tools: Tools) -> str:
        left = PLANNED if self.planned else UNPLANNED
        return INSTRUCTIONS.format(left=left) + "\n" + "\n".join(_described(each) for each in _shown(tools).values())

    def tools(self, tools: Tools) -> list[dict[str, Any]]:
        return [
            function_tool(
                NAME, "One turn of work. Call this in every turn.", envelope_schema(tools, planned=self.planned)
            )
        ]

    def messages(self, system: str, situation: Situation) -> list[Message]:
        return [{"role": "system", "content": system}, {"role": "user", "content": user_prompt(situation)}]

    def parse(self, response: dict[str, Any], tools: Tools) -> Turn:
        envelope = _envelope(read_reply(response), tools)
        memory = envelope.get("memory")
        if not isinstance(memory, str):
            raise LLMError("invalid_tool_args", "agent_turn needs memory, a text.")
        planning = envelope.get("turn_planning")
        planning = planning if isinstance(planning, Mapping) else envelope
        final = _true(envelope.get("is_final")) or _true(envelope.get("will_finish_this_turn"))
        calls: list[ActionCall] = []
        notes: tuple[str, ...] = ()
        items = envelope.get("actions") or []
        if not isinstance(items, list):
            items = [items]
        for item in items:
            if not isinstance(item, Mapping):
                continue
            if _true(item.get("task_finish")) or _tool_name(item) == "task_finish":
                final = True
            elif stated := _stated(item):
                call, warnings = checked(*stated, {**self.own_tools, **tools})
                calls.append(call)
                notes += warnings
        finish = Finish(True, _closing_text(calls, memory)) if final or not calls else None
        reflection = Reflection(
            evaluation_previous_goal=_text(planning.get("evaluation_previous_goal")),
            memory=memory,
            next_goal=_text(planning.get("next_goal")) or _text(_first(envelope.get("todos_remaining"))),
        )
        return Turn(tuple(calls), reflection, finish=finish, todo_adjust=_adjust(envelope), notes=notes)

    def unread(self, name: str) -> bool:
        return name in self.unread_tools


def envelope_schema(tools: Tools, *, planned: bool = False) -> dict[str, Any]:
    """Reasoning first, ``is_final`` last, since models write in the order of the schema (C150)."""
    text = {"type": "string"}
    item = {
        "type": "object",
        "properties": {
            "narrate": {"type": "string", "description": "What the user is told."},
            "about": {"type": "string", "description": "The id of the element it is about."},
            "tool": {"type": "string", "enum": list(_shown(tools))},
            "args": {"type": "object", "description": "The tool's arguments."},
        },
    }
    goals = {"evaluation_previous_goal": text, "next_goal": text}
    replacement = {
        "type": "object",
        "properties": {"number": {"type": "integer"}, "intent": text},
        "required": ["number", "intent"],
    }
    left: dict[str, Any] = {"todos_remaining": {"type": "array", "items": text}}
    if planned:
        adjust = {
            "remove": {"type": "array", "items": {"type": "integer"}},
            "replace": {"type": "array", "items": replacement},
        }
        left = {
            "turn_planning": {"type": "object", "properties": goals},
            "todo_adjust": {"type": "object", "properties": adjust},
        }
    return {
        "type": "object",
        "properties": {
            "memory": {**text, "description": "What must be remembered."},
            **({} if planned else goals),
            **left,
            "actions": {"type": "array", "items": item},
            "is_final": {"type": "boolean"},
        },
        "required": ["memory", *([] if planned else ["todos_remaining"]), "actions", "is_final"],
    }


def _shown(tools: Tools) -> dict[str, Tool]:
    return {name: each for name, each in tools.items() if name not in UNSHOWN}


def _described(tool: Tool) -> str:
    schema = json.dumps(tool.json_schema.get("properties", {}), ensure_ascii=False)
    required = ", ".join(tool.json_schema.get("required", []))
    return f"- {tool.name}: {tool.description} Arguments: {schema}" + (f" Required: {required}." if required else "")


def _tool_name(item: Mapping[str, Any]) -> str:
    name = item.get("tool", item.get("name"))
    return name.removeprefix("functions.").strip() if isinstance(name, str) else ""


def _stated(item: Mapping[str, Any]) -> tuple[str, Any] | None:
    """One item as a tool's name and its arguments; narration wins over a tool in the same object (C150)."""
    if isinstance(item.get("narrate"), str) and item["narrate"].strip():
        about = item.get("about")
        return NARRATE.name, {"text": item["narrate"], **({"about": about} if about else {})}
    name = _tool_name(item)
    if not name:
        return None
    return name, next((item[key] for key in ("args", "arguments", "parameters") if key in item), None)


def _envelope(reply: Reply, tools: Tools) -> dict[str, Any]:
    """The envelope, from the call, from JSON in the text, or from calls of the tools themselves (C79, D2)."""
    calls = stated_calls(reply, [NAME, *tools])
    for call in calls:
        if call.name == NAME:
            arguments = unpacked(call.arguments, NAME)
            if not isinstance(arguments, dict):
                raise LLMError("invalid_tool_args", f"The arguments of {NAME} must be an object.")
            return arguments
    if direct := [call for call in calls if call.name in tools]:
        return {"memory": "", "actions": [{"tool": call.name, "args": call.arguments} for call in direct]}
    found = first_object(reply)
    if found is None:
        raise LLMError("no_tool_call", f"Call {NAME}; the reply held no such call.", cut=reply.cut)
    if found.get("name") == NAME and "arguments" in found:
        found = unpacked(found["arguments"], NAME)
    return found


def _adjust(envelope: Mapping[str, Any]) -> TodoAdjust | None:
    """``todo_adjust`` of a planned turn; items without a number are left alone."""
    given = envelope.get("todo_adjust")
    if not isinstance(given, Mapping):
        return None
    removed = frozenset(number for each in as_list(given.get("remove")) or [] if (number := _number(each)) is not None)
    replaced = {
        number: str(each.get("intent") or each.get("text"))
        for each in as_list(given.get("replace")) or []
        if isinstance(each, Mapping) and (number := _number(each.get("number", each.get("id")))) is not None
    }
    return TodoAdjust(removed, replaced)


def _number(value: Any) -> int | None:
    try:
        return None if isinstance(value, bool) else int(value)
    except (TypeError, ValueError):
        return None


def _closing_text(calls: list[ActionCall], memory: str) -> str:
    """What the user was told last; the memory where they were told nothing."""
    said = [str(call.params.get("text")) for call in calls if call.name == NARRATE.name]
    return said[-1] if said else memory


def _true(value: Any) -> bool:
    return value is True or (isinstance(value, str) and value.strip().lower() == "true")


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


def _first(value: Any) -> Any:
    return value[0] if isinstance(value, list) and value else None
