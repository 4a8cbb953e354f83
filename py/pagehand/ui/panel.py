"""The panel: what the person sees of the agent and how they steer it.

It adopts the static shell (:mod:`pagehand.ui.shell`) and keeps what was typed there. What goes in is a few plain
methods (``begin``, ``on_status``, ``on_history``, ``on_activity``, ``show_plan``, ``show_notice``); what comes out are
three callbacks (``on_submit``, ``on_stop``, ``on_close``). Only trusted events count: a page cannot press anything.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Literal

from pagehand.events import Activity, Status
from pagehand.page import Target
from pagehand.ui.clipboard import copy_text
from pagehand.ui.composer import Composer
from pagehand.ui.conversation import Conversation
from pagehand.ui.drag import HeaderDrag
from pagehand.ui.elements import Listeners, Tasks, element, icon
from pagehand.ui.frame import PanelFrame, Theme
from pagehand.ui.messages import Language, messages
from pagehand.ui.questions import Questions
from pagehand.ui.run_view import RunView
from pagehand.ui.status_bar import StatusBar
from pagehand.ui.top_layer import TopLayer

OWN_EVENTS = (
    *("keydown", "keyup", "keypress", "beforeinput", "input", "compositionstart", "compositionupdate"),
    *("compositionend", "copy", "cut", "paste", "pointerdown", "pointerup", "mousedown", "mouseup", "click"),
    *("dblclick", "contextmenu", "focusin", "focusout", "wheel", "touchstart", "touchend"),
)
"""What happens in the panel is not the page's business: these do not bubble out of the shadow root."""


def _nothing(*_arguments: Any) -> None:
    return None


class Panel:
    @classmethod
    def adopt(
        cls,
        shadow_root: Any,
        *,
        language: Language = "en-US",
        on_submit: Callable[[str], None] = _nothing,
        on_stop: Callable[[], None] = _nothing,
        on_close: Callable[[], None] | None = None,
        line_of: Callable[[Target], str | None] = _nothing,
        suggestions: Sequence[str] = (),
    ) -> Panel:
        """Take over the loader's shell, and submit what was entered there already.

        ``line_of`` is ``page.line_of``, to name elements in words. Without ``on_close`` there is no close button.
        """
        panel = cls(shadow_root, language, on_submit, on_stop, on_close, line_of)
        panel.suggest(suggestions)
        # Not before whoever adopts has the panel in hand
        asyncio.get_event_loop().call_soon(panel._composer.send_queued)
        return panel

    def __init__(
        self,
        shadow_root: Any,
        language: Language,
        on_submit: Callable[[str], None],
        on_stop: Callable[[], None],
        on_close: Callable[[], None] | None,
        line_of: Callable[[Target], str | None],
    ) -> None:
        self.shadow_root: Any = shadow_root
        self.host: Any = shadow_root.host
        self.document: Any = shadow_root.ownerDocument
        self.texts = messages(language)
        self._on_submit, self._on_stop, self._on_close = on_submit, on_stop, on_close or _nothing
        self._said_step = (0, 0)
        self._notice: Any = None
        self._frame = PanelFrame(shadow_root, self.texts, language)
        self._view = RunView(self.texts, line_of)
        self._composer = Composer(shadow_root, self.texts, self._submitted)
        self._bar = StatusBar(shadow_root, self.texts)
        self._conversation = Conversation(shadow_root, self.texts)
        self.questions = Questions(shadow_root, self.texts, self._cards_changed)
        self._tasks = Tasks()
        self._listeners = Listeners()
        HeaderDrag(self._frame.by_id("panel"), self._frame.by_id("header"), self._listeners)
        self._listeners.on(shadow_root, OWN_EVENTS, self.on_event)
        self._listeners.on(self.document.defaultView, "keydown", self._on_page_key, capture=True)
        self._listeners.on(self.document.defaultView, "focusin", self._on_page_focus, capture=True)
        self._top_layer = TopLayer(self.host, self._frame.by_id("panel"), self._disturbed)
        self._frame.by_id("close").hidden = on_close is None
        self._show_status()

    # What goes in

    def begin(self, task: str, *, seconds: float = 0.0, resumed: bool = False) -> None:
        """A task begins that was not entered here; ``resumed`` after a page load (X11), with the ``seconds`` it had used."""
        self._view.begin(task, resumed=resumed)
        self._bar.start(seconds)
        self.clear_notice()
        self._draw()

    def refuse(self, reason: str) -> None:
        """The task that was entered could not begin: give its text back and say why."""
        task = self._view.runs[-1].task if self._view.busy and self._view.runs else ""
        self._view.take_back()
        self._bar.stop()
        self._draw()
        if task and not self._composer.text:
            self._composer.write(task)
        self.show_notice(f"{self.texts.refused} {reason}", icon_name="warning")

    def on_status(self, status: Status) -> None:
        """The run's status changed (``statuschange``)."""
        was_busy = self._view.busy
        self._view.set_status(status)
        if was_busy and not self._view.busy:
            self._bar.stop()
            self.questions.cancel_all()
            self.clear_notice()
        self._draw()
        answer = self._view.runs[-1].answer if self._view.runs and not self._view.busy else None
        words = self._view.status_words(asking=self._asking)
        self._frame.announce(f"{words}. {answer.text}" if answer else words)

    def on_history(self, events: Sequence[Any]) -> None:
        """The history changed (``historychange``): all of it, as :mod:`pagehand.events`' models."""
        self._view.set_history(events)
        self._draw()
        step = self._view.latest_step()
        if step is not None and (len(self._view.runs), step.number) != self._said_step:
            self._said_step = (len(self._view.runs), step.number)
            self._frame.announce(self._view.step_words(step))

    def on_activity(self, activity: Activity) -> None:
        """What the agent does at this moment (``activity``)."""
        self._view.note(activity)
        self._show_status()

    def show_plan(self, items: Sequence[tuple[str, bool]]) -> None:
        """The plan as a checklist (C155): what is to be done, and whether it is."""
        self._conversation.show_plan(items)

    def show_notice(self, text: str, *, kind: Literal["warning", "info"] = "warning", icon_name: str = "hand") -> None:
        """A line above the task box that stays until it is cleared or replaced."""
        self.clear_notice()
        children = (icon(self.document, icon_name), element(self.document, "span", text=text))
        self._notice = element(self.document, "div", "notice", children=children, attributes={"data-kind": kind})
        self._frame.by_id("cards").prepend(self._notice)
        self._conversation.follow()
        self._frame.announce(text)

    def clear_notice(self) -> None:
        if self._notice is not None:
            self._notice.remove()
        self._notice = None

    def suggest(self, tasks: Sequence[str]) -> None:
        """Tasks to begin with one press."""
        chips = [
            element(self.document, "button", "chip", task, attributes={"type": "button", "data-action": "suggest"})
            for task in tasks
        ]
        self._frame.by_id("suggestions").replaceChildren(*chips)

    def clear(self) -> None:
        """Forget the conversation."""
        self._view.clear()
        self._draw()

    def set_theme(self, theme: Theme) -> None:
        self._frame.set_theme(theme)

    # Being seen

    @property
    def busy(self) -> bool:
        return self._view.busy

    @property
    def open(self) -> bool:
        return self._frame.open

    def show(self, *, focus: bool = True) -> None:
        if self.host.hidden:
            self.host.hidden = False
        self._frame.show()
        self._top_layer.raise_host()
        self._composer.changed()
        if focus:
            self._focus_first()

    def make_room(self, x: float, y: float) -> None:
        """The agent is about to act at this point: the person shall see it."""
        self._frame.make_room(x, y)

    def minimise(self) -> None:
        self._frame.minimise()

    def hide(self) -> None:
        self._frame.hide()

    def toggle(self) -> None:
        if self.open:
            self.minimise()
        else:
            self.show()

    def dispose(self) -> None:
        """Take back every listener and timer and leave the page without a trace of the panel."""
        self.questions.cancel_all()
        self._top_layer.dispose()
        self._listeners.dispose()
        self._bar.dispose()
        self._tasks.dispose()
        self.host.remove()

    # Events

    def on_event(self, event: Any) -> None:
        """An event inside the panel: from its own listener, or handed on by the extension's shield (issue 7)."""
        event.stopPropagation()
        if not event.isTrusted:
            return
        if event.type == "click":
            self._on_click(event)
        elif event.type == "keydown":
            self._on_key(event)
        elif event.type in ("input", "compositionend") and self.shadow_root.activeElement == self._composer.box:
            self._composer.changed()

    def _on_click(self, event: Any) -> None:
        control = event.target.closest("button")
        if not control or control.disabled:
            return
        action = control.getAttribute("data-action") or control.id
        if self.questions.press(action, control):
            return
        match action:
            case "launcher":
                self.show()
            case "minimise":
                self.minimise()
            case "close":
                self._on_close()
            case "send":
                self._composer.send()
            case "stop":
                self._composer.set_stopping()
                self._on_stop()
            case "suggest":
                self._composer.write(str(control.textContent))
                self._composer.send()
            case "copy":
                self._tasks.start(self._copy(control))

    def _on_key(self, event: Any) -> None:
        if self.questions.on_key(event, inside=True):
            event.preventDefault()
        elif self.shadow_root.activeElement == self._composer.box:
            self._composer.on_key(event)
        elif event.key == "Escape":
            self.minimise()

    def _on_page_key(self, event: Any) -> None:
        """While a card waits its keys work from the page too, unless the person writes there (C125)."""
        if not self._asking or not event.isTrusted or event.target == self.host:
            return
        if not self.open or self._frame.person_writes_in_page():
            return
        if event.key in (" ", "Enter") and self._frame.page_focus() is not None:
            return  # it presses what has the focus
        if self.questions.on_key(event, inside=False):
            event.preventDefault()
            event.stopImmediatePropagation()

    def _on_page_focus(self, event: Any) -> None:
        """A dialog of the page that keeps the focus to itself would take it from the panel: it is not told."""
        if event.target == self.host:
            event.stopImmediatePropagation()

    def _submitted(self, task: str) -> None:
        self.begin(task)
        self._on_submit(task)

    async def _copy(self, control: Any) -> None:
        text = self._conversation.answer_of(int(control.getAttribute("data-position")))
        copied = await copy_text(self.document.defaultView, self.shadow_root, text)
        words = self.texts.copied if copied else self.texts.copy_failed
        control.lastElementChild.textContent = words
        self._frame.announce(words)

    # Drawing

    def _draw(self) -> None:
        runs = self._view.runs
        if runs:
            self._bar.set_tokens(runs[-1].tokens)
        self._conversation.show(runs, summary=self._bar.summary(runs[-1].steps) if runs else "")
        self._composer.set_busy(self._view.busy, followed=bool(runs))
        self._show_status()

    def _show_status(self) -> None:
        self._bar.show(
            self._view.shown_status(asking=self._asking),
            self._view.status_words(asking=self._asking),
        )

    @property
    def _asking(self) -> bool:
        return self.questions.current is not None

    def _cards_changed(self) -> None:
        self._show_status()
        card = self.questions.current
        if card is None:
            return
        self.show(focus=not self._frame.person_writes_in_page())
        self._conversation.follow()
        self._frame.announce(str(card.node.getAttribute("aria-label")))

    def _focus_first(self) -> None:
        card = self.questions.current
        if card is None:
            self._composer.box.focus()
        elif card.input is not None and not card.options:
            card.input.focus()
        else:
            card.node.focus()

    def _disturbed(self) -> None:
        self.show_notice(self.texts.panel_disturbed, icon_name="warning")
