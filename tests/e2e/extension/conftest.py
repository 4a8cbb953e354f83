"""The built extension in headless Chromium: one browser per module, fresh settings and tabs per test."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Playwright

from e2e.conftest import FLAGS, chromium_path
from e2e.extension.driving import Extension
from e2e.site_server import SiteServer

BUILT = Path(__file__).resolve().parents[3] / "dist" / "extension"


class Localhost(SiteServer):
    @property
    def origin(self) -> str:
        return super().origin.replace("127.0.0.1", "localhost")


@pytest.fixture(scope="module")
def loaded(driver: Playwright) -> Iterator[Extension]:
    assert (BUILT / "manifest.json").is_file(), "dist/extension is not built: python build.py"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        context = driver.chromium.launch_persistent_context(
            profile,
            executable_path=chromium_path(),
            headless=False,  # Playwright's own headless mode loads no extensions; Chromium's new one does
            viewport={"width": 1280, "height": 900},
            locale="en-US",
            args=["--headless=new", *FLAGS, f"--disable-extensions-except={BUILT}", f"--load-extension={BUILT}"],
            ignore_default_args=["--disable-popup-blocking", "--disable-back-forward-cache"],
        )
        context.set_default_timeout(15_000)
        yield Extension(context)
        context.close()


@pytest.fixture
def extension(loaded: Extension) -> Iterator[Extension]:
    loaded.reset()
    yield loaded
    loaded.close_pages()


@pytest.fixture
def other_site() -> Iterator[SiteServer]:
    """A second site with a name of its own."""
    with Localhost() as server:
        yield server
