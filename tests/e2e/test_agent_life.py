"""The embed's life in a page: refused uses, two agents, dispose, and starts that cannot succeed."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from e2e.agent_calls import WITHIN, call, create_agent, execute, finish, refusal, start
from e2e.conftest import EmbedPage
from e2e.model_server import ModelServer
from e2e.order_steps import SEARCH, choose, click, type_text
from e2e.replies import act, done
from e2e.site_server import SiteResponse, SiteServer

PLAIN = "/orders/plain.html"
SETTINGS = "/orders/plain.html#/settings"

TRACES = """() => ({
    frames: document.querySelectorAll('iframe').length,
    roots: document.querySelectorAll('pagehand-root').length,
    globals: Object.getOwnPropertyNames(window).filter(name => name !== 'Pagehand').sort(),
    html: document.documentElement.cloneNode(false).outerHTML,
    children: [...document.documentElement.children].map(child => child.localName),
    marked: [...document.querySelectorAll('*')].filter(element =>
        element.getAttributeNames().some(name => name.includes('pagehand') || name.includes('webagent'))).length,
    sheets: document.adoptedStyleSheets.length + document.styleSheets.length,
    alert: alert.toString(), listen: EventTarget.prototype.addEventListener.toString(), fetch: fetch.toString(),
})"""


def traces(page: Page) -> dict[str, Any]:
    return page.evaluate(TRACES)


def test_wrong_uses_are_refused_in_words(embed_page: EmbedPage):
    """C24, C63, X8, X26"""
    with ModelServer([act("wait", {"seconds": 10})]) as model:
        page = embed_page(PLAIN, {"baseURL": model.base_url, "model": "scripted"})
        for config in ({}, {"model": "gpt-5"}, {"baseURL": "http://localhost/v1"}):
            error = refusal(page, "new Pagehand(argument)", config)
            assert error["kind"] == "config_error"
            assert "baseURL" in error["message"]
        assert "empty" in refusal(page, "agent.execute('  ')")["message"]
        start(page, "Wait")
        assert "already running" in refusal(page, "agent.execute('Another')")["message"]
        call(page, "agent.stop()")
        finish(page)
        page.evaluate("agent.dispose()")
        for use in ("agent.execute('After')", "agent.page.read()", "agent.stop()", "agent.executeAction('wait', {})"):
            assert "disposed" in refusal(page, use)["message"]


def test_an_unknown_option_is_named(page: Page, site: SiteServer, embed: object):
    """X8: checked at the latest when Python is there, never ignored"""
    page.goto(site.url(PLAIN))
    page.evaluate(WITHIN)
    call(page, "import('/pagehand/pagehand.js').then(() => null)")
    error = refusal(page, "new Pagehand({ model: 'offline', maxStep: 3 }).ready")
    assert "maxStep" in error["message"]


def test_two_agents_share_a_page(embed_page: EmbedPage):
    """X41: one runtime and one registry; each has its own model and task, and the last dispose clears all"""
    scripts = {
        "alpha": [type_text('value="Fernhill Paper"', "Alpha & Sons"), click("Dark"), done("alpha is done")],
        "beta": [choose("^<select", "Pound sterling (£)"), type_text("type=number", "25"), done("beta is done")],
    }
    with ModelServer(scripts) as model:
        page = embed_page(SETTINGS, {"baseURL": model.base_url, "model": "alpha"})
        create_agent(page, {"baseURL": model.base_url, "model": "beta"}, name="other")
        assert page.locator("iframe").count() == 1
        start(page, "Do alpha's work")
        start(page, "Do beta's work", name="other")
        results = [finish(page), finish(page, name="other")]
    assert [result["data"] for result in results] == ["alpha is done", "beta is done"]
    expect(page.get_by_label("Shop name")).to_have_value("Alpha & Sons")
    expect(page.get_by_label("Dark")).to_be_checked()
    expect(page.get_by_label("Currency")).to_have_value("GBP")
    expect(page.get_by_label("Orders per page")).to_have_value("25")
    page.evaluate("agent.dispose()")
    assert call(page, "other.page.read()")["title"].startswith("Settings")
    page.evaluate("other.dispose()")
    page.wait_for_timeout(300)
    assert page.locator("iframe, pagehand-root").count() == 0


def test_dispose_leaves_the_page_as_it_was(page: Page, site: SiteServer, embed: object):
    """Rules of the house; X20, X37"""
    page.goto(site.url(PLAIN))
    page.evaluate(WITHIN)
    page.evaluate("window.agent = window.seen = window.runs = null")
    before = traces(page)
    with ModelServer([type_text(SEARCH, "Ada"), act("scroll", {"pixels": 10}), done("ok")]) as model:
        create_agent(page, {"baseURL": model.base_url, "model": "scripted"})
        assert traces(page)["frames"] == 1
        assert execute(page, "Work a little")["success"] is True
    page.evaluate("agent.dispose()")
    page.wait_for_timeout(300)
    assert traces(page) == before
    assert page.evaluate("seen.at(-1).type") == "dispose"


def test_dispose_in_the_middle_of_a_run_settles_it(embed_page: EmbedPage):
    """C24: the promise of ``execute`` does not hang, the model call ends"""
    with ModelServer([done("late").after(60)]) as model:
        page = embed_page(PLAIN, {"baseURL": model.base_url, "model": "scripted"})
        start(page, "Wait")
        request = model.wait_for_request(1)
        page.evaluate("agent.dispose()")
        settled = call(page, "runs.agent.then(result => result.success, error => error.message)", seconds=5)
        assert settled is False or "disposed" in settled
        model.wait_until_client_left(request, 5)
    assert page.locator("iframe, pagehand-root").count() == 0


def test_a_new_agent_after_the_last_was_disposed(embed_page: EmbedPage):
    """X41: the runtime comes back"""
    with ModelServer([done("second life")]) as model:
        page = embed_page(PLAIN, {"baseURL": model.base_url, "model": "scripted"})
        page.evaluate("agent.dispose()")
        create_agent(page, {"baseURL": model.base_url, "model": "scripted"})
        assert execute(page, "Live")["data"] == "second life"


def boot_failure(page: Page) -> str:
    page.evaluate(WITHIN)
    call(page, "import('/pagehand/pagehand.js').then(() => { window.agent = new Pagehand({ model: 'offline' }) })")
    message = refusal(page, "agent.ready")["message"]
    assert page.evaluate("agent.status") == "error"
    shown = page.evaluate("document.querySelector('pagehand-root').shadowRoot.textContent")
    assert message[:40] in shown
    return message


def test_refused_webassembly_is_said(page: Page, site: SiteServer, embed: object):
    """design.md: ``loadPyodide`` would never settle"""
    site.headers[PLAIN] = {"Content-Security-Policy": "script-src 'self'"}
    page.goto(site.url(PLAIN))
    message = boot_failure(page)
    assert "WebAssembly" in message
    assert "wasm-unsafe-eval" in message


FILES = ["boot.*", "pyodide.[!a]*", "pyodide.asm.*.js", "pyodide.asm.*.wasm*", "pydantic_core.*"]
"""What every start needs, with the snapshot or without it."""
GONE = SiteResponse("gone", 404)
APP = SiteResponse("<!doctype html><title>App</title><div id=app></div>")
"""What many single-page hosts answer for every unknown path."""


@pytest.mark.parametrize("answer", [GONE, APP], ids=["404", "app shell"])
@pytest.mark.parametrize("pattern", FILES)
def test_a_missing_file_of_the_runtime_is_named(
    page: Page, site: SiteServer, embed: Path, pattern: str, answer: SiteResponse
):
    """Issue 2: a clear message, never a spinner for ever"""
    file = sorted((embed / "runtime").glob(pattern))[0]
    site.handlers[f"/pagehand/runtime/{file.name}"] = lambda _request: answer
    page.goto(site.url(PLAIN))
    assert file.name in boot_failure(page)


def test_a_broken_snapshot_costs_time_and_not_the_start(page: Page, site: SiteServer, embed: Path):
    """design.md: the snapshot is a faster way to the same state; what it needs instead is fetched then"""
    (snapshot,) = (embed / "runtime").glob("*.snapshot*")
    broken = SiteResponse(gzip.compress(b"x" * 100_000), content_type="application/gzip")
    site.handlers[f"/pagehand/runtime/{snapshot.name}"] = lambda _request: broken
    page.goto(site.url(PLAIN))
    create_agent(page, {"model": "offline"})
    assert "Ada Lovelace" not in call(page, "agent.page.read()")["content"]
    assert "Yuki Aoba" in call(page, "agent.page.read()")["content"]


def test_a_hostile_page_does_not_break_the_boot(page: Page, site: SiteServer, embed: object):
    """design.md: the builtins come from a clean realm"""
    page.add_init_script("""if (top === window) {
        globalThis.process = { versions: { node: '20' } }; globalThis.Deno = {}; globalThis.importScripts = () => {}
        Array.from = () => { throw new Error('replaced') }; Array.prototype.toJSON = () => 'a lie'
        globalThis.define = () => {}; define.amd = {}; globalThis.fetch = () => { throw new Error('no fetch here') }
    }""")
    page.goto(site.url("/shop/index.html"))
    create_agent_unpickled(page)
    assert "Oak tray" in page.evaluate("text")


def create_agent_unpickled(page: Page) -> None:
    """Reads into ``window.text``: on this page Playwright's own serialisation cannot be trusted with objects."""
    page.evaluate("""async () => {
        await import('/pagehand/pagehand.js')
        window.agent = new Pagehand({ model: 'offline' })
        const late = new Promise((_, reject) => setTimeout(() => reject(new Error('nothing after 30 s')), 30000))
        await Promise.race([agent.ready, late])
        window.text = (await Promise.race([agent.page.read(), late])).content
        return true
    }""")
