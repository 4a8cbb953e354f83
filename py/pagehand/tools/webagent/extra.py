"""The extra bundle: highlight, intents, escalation (C98); and surfaces (C147)."""

from __future__ import annotations

from typing import Any, Literal

from pagehand.results import ActionResult, failed, succeeded
from pagehand.tools.parameters import Selector
from pagehand.tools.tool import ToolContext, tool

Placement = Literal["subtitle", "modal", "dock", "inline"]


@tool(idempotent=True)
async def highlight(
    ctx: ToolContext, selector: Selector, color: str | None = None, label: str | None = None
) -> ActionResult:
    """Mark an element with a translucent fill for the user. It replaces what was marked before.

    Args:
        selector: The element's id.
        color: A CSS colour.
        label: A short text beside it.
    """
    ctx.overlays.clear()
    return ctx.overlays.highlight(selector, color=color, label=label)


@tool
async def track_intent(ctx: ToolContext, kind: str, payload: dict[str, Any] | None = None) -> ActionResult:
    """Note what the user is after, for the site's statistics. It changes nothing on the page.

    Args:
        kind: What happened, in snake_case, such as looked_for_refund.
        payload: Details.
    """
    data = {"kind": kind, "payload": payload or {}}
    ctx.emit("intent", data)
    return succeeded("Noted.", data=data)


@tool
async def escalate_to_human(ctx: ToolContext, reason: str, context: str | None = None) -> ActionResult:
    """Hand over to a person: the user is upset, it takes a decision on policy, or it failed again and again.

    Args:
        reason: Why.
        context: What the person who takes over needs to know.
    """
    data = {"reason": reason, "context": context or ""}
    ctx.emit("agent_escalated", data)
    return succeeded("A person has been told.", data=data)


@tool
async def present_surface(ctx: ToolContext, surface: dict[str, Any], placement: Placement = "subtitle") -> ActionResult:
    """Show the user a small piece of interface and wait for their answer.

    Args:
        surface: A tree of pieces, such as {"kind": "OptionGroup", "options": [{"value": "a", "title": "A"}]} with two to six options of value, title, description and image.
        placement: Where it is shown.
    """
    if ctx.mount_surface is None:
        return failed("unknown", "Surfaces cannot be shown here. Ask with ask_user_choice or ask_user.")
    reply = await ctx.mount_surface(surface, placement)
    answer, cancelled = _reply(reply)
    data = {
        "surface_id": surface.get("id") or surface.get("kind") or "surface",
        "placement": placement,
        "answer": answer,
        "cancelled": cancelled,
    }
    return succeeded("The user closed it without an answer." if cancelled else "The user answered.", data=data)


def _reply(reply: Any) -> tuple[Any, bool]:
    """Mounters answer ``{answer, cancelled}``, or ``{value, cancelled}`` as documented (C147), or the bare value."""
    if isinstance(reply, dict) and ("answer" in reply or "value" in reply or "cancelled" in reply):
        return reply.get("answer", reply.get("value")), bool(reply.get("cancelled"))
    return reply, reply is None
