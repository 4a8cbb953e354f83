"""What a person does with the extension, done by Playwright: the toolbar button, the panel, the options.

The panel's shadow root is closed to the page, so it is found over the DevTools protocol and pressed by the mouse.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import BrowserContext, CDPSession, Page, Worker

from e2e.model_server import ModelServer

HOST = "PAGEHAND-ROOT"
SCHEME = "chrome-extension://"
KEY = "sk-test-7f3a9c51e2b84d60"


def wait_until(condition: Callable[[], Any], what: str, timeout: float = 15) -> Any:
    """The condition's first true value. Raises TimeoutError that says what was waited for."""
    end = time.monotonic() + timeout
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.05)
    raise TimeoutError(f"not within {timeout} s: {what}")


@dataclass
class Node:
    """A node of the DevTools protocol's document tree."""

    data: dict[str, Any]

    def walk(self) -> Iterator[Node]:
        yield self
        for child in [*self.data.get("children", []), *self.data.get("shadowRoots", [])]:
            yield from Node(child).walk()
        if "contentDocument" in self.data:
            yield from Node(self.data["contentDocument"]).walk()

    @property
    def name(self) -> str:
        return self.data["nodeName"]

    @property
    def attributes(self) -> dict[str, str]:
        flat = self.data.get("attributes", [])
        return dict(zip(flat[::2], flat[1::2], strict=True))

    @property
    def text(self) -> str:
        """All text below that is not hidden by attribute, and no style sheets."""
        if "hidden" in self.attributes or self.name == "STYLE" or self.data.get("shadowRootType") == "user-agent":
            return ""
        if self.data["nodeType"] == 3:
            return self.data["nodeValue"]
        below = [*self.data.get("children", []), *self.data.get("shadowRoots", [])]
        return " ".join(filter(None, (Node(child).text.strip() for child in below)))


class Panel:
    """The panel in one page, as the person sees it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._session: CDPSession = page.context.new_cdp_session(page)

    def document(self) -> Node:
        return Node(self._session.send("DOM.getDocument", {"depth": -1, "pierce": True})["root"])

    @property
    def host(self) -> Node | None:
        return next((node for node in self.document().walk() if node.name == HOST), None)

    @property
    def visible(self) -> bool:
        host = self.host
        return host is not None and "hidden" not in host.attributes and self.part("panel") is not None

    @property
    def text(self) -> str:
        host = self.host
        return host.text if host else ""

    def part(self, name: str) -> Node | None:
        host = self.host
        return next((node for node in host.walk() if node.attributes.get("id") == name), None) if host else None

    @property
    def ready(self) -> bool:
        """Python has adopted the shell: the start-up strip is hidden."""
        boot = self.part("boot")
        return boot is not None and "hidden" in boot.attributes

    @property
    def status(self) -> str:
        node = self.part("bar")
        return node.attributes.get("data-status", "") if node else ""

    def wait_ready(self, timeout: float = 20) -> Panel:
        wait_until(lambda: self.ready, "Python in the page", timeout)
        return self

    def wait_text(self, words: str, timeout: float = 20) -> None:
        try:
            wait_until(lambda: words in self.text, words, timeout)
        except TimeoutError as error:
            error.add_note(f"the panel says: {self.text[:2000]}")
            raise

    def wait_status(self, *statuses: str, timeout: float = 20) -> str:
        try:
            return wait_until(lambda: (found := self.status) in statuses and found, f"status {statuses}", timeout)
        except TimeoutError as error:
            error.add_note(f"the status is {self.status!r}; the panel says: {self.text[:2000]}")
            raise

    def press(self, match: str) -> None:
        """Click the part of that id, or the button with that text, with the mouse."""
        host = self.host
        assert host is not None
        for node in host.walk():
            named = node.attributes.get("id") == match or (node.name == "BUTTON" and node.text == match)
            if named and "hidden" not in node.attributes:
                return self.page.mouse.click(*self._middle(node))
        raise LookupError(f"the panel has no {match!r}: {self.text[:1000]}")

    def middle(self, name: str) -> list[float]:
        """The middle of a part, in CSS px of the viewport."""
        part = self.part(name)
        assert part is not None
        return self._middle(part)

    def _middle(self, node: Node) -> list[float]:
        box = self._session.send("DOM.getBoxModel", {"backendNodeId": node.data["backendNodeId"]})
        left, top, _, _, right, bottom, _, _ = box["model"]["border"]
        return [(left + right) / 2, (top + bottom) / 2]

    def type_task(self, task: str) -> None:
        self.press("task")
        self.page.keyboard.type(task)

    def submit(self, task: str) -> None:
        self.type_task(task)
        self.page.keyboard.press("Enter")


class Extension:
    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.errors: list[str] = []
        self.id = self.worker.url.split("/")[2]

    @property
    def worker(self) -> Worker:
        """The service worker that runs now; a stopped one is started again by whoever needs it."""
        found = [worker for worker in self.context.service_workers if worker.url.startswith(SCHEME)]
        if found:
            return found[-1]
        return self.context.wait_for_event("serviceworker", lambda worker: worker.url.startswith(SCHEME))

    def evaluate(self, script: str, argument: Any = None) -> Any:
        return self.worker.evaluate(script, argument)

    def reset(self) -> None:
        self.evaluate("() => Promise.all([chrome.storage.local.clear(), chrome.storage.session.clear()])")

    def close_pages(self) -> None:
        keep = self.context.new_page()
        for page in self.context.pages:
            if page != keep:
                page.close()

    def configure(self, model: ModelServer | None = None, **settings: Any) -> None:
        """Settings as the options page saves them. Without a model server: the offline interpreter."""
        named = {"baseURL": model.base_url, "model": "gpt-5.2", "key": KEY} if model else {"model": "offline"}
        self.evaluate("settings => chrome.storage.local.set({ settings })", {**named, **settings})

    def open(self, url: str) -> Page:
        page = self.context.new_page()
        page.goto(url)
        return page

    def tab_id(self, page: Page) -> int:
        """The tab of a page; the address of one where extensions may not look is hidden, so there the active tab."""
        page.bring_to_front()
        return self.evaluate(
            """async url => {
                const tabs = (await chrome.tabs.query({})).filter(tab => tab.url ? tab.url === url : tab.active)
                if (tabs.length !== 1) throw new Error(`${tabs.length} tabs show ${url}`)
                return tabs[0].id
            }""",
            page.url,
        )

    def press(self, page: Page) -> None:
        """The toolbar button in this page's tab."""
        press = "async id => chrome.action.onClicked.dispatch(await chrome.tabs.get(id))"
        self.evaluate(press, self.tab_id(page))

    def popup(self, page: Page) -> str:
        """The address of the popup that the button would show here; empty for none."""
        return self.evaluate("id => chrome.action.getPopup({ tabId: id })", self.tab_id(page))

    def start(self, page: Page) -> Panel:
        """Press the button and wait until the panel can be used."""
        self.press(page)
        panel = Panel(page)
        wait_until(lambda: panel.visible, "the panel")
        return panel.wait_ready()

    def run(self, page: Page, task: str) -> Panel:
        panel = self.start(page)
        panel.submit(task)
        return panel

    def rules(self) -> list[dict[str, Any]]:
        return self.evaluate("() => chrome.declarativeNetRequest.getSessionRules()")

    def state(self) -> dict[str, Any]:
        return self.evaluate("async () => (await chrome.storage.session.get('state')).state ?? {}")
