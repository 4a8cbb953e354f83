"""The webagent vocabulary, in bundles that a host opts into (C95-C100, D19, D20)."""

from __future__ import annotations

from pagehand.tools.tool import Tool
from pagehand.tools.webagent import core, extra, flow, form, workflow

CORE: tuple[Tool, ...] = (core.narrate, core.navigate, core.click, core.border, core.scroll_to)
FORM: tuple[Tool, ...] = (
    form.fill_input,
    form.select_option,
    form.clear_input,
    form.press_key,
    form.hold_key,
    form.double_click,
    form.long_press,
    form.drag,
)
FLOW: tuple[Tool, ...] = (flow.wait, flow.pause, flow.ask_user, flow.ask_user_choice)
EXTRA: tuple[Tool, ...] = (extra.highlight, extra.track_intent, extra.escalate_to_human)
WORKFLOW: tuple[Tool, ...] = (workflow.validate_form, workflow.wait_until)

BUNDLES: dict[str, tuple[Tool, ...]] = {
    "coreActions": CORE,
    "formActions": FORM,
    "flowActions": FLOW,
    "extraActions": EXTRA,
    "workflowActions": WORKFLOW,
    "builtinActions": (*CORE, *FORM, *FLOW),
}
"""By the names JavaScript uses, where a bundle is the list of its tools' names (X27)."""
PRESENT_SURFACE = extra.present_surface
ALL: dict[str, Tool] = {each.name: each for each in (*CORE, *FORM, *FLOW, *EXTRA, *WORKFLOW, PRESENT_SURFACE)}
