"""Every text of the extension's options page and of its notice, in English and Simplified Chinese. Pure Python."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from pagehand.ui.messages import Language


@dataclass(frozen=True)
class OptionsTexts:
    lead: str = "Say in one sentence what should be done on a page; watch it being done."
    saved: str = "Saved"

    model_title: str = "Model"
    preset: str = "Provider"
    base_url: str = "Base URL"
    model: str = "Model"
    key: str = "API key"
    key_note: str = "Kept in this browser, and sent only to the base URL. No page can read it."
    timeout: str = "Timeout in seconds"
    test: str = "Test"
    testing: str = "Asking the model…"
    test_ok: str = "{model} answered in {seconds} s."
    test_no_tools: str = "{model} answered, but without calling the tool it was asked to call. Tasks may not work."
    test_no_model: str = "Choose a provider or enter a model first."
    test_offline: str = "No model is needed: it follows plain English steps."

    behaviour_title: str = "Behaviour"
    language: str = "Language"
    language_browser: str = "The browser's"
    confirm: str = "Ask before"
    confirm_destructive: str = "Deleting, sending, paying and the like"
    confirm_off: str = "Nothing"
    new_sites: str = "At a new site"
    new_sites_ask: str = "Ask before going on"
    new_sites_go_on: str = "Go on"
    dialogs: str = "A page's own questions"
    dialogs_native: str = "I answer them"
    dialogs_dismiss: str = "Answer no"
    dialogs_accept: str = "Answer yes"
    screenshots: str = "Send screenshots"
    screenshots_note: str = "For models that see. Everything visible in the tab goes to the model."

    sites_title: str = "Sites"
    allowed: str = "Go on without asking"
    denied: str = "Never work on"
    sites_note: str = "One per line: example.com, *.example.com or https://example.com/path/*."

    archive_title: str = "Tasks"
    archive_note: str = "The last 50, in this browser only."
    archive_clear: str = "Delete all"
    export: str = "Export"
    delete: str = "Delete"
    status_completed: str = "ended"
    status_error: str = "failed"
    status_stopped: str = "stopped"

    notice_denied: str = "This site is on your list of sites where Pagehand never works."
    notice_store: str = "Chrome lets no extension work in the web store."
    notice_file: str = (
        "To work on files, allow it first: chrome://extensions, Pagehand, Details, “Allow access to file URLs”."
    )
    notice_error_page: str = "This page could not be loaded, so there is nothing to work on."
    notice_other: str = "Chrome lets no extension work on this page. ({reason})"


CHINESE = OptionsTexts(
    lead="用一句话说明要在页面上做什么，然后看着它完成。",
    saved="已保存",
    model_title="模型",
    preset="服务商",
    base_url="接口地址",
    model="模型",
    key="API 密钥",
    key_note="只保存在此浏览器中，只发送到上面的接口地址。任何网页都无法读取。",
    timeout="超时（秒）",
    test="测试",
    testing="正在询问模型…",
    test_ok="{model} 在 {seconds} 秒内作出了回答。",
    test_no_tools="{model} 作出了回答，但没有调用要求的工具。任务可能无法执行。",
    test_no_model="请先选择服务商或填写模型。",
    test_offline="不需要模型：按简单的英文步骤执行。",
    behaviour_title="行为",
    language="语言",
    language_browser="跟随浏览器",
    confirm="何时先询问",
    confirm_destructive="删除、发送、支付等操作之前",
    confirm_off="从不",
    new_sites="到达新网站时",
    new_sites_ask="先询问再继续",
    new_sites_go_on="直接继续",
    dialogs="网页自己的提问",
    dialogs_native="由我回答",
    dialogs_dismiss="回答“否”",
    dialogs_accept="回答“是”",
    screenshots="发送截图",
    screenshots_note="用于能看图的模型。标签页中可见的一切都会发送给模型。",
    sites_title="网站",
    allowed="无需询问即可继续",
    denied="从不在此工作",
    sites_note="每行一个：example.com、*.example.com 或 https://example.com/path/*。",
    archive_title="任务",
    archive_note="最近 50 个，仅保存在此浏览器中。",
    archive_clear="全部删除",
    export="导出",
    delete="删除",
    status_completed="已结束",
    status_error="失败",
    status_stopped="已停止",
    notice_denied="此网站在您的“从不在此工作”列表中。",
    notice_store="Chrome 不允许任何扩展在应用商店中工作。",
    notice_file="要处理本地文件，请先允许：chrome://extensions → Pagehand → 详情 → “允许访问文件网址”。",
    notice_error_page="此页面未能加载，因此没有可处理的内容。",
    notice_other="Chrome 不允许任何扩展在此页面上工作。（{reason}）",
)


def options_texts_for(language: Language) -> OptionsTexts:
    return CHINESE if language == "zh-CN" else OptionsTexts()


def options_texts() -> dict[str, dict[str, str]]:
    return {"en-US": asdict(OptionsTexts()), "zh-CN": asdict(CHINESE)}
