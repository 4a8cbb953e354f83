"""The panel before Python is there: static HTML and CSS, made at build time. Pure Python.

The loader creates ``<pagehand-root>``, attaches a shadow root (closed in the extension), fills it from
:func:`shell_tree` (element by element, which works under Trusted Types too) or :func:`shell_html`, and gives it
:func:`shell_css` as a constructed style sheet of the *page's* window (``adoptedStyleSheets``, so no CSP can refuse
it). Then ``Panel.adopt(shadow_root)`` takes over what is there.

What the loader may touch, by id, until Python adopts:

``root``            wrapper; ``data-theme`` is ``auto`` | ``light`` | ``dark``; ``lang`` is the language
``launcher``        the round button; pressing it shows ``panel`` (remove ``hidden``) and sets ``aria-expanded``
``panel``           the open panel, ``hidden`` at first; ``minimise`` and ``close`` are its two buttons
``boot``            the start-up strip; Python hides it when ready
``boot-progress``   ``<progress max=100>``: set ``value`` (per cent)
``boot-text``       the words beside it: ``data-percent`` holds the template ("Starting… {percent}%")
``boot-error``      alert, ``hidden`` at first; ``boot-error-text`` takes the reason as ``textContent``;
                    ``boot-retry`` is a button, ``hidden`` unless the loader can try again
``task``            the text area. Enter before Python is there: set ``data-queued="true"`` on it and show
                    ``queued``; Python then submits what it holds as soon as it has adopted the panel
``composer``        the form around ``task``, with the buttons ``send`` and ``stop``; a press on ``send`` before Python is
                    there counts like Enter

The host's own ``hidden`` attribute hides everything; ``Panel.show`` takes it away.

The loader removes its own listeners when Python has adopted the panel. Nothing in the shell is an inline
handler, an inline style, a script or an external file.
"""

from __future__ import annotations

from html import escape

from pagehand.ui.icons import FILLED, ICONS, SVG
from pagehand.ui.messages import Language, Messages, messages
from pagehand.ui.style import panel_css
from pagehand.ui.style_cards import CARDS_CSS
from pagehand.ui.style_stage import STAGE_CSS

HOST_TAG = "pagehand-root"
VOID = frozenset({"input", "br", "hr"})

Node = tuple[str, dict[str, str], list["Node | str"]]
"""Tag, attributes, children; also the JSON that the loader builds the shell from (a tuple becomes an array)."""


def shell_css() -> str:
    return "\n".join((panel_css(), CARDS_CSS, STAGE_CSS))


def shell_html(language: Language) -> str:
    return "".join(_html(node) for node in shell_tree(language))


def shell_tree(language: Language) -> list[Node]:
    texts = messages(language)
    children: list[Node | str] = [_stage(), _launcher(texts), _panel(texts)]
    return [_node("div", {"id": "root", "lang": language, "data-theme": "auto"}, *children)]


def _stage() -> Node:
    """Everything that is drawn over the page; never takes a pointer event, except the mask."""
    return _node("div", {"id": "stage", "aria-hidden": "true"})


def _launcher(texts: Messages) -> Node:
    attributes = {"aria-label": texts.open_panel, "data-label": "open_panel", "title": texts.open_panel}
    return _button("launcher", "mark", {**attributes, "aria-expanded": "false", "aria-controls": "panel"})


def _panel(texts: Messages) -> Node:
    attributes = {"id": "panel", "role": "dialog", "aria-modal": "false", "hidden": "", "tabindex": "-1"}
    attributes |= {"aria-label": texts.panel_label, "data-label": "panel_label"}
    sections = (_header(texts), _bar(texts), _boot(texts), _log(texts), _node("div", {"id": "cards"}))
    return _node("section", attributes, *sections, _composer(texts), _announcer())


def _header(texts: Messages) -> Node:
    return _node(
        "div",
        {"id": "header"},
        _node("span", {"class": "mark", "aria-hidden": "true"}, _icon("mark")),
        _node("h2", {"id": "title"}, "Pagehand"),
        _node("span", {"class": "spacer"}),
        _labelled_button("minimise", "minimise", "minimise", texts),
        _labelled_button("close", "close", "close", texts),
    )


def _bar(texts: Messages) -> Node:
    return _node(
        "div",
        {"id": "bar", "data-status": "starting"},
        _node("span", {"class": "dot", "aria-hidden": "true"}),
        _node("span", {"id": "status"}, texts.starting),
        _node("span", {"class": "spacer"}),
        _node("span", {"id": "meter"}),
    )


def _boot(texts: Messages) -> Node:
    retry = {"id": "boot-retry", "type": "button", "class": "secondary", "hidden": "", "data-text": "retry"}
    error = {"id": "boot-error", "role": "alert", "hidden": ""}
    return _node(
        "div",
        {"id": "boot"},
        _node("progress", {"id": "boot-progress", "max": "100", "value": "0", "aria-labelledby": "boot-text"}),
        _node("span", {"id": "boot-text", "data-percent": texts.starting_percent}, texts.starting),
        _node(
            "div",
            error,
            _node("strong", {"data-text": "boot_failed"}, texts.boot_failed),
            _node("p", {"id": "boot-error-text"}),
            _node("button", retry, texts.retry),
        ),
    )


def _log(texts: Messages) -> Node:
    welcome = _node(
        "div",
        {"id": "welcome"},
        _node("h3", {"data-text": "welcome_title"}, texts.welcome_title),
        _node("p", {"data-text": "welcome_text"}, texts.welcome_text),
        _node("div", {"id": "suggestions", "role": "group", **_label("suggestions", texts)}),
    )
    attributes = {"id": "log", "role": "region", "tabindex": "0", **_label("conversation", texts)}
    return _node("div", attributes, welcome, _node("div", {"id": "runs"}))


def _composer(texts: Messages) -> Node:
    box = {"id": "task", "rows": "1", "autocomplete": "off", "spellcheck": "true", "enterkeyhint": "send"}
    box |= {"placeholder": texts.task_placeholder, "aria-describedby": "hint", **_label("task_label", texts)}
    stop = {"id": "stop", "type": "button", "hidden": "", "class": "stop"}
    stop_text = _node("span", {"data-text": "stop"}, texts.stop)
    return _node(
        "form",
        {"id": "composer", "autocomplete": "off"},
        _node(
            "div",
            {"class": "box"},
            _node("textarea", box),
            _node("button", stop, _icon("stop"), stop_text),
            _labelled_button("send", "send", "send", texts, "primary"),
        ),
        _node("p", {"id": "queued", "hidden": "", "data-text": "queued"}, texts.queued),
        _node("p", {"id": "hint", "data-text": "hint"}, texts.hint),
    )


def _announcer() -> Node:
    return _node("div", {"id": "announcer", "class": "unseen", "role": "status", "aria-live": "polite"})


def _label(key: str, texts: Messages) -> dict[str, str]:
    return {"aria-label": getattr(texts, key), "data-label": key}


def _labelled_button(name: str, icon: str, key: str, texts: Messages, style: str = "quiet") -> Node:
    return _button(name, icon, {"class": style, "title": getattr(texts, key), **_label(key, texts)})


def _button(name: str, icon: str, attributes: dict[str, str]) -> Node:
    return _node("button", {"id": name, "type": "button", **attributes}, _icon(icon))


def _icon(name: str) -> Node:
    attributes = {"viewBox": "0 0 20 20", "class": "icon filled" if name in FILLED else "icon", "aria-hidden": "true"}
    return _node("svg", {"xmlns": SVG, **attributes}, _node("path", {"d": ICONS[name]}))


def _node(tag: str, attributes: dict[str, str], *children: Node | str) -> Node:
    return (tag, attributes, list(children))


def _html(node: Node | str) -> str:
    if isinstance(node, str):
        return escape(node, quote=False)
    tag, attributes, children = node
    opening = "".join(f' {name}="{escape(value)}"' if value else f" {name}" for name, value in attributes.items())
    inner = "".join(_html(child) for child in children)
    return f"<{tag}{opening}>" if tag in VOID else f"<{tag}{opening}>{inner}</{tag}>"
