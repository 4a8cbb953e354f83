"""Issue 7, Security: a page cannot see into the panel, read what is typed there, or press anything in it."""

from __future__ import annotations

from e2e.extension.driving import Extension, wait_until
from e2e.model_server import ModelServer
from e2e.replies import done
from e2e.site_server import SiteResponse, SiteServer

SPY = """<!doctype html><title>Spy</title><input id=own><script>
window.heard = []
const types = ['keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'textInput', 'change', 'paste', 'copy', 'cut',
    'compositionstart', 'compositionupdate', 'compositionend', 'focusin', 'focusout', 'focus', 'blur', 'selectionchange']
for (const target of [window, document, document.documentElement]) for (const type of types) for (const capture of [true, false])
    target.addEventListener(type, event => {
        if (event.target === own) return
        heard.push([type, event.key ?? event.data ?? '', getSelection().toString()].join(' '))
    }, capture)
const attach = Element.prototype.attachShadow
Element.prototype.attachShadow = function (options) { window.stolen = attach.call(this, options); return window.stolen }
</script>"""


def test_what_is_typed_is_not_heard(extension: Extension, site: SiteServer) -> None:
    """The shield: capture listeners on the window learn nothing, and the panel still gets every key."""
    site.handlers["/spy"] = lambda _request: SiteResponse(SPY)
    with ModelServer([done("Kept.")]) as model:
        extension.configure(model)
        page = extension.open(site.url("/spy"))
        page.evaluate("own.focus()")
        panel = extension.start(page)
        panel.type_task("Secret plan")
        page.evaluate("heard.push('leak ' + getSelection().toString())")
        page.keyboard.press("Enter")
        panel.wait_status("completed")
        assert "Secret plan" in model.requests[0].text
        heard = page.evaluate("heard")
        assert [line for line in heard if not line.startswith(("selectionchange", "leak"))] == []
        assert not any("Secret" in line or "plan" in line for line in heard)
        assert page.evaluate("window.stolen ?? null") is None
        assert page.evaluate("document.querySelector('pagehand-root').shadowRoot") is None
        page.click("#own")
        page.keyboard.type("x")
        assert page.evaluate("own.value") == "x"


def test_events_of_the_page_press_nothing(extension: Extension, site: SiteServer) -> None:
    """No forged key, click or message starts a task; ``isTrusted`` decides."""
    site.handlers["/spy"] = lambda _request: SiteResponse(SPY)
    with ModelServer([]) as model:
        extension.configure(model)
        page = extension.open(site.url("/spy"))
        panel = extension.start(page)
        panel.type_task("A task that is not sent")
        page.evaluate(
            """() => {
                const host = document.querySelector('pagehand-root')
                const options = { key: 'Enter', code: 'Enter', keyCode: 13, bubbles: true, composed: true }
                for (const type of ['keydown', 'keypress', 'keyup']) host.dispatchEvent(new KeyboardEvent(type, options))
                for (const type of ['click', 'submit', 'pagehand', 'message']) host.dispatchEvent(new Event(type, options))
                host.click()
                for (const op of ['resume', 'stop', 'toggle']) {
                    window.postMessage({ op }, '*')
                    frames[0].postMessage({ op }, '*')
                }
            }"""
        )
        page.wait_for_timeout(800)
        assert panel.status == "idle"
        assert model.requests == []
        assert page.evaluate("typeof globalThis.pagehandSide + typeof globalThis.pagehandParts") == "undefinedundefined"
        assert page.evaluate("typeof chrome.runtime?.sendMessage") == "undefined"


def test_pages_cannot_load_our_files_by_the_extensions_name(extension: Extension, site: SiteServer) -> None:
    """Web-accessible files have dynamic addresses only."""
    site.handlers["/one"] = lambda _request: SiteResponse("<title>One</title>")
    extension.configure()
    page = extension.open(site.url("/one"))
    extension.start(page)
    names = extension.evaluate(
        "async () => (await (await fetch(chrome.runtime.getURL('parts.js'))).text()).match(/boot\\.\\w+\\.m?js/)[0]"
    )
    load = "url => fetch(url).then(() => 'loaded', () => 'refused')"
    for path in (f"runtime/{names}", "options.html", "parts.js", "manifest.json"):
        assert page.evaluate(load, f"chrome-extension://{extension.id}/{path}") == "refused"


def test_a_panel_that_the_page_moves_away_comes_back(extension: Extension, site: SiteServer) -> None:
    """Noticed within a second, whether by a style, by a hidden box, or by something on top of everything."""
    site.handlers["/one"] = lambda _request: SiteResponse("<title>One</title><body></body>")
    extension.configure()
    page = extension.open(site.url("/one"))
    panel = extension.start(page)
    middle = panel.middle("panel")
    on_top = "([x, y]) => document.elementFromPoint(x, y)?.localName === 'pagehand-root'"
    for attack in (
        "document.querySelector('pagehand-root').style.cssText = 'transform: translateX(-3000px)'",
        "const box = document.createElement('div'); box.hidden = true; document.body.append(box); "
        "box.append(document.querySelector('pagehand-root'))",
        "const cover = document.createElement('div'); cover.popover = 'manual'; document.body.append(cover); "
        "cover.style.cssText = 'width: 100vw; height: 100vh'; cover.showPopover()",
    ):
        page.evaluate(f"() => {{ {attack} }}")
        wait_until(lambda: page.evaluate(on_top, middle), f"the panel on top again after: {attack}", timeout=5)
