"""``model: "offline"``: plain imperative English, with no key and no network.

It is a transport: it gets the request that a model would get, sees nothing but its messages, and answers with one
``AgentOutput`` call. Where it stands is kept in ``memory``, so it plans anew from each page. A convenience for trying
things out, not a model: what it does not understand it says, with how to configure a real one.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from pagehand.llm.offline.commands import Command, read_commands
from pagehand.llm.offline.page_text import read_page_text
from pagehand.llm.offline.planner import Scene, plan
from pagehand.llm.transport import HttpRequest, HttpResponse, completion_body, json_response

__all__ = ["next_turn", "offline_transport"]

_CONFIGURE = (
    'The built-in offline model only follows plain steps such as "open Orders, type Ada into Search, press Enter"; '
    'for anything else configure a real model, for example baseURL "http://localhost:11434/v1" and model "qwen3".'
)
_CONFIGURE_ZH = (
    "内置的离线模型只能执行简单的英文步骤，例如 “open Orders, type Ada into Search, press Enter”；"
    "其他任务请配置真正的模型，例如 baseURL “http://localhost:11434/v1”、model “qwen3”。"
)
_MEMORY = re.compile(r"Part (\d+) of \d+ is next(?: \(([^)]*)\))?\.(?: Found: (.*))?")
_ALL_DONE = re.compile(r"All (\d+) parts are done\.(?: Found: (.*))?")
_GIVE_UP = 3


async def offline_transport(request: HttpRequest) -> HttpResponse:
    """Answer a chat completion request."""
    body = json.loads(request.body or "{}")
    return json_response(
        completion_body("offline", tool="AgentOutput", arguments=next_turn(body.get("messages") or []))
    )


@dataclass(frozen=True)
class _Step:
    """A step of the history, as the prompt tells it."""

    memory: str
    action: str
    result: str

    @property
    def failed(self) -> bool:
        return self.result.startswith("Failed")

    @property
    def number(self) -> int | None:
        match = re.search(r'"index": ?(\d+)', self.action)
        return int(match.group(1)) if match else None


def next_turn(messages: list[dict[str, Any]]) -> dict[str, Any]:
    """The ``AgentOutput`` input for a prompt."""
    prompt = "\n".join(_text(message) for message in messages if message.get("role") == "user")
    request = _fence(prompt, "user_request")
    commands = read_commands(request) if request else None
    if commands is None:
        sentence = _CONFIGURE_ZH if re.search(r"[\u4e00-\u9fff]", request) else _CONFIGURE
        return _turn("", "", "Say what is not understood", {"done": {"text": sentence, "success": False}})
    steps = _steps(_fence(prompt, "agent_history"))
    fails = 0
    while fails < len(steps) and steps[-1 - fails].failed:
        fails += 1
    evaluation = "" if not steps else f"Failed: {steps[-1].result[:120]}" if fails else "Success"
    before = steps[: len(steps) - fails]
    part, stage, found = _position(before[-1].memory if before else "")
    if fails >= _GIVE_UP:
        return _end(f"This step did not work: {steps[-1].result}", evaluation, success=False)
    failed = frozenset(step.number for step in steps[len(steps) - fails :] if step.number is not None)
    page = read_page_text(_fence(prompt, "browser_state", last=True))
    today = (re.search(r"Local time: (\S+)", prompt) or ["", ""])[1]
    changed = bool(before) and "Changes:" in before[-1].result
    while part <= len(commands):
        command = commands[part - 1]
        scene = Scene(page, stage, failed, changed, today, _saves(commands[part:]))
        move = plan(command, scene)
        if move.error:
            told = f" So far: {found}." if found else ""
            return _end(
                f"{move.error}{told} (Part {part} of {len(commands)}: {command.said})", evaluation, success=False
            )
        found = "; ".join(text for text in (found, move.found) if text)
        if not move.stage:
            part += 1
        stage = move.stage
        if move.action is not None:
            return _turn(evaluation, _memory(part, len(commands), stage, found), move.goal, move.action)
    return _end(found or f"Done: {request.strip()}", evaluation, success=True)


def _saves(rest: list[Command]) -> bool:
    """Whether the user says to save by themselves, before anything else is opened."""
    for command in rest:
        if command.verb == "click":
            return bool(re.search(r"\b(save|submit|apply|confirm|ok|update|cancel|close)\b", command.target, re.I))
    return False


def _text(message: dict[str, Any]) -> str:
    content = message.get("content")
    if isinstance(content, list):
        return "\n".join(str(part.get("text", "")) for part in content if isinstance(part, dict))
    return str(content or "")


def _fence(prompt: str, name: str, *, last: bool = False) -> str:
    found = re.findall(rf"<{name}>\n?(.*?)\n?</{name}>", prompt, re.S)
    return (found[-1] if last else found[0]) if found else ""


def _steps(history: str) -> list[_Step]:
    steps: list[_Step] = []
    for text in re.findall(r"<step_\d+>\n(.*?)</step_\d+>", history, re.S):
        lines = {
            name: re.search(rf"^{name}: (.*(?:\n(?!(?:Memory|Next Goal|Action|Action Result|Note): ).*)*)", text, re.M)
            for name in ("Memory", "Action", "Action Result")
        }
        memory, action, result = ((match.group(1).strip() if match else "") for match in lines.values())
        steps.append(_Step(memory, action, result))
    return steps


def _position(memory: str) -> tuple[int, str, str]:
    """Part, stage and findings that the last memory tells."""
    if done := _ALL_DONE.search(memory):
        return int(done.group(1)) + 1, "", (done.group(2) or "").strip()
    match = _MEMORY.search(memory)
    return (int(match.group(1)), match.group(2) or "", (match.group(3) or "").strip()) if match else (1, "", "")


def _memory(part: int, parts: int, stage: str, found: str) -> str:
    if part > parts:
        return f"All {parts} parts are done.{f' Found: {found}' if found else ''}"
    return f"Part {part} of {parts} is next{f' ({stage})' if stage else ''}.{f' Found: {found}' if found else ''}"


def _turn(evaluation: str, memory: str, goal: str, action: dict[str, Any]) -> dict[str, Any]:
    return {"evaluation_previous_goal": evaluation, "memory": memory, "next_goal": goal, "action": action}


def _end(text: str, evaluation: str, *, success: bool) -> dict[str, Any]:
    return _turn(evaluation, "", "End the task", {"done": {"text": text, "success": success}})
