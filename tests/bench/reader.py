"""``python build.py bench reader``: our reader and page-agent 1.12.4's ``PageController.updateTree()``, on the same pages.

Both run in the same browser on the same page, alternating; medians of pairs (X34). Budget, folds and ``↑``/``↓`` are off
for recall and tokens. Layout is forced before each run, so that neither pays for the other's marks.
"""

from __future__ import annotations

import argparse
import base64
import io
import json
import os
import statistics
import time
import zipfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from bench.reader_pages import PAGES, BenchPage
from bench.reader_truth import mark_gallery_truth
from e2e.chromium import FLAGS, chromium_path
from e2e.site_server import MOUNTS, ROOT, SiteResponse, SiteServer

PAIRS = 5
PEER_PAGE_MODE_UP_TO = 9_000
CAP_SECONDS = 120
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
import time, js
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

def bench_slices(expansion):
    longest = 0.0
    steps = LivePage(Bridge(), ReaderOptions(viewport_expansion=expansion))
    work = steps.steps()
    while True:
        began = time.perf_counter()
        try:
            next(work)
        except StopIteration:
            longest = max(longest, time.perf_counter() - began)
            break
        longest = max(longest, time.perf_counter() - began)
    steps.dispose()
    return longest * 1000
"""
SETTLE = """async () => {
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
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        # The encoder's 200,000 ranks stay out of the measured page's heap: another site is another process.
        tokens = browser.new_page()
        tokens.goto(site.url("/reader-names.html").replace("127.0.0.1", "localhost"))
        tokens.evaluate(TOKENS)
        for bench_page in (page for page in PAGES if page.name in names):
            site.handlers["/bench.html"] = lambda _request, html=bench_page.html: SiteResponse(html)
            page = browser.new_page(viewport={"width": 1280, "height": 720})
            page.set_default_timeout(240_000)
            page.goto(site.url("/bench.html"))
            page.evaluate(BOOT, source_archive())
            page.evaluate("source => benchPython.runPythonAsync(source)", DEFINE)
            for mode in bench_page.modes:
                figures.append(measure(page, tokens, bench_page, mode, options.pairs, options.verbose))
                print_row(figures[-1])
            page.close()
        browser.close()
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1), "utf-8")


def measure(page: Page, tokens: Page, bench_page: BenchPage, mode: str, pairs: int, verbose: bool) -> dict[str, Any]:
    expansion = MODES[mode]
    elements = page.evaluate("document.querySelectorAll('*').length")
    if not bench_page.truth:
        page.wait_for_timeout(800)
        mark_gallery_truth(page)
    run_peer = mode == "viewport" or elements <= PEER_PAGE_MODE_UP_TO * 1.2
    peer_runs = pairs if mode == "viewport" or elements < 3_000 else min(pairs, 3)
    ours_times, peer_times = [], []
    page.evaluate(SETTLE)
    ours(page, expansion)  # the first run of either pays for compiling
    began = time.monotonic()
    for turn in range(pairs):
        page.evaluate(SETTLE)
        ours_times.append(ours(page, expansion))
        if run_peer and turn < peer_runs and time.monotonic() - began < CAP_SECONDS * 2:
            page.evaluate(SETTLE)
            peer_times.append(page.evaluate(PEER, [expansion, CAP_SECONDS]))
    page.evaluate(SETTLE)
    ours(page, expansion)
    ours_score = page.evaluate(SCORE, [bench_page.truth, mode == "viewport"])
    page.evaluate(SETTLE)
    peer_score = None
    if run_peer and (mode == "viewport" or elements < 3_000):
        page.evaluate(PEER, [expansion, CAP_SECONDS])
        peer_score = page.evaluate(SCORE, [bench_page.truth, mode == "viewport"])
    for score in filter(None, (ours_score, peer_score)):
        score["tokens"] = tokens.evaluate("text => encoder.encode(text).length", score.pop("text"))
    if verbose:
        print("   ours missed", ours_score["missed"], "wrong", ours_score["wrong"], "truth", ours_score["truth"])
        print("   peer missed", (peer_score or {}).get("missed"), "wrong", (peer_score or {}).get("wrong"))
    ours_ms, peer_ms = statistics.median(ours_times), statistics.median(peer_times) if peer_times else None
    return {
        "page": bench_page.name,
        "mode": mode,
        "elements": elements,
        "ours_ms": round(ours_ms, 1),
        "peer_ms": round(peer_ms, 1) if peer_ms else None,
        "ratio": round(peer_ms / ours_ms, 1) if peer_ms else None,
        "ours_tokens": ours_score["tokens"],
        "peer_tokens": peer_score["tokens"] if peer_score else None,
        "ours_recall": round(ours_score["recall"], 3),
        "peer_recall": round(peer_score["recall"], 3) if peer_score else None,
        "ours_precision": round(ours_score["precision"], 3),
        "peer_precision": round(peer_score["precision"], 3) if peer_score else None,
    }


def ours(page: Page, expansion: int) -> float:
    return page.evaluate(
        "([expansion]) => benchPython.runPythonAsync(`await bench_ours(${expansion}, True)`)", [expansion]
    )


def print_row(row: dict[str, Any]) -> None:
    print(
        f"{row['page']:14} {row['mode']:9} {row['elements']:>7}  ours {row['ours_ms']:>8} ms  peer {row['peer_ms']!s:>8} ms  {row['ratio']!s:>6}x  "
        f"tokens {row['ours_tokens']}/{row['peer_tokens']}  recall {row['ours_recall']}/{row['peer_recall']}  precision {row['ours_precision']}/{row['peer_precision']}",
        flush=True,
    )


if __name__ == "__main__":
    main()
