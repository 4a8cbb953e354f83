"""``python build.py bench boot``: from the call to the first possible ``page.read()`` (X35), against a stock runtime.

Ours is the built embed. Stock is the unchanged runtime from npm with pydantic loaded from wheels, up to its first model.
Both run in the same browser from the same server, alternating; cold is a new browser profile, warm a second visit.
"""

from __future__ import annotations

import argparse
import json
import statistics
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from e2e.conftest import FLAGS, chromium_path
from e2e.site_server import MOUNTS, ROOT, SiteServer

PAIRS = 5

OURS = """async () => {
    const begun = performance.now()
    const { Pagehand } = await import('/pagehand/pagehand.js')
    const agent = new Pagehand({ model: 'offline', panel: false })
    await agent.ready
    const ready = performance.now()
    await agent.page.read()
    return { ms: ready - begun, firstRead: performance.now() - ready, parts: agent.boot.parts, plain: agent.boot.plain }
}"""

STOCK = """async () => {
    const begun = performance.now()
    const { loadPyodide } = await import('/stock/pyodide.mjs')
    const python = await loadPyodide({ indexURL: '/stock/' })
    const packages = ['pydantic', 'pydantic-core', 'annotated-types', 'typing-extensions', 'typing-inspection']
    await python.loadPackage(packages, { messageCallback() {} })
    python.runPython('import pydantic\\nclass Model(pydantic.BaseModel):\\n    name: str\\nModel(name="x")')
    return { ms: performance.now() - begun }
}"""


def main() -> None:
    parser = argparse.ArgumentParser(prog="build.py bench boot")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    mounts = {**MOUNTS, "/stock/": ROOT / ".cache" / "test-runtime"}
    with SiteServer(mounts) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        address = site.url("/orders/plain.html")
        visit(browser, address, OURS)  # the first start of a browser pays for things that are nobody's
        rounds = [(visit(browser, address, OURS), visit(browser, address, STOCK)) for _ in range(PAIRS)]
        browser.close()
    figures = summary(rounds)
    print_table(figures)
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1), "utf-8")


def visit(browser: Browser, address: str, script: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """A cold boot in a new profile, then a warm one in the same."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(address)
    cold = page.evaluate(script)
    page.goto("about:blank")
    page.goto(address)
    warm = page.evaluate(script)
    context.close()
    assert not cold.get("plain"), f"the snapshot was not used: {cold['plain']}"
    return cold, warm


def summary(rounds: list[Any]) -> dict[str, Any]:
    def median(values: list[float]) -> float:
        return round(statistics.median(values), 1)

    ours, ours_warm = [ours[0] for ours, _ in rounds], [ours[1] for ours, _ in rounds]
    stock = median([stock[0]["ms"] for _, stock in rounds])
    ours_ms = median([run["ms"] for run in ours])
    return {
        "ours_ms": ours_ms,
        "stock_ms": stock,
        "ratio": round(stock / ours_ms, 2),
        "ours_warm_ms": median([run["ms"] for run in ours_warm]),
        "stock_warm_ms": median([stock[1]["ms"] for _, stock in rounds]),
        "first_read_ms": median([run["firstRead"] for run in ours]),
        "parts": {name: median([run["parts"][name] for run in ours]) for name in ours[0]["parts"]},
        "pairs": PAIRS,
    }


def print_table(figures: dict[str, Any]) -> None:
    print(f"\nmedians of {figures['pairs']} alternating pairs, milliseconds")
    print(f"{'':24}{'cold':>10}{'warm':>10}")
    print(f"{'Pagehand':24}{figures['ours_ms']:>10}{figures['ours_warm_ms']:>10}")
    print(f"{'stock Pyodide + pydantic':24}{figures['stock_ms']:>10}{figures['stock_warm_ms']:>10}")
    print(f"ratio (cold): {figures['ratio']}x; the first page.read() then takes {figures['first_read_ms']}")
    print(
        "our cold boot, since its beginning in the frame: "
        + ", ".join(f"{k} {v:.0f}" for k, v in figures["parts"].items())
    )


if __name__ == "__main__":
    main()
