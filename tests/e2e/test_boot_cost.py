"""What a boot fetches and when, what a second visit fetches, and what is left after the last ``dispose``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, CDPSession, Page, Playwright, expect

from e2e.agent_calls import WITHIN, create_agent
from e2e.chromium import FLAGS, chromium_path
from e2e.conftest import EmbedPage
from e2e.python_in_page import runtime_of
from e2e.site_server import SiteServer

PLAIN = "/orders/plain.html"
MOST = 14_000_000
IMMUTABLE = {"/pagehand/runtime/*": {"Cache-Control": "public, max-age=31536000, immutable"}}


def runtime_requests(site: SiteServer) -> list[str]:
    return [request.path.rpartition("/")[2] for request in site.requests if "/pagehand/runtime/" in request.path]


def test_a_first_boot_stays_below_its_budget(page: Page, site: SiteServer, embed: Path):
    """Issue 3: at most 14 MB, each file once, and nothing that only the fallback needs"""
    page.goto(site.url(PLAIN))
    create_agent(page, {"model": "offline"})
    asked = runtime_requests(site)
    assert len(asked) == len(set(asked))
    transferred = sum((embed / "runtime" / name).stat().st_size for name in asked)
    transferred += (embed / "pagehand.js").stat().st_size
    assert 1_000_000 < transferred <= MOST
    files = runtime_of(embed)["files"]
    assert not {files["stdlib"]["name"], files["site"]["name"]} & set(asked)


def test_a_second_visit_comes_from_the_cache(driver: Playwright, site: SiteServer, embed: object, tmp_path: Path):
    """Issue 3: names hold their content's hash, so that a host may say that they never change. In a real profile: the
    cache of a private window takes no file of this size"""
    site.headers.update(IMMUTABLE)
    context = driver.chromium.launch_persistent_context(tmp_path, executable_path=chromium_path(), args=FLAGS)
    try:
        page = context.new_page()
        page.goto(site.url(PLAIN))
        create_agent(page, {"model": "offline"})
        assert len(runtime_requests(site)) >= 5
        site.requests.clear()
        page.goto("about:blank")
        page.goto(site.url(PLAIN))
        create_agent(page, {"model": "offline"})
        assert runtime_requests(site) == []
    finally:
        context.close()


def slow(page: Page, megabytes_per_second: float) -> CDPSession:
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": 20,
            "downloadThroughput": megabytes_per_second * 1_000_000,
            "uploadThroughput": 1_000_000,
        },
    )
    return session


def test_on_a_slow_connection(page: Page, site: SiteServer, embed: Path):
    """Parallel downloads, compiled on the way, progress by bytes; a task typed meanwhile is run when Python is there"""
    slow(page, 3)
    page.goto(site.url(PLAIN))
    page.evaluate(WITHIN)
    page.evaluate("""async () => {
        await import('/pagehand/pagehand.js')
        window.agent = new Pagehand({ model: 'offline', language: 'en-US' })
        window.percents = []
        const bar = document.querySelector('pagehand-root').shadowRoot.getElementById('boot-progress')
        new MutationObserver(() => percents.push(Number(bar.getAttribute('value')))).observe(bar, { attributes: true })
        agent.panel.show()
        window.typed = []
    }""")
    box = page.locator("pagehand-root #task")
    box.fill("Click Settings")
    box.press("Enter")
    assert page.evaluate("agent.status") == "idle"
    page.evaluate("agent.ready")
    percents = page.evaluate("percents")
    assert percents == sorted(percents)
    assert len(percents) >= 10
    assert 90 <= percents[-1] <= 100
    page.wait_for_function("agent.task === 'Click Settings'")
    page.wait_for_function("agent.status === 'completed'")
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    timings = page.evaluate("""() => Object.fromEntries(document.querySelector('iframe').contentWindow.performance
        .getEntriesByType('resource').map(entry => [entry.name.split('/').pop(), [entry.startTime, entry.responseEnd]]))""")
    files = runtime_of(embed)["files"]
    begun = [timings[files[key]["name"]][0] for key in ("wasm", "library", "snapshot")]
    assert max(begun) - min(begun) < 200
    longest = timings[files["snapshot"]["name"]][1]
    # What is left once the last byte is there: most of the compiling was done on the way.
    assert page.evaluate("agent.boot.parts.wasm") < longest + 1500


def test_what_was_typed_before_python_is_kept(page: Page, site: SiteServer, embed: object):
    slow(page, 5)
    page.goto(site.url(PLAIN))
    page.evaluate("""import('/pagehand/pagehand.js').then(() => {
        window.agent = new Pagehand({ model: 'offline' }); agent.panel.show() })""")
    page.locator("pagehand-root #task").fill("not sent yet")
    page.evaluate("agent.ready")
    expect(page.locator("pagehand-root #task")).to_have_value("not sent yet")
    assert page.evaluate("agent.task") == ""


def counters(page: Page, session: CDPSession) -> dict[str, Any]:
    for _ in range(3):
        session.send("HeapProfiler.collectGarbage")
        page.wait_for_timeout(100)
    dom = session.send("Memory.getDOMCounters")
    heap = session.send("Runtime.getHeapUsage")
    return {
        "documents": dom["documents"],
        "nodes": dom["nodes"],
        "listeners": dom["jsEventListeners"],
        "heap": heap["usedSize"],
        "buffers": heap.get("backingStorageSize", 0),
        "frames": page.evaluate("frames.length"),
    }


def test_ten_rounds_leave_nothing(embed_page: EmbedPage, context: BrowserContext):
    """Issue 3: no frame, listener, proxy or timer, and the memory comes back"""
    page = embed_page(PLAIN, {"model": "offline"})
    session = context.new_cdp_session(page)
    one_round = """async () => {
        const agent = new Pagehand({ model: 'offline', language: 'en-US', stepDelay: 0 })
        await agent.ready
        agent.panel.show()
        await agent.page.read()
        await agent.execute('Click Settings')
        await agent.execute('Click Orders')
        await agent.dispose()
    }"""
    page.evaluate("agent.dispose().then(() => { window.agent = window.seen = null })")
    page.evaluate(one_round)
    before = counters(page, session)
    for _ in range(10):
        page.evaluate(one_round)
    after = counters(page, session)
    assert after["frames"] == before["frames"] == 0
    assert after["documents"] <= before["documents"] + 1
    assert after["listeners"] <= before["listeners"] + 5
    assert after["nodes"] <= before["nodes"] + 200
    assert after["heap"] - before["heap"] < 3_000_000
    # One runtime's memory is about 60 MB; ten that stayed would be 600.
    assert after["buffers"] - before["buffers"] < 30_000_000
