"""``python build.py bench reader``: our reader and page-agent 1.12.4's ``PageController.updateTree()``, on the same pages.

Both run in the same browser on the same page, alternating; medians of pairs (X34). Budget, folds and ``↑``/``↓`` are off
for recall and tokens. Before each run garbage is collected and
layout forced, so that neither pays for what the other left.
"""

from __future__ import annotations

import argparse
import base64
import io
import json
import os
import statistics
import zipfile
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from bench._reader_verdict import verdicts
from bench.reader_pages import PAGES, BenchPage
from bench.reader_truth import mark_gallery_truth
from e2e.chromium import FLAGS, chromium_path
from e2e.site_server import MOUNTS, ROOT, SiteResponse, SiteServer

PAIRS = 5
PEER_PAGE_MODE_UP_TO = 9_000
CAP_SECONDS = 120
COLLECTABLE = "--js-flags=--expose-gc"
MODES = {"viewport": 0, "page": -1}

BOOT = """async source => {
    const { loadPyodide } = await import('/stock/pyodide.mjs')
    const python = globalThis.benchPython = await loadPyodide({ indexURL: '/stock/' })
    const packages = ['pydantic', 'pydantic-core', 'annotated-types', 'typing-extensions', 'typing-inspection']
    await python.loadPackage(packages, { messageCallback() {}, checkIntegrity: false })
    const bytes = Uint8Array.from(atob(source), character => character.charCodeAt(0))
    python.unpackArchive(bytes, 'zip', { extractDir: '/lib/python3.14/site-packages' })
    globalThis.benchPeer = await import('/npm/@page-agent/page-controller/dist/lib/page-controller.js')
}"""
TOKENS = "async () => { globalThis.encoder = await import('/npm/gpt-tokenizer/esm/encoding/o200k_base.js') }"
DEFINE = """
import asyncio, time, js
from pagehand.dom.bridge import Bridge
from pagehand.dom.live_page import LivePage
from pagehand.dom.options import ReaderOptions
from pagehand.dom.reader import read_page

async def bench_ours(expansion, plain):
    options = ReaderOptions(viewport_expansion=expansion, marks=not plain, folds=not plain, max_page_chars=10**9 if plain else 40_000)
    live = LivePage(Bridge(), options)
    began = time.perf_counter()
    state = await live.read()
    spent = (time.perf_counter() - began) * 1000
    reading = live.reading
    offered = reading.take([node for node in reading.nodes if node.interactive and node.number is not None])
    live.dispose()
    js.benchOffered = offered
    js.benchText = state.text
    return spent

async def bench_slices(expansion):
    live = LivePage(Bridge(), ReaderOptions(viewport_expansion=expansion))
    longest, last = 0.0, time.perf_counter()
    async def turns():
        nonlocal longest, last
        while True:
            await asyncio.sleep(0)
            now = time.perf_counter()
            longest, last = max(longest, now - last), now
    beside = asyncio.ensure_future(turns())
    try:
        await asyncio.sleep(0)
        await live.read()
        await asyncio.sleep(0)
    finally:
        beside.cancel()
        live.dispose()
    return longest * 1000
"""
SETTLE = """async () => {
    gc()
    const frame = () => new Promise(done => requestAnimationFrame(() => setTimeout(done, 60)))
    document.documentElement.getBoundingClientRect()
    await frame()
    await frame()
    document.documentElement.getBoundingClientRect()
}"""
PEER = """async ([expansion, cap]) => {
    const controller = new benchPeer.PageController({ viewportExpansion: expansion, enableMask: false })
    const began = performance.now()
    await controller.updateTree()
    const spent = performance.now() - began
    globalThis.benchOffered = [...controller.selectorMap.values()].map(node => node.ref).filter(Boolean)
    const state = await controller.getBrowserState()
    globalThis.benchText = [state.header, state.content, state.footer].join('\\n')
    await controller.cleanUpHighlights()
    controller.dispose?.()
    return spent
}"""
SCORE = """([selector, viewport]) => {
    const inView = element => { const box = element.getBoundingClientRect(); return box.width > 0 && box.height > 0 && (!viewport || (box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth)) }
    const truth = (selector ? [...document.querySelectorAll(selector)] : benchTruth).filter(inView)
    const up = element => element.parentElement || element.getRootNode().host || null
    const holds = (outer, inner) => { for (let at = inner; at; at = up(at)) if (at === outer) return true; return false }
    const isTrue = new Set(truth), offered = [...benchOffered]
    const marked = new Set()
    let right = 0
    for (const element of offered) {
        let found = null
        for (let at = element; at && !found; at = up(at)) if (isTrue.has(at)) found = at
        if (!found) { const inside = truth.filter(each => holds(element, each)); if (inside.length === 1) found = inside[0] }
        if (!found && element.control && isTrue.has(element.control)) found = element.control
        if (found) { right += 1; marked.add(found) }
    }
    return { truth: truth.length, offered: offered.length, recall: truth.length ? marked.size / truth.length : 1, precision: offered.length ? right / offered.length : 1,
        text: benchText, missed: truth.filter(each => !marked.has(each)).slice(0, 5).map(each => each.outerHTML.slice(0, 120)),
        wrong: offered.filter(element => { for (let at = element; at; at = up(at)) if (isTrue.has(at)) return false; return truth.filter(each => holds(element, each)).length !== 1 }).slice(0, 5).map(each => each.outerHTML.slice(0, 120)) }
}"""


def source_archive() -> str:
    """``py/pagehand`` as a zip in base64."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted((ROOT / "py" / "pagehand").rglob("*.py")):
            archive.write(path, path.relative_to(ROOT / "py"))
    return base64.b64encode(buffer.getvalue()).decode("ascii")


def main() -> None:
    parser = argparse.ArgumentParser(prog="build.py bench reader")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--pages", help="names, separated by commas; all without")
    parser.add_argument("--pairs", type=int, default=PAIRS)
    parser.add_argument("--verbose", action="store_true", help="print what was missed or offered in vain")
    options = parser.parse_args()
    names = options.pages.split(",") if options.pages else [page.name for page in PAGES]
    figures: list[dict[str, Any]] = []
    modules = Path(os.environ.get("PAGEHAND_NODE_MODULES", ROOT / "extension" / "node_modules"))
    mounts = {**MOUNTS, "/stock/": ROOT / ".cache" / "test-runtime", "/npm/": modules}
    with SiteServer(mounts) as site, sync_playwright() as playwright:
        chromium = partial(playwright.chromium.launch, executable_path=chromium_path(), args=[*FLAGS, COLLECTABLE])
        browser = chromium()
        # The encoder's 200,000 ranks stay out of the measured page's heap: another site is another process.
        tokens = browser.new_page()
        tokens.goto(site.url("/reader-names.html").replace("127.0.0.1", "localhost"))
        tokens.evaluate(TOKENS)
        for bench_page in (page for page in PAGES if page.name in names):
            site.handlers["/bench.html"] = lambda _request, html=bench_page.html: SiteResponse(html)
            page = open_page(browser, site.url("/bench.html"))
            for mode in bench_page.modes:
                row = measure(page, tokens, bench_page, mode, options.pairs, options.verbose)
                if row["peer_ms"] is None:
                    capped = chromium()
                    row.update(peer_alone(open_page(capped, site.url("/bench.html")), MODES[mode], row["ours_ms"]))
                    capped.close()
                figures.append(row)
                print_row(row)
            page.close()
        browser.close()
    judged = verdicts(figures)
    print(f"\n{len(judged)} requirements, {sum(not each.passed for each in judged)} failed")
    for each in judged:
        print(f"{'pass' if each.passed else 'FAIL'}  {each.requirement}: {each.measured}")
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1), "utf-8")


def open_page(browser: Browser, url: str) -> Page:
    """The page under test, with both readers in it."""
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.set_default_timeout(240_000)
    page.goto(url)
    page.evaluate(BOOT, source_archive())
    page.evaluate("source => benchPython.runPythonAsync(source)", DEFINE)
    return page


def measure(page: Page, tokens: Page, bench_page: BenchPage, mode: str, pairs: int, verbose: bool) -> dict[str, Any]:
    """One row of the table; ``peer_ms`` is None where the peer would take minutes (X34)."""
    expansion = MODES[mode]
    elements = page.evaluate("document.querySelectorAll('*').length")
    if not bench_page.truth:
        page.wait_for_timeout(800)
        mark_gallery_truth(page)
    large = mode == "page" and elements > 3_000
    run_peer = mode == "viewport" or elements <= PEER_PAGE_MODE_UP_TO * 1.2
    peer_runs = 0 if not run_peer else min(pairs, 3) if large else pairs
    times: dict[str, list[float]] = {"ours": [], "peer": []}
    scores: dict[str, dict[str, Any]] = {}
    page.evaluate(SETTLE)
    ours(page, expansion)  # the first run of either pays for compiling
    if run_peer:
        page.evaluate(SETTLE)
        page.evaluate(PEER, [0 if large else expansion, CAP_SECONDS])
    for turn in range(pairs):
        for name, last in (("ours", pairs - 1), ("peer", peer_runs - 1)):
            if turn <= last:
                page.evaluate(SETTLE)
                run = ours(page, expansion) if name == "ours" else page.evaluate(PEER, [expansion, CAP_SECONDS])
                times[name].append(run)
                if turn == last:
                    scores[name] = page.evaluate(SCORE, [bench_page.truth, mode == "viewport"])
    for name, score in scores.items():
        score["tokens"] = tokens.evaluate("text => encoder.encode(text).length", score.pop("text"))
        if verbose:
            print(f"   {name} missed {score['missed']} wrong {score['wrong']} truth {score['truth']}")
    ours_ms = statistics.median(times["ours"])
    peer_ms = statistics.median(times["peer"]) if times["peer"] else None
    row = {"page": bench_page.name, "mode": mode, "elements": elements, "own": bool(bench_page.truth)}
    row |= {"ours_ms": round(ours_ms, 1), "peer_ms": round(peer_ms, 1) if peer_ms else None}
    row |= {"ratio": round(peer_ms / ours_ms, 1) if peer_ms else None, "at_least": False}
    row |= {f"{name}_tokens": scores[name]["tokens"] if name in scores else None for name in times}
    for kind in ("recall", "precision"):
        row |= {f"{name}_{kind}": round(scores[name][kind], 3) if name in scores else None for name in times}
    if elements >= 40_000 and elements < 100_000:
        row["longest_slice_ms"] = round(slices(page, expansion), 1)
    return row


def peer_alone(page: Page, expansion: int, ours_ms: float) -> dict[str, Any]:
    """One run of the peer, given up after ``CAP_SECONDS``: then the ratio is a lower bound. The browser is closed after it."""
    page.evaluate(SETTLE)
    page.evaluate(
        f"([expansion, cap]) => {{ setTimeout(async () => {{ globalThis.peerTime = await ({PEER})([expansion, cap]) }}) }}",
        [expansion, CAP_SECONDS],
    )
    try:
        spent = page.wait_for_function("globalThis.peerTime", timeout=CAP_SECONDS * 1000).json_value()
    except PlaywrightTimeout:
        return {"peer_ms": CAP_SECONDS * 1000, "ratio": round(CAP_SECONDS * 1000 / ours_ms, 1), "at_least": True}
    return {"peer_ms": round(spent, 1), "ratio": round(spent / ours_ms, 1)}


def slices(page: Page, expansion: int) -> float:
    """The longest stretch of work between two pauses, in ms: the least of three readings, since others load the machine too."""
    page.evaluate(SETTLE)
    return min(page.evaluate(f"() => benchPython.runPythonAsync('await bench_slices({expansion})')") for _ in range(3))


def ours(page: Page, expansion: int) -> float:
    return page.evaluate(
        "([expansion]) => benchPython.runPythonAsync(`await bench_ours(${expansion}, True)`)", [expansion]
    )


def print_row(row: dict[str, Any]) -> None:
    print(
        f"{row['page']:14} {row['mode']:9} {row['elements']:>7}  ours {row['ours_ms']:>8} ms  peer {row['peer_ms']!s:>8} ms  {'>' if row['at_least'] else ' '}{row['ratio']!s:>6}x  "
        f"tokens {row['ours_tokens']}/{row['peer_tokens']}  recall {row['ours_recall']}/{row['peer_recall']}  precision {row['ours_precision']}/{row['peer_precision']}"
        + (f"  longest slice {row['longest_slice_ms']} ms" if "longest_slice_ms" in row else ""),
        flush=True,
    )


if __name__ == "__main__":
    main()
