"""The seam to the hands: every way to act on the page (implemented by ``actions``).

Each method checks its target, acts, lets the page settle (X18), reads back and reports. Nothing is raised
but ``asyncio.CancelledError``: a failure is an :class:`ActionResult` with a reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

from pagehand.page import Target
from pagehand.results import ActionResult

Button = Literal["left", "middle", "right"]
Modifier = Literal["ctrl", "shift", "alt", "meta"]
Direction = Literal["up", "down", "left", "right"]
Offset = tuple[float, float]
"""CSS px from the element's top left corner (X38)."""


class Hands(Protocol):
    async def click(
        self,
        target: Target,
        *,
        button: Button = "left",
        count: int = 1,
        offset: Offset | None = None,
        modifiers: Sequence[Modifier] = (),
    ) -> ActionResult: ...

    async def click_text(self, text: str, *, nth: int = 1) -> ActionResult:
        """Click what shows this text although it has no number (page-shapes 36)."""
        ...

    async def long_press(self, target: Target, *, ms: int = 600, offset: Offset | None = None) -> ActionResult: ...

    async def hover(self, target: Target, *, offset: Offset | None = None) -> ActionResult: ...

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
        """Drag to another element, or with ``by`` this many CSS px from where the drag began."""
        ...

    async def input_text(
        self, target: Target, text: str, *, mode: Literal["replace", "append"] = "replace"
    ) -> ActionResult: ...

    async def clear(self, target: Target) -> ActionResult: ...

    async def select_option(self, target: Target, options: str | Sequence[str]) -> ActionResult:
        """Choose by visible text, then by value (X16); several options for a multiple choice."""
        ...

    async def set_checked(self, target: Target, checked: bool) -> ActionResult: ...

    async def press_key(
        self, key: str, *, target: Target | None = None, modifiers: Sequence[Modifier] = ()
    ) -> ActionResult:
        """``key`` is a W3C key name or a combination such as ``Control+a``."""
        ...

    async def hold_key(
        self, key: str, ms: int, *, target: Target | None = None, modifiers: Sequence[Modifier] = ()
    ) -> ActionResult: ...

    async def select_text(self, target: Target, text: str | None = None) -> ActionResult:
        """Select all of an element's text, or the first occurrence of ``text`` in it."""
        ...

    async def scroll(
        self,
        direction: Direction = "down",
        *,
        pixels: float | None = None,
        pages: float | None = None,
        target: Target | None = None,
    ) -> ActionResult:
        """``pixels`` beats ``pages`` (viewport heights or widths; the container's own with a target)."""
        ...

    async def scroll_to(self, target: Target) -> ActionResult: ...

    async def scroll_until(self, text: str, *, target: Target | None = None) -> ActionResult: ...

    async def upload_files(self, target: Target, names: Sequence[str]) -> ActionResult:
        """Give files that the host or the user made available, by name, to a file input or a drop zone."""
        ...

    async def navigate(self, path: str) -> ActionResult: ...

    async def go_back(self) -> ActionResult: ...

    async def wait_for(
        self, target: Target, *, state: Literal["present", "visible", "absent"] = "present", timeout_ms: int = 10_000
    ) -> ActionResult: ...

    async def validate_form(self, target: Target) -> ActionResult:
        """C143."""
        ...
