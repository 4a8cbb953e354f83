"""The hands in a live page: every action of ``pagehand.hands.Hands``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pagehand.actions import (
    checking,
    choosing,
    dragging,
    entering,
    files,
    form_validity,
    key_actions,
    moving,
    pointing,
    scroll_actions,
    text_selection,
    waiting,
)
from pagehand.actions.aim import OnPoint
from pagehand.actions.dialogs import DialogPolicy
from pagehand.actions.files import FileStore
from pagehand.actions.moving import Router
from pagehand.actions.scope import OpenTab, Scope
from pagehand.dom.live_page import LivePage
from pagehand.hands import Button, Direction, Modifier, Offset
from pagehand.page import Target
from pagehand.results import ActionResult


class LiveHands:
    """Implements ``Hands`` over the registry, the hit test and the changes of ``dom``.

    on_point:  awaited with the point (CSS px of the top viewport) that is about to be pressed, to draw a pointer.
    router:    the host's navigation for :meth:`navigate`.
    open_tab:  opens a new tab for a link (the extension's); without it the page's own ``window.open`` is used.
    files:     what :meth:`upload_files` may give.
    dialogs:   policy for ``confirm`` and ``prompt`` (X20).
    """

    def __init__(
        self,
        page: LivePage,
        *,
        on_point: OnPoint | None = None,
        router: Router | None = None,
        open_tab: OpenTab | None = None,
        files: FileStore | None = None,
        dialogs: DialogPolicy = "native",
        settle_cap: float = 1.0,
    ) -> None:
        self.files = files or FileStore()
        self._router = router
        self._scope = Scope(page, on_point=on_point, open_tab=open_tab, dialogs=dialogs, settle_cap=settle_cap)

    def begin_run(self) -> None:
        """Keep the page's dialogs from now on; the first action does so too."""
        self._scope.guard.hold()

    def end_run(self) -> None:
        """Give the page its dialogs back and forget where the pointer was."""
        self._scope.release()

    def note(self, line: str) -> None:
        """Record what someone else saw the page do (the extension's page-world hook: a dialog, a popup; X23)."""
        self._scope.log.note(line)

    async def click(
        self,
        target: Target,
        *,
        button: Button = "left",
        count: int = 1,
        offset: Offset | None = None,
        modifiers: Sequence[Modifier] = (),
    ) -> ActionResult:
        return await self._scope.run(
            lambda: pointing.click(self._scope, target, button=button, count=count, offset=offset, modifiers=modifiers),
            watched=target,
            open_ended=True,
        )

    async def click_text(self, text: str, *, nth: int = 1) -> ActionResult:
        return await self._scope.run(lambda: pointing.click_text(self._scope, text, nth), open_ended=True)

    async def long_press(self, target: Target, *, ms: int = 600, offset: Offset | None = None) -> ActionResult:
        return await self._scope.run(
            lambda: pointing.long_press(self._scope, target, ms=ms, offset=offset), watched=target, open_ended=True
        )

    async def hover(self, target: Target, *, offset: Offset | None = None) -> ActionResult:
        return await self._scope.run(
            lambda: pointing.hover(self._scope, target, offset=offset), watched=target, open_ended=True
        )

    async def drag(
        self,
        source: Target,
        destination: Target | None = None,
        *,
        source_offset: Offset | None = None,
        destination_offset: Offset | None = None,
        by: Offset | None = None,
        steps: int = 10,
    ) -> ActionResult:
        return await self._scope.run(
            lambda: dragging.drag(
                self._scope,
                source,
                destination,
                source_offset=source_offset,
                destination_offset=destination_offset,
                by=by,
                steps=steps,
            ),
            watched=source,
        )

    async def input_text(
        self, target: Target, text: str, *, mode: Literal["replace", "append"] = "replace"
    ) -> ActionResult:
        return await self._scope.run(lambda: entering.input_text(self._scope, target, text, mode), watched=target)

    async def clear(self, target: Target) -> ActionResult:
        return await self._scope.run(lambda: entering.input_text(self._scope, target, "", "replace"), watched=target)

    async def select_option(self, target: Target, options: str | Sequence[str]) -> ActionResult:
        return await self._scope.run(lambda: choosing.select_option(self._scope, target, options), watched=target)

    async def set_checked(self, target: Target, checked: bool) -> ActionResult:
        return await self._scope.run(lambda: checking.set_checked(self._scope, target, checked), watched=target)

    async def press_key(
        self, key: str, *, target: Target | None = None, modifiers: Sequence[Modifier] = ()
    ) -> ActionResult:
        return await self._scope.run(
            lambda: key_actions.press_key(self._scope, key, target=target, modifiers=modifiers),
            watched=target,
            open_ended=True,
        )

    async def hold_key(
        self, key: str, ms: int, *, target: Target | None = None, modifiers: Sequence[Modifier] = ()
    ) -> ActionResult:
        return await self._scope.run(
            lambda: key_actions.hold_key(self._scope, key, ms, target=target, modifiers=modifiers),
            watched=target,
            open_ended=True,
        )

    async def select_text(self, target: Target, text: str | None = None) -> ActionResult:
        return await self._scope.run(lambda: text_selection.select_text(self._scope, target, text), watched=target)

    async def scroll(
        self,
        direction: Direction = "down",
        *,
        pixels: float | None = None,
        pages: float | None = None,
        target: Target | None = None,
    ) -> ActionResult:
        return await self._scope.run(
            lambda: scroll_actions.scroll(self._scope, direction, pixels=pixels, pages=pages, target=target),
            watched=target,
        )

    async def scroll_to(self, target: Target) -> ActionResult:
        return await self._scope.run(lambda: scroll_actions.scroll_to(self._scope, target), watched=target)

    async def scroll_until(self, text: str, *, target: Target | None = None) -> ActionResult:
        return await self._scope.run(lambda: scroll_actions.scroll_until(self._scope, text, target=target))

    async def upload_files(self, target: Target, names: Sequence[str]) -> ActionResult:
        return await self._scope.run(lambda: files.upload_files(self._scope, self.files, target, names), watched=target)

    async def navigate(self, path: str) -> ActionResult:
        return await self._scope.run(lambda: moving.navigate(self._scope, self._router, path))

    async def go_back(self) -> ActionResult:
        return await self._scope.run(lambda: moving.go_back(self._scope))

    async def wait_for(
        self, target: Target, *, state: Literal["present", "visible", "absent"] = "present", timeout_ms: int = 10_000
    ) -> ActionResult:
        return await self._scope.run(lambda: waiting.wait_for(self._scope, target, state, timeout_ms))

    async def validate_form(self, target: Target) -> ActionResult:
        return await self._scope.run(lambda: form_validity.validate_form(self._scope, target), watched=target)
