"""The embed: what ``pagehand.js`` calls. Values go over as JSON text, so that no proxy outlives a call."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from pyodide.ffi import JsProxy

from pagehand.agent import UsageError
from pagehand.config import AgentConfig
from pagehand.dom.bridge import clean_realm
from pagehand.host.assembly import Copilot, Surroundings, assemble
from pagehand.host.fetching import browser_transport, fetch_text
from pagehand.host.page_storage import SessionStorage
from pagehand.llm import LLMError, Transport
from pagehand.llm.config import LLMConfig
from pagehand.llm.offline import offline_transport
from pagehand.ui.messages import choose_language

Receive = Callable[[str, str], None]


def create_agent(options: JsProxy, facade: JsProxy, shadow_root: JsProxy, receive: JsProxy) -> EmbedAgent:
    """Called by ``pagehand.js`` once Python is there. Raises :class:`LLMError` for a wrong option."""
    return EmbedAgent(plain_options(options), facade, shadow_root, receive)


# Options of the facade itself, which Python has no use for.
FACADE_OPTIONS = ("panel",)


def plain_options(options: JsProxy) -> dict[str, Any]:
    """The host's options as Python values; functions and class instances stay what they are."""
    values: Mapping[str, Any] = options.to_py()
    return {name: value for name, value in values.items() if name not in FACADE_OPTIONS}


class EmbedAgent:
    """One agent of the page. Every method that answers gives JSON: ``{"value": ...}`` or ``{"refused": {kind, message}}``."""

    def __init__(self, options: dict[str, Any], facade: Any, shadow_root: Any, receive: Any) -> None:
        import js

        config = AgentConfig.parse(options)
        self._facade, self._receive = facade, receive
        window = js.window
        language = choose_language(config.language, str(window.navigator.language))
        surroundings = Surroundings(
            window=window,
            shadow_root=shadow_root,
            language=language,
            transport=transport_for(config.llm, window),
            store=SessionStorage(window, config.name),
            fetch_text=fetch_text(clean_realm()),
            on_submit=self._submitted,
            on_stop=self._stop_pressed,
            on_close=lambda: self._copilot.panel.minimise(),
        )
        self._tasks: set[asyncio.Future[Any]] = set()
        self._copilot: Copilot = assemble(config, surroundings)
        agent = self._copilot.agent
        self._removers = [
            agent.on("statuschange", self._on_status),
            agent.on("historychange", self._on_history),
            agent.on("activity", lambda activity: receive("activity", json.dumps(activity.to_js()))),
        ]

    # Called by the facade

    async def execute(self, task: str, options: Any = None) -> str:
        return await self._answer(self._execute(task))

    async def stop(self) -> str:
        return await self._answer(self._copilot.agent.stop())

    async def execute_action(self, name: str, parameters: JsProxy) -> str:
        return await self._answer(self._action(name, parameters.to_py()))

    async def read_page(self) -> str:
        async def read() -> Any:
            return (await self._copilot.page.read()).model_dump(mode="json")

        return await self._answer(read())

    async def page_click(self, index: Any) -> str:
        return await self._answer(self._acted(self._copilot.hands.click(index)))

    async def page_input_text(self, index: Any, text: str) -> str:
        return await self._answer(self._acted(self._copilot.hands.input_text(index, text)))

    async def page_select_option(self, index: Any, text: str) -> str:
        return await self._answer(self._acted(self._copilot.hands.select_option(index, text)))

    async def page_scroll(self, options: JsProxy) -> str:
        return await self._answer(self._action("scroll", snake_keys(options.to_py())))

    async def page_scroll_horizontally(self, options: JsProxy) -> str:
        return await self._answer(self._action("scroll_horizontally", snake_keys(options.to_py())))

    def show_panel(self, visible: bool | None) -> None:
        panel = self._copilot.panel
        if visible is None:
            panel.toggle()
        elif visible:
            panel.show()
        else:
            panel.minimise()

    def dispose(self) -> None:
        for remove in self._removers:
            remove()
        self._keep(self._copilot.dispose())

    # Inside

    async def _execute(self, task: str) -> Any:
        result = await self._copilot.agent.execute(task)
        return result.to_js()

    async def _action(self, name: str, parameters: Any) -> Any:
        return (await self._copilot.agent.execute_action(name, parameters)).model_dump(mode="json")

    async def _acted(self, action: Awaitable[Any]) -> Any:
        return (await action).model_dump(mode="json")

    async def _answer(self, work: Awaitable[Any]) -> str:
        try:
            return json.dumps({"value": await work}, default=str)
        except UsageError as error:
            return refused("refused", str(error))
        except LLMError as error:
            return refused(error.kind, str(error))

    def _on_status(self, status: str) -> None:
        agent = self._copilot.agent
        last = agent.last_result.to_js() if agent.last_result else None
        self._receive("statuschange", json.dumps({"status": status, "task": agent.task, "lastResult": last}))

    def _on_history(self, events: Any) -> None:
        self._receive("historychange", json.dumps({"history": [event.to_js() for event in events]}))

    def _submitted(self, task: str) -> None:
        self._keep(self._run_from_panel(task))

    async def _run_from_panel(self, task: str) -> None:
        try:
            await self._copilot.agent.execute(task)
        except (UsageError, LLMError) as error:
            self._copilot.panel.refuse(str(error))

    def _stop_pressed(self) -> None:
        self._keep(self._copilot.agent.stop())

    def _keep(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def transport_for(config: LLMConfig, window: Any) -> Transport:
    if config.model == "offline":
        return offline_transport
    return browser_transport(window, clean_realm(), config.custom_fetch)


def refused(kind: str, message: str) -> str:
    return json.dumps({"refused": {"kind": kind, "message": message}})


def snake_keys(values: Mapping[str, Any]) -> dict[str, Any]:
    names = {"numPages": "num_pages"}
    return {names.get(name, name): value for name, value in values.items()}

