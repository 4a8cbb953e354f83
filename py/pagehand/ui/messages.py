"""Every text that a person reads, in English and Simplified Chinese (X25, X28). Pure Python.

A text is a field of :class:`Messages`; the field's default is the English one and ``CHINESE`` gives the others.
Braces are placeholders for ``str.format``. Names with a prefix are tables: ``reason_*`` has one text for each
:data:`pagehand.results.Reason`, ``error_*`` one for each kind of model error (C55, C56, X2), ``status_*`` one for
each :data:`pagehand.events.Status`, ``do_*`` one for each kind of action (:mod:`pagehand.ui.action_words`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Literal, get_args

Language = Literal["en-US", "zh-CN"]
LANGUAGES: tuple[Language, ...] = get_args(Language)


@dataclass(frozen=True)
class Messages:
    """The table; an instance is one language."""

    # The frame
    open_panel: str = "Open Pagehand"
    minimise: str = "Minimise"
    close: str = "Close"
    panel_label: str = "Pagehand, the assistant for this page"
    conversation: str = "Conversation"
    welcome_title: str = "What should I do on this page?"
    welcome_text: str = "Say it in one sentence. I read the page, click and type for you, and show every step."
    suggestions: str = "Suggestions"
    task_label: str = "Your task"
    task_placeholder: str = "Describe a task…"
    follow_up_placeholder: str = "Ask a follow-up…"
    busy_placeholder: str = "Write the next task…"
    send: str = "Send"
    stop: str = "Stop"
    stopping: str = "Stopping…"
    hint: str = "Enter to send, Shift+Enter for a new line"
    queued: str = "I start as soon as I am ready."

    # Boot
    starting: str = "Starting…"
    starting_percent: str = "Starting… {percent}%"
    boot_failed: str = "Pagehand could not start on this page."
    retry: str = "Try again"

    # Status
    status_idle: str = "Ready"
    status_running: str = "Working"
    status_waiting: str = "Waiting for you"
    status_completed: str = "Done"
    status_error: str = "Something went wrong"
    status_stopped: str = "Stopped"
    status_incomplete: str = "Could not finish"
    thinking: str = "Thinking…"
    resuming: str = "Resuming after the page load…"
    retrying: str = "Trying again ({attempt} of {maximum})"
    paused_by_you: str = "Paused while you use the page"
    prompt_cut: str = (
        "The model's server read only {seen} of at least {sent} tokens, so it misses the beginning. "
        "Give it a larger context (Ollama: OLLAMA_CONTEXT_LENGTH), or lower maxPromptTokens."
    )
    model_download: str = "Chrome is downloading its built-in model: {percent}%"
    taken_over: str = "You used the page; I looked at it again."
    refused: str = "This could not be started."
    panel_disturbed: str = "This page covered or moved the panel."

    # Steps
    steps_one: str = "{count} step"
    steps_other: str = "{count} steps"
    tokens_one: str = "{count} token"
    tokens_other: str = "{count} tokens"
    step_number: str = "Step {number}"
    step_running: str = "in progress"
    step_ok: str = "succeeded"
    step_failed: str = "failed"
    details: str = "Details"
    result: str = "Result"
    changes: str = "Changes on the page"
    last_step: str = "About the step before"
    memory: str = "Notes"
    said: str = "Said"
    remarks: str = "Remarks"

    # Answer
    answer_done: str = "Done"
    answer_incomplete: str = "Could not finish"
    answer_error: str = "Something went wrong"
    answer_stopped: str = "Stopped"
    stopped_text: str = "The task was stopped before it was finished."
    no_answer: str = "There is no closing text."
    copy: str = "Copy"
    copied: str = "Copied"
    copy_failed: str = "Copying is not allowed on this page"

    # Cards
    question: str = "Question"
    your_answer: str = "Your answer"
    answer: str = "Answer"
    dismiss: str = "Dismiss"
    other_answer: str = "Something else…"
    pick_hint: str = "Press a number to choose, Esc to dismiss"
    ask_hint: str = "Enter to answer, Esc to dismiss"
    confirm_title: str = "Shall I do this?"
    allow: str = "Allow"
    decline: str = "Don’t"
    confirm_hint: str = "Space or Enter to allow, Esc to decline"
    paused_title: str = "Paused"
    go_on: str = "Continue"
    pause_hint: str = "Press Space to continue"

    # Why an action failed
    reason_not_found: str = "Not found on the page"
    reason_not_visible: str = "Not visible"
    reason_not_interactive: str = "Cannot be used at the moment"
    reason_covered: str = "Covered by something else"
    reason_timeout: str = "Took too long"
    reason_navigation: str = "The page changed"
    reason_cancelled: str = "Cancelled"
    reason_user_declined: str = "You declined"
    reason_no_effect: str = "Had no effect"
    reason_unknown: str = "Did not work"

    # Why a model call failed
    error_network_error: str = "The model could not be reached."
    error_rate_limit: str = "The model’s provider is limiting requests. Try again in a moment."
    error_server_error: str = "The model’s server reported a fault."
    error_no_tool_call: str = "The model did not choose an action."
    error_invalid_tool_args: str = "The model’s action was not valid."
    error_tool_execution_error: str = "A tool failed."
    error_invalid_response: str = "The model’s reply could not be read."
    error_invalid_schema: str = "The model’s reply was not in the expected form."
    error_invalid_request: str = "The model’s server refused the request."
    error_config_error: str = "The settings are not complete or not valid."
    error_auth_error: str = "The API key was refused. Check it in the settings."
    error_context_length: str = "The page or the history is too long for this model."
    error_content_filter: str = "The provider’s content filter stopped the reply."
    error_unknown: str = "Something unexpected happened."

    # Actions in words
    do_click: str = "Click {target}"
    do_double_click: str = "Double-click {target}"
    do_right_click: str = "Right-click {target}"
    do_click_text: str = "Click “{text}”"
    do_long_press: str = "Press and hold {target}"
    do_hover: str = "Point at {target}"
    do_drag: str = "Drag {target}"
    do_input: str = "Type “{text}” into {target}"
    do_clear: str = "Clear {target}"
    do_select: str = "Choose “{text}” in {target}"
    do_check: str = "Tick {target}"
    do_uncheck: str = "Untick {target}"
    do_press: str = "Press {text}"
    do_hold: str = "Hold {text}"
    do_select_text: str = "Select text in {target}"
    do_scroll_down: str = "Scroll down"
    do_scroll_up: str = "Scroll up"
    do_scroll_left: str = "Scroll left"
    do_scroll_right: str = "Scroll right"
    do_scroll_to: str = "Scroll to {target}"
    do_scroll_until: str = "Scroll until “{text}” appears"
    do_upload: str = "Upload {text}"
    do_navigate: str = "Go to {text}"
    do_back: str = "Go back"
    do_wait: str = "Wait {text} s"
    do_wait_for: str = "Wait for {target}"
    do_validate: str = "Check the form"
    do_ask: str = "Ask you: {text}"
    do_narrate: str = "Say: {text}"
    do_pause: str = "Pause"
    do_mark: str = "Mark {target}"
    do_finish: str = "Finish"
    do_remember: str = "Make a note: {text}"
    do_escalate: str = "Call for a person: {text}"
    do_present: str = "Show you a choice"
    do_script: str = "Run a script in the page"
    do_open_tab: str = "Open a tab: {text}"
    do_switch_tab: str = "Switch to tab {text}"
    do_close_tab: str = "Close tab {text}"
    do_other: str = "Use the tool “{text}”"
    this_element: str = "the element"
    named_element: str = "“{name}”"


ENGLISH = Messages()

CHINESE = Messages(
    open_panel="打开 Pagehand",
    minimise="最小化",
    close="关闭",
    panel_label="Pagehand，本页助手",
    conversation="对话",
    welcome_title="要我在这个页面上做什么？",
    welcome_text="用一句话告诉我。我会阅读页面、替你点击和输入，并展示每一步。",
    suggestions="建议",
    task_label="你的任务",
    task_placeholder="描述一个任务…",
    follow_up_placeholder="继续提问…",
    busy_placeholder="写下一个任务…",
    send="发送",
    stop="停止",
    stopping="正在停止…",
    hint="按 Enter 发送，Shift+Enter 换行",
    queued="准备好后立即开始。",
    starting="正在启动…",
    starting_percent="正在启动… {percent}%",
    boot_failed="Pagehand 无法在此页面启动。",
    retry="重试",
    status_idle="就绪",
    status_running="处理中",
    status_waiting="等待你的回复",
    status_completed="已完成",
    status_error="出错了",
    status_stopped="已停止",
    status_incomplete="未能完成",
    thinking="思考中…",
    resuming="页面已加载，正在继续…",
    retrying="正在重试（第 {attempt} 次，共 {maximum} 次）",
    paused_by_you="你正在使用页面，已暂停",
    prompt_cut=(
        "模型服务器只读取了至少 {sent} 个令牌中的 {seen} 个，开头部分丢失了。"
        "请调大它的上下文（Ollama：OLLAMA_CONTEXT_LENGTH），或调小 maxPromptTokens。"
    ),
    model_download="Chrome 正在下载内置模型：{percent}%",
    taken_over="你操作了页面，我已重新查看。",
    refused="无法开始。",
    panel_disturbed="此页面遮挡或移动了面板。",
    steps_one="{count} 步",
    steps_other="{count} 步",
    tokens_one="{count} token",
    tokens_other="{count} token",
    step_number="第 {number} 步",
    step_running="进行中",
    step_ok="成功",
    step_failed="失败",
    details="详情",
    result="结果",
    changes="页面变化",
    last_step="对上一步的判断",
    memory="记录",
    said="说明",
    remarks="备注",
    answer_done="已完成",
    answer_incomplete="未能完成",
    answer_error="出错了",
    answer_stopped="已停止",
    stopped_text="任务在完成之前被停止。",
    no_answer="没有结束语。",
    copy="复制",
    copied="已复制",
    copy_failed="此页面不允许复制",
    question="问题",
    your_answer="你的回答",
    answer="回答",
    dismiss="忽略",
    other_answer="其他…",
    pick_hint="按数字键选择，按 Esc 忽略",
    ask_hint="按 Enter 回答，按 Esc 忽略",
    confirm_title="要执行此操作吗？",
    allow="允许",
    decline="不要",
    confirm_hint="按空格或 Enter 允许，按 Esc 拒绝",
    paused_title="已暂停",
    go_on="继续",
    pause_hint="按空格键继续",
    reason_not_found="页面上没有找到",
    reason_not_visible="不可见",
    reason_not_interactive="目前无法操作",
    reason_covered="被其他内容遮挡",
    reason_timeout="超时",
    reason_navigation="页面已改变",
    reason_cancelled="已取消",
    reason_user_declined="你已拒绝",
    reason_no_effect="没有效果",
    reason_unknown="未成功",
    error_network_error="无法连接到模型。",
    error_rate_limit="模型服务商正在限制请求，请稍后再试。",
    error_server_error="模型服务器出现故障。",
    error_no_tool_call="模型没有选择操作。",
    error_invalid_tool_args="模型给出的操作无效。",
    error_tool_execution_error="工具执行失败。",
    error_invalid_response="无法读取模型的回复。",
    error_invalid_schema="模型的回复格式不符合要求。",
    error_invalid_request="模型服务器拒绝了请求。",
    error_config_error="设置不完整或无效。",
    error_auth_error="API 密钥被拒绝，请在设置中检查。",
    error_context_length="页面或历史对该模型来说太长。",
    error_content_filter="回复被服务商的内容过滤器拦截。",
    error_unknown="发生了意外情况。",
    do_click="点击{target}",
    do_double_click="双击{target}",
    do_right_click="右键点击{target}",
    do_click_text="点击“{text}”",
    do_long_press="长按{target}",
    do_hover="指向{target}",
    do_drag="拖动{target}",
    do_input="在{target}中输入“{text}”",
    do_clear="清空{target}",
    do_select="在{target}中选择“{text}”",
    do_check="勾选{target}",
    do_uncheck="取消勾选{target}",
    do_press="按下 {text}",
    do_hold="按住 {text}",
    do_select_text="选中{target}中的文字",
    do_scroll_down="向下滚动",
    do_scroll_up="向上滚动",
    do_scroll_left="向左滚动",
    do_scroll_right="向右滚动",
    do_scroll_to="滚动到{target}",
    do_scroll_until="滚动直到出现“{text}”",
    do_upload="上传 {text}",
    do_navigate="前往 {text}",
    do_back="返回上一页",
    do_wait="等待 {text} 秒",
    do_wait_for="等待{target}",
    do_validate="检查表单",
    do_ask="询问你：{text}",
    do_narrate="说明：{text}",
    do_pause="暂停",
    do_mark="标记{target}",
    do_finish="结束",
    do_remember="记下：{text}",
    do_escalate="请求人工协助：{text}",
    do_present="向你展示选项",
    do_script="在页面中运行脚本",
    do_open_tab="打开标签页：{text}",
    do_switch_tab="切换到标签页 {text}",
    do_close_tab="关闭标签页 {text}",
    do_other="使用工具“{text}”",
    this_element="该元素",
    named_element="“{name}”",
)

_TABLES: dict[Language, Messages] = {"en-US": ENGLISH, "zh-CN": CHINESE}
KEYS = frozenset(field.name for field in fields(Messages))


def messages(language: Language) -> Messages:
    return _TABLES[language]


def choose_language(*wishes: str | None) -> Language:
    """The first wish that we speak: the config's, then the browser's languages in order; else English (X28)."""
    for wish in wishes:
        tag = (wish or "").strip().lower().replace("_", "-")
        if tag.split("-")[0] == "zh":
            return "zh-CN"
        if tag.split("-")[0] == "en":
            return "en-US"
    return "en-US"


def from_table(texts: Messages, table: str, name: str, *, otherwise: str) -> str:
    """One row of a prefixed table; the row ``otherwise`` for a name that has none (a newer event, a host's own kind)."""
    key = f"{table}_{name}"
    return getattr(texts, key if key in KEYS else f"{table}_{otherwise}")


def plural(texts: Messages, stem: str, count: int, *, shown: str | None = None) -> str:
    """``plural(texts, "steps", 1)`` is "1 step". ``shown`` is the number as written, where it is shortened."""
    form = "one" if count == 1 else "other"
    return getattr(texts, f"{stem}_{form}").format(count=shown or str(count))


def short_count(count: int) -> str:
    """950, 1.2k, 12k, 1.2M."""
    for limit, unit, suffix in ((1_000, 1, ""), (1_000_000, 1_000, "k"), (10**12, 1_000_000, "M")):
        if count < limit:
            value = count / unit
            return f"{value:.1f}{suffix}".replace(".0", "") if suffix and value < 10 else f"{int(value)}{suffix}"
    return str(count)


def duration_text(seconds: float) -> str:
    """0.4 s, 8 s, 1:05, 1:02:03. The same in both languages."""
    if seconds < 1:
        return f"{max(seconds, 0):.1f} s"
    whole = int(seconds)
    hours, minutes, rest = whole // 3600, whole % 3600 // 60, whole % 60
    if hours:
        return f"{hours}:{minutes:02}:{rest:02}"
    return f"{minutes}:{rest:02}" if minutes else f"{rest} s"


def joined(parts: Iterable[str]) -> str:
    """Small facts on one line."""
    return " · ".join(part for part in parts if part)
