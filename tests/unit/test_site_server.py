"""The site server of the e2e tests: mounts, types, handlers, headers."""

from __future__ import annotations

import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from e2e.site_server import SiteResponse, SiteServer


@pytest.fixture
def site(tmp_path: Path) -> Iterator[SiteServer]:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "index.html").write_text("<p>hi</p>")
    (tmp_path / "runtime").mkdir()
    for name in ("a.mjs", "b.wasm"):
        (tmp_path / "runtime" / name).write_bytes(b"\0")
    (tmp_path / "secret.txt").write_text("outside")
    with SiteServer({"/": tmp_path / "pages", "/pagehand/": tmp_path / "runtime"}) as server:
        yield server


def status_of(url: str) -> int:
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(url, timeout=5)
    return caught.value.code


@pytest.mark.parametrize(
    ("path", "content_type"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/index.html?x=1", "text/html; charset=utf-8"),
        ("/pagehand/a.mjs", "text/javascript; charset=utf-8"),
        ("/pagehand/b.wasm", "application/wasm"),
    ],
)
def test_files_have_the_type_that_a_browser_insists_on(site: SiteServer, path: str, content_type: str):
    with urllib.request.urlopen(site.url(path), timeout=5) as response:
        assert response.headers["Content-Type"] == content_type


@pytest.mark.parametrize("path", ["/nothing.html", "/../secret.txt", "/%2e%2e/secret.txt", "/pagehand/../secret.txt"])
def test_nothing_outside_a_mount_is_served(site: SiteServer, path: str):
    assert status_of(site.url(path)) == 404


def test_headers_of_a_path_and_of_a_prefix_apply(site: SiteServer):
    site.headers["/*"] = {"X-All": "1", "Content-Security-Policy": "default-src *"}
    site.headers["/index.html"] = {"Content-Security-Policy": "default-src 'none'"}
    with urllib.request.urlopen(site.url("/index.html"), timeout=5) as response:
        assert (response.headers["X-All"], response.headers["Content-Security-Policy"]) == ("1", "default-src 'none'")


def test_a_handler_gets_the_form_and_may_redirect(site: SiteServer):
    site.handlers["/save"] = lambda request: SiteResponse.redirect(f"/saved?name={request.form['name']}")
    site.handlers["/saved"] = lambda request: SiteResponse(f"saved {request.query['name']}")
    with urllib.request.urlopen(site.url("/save"), data=b"name=Ada&empty=", timeout=5) as response:
        assert response.read() == b"saved Ada"
    assert [(request.method, request.path) for request in site.requests] == [("POST", "/save"), ("GET", "/saved")]


def test_a_file_that_did_not_change_is_not_sent_again(site: SiteServer):
    with urllib.request.urlopen(site.url("/index.html"), timeout=5) as response:
        modified = response.headers["Last-Modified"]
    again = urllib.request.Request(site.url("/index.html"), headers={"If-Modified-Since": modified})
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(again, timeout=5)
    assert caught.value.code == 304
