"""Everything a host configures. Python snake_case, JavaScript camelCase, both accepted (X26).

:func:`AgentConfig.parse` reads the flat options a host writes, model settings included; every fault is a
CONFIG_ERROR at once (X8) that names the option.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from typing import Any, Literal

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError, field_validator
from pydantic.alias_generators import to_camel

from pagehand.llm.config import LLMConfig, load_config
from pagehand.llm.errors import LLMError

Vocabulary = Literal["page-agent", "webagent"]
ProtocolName = Literal["macro", "envelope", "classic"]
Dialogs = Literal["native", "dismiss", "accept"]
Callback = Callable[..., Any]
"""A host's function; it may be async. JavaScript functions arrive as proxies that can be called and awaited."""

DEFAULT_UNREAD = ("ask_user", "ask_user_choice", "navigate", "click", "fill_input")
"""Tools whose result must be read before the task can be declared done (C131, D12)."""


class Options(BaseModel):
    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, extra="forbid", arbitrary_types_allowed=True, frozen=True
    )


class InstructionOptions(Options):
    """``system`` stands in every prompt; ``get_page_instructions(url)`` is asked again when the address changes."""

    system: str = ""
    get_page_instructions: Callback | None = None


class ScreenshotOptions(Options):
    """``capture(mode)`` returns data URLs, or one; without it only text is sent (C148)."""

    capture: Callback | None = None
    mode: Literal["viewport", "full-page"] = "viewport"
    max_images: int = Field(default=3, ge=1)
    max_segment_height: int = Field(default=4_000, ge=800)
    quality: float = Field(default=0.75, ge=0.1, le=1)
    scale: float = Field(default=0.75, ge=0.25, le=2)


class AgentConfig(Options):
    """The agent's options; ``llm`` holds the model's."""

    llm: LLMConfig
    name: str = "pagehand"
    """Tells the sessions of several agents on one page apart."""

    # What the model is asked, and how
    language: str | None = None
    """The working language, such as ``en-US`` or ``zh-CN``; the browser's unless set (X28)."""
    vocabulary: Vocabulary = "page-agent"
    """Which set of tools the model is offered; both reach the same hands (X27)."""
    protocol: ProtocolName = "macro"
    """How a turn is asked for: one forced call, an envelope of several actions, or plain function calling."""
    max_steps: int = Field(default=40, ge=1)
    """Steps after which the task ends without success (X8)."""
    step_delay: float = Field(default=0.4, ge=0)
    """Seconds between two steps (C23)."""
    max_failures: int = Field(default=10, ge=1)
    """Actions that may fail one after the other before the run gives up (D39)."""
    custom_system_prompt: str | None = None
    """Replaces our system prompt, apart from how to answer and the language."""
    instructions: InstructionOptions = InstructionOptions()
    """A text, or `{system, getPageInstructions(url)}`: what the agent shall know everywhere, and on each page (C26)."""
    llms_txt: bool = Field(
        default=False,
        validation_alias=AliasChoices("llmsTxt", "llms_txt", "experimentalLlmsTxt", "experimental_llms_txt"),
    )
    """Read ``/llms.txt`` of the site, as page data (X10)."""
    transform_page_content: Callback | None = None
    """Called with the page's content before a model sees it; returns what it shall see."""
    plan: bool = False
    """One call before the loop that makes a list of what is to do (C155)."""

    screenshot: ScreenshotOptions | None = None
    """Send pictures of the page with its text."""

    # Tools
    custom_tools: dict[str, Any] = {}
    """By name: a tool in Python or in either shape of X27 to add or override, None to remove (C19)."""
    custom_actions: list[Any] = []
    """Names of bundles (``formActions``, ...), tools, or lists of them (C100)."""
    disable_builtin_actions: list[str] = []
    """Names that are never offered, however they came in (D18)."""
    experimental_script_execution_tool: bool = False
    """Offer ``execute_javascript``; only where the host can run scripts (C18, X29)."""
    allow_present: bool = False
    """Offer ``present_surface`` (C147)."""
    sitemap: Any = None
    """Paths that ``navigate`` may go to: a list of paths, or a tree of ``{path, children}`` (D13)."""
    router: Callback | None = None
    """Moves to a path without loading the page anew (C101)."""
    unread_tools: tuple[str, ...] = DEFAULT_UNREAD
    """Tools whose result must be read before an envelope can declare the end (D12)."""
    pause_after_narrate: bool = False
    """Wait for the user to go on after each narration (X21)."""
    cursor_trail: bool = False
    """The pointer leaves a trail on its way (C105)."""

    # The person
    confirm: Literal["off", "destructive"] | Callback = "off"
    """Ask before what cannot be undone (X21)."""
    on_ask_user: Callback | None = None
    """Answers ``ask_user`` in place of the panel (C12, D4)."""
    dialogs: Dialogs = "native"
    """What happens to the page's confirm and prompt dialogs during a run (X20)."""
    mask: bool = Field(default=False, validation_alias=AliasChoices("mask", "enableMask", "enable_mask"))
    """Block the user's pointer while an action runs (X22)."""
    takeover_pause: float = Field(default=2.0, ge=0)
    """Seconds the run pauses after the person acted on the page (X22)."""
    default_pause_note: str | None = None
    """What the user reads when a pause has no note (C120)."""
    suggestions: list[str] = []
    """Tasks that the panel offers to begin with one press."""

    # Secrets
    secrets: dict[str, str] = Field(default={}, repr=False)
    """Values the model may name but never sees (X17)."""
    secret_patterns: list[str] = []
    """Regular expressions; a field whose line matches one holds a secret."""

    # The page
    viewport_expansion: int = Field(default=-1, ge=-1)
    """-1 the whole page, 0 the viewport, n pixels around it (X12)."""
    max_page_chars: int = Field(default=40_000, ge=500)
    """Characters of page text before its middle is cut; the cut is announced (P6)."""
    include_attributes: list[str] = []
    """Further attributes to print, with globs (P3)."""
    interactive_blacklist: list[Any] = []
    """Elements, or selectors, that are never offered."""
    interactive_whitelist: list[Any] = []
    """Elements, or selectors, that are always offered."""
    keep_semantic_tags: bool = True
    """page-agent's, without effect: landmarks, lists and tables are always printed as structure."""
    highlight_opacity: float | None = None
    """page-agent's, without effect: no numbers are drawn over the page."""
    highlight_label_opacity: float | None = None
    """page-agent's, without effect."""
    track_listeners: bool = False
    """Notice which elements have listeners, by a transparent wrapper in the page's world; make the agent before they are added (X37)."""
    allowed_addresses: list[str] = []
    """Globs of addresses where the agent may work; empty: everywhere."""
    denied_addresses: list[str] = []
    """Globs of addresses where it may not; they win over those allowed."""

    # Conversation and hooks
    session_continuity_ms: int = Field(default=0, ge=0)
    """A task that comes within this time after the last joins its conversation (C153)."""
    session_expiry: float = Field(default=300.0, ge=0)
    """Seconds after which a task is not resumed on a new page (X11)."""
    on_before_task: Callback | None = None
    """Called with the agent before a task."""
    on_before_step: Callback | None = None
    """Called with the agent and the number of the step, from 0."""
    on_after_step: Callback | None = None
    """Called with the agent and the history."""
    on_after_task: Callback | None = None
    """Called with the agent and the result."""
    on_dispose: Callback | None = None
    """Called with the agent and the reason."""

    @field_validator("instructions", mode="before")
    @classmethod
    def _text_is_system(cls, value: Any) -> Any:
        return {"system": value} if isinstance(value, str) else value

    @field_validator("screenshot", mode="before")
    @classmethod
    def _switch_or_capture(cls, value: Any) -> Any:
        if isinstance(value, bool):
            return {} if value else None
        return {"capture": value} if callable(value) else value

    @property
    def working_language(self) -> str:
        return self.language or "en-US"

    @classmethod
    def parse(cls, options: Mapping[str, Any]) -> AgentConfig:
        """Read a host's flat options. Raises :class:`LLMError` ``config_error``."""
        own_fields, model_fields = _spellings(cls), _spellings(LLMConfig)
        model_options: dict[str, Any] = {}
        own: dict[str, Any] = {}
        spelled: dict[str, str] = {}
        for name, value in options.items():
            field = model_fields.get(name) or own_fields.get(name)
            if field is None or name == "llm":
                raise LLMError("config_error", _unknown(name, {*own_fields, *model_fields}))
            if field in spelled:
                raise LLMError("config_error", f"The option {name} is given twice: {spelled[field]} means the same.")
            spelled[field] = name
            if name in model_fields:
                model_options[name] = value
            elif value is not None:
                own[field] = value
        llm = load_config(model_options)
        try:
            return cls(llm=llm, **own)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False, include_context=False)[0]
            root, *rest = [str(part) for part in first["loc"]]
            place = ".".join([spelled.get(root, root), *rest])
            raise LLMError("config_error", f"The option {place} is not valid: {first['msg']}.") from None


def _spellings(model: type[BaseModel]) -> dict[str, str]:
    """Every spelling of every field, and the field it means."""
    spellings: dict[str, str] = {}
    for name, field in model.model_fields.items():
        names = {name, to_camel(name)}
        if field.alias:
            names.add(field.alias)
        if isinstance(field.validation_alias, AliasChoices):
            names |= {choice for choice in field.validation_alias.choices if isinstance(choice, str)}
        spellings |= dict.fromkeys(names, name)
    return spellings


def _unknown(name: str, known: set[str]) -> str:
    close = difflib.get_close_matches(name, sorted(known), n=1, cutoff=0.6)
    return f"There is no option {name!r}." + (f" Did you mean {close[0]!r}?" if close else "")
