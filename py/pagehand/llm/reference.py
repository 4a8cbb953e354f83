"""Tables for the README, made from the data they describe."""

from __future__ import annotations

from collections.abc import Iterable

from pagehand.llm.dialects import DIALECTS, Dialect
from pagehand.llm.presets import PRESETS


def dialects_markdown() -> str:
    """The families of models whose requests are adapted, and how."""
    rows = [(dialect.family, dialect.note, _changes(dialect)) for dialect in DIALECTS]
    return _table(("Family", "Which, and why", "What is sent"), rows)


def presets_markdown() -> str:
    """Where models are served."""
    rows = [
        (p.label, f"`{p.base_url}`" if p.base_url else "", "yes" if p.needs_key else "no", f"`{p.model}`", p.note)
        for p in PRESETS
    ]
    return _table(("Provider", "baseURL", "Key", "A model to begin with", "Note"), rows)


def _changes(dialect: Dialect) -> str:
    parts = [f"`{name}: {_value(value)}`" for name, value in dialect.set.items()]
    parts += [f"`{name}: {_value(value)}` unless set" for name, value in dialect.default.items()]
    parts += [f"no `{name}`" for name in dialect.drop]
    parts += {"anthropic": ["`tool_choice` as `{type, name}`"], "unnamed": ["`tool_choice: required`"]}.get(
        dialect.tool_choice, []
    )
    return ", ".join(parts) or "as it is"


def _value(value: object) -> str:
    if isinstance(value, dict):
        return " ".join(str(item) for item in value.values())
    return str(value).lower() if isinstance(value, bool) else str(value)


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)
