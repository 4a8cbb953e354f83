"""The embed's transport: the browser's ``fetch``, through ``pyodide.http.pyfetch``."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from pyodide.ffi import JsException, create_proxy, to_js
from pyodide.http import AbortError, FetchResponse, pyfetch

from pagehand.dom.bridge import clean_realm
from pagehand.llm.chrome import chrome_transport
from pagehand.llm.config import LLMConfig
from pagehand.llm.diagnosis import diagnose
from pagehand.llm.offline import offline_transport
from pagehand.llm.transport import HttpRequest, HttpResponse, Transport


def transport_for(config: LLMConfig, window: Any, on_progress: Callable[[float], None]) -> Transport:
    """What carries the calls of the configured model. ``on_progress`` is told how much of a built-in one is downloaded (0-1)."""
    if config.model == "offline":
        return offline_transport
    if config.model == "chrome":
        return built_in_transport(window, on_progress)
    return browser_transport(window, clean_realm(), config.custom_fetch)


def built_in_transport(window: Any, on_progress: Callable[[float], None]) -> Transport:
    """The browser's own model, where it has one."""
    realm = clean_realm()

    async def carry(request: HttpRequest) -> HttpResponse:
        proxies: list[Any] = []

        def callback(function: Callable[..., Any]) -> Any:
            proxies.append(create_proxy(function))
            return proxies[-1]

        transport = chrome_transport(
            getattr(window, "LanguageModel", None),
            on_progress=on_progress,
            to_js=lambda value: to_js(value, dict_converter=realm.Object.fromEntries),
            callback=callback,
            new_abort=realm.AbortController.new,
        )
        try:
            return await transport(request)
        finally:
            for proxy in proxies:
                proxy.destroy()

    return carry


def browser_transport(window: Any, realm: Any, custom_fetch: Any = None) -> Transport:
    """Carry requests by the clean realm's ``fetch``, which the page has not wrapped, or by the host's own.

    ``custom_fetch`` is called as ``fetch(address, init)`` (C64). Every failure of ``pyfetch`` is an ``AbortError``
    whatever its cause; only our own cancellation is passed on as one (X9).
    """

    async def carry(request: HttpRequest) -> HttpResponse:
        page_url = str(window.location.href)
        try:
            async with asyncio.timeout(request.timeout):
                if custom_fetch is not None:
                    return await by_custom_fetch(custom_fetch, realm, request)
                response = await pyfetch(
                    request.url, fetcher=realm.fetch, method=request.method, headers=request.headers, body=request.body
                )
                headers = {name.lower(): value for name, value in response.headers.items()}
                return HttpResponse(response.status, headers, await body_text(response))
        except TimeoutError:
            raise diagnose(request.url, page_url, "timeout", timeout=request.timeout) from None
        except (AbortError, JsException, OSError) as error:
            raise diagnose(request.url, page_url, str(error), timeout=request.timeout) from error

    return carry


async def body_text(response: FetchResponse) -> str:
    """The body; a connection that is lost amid it raises ``JsException``.

    Pyodide's own ``text`` fails with an AttributeError there: it looks for the reason of an abort that never was.
    """
    try:
        return str(await response.js_response.text())
    except asyncio.CancelledError:
        if response.abort_controller is not None:
            response.abort_controller.abort()
        raise


async def by_custom_fetch(custom_fetch: Any, realm: Any, request: HttpRequest) -> HttpResponse:
    controller = realm.AbortController.new()
    init = {"method": request.method, "headers": request.headers, "body": request.body, "signal": controller.signal}
    try:
        response = await custom_fetch(request.url, to_js(init, dict_converter=realm.Object.fromEntries))
        headers = {str(pair[0]).lower(): str(pair[1]) for pair in response.headers.entries()}
        return HttpResponse(int(response.status), headers, str(await response.text()))
    except asyncio.CancelledError:
        controller.abort()
        raise


def fetch_text(realm: Any) -> Callable[[str], Awaitable[str | None]]:
    """Reads a text of the page's own site (``llms.txt``); None where there is none."""

    async def fetch(address: str) -> str | None:
        try:
            response = await pyfetch(address, fetcher=realm.fetch)
            return await body_text(response) if response.ok else None
        except (AbortError, JsException, OSError):
            return None

    return fetch
