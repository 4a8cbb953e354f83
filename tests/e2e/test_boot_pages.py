"""Boots on pages that make it hard: hostile globals, policies, base addresses, loaders, workers, hidden tabs."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page

from e2e.agent_calls import call, create_agent, execute
from e2e.conftest import BrowserLog
from e2e.model_server import ModelServer
from e2e.replies import act, done
from e2e.site_server import SiteResponse, SiteServer

BODY = "<h1>Harbour office</h1><label>Berth <input id=berth></label><button id=book>Book</button>"
PATH = "/made/page.html"
STRICT = "script-src 'self' 'wasm-unsafe-eval'"

HOSTILE = """if (top === window) {
    globalThis.process = { versions: { node: '20.0.0' }, browser: false }
    globalThis.read = () => 'x'; globalThis.load = () => 'x'
    globalThis.Deno = { version: {} }; globalThis.Bun = { version: '1' }
    globalThis.importScripts = () => { throw new Error('no scripts') }
    globalThis.require = () => { throw new Error('no require') }
    globalThis.fetch = () => { throw new Error('no fetch') }
    globalThis.XMLHttpRequest = class { constructor() { throw new Error('no requests') } }
    Array.from = () => { throw new Error('replaced') }
    Object.fromEntries = () => { throw new Error('replaced') }
    for (const type of [Array, Object, String, Number, Date]) Object.defineProperty(type.prototype, 'toJSON',
        { value() { return 'a lie' }, configurable: true, writable: true })
    globalThis.define = () => { throw new Error('no define') }; define.amd = {}
    globalThis.module = { exports: {} }; globalThis.exports = module.exports
    Object.prototype.extended = 'everywhere'; Array.prototype.each = function () {}; Function.prototype.extended = 1
    Element.prototype.remove = Element.prototype.remove
    globalThis.setTimeout = () => 0
}"""


def serve(site: SiteServer, head: str = "", headers: dict[str, str] | None = None, body: str = BODY) -> str:
    html = f"<!doctype html><html lang=en><head><title>Harbour</title>{head}</head><body>{body}</body></html>"
    site.handlers[PATH] = lambda _request: SiteResponse(html, headers=headers or {})
    return site.url(PATH)


def check(page: Page) -> None:
    """Boots from the image, reads, and does a task."""
    with ModelServer([act("wait", {"seconds": 0}), done("done here")]) as model:
        create_agent(page, {"baseURL": model.base_url, "model": "scripted"})
        assert page.evaluate("agent.boot.plain") is None
        assert "Harbour office" in call(page, "agent.page.read()")["content"]
        assert execute(page, "Look around")["data"] == "done here"


def test_every_hostile_row_at_once(page: Page, site: SiteServer, embed: object):
    """design.md's list; the builtins come from a clean realm. Playwright's own serialisation cannot be trusted here"""
    page.add_init_script(HOSTILE)
    page.goto(serve(site))
    page.evaluate("""async () => {
        await import('/pagehand/pagehand.js')
        const agent = new Pagehand({ model: 'offline' })
        await agent.ready
        const state = await agent.page.read()
        document.title = `${agent.boot.plain}|${state.content.includes('Harbour office')}`
        await agent.page.inputText(Number(/\\[(\\d+)\\]<input/.exec(state.content)[1]), 'Berth 7')
        return 1
    }""")
    assert page.title() == "null|true"
    assert page.locator("#berth").input_value() == "Berth 7"


PAGES = {
    "AMD loader": {"head": "<script src=/made/amd.js></script>"},
    "CommonJS globals": {"head": "<script src=/made/commonjs.js></script>"},
    "import map": {
        "head": '<script type=importmap>{"imports":{"./parts.js":"/nowhere.js","/pagehand/runtime/":"/nowhere/"}}</script>'
    },
    "base href": {"head": "<base href='https://elsewhere.invalid/deep/' target=_blank>"},
    "strict policy": {"headers": {"Content-Security-Policy": STRICT}},
    "strict policy and nothing else": {
        "headers": {"Content-Security-Policy": f"default-src 'none'; {STRICT}; connect-src 'self' http://127.0.0.1:*"}
    },
    "Trusted Types": {"headers": {"Content-Security-Policy": f"{STRICT}; require-trusted-types-for 'script'"}},
    "Trusted Types, no policies": {
        "headers": {"Content-Security-Policy": f"{STRICT}; require-trusted-types-for 'script'; trusted-types 'none'"}
    },
    "cross-origin isolated": {
        "headers": {"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp"}
    },
    "referrer policy": {"headers": {"Referrer-Policy": "no-referrer"}},
}


@pytest.mark.parametrize("made", PAGES.values(), ids=PAGES)
def test_pages_of_all_kinds(page: Page, site: SiteServer, embed: object, made: dict):
    """Issue 3: AMD, import maps, ``<base href>``, exactly this policy, Trusted Types"""
    site.handlers["/made/amd.js"] = lambda _request: SiteResponse(
        "globalThis.define = () => { globalThis.defined = true }; define.amd = {}; globalThis.require = () => {}",
        content_type="text/javascript",
    )
    site.handlers["/made/commonjs.js"] = lambda _request: SiteResponse(
        "globalThis.module = { exports: {} }; globalThis.exports = module.exports; globalThis.process = { env: {} }",
        content_type="text/javascript",
    )
    page.goto(serve(site, **made))
    address = site.url("/pagehand/pagehand.js")
    page.evaluate("address => import(address).then(() => null)", address)
    page.evaluate("window.within = (seconds, promise) => promise; null")
    with ModelServer([act("wait", {"seconds": 0}), done("done here")]) as model:
        config = {"baseURL": model.base_url, "model": "scripted", "stepDelay": 0, "language": "en-US"}
        page.evaluate("async config => { window.agent = new Pagehand(config); await agent.ready }", config)
        assert page.evaluate("agent.boot.plain") is None
        assert "Harbour office" in call(page, "agent.page.read()")["content"]
        assert execute(page, "Look around")["data"] == "done here"
    assert page.evaluate("globalThis.defined") is None


def test_a_page_with_a_service_worker(page: Page, site: SiteServer, embed: object):
    """One that answers everything itself: the runtime's files pass through it"""
    site.handlers["/made/worker.js"] = lambda _request: SiteResponse(
        "oninstall = () => skipWaiting(); onactivate = e => e.waitUntil(clients.claim());"
        "onfetch = event => event.respondWith(fetch(event.request))",
        content_type="text/javascript",
        headers={"Service-Worker-Allowed": "/"},
    )
    page.goto(serve(site))
    page.evaluate("""async () => {
        await navigator.serviceWorker.register('/made/worker.js', { scope: '/' })
        await navigator.serviceWorker.ready
        if (!navigator.serviceWorker.controller)
            await new Promise(resolve => navigator.serviceWorker.oncontrollerchange = resolve)
    }""")
    check(page)


def test_a_hidden_tab(page: Page, site: SiteServer, embed: object):
    """X36: no animation frame comes, timers are slow; the boot waits for neither"""
    page.add_init_script("""
        Object.defineProperty(Document.prototype, 'hidden', { get: () => true })
        Object.defineProperty(Document.prototype, 'visibilityState', { get: () => 'hidden' })
        globalThis.requestAnimationFrame = () => 1
        globalThis.requestIdleCallback = () => 1
    """)
    page.goto(serve(site))
    check(page)


def test_two_tabs_boot_at_once(context: BrowserContext, site: SiteServer, embed: object, browser_log: BrowserLog):
    address = serve(site)
    pages = [context.new_page() for _ in range(2)]
    for page in pages:
        page.goto(address)
        page.evaluate(
            "import('/pagehand/pagehand.js').then(() => { window.agent = new Pagehand({ model: 'offline' }) })"
        )
    for page in pages:
        page.evaluate("agent.ready")
        assert "Harbour office" in page.evaluate("agent.page.read()")["content"]
    assert browser_log.errors == []
