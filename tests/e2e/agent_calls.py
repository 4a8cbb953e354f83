"""Calls of the embed's public API in a page, each with an end of its patience: ``evaluate`` itself would wait for ever."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

CREATE = """async ([name, config]) => {
    await import('/pagehand/pagehand.js')
    const agent = window[name] = new Pagehand(config)
    window.seen ??= []
    for (const type of ['statuschange', 'historychange', 'activity', 'dispose'])
        agent.addEventListener(type, event => seen.push({ name, type, detail: event.detail ?? null, status: agent.status }))
    return await within(30, agent.ready)
}"""
WITHIN = """window.within = (seconds, promise) => Promise.race([promise, new Promise((_, reject) =>
    setTimeout(() => reject(new Error(`nothing after ${seconds} s`)), seconds * 1000))])"""


def create_agent(page: Page, config: dict[str, Any], *, name: str = "agent") -> None:
    """``window[name] = new Pagehand(config)``, ready to work."""
    page.evaluate(WITHIN)
    page.evaluate(CREATE, [name, {"dialogs": "dismiss", "language": "en-US", "stepDelay": 0, **config}])


def call(page: Page, expression: str, argument: Any = None, *, seconds: float = 30) -> Any:
    """The value of a JavaScript expression that may be a promise; ``argument`` is its ``argument``."""
    return page.evaluate(
        f"([argument, seconds]) => within(seconds, Promise.resolve({expression}))", [argument, seconds]
    )


def refusal(page: Page, expression: str, argument: Any = None) -> dict[str, str]:
    """``{name, kind, message}`` of the error with which an expression is refused. It must be refused."""
    return page.evaluate(
        f"""async argument => {{
            try {{ await within(30, Promise.resolve({expression})) }}
            catch (error) {{ return {{ name: error.name, kind: error.kind ?? '', message: error.message }} }}
            throw new Error('was not refused')
        }}""",
        argument,
    )


def start(page: Page, task: str, *, name: str = "agent") -> None:
    """Begin a task and do not wait for it."""
    page.evaluate("([name, task]) => { (window.runs ??= {})[name] = window[name].execute(task) }", [name, task])


def finish(page: Page, *, name: str = "agent", seconds: float = 60) -> dict[str, Any]:
    """The result of the task that was begun: ``{success, data, history, ...}``."""
    return call(page, f"runs.{name}", seconds=seconds)


def execute(page: Page, task: str, *, seconds: float = 90) -> dict[str, Any]:
    start(page, task)
    return finish(page, seconds=seconds)


def steps_of(result: dict[str, Any]) -> list[dict[str, Any]]:
    return [event for event in result["history"] if event["type"] == "step"]


def outcomes(result: dict[str, Any]) -> list[tuple[str, bool]]:
    """Name and ``ok`` of every action, in order."""
    return [(action["name"], action["ok"]) for step in steps_of(result) for action in step["actions"]]
