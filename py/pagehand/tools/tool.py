"""A tool: a typed (async) function with a docstring; its schema comes from both (C8).

@tool
async def greet(ctx: ToolContext, name: str, times: int = 1) -> str:
    \"\"\"Greet somebody.

    Args:
        name: Who is greeted.
    \"\"\"
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, get_args, get_type_hints, overload

from pydantic import BaseModel, Field, create_model

from pagehand.hands import Hands
from pagehand.page import Page
from pagehand.results import ActionResult, Reason
from pagehand.tools.docstring import parse_docstring
from pagehand.tools.parameters import ToolParameters, lenient
from pagehand.tools.provider_schema import provider_schema
from pagehand.user import Overlays, User

if TYPE_CHECKING:
    from pagehand.config import AgentConfig

Emit = Callable[[str, Any], None]
"""Tells the host's listeners of an event: its name and its payload."""


@dataclass(frozen=True)
class Finish:
    """How a run ends, as ``done`` says it (C10)."""

    success: bool
    text: str
    data: Any = None


@dataclass
class RunState:
    """What a tool may read and set of the run it serves."""

    waited: float = 0.0
    """Seconds asked for by consecutive ``wait`` calls; any other tool sets it back (C68)."""
    finish: Finish | None = None
    """Set by the tool that ends the run."""


@dataclass(frozen=True)
class ToolContext:
    """The first argument of every tool: the seams it may use, and nothing else (X30)."""

    page: Page
    hands: Hands
    user: User
    overlays: Overlays
    config: AgentConfig
    emit: Emit
    run: RunState = field(default_factory=RunState)
    run_script: Callable[[str], Awaitable[Any]] | None = None
    """Runs a script in the page's realm; only the embed has one (X29)."""
    mount_surface: Callable[[dict[str, Any], str], Awaitable[Any]] | None = None
    """Shows a host's surface and returns what the person answered (C147)."""


Run = Callable[[ToolContext, BaseModel], Awaitable[Any]]
ConfirmRule = bool | Callable[[Mapping[str, Any]], bool] | None


@dataclass(frozen=True)
class Tool:
    """One thing a model can ask for.

    ``run`` takes the context and validated parameters and returns an :class:`ActionResult` or anything that can be
    shown as text. ``schema``, when given, is sent to the model in place of the one derived from ``parameters``.
    """

    name: str
    description: str
    parameters: type[BaseModel]
    run: Run
    schema: Mapping[str, Any] | None = None
    confirm: ConfirmRule = None
    """Whether the person is asked first: always, never, by the parameters, or (None) by the name (C149)."""
    confirm_message: str | None = None
    idempotent: bool = False
    """Doing it twice is the same as doing it once; all others have side effects (C92)."""

    @cached_property
    def json_schema(self) -> dict[str, Any]:
        """The parameters' schema in the flavour providers accept (C6)."""
        return dict(self.schema) if self.schema is not None else provider_schema(self.parameters)

    def renamed(self, name: str) -> Tool:
        return replace(self, name=name)


@overload
def tool(function: Callable[..., Any], /) -> Tool: ...
@overload
def tool(
    *,
    name: str | None = None,
    description: str | None = None,
    confirm: ConfirmRule = None,
    confirm_message: str | None = None,
    idempotent: bool = False,
) -> Callable[[Callable[..., Any]], Tool]: ...
def tool(
    function: Callable[..., Any] | None = None,
    /,
    *,
    name: str | None = None,
    description: str | None = None,
    confirm: ConfirmRule = None,
    confirm_message: str | None = None,
    idempotent: bool = False,
) -> Tool | Callable[[Callable[..., Any]], Tool]:
    """Make a :class:`Tool` of a function. Its first parameter is the context, the others are the model's.

    A name that Python reserves takes an underscore at its end: ``from_`` is ``from`` to the model.

    Raises ``TypeError`` when the function takes no context or a parameter has no type.
    """

    def decorate(function: Callable[..., Any]) -> Tool:
        documentation = parse_docstring(function.__doc__)
        own_name = name or function.__name__
        return Tool(
            name=own_name,
            description=description or documentation.description,
            parameters=_parameters_model(function, own_name, documentation.parameters),
            run=_runner(function),
            confirm=confirm,
            confirm_message=confirm_message,
            idempotent=idempotent,
        )

    return decorate if function is None else decorate(function)


def _parameters_model(function: Callable[..., Any], name: str, texts: Mapping[str, str]) -> type[ToolParameters]:
    signature = inspect.signature(function)
    hints = get_type_hints(function, include_extras=True)
    parameters = list(signature.parameters.values())
    if not parameters:
        raise TypeError(f"the tool {name!r} must take the context as its first parameter")
    fields: dict[str, Any] = {}
    for parameter in parameters[1:]:
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            raise TypeError(f"the tool {name!r} cannot take *{parameter.name}: a model needs named parameters")
        if parameter.name not in hints:
            raise TypeError(f"the parameter {parameter.name!r} of the tool {name!r} needs a type")
        default = ... if parameter.default is parameter.empty else parameter.default
        fields[parameter.name] = (
            lenient(hints[parameter.name]),
            Field(
                default,
                alias=parameter.name.rstrip("_"),
                description=texts.get(parameter.name, texts.get(parameter.name.rstrip("_"))),
            ),
        )
    return create_model(f"{name}_parameters", __base__=ToolParameters, **fields)


def _runner(function: Callable[..., Any]) -> Run:
    async def run(ctx: ToolContext, params: BaseModel) -> Any:
        arguments = {field_name: getattr(params, field_name) for field_name in type(params).model_fields}
        result = function(ctx, **arguments)
        return await result if inspect.isawaitable(result) else result

    return run


def as_result(value: Any) -> ActionResult:
    """What a tool returned, as an :class:`ActionResult`: text is its message, other values are its data."""
    if isinstance(value, ActionResult):
        return value
    if value is None:
        return ActionResult(ok=True)
    if isinstance(value, str):
        return ActionResult(ok=True, message=value)
    if isinstance(value, Mapping) and isinstance(value.get("ok"), bool):
        return _webagent_result(value)
    return ActionResult(ok=True, data=value)


_REASONS = frozenset(get_args(Reason))


def _webagent_result(value: Mapping[str, Any]) -> ActionResult:
    """``{ok, data?}`` or ``{ok: false, reason, message?}`` of a custom action (C135); an unknown reason is kept in words."""
    reason, message = value.get("reason"), str(value.get("message") or "")
    if value["ok"]:
        return ActionResult(ok=True, message=message, data=value.get("data"))
    if reason is not None and reason not in _REASONS:
        message, reason = f"{reason}: {message}" if message else str(reason), "unknown"
    return ActionResult(ok=False, reason=reason or "unknown", message=message, data=value.get("data"))
