"""``python build.py bench hands``: the gallery's tasks by our hands and by page-agent 1.12.4's controller, side by side.

Both work in one browser, library by library, each on a page of its own; the page's own state judges. Targets are found
in each product's own text by one rule; for page-agent also by Playwright's labels and texts, the first that fits the
action, and a drop-down that is no ``select`` is clicked open for it and its option clicked. ``false ok``: every
action was reported as done, and the page says otherwise.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from bench._page_agent import PageAgentDriver
from e2e.chromium import FLAGS, chromium_path
from e2e.gallery.catalogue import LIBRARIES, TASKS
from e2e.gallery.desk import Desk
from e2e.gallery.driving import Outcome, PagehandDriver
from e2e.gallery.table import record
from e2e.site_server import MOUNTS, SiteServer
from pagehand_build.gallery import BUNDLES, build_gallery

PRODUCTS = {"pagehand": PagehandDriver, "page-agent": PageAgentDriver}


def main() -> None:
    parser = argparse.ArgumentParser(prog="build.py bench hands")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--libraries", help="names, separated by commas; all without")
    parser.add_argument("--verbose", action="store_true", help="print every failed task's steps")
    options = parser.parse_args()
    libraries = options.libraries.split(",") if options.libraries else LIBRARIES
    build_gallery()
    rows: list[dict[str, Any]] = []
    with SiteServer({**MOUNTS, "/bundles/": BUNDLES}) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), headless=True, args=FLAGS)
        context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-US")
        context.set_default_timeout(15_000)
        desks = {name: Desk(context, site, driver) for name, driver in PRODUCTS.items()}
        for library in libraries:
            for name, desk in desks.items():
                for task in TASKS:
                    if task.library == library:
                        outcome = desk.run(task)
                        rows.append({"product": name, **record(outcome)})
                        print_outcome(name, outcome, verbose=options.verbose)
                desk.close()
        browser.close()
    print_summary(rows)
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1), "utf-8")


def mark(row: dict[str, Any]) -> str:
    return "✔" if row["done"] else ("✘ false ok" if row["false_ok"] else "✘")


def print_outcome(name: str, outcome: Outcome, *, verbose: bool) -> None:
    print(f"{name:10}  {mark(record(outcome)):11} {outcome.task.id}", flush=True)
    if verbose and not outcome.done:
        print("\n".join(f"      {line}" for line in [*record(outcome)["replies"], *outcome.lacking]), flush=True)


def print_summary(rows: list[dict[str, Any]]) -> None:
    """A table of tasks and products in Markdown, and the counts."""
    by_task: dict[tuple[str, str], dict[str, dict[str, Any]]] = {}
    for row in rows:
        by_task.setdefault((row["library"], row["task"]), {})[row["product"]] = row
    print(f"\n| Library | Task | {' | '.join(PRODUCTS)} |\n|---|---|{'---|' * len(PRODUCTS)}")
    for (library, task), found in by_task.items():
        print(f"| {library} | {task} | {' | '.join(mark(found[name]) for name in PRODUCTS)} |")
    print()
    for name in PRODUCTS:
        own = [row for row in rows if row["product"] == name]
        done, false = sum(row["done"] for row in own), sum(row["false_ok"] for row in own)
        print(f"{name}: {done} of {len(own)} tasks done, {false} reported as done that were not")


if __name__ == "__main__":
    main()
