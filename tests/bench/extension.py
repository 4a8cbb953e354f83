"""``python build.py bench extension``: from the toolbar button to the panel, to Python, to the first model request; resume.

Times are what a person waits, seen from outside every 5 ms over the DevTools protocol; medians of the runs.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from e2e.conftest import FLAGS, chromium_path
from e2e.extension.conftest import BUILT
from e2e.extension.driving import SCHEME, Extension, Panel
from e2e.model_server import ModelServer
from e2e.replies import ModelRequest, Reply, act, done
from e2e.site_server import SiteResponse, SiteServer

RUNS = 5
LOADS = 10
FOUND = "({ found: document.querySelector('pagehand-root') !== null })"
WASM = "globalThis.pagehandSide?.booted?.python._module.HEAPU8.length ?? 0"


def until(condition: Callable[[], Any], begun: float, limit: float = 30) -> float:
    """Milliseconds from ``begun`` until the condition is true."""
    while not condition():
        if time.monotonic() - begun > limit:
            raise TimeoutError("the extension did not get there")
        time.sleep(0.005)
    return (time.monotonic() - begun) * 1000


def answer(request: ModelRequest) -> Reply:
    if request.sees("Next page"):
        return act("click_element_by_index", {"index": request.number("Next page")})
    return done("There.")


def measure(extension: Extension, site: SiteServer) -> dict[str, float]:
    with ModelServer(answer) as model:
        extension.reset()
        extension.configure(model)
        page = extension.open(site.url("/one"))
        panel = Panel(page)
        begun = time.monotonic()
        extension.press(page)
        shown = until(lambda: page.evaluate(FOUND)["found"], begun)
        ready = until(lambda: panel.ready, begun)
        panel.type_task("Go to the next page")
        begun = time.monotonic()
        page.keyboard.press("Enter")
        first = until(lambda: model.requests, begun)
        page.wait_for_url("**/two")
        begun = time.monotonic()
        resumed = until(lambda: len(model.requests) > 1, begun)
        panel.wait_status("completed")
        page.close()
    return {"press_to_panel_ms": shown, "to_ready_ms": ready, "to_first_request_ms": first, "resume_ms": resumed}


def memory(page: Page) -> tuple[int, int]:
    """Bytes of the JavaScript heap after a collection, and of WebAssembly memory."""
    session = page.context.new_cdp_session(page)
    worlds: list[dict[str, Any]] = []
    session.on("Runtime.executionContextCreated", lambda event: worlds.append(event["context"]))
    session.send("Runtime.enable")
    session.send("HeapProfiler.collectGarbage")
    wasm = 0
    for world in worlds:
        if world["origin"].startswith(SCHEME):
            found = session.send(
                "Runtime.evaluate", {"expression": WASM, "contextId": world["id"], "returnByValue": True}
            )
            wasm = max(wasm, found["result"].get("value") or 0)
    heap = session.send("Runtime.getHeapUsage")["usedSize"]
    session.detach()
    return int(heap), wasm


def grow(extension: Extension, site: SiteServer) -> dict[str, float]:
    """Ten loads in a row of a page where the agent is on; the heap after the second against that after the last."""
    extension.reset()
    extension.configure()
    page = extension.open(site.url("/one"))
    panel = extension.start(page)
    heaps: list[int] = []
    wasm = 0
    for _ in range(LOADS):
        page.reload()
        panel.wait_ready()
        heap, wasm = memory(page)
        heaps.append(heap)
    page.close()
    return {"heap_mb": heaps[-1] / 1e6, "wasm_mb": wasm / 1e6, "growth_over_ten_loads_mb": (heaps[-1] - heaps[1]) / 1e6}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    with SiteServer() as site, sync_playwright() as playwright, tempfile.TemporaryDirectory() as profile:
        site.handlers["/one"] = lambda _request: SiteResponse("<title>One</title><a href=/two>Next page</a>")
        site.handlers["/two"] = lambda _request: SiteResponse("<title>Two</title><p>the end</p>")
        context = playwright.chromium.launch_persistent_context(
            profile,
            executable_path=chromium_path(),
            headless=False,
            args=["--headless=new", *FLAGS, f"--disable-extensions-except={BUILT}", f"--load-extension={BUILT}"],
        )
        extension = Extension(context)
        measure(extension, site)  # warms the browser up
        runs = [measure(extension, site) for _ in range(RUNS)]
        figures = {name: round(statistics.median(run[name] for run in runs)) for name in runs[0]}
        figures |= {name: round(value, 2) for name, value in grow(extension, site).items()}
        context.close()
    for name, value in figures.items():
        print(f"{name:28} {value:>10}")
    if options.json:
        options.json.write_text(json.dumps(figures, indent=2), "utf-8")


if __name__ == "__main__":
    main()
