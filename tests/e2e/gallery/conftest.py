"""One browser context and one page per library for all tasks; what came out goes to ``.cache/gallery.json``."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from e2e.gallery.desk import Desk
from e2e.gallery.driving import Outcome, PagehandDriver
from e2e.gallery.table import RESULTS, record
from e2e.site_server import MOUNTS, SiteServer
from pagehand_build.gallery import BUNDLES, build_gallery


@pytest.fixture(scope="package")
def bundles() -> None:
    """The pages' scripts; made here too, so that ``pytest -m gallery`` alone is enough."""
    build_gallery()


@pytest.fixture(scope="package")
def desk(browser: Browser, bundles: None) -> Iterator[Desk]:
    with SiteServer({**MOUNTS, "/bundles/": BUNDLES}) as site:
        context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-US")
        context.set_default_timeout(15_000)
        desk = Desk(context, site, PagehandDriver)
        yield desk
        desk.close()
        context.close()


@pytest.fixture(scope="package")
def outcomes() -> Iterator[list[Outcome]]:
    """What every task of this run came to."""
    found: list[Outcome] = []
    yield found
    if found:
        RESULTS.parent.mkdir(exist_ok=True)
        RESULTS.write_text(json.dumps([record(outcome) for outcome in found], indent=1), "utf-8")
