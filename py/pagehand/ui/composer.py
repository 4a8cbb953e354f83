"""The task box: what the person writes, and when it is sent.

Keys are judged by the shadow root's focus and not by an event's target, so that the same code serves the panel's own
listener and the extension's shield, which sees every event retargeted to the host (issue 7).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pagehand.ui.messages import Messages

TALLEST = 140
"""px; a longer task scrolls inside the box."""


def composing(event: Any) -> bool:
    """An input method is at work: its Enter picks a word (229 is what WebKit sends for the Enter that ends it)."""
    return bool(event.isComposing) or event.keyCode == 229


class Composer:
    def __init__(self, shadow_root: Any, texts: Messages, submit: Callable[[str], None]) -> None:
        self._texts, self._submit = texts, submit
        self.box: Any = shadow_root.getElementById("task")
        self._send: Any = shadow_root.getElementById("send")
        self._stop: Any = shadow_root.getElementById("stop")
        self._queued: Any = shadow_root.getElementById("queued")
        self._busy = False
        self._followed = False
        self.set_busy(False, followed=False)

    @property
    def text(self) -> str:
        return str(self.box.value).strip()

    def write(self, text: str) -> None:
        self.box.value = text
        self.changed()

    def changed(self) -> None:
        """The text changed: fit the height, and allow sending when there is something to send."""
        if not self.box.ownerDocument.defaultView.CSS.supports("field-sizing", "content"):
            self.box.style.setProperty("height", "auto")
            self.box.style.setProperty("height", f"{min(self.box.scrollHeight, TALLEST)}px")
        self._send.disabled = self._busy or not self.text

    def send(self) -> None:
        text = self.text
        if not text or self._busy:
            return
        self.write("")
        self._submit(text)

    def send_queued(self) -> None:
        """Submit what was entered before Python was there (the loader marked it)."""
        queued = self.box.getAttribute("data-queued")
        self.box.removeAttribute("data-queued")
        self._queued.hidden = True
        if queued:
            self.send()

    def on_key(self, event: Any) -> None:
        if event.key == "Enter" and not event.shiftKey and not composing(event):
            event.preventDefault()
            self.send()

    def set_busy(self, busy: bool, *, followed: bool) -> None:
        """While a task runs, Stop stands where Send was; ``followed`` says that the session has a task already."""
        had_focus = self._busy != busy and self.box.getRootNode().activeElement in (self._stop, self._send)
        self._busy, self._followed = busy, followed or self._followed
        self._send.hidden, self._stop.hidden = busy, not busy
        self._stop.disabled = False
        self._stop.lastElementChild.textContent = self._texts.stop
        texts = self._texts
        rest = texts.follow_up_placeholder if self._followed else texts.task_placeholder
        self.box.placeholder = texts.busy_placeholder if busy else rest
        if had_focus:
            self.box.focus()
        self.changed()

    def set_stopping(self) -> None:
        self._stop.disabled = True
        self._stop.lastElementChild.textContent = self._texts.stopping
