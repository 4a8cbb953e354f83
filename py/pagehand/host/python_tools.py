"""A host's own tools in Python, on the page: ``<script type="text/x-pagehand" data-packages="...">``.

The script's text is run once when an agent starts; every :class:`~pagehand.tools.Tool` that it leaves in its
namespace (a typed function under ``@tool``) is offered to the model.
"""

from __future__ import annotations

import asyncio
import linecache
import traceback
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pydantic import BaseModel

from pagehand.host import archives
from pagehand.tools import Tool, ToolContext, tool

SELECTOR = 'script[type="text/x-pagehand"]'
Complain = Callable[[str], None]


class ToolScriptError(Exception):
    """A tool script that does not run, or a tool of one that failed: what happened, and in which line."""


async def tools_of_page(document: Any, complain: Complain) -> list[Tool]:
    """Run the page's tool scripts. One that fails is told through ``complain`` and leaves the others alone."""
    tools: list[Tool] = []
    for number, script in enumerate(document.querySelectorAll(SELECTOR), 1):
        name = f"<tool script {script.id or number}>"
        packages = (script.getAttribute("data-packages") or "").replace(",", " ").split()
        try:
            tools += await run_script(str(script.textContent), name, packages)
        except ToolScriptError as error:
            complain(str(error))
    return tools


async def run_script(source: str, name: str, packages: list[str]) -> list[Tool]:
    """The tools of one script. Raises :class:`ToolScriptError` with the line."""
    # What a host's Python imports is anybody's guess: the whole library is there before it runs.
    await archives.fetch()
    try:
        if packages:
            await install(packages)
        # So that a traceback shows the line, and dataclasses and inspect find the source.
        linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
        namespace: dict[str, Any] = {"__name__": "pagehand_tools", "tool": tool, "ToolContext": ToolContext}
        exec(compile(source, name, "exec"), namespace)
    except Exception as error:
        raise ToolScriptError(f"{name}: {described(error, name)}") from error
    found = [value for value in namespace.values() if isinstance(value, Tool)]
    return [replace(each, run=naming_the_line(each.run, name)) for each in found]


async def install(packages: list[str]) -> None:
    """What the host declared, from PyPI, by micropip; with ``requests`` and ``urllib`` made to work (they block the page)."""
    import micropip  # pyright: ignore[reportMissingImports]  # in the runtime's archive
    import pyodide_http  # pyright: ignore[reportMissingImports]

    await micropip.install(packages)
    pyodide_http.patch_all()


def naming_the_line(run: Callable[[ToolContext, BaseModel], Any], name: str) -> Callable[[ToolContext, BaseModel], Any]:
    async def guarded(ctx: ToolContext, params: BaseModel) -> Any:
        try:
            return await run(ctx, params)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            raise ToolScriptError(described(error, name)) from error

    return guarded


def described(error: BaseException, name: str) -> str:
    """``ZeroDivisionError: division by zero (line 7: total / count)``."""
    text = f"{type(error).__name__}: {error}"
    if isinstance(error, SyntaxError) and error.lineno:
        return f"{type(error).__name__}: {error.msg} (line {error.lineno}: {(error.text or '').strip()})"
    lines = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == name]
    if not lines:
        return text
    line = linecache.getline(name, lines[-1].lineno or 0).strip()
    return f"{text} (line {lines[-1].lineno}: {line})"
