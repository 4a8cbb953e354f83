"""The panel's window: shown, minimised, hidden, focused, in its language and theme."""

from __future__ import annotations

from typing import Any, Literal

from pagehand.ui.messages import Language, Messages

Theme = Literal["auto", "light", "dark"]
NEAR = 16
"""px around the panel in which a point counts as hidden: the pointer itself needs room."""
ROOM = 80
"""px that two panels side by side must leave free, or there is no other side."""


class PanelFrame:
    def __init__(self, shadow_root: Any, texts: Messages, language: Language) -> None:
        self._root = shadow_root
        self._panel, self._launcher = self.by_id("panel"), self.by_id("launcher")
        self._localise(texts, language)
        self.by_id("boot").hidden = True

    def by_id(self, name: str) -> Any:
        return self._root.getElementById(name)

    @property
    def open(self) -> bool:
        return not self._panel.hidden

    def show(self) -> None:
        self._panel.hidden, self._launcher.hidden = False, True
        self._launcher.setAttribute("aria-expanded", "true")

    def minimise(self) -> None:
        """Back to the launcher, which goes on to show whether a task runs."""
        had_focus = bool(self._root.activeElement)
        self._panel.hidden, self._launcher.hidden = True, False
        self._launcher.setAttribute("aria-expanded", "false")
        if had_focus:
            self._launcher.focus()

    def hide(self) -> None:
        """Neither panel nor launcher."""
        self._panel.hidden = self._launcher.hidden = True

    def make_room(self, x: float, y: float) -> None:
        """Go to the window's other side when the panel hides this point, where there is room and nobody dragged it."""
        box, window = self._panel.getBoundingClientRect(), self._root.ownerDocument.defaultView
        covers = box.left - NEAR <= x <= box.right + NEAR and box.top - NEAR <= y <= box.bottom + NEAR
        dragged = bool(self._panel.style.getPropertyValue("--right"))
        if not covers or not self.open or dragged or window.innerWidth < 2 * box.width + ROOM:
            return
        side = "right" if self._panel.getAttribute("data-side") == "left" else "left"
        self._panel.setAttribute("data-side", side)

    def set_theme(self, theme: Theme) -> None:
        self.by_id("root").setAttribute("data-theme", theme)

    def announce(self, text: str) -> None:
        """Say it to a screen reader."""
        self.by_id("announcer").textContent = text

    def page_focus(self) -> Any:
        """What has the page's focus, in open shadow roots too; None for nothing, the body, or our own panel."""
        focused = self._root.ownerDocument.activeElement
        while focused and focused.shadowRoot and focused.shadowRoot.activeElement:
            focused = focused.shadowRoot.activeElement
        ours = not focused or focused == self._root.host or self._root.contains(focused)
        return None if ours or focused.localName in ("body", "html") else focused

    def person_writes_in_page(self) -> bool:
        focused = self.page_focus()
        if focused is None:
            return False
        return bool(focused.isContentEditable) or focused.localName in ("input", "textarea", "select", "iframe")

    def _localise(self, texts: Messages, language: Language) -> None:
        """Put the shell, which was made in the loader's guess of the language, into the configured one."""
        self.by_id("root").setAttribute("lang", language)
        for node in self._root.querySelectorAll("[data-text]"):
            node.textContent = getattr(texts, node.getAttribute("data-text"))
        for node in self._root.querySelectorAll("[data-label]"):
            label = getattr(texts, node.getAttribute("data-label"))
            node.setAttribute("aria-label", label)
            if node.hasAttribute("title"):
                node.setAttribute("title", label)
