"""Every text of the extension that a person reads, apart from the panel's: English and Simplified Chinese. Pure Python."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from pagehand.ui.messages import Language


@dataclass(frozen=True)
class LoaderTexts:
    """What the loader may have to say before Python is there."""

    refused: str = (
        "This page lets no extension run its own code: it answers for its frames itself, and its "
        "Content-Security-Policy refuses WebAssembly. Pagehand cannot work here."
    )
    updated: str = "Pagehand was updated or reloaded. Press its toolbar button to begin again."


@dataclass(frozen=True)
class ExtensionTexts(LoaderTexts):
    """What Python says in the panel."""

    no_model: str = "No model is chosen yet: choose one in the settings, then send the task again."
    new_site: str = "The task has come to {site}, where it has not been before. Go on there?"
    elsewhere: str = "The task goes on in another tab."


CHINESE = ExtensionTexts(
    refused="此页面不允许扩展运行自己的代码：它自行应答其框架，且其内容安全策略 (CSP) 拒绝 WebAssembly。Pagehand 无法在此工作。",
    updated="Pagehand 已更新或重新加载。请按工具栏按钮重新开始。",
    no_model="尚未选择模型：请在设置中选择，然后重新发送任务。",
    new_site="任务来到了 {site}，此前未曾到过。要在这里继续吗？",
    elsewhere="任务正在另一个标签页中继续。",
)


def texts_for(language: Language) -> ExtensionTexts:
    return CHINESE if language == "zh-CN" else ExtensionTexts()


def loader_texts() -> dict[str, dict[str, str]]:
    return {"en-US": asdict(ExtensionTexts()), "zh-CN": asdict(CHINESE)}
