"""What may import what: pure rooms know no browser, and imports go down only (X30)."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import pagehand

ROOT = Path(pagehand.__file__).parent
BROWSER_ROOMS = ("dom", "actions", "ui", "host")
BELOW = {"llm": ("tools", "run", "agent", "prompts"), "tools": ("run", "agent"), "prompts": ("run", "agent")}


def imported(path: Path) -> set[str]:
    """Every module that a file imports, wherever in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return names


def files() -> list[Path]:
    return [path for path in sorted(ROOT.rglob("*.py")) if path.relative_to(ROOT).parts[0] not in BROWSER_ROOMS]


@pytest.mark.parametrize("path", files(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_pure_rooms_know_no_browser(path: Path) -> None:
    """X30: only dom, actions, ui and host import js or pyodide; none of them is imported by the others."""
    room = path.relative_to(ROOT).parts[0]
    for name in imported(path):
        parts = name.split(".")
        assert parts[0] not in ("js", "pyodide", "pyodide_js", "pagehand_realm"), name
        if parts[0] == "pagehand" and len(parts) > 1:
            assert parts[1] not in BROWSER_ROOMS, name
            assert parts[1] not in BELOW.get(room, ()), name
