"""Every text of the extension that a person reads, apart from the panel's: English and Simplified Chinese. Pure Python."""

from __future__ import annotations

from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class LoaderTexts:
    """What the loader may have to say before Python is there."""

    refused: str = (
        "This page lets no extension run its own code: it answers for its frames itself, and its "
        "Content-Security-Policy refuses WebAssembly. Pagehand cannot work here."
    )
    updated: str = "Pagehand was updated or reloaded. Press its toolbar button to go on."


LOADER_CHINESE = LoaderTexts(
    refused="此页面不允许扩展运行自己的代码：它自行应答其框架，且其内容安全策略 (CSP) 拒绝 WebAssembly。Pagehand 无法在此工作。",
    updated="Pagehand 已更新或重新加载。请按工具栏按钮继续。",
)


def loader_texts() -> dict[str, dict[str, str]]:
    return {"en-US": asdict(LoaderTexts()), "zh-CN": asdict(LOADER_CHINESE)}
