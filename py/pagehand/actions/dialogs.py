"""The page's own dialogs during a run (X20) and windows it opens (X24).

``alert``, ``confirm``, ``prompt`` and ``open`` are replaced by Python functions on the page's windows while a run
lasts, and put back exactly as they were. ``alert`` is recorded and closed; ``confirm`` and ``prompt`` follow the
policy: ``native`` lets the person answer. What asks before leaving the page is kept quiet and recorded. In an extension
the page's functions are out of reach; its page-world hook records into the same log (X23).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from pyodide.ffi import create_proxy, jsnull, to_js

from pagehand.actions.leaving import LeavingGuard

DialogPolicy = Literal["native", "dismiss", "accept"]
MAX_TEXT = 300
_OWN_TARGETS = ("_self", "_parent", "_top", "")


def quoted(value: object) -> str:
    text = " ".join(str(value).split())
    return f"'{text[:MAX_TEXT]}…'" if len(text) > MAX_TEXT else f"'{text}'"


@dataclass
class DialogLog:
    """What the page asked or opened since it was last read, in words for ``changes``."""

    lines: list[str] = field(default_factory=list)

    def note(self, line: str) -> None:
        self.lines.append(line)

    def take(self) -> list[str]:
        taken, self.lines = self.lines, []
        return taken


class DialogGuard:
    """Holds the dialogs of a page and its same-origin frames from :meth:`hold` to :meth:`release`."""

    def __init__(self, bridge: Any, policy: DialogPolicy, log: DialogLog) -> None:
        self._bridge, self._log = bridge, log
        self._policy: DialogPolicy = policy
        self._held: list[_HeldWindow] = []

    def hold(self) -> None:
        """Take over in every window that is reachable now; windows already held are left alone."""
        self._held = [held for held in self._held if held.is_alive() or held.release()]
        for window in windows_below(self._bridge.window):
            if not any(held.window == window for held in self._held):
                self._held.append(_HeldWindow(self._bridge, window, self._policy, self._log))

    def release(self) -> None:
        for held in self._held:
            held.release()
        self._held = []

    def open_window(self, *arguments: str) -> Any:
        """The browser's own ``window.open`` of the top window, whether it is held or not."""
        held = next((held for held in self._held if held.window == self._bridge.window), None)
        return held.call_native("open", *arguments) if held else self._bridge.window.open(*arguments)


def windows_below(window: Any) -> list[Any]:
    """The window and those of its same-origin frames, depth first."""
    found = [window]
    for frame in window.document.querySelectorAll("iframe, frame"):
        document = frame.contentDocument
        if document and document.defaultView:
            found += windows_below(document.defaultView)
    return found


class _HeldWindow:
    def __init__(self, bridge: Any, window: Any, policy: DialogPolicy, log: DialogLog) -> None:
        self.window, self._bridge, self._policy, self._log = window, bridge, policy, log
        self._document = window.document
        self._saved: dict[str, tuple[Any, Any, Any]] = {}
        for name, function in (
            ("alert", self._alert),
            ("confirm", self._confirm),
            ("prompt", self._prompt),
            ("open", self._open),
        ):
            self._replace(name, function)
        self._leaving = LeavingGuard(bridge, window, self._on_leaving)

    def is_alive(self) -> bool:
        """False once the frame has gone or shows another document, whose functions are new ones."""
        return not self.window.closed and self.window.document == self._document

    def release(self) -> bool:
        """Put everything back; answers false, so that it can end a filter."""
        objects = self._bridge.realm.Object
        for name, (descriptor, replacement, proxy) in self._saved.items():
            # What the page itself put in our place since then is its own to keep.
            if self.is_alive() and getattr(self.window, name, None) == replacement:
                objects.defineProperty(self.window, name, descriptor)
            proxy.destroy()
        self._saved = {}
        self._leaving.release(is_alive=self.is_alive())
        return False

    def _replace(self, name: str, function: Callable[..., Any]) -> None:
        objects = self._bridge.realm.Object
        descriptor = objects.getOwnPropertyDescriptor(self.window, name)
        if not descriptor:
            return
        proxy = create_proxy(function)
        setattr(self.window, name, proxy)
        self._saved[name] = (descriptor, getattr(self.window, name), proxy)

    def call_native(self, name: str, *arguments: Any) -> Any:
        native = self._saved[name][0].value
        return self._bridge.realm.Reflect.apply(native, self.window, to_js(list(arguments)))

    def _alert(self, message: Any = "", *_rest: Any) -> None:
        self._log.note(f"the page showed a message, which was closed: {quoted(message)}")

    def _confirm(self, message: Any = "", *_rest: Any) -> bool:
        if self._policy == "native":
            answer = bool(self.call_native("confirm", str(message)))
            self._log.note(f"the page asked {quoted(message)}; the person answered {'yes' if answer else 'no'}")
            return answer
        accepted = self._policy == "accept"
        self._log.note(f"the page asked {quoted(message)}; it was answered {'yes' if accepted else 'no'} by policy")
        return accepted

    def _prompt(self, message: Any = "", default: Any = "", *_rest: Any) -> Any:
        given = default if isinstance(default, str) else ("" if not default else str(default))
        if self._policy == "native":
            answer = self.call_native("prompt", str(message), given)
            self._log.note(f"the page asked for text, {quoted(message)}; the person answered it")
            return answer
        accepted = self._policy == "accept"
        what = f"its default {quoted(given)} was given" if accepted else "it was dismissed"
        self._log.note(f"the page asked for text, {quoted(message)}; {what} by policy")
        return given if accepted else jsnull

    def _open(self, url: Any = "", target: Any = "_blank", features: Any = "", *_rest: Any) -> Any:
        opened = self.call_native("open", url, target or "_blank", features or "")
        if target in _OWN_TARGETS[:3]:
            return opened
        hidden = "noopener" in str(features) or "noreferrer" in str(features)
        if opened or hidden:
            self._log.note(f"the page opened {quoted(url)} in a new tab, which is not part of this page")
        else:
            self._log.note(f"the page tried to open {quoted(url)} in a new tab, but the browser blocked it")
        return opened

    def _on_leaving(self) -> None:
        self._log.note("the page was being left; its question before leaving was suppressed")


class NewTabs:
    """Links that open a new tab: their default action is done here, so that a blocked one is known (X24)."""

    def __init__(self, bridge: Any, guard: DialogGuard) -> None:
        self._bridge, self._guard = bridge, guard
        self.wanted: list[str] = []

    def watch(self, window: Any) -> Callable[[], None]:
        """Listen, last of all, to clicks that would open a new tab; returns what stops it."""
        listener = create_proxy(self._on_click)
        windows = windows_below(window)
        for each in windows:
            each.addEventListener("click", listener, False)

        def stop() -> None:
            for each in windows:
                each.removeEventListener("click", listener, False)
            listener.destroy()

        return stop

    def _on_click(self, event: Any) -> None:
        if event.defaultPrevented or event.isTrusted:
            return
        for node in event.composedPath():
            if getattr(node, "localName", None) in ("a", "area") and node.hasAttribute("href"):
                if self._opens_tab(node, event):
                    event.preventDefault()
                    self.wanted.append(node.href)
                return

    def _opens_tab(self, link: Any, event: Any) -> bool:
        if not isinstance(link.href, str) or not link.href.startswith(("http:", "https:", "blob:", "file:")):
            return False
        if event.ctrlKey or event.metaKey:
            return True
        base = link.ownerDocument.querySelector("base[target]")
        target = link.target or (base.target if base else "")
        if target.lower() in _OWN_TARGETS or link.hasAttribute("download"):
            return False
        return target.lower() == "_blank" or not getattr(self._bridge.window.top.frames, target, None)

    def open(self, url: str) -> str:
        """Open a tab from the page; answers in words, also when the browser blocks it."""
        opened = self._guard.open_window("", "_blank")
        if not opened:
            return f"the link opens {quoted(url)} in a new tab, but the browser blocked it"
        # What `target=_blank` gives a link: the new page has no way back to this one.
        opened.opener = jsnull
        opened.location.replace(url)
        return f"the link opened {quoted(url)} in a new tab, which is not part of this page"
