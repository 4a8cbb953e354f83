"""The seam to the person: questions, consent, narration and marks on the page (implemented by ``ui`` and hosts)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

from pydantic import BaseModel, ConfigDict

from pagehand.page import Target
from pagehand.results import ActionResult


class Answer(BaseModel):
    """What the person answered (C124). ``source`` is ``cancelled`` when the question was dismissed."""

    model_config = ConfigDict(frozen=True)

    text: str
    source: Literal["option", "free_text", "cancelled"] = "free_text"


class User(Protocol):
    @property
    def can_answer(self) -> bool:
        """False when nobody would see a question; ``ask_user`` is then not offered (X28)."""
        ...

    async def ask(self, question: str, *, options: Sequence[str] = (), allow_free_text: bool = True) -> Answer: ...

    async def confirm(self, message: str) -> bool:
        """Consent to one action (C149, X21)."""
        ...

    async def narrate(self, text: str, *, about: Target | None = None) -> None: ...

    async def pause(self, note: str) -> None:
        """Wait until the person goes on (C120)."""
        ...


class Overlays(Protocol):
    """Marks drawn over the page for the person; the reader never sees them."""

    def border(self, target: Target, *, color: str | None = None, label: str | None = None) -> ActionResult: ...

    def highlight(self, target: Target, *, color: str | None = None, label: str | None = None) -> ActionResult: ...

    def clear(self) -> None: ...
