"""The way from Python in the page to the extension's service worker: questions, model calls, the saved session."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from pyodide.ffi import JsException, JsProxy, create_proxy, to_js

from pagehand.llm.diagnosis import diagnose
from pagehand.llm.errors import TransportError
from pagehand.llm.presets import PRESETS
from pagehand.llm.transport import HttpRequest, HttpResponse, Transport
from pagehand.session import SupersededError

KEY_PLACEHOLDER = "pagehand:key"
"""Stands for the key in headers; the worker puts the key in its place (``model-calls.js``)."""


class WorkerError(Exception):
    """The worker refused, failed, or is gone because the extension was updated."""


class WorkerLink:
    """Messages to the service worker and back."""

    def __init__(self, chrome: Any, realm: Any) -> None:
        self._chrome, self._realm = chrome, realm

    def js(self, value: Any) -> Any:
        return to_js(value, dict_converter=self._realm.Object.fromEntries)

    async def ask(self, op: str, **values: Any) -> Any:
        """The worker's answer, as plain Python values. Raises :class:`WorkerError`."""
        try:
            answer = await self._chrome.runtime.sendMessage(self.js({"op": op, **values}))
        except (JsException, AttributeError) as error:
            # After a reload of the extension its API is gone from pages that it was in.
            raise WorkerError(str(error)) from error
        found: Mapping[str, Any] = answer.to_py() if isinstance(answer, JsProxy) else {"failed": "no answer"}
        if found.get("failed"):
            raise WorkerError(str(found["failed"]))
        return found.get("value") or None

    def listen(self, receive: Any) -> None:
        """``receive(message)`` for what the worker says to this document; a false answer is no answer."""

        def received(message: Any, sender: Any, answer: Any) -> None:
            if sender.id == self._chrome.runtime.id and not hasattr(sender, "tab"):
                answer(bool(receive(str(message.op))))

        self._chrome.runtime.onMessage.addListener(create_proxy(received))

    def transport(self) -> Transport:
        """Calls of the model through the worker, which adds the key; one port per call, closed to cancel it."""

        async def carry(request: HttpRequest) -> HttpResponse:
            answer = await self._over_port(request)
            if "status" in answer:
                return HttpResponse(int(answer["status"]), dict(answer["headers"]), str(answer["body"]))
            if answer.get("redirected"):
                raise TransportError(
                    "unknown", f"{request.url} sends on to another address. Enter that one as base URL."
                )
            if answer.get("refused"):
                raise TransportError("unavailable", f"The extension did not call the model: {answer['refused']}.")
            raise diagnose(request.url, "", str(answer.get("failed", "")), timeout=request.timeout)

        return carry

    async def _over_port(self, request: HttpRequest) -> dict[str, Any]:
        answered: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()

        def on_message(answer: Any, *_: Any) -> None:
            if not answered.done():
                answered.set_result(answer.to_py())

        def on_disconnect(*_: Any) -> None:
            if not answered.done():
                answered.set_result({"failed": "connection reset: the extension's service worker was stopped"})

        try:
            port = self._chrome.runtime.connect(self.js({"name": "model"}))
        except JsException as error:
            raise TransportError(
                "unavailable", f"The extension is gone; it was updated or removed ({error})."
            ) from error
        proxies = [create_proxy(on_message), create_proxy(on_disconnect)]
        port.onMessage.addListener(proxies[0])
        port.onDisconnect.addListener(proxies[1])
        fields = {"url": request.url, "headers": request.headers, "body": request.body, "timeout": request.timeout}
        try:
            port.postMessage(self.js(fields))
            return await answered
        finally:
            port.onMessage.removeListener(proxies[0])
            port.onDisconnect.removeListener(proxies[1])
            port.disconnect()
            for proxy in proxies:
                proxy.destroy()


class WorkerStore:
    """The session in the worker's memory. Only the tab that the task works in may write it (X11)."""

    def __init__(self, link: WorkerLink) -> None:
        self._link = link
        self._text: str | None = None
        self._epoch = -1
        self.superseded = False

    async def load(self) -> str | None:
        # This document is the only writer as long as the worker takes what it writes.
        if self._text is None:
            found = await self._link.ask("session.load")
            self._text, self._epoch = found["text"] or None, found["epoch"]
        return self._text

    async def save(self, text: str) -> None:
        answer = await self._link.ask("session.save", text=text, epoch=self._epoch)
        if answer and answer.get("superseded"):
            self.superseded = True
            raise SupersededError
        self._text = text

    async def clear(self) -> None:
        self._text = None
        await self._link.ask("session.clear")

    def look_again(self) -> None:
        """The task has come back to this tab: what is remembered here may be old."""
        self._text, self.superseded = None, False


def model_settings(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The agent's model options from what the options page saved; the key is never among them."""
    values: dict[str, Any] = {"model": settings.get("model") or "offline"}
    if settings.get("baseURL"):
        values["baseURL"] = settings["baseURL"]
        values["headers"] = next((each.headers for each in PRESETS if each.base_url == settings["baseURL"]), {})
    if settings.get("keyed"):
        values["apiKey"] = KEY_PLACEHOLDER
    if settings.get("timeout"):
        values["timeout"] = float(settings["timeout"])
    return values
