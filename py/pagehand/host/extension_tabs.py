"""The task's tabs: listed for the model, opened, switched to and closed through the service worker."""

from __future__ import annotations

from typing import Any

from pagehand.host.extension_link import WorkerError, WorkerLink
from pagehand.results import ActionResult, failed, succeeded
from pagehand.tools.tool import Tool, ToolContext, tool

MAX_TITLE = 80
ON_ITS_WAY = "The task goes on in that tab as soon as its page is there."


class Tabs:
    """Tabs by the number a model knows them by: their place in the task, from 1."""

    def __init__(self, link: WorkerLink) -> None:
        self._link = link

    async def listed(self) -> str:
        """One line per tab; empty while there is only one."""
        tabs = await self._link.ask("tabs") or []
        if len(tabs) < 2:
            return ""
        return "\n".join(_line(number, tab) for number, tab in enumerate(tabs, 1))

    async def open(self, url: str) -> str:
        """For a link that opens a new tab (X24). Raises :class:`WorkerError`."""
        await self._link.ask("tabs.open", url=url)
        return f"{url} was opened in a new tab. {ON_ITS_WAY}"

    async def tab_id(self, number: int) -> int | ActionResult:
        tabs = await self._link.ask("tabs") or []
        if 1 <= number <= len(tabs):
            return int(tabs[number - 1]["id"])
        return failed("not_found", f"There is no tab {number}. The task has {len(tabs)} tab(s), numbered from 1.")

    def tools(self) -> list[Tool]:
        link, tabs = self._link, self

        @tool
        async def open_new_tab(ctx: ToolContext, url: str) -> ActionResult:
            """Open an address in a new tab and go on there.

            Args:
                url: The whole address, with https://.
            """
            return await _told(tabs.open(url))

        @tool
        async def switch_to_tab(ctx: ToolContext, tab_id: int) -> ActionResult:
            """Go on in another tab of this task.

            Args:
                tab_id: The tab's number in the list of tabs.
            """
            found = await tabs.tab_id(tab_id)
            if isinstance(found, ActionResult):
                return found
            return await _told(
                _with_words(link.ask("tabs.switch", id=found), f"Switched to tab {tab_id}. {ON_ITS_WAY}")
            )

        @tool
        async def close_tab(ctx: ToolContext, tab_id: int) -> ActionResult:
            """Close a tab of this task. After the current one the task goes on in the tab before.

            Args:
                tab_id: The tab's number in the list of tabs.
            """
            found = await tabs.tab_id(tab_id)
            if isinstance(found, ActionResult):
                return found
            if len(await link.ask("tabs")) == 1:
                return failed("unknown", "This is the only tab of the task; it stays open.")
            return await _told(_with_words(link.ask("tabs.close", id=found), f"Closed tab {tab_id}."))

        return [open_new_tab, switch_to_tab, close_tab]


async def _with_words(asked: Any, words: str) -> str:
    await asked
    return words


async def _told(asked: Any) -> ActionResult:
    try:
        return succeeded(await asked)
    except WorkerError as error:
        return failed("unknown", f"The browser did not do it: {error}")


def _line(number: int, tab: dict[str, Any]) -> str:
    title = " ".join(str(tab["title"]).split())[:MAX_TITLE]
    return f"[{number}] {title} ({tab['url']}){' (this tab)' if tab['active'] else ''}"
