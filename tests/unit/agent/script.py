"""A model that follows a script, behind the real client: a transport that answers one reply per request."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from pagehand.agent import Agent
from pagehand.config import AgentConfig
from pagehand.llm import Client, HttpRequest, HttpResponse
from pagehand.llm.transport import completion_body, json_response
from unit.agent.world import Element, MemoryHands, MemoryPage

Reply = dict[str, Any] | HttpResponse | Exception | Callable[[dict[str, Any]], Any]


@dataclass
class Script:
    """Answers requests in order. A dict is response JSON; a function gets the request body and returns a reply."""

    replies: list[Reply]
    bodies: list[dict[str, Any]] = field(default_factory=list)
    cancelled: int = 0

    async def __call__(self, request: HttpRequest) -> HttpResponse:
        self.bodies.append(json.loads(request.body or "{}"))
        reply = self.replies[len(self.bodies) - 1]
        try:
            if callable(reply):
                reply = reply(self.bodies[-1])
                if asyncio.iscoroutine(reply):
                    reply = await reply
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        if isinstance(reply, Exception):
            raise reply
        return reply if isinstance(reply, HttpResponse) else json_response(reply)

    def user_text(self, request: int = -1) -> str:
        """The user message of a request."""
        return self.bodies[request]["messages"][1]["content"]

    def system_text(self, request: int = -1) -> str:
        return self.bodies[request]["messages"][0]["content"]


def output(action: dict[str, Any], **reflection: str) -> dict[str, Any]:
    """A reply of the macro protocol."""
    return completion_body("scripted", tool="AgentOutput", arguments={**reflection, "action": action})


def done(text: str = "Finished.", **more: Any) -> dict[str, Any]:
    return output({"done": {"text": text, "success": True, **more}})


def click(index: int) -> dict[str, Any]:
    return output({"click_element_by_index": {"index": index}})


def orders_page() -> MemoryPage:
    return MemoryPage(
        [
            Element("button", "Save"),
            Element("input", attributes={"placeholder": "Name"}),
            Element("input", attributes={"type": "password"}),
            Element("select", options=("France", "Japan")),
        ],
        text="# Open orders",
    )


def agent_with(replies: Sequence[Reply], page: MemoryPage | None = None, **options: Any) -> tuple[Agent, Script]:
    """An agent on a page in memory, driven by a script. Seams may be given beside the options."""
    page = page or orders_page()
    seams = {
        name: options.pop(name)
        for name in ("user", "overlays", "store", "run_script", "fetch_text", "mount_surface", "hands")
        if name in options
    }
    given = {"baseURL": "http://model.test/v1", "model": "scripted", "step_delay": 0, "max_retries": 1, **options}
    config = AgentConfig.parse(given)
    script = Script(list(replies))
    seams.setdefault("hands", MemoryHands(page))
    return Agent(config, page=page, client=Client(config.llm, script), **seams), script
