"""The agent: one task at a time, from a sentence to a result."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from uuid import uuid4

from pagehand.config import AgentConfig
from pagehand.emitter import Emitter, Listener, Remove
from pagehand.events import ErrorEvent, ExecutionResult, Failing, HistoryEvent, Status, UserEvent
from pagehand.hands import Hands
from pagehand.llm import Client, LLMError
from pagehand.page import Page
from pagehand.prompts.knowledge import FetchText, Knowledge
from pagehand.prompts.system import system_prompt
from pagehand.questions import AskingUser, Nobody, NoOverlays
from pagehand.results import ActionResult
from pagehand.run.additions import additions
from pagehand.run.failures import HookError, RunFailure, ending
from pagehand.run.host_context import HostContext
from pagehand.run.log import Log
from pagehand.run.loop import run_loop
from pagehand.run.resuming import interrupted
from pagehand.run.state import Run
from pagehand.secrets import Secrets
from pagehand.session import MemoryStore, SavedSession, SessionFile, SessionStore, SupersededError
from pagehand.tools import Finish, RunState, Tool, ToolContext
from pagehand.tools.execution import perform
from pagehand.tools.protocols import protocol_for
from pagehand.tools.registry import Registry
from pagehand.tools.structured import done_with
from pagehand.user import Overlays, User


class UsageError(RuntimeError):
    """A call that this agent refuses: a second task while one runs, an empty task, anything after ``dispose``."""


class Agent:
    """Joins page, hands, model and user. Construct it with an :class:`AgentConfig`; all seams are injected."""

    def __init__(
        self,
        config: AgentConfig | Mapping[str, Any],
        *,
        page: Page,
        hands: Hands,
        client: Client,
        user: User | None = None,
        overlays: Overlays | None = None,
        store: SessionStore | None = None,
        run_script: Callable[[str], Awaitable[Any]] | None = None,
        fetch_text: FetchText | None = None,
        mount_surface: Callable[[dict[str, Any], str], Awaitable[Any]] | None = None,
        language: str | None = None,
    ) -> None:
        """``language`` is the browser's; the config's wins (X28)."""
        config = config if isinstance(config, AgentConfig) else AgentConfig.parse(config)
        self.config = config if config.language else config.model_copy(update={"language": language})
        self.page, self.hands, self.client = page, hands, client
        self.overlays: Overlays = overlays or NoOverlays()
        self.task = ""
        self.last_result: ExecutionResult | None = None
        self._emitter = Emitter()
        self.user = AskingUser(user or Nobody(), self._emitter, callback=self.config.on_ask_user, waiting=self._waiting)
        self.secrets = Secrets(self.config.secrets, self.config.secret_patterns)
        self._log = Log(self.secrets, lambda events: self._emitter.emit("historychange", events))
        self._registry = Registry(self.config, can_run_scripts=run_script is not None)
        self._knowledge = Knowledge(self.config, fetch_text)
        self._host_context = HostContext()
        self._session = SessionFile(store or MemoryStore(), uuid4().hex, self.config.session_expiry)
        self._run_script, self._mount_surface = run_script, mount_surface
        self._status: Status = "idle"
        self._running: asyncio.Task[ExecutionResult] | None = None
        self._actions: set[asyncio.Task[ActionResult]] = set()
        self._run: Run | None = None
        self._ended_at: float | None = None
        self._left_behind = False
        self._disposed = False

    # What a host sees

    @property
    def status(self) -> Status:
        return self._status

    @property
    def history(self) -> list[HistoryEvent]:
        return self._log.events

    @property
    def tools(self) -> dict[str, Tool]:
        """What the model is offered now, and what the host can run, by name."""
        return self._registry.tools(can_ask=self.user.can_answer)

    def on(self, name: str, listener: Listener) -> Remove:
        """Listen to an event; returns what removes the listener."""
        return self._emitter.on(name, listener)

    def register_tool(self, tool: Any, *, name: str | None = None) -> Remove:
        """Add or override a tool (C137, D22); returns what takes it back."""
        return self._registry.register(tool, name=name)

    def register_context(self, name: str, content: str | Callable[[], Any]) -> Remove:
        """Tell the model something in every step, as data: a text, or a function that is asked each time."""
        return self._host_context.register(name, content)

    def set_surface_mounter(self, mount: Callable[[dict[str, Any], str], Awaitable[Any]] | None) -> None:
        """Say what shows the surfaces of ``present_surface`` (C147)."""
        self._mount_surface = mount

    def respond(self, text: str) -> bool:
        """Answer the oldest open question (C124); False when there is none."""
        return self.user.respond(text)

    def notice_user_input(self) -> None:
        """The person acted on the page themselves: the run pauses for a moment and notes it (X22)."""
        if self._run is not None:
            self._run.user_acted_at = time.monotonic()

    # Running a task

    async def execute(self, task: str, *, follow_up: bool | None = None, schema: Any = None) -> ExecutionResult:
        """Work on a task until it ends, is stopped or fails (X26).

        ``follow_up`` joins the conversation before; None joins when it is recent enough (C153). ``schema``, a JSON
        schema or pydantic model, asks for a structured answer in ``result.output``.
        Raises :class:`UsageError` for a refused use, and whatever a host's hook raises.
        """
        self._check_usable()
        if not task or not task.strip():
            raise UsageError("The task is empty.")
        tools = self.tools if schema is None else {**self.tools, "done": done_with(schema)}
        if not (self._recent() if follow_up is None else follow_up):
            self._log.load([])
        elif self.task:
            self._log.append(UserEvent(kind="task", content=self.task))
        self.task = task.strip()
        run = self._new_run(tools)
        run.structured = schema is not None
        return await self._start(run)

    async def saved_session(self) -> SavedSession | None:
        """The task that a page load interrupted, if there is one; a host may ask the person before :meth:`resume`."""
        saved = await self._session.read()
        return saved if saved is not None and saved.resumable else None

    async def resume(self) -> ExecutionResult | None:
        """Go on with a task that a page load interrupted (X11); None when there is none. No step is repeated."""
        self._check_usable()
        saved = await self.saved_session()
        if saved is None:
            return None
        await self._session.begin(saved)
        self.task = saved.task
        self.page.continue_numbers(saved.next_number)
        self.secrets.continue_after(saved.model_dump_json())
        self._log.load(interrupted(saved.history, self.page.url))
        run = self._new_run(self.tools)
        run.step, run.url, run.context.run.waited, run.plan = saved.step, saved.url, saved.waited, saved.plan
        if saved.pending is not None:
            run.url = self.page.url
        return await self._start(run)

    async def give_way(self) -> bool:
        """End a run that another instance has taken over: the page was left, and came back from the browser's cache (X11).

        False where this one may go on with what it is doing.
        """
        if not await self._session.superseded():
            return False
        self._left_behind = True
        try:
            await self.stop()
        finally:
            self._left_behind = False
        return True

    async def recall(self) -> SavedSession | None:
        """Take up the conversation of the instance before in the same page, without going on with its task."""
        self._check_usable()
        saved = await self._session.read()
        if saved is None:
            return None
        status: Status = "stopped" if saved.resumable else saved.status
        await self._session.begin(saved.model_copy(update={"status": status}))
        self.page.continue_numbers(saved.next_number)
        self.task, self._ended_at = saved.task, time.monotonic()
        self._log.load(saved.history)
        self._set_status(status)
        return saved

    async def forget(self) -> None:
        """Drop the saved task: the person does not want it to go on, here or on a page that was left."""
        await self._session.forget()

    async def clear(self) -> None:
        """Begin a new conversation: history and saved session are gone."""
        self._check_usable()
        self._log.load([])
        self.task, self.last_result, self._ended_at = "", None, None
        self._set_status("idle")
        await self._session.clear()

    async def execute_action(self, name: str, params: Mapping[str, Any] | None = None) -> ActionResult:
        """Run one tool without the model. It is not recorded, and nobody is asked for consent (C140)."""
        if self._disposed:
            raise UsageError("This agent has been disposed.")
        context = self._context()
        action = asyncio.ensure_future(perform(self.tools, name, params or {}, context, self.secrets, consented=True))
        self._actions.add(action)
        action.add_done_callback(self._actions.discard)
        return await action

    async def stop(self) -> None:
        """Stop the task: the model call and every tool at once. Returns when the run has settled."""
        self.user.cancel_all()
        working = [task for task in (self._running, *self._actions) if task is not None and not task.done()]
        for task in working:
            task.cancel()
        if working:
            await asyncio.wait(working)

    async def dispose(self, reason: str = "") -> None:
        """Stop, remove every listener and leave the page as it was found. Calls after it are refused."""
        if self._disposed:
            return
        self._disposed = True
        await self.stop()
        try:
            if self.config.on_dispose is not None:
                await _settled(self.config.on_dispose(self, reason))
        finally:
            self.overlays.clear()
            self.page.dispose()
            self._emitter.emit("dispose", reason)
            self._emitter.clear()

    # Inside

    def _check_usable(self) -> None:
        if self._disposed:
            raise UsageError("This agent has been disposed.")
        if self._running is not None and not self._running.done():
            raise UsageError("A task is already running. Stop it first.")

    def _recent(self) -> bool:
        window = self.config.session_continuity_ms / 1000
        return self._ended_at is not None and time.monotonic() - self._ended_at <= window and window > 0

    def _context(self) -> ToolContext:
        return ToolContext(
            page=self.page,
            hands=self.hands,
            user=self.user,
            overlays=self.overlays,
            config=self.config,
            emit=self._emitter.emit,
            run=RunState(),
            run_script=self._run_script,
            mount_surface=self._mount_surface,
        )

    def _new_run(self, tools: dict[str, Tool]) -> Run:
        protocol = protocol_for(self.config)
        return Run(
            task=self.task,
            config=self.config,
            page=self.page,
            client=self.client,
            protocol=protocol,
            tools={**protocol.own_tools, **tools},
            context=self._context(),
            log=self._log,
            emitter=self._emitter,
            secrets=self.secrets,
            session=self._session,
            system=system_prompt(
                protocol=protocol.instructions(tools),
                language=self.config.working_language,
                custom=self.config.custom_system_prompt,
                addition="\n\n".join(additions(self.config, tools, self.secrets.names)),
            ),
            hook=self._hook,
            status=lambda: self._status,
            instructions_for=self._knowledge.instructions,
            host_context=self._host_context.read,
        )

    async def _start(self, run: Run) -> ExecutionResult:
        self._check_usable()
        self._run = run
        self.last_result = None
        self._running = running = asyncio.ensure_future(self._work(run))
        try:
            await asyncio.wait({running})
        except asyncio.CancelledError:
            # Our caller was cancelled: take the run along.
            running.cancel()
            await asyncio.wait({running})
            raise
        return running.result()

    async def _work(self, run: Run) -> ExecutionResult:
        """The run from its first to its last event; the only place that turns endings into results."""
        self._set_status("running")
        try:
            finish, status = await self._finish_of(run)
        except HookError as error:
            self._fail(error.cause)
            await self._settle(run, "error")
            raise error.cause from None
        self.last_result = result = ExecutionResult(
            success=finish.success,
            data=self.secrets.masked(finish.text),
            output=self.secrets.redact(finish.data),
            history=list(self._log.events),
            status=status,
        )
        await self._settle(run, status)
        try:
            await self._hook("on_after_task", result)
        except HookError as error:
            self._set_status("error")
            raise error.cause from None
        return result

    async def _finish_of(self, run: Run) -> tuple[Finish, Status]:
        try:
            await self._session.begin(run.saved(self._status))
            await self._hook("on_before_task")
            return await run_loop(run), "completed"
        except asyncio.CancelledError:
            if (task := asyncio.current_task()) is not None:
                task.uncancel()
            if self._left_behind:
                return Finish(False, ending("elsewhere", self.config.working_language)), "stopped"
            self._log.append(UserEvent(kind="stop"))
            return Finish(False, ending("stopped", self.config.working_language)), "stopped"
        except SupersededError:
            return Finish(False, ending("elsewhere", self.config.working_language)), "stopped"
        except (LLMError, RunFailure) as error:
            self._fail(error)
            return Finish(False, str(error)), "error"
        except HookError:
            raise
        except Exception as error:  # noqa: BLE001 - a fault of page, hands, store or our own: told, and shown on the console
            self._fail(error)
            context = {"message": "Pagehand failed inside", "exception": error}
            asyncio.get_running_loop().call_exception_handler(context)
            told = f"{type(error).__name__}: {error}"
            return Finish(False, ending("fault", self.config.working_language, fault=told)), "error"

    async def _settle(self, run: Run, status: Status) -> None:
        """The end of a run, however it came: marks gone, session saved, status told last."""
        self._run = None
        self._ended_at = time.monotonic()
        self.overlays.clear()
        try:
            # Where another instance has taken over, the saved session is its own now (X11).
            with contextlib.suppress(SupersededError):
                await run.session.write(run.saved(status))
        finally:
            self._set_status(status)

    def _fail(self, error: BaseException) -> None:
        kind = error.kind if isinstance(error, LLMError) else "unknown"
        message = str(error) or type(error).__name__
        self._log.append(ErrorEvent(message=message, kind=kind, raw_response=getattr(error, "raw", None)))
        self._emitter.emit("activity", Failing(message=self.secrets.redact(message)))

    def _set_status(self, status: Status) -> None:
        if status != self._status:
            self._status = status
            self._emitter.emit("statuschange", status)

    def _waiting(self, waits: bool) -> None:
        """A question is open, or the last one has been answered."""
        if self._status == ("running" if waits else "waiting"):
            self._set_status("waiting" if waits else "running")

    async def _hook(self, name: str, *values: Any) -> None:
        callback = getattr(self.config, name)
        if callback is None:
            return
        try:
            await _settled(callback(self, *values))
        except Exception as error:
            raise HookError(error) from error


async def _settled(value: Any) -> Any:
    return await value if inspect.isawaitable(value) else value
