"""The seam to the page: what the agent may ask of whatever perceives it (implemented by ``dom``)."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from pydantic import BaseModel, ConfigDict

Target = int | str
"""How an element is named: its number, a hash id (``e1x7``, ``[e1x7]``, ``*↓[e1x7]``) or restricted CSS (C126-C129, X14)."""


class PageState(BaseModel):
    """One reading of the page, as a model sees it (``page-format.md`` section P)."""

    model_config = ConfigDict(frozen=True)

    url: str
    title: str
    header: str
    content: str
    footer: str
    changes: list[str] = []
    """What changed since the reading before; empty on the first."""

    @property
    def text(self) -> str:
        return "\n".join(part for part in (self.header, self.content, self.footer) if part)


class Page(Protocol):
    """A page that can be read."""

    async def read(self) -> PageState:
        """Read the page anew and number what can be acted on. Live elements keep their numbers (X13)."""
        ...

    @property
    def url(self) -> str: ...

    @property
    def next_number(self) -> int:
        """The first number not yet given out; saved with the session so that numbers go on across page loads (X13)."""
        ...

    def continue_numbers(self, next_number: int) -> None:
        """Give out numbers from here on; smaller ones are answered as "from a previous page"."""
        ...

    def seconds_since_update(self) -> float:
        """Seconds since the last change of the document that was noticed, for ``wait`` (C11)."""
        ...

    def line_of(self, target: Target) -> str | None:
        """The line that the last reading printed for a target, for messages and confirmation."""
        ...

    def dispose(self) -> None:
        """Remove every observer and proxy; the page is left as it was found."""
        ...


class SubmittedForm(BaseModel):
    """What a click on a submitter, or Enter in a field, would send off (X21)."""

    model_config = ConfigDict(frozen=True)

    name: str = ""
    """The form's accessible name, legend and heading, joined."""
    has_card_field: bool = False


@runtime_checkable
class FormPage(Protocol):
    """A page that can also say which form an element submits; the confirm gate asks it where it can."""

    def submitted_form(self, target: Target) -> SubmittedForm | None:
        """The form that activating this element would submit, or None."""
        ...


@runtime_checkable
class SecretPage(Protocol):
    """A page that can say which fields hold secrets; what is typed into them is redacted before it is saved (X17)."""

    def is_secret_field(self, target: Target) -> bool: ...
