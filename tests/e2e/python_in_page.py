"""Python as the built runtime boots it, by its own ``boot.mjs`` in a frame of the page, for tests that ask it directly."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

BOOT = """async ([runtime, plain]) => {
    const frame = document.createElement('iframe')
    document.documentElement.append(frame)
    const realm = frame.contentWindow
    const script = realm.document.createElement('script')
    script.type = 'module'
    script.src = new URL(`/pagehand/runtime/${runtime.boot}`, location).href
    const boot = await new Promise(resolve => { realm.pagehandBoot = resolve; realm.document.head.append(script) })
    const files = Object.fromEntries(Object.entries(runtime.files).map(([name, file]) =>
        [name, { ...file, url: new URL(`/pagehand/runtime/${file.name}`, location).href }]))
    const begun = performance.now()
    const booted = await boot({ ...runtime, files, page: window, plain })
    window.python = booted.python
    return { plain: booted.plain, parts: booted.parts, ms: performance.now() - begun }
}"""


def runtime_of(embed: Path) -> dict[str, Any]:
    """What the build told ``pagehand.js``: files, their sizes, the lock."""
    line = next(line for line in (embed / "pagehand.js").read_text("utf-8").splitlines() if "const RUNTIME = " in line)
    return json.loads(line.removeprefix("const RUNTIME = "))


def boot_python(page: Page, embed: Path, *, plain: str | None = None) -> dict[str, Any]:
    """``window.python``, booted. Returns ``{plain, parts, ms}``."""
    return page.evaluate(BOOT, [runtime_of(embed), plain])


def run_python(page: Page, source: str) -> Any:
    """The value of the last expression; it must be a scalar or a string."""
    return page.evaluate("source => python.runPythonAsync(source)", source)
