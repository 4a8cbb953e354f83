"""The saved session: what carries a task across page loads (X11, X13, C153)."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from pydantic import ValidationError

from pagehand.events import HistoryEvent, Plan, Status, StepEvent, Wire

VERSION = 1
RESUMABLE: frozenset[Status] = frozenset(("running", "waiting"))


class SessionStore(Protocol):
    """Keeps one text. The embed's is ``sessionStorage``, the extension's ``chrome.storage.session``."""

    async def load(self) -> str | None: ...

    async def save(self, text: str) -> None: ...

    async def clear(self) -> None: ...


class MemoryStore:
    """A store that lives as long as the page; the default."""

    def __init__(self) -> None:
        self.text: str | None = None

    async def load(self) -> str | None:
        return self.text

    async def save(self, text: str) -> None:
        self.text = text

    async def clear(self) -> None:
        self.text = None


class SavedSession(Wire):
    """Everything needed to go on after a page load. A step whose action has no result yet is the pending one."""

    version: int = VERSION
    owner: str
    """Which agent instance runs it; another owner means that this instance has been left behind (X11)."""
    status: Status
    task: str
    history: list[HistoryEvent] = []
    step: int = 0
    """Steps begun for this task."""
    waited: float = 0.0
    plan: Plan | None = None
    next_number: int = 0
    url: str = ""
    saved_at: float
    """Seconds since 1970."""

    @property
    def resumable(self) -> bool:
        return self.status in RESUMABLE and bool(self.task)

    @property
    def pending(self) -> StepEvent | None:
        """The step that was saved before it acted and never reported back."""
        last = next((event for event in reversed(self.history) if isinstance(event, StepEvent)), None)
        return last if last and any(action.ok is None for action in last.actions) else None


class SupersededError(Exception):
    """Another agent instance has taken the session over, after a page load; this one must not act any more."""


@dataclass
class SessionFile:
    """One session in a store, seen by one agent instance."""

    store: SessionStore
    owner: str
    expiry: float
    """Seconds after which a saved session is no longer resumed."""
    now: Callable[[], float] = time.time

    async def read(self) -> SavedSession | None:
        """The saved session, or None where there is none, it has expired, or another version wrote it."""
        text = await self.store.load()
        if not text:
            return None
        try:
            if json.loads(text).get("version") != VERSION:
                return None
            saved = SavedSession.model_validate_json(text)
        except (ValueError, AttributeError, ValidationError):
            # The page shares sessionStorage with us in the embed: what cannot be read is no session of ours.
            return None
        return saved if self.now() - saved.saved_at <= self.expiry else None

    async def begin(self, saved: SavedSession) -> None:
        """Save as the owner from now on, whoever it was before: a run begins here, or goes on here."""
        await self.store.save(saved.model_copy(update={"owner": self.owner, "saved_at": self.now()}).model_dump_json())

    async def write(self, saved: SavedSession) -> None:
        """Save, unless another instance has taken over: then raise :class:`SupersededError`, for good."""
        if await self.superseded():
            raise SupersededError
        await self.store.save(saved.model_dump_json())

    async def superseded(self) -> bool:
        """Whether another instance has taken the session over."""
        return _owner(await self.store.load()) not in (None, self.owner)

    async def forget(self) -> None:
        """End the saved task, so that neither a later page nor one left behind goes on with it."""
        await self.begin(SavedSession(owner=self.owner, status="stopped", task="", saved_at=self.now()))

    async def clear(self) -> None:
        await self.store.clear()


def _owner(text: str | None) -> str | None:
    """Who saved a session last, expired or not; None where there is none that can be read."""
    try:
        owner = json.loads(text).get("owner") if text else None
    except (ValueError, AttributeError):
        return None
    return owner if isinstance(owner, str) else None
