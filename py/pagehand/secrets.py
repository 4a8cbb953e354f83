"""Secrets: values the model may name but never sees, and values typed into secret fields (X17).

A secret stands in every text as ``{{secret:name}}``. The model may type that into a field; the value is put in
its place at the last moment. What was typed into a password, code or card field becomes a secret of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import BaseModel

from pagehand.page import Page, SecretPage, Target

_PLACEHOLDER = re.compile(r"\{\{\s*secret:\s*([\w.-]+)\s*\}\}")
_TYPED = re.compile(r"\{\{secret:typed_(\d+)\}\}")
_SECRET_LINE = re.compile(
    r"""<[^<>]*?(?:
        \btype="?password\b | \bvalue="?[•*●]{2,} | \bautocomplete="?(?:one-time-code|cc-(?:number|csc|exp)|(?:new|current)-password)
      | \bsecret\b(?=[\s>]) )""",
    re.VERBOSE | re.IGNORECASE,
)
TARGET_KEYS = ("index", "selector")
TEXT_KEYS = ("text", "value")
TYPING_TOOLS = frozenset(("input_text", "fill_input"))
_SHORT = 4
"""Shorter values are redacted where they are typed, not everywhere: "12" would blacken every page."""


class UnknownSecretError(LookupError):
    """The model named a secret that is not there; the message lists those that are."""


class Secrets:
    """The secrets of one agent: the host's by name, and those that were typed."""

    def __init__(self, named: Mapping[str, str] | None = None, patterns: Iterable[str] = ()) -> None:
        self._values: dict[str, str] = dict(named or {})
        self._patterns = [re.compile(pattern, re.IGNORECASE) for pattern in patterns]
        self._typed = 0

    @property
    def names(self) -> list[str]:
        return list(self._values)

    def is_secret_field(self, line: str | None) -> bool:
        """Whether the line that the page text prints for a field says that it holds a secret."""
        if line is None:
            return False
        return bool(_SECRET_LINE.search(line)) or any(pattern.search(line) for pattern in self._patterns)

    def learn(self, value: str) -> str | None:
        """Remember a typed secret and return its new name; None for what is empty or known."""
        if not value or value in self._values.values() or _PLACEHOLDER.fullmatch(value.strip()):
            return None
        self._typed += 1
        name = f"typed_{self._typed}"
        self._values[name] = value
        return name

    def continue_after(self, text: str) -> None:
        """Give out no name that a text already uses: a value typed on the page before is gone, its name is not free."""
        used = [int(number) for number in _TYPED.findall(text)]
        self._typed = max([self._typed, *used])

    def learn_from(self, params: Mapping[str, Any], page: Page) -> bool:
        """Remember what an action types into a secret field. True when there was something new."""
        targets = [params[key] for key in TARGET_KEYS if isinstance(params.get(key), int | str)]
        return any(self._is_secret(target, page) for target in targets) and self.learn_typed(params)

    def _is_secret(self, target: Target, page: Page) -> bool:
        if isinstance(page, SecretPage) and page.is_secret_field(target):
            return True
        return self.is_secret_field(page.line_of(target))

    def learn_typed(self, params: Mapping[str, Any]) -> bool:
        """Remember the text that an action types. True when there was something new."""
        typed = [params[key] for key in TEXT_KEYS if isinstance(params.get(key), str)]
        return any(self.learn(value) is not None for value in typed)

    def redact(self, value: Any) -> Any:
        """The same text, list, mapping or model with every secret replaced by its placeholder."""
        if not self._values:
            return value
        if isinstance(value, str):
            return self._redact_text(value)
        if isinstance(value, Mapping):
            return {key: self.redact(item) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return type(value)(self.redact(item) for item in value)
        if isinstance(value, BaseModel):
            fields = {name: self.redact(getattr(value, name)) for name in type(value).model_fields}
            return value.model_copy(update=fields)
        return value

    def _redact_text(self, text: str) -> str:
        for name, secret in sorted(self._values.items(), key=lambda item: -len(item[1])):
            placeholder = f"{{{{secret:{name}}}}}"
            if text == secret:
                return placeholder
            if len(secret) < _SHORT or secret not in text:
                continue
            if len(secret) <= 2 * _SHORT and secret.isalnum():
                text = re.sub(rf"(?<!\w){re.escape(secret)}(?!\w)", placeholder, text)
            else:
                text = text.replace(secret, placeholder)
        return text

    def masked(self, value: Any) -> Any:
        """As :meth:`redact`, for the person: dots in place of the names."""
        redacted = self.redact(value)
        return _PLACEHOLDER.sub("••••", redacted) if isinstance(redacted, str) else redacted

    def reveal(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """Parameters with the values in place of the placeholders. Raises :class:`UnknownSecretError`."""
        return {key: self._reveal_text(value) if isinstance(value, str) else value for key, value in params.items()}

    def _reveal_text(self, text: str) -> str:
        def value(match: re.Match[str]) -> str:
            if match[1] not in self._values:
                known = ", ".join(self._values) or "none"
                raise UnknownSecretError(
                    f"There is no secret called {match[1]!r} (known: {known}). Typed values are not kept across page loads."
                )
            return self._values[match[1]]

        return _PLACEHOLDER.sub(value, text)
