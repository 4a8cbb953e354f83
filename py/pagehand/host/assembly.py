"""Joins page, hands, model and panel to an agent: the one place where all rooms meet, for every way of shipping."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from pagehand.actions.files import FileStore
from pagehand.actions.live_hands import LiveHands
from pagehand.actions.scope import OpenTab
from pagehand.agent import Agent
from pagehand.config import AgentConfig
from pagehand.dom.bridge import Bridge
from pagehand.dom.live_page import LivePage
from pagehand.dom.options import ReaderOptions
from pagehand.dom.registry import Registry
from pagehand.llm import Client, Transport
from pagehand.prompts.knowledge import FetchText
from pagehand.session import SessionStore
from pagehand.ui.messages import Language
from pagehand.ui.panel import Panel
from pagehand.ui.panel_user import PanelUser
from pagehand.ui.stage import Stage
from pagehand.ui.wiring import connect
from pagehand.user import User


@dataclass(frozen=True)
class Surroundings:
    """What differs between the embed and the extension."""

    window: Any
    """The page's."""
    shadow_root: Any
    """Filled with the panel's shell."""
    language: Language
    transport: Transport
    store: SessionStore
    open_tab: OpenTab | None = None
    run_script: Callable[[str], Awaitable[Any]] | None = None
    fetch_text: FetchText | None = None
    shadow_root_of: Callable[[Any], Any] | None = None
    listening: Callable[[], Any] | None = None
    user: Callable[[User], User] = lambda panel_user: panel_user
    """Puts the host's own way of answering before the panel's."""
    on_submit: Callable[[str], None] = lambda _task: None
    on_stop: Callable[[], None] = lambda: None
    on_close: Callable[[], None] | None = None


@dataclass
class Copilot:
    """An agent with all that belongs to it."""

    agent: Agent
    page: LivePage
    hands: LiveHands
    panel: Panel
    stage: Stage
    disconnect: list[Callable[[], None]] = field(default_factory=list)

    async def dispose(self, reason: str = "") -> None:
        """Stop, and leave the page as it was found."""
        try:
            await self.agent.dispose(reason)
        finally:
            self.release()

    def release(self) -> None:
        """Take back all that the page holds of us."""
        for disconnect in self.disconnect:
            disconnect()
        self.hands.end_run()
        self.stage.dispose()
        self.panel.dispose()
        _leave(self.page)


@dataclass
class _SharedPage:
    """One bridge and one registry for all agents of the page (X41)."""

    bridge: Bridge
    registry: Registry
    readers: list[LivePage] = field(default_factory=list)


_shared: list[_SharedPage] = []


def assemble(config: AgentConfig, surroundings: Surroundings) -> Copilot:
    """Build an agent on the page. Raises :class:`~pagehand.llm.LLMError` ``config_error``."""
    page = _join(surroundings.window, _reader_options(config, surroundings))
    panel = Panel.adopt(
        surroundings.shadow_root,
        language=surroundings.language,
        on_submit=surroundings.on_submit,
        on_stop=surroundings.on_stop,
        on_close=surroundings.on_close,
        line_of=page.line_of,
        suggestions=config.suggestions,
    )
    stage = Stage(
        panel,
        page.registry.resolve,
        on_takeover=lambda: agent.notice_user_input(),
        mask=config.mask,
        trail=config.cursor_trail,
    )
    hands = LiveHands(
        page,
        on_point=stage.show_point,
        router=config.router,
        open_tab=surroundings.open_tab,
        files=FileStore(),
        dialogs=config.dialogs,
    )
    agent = Agent(
        config,
        page=page,
        hands=hands,
        client=Client(config.llm, surroundings.transport, page_url=page.url),
        user=surroundings.user(PanelUser(panel, stage.subtitle)),
        overlays=stage.overlays,
        store=surroundings.store,
        run_script=surroundings.run_script,
        fetch_text=surroundings.fetch_text,
        language=surroundings.language,
    )
    copilot = Copilot(agent, page, hands, panel, stage)
    copilot.disconnect += [connect(agent, panel, stage), agent.on("statuschange", _hold_dialogs(hands))]
    return copilot


def _hold_dialogs(hands: LiveHands) -> Callable[[str], None]:
    """The page's dialogs are kept while a task runs, and given back after it (X20)."""

    def on_status(status: str) -> None:
        if status == "running":
            hands.begin_run()
        elif status != "waiting":
            hands.end_run()

    return on_status


def _reader_options(config: AgentConfig, surroundings: Surroundings) -> ReaderOptions:
    return ReaderOptions(
        viewport_expansion=config.viewport_expansion,
        max_page_chars=config.max_page_chars,
        include_attributes=tuple(config.include_attributes),
        interactive_whitelist=tuple(config.interactive_whitelist),
        interactive_blacklist=tuple(config.interactive_blacklist),
        secret_patterns=tuple(config.secret_patterns),
        hash_ids=config.vocabulary == "webagent",
        listening=surroundings.listening,
        shadow_root_of=surroundings.shadow_root_of,
    )


def _join(window: Any, options: ReaderOptions) -> LivePage:
    shared = next((entry for entry in _shared if entry.bridge.window == window), None)
    if shared is None:
        bridge = Bridge(window)
        bridge.open_root = options.shadow_root_of
        shared = _SharedPage(bridge, Registry(bridge, options))
        _shared.append(shared)
    page = LivePage(shared.bridge, options, shared.registry)
    shared.readers.append(page)
    return page


def _leave(page: LivePage) -> None:
    for shared in list(_shared):
        if page in shared.readers:
            shared.readers.remove(page)
            if not shared.readers:
                _shared.remove(shared)
