"""Join an agent to its panel and stage: its events in, nothing out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from pagehand.events import Activity, Plan, Status
from pagehand.ui.panel import Panel
from pagehand.ui.stage import Stage


class Watched(Protocol):
    """What is needed of :class:`pagehand.agent.Agent`."""

    task: str

    def on(self, name: str, listener: Callable[[Any], None]) -> Callable[[], None]: ...


def connect(agent: Watched, panel: Panel, stage: Stage | None = None) -> Callable[[], None]:
    """Show what the agent does; returns what ends it. A task that the host began is shown like one entered here."""

    def on_status(status: Status) -> None:
        if status == "running" and not panel.busy:
            panel.begin(agent.task)
        panel.on_status(status)
        if status == "idle":
            panel.clear()
        if stage is None:
            return
        if status == "running":
            stage.begin()
        elif status != "waiting":
            stage.end()

    def on_activity(activity: Activity) -> None:
        panel.on_activity(activity)
        if stage is not None:
            stage.on_activity(activity)

    def on_plan(plan: Plan) -> None:
        panel.show_plan([(todo.text, todo.done) for todo in plan.todos])

    def on_prompt_cut(cut: Mapping[str, Any]) -> None:
        panel.show_notice(panel.texts.prompt_cut.format(seen=cut["seen"], sent=cut["sent"]), icon_name="warning")

    removers = [
        agent.on("prompt_cut", on_prompt_cut),
        agent.on("plan", on_plan),
        agent.on("statuschange", on_status),
        agent.on("historychange", panel.on_history),
        agent.on("activity", on_activity),
    ]

    def disconnect() -> None:
        for remove in removers:
            remove()

    return disconnect
