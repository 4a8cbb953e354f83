"""What every action works with, and the frame around it: check, act, settle, read back, report.

An action is a function that gets a :class:`Scope` and returns an ``ActionResult``. :meth:`Scope.run` gives it
the page for itself (X41), keeps the page's dialogs, waits until the page has settled, adds what was seen to change,
and turns an unexpected exception into the reason ``unknown`` (C93). Only cancellation gets through.
"""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from pagehand.actions import observation
from pagehand.actions.aim import Aim, OnPoint, aim
from pagehand.actions.checks import disabled_refusal
from pagehand.actions.dialogs import DialogGuard, DialogLog, DialogPolicy, NewTabs, quoted, windows_below
from pagehand.actions.events import view_of
from pagehand.actions.focus import move_focus
from pagehand.actions.pointer import Pointer
from pagehand.actions.refusals import validation_words, watch_refusals
from pagehand.actions.settle import settle, two_frames, until
from pagehand.dom.changes import Observation, difference
from pagehand.dom.live_page import LivePage
from pagehand.dom.names import describe
from pagehand.dom.registry import Registry
from pagehand.dom.secrets import is_secret
from pagehand.hands import Offset
from pagehand.page import Target
from pagehand.results import ActionResult, failed

NOTHING_SEEN_AFTER = 1.0
"""Seconds that a first effect of a click, hover or key is waited for (X39)."""
MAX_COMPARED = 20_000
"""Nodes of a page up to which an action tells what changed by reading it again; beyond, the next reading tells."""

OpenTab = Callable[[str], Awaitable[str | None]]
"""Opens a tab for an address (the extension does); answers what to tell the model, or None."""

_locks: weakref.WeakKeyDictionary[Registry, asyncio.Lock] = weakref.WeakKeyDictionary()


@dataclass(frozen=True)
class Found:
    """An element that a target was resolved to; ``label`` names it in messages."""

    element: Any
    label: str
    data: Any = None


class Scope:
    def __init__(
        self,
        page: LivePage,
        *,
        on_point: OnPoint | None = None,
        open_tab: OpenTab | None = None,
        dialogs: DialogPolicy = "native",
        settle_cap: float = 1.0,
    ) -> None:
        self.page = page
        self.bridge: Any = page.bridge
        self.on_point = on_point
        self.pointer = Pointer(self.bridge)
        self.log = DialogLog()
        self.guard = DialogGuard(self.bridge, dialogs, self.log)
        self._tabs = NewTabs(self.bridge, self.guard)
        self._open_tab = open_tab
        self._cap = settle_cap
        self._busy_before = 0
        self._read: Observation | None = None
        self._seen: Observation | None = None

    # Checking

    def locate(self, target: Target) -> Found | ActionResult:
        """The element of a target, or the registry's own words why there is none (X13, X14, C126-C129)."""
        resolved = self.page.registry.resolve(target)
        if isinstance(resolved, ActionResult):
            return resolved
        if not view_of(resolved.element):
            return failed("not_found", f"{target!r} was in a frame that shows something else now. Read the page again.")
        return Found(resolved.element, self.name(resolved.element), resolved.data)

    def usable(self, target: Target) -> Found | ActionResult:
        """Like :meth:`locate`, and refused when disabled or inert; a field being edited is committed first.

        Forms that validate on blur enable their button only then (page-shapes 9): a user's press on the disabled
        button would have moved the focus.
        """
        found = self.locate(target)
        if isinstance(found, ActionResult):
            return found
        refusal = disabled_refusal(found.element, found.label)
        if refusal is None:
            return found
        if observation.active_element(self.bridge.document) is not None:
            move_focus(self.bridge, None)
            refusal = disabled_refusal(found.element, found.label)
        return refusal or found

    def name(self, element: Any) -> str:
        """An element in words, with its number if it has one."""
        return describe(self.bridge, element, self.page.registry)

    def is_secret(self, element: Any) -> bool:
        """A field whose text is told by its length only, by the page's options too (X17)."""
        return is_secret(self.bridge, element, self.page.options.secret_patterns)

    async def aim(self, found: Found, offset: Offset | None = None) -> Aim | ActionResult:
        return await aim(self.bridge, found.element, found.label, offset=offset, on_point=self.on_point)

    # Settling

    def last_mutation(self) -> float:
        return self.page.watch.last_mutation_time

    async def settle(self, *, expects_change: bool = False) -> None:
        await settle(
            self.bridge,
            self.last_mutation,
            cap=self._cap,
            expects_change=expects_change,
            is_busy=lambda: observation.busy_marks(self.bridge) > self._busy_before,
        )

    async def two_frames(self) -> None:
        await two_frames(self.bridge)

    # Running

    async def run(
        self, action: Callable[[], Awaitable[ActionResult]], *, watched: Target | None = None, open_ended: bool = False
    ) -> ActionResult:
        """Run one action. ``open_ended``: its end state cannot be known, so an absent effect is said (X39)."""
        lock = _locks.setdefault(self.page.registry, asyncio.Lock())
        async with lock:
            stops: list[Callable[[], None]] = []
            try:
                self.guard.hold()
                stops.append(self._tabs.watch(self.bridge.window))
                stops.append(watch_refusals(self.bridge, self._on_invalid))
                for window in windows_below(self.bridge.window):
                    self.page.watch.watch(window.document)
                self._busy_before = observation.busy_marks(self.bridge)
                element = self._watched_element(watched)
                before = observation.traces(self.bridge, element), self.page.watch.count
                result = await action()
                return await self._report(result, *before, element, open_ended)
            except Exception as error:  # noqa: BLE001  the boundary of C93: nothing is thrown into the loop
                return failed("unknown", f"The action failed unexpectedly: {type(error).__name__}: {error}")
            finally:
                for stop in stops:
                    stop()

    def _watched_element(self, target: Target | None) -> Any | None:
        if target is None:
            return None
        resolved = self.page.registry.resolve(target)
        return None if isinstance(resolved, ActionResult) else resolved.element

    def _on_invalid(self, field: Any) -> None:
        line = f"{self.name(field)} is not valid: {validation_words(field, secret=self.is_secret(field)) or 'the page says so'}"
        if line not in self.log.lines:
            self.log.note(line)

    async def _report(
        self,
        result: ActionResult,
        before: observation.Traces,
        mutations: int,
        element: Any | None,
        open_ended: bool,
    ) -> ActionResult:
        """The result with what was seen to change; an open-ended one says so when that is nothing."""
        for url in self._tabs.wanted:
            if self._open_tab is None:
                self.log.note(self._tabs.open(url))
            else:
                self.log.note(await self._open_tab(url) or f"the link opened {quoted(url)} in a new tab")
        self._tabs.wanted.clear()

        def has_changed() -> bool:
            moved = self.page.watch.count != mutations or observation.traces(self.bridge, element) != before
            return moved or bool(self.log.lines)

        changed = has_changed()
        if open_ended and result.ok and not changed:
            changed = await until(has_changed, NOTHING_SEEN_AFTER)
            if changed:
                await self.settle()
        changes = [*result.changes, *self.log.take()]
        if changed:
            changes += await self._differences()
        message = result.message
        if open_ended and result.ok and not changed:
            message = f"{message} Nothing visible changed within 1 s."
        return result.model_copy(update={"changes": changes, "message": message})

    async def _differences(self) -> list[str]:
        """What a reader sees that it did not see at the last reading or action; nothing before a first reading."""
        read = self.page.last_observation
        base = self._seen if self._seen is not None and read is self._read else read
        self._read = read
        if base is None or (self.page.reading is not None and len(self.page.reading.nodes) > MAX_COMPARED):
            return []
        self._seen = await self.page.observe()
        return difference(base, self._seen)

    def release(self) -> None:
        """The run is over: the page has its dialogs back, and nothing of it is held."""
        self.guard.release()
        self.pointer.forget()
        self.log.take()
