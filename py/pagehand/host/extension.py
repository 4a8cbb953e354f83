"""The extension's entry point: the agent of one tab, in the page, with the service worker behind it.

``frame.js`` boots Python in the hidden frame and calls :func:`start`. A task lives in the worker and outlasts this
page: the first thing done here is to ask for it, and to go on with it where the person allows this site.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any
from urllib.parse import urlsplit

import js
from pyodide.ffi import create_once_callable, create_proxy

from pagehand.config import AgentConfig
from pagehand.dom.bridge import clean_realm
from pagehand.events import ExecutionResult
from pagehand.host.assembly import Copilot, Surroundings, assemble
from pagehand.host.extension_link import WorkerError, WorkerLink, WorkerStore, model_settings
from pagehand.host.extension_tabs import Tabs
from pagehand.host.extension_texts import ExtensionTexts, texts_for
from pagehand.llm.offline import offline_transport
from pagehand.ui.messages import choose_language

_hosts: list[TabHost] = []


async def start(side: Any, chrome: Any) -> None:
    """``side`` is the loader's ``PagehandSide``, ``chrome`` the extension API of this isolated world."""
    link = WorkerLink(chrome, clean_realm())
    given = await link.ask("begin")
    host = TabHost(side, link, given, chrome.dom.openOrClosedShadowRoot)
    _hosts.append(host)
    await host.begin()


class TabHost:
    """One tab's panel and agent, for as long as this document lives."""

    def __init__(self, side: Any, link: WorkerLink, given: dict[str, Any], shadow_root_of: Any) -> None:
        self._side, self._link = side, link
        self._settings: dict[str, Any] = given["settings"]
        self._language = choose_language(self._settings.get("language") or None, str(js.navigator.language))
        self._texts: ExtensionTexts = texts_for(self._language)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._store = WorkerStore(link)
        self._tabs = Tabs(link)
        config = AgentConfig.parse(self._options())
        self._copilot: Copilot = assemble(
            config,
            Surroundings(
                window=js.window,
                shadow_root=side.shadow,
                language=self._language,
                transport=offline_transport if config.llm.model == "offline" else link.transport(),
                store=self._store,
                open_tab=self._tabs.open,
                shadow_root_of=shadow_root_of,
                on_submit=self._submitted,
                on_stop=self._stop,
                on_close=self._close,
            ),
        )
        self._agent, self._panel = self._copilot.agent, self._copilot.panel
        self._agent.register_context("tabs", self._tabs.listed)
        side.hand = create_proxy(self._panel.on_event)
        side.toggle = create_proxy(self._toggle)

    def _options(self) -> dict[str, Any]:
        settings = self._settings
        return {
            **model_settings(settings),
            "language": self._language,
            "confirm": settings.get("confirm") or "destructive",
            "dialogs": settings.get("dialogs") or "native",
            "deniedAddresses": settings.get("denied") or [],
            "customTools": {tool.name: tool for tool in self._tabs.tools()},
        }

    async def begin(self) -> None:
        """Listen to the worker, and go on with a task that a page load interrupted."""
        self._link.listen(self._told)
        self._panel.show(focus=False)
        await self._document_there()
        await self._resume()

    # From the panel

    def _submitted(self, task: str) -> None:
        self._spawn(self._execute(task))

    async def _execute(self, task: str) -> None:
        if not self._settings.get("model"):
            self._panel.refuse(self._texts.no_model)
            await self._link.ask("options")
            return
        await self._link.ask("origins.add", origin=self._origin)
        await self._run(self._agent.execute(task, follow_up=bool(self._agent.history)))

    def _stop(self) -> None:
        self._spawn(self._agent.stop())

    def _close(self) -> None:
        self._side.shadow.host.hidden = True

    def _toggle(self) -> None:
        if self._side.shadow.host.hidden or not self._panel.open:
            self._panel.show()
        else:
            self._close()

    # From the worker

    def _told(self, op: str) -> bool:
        if op == "stop":
            self._stop()
        elif op == "resume":
            self._spawn(self._come_back())
        return True

    async def _come_back(self) -> None:
        """The task has moved back to this tab, where a run may still be on its way to notice that it was left behind."""
        await self._agent.stop()
        self._store.look_again()
        await self._resume()

    async def _resume(self) -> None:
        """Go on with the task that was at work when this page came, if the person lets it go on here."""
        agent = self._agent
        saved = await agent.saved_session()
        if saved is None:
            return
        self._panel.begin(saved.task, resumed=True)
        self._panel.on_history(saved.history)
        if not await self._may_go_on():
            await self._link.ask("session.stop")
            self._panel.on_status("stopped")
            return
        await self._run(agent.resume())

    async def _may_go_on(self) -> bool:
        """The policy for new sites: a task goes on at an origin that it has been at, or that the person allows."""
        known = await self._link.ask("origins") or []
        if self._origin in known or self._settings.get("newSites") == "go_on":
            return True
        host = urlsplit(self._origin).netloc
        if any(_fits(site, host) for site in self._settings.get("allowed") or []):
            return True
        allowed = await self._panel.questions.confirm(self._texts.new_site.format(site=host))
        if allowed:
            await self._link.ask("origins.add", origin=self._origin)
        return allowed

    async def _run(self, running: Coroutine[Any, Any, ExecutionResult | None]) -> None:
        await running
        if self._store.superseded:
            self._panel.clear()
            self._panel.show_notice(self._texts.elsewhere, kind="info")

    # Around it

    @property
    def _origin(self) -> str:
        return str(js.location.origin)

    async def _document_there(self) -> None:
        if js.document.readyState != "loading":
            return
        there = asyncio.get_running_loop().create_future()
        js.document.addEventListener("DOMContentLoaded", create_once_callable(lambda _event: there.set_result(None)))
        await there

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is None:
            return
        gone = isinstance(error, WorkerError)
        self._panel.on_status("error")
        self._panel.show_notice(self._texts.updated if gone else f"{type(error).__name__}: {error}", kind="warning")
        if not gone:
            raise error


def _fits(site: str, host: str) -> bool:
    """``example.com`` and ``*.example.com`` as the options page takes them."""
    name = host.rsplit(":", 1)[0]
    return site in (host, name) or (site.startswith("*.") and name.endswith(site[1:])) or site == "*"
