"""Drawing with the DOM: elements, icons, listeners that can be taken back.

Texts are always set as ``textContent``: nothing that a page or a model wrote is ever parsed as markup. Styles are set
through CSSOM, which no Content-Security-Policy refuses.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from pyodide.ffi import create_proxy

from pagehand.ui.icons import FILLED, ICONS, SVG


def element(
    document: Any,
    tag: str,
    class_name: str = "",
    text: str | None = None,
    *,
    children: Iterable[Any] = (),
    attributes: dict[str, str] | None = None,
) -> Any:
    made = document.createElement(tag)
    if class_name:
        made.className = class_name
    if text is not None:
        made.textContent = text
    for name, value in (attributes or {}).items():
        made.setAttribute(name, value)
    for child in children:
        made.appendChild(child)
    return made


def icon(document: Any, name: str, class_name: str = "") -> Any:
    drawing = document.createElementNS(SVG, "svg")
    path = document.createElementNS(SVG, "path")
    path.setAttribute("d", ICONS[name])
    drawing.setAttribute("viewBox", "0 0 20 20")
    drawing.setAttribute("class", " ".join(filter(None, ("icon", "filled" if name in FILLED else "", class_name))))
    drawing.setAttribute("aria-hidden", "true")
    drawing.appendChild(path)
    return drawing


def button(document: Any, class_name: str, action: str, text: str, *, icon_name: str | None = None, **data: str) -> Any:
    """A button for the panel's one click listener: ``action`` is what a press means, ``data`` goes with it."""
    attributes = {"type": "button", "data-action": action, **{f"data-{key}": value for key, value in data.items()}}
    made = element(document, "button", class_name, attributes=attributes)
    if icon_name:
        made.appendChild(icon(document, icon_name))
    made.appendChild(element(document, "span", text=text))
    return made


class Listeners:
    """Event listeners of one owner; ``dispose`` takes all of them back."""

    def __init__(self) -> None:
        self._added: list[tuple[Any, str, Any, bool]] = []

    def on(self, target: Any, kinds: str | Iterable[str], handler: Callable[[Any], None], *, capture: bool = False):
        proxy = create_proxy(handler)
        for kind in (kinds,) if isinstance(kinds, str) else kinds:
            # A plain boolean, since an options object would have to be made from one realm's Object
            target.addEventListener(kind, proxy, capture)
            self._added.append((target, kind, proxy, capture))

    def dispose(self) -> None:
        added, self._added = self._added, []
        for target, kind, proxy, capture in added:
            target.removeEventListener(kind, proxy, capture)
        for proxy in {id(proxy): proxy for _target, _kind, proxy, _capture in added}.values():
            proxy.destroy()


class Tasks:
    """Background work of one owner: kept alive, its failures reported to the loop's handler, cancelled at the end."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._ended)
        return task

    def dispose(self) -> None:
        for task in list(self._running):
            task.cancel()

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            task.get_loop().call_exception_handler({"message": "Pagehand's display failed", "exception": error})
