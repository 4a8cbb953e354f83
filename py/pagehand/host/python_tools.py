"""A host's own tools in Python, on the page: ``<script type="text/x-pagehand" data-packages="...">``.

The script's text is run once when an agent starts; every :class:`~pagehand.tools.Tool` that it leaves in its
namespace (a typed function under ``@tool``) is offered to the model. ``data-packages`` names what the script needs, by
names as pip takes them or addresses of wheels; ``data-index-urls`` says where names are looked up, if not at PyPI.
"""

from __future__ import annotations

import asyncio
import linecache
import sys
import textwrap
import traceback
from collections.abc import Callable
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

import js
from pydantic import BaseModel

from pagehand.host import archives
from pagehand.tools import Tool, ToolContext, tool

SELECTOR = 'script[type="text/x-pagehand"]'
Complain = Callable[[str], None]


@dataclass(frozen=True)
class Script:
    """One element: its text, and what it declares."""

    name: str
    source: str
    packages: list[str]
    index_urls: list[str]


class ToolScriptError(Exception):
    """A tool script that does not run, or a tool of one that failed: what happened, and in which line."""


async def tools_of_page(document: Any, complain: Complain) -> list[Tool]:
    """Run the page's tool scripts. One that fails is told through ``complain`` and leaves the others alone."""
    tools: list[Tool] = []
    for number, element in enumerate(document.querySelectorAll(SELECTOR), 1):
        try:
            tools += await run_script(read_script(element, number))
        except ToolScriptError as error:
            complain(str(error))
    return tools


def read_script(element: Any, number: int) -> Script:
    def words(attribute: str) -> list[str]:
        return str(element.getAttribute(attribute) or "").replace(",", " ").split()

    def address(text: str) -> str:
        # The braces of an index's {package_name} stay.
        return str(js.window.URL.new(text, element.baseURI).href).replace("%7B", "{").replace("%7D", "}")

    return Script(
        name=f"<tool script {element.id or number}>",
        source=textwrap.dedent(str(element.textContent)),  # it may be indented like the page around it
        packages=[address(word) if word.endswith(".whl") else word for word in words("data-packages")],
        index_urls=[address(word) for word in words("data-index-urls")],
    )


async def run_script(script: Script) -> list[Tool]:
    """The tools of one script. Raises :class:`ToolScriptError` with the line."""
    # A module of its own, as dataclasses and pydantic look for names there.
    module = ModuleType(f"pagehand_tools_{abs(hash(script.name))}")
    module.__dict__.update(tool=tool, ToolContext=ToolContext, __file__=script.name)
    sys.modules[module.__name__] = module
    # So that a traceback shows the line, and dataclasses and inspect find the source.
    lines = script.source.splitlines(keepends=True)
    linecache.cache[script.name] = (len(script.source), None, lines, script.name)
    try:
        # What a host's Python imports is anybody's guess: the whole library is there before it runs.
        await archives.fetch()
        if script.packages:
            await install(script.packages, script.index_urls)
        exec(compile(script.source, script.name, "exec"), module.__dict__)
    except Exception as error:
        raise ToolScriptError(f"{script.name}: {described(error, script.name)}") from error
    found = [value for value in module.__dict__.values() if isinstance(value, Tool)]
    return [replace(each, run=naming_the_line(each.run, script.name)) for each in found]


async def install(packages: list[str], index_urls: list[str]) -> None:
    """What the host declared, by micropip; with ``requests`` and ``urllib`` made to work (they block the page)."""
    import micropip  # pyright: ignore[reportMissingImports]  # in the runtime's archive
    import pyodide_http  # pyright: ignore[reportMissingImports]

    await micropip.install(packages, index_urls=index_urls or None)
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
