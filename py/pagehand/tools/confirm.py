"""The gate before what cannot be undone: when the person is asked, and with which words (C149, X21, D41)."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pagehand.page import FormPage, Target
from pagehand.tools.tool import Tool, ToolContext

_WORDS = (
    r"delete|remove|destroy|drop|purge|erase|wipe|clear|reset"
    r"|send|e-?mail|sms|notify|post|publish|share|broadcast|tweet"
    r"|pay|charge|transfer|refund|withdraw|invoice|subscribe|unsubscribe|purchase|buy|check ?out|order now"
    r"|log ?out|sign ?out|deactivate|disable|suspend|ban"
    r"|confirm[_ ]purchase|place[_ ](?:the |your |my )?order|submit[_ ](?:the |your |my )?order|finalize"
)
_ENGLISH = re.compile(rf"(?<![a-z])(?:{_WORDS})(?:s|d|ed|ing|e)?(?![a-z])", re.IGNORECASE)
_CHINESE = re.compile(
    "删除|移除|清空|清除|抹除|销毁|重置|发送|群发|发布|发表|分享|通知|支付|付款|付費|付费|转账|轉帳|退款|提现|开票|订阅|退订|购买|購買"
    "|下单|提交订单|确认订单|結帳|结账|结算|退出登录|注销|登出|停用|禁用|封禁|刪除|發送|發佈"
)
EXEMPT = frozenset(("clear_input", "narrate", "done", "wait"))
"""Names that match a pattern and harm nothing (D41)."""
_CLICKS = frozenset(("click", "click_element_by_index", "click_text", "double_click", "long_press", "press_key"))
_LABELS = re.compile(r"\b(?:aria-label|title|alt|value)=(?:\"([^\"]*)\"|([^\s>]+))")
_TEXTS = {
    "en": {
        "tool": "Allow the agent to run “{what}”?",
        "click": "Allow the agent to click “{what}”?",
        "go": "Allow the agent to go to {what}?",
    },
    "zh": {
        "tool": "允许智能体执行“{what}”吗？",
        "click": "允许智能体点击“{what}”吗？",
        "go": "允许智能体前往 {what} 吗？",
    },
}


@dataclass(frozen=True)
class Consent:
    """A question that must be answered with yes before a tool runs."""

    message: str
    tool: str
    params: Mapping[str, Any]
    callback: Callable[..., Any] | None

    async def ask(self, context: ToolContext) -> bool:
        if self.callback is None:
            return await context.user.confirm(self.message)
        answer = self.callback({"tool": self.tool, "params": dict(self.params), "message": self.message})
        return bool(await answer if inspect.isawaitable(answer) else answer)


def confirmation(tool: Tool, params: Mapping[str, Any], context: ToolContext) -> Consent | None:
    """The question to put before this call, or None. A rule that fails to run asks (C149)."""
    policy = context.config.confirm
    if policy == "off":
        return None
    what = _concern(tool, params, context)
    if what is None:
        return None
    texts = _TEXTS["zh" if context.config.working_language.lower().startswith("zh") else "en"]
    kind, name = what
    note = params.get("note") if tool.name == "navigate" else None
    message = str(note or tool.confirm_message or texts[kind].format(what=name))
    return Consent(message, tool.name, params, None if isinstance(policy, str) else policy)


def _concern(tool: Tool, params: Mapping[str, Any], context: ToolContext) -> tuple[str, str] | None:
    if tool.confirm is False:
        return None
    if tool.confirm is not None:
        return ("tool", tool.name) if tool.confirm is True or _holds(tool.confirm, params) else None
    if tool.name == "navigate":
        return "go", str(params.get("path", ""))
    if tool.name in _CLICKS:
        name = _target_name(tool.name, params, context)
        return ("click", name) if name is not None else None
    if tool.name not in EXEMPT and is_destructive(tool.name.replace("_", " ")):
        return "tool", tool.name
    return None


def _holds(rule: Callable[[Mapping[str, Any]], bool], params: Mapping[str, Any]) -> bool:
    try:
        return bool(rule(params))
    except Exception:  # noqa: BLE001 - a rule that cannot decide must not let the action through (C149)
        return True


def is_destructive(name: str) -> bool:
    return bool(_ENGLISH.search(name) or _CHINESE.search(name))


def _target_name(tool: str, params: Mapping[str, Any], context: ToolContext) -> str | None:
    """The name to ask about when a click would do what a pattern names, else None (X21)."""
    if tool == "click_text":
        text = str(params.get("text", ""))
        return text if is_destructive(text) else None
    if tool == "press_key" and str(params.get("key", "")) not in ("Enter", "Delete", " ", "Space"):
        return None
    target = params.get("index", params.get("selector"))
    if target is None:
        return None
    name = element_name(context.page.line_of(target) or "", target)
    if is_destructive(name):
        return name
    form = context.page.submitted_form(target) if isinstance(context.page, FormPage) else None
    if form is not None and (form.has_card_field or is_destructive(form.name)):
        return f"{name} ({form.name})" if form.name else name
    return None


def element_name(line: str, target: Target) -> str:
    """What the page text calls an element: its text and its labelling attributes, out of a line that may hold several."""
    mark = re.search(rf"\[{re.escape(str(target).strip('*↑↓[] '))}\]", line)
    part = line[mark.end() :] if mark else line
    part = re.split(r"[*↑↓]*\[\w+\]<", part, maxsplit=1)[0]
    tag = re.match(r"\s*<([\w-]+)((?:\s+[^\s=<>]+(?:=(?:\"[^\"]*\"|[^\s>]*))?)*)\s*/?>", part)
    attributes = tag[2] if tag else ""
    inside = part[tag.end() :].split(f"</{tag[1]}>")[0] if tag else part
    text = re.sub(r"</?[\w-]+[^>]*>", " ", inside)
    labels = [quoted or bare for quoted, bare in _LABELS.findall(attributes)]
    return " ".join(" ".join([text, *labels]).split())
