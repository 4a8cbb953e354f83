"""Issue 7, point 4: Python boots on any page, and the page's own policy stays as it is."""

from __future__ import annotations

import pytest

from e2e.extension.driving import Extension, Panel, wait_until
from e2e.model_server import ModelServer
from e2e.replies import act, done
from e2e.site_server import SiteRequest, SiteResponse, SiteServer

STRICTEST = (
    "default-src 'none'; script-src 'nonce-{nonce}' 'strict-dynamic'; require-trusted-types-for 'script'; "
    "trusted-types 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
ISOLATED = {"Cross-Origin-Embedder-Policy": "require-corp", "Cross-Origin-Opener-Policy": "same-origin"}
POLICIES: dict[str, dict[str, str]] = {
    "none at all": {},
    "the strictest": {"Content-Security-Policy": STRICTEST, "X-Frame-Options": "DENY"},
    "no frames": {"Content-Security-Policy": "frame-src 'none'; script-src 'nonce-{nonce}'; child-src 'none'"},
    "report-only": {"Content-Security-Policy-Report-Only": STRICTEST},
    "two at once": {"Content-Security-Policy": f"{STRICTEST}, default-src https: 'nonce-{{nonce}}'"},
    "cross-origin isolated": ISOLATED,
    "isolated and strict": {**ISOLATED, "Content-Security-Policy": STRICTEST, "X-Frame-Options": "SAMEORIGIN"},
    "credentialless": {"Cross-Origin-Embedder-Policy": "credentialless", "Cross-Origin-Opener-Policy": "same-origin"},
    "an opaque origin": {"Content-Security-Policy": "sandbox allow-scripts"},
}
BODY = "<title>before</title><script nonce='{nonce}'>document.title = 'its own script ran'</script><button>Go</button>"


def serve(site: SiteServer, headers: dict[str, str], body: str = BODY) -> str:
    """A page whose nonce is new in every response, as real sites send it; the same policy on every other address."""
    count = iter(range(1_000))

    def page(request: SiteRequest) -> SiteResponse:
        nonce = f"n{next(count)}"
        return SiteResponse(
            body.replace("{nonce}", nonce),
            headers={name: text.replace("{nonce}", nonce) for name, text in headers.items()},
        )

    site.handlers["/page"] = page
    for address in ("/robots.txt", "/favicon.ico"):
        site.handlers[address] = lambda _request: SiteResponse(
            "no such page",
            404,
            {name: text.replace("{nonce}", "other") for name, text in headers.items()},
            "text/plain",
        )
    return site.url("/page")


@pytest.mark.parametrize("name", POLICIES)
def test_python_boots_under_policy(extension: Extension, site: SiteServer, name: str) -> None:
    """Every policy of design.md; the page's own script runs, and no rule is left when the frame is there."""
    extension.configure()
    page = extension.open(serve(site, POLICIES[name]))
    panel = extension.start(page)
    assert "Ready" in panel.text
    assert page.title() == "its own script ran"
    assert extension.rules() == []


def test_policy_in_a_meta_element(extension: Extension, site: SiteServer) -> None:
    extension.configure()
    policy = "<meta http-equiv='Content-Security-Policy' content=\"default-src 'none'; script-src 'nonce-{nonce}'\">"
    extension.start(extension.open(serve(site, {}, policy + BODY)))


def test_the_marked_address_has_the_sites_headers_again(extension: Extension, site: SiteServer) -> None:
    """Security: the rule is gone with the boot; what the page asks for at the marked address comes with its policy."""
    extension.configure()
    page = extension.open(serve(site, POLICIES["isolated and strict"] | {"X-Frame-Options": "DENY"}))
    extension.start(page)
    marked = [frame.url for frame in page.frames if frame != page.main_frame]
    assert len(marked) == 1
    again = page.request.get(marked[0])
    assert "default-src 'none'" in again.headers["content-security-policy"]
    assert again.headers["x-frame-options"] == "DENY"


def test_the_page_cannot_borrow_the_frames_eval(extension: Extension, site: SiteServer) -> None:
    """Security: the frame has a policy of its own, so a page that may not eval cannot do so in the frame's realm either."""
    extension.configure()
    page = extension.open(serve(site, {"Content-Security-Policy": "script-src 'nonce-{nonce}'"}))
    extension.start(page)
    said = page.evaluate("() => { try { return frames[0].eval('1 + 1') } catch (error) { return error.name } }")
    assert said == "EvalError"
    added = page.evaluate(
        """() => new Promise(resolve => {
            const script = frames[0].document.createElement('script')
            script.textContent = 'parent.borrowed = true'
            frames[0].document.documentElement.append(script)
            setTimeout(() => resolve(window.borrowed ?? false), 100)
        })"""
    )
    assert added is False


def test_addresses_that_cannot_be_the_frame(extension: Extension, site: SiteServer) -> None:
    """robots.txt answers 204, favicon.ico redirects to another origin: a random path serves."""
    extension.configure()
    url = serve(site, POLICIES["no frames"])
    site.handlers["/robots.txt"] = lambda _request: SiteResponse(status=204)
    site.handlers["/favicon.ico"] = lambda _request: SiteResponse.redirect("http://localhost:9/favicon.ico", 302)
    page = extension.open(url)
    extension.start(page)
    frame = next(frame for frame in page.frames if frame != page.main_frame)
    assert "robots" not in frame.url
    assert "favicon" not in frame.url
    assert extension.rules() == []


WORKER = {
    "passes through": "onfetch = event => event.respondWith(fetch(event.request))",
    "answers by itself": """onfetch = event => event.respondWith(new Response('mine', {headers: {
        'content-type': 'text/html', 'content-security-policy': "default-src 'none'; script-src 'nonce-a'"}}))""",
}


def with_worker(extension: Extension, site: SiteServer, kind: str, headers: dict[str, str]):
    site.handlers["/worker.js"] = lambda _request: SiteResponse(
        "oninstall = () => skipWaiting(); onactivate = event => event.waitUntil(clients.claim());" + WORKER[kind],
        content_type="text/javascript",
    )
    page = extension.open(serve(site, headers, BODY))
    page.evaluate(
        """async () => {
            const controlled = new Promise(resolve => navigator.serviceWorker.addEventListener('controllerchange', resolve))
            await navigator.serviceWorker.register('/worker.js')
            if (!navigator.serviceWorker.controller) await controlled
        }"""
    )
    return page


def test_a_service_worker_that_passes_through(extension: Extension, site: SiteServer) -> None:
    extension.configure()
    page = with_worker(
        extension, site, "passes through", {"Content-Security-Policy": "script-src 'self' 'nonce-{nonce}'"}
    )
    extension.start(page)
    assert extension.rules() == []


def test_a_site_that_defeats_the_frame_is_told_at_once(extension: Extension, site: SiteServer) -> None:
    """A worker that answers by itself under a policy without WebAssembly: an honest sentence, no hanging."""
    extension.configure()
    policy = {"Content-Security-Policy": "script-src 'self' 'nonce-{nonce}'"}
    page = with_worker(extension, site, "answers by itself", policy)
    extension.press(page)
    panel = Panel(page)
    panel.wait_text("Pagehand cannot work here", timeout=15)
    assert extension.rules() == []


def test_pages_where_chrome_lets_nothing_in(extension: Extension) -> None:
    """chrome:// pages: the button's popup says why."""
    page = extension.open("chrome://version")
    extension.press(page)
    popup = wait_until(lambda: extension.popup(page), "a popup that says why")
    notice = extension.open(popup)
    assert "Chrome lets no extension work on this page" in notice.inner_text("body")
    assert "chrome://" in notice.inner_text("body")


def test_a_page_that_removes_the_frame_or_the_panel(extension: Extension, site: SiteServer) -> None:
    """Security: noticed, and both are there again."""
    extension.configure()
    page = extension.open(serve(site, {}))
    panel = extension.start(page)
    page.evaluate("document.querySelector('iframe').remove()")
    panel.wait_ready()
    page.evaluate("document.querySelector('pagehand-root').remove()")
    wait_until(lambda: panel.visible and panel.ready, "the panel again")
    assert len([frame for frame in page.frames if frame != page.main_frame]) == 1


def test_closed_shadow_roots_are_read_and_acted_on(extension: Extension, site: SiteServer) -> None:
    """Point 6, X23, page-shapes 66."""
    body = """<title>Closed</title><x-box></x-box><script>
        const root = document.querySelector('x-box').attachShadow({ mode: 'closed' })
        root.innerHTML = '<button>Inside</button>'
        root.querySelector('button').onclick = () => (document.title = 'pressed inside')
    </script>"""
    site.handlers["/closed"] = lambda _request: SiteResponse(body)
    script = [lambda r: act("click_element_by_index", {"index": r.number("Inside")}), done("Pressed.")]
    with ModelServer(script) as model:
        extension.configure(model)
        page = extension.open(site.url("/closed"))
        panel = extension.run(page, "Press it")
        panel.wait_status("completed")
        assert "Clicked" in model.requests[1].text
        assert page.title() == "pressed inside"
