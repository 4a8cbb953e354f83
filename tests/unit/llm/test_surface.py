"""The room's public names, and that it needs no browser (X30)."""

from __future__ import annotations

import ast
from pathlib import Path

import pagehand.llm

ROOM = Path(pagehand.llm.__file__).parent


def test_all_is_sorted_and_complete():
    names = pagehand.llm.__all__
    constants = [name for name in names if name.isupper()]
    classes = [name for name in names if name[0].isupper() and name not in constants]
    functions = [name for name in names if name[0].islower()]
    assert names == sorted(constants) + sorted(classes) + sorted(functions)
    assert {"adapt_request", "repair_response", "ScriptedModel", "LLMError"} <= set(names)
    for name in names:
        assert hasattr(pagehand.llm, name)


def test_nothing_here_imports_a_browser_or_the_tools():
    """Imports go down only: no ``js``, no ``pyodide``, no other room."""
    for path in ROOM.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                assert not name.startswith(("js", "pyodide")) or name.startswith("json"), path
                assert not name.startswith("pagehand.") or name.startswith("pagehand.llm"), path


def test_modules_stay_small():
    for path in ROOM.rglob("*.py"):
        assert len(path.read_text("utf-8").splitlines()) <= 420, path
