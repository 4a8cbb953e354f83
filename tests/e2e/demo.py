"""``python build.py demo``: one sentence, and the agent does it on the demo back office.

With a display a browser window opens, with the panel and a suggested task. Without one, headless Chromium runs a task,
prints every step as it happens, and the page's state is checked afterwards: exit code 0 only if it is right.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import Page, sync_playwright

from e2e.chromium import FLAGS, chromium_path
from e2e.shop_state import order_of, shop_state
from e2e.site_server import SiteServer

TASK = (
    "Search for Ada Lovelace, open her order, choose On hold in Status, set Ship by to 2026-12-24, tick Gift wrap, "
    "type Call before delivery into Note, press Save, then tell me the total"
)
EXPECTED = {"state": "On hold", "shipBy": "2026-12-24", "giftWrap": True, "note": "Call before delivery"}
SCREENSHOT = Path(".cache") / "demo.png"

RUN = """async ({config, task}) => {
    await import('/pagehand/pagehand.js')
    const agent = window.agent = new Pagehand(config)
    agent.addEventListener('historychange', () => reportHistory(JSON.stringify(agent.history)))
    agent.panel.show()
    const begun = performance.now()
    await agent.ready
    reportReady(Math.round(performance.now() - begun))
    return JSON.stringify(await agent.execute(task))
}"""


def main() -> int:
    parser = argparse.ArgumentParser(prog="build.py demo")
    parser.add_argument("--task", default=None)
    parser.add_argument("--model", default="offline")
    parser.add_argument("--base-url", default=None)
    parser.add_argument("--headless", action="store_true")
    options = parser.parse_args()
    key = os.environ.get("PAGEHAND_API_KEY") or os.environ.get("OPENAI_API_KEY") or ""
    config = {"model": options.model, "language": "en-US"}
    if options.base_url:
        config["baseURL"] = options.base_url
    elif options.model not in ("offline", "chrome"):
        print("A model needs its address: python build.py demo --model NAME --base-url http://localhost:11434/v1")
        return 2
    display = sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    with SiteServer() as site:
        if options.headless or not display:
            return headless(site, {**config, "apiKey": key, "dialogs": "dismiss"}, options.task)
        return windowed(site, config, options.task)


def windowed(site: SiteServer, config: dict[str, Any], task: str | None) -> int:
    """Open a window and serve until it is closed. A key is typed into no address: the page asks for none."""
    address = site.url("/orders/index.html?" + urlencode({**config, "suggest": task or TASK}))
    print(f"Opening {address}\nClose the window, or press Ctrl-C here, to end.")
    with tempfile.TemporaryDirectory() as profile:
        flags = [f"--user-data-dir={profile}", "--no-default-browser-check", *FLAGS]
        return subprocess.run([chromium_path(), *flags, address], check=False).returncode


def headless(site: SiteServer, config: dict[str, Any], task: str | None) -> int:
    printer = StepPrinter()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), headless=True, args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.expose_function("reportHistory", printer.history)
        page.expose_function("reportReady", lambda ms: print(f"Python is ready in the page after {ms} ms", flush=True))
        page.on("console", lambda message: print(f"  [page] {message.text}") if message.type == "error" else None)
        page.goto(site.url("/orders/plain.html"))
        print(f"Task: {task or TASK}\n", flush=True)
        result = json.loads(page.evaluate(RUN, {"config": config, "task": task or TASK}))
        page.wait_for_timeout(500)
        SCREENSHOT.parent.mkdir(exist_ok=True)
        page.screenshot(path=SCREENSHOT)
        right = report(page, result, checked=task is None)
        browser.close()
    return 0 if right else 1


def report(page: Page, result: dict[str, Any], *, checked: bool) -> bool:
    print(f"\nAnswer ({'success' if result['success'] else 'failure'}): {result['data']}")
    right = bool(result["success"])
    if checked:
        order = order_of(page, "Ada Lovelace")
        found = {name: order[name] for name in EXPECTED}
        right = right and found == EXPECTED
        print(f"State of the page: {found} {'as asked' if found == EXPECTED else f'but expected {EXPECTED}'}")
    else:
        print(f"Saves made on the page: {shop_state(page)['saves']}")
    print(f"Screenshot: {SCREENSHOT}")
    return right


class StepPrinter:
    """Prints each step once its action has a result."""

    def __init__(self) -> None:
        self.printed = 0
        self.since = time.monotonic()

    def history(self, text: str) -> None:
        finished = [
            event
            for event in json.loads(text)
            if event["type"] in ("error", "observation")
            or (event["type"] == "step" and event.get("actions") and "ok" in event["actions"][-1])
        ]
        for event in finished[self.printed :]:
            if event["type"] == "step":
                self.step(event)
            else:
                print(f"  {event['type']}: {event.get('message') or event.get('content')}", flush=True)
        self.printed = max(self.printed, len(finished))

    def step(self, event: dict[str, Any]) -> None:
        now = time.monotonic()
        goal = event["reflection"].get("next_goal") or ""
        print(f"{event['stepIndex'] + 1:2}. {goal}")
        for action in event["actions"]:
            mark = "ok" if action["ok"] else f"failed ({action.get('reason')})"
            print(f"    {action['name']} {json.dumps(action['input'], ensure_ascii=False)}")
            print(f"    {mark}: {action['output']}  [{now - self.since:.2f} s]", flush=True)
        self.since = now


if __name__ == "__main__":
    sys.exit(main())
