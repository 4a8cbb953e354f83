"""The embed's session store: the tab's ``sessionStorage``, which a page load of the same site keeps (X11)."""

from __future__ import annotations

from typing import Any

from pyodide.ffi import JsException


class SessionStorage:
    """One text below ``pagehand:<name>``. Where storage is refused (a sandboxed page), a task ends with its page."""

    def __init__(self, window: Any, name: str) -> None:
        self._window, self._key = window, f"pagehand:{name}"
        self._kept: str | None = None

    async def load(self) -> str | None:
        storage = self._storage()
        return self._kept if storage is None else storage.getItem(self._key) or None

    async def save(self, text: str) -> None:
        storage = self._storage()
        self._kept = text
        if storage is not None:
            try:
                storage.setItem(self._key, text)
            except JsException as error:
                # The site's own data may fill the quota: the task goes on, and cannot be resumed.
                self._window.console.warn(f"Pagehand could not save its session: {error}")

    async def clear(self) -> None:
        self._kept = None
        storage = self._storage()
        if storage is not None:
            storage.removeItem(self._key)

    def _storage(self) -> Any | None:
        try:
            return self._window.sessionStorage
        except JsException:
            return None
