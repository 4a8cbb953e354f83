"""When the memory image does not load, a plain boot follows by itself and says why; what cannot boot says that."""

from __future__ import annotations

import gzip
import struct
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from e2e.agent_calls import call, create_agent, refusal
from e2e.conftest import BrowserLog
from e2e.python_in_page import runtime_of
from e2e.site_server import SiteResponse, SiteServer

PLAIN = "/orders/plain.html"
SAID = "without its snapshot"


def changed(word: int, value: Callable[[int], int]) -> Callable[[bytes], bytes]:
    """The packed image with one of its leading words changed (``packed_image``)."""

    def change(content: bytes) -> bytes:
        raw = bytearray(gzip.decompress(content))
        (old,) = struct.unpack_from("<I", raw, 4 * word)
        struct.pack_into("<I", raw, 4 * word, value(old) & 0xFFFFFFFF)
        return gzip.compress(bytes(raw), 1)

    return change


def other_version(content: bytes) -> bytes:
    """The image of another Pyodide: its build id, which stands in the head, differs."""
    raw = bytearray(gzip.decompress(content))
    (runs,) = struct.unpack_from("<I", raw, 8)
    place = 16 + 8 * runs + 16
    raw[place] ^= 0xFF
    return gzip.compress(bytes(raw), 1)


DAMAGES = {
    "another length": (changed(0, lambda length: length + 4096), "built with"),
    "another memory before Python": (changed(3, lambda checksum: checksum + 1), "memory before Python"),
    "another engine version": (other_version, "build id"),
    "cut off": (lambda content: content[: len(content) // 2], "damaged"),
    "no gzip at all": (lambda content: b"x" * 1000, "snapshot"),
}


def check_plain(page: Page, log: BrowserLog, reason: str) -> None:
    """It works, without the image, and one line on the console says why."""
    create_agent(page, {"model": "offline"})
    assert reason in page.evaluate("agent.boot.plain")
    assert "Yuki Aoba" in call(page, "agent.page.read()")["content"]
    (line,) = [line for line in log.console if SAID in line]
    assert line.startswith("warning")
    assert reason in line


@pytest.mark.parametrize(("damage", "reason"), DAMAGES.values(), ids=DAMAGES)
def test_a_changed_snapshot(
    page: Page,
    site: SiteServer,
    embed: Path,
    browser_log: BrowserLog,
    damage: Callable[[bytes], bytes],
    reason: str,
):
    """Issue 3: another engine version, a changed file"""
    (file,) = (embed / "runtime").glob("*.snapshot*")
    body = damage(file.read_bytes())
    site.handlers[f"/pagehand/runtime/{file.name}"] = lambda _request: SiteResponse(
        body, content_type="application/octet-stream"
    )
    page.goto(site.url(PLAIN))
    check_plain(page, browser_log, reason)


@pytest.mark.parametrize("status", [404, 500])
def test_a_missing_snapshot(page: Page, site: SiteServer, embed: Path, browser_log: BrowserLog, status: int):
    (file,) = (embed / "runtime").glob("*.snapshot*")
    site.handlers[f"/pagehand/runtime/{file.name}"] = lambda _request: SiteResponse("no", status)
    page.goto(site.url(PLAIN))
    check_plain(page, browser_log, str(status))


def test_a_reason_given_in_the_address(page: Page, site: SiteServer, embed: Path, browser_log: BrowserLog):
    """``pagehand.js?plain=...``: for trying it"""
    page.goto(site.url(PLAIN))
    reason = page.evaluate("""async () => {
        const { Pagehand } = await import('/pagehand/pagehand.js?plain=just%20so')
        const agent = new Pagehand({ model: 'offline' })
        await agent.ready
        return agent.boot.plain
    }""")
    assert reason == "just so"
    assert [line for line in browser_log.console if SAID in line and "just so" in line]


def test_nothing_that_only_chromium_has_is_called_unchecked(
    page: Page, site: SiteServer, embed: Path, browser_log: BrowserLog
):
    """Firefox and Safari: no stack switching, no scheduler, no ``checkVisibility``; then the boot reaches its end too"""
    page.add_init_script("""
        delete WebAssembly.promising; delete WebAssembly.Suspending; delete WebAssembly.Suspender
        delete globalThis.scheduler; delete globalThis.TaskController; delete globalThis.navigation
        delete performance.memory; delete Element.prototype.checkVisibility
    """)
    page.goto(site.url(PLAIN))
    create_agent(page, {"model": "offline"})
    assert "Yuki Aoba" in call(page, "agent.page.read()")["content"]


def test_a_browser_that_cannot_unpack(page: Page, site: SiteServer, embed: Path):
    """Without ``DecompressionStream`` no file of the runtime can be read, and that is said at once"""
    page.add_init_script("delete globalThis.DecompressionStream")
    page.goto(site.url(PLAIN))
    page.evaluate("window.within = (seconds, promise) => promise")
    page.evaluate("import('/pagehand/pagehand.js').then(() => { window.agent = new Pagehand({ model: 'offline' }) })")
    error = refusal(page, "agent.ready")
    assert (error["kind"], "too old" in error["message"]) == ("unsupported", True)


def test_the_fallback_reuses_what_has_come(page: Page, site: SiteServer, embed: Path):
    """WebAssembly is fetched and compiled once for both attempts"""
    (file,) = (embed / "runtime").glob("*.snapshot*")
    site.handlers[f"/pagehand/runtime/{file.name}"] = lambda _request: SiteResponse("no", 404)
    page.goto(site.url(PLAIN))
    create_agent(page, {"model": "offline"})
    asked = [request.path.rpartition("/")[2] for request in site.requests if "/runtime/" in request.path]
    files = runtime_of(embed)["files"]
    assert [asked.count(files[key]["name"]) for key in ("wasm", "library", "stdlib", "site")] == [1, 1, 1, 1]
