"""The embed: what ``pagehand.js`` calls. Answers go over as JSON text, so that no proxy outlives a call."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any

import js
from pydantic import BaseModel
from pyodide.ffi import JsException, JsProxy

from pagehand.agent import UsageError
from pagehand.analytics import Reporter
from pagehand.config import AgentConfig
from pagehand.dom.bridge import clean_realm
from pagehand.host import python_tools
from pagehand.host.assembly import Copilot, Surroundings, assemble
from pagehand.host.facade_user import HostAnswers
from pagehand.host.fetching import fetch_text, transport_for
from pagehand.host.javascript import HostValues, is_array
from pagehand.host.names import leave_name, take_name
from pagehand.host.page_cache import PageCache
from pagehand.host.page_scripts import script_runner
from pagehand.host.page_storage import SessionStorage
from pagehand.llm import LLMError
from pagehand.questions import Pending
from pagehand.ui.messages import choose_language

FACADE_OPTIONS = ("panel", "onAskUser", "on_ask_user", "promptForNextTask")
"""Options of the facade itself. The last is page-agent's: our panel always takes a next task."""
OWN_EVENTS = ("statuschange", "historychange", "activity", "dispose")


async def create_agent(options: JsProxy, facade: JsProxy, shadow_root: JsProxy, receive: JsProxy) -> EmbedAgent:
    """Called by ``pagehand.js`` once Python is there. Raises :class:`LLMError` for a wrong option."""
    agent = EmbedAgent(options, facade, shadow_root, receive)
    await agent.begin()
    return agent


class EmbedAgent:
    """One agent of the page.

    Every method that answers gives JSON, ``{"value": ...}`` or ``{"refused": {kind, message}}``, or an error to throw.
    """

    def __init__(self, options: Any, facade: Any, shadow_root: Any, receive: Any) -> None:
        window = js.window
        self._values = HostValues(facade, window)
        given = self._values.options(options)
        config = AgentConfig.parse({name: value for name, value in given.items() if name not in FACADE_OPTIONS})
        self._name = take_name(None if "name" not in config.model_fields_set else config.name)
        self._receive = receive
        self._report = Reporter()
        self._shown = lambda: not shadow_root.host.hidden
        self._tasks: set[asyncio.Future[Any]] = set()
        cache = PageCache(window, self._come_back, self._keep)
        surroundings = Surroundings(
            window=window,
            shadow_root=shadow_root,
            language=choose_language(config.language, str(window.navigator.language)),
            transport=cache.holding(transport_for(config.llm, window, self._downloading)),
            store=SessionStorage(window, self._name),
            run_script=script_runner(window) if config.experimental_script_execution_tool else None,
            fetch_text=fetch_text(clean_realm()),
            listening=(lambda: facade.listening()) if config.track_listeners else None,
            user=lambda panel_user: HostAnswers(panel_user, facade, self._values, self._shown),
            on_submit=self._submitted,
            on_stop=self._stop_pressed,
            on_close=lambda: self._copilot.panel.minimise(),
        )
        try:
            self._copilot: Copilot = assemble(config, surroundings)
        except LLMError:
            leave_name(self._name)
            cache.dispose()
            raise
        self._resumed: asyncio.Future[Any] | None = None
        self._handles: dict[int, Callable[[], None]] = {}
        agent = self._copilot.agent
        self._removers = [
            agent.on("statuschange", self._on_status),
            agent.on("historychange", self._on_history),
            agent.on("activity", lambda activity: receive("activity", json.dumps(activity.to_js()))),
            agent.on("*", self._on_other),
            cache.dispose,
        ]

    async def begin(self) -> None:
        """What has to wait for something: the host's Python tools, and a task that a page load interrupted."""
        for tool in await python_tools.tools_of_page(js.document, self._complain):
            self._copilot.agent.register_tool(tool)
        await self._go_on()

    # Called by the facade

    async def execute(self, task: Any, options: JsProxy) -> Any:
        return await self._answer(self._execute(str(task or ""), **snake_keys(options.to_py(depth=1))))

    async def stop(self) -> Any:
        return await self._answer(self._copilot.agent.stop())

    async def clear(self) -> Any:
        return await self._answer(self._copilot.agent.clear())

    async def respond(self, text: Any) -> Any:
        return await self._answer(_now(lambda: self._copilot.agent.respond(str(text))))

    async def execute_action(self, name: str, parameters: JsProxy) -> Any:
        return await self._answer(self._action(name, parameters.to_py()))

    async def register_tool(self, tool: Any, name: Any = None) -> Any:
        """A tool in either shape of X27; the answer is the number to take it back by."""
        value = self._values.to_python(tool)
        return await self._answer(
            _now(lambda: self._handle(self._copilot.agent.register_tool(value, name=name or None)))
        )

    async def register_context(self, name: str, content: Any) -> Any:
        value = self._values.to_python(content)
        return await self._answer(_now(lambda: self._handle(self._copilot.agent.register_context(name, value))))

    def set_surface_mounter(self, mount: JsProxy | None) -> None:
        """What shows the surfaces of ``present_surface`` (C147): ``mount(surface, placement)``."""
        self._copilot.agent.set_surface_mounter(self._values.to_python(mount))

    async def unregister(self, number: int) -> Any:
        return await self._answer(_now(lambda: self._handles.pop(number, lambda: None)()))

    async def read_page(self) -> Any:
        return await self._answer(self._plain(self._copilot.page.read()))

    async def page_click(self, index: Any) -> Any:
        return await self._answer(self._plain(self._copilot.hands.click(index)))

    async def page_input_text(self, index: Any, text: Any) -> Any:
        return await self._answer(self._plain(self._copilot.hands.input_text(index, str(text))))

    async def page_select_option(self, index: Any, text: Any) -> Any:
        options = [str(item) for item in text] if is_array(text) else str(text)
        return await self._answer(self._plain(self._copilot.hands.select_option(index, options)))

    async def page_scroll(self, options: JsProxy) -> Any:
        return await self._answer(self._action("scroll", snake_keys(options.to_py())))

    async def page_scroll_horizontally(self, options: JsProxy) -> Any:
        return await self._answer(self._action("scroll_horizontally", snake_keys(options.to_py())))

    def add_file(self, file: JsProxy) -> None:
        """A ``File`` that ``upload_file`` may give by its name."""
        self._copilot.hands.files.add_picked(file)

    def show_panel(self, visible: bool | None) -> None:
        panel = self._copilot.panel
        if visible is None:
            panel.toggle()
        elif visible:
            panel.show()
        else:
            panel.minimise()

    async def take_up(self, running: bool) -> Any:
        """After the page threw the runtime away: the conversation goes on here, and the task if one was ``running``."""
        return await self._answer(self._take_up(running))

    async def dispose(self, reason: str = "") -> None:
        """Returns when the run has settled and nothing of this agent is left in the page."""
        leave_name(self._name)
        try:
            await self._copilot.dispose(reason)
        finally:
            self._forget()

    def abandon(self) -> None:
        """The frame is gone, and no coroutine goes on any more: give back at once what the page holds of this agent."""
        self._forget()
        self._copilot.release()

    # Inside

    async def _execute(self, task: str, follow_up: bool | None = None, schema: Any = None, **unknown: Any) -> Any:
        if unknown:
            raise LLMError("config_error", f"execute has no option {next(iter(unknown))!r}: followUp, schema.")
        result = await self._copilot.agent.execute(task, follow_up=follow_up, schema=self._values.schema(schema))
        return result.to_js()

    async def _go_on(self) -> None:
        """Take up the task that a page load interrupted; its Stop is how a person refuses (X11)."""
        agent, panel = self._copilot.agent, self._copilot.panel
        saved = await agent.saved_session()
        if saved is None or agent.status in ("running", "waiting"):
            return
        if self._shown():
            panel.show(focus=False)
        panel.begin(saved.task, resumed=True)
        self._resumed = self._keep(self._from_panel(agent.resume()))

    async def _take_up(self, running: bool) -> Any:
        agent, panel = self._copilot.agent, self._copilot.panel
        if running and self._resumed is not None:
            result = await self._resumed
            return result and result.to_js()
        if await agent.recall() is not None:
            panel.begin(agent.task, resumed=True)
            panel.on_history(agent.history)
            panel.on_status(agent.status)
        return None

    def _forget(self) -> None:
        while self._removers:
            self._removers.pop()()

    async def _come_back(self) -> None:
        """Out of the browser's cache: where the task went on in a later page, it goes on from there, once."""
        await self._copilot.agent.give_way()
        await self._go_on()

    async def _action(self, name: str, parameters: Any) -> Any:
        return (await self._copilot.agent.execute_action(name, parameters)).model_dump(mode="json")

    async def _plain(self, work: Awaitable[BaseModel]) -> Any:
        return (await work).model_dump(mode="json")

    async def _answer(self, work: Awaitable[Any]) -> Any:
        """JSON text; or what a host's hook threw, which is rethrown as it is (C27)."""
        try:
            return json.dumps({"value": await work}, default=str)
        except UsageError as error:
            return refused("refused", str(error))
        except LLMError as error:
            return refused(error.kind, str(error))
        except JsException as error:
            return error

    def _handle(self, remove: Callable[[], None]) -> int:
        number = len(self._handles) + 1
        self._handles[number] = remove
        return number

    def _on_status(self, status: str) -> None:
        agent = self._copilot.agent
        last = agent.last_result.to_js() if agent.last_result else None
        task = agent.secrets.redact(agent.task)
        self._receive("statuschange", json.dumps({"status": status, "task": task, "lastResult": last}, default=str))
        self._receive("analytics", json.dumps({"type": "status", "status": status}))

    def _on_history(self, events: Any) -> None:
        self._receive("historychange", json.dumps({"history": [event.to_js() for event in events]}, default=str))
        for news in self._report.news(events):
            self._receive("analytics", json.dumps(news))

    def _on_other(self, event: tuple[str, Any]) -> None:
        """What tools and the loop tell a host beside the four known events (narrations, questions, intents, plans)."""
        name, payload = event
        if name in OWN_EVENTS:
            return
        if isinstance(payload, Pending):
            payload = payload.to_js()
        elif isinstance(payload, BaseModel):
            payload = payload.model_dump(mode="json", by_alias=True)
        self._receive(name, json.dumps(payload, default=str))

    def _downloading(self, share: float) -> None:
        """Chrome fetches its built-in model; this takes minutes the first time."""
        panel = self._copilot.panel
        if share < 1:
            panel.show_notice(panel.texts.model_download.format(percent=round(100 * share)), kind="info")
        else:
            panel.clear_notice()

    def _complain(self, message: str) -> None:
        js.console.error(f"Pagehand: {message}")
        self._copilot.panel.show_notice(message)

    def _submitted(self, task: str) -> None:
        self._keep(self._run_from_panel(task))

    def _stop_pressed(self) -> None:
        self._keep(self._copilot.agent.stop())

    async def _run_from_panel(self, task: str) -> None:
        # A task typed into the panel goes on with the conversation that the person sees there.
        await self._from_panel(self._copilot.agent.execute(task, follow_up=bool(self._copilot.agent.history)))

    async def _from_panel(self, work: Awaitable[Any]) -> Any:
        try:
            return await work
        except (UsageError, LLMError) as error:
            self._copilot.panel.refuse(str(error))
        except JsException as error:
            # A hook of the host that threw: nobody awaits this run, so it goes where uncaught errors go.
            self._copilot.panel.refuse(str(error))
            js.reportError(error)

    def _keep(self, work: Coroutine[Any, Any, Any]) -> asyncio.Future[Any]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


async def _now(call: Callable[[], Any]) -> Any:
    return call()


def refused(kind: str, message: str) -> str:
    return json.dumps({"refused": {"kind": kind, "message": message}})


def snake_keys(values: Mapping[str, Any]) -> dict[str, Any]:
    names = {"numPages": "num_pages", "followUp": "follow_up"}
    return {names.get(name, name): value for name, value in values.items()}
