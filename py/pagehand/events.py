"""What happened in a run: the typed history, and the activity of the moment (X26).

The history is an append-only list of events. Its JSON has page-agent's shape and camelCase names; Python is snake_case.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, computed_field
from pydantic.alias_generators import to_camel

from pagehand.results import Reason

Status = Literal["idle", "running", "waiting", "completed", "error", "stopped"]


class Wire(BaseModel):
    """Base of what JavaScript sees: camelCase outside, snake_case inside, both accepted."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, frozen=True)

    def to_js(self) -> dict[str, Any]:
        """The JSON value that JavaScript listeners and exports get."""
        return self.model_dump(mode="json", by_alias=True, exclude_none=True)


class Reflection(BaseModel):
    """What the model says before it acts (C4). snake_case in JSON too, as the model writes it."""

    model_config = ConfigDict(frozen=True)

    evaluation_previous_goal: str | None = None
    memory: str | None = None
    next_goal: str | None = None


class ActionRecord(Wire):
    """One tool call of a step and what came of it. ``output`` is empty while the tool runs."""

    name: str
    input: dict[str, Any] = {}
    output: str = ""
    ok: bool | None = None
    reason: Reason | None = None
    changes: list[str] = []
    duration: int | None = None
    """Milliseconds."""


class TokenCount(Wire):
    """Tokens of one model call, as the provider counted them (C54)."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    total_tokens: int = 0
    cached_tokens: int | None = None
    reasoning_tokens: int | None = None


class StepEvent(Wire):
    """One turn of the model: what it thought, what it did, what came of it."""

    type: Literal["step"] = "step"
    step_index: int
    """From 0, per task."""
    reflection: Reflection = Reflection()
    actions: list[ActionRecord] = []
    text: str | None = None
    """What the model said outside of any tool (classic and envelope)."""
    notes: list[str] = []
    """What the runtime told the model about its reply: actions ignored (X5), an ending dropped (C131)."""
    usage: TokenCount | None = None
    url: str = ""
    raw_request: Any = Field(default=None, exclude=True)
    raw_response: Any = Field(default=None, exclude=True)

    @computed_field
    @property
    def action(self) -> ActionRecord | None:
        """The step's action in page-agent's shape; the last one where there were several."""
        return self.actions[-1] if self.actions else None


class ObservationEvent(Wire):
    """Something the runtime noticed and tells the model (C25)."""

    type: Literal["observation"] = "observation"
    content: str


class RetryEvent(Wire):
    """A model call is made again (C61). Never shown to the model."""

    type: Literal["retry"] = "retry"
    message: str
    attempt: int
    max_attempts: int


class ErrorEvent(Wire):
    """A failure that ended the run, or that a retry followed. Never shown to the model."""

    type: Literal["error"] = "error"
    message: str
    kind: str = "unknown"
    raw_response: Any = Field(default=None, exclude=True)


class UserEvent(Wire):
    """The person acted: gave a task, took over the page for a moment, or stopped the run (X22, C153)."""

    type: Literal["user"] = "user"
    kind: Literal["task", "takeover", "stop"]
    content: str = ""


HistoryEvent = Annotated[
    StepEvent | ObservationEvent | RetryEvent | ErrorEvent | UserEvent,
    Field(discriminator="type"),
]
HISTORY: TypeAdapter[list[HistoryEvent]] = TypeAdapter(list[HistoryEvent])


class Todo(Wire):
    number: int
    text: str
    done: bool = False


class Plan(Wire):
    """What is to be done, as a checklist (C155)."""

    summary: str = ""
    todos: list[Todo]


class Thinking(Wire):
    type: Literal["thinking"] = "thinking"


class Executing(Wire):
    type: Literal["executing"] = "executing"
    tool: str
    input: dict[str, Any]


class Executed(Wire):
    type: Literal["executed"] = "executed"
    tool: str
    input: dict[str, Any]
    output: str
    ok: bool
    duration: int
    """Milliseconds."""


class Retrying(Wire):
    type: Literal["retrying"] = "retrying"
    attempt: int
    max_attempts: int
    message: str


class Failing(Wire):
    type: Literal["error"] = "error"
    message: str


Activity = Thinking | Executing | Executed | Retrying | Failing


class ExecutionResult(Wire):
    """What ``execute`` resolves to, also when stopped or failed (X26)."""

    success: bool
    data: str
    """The closing text: the answer, or why there is none."""
    history: list[HistoryEvent]
    output: Any = None
    """The structured answer, when a schema was asked for."""
    status: Status = "completed"


EVENTS: dict[str, str] = {
    "statuschange": "`agent.status` is another: `idle`, `running`, `waiting`, `completed`, `error`, `stopped`",
    "historychange": "`agent.history` has grown, or its newest step has its result",
    "activity": "what happens right now: `{type: thinking | executing | executed | retrying | error, ...}`",
    "analytics": "a change of status, or a finished event of the history, as numbers and fixed words: no text of page, person or model",
    "ask": "a question waits for `agent.respond(text)`, beside panel and callback: `{id, question, options, allowFreeText}`",
    "answered": "the question is answered or dismissed: as `ask`",
    "narrate": "the agent says something: `{text, about}`",
    "plan": "the plan was made or ticked off: `{summary, todos: [{number, text, done}]}`",
    "navigating": "the agent goes to another page of the site: `{path}`",
    "navigated": "it has arrived: `{path, arrivedAt}`",
    "intent": "the model called `track_intent`: `{kind, payload}`",
    "agent_escalated": "the model called `escalate_to_human`: `{reason, context}`",
    "prompt_cut": "the model's server read fewer tokens than were sent; the panel says so: `{seen, sent, message}`",
    "warning": "a sentence for the host: a repaired reply, a server that cut the prompt, ...",
    "dispose": "the agent is gone",
}
"""What a host can listen to, and what it is told."""
