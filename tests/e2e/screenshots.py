"""Pictures of the demo, to look at and for the README:  python -m e2e.screenshots FOLDER [--agent]

Without ``--agent`` the site alone (light, dark, narrow; each view and the dialog); with it, the built embed at work.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, sync_playwright

from e2e.chromium import FLAGS, chromium_path
from e2e.demo import TASK
from e2e.site_server import SiteServer

WIDE = (1280, 860)
NARROW = (320, 720)


@contextmanager
def page_of(browser: Browser, scheme: Literal["light", "dark"], size: tuple[int, int]) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, locale="en-US", device_scale_factor=2
    )
    yield context.new_page()
    context.close()


def picture_site(browser: Browser, site: SiteServer, folder: Path) -> None:
    looks: list[tuple[str, Literal["light", "dark"], tuple[int, int]]] = [
        ("light", "light", WIDE),
        ("dark", "dark", WIDE),
        ("narrow", "light", NARROW),
    ]
    for name, scheme, size in looks:
        with page_of(browser, scheme, size) as page:
            for view in ("customers", "settings", "orders"):
                page.goto(site.url(f"/orders/plain.html#/{view}"))
                page.get_by_role("heading", level=1).wait_for()
                page.screenshot(path=folder / f"{view}-{name}.png")
            page.get_by_role("searchbox").fill("Ada")
            page.get_by_role("button", name="Open order").click()
            page.screenshot(path=folder / f"dialog-{name}.png")
            page.get_by_role("button", name="Save").click()
            page.wait_for_timeout(400)
            page.screenshot(path=folder / f"toast-{name}.png")


def picture_agent(browser: Browser, site: SiteServer, folder: Path) -> None:
    for name, size in (("wide", WIDE), ("narrow", NARROW)):
        for scheme in ("light", "dark"):
            with page_of(browser, scheme, size) as page:
                page.goto(site.url("/orders/index.html"))
                page.evaluate("() => agent.ready")
                page.screenshot(path=folder / f"agent-ready-{name}-{scheme}.png")
                page.evaluate("task => { window.run = agent.execute(task) }", TASK)
                page.get_by_role("dialog", name="Order").wait_for()
                page.screenshot(path=folder / f"agent-running-{name}-{scheme}.png")
                page.evaluate("() => window.run")
                page.wait_for_timeout(500)
                page.screenshot(path=folder / f"agent-done-{name}-{scheme}.png")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--agent", action="store_true")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, SiteServer() as site:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        (picture_agent if options.agent else picture_site)(browser, site, options.folder)
        browser.close()


if __name__ == "__main__":
    main()
