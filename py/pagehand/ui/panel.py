"""The panel: what the person sees of the agent and how they steer it.

It adopts the static shell (:mod:`pagehand.ui.shell`) and keeps what was typed there. What goes in is a few plain
methods (``on_status``, ``on_history``, ``on_activity``, ``on_result``, ``show_plan``, ``show_notice``); what comes out
are three callbacks (``on_submit``, ``on_stop``, ``on_close``). Only trusted events count: a page cannot press anything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pagehand.events import Activity, Executing, ExecutionResult, Retrying, Status, Thinking
from pagehand.page import Target
from pagehand.ui.action_words import action_words, element_name, target_of
from pagehand.ui.clipboard import copy_text
from pagehand.ui.composer import Composer
from pagehand.ui.conversation import Conversation
from pagehand.ui.drag import HeaderDrag
from pagehand.ui.elements import Listeners, Tasks, element, icon
from pagehand.ui.messages import Language, from_table, messages
from pagehand.ui.questions import Questions
from pagehand.ui.status_bar import StatusBar
from pagehand.ui.transcript import AnswerText, Run, Step, transcript

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
        on_close: Callable[[], None] = _nothing,
        line_of: Callable[[Target], str | None] = _nothing,
        suggestions: Sequence[str] = (),
    ) -> Panel:
        """Take over the loader's shell. ``line_of`` is ``page.line_of``, to name elements in words."""
        panel = cls(shadow_root, language, on_submit, on_stop, on_close, line_of)
        panel.suggest(suggestions)
        panel._composer.send_queued()
        return panel

    def __init__(
        self,
        shadow_root: Any,
        language: Language,
        on_submit: Callable[[str], None],
        on_stop: Callable[[], None],
        on_close: Callable[[], None],
        line_of: Callable[[Target], str | None],
    ) -> None:
        self.shadow_root: Any = shadow_root
        self.host: Any = shadow_root.host
        self.texts = messages(language)
        self.document: Any = shadow_root.ownerDocument
        self.window: Any = self.document.defaultView
        self._on_submit, self._on_stop, self._on_close, self._line_of = on_submit, on_stop, on_close, line_of
        self._names: dict[Target, str] = {}
        self._status: Status = "idle"
        self._task = ""
        self._history: Sequence[Any] = ()
        self._runs: tuple[Run, ...] = ()
        self._words = ""
        self._said_step = 0
        self._notice: Any = None
        self._localise(language)
        self._composer = Composer(shadow_root, self.texts, self._submitted)
        self._bar = StatusBar(shadow_root, self.texts)
        self._conversation = Conversation(shadow_root, self.texts)
        self._questions = Questions(shadow_root, self.texts, self._cards_changed)
        self._tasks = Tasks()
        self._listeners = Listeners()
        self._drag = HeaderDrag(self._by_id("panel"), self._by_id("header"), self._listeners)
        self._listeners.on(shadow_root, OWN_EVENTS, self.on_event)
        self._listeners.on(self.window, "keydown", self._on_page_key, capture=True)
        self._by_id("boot").hidden = True
        self._show_status()

    # What goes in

    def on_status(self, status: Status) -> None:
        """The run's status changed (``statuschange``)."""
        before, self._status = self._status, status
        if status == "running" and before not in ("running", "waiting"):
            self._bar.start()
            self._words = ""
        if status not in ("running", "waiting"):
            self._bar.stop()
            self._questions.cancel_all()
            self.clear_notice()
        self._draw()
        self._say(self._status_words())

    def on_history(self, events: Sequence[Any]) -> None:
        """The history changed (``historychange``): all of it, as :mod:`pagehand.events`' models."""
        self._history = list(events)
        self._draw()
        self._say_step()

    def on_activity(self, activity: Activity) -> None:
        """What the agent does at this moment (``activity``)."""
        match activity:
            case Thinking():
                self._words = self.texts.thinking
            case Executing():
                target = target_of(activity.tool, activity.input)
                if target is not None:
                    self._learn_name(target)
                self._words = action_words(self.texts, activity.tool, activity.input, self._names.get)
            case Retrying():
                self._words = self.texts.retrying.format(attempt=activity.attempt, maximum=activity.max_attempts)
        self._show_status()

    def on_result(self, result: ExecutionResult) -> None:
        """The run ended. Its closing text counts where the history holds none."""
        self._history = list(result.history)
        self.on_status(result.status)

    def begin(self, task: str, *, seconds: float = 0.0, resumed: bool = False) -> None:
        """A task begins, from the panel or from the host; ``resumed`` after a page load (X11), then ``seconds`` is
        what it had used before."""
        self._task = task
        self._said_step = 0
        self._status = "running"
        self._bar.start(seconds)
        self._words = self.texts.resuming if resumed else self.texts.thinking
        self._draw()

    def show_plan(self, items: Sequence[tuple[str, bool]]) -> None:
        self._conversation.show_plan(items)

    def show_notice(self, text: str, *, kind: str = "warning", icon_name: str = "hand") -> None:
        """A line above the task box that stays until it is cleared or replaced."""
        self.clear_notice()
        children = (icon(self.document, icon_name), element(self.document, "span", text=text))
        self._notice = element(self.document, "div", "notice", children=children, attributes={"data-kind": kind})
        self._by_id("cards").prepend(self._notice)
        self._say(text)

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
        self._by_id("suggestions").replaceChildren(*chips)

    def clear(self) -> None:
        """Forget the conversation."""
        self._history, self._task, self._names = (), "", {}
        self._status = "idle"
        self._draw()

    def set_theme(self, theme: str) -> None:
        """``auto`` (the system's), ``light`` or ``dark``."""
        self._by_id("root").setAttribute("data-theme", theme)

    # Being seen

    @property
    def open(self) -> bool:
        return not self._by_id("panel").hidden

    def show(self, *, focus: bool = True) -> None:
        self.host.hidden = False
        panel, launcher = self._by_id("panel"), self._by_id("launcher")
        panel.hidden, launcher.hidden = False, True
        launcher.setAttribute("aria-expanded", "true")
        self._composer.changed()
        if focus:
            self._focus_first()

    def minimise(self) -> None:
        """Back to the launcher, which goes on to show whether a task runs."""
        panel, launcher = self._by_id("panel"), self._by_id("launcher")
        had_focus = self.shadow_root.activeElement is not None
        panel.hidden, launcher.hidden = True, False
        launcher.setAttribute("aria-expanded", "false")
        if had_focus:
            launcher.focus()

    def hide(self) -> None:
        """Panel and launcher both."""
        self.minimise()
        self._by_id("launcher").hidden = True

    def toggle(self) -> None:
        if self.open:
            self.minimise()
        else:
            self.show()

    def dispose(self) -> None:
        """Take back every listener and timer and leave the page without a trace of the panel."""
        self._questions.cancel_all()
        self._listeners.dispose()
        self._bar.dispose()
        self._tasks.dispose()
        self.host.remove()

    @property
    def questions(self) -> Questions:
        return self._questions

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
        if self._questions.press(action, control):
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
                self._stop()
            case "suggest":
                self._composer.write(str(control.textContent))
                self._composer.send()
            case "copy":
                self._tasks.start(self._copy(control))

    def _on_key(self, event: Any) -> None:
        if self._questions.on_key(event, inside=True):
            event.preventDefault()
        elif self.shadow_root.activeElement == self._composer.box:
            self._composer.on_key(event)
        elif event.key == "Escape":
            self.minimise()

    def _on_page_key(self, event: Any) -> None:
        """While a card waits its keys work from the page too, unless the person writes there (C125)."""
        if self._questions.current is None or not event.isTrusted or event.target == self.host:
            return
        if not self.open or _editable(_focused(self.document)):
            return
        if event.key in (" ", "Enter") and _focused(self.document) is not None:
            return  # it presses what has the focus
        if self._questions.on_key(event, inside=False):
            event.preventDefault()
            event.stopImmediatePropagation()

    def _submitted(self, task: str) -> None:
        self.begin(task)
        self._on_submit(task)

    def _stop(self) -> None:
        self._composer.set_stopping()
        self._on_stop()

    async def _copy(self, control: Any) -> None:
        text = self._conversation.answer_of(int(control.getAttribute("data-position")))
        label = control.lastElementChild
        copied = await copy_text(self.window, self.shadow_root, text)
        label.textContent = self.texts.copied if copied else self.texts.copy_failed
        self._say(label.textContent)

    # Drawing

    def _draw(self) -> None:
        self._runs = transcript(
            self._history, texts=self.texts, status=self._status, task=self._task, name_of=self._names.get
        )
        if self._runs:
            self._bar.set_tokens(self._runs[-1].tokens)
        summary = self._bar.summary(self._runs[-1].steps) if self._runs else ""
        self._conversation.show(self._runs, summary=summary)
        self._composer.set_busy(self._busy, followed=bool(self._runs))
        self._show_status()

    @property
    def _busy(self) -> bool:
        return self._status in ("running", "waiting")

    @property
    def _answer(self) -> AnswerText | None:
        return self._runs[-1].answer if self._runs else None

    def _shown_status(self) -> str:
        if self._busy:
            return "waiting" if self._questions.current is not None or self._status == "waiting" else "running"
        if self._status == "completed" and self._answer is not None and self._answer.outcome == "incomplete":
            return "incomplete"
        return self._status

    def _status_words(self) -> str:
        status = self._shown_status()
        if status == "running" and self._words:
            return self._words
        return from_table(self.texts, "status", status, otherwise="idle")

    def _show_status(self) -> None:
        self._bar.show(self._shown_status(), self._status_words())

    def _cards_changed(self) -> None:
        self._show_status()
        card = self._questions.current
        if card is None:
            return
        self.show(focus=False)
        self._say(str(card.node.getAttribute("aria-label")))
        if not _editable(_focused(self.document)):
            self._focus_first()

    def _focus_first(self) -> None:
        card = self._questions.current
        if card is None:
            self._composer.box.focus()
        elif card.input is not None and not card.options:
            card.input.focus()
        else:
            card.node.focus()

    def _say(self, text: str) -> None:
        """To a screen reader."""
        self._by_id("announcer").textContent = text

    def _say_step(self) -> None:
        entries = self._runs[-1].entries if self._runs else ()
        step = next((entry for entry in reversed(entries) if isinstance(entry, Step)), None)
        if step is not None and step.number != self._said_step:
            self._said_step = step.number
            words = step.goal or "; ".join(line.words for line in step.actions)
            self._say(f"{self.texts.step_number.format(number=step.number)}: {words}")

    def _learn_name(self, target: Target) -> None:
        name = element_name(self._line_of(target))
        if name:
            self._names[target] = name

    def _localise(self, language: Language) -> None:
        """Put the shell, which was made in the loader's guess of the language, into the configured one."""
        self._by_id("root").setAttribute("lang", language)
        for node in self.shadow_root.querySelectorAll("[data-text]"):
            node.textContent = getattr(self.texts, node.getAttribute("data-text"))
        for node in self.shadow_root.querySelectorAll("[data-label]"):
            label = getattr(self.texts, node.getAttribute("data-label"))
            node.setAttribute("aria-label", label)
            if node.hasAttribute("title"):
                node.setAttribute("title", label)

    def _by_id(self, name: str) -> Any:
        return self.shadow_root.getElementById(name)


def _focused(document: Any) -> Any:
    """What has the page's focus, in open shadow roots too; None for the body."""
    focused = document.activeElement
    while focused and focused.shadowRoot and focused.shadowRoot.activeElement:
        focused = focused.shadowRoot.activeElement
    return focused if focused and focused.localName not in ("body", "html", "pagehand-root") else None


def _editable(focused: Any) -> bool:
    if focused is None:
        return False
    return bool(focused.isContentEditable) or focused.localName in ("input", "textarea", "select", "iframe")
