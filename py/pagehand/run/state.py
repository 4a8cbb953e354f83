"""What one run holds: the seams it works on, its counters, and how it is saved."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from pagehand.config import AgentConfig
from pagehand.emitter import Emitter
from pagehand.events import Activity, Plan, Status, StepEvent
from pagehand.llm import Client
from pagehand.page import Page
from pagehand.prompts.user import Instructions
from pagehand.run.log import Log
from pagehand.secrets import Secrets
from pagehand.session import SavedSession, SessionFile
from pagehand.tools.protocols.turn import TurnProtocol
from pagehand.tools.tool import Tool, ToolContext


@dataclass
class Run:
    """One task on its way. The loop's functions take it and change it; nothing else does."""

    task: str
    config: AgentConfig
    page: Page
    client: Client
    protocol: TurnProtocol
    tools: Mapping[str, Tool]
    context: ToolContext
    log: Log
    emitter: Emitter
    secrets: Secrets
    session: SessionFile
    system: str
    """The system prompt, fixed for the run so that providers can cache it."""
    hook: Callable[..., Awaitable[None]]
    """Calls a host's hook by name with one argument and awaits it (C27)."""
    status: Callable[[], Status]
    instructions_for: Callable[[str], Awaitable[Instructions]]
    """The :class:`Instructions` for an address, awaited once per address."""
    host_context: Callable[[], Awaitable[dict[str, str]]]
    step: int = 0
    """Steps begun."""
    url: str = ""
    failures: int = 0
    """Actions that failed one after the other (D39)."""
    plan: Plan | None = None
    structured: bool = False
    """A success must carry data: only ``done`` can end it."""
    instructions: Instructions = field(default_factory=Instructions)
    user_acted_at: float | None = None
    """Clock time of the person's last act on the page, until the loop has noticed it (X22)."""
    now: Callable[[], float] = time.monotonic

    def activity(self, event: Activity) -> None:
        self.emitter.emit("activity", self.secrets.redact(event))

    async def save(self) -> None:
        """Write the session: before every action, after it, and at every change of status (X11)."""
        await self.session.write(self.saved(self.status()))

    def saved(self, status: Status) -> SavedSession:
        return SavedSession(
            owner=self.session.owner,
            status=status,
            task=self.secrets.redact(self.task),
            history=self.log.events,
            step=self.step,
            waited=self.context.run.waited,
            plan=self.plan,
            next_number=self.page.next_number,
            url=self.page.url,
            saved_at=self.session.now(),
        )

    async def record(self, step: StepEvent) -> None:
        """A step before it acts: in the history and saved."""
        self.log.append(step)
        await self.save()

    async def update(self, step: StepEvent) -> None:
        """The step with what came of it."""
        self.log.replace_step(step)
        await self.save()


def local_time() -> str:
    return datetime.now().astimezone().strftime("%Y-%m-%d %H:%M %Z (%A)")
