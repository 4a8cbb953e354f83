"""The static shell: complete, accessible, and harmless under any Content-Security-Policy (issue 3)."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from pagehand.ui import shell, style
from pagehand.ui.messages import KEYS, LANGUAGES, Language, messages

LOADER_IDS = {
    *("root", "launcher", "panel", "minimise", "close", "boot", "boot-progress", "boot-text", "boot-error"),
    *("boot-error-text", "boot-retry", "task", "composer", "send", "stop", "queued"),
}


class Elements(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_loader_finds_every_part_that_it_is_promised(language: Language) -> None:
    elements = Elements(shell.shell_html(language))
    assert not elements.open, "every element is closed"
    ids = [attributes["id"] for _tag, attributes in elements.found if attributes.get("id")]
    assert len(ids) == len(set(ids))
    assert set(ids) >= LOADER_IDS
    for name in LOADER_IDS:
        assert f"``{name}``" in (shell.__doc__ or ""), f"{name} is documented for the loader"


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_in_the_shell_runs_or_loads_anything(language: Language) -> None:
    """No inline handler, style, script or address: a strict policy has nothing to refuse."""
    for tag, attributes in Elements(shell.shell_html(language)).found:
        assert tag not in ("script", "style", "link", "img", "iframe")
        assert not [name for name in attributes if name.startswith("on") or name in ("style", "src", "href")]
    css = shell.shell_css()
    assert "url(" not in css
    assert "@import" not in css


@pytest.mark.parametrize("language", LANGUAGES)
def test_controls_have_names_in_the_language(language: Language) -> None:
    texts = messages(language)
    for tag, attributes in Elements(shell.shell_html(language)).found:
        if tag in ("textarea", "section") or (tag == "button" and "data-label" in attributes):
            assert attributes["aria-label"] == getattr(texts, str(attributes["data-label"]))
        for name in ("data-label", "data-text"):
            assert attributes.get(name, "send") in KEYS


def test_the_tree_that_the_loader_builds_is_the_html() -> None:
    """Under Trusted Types the loader builds the tree element by element; both are one shell."""
    html = shell.shell_html("en-US")

    def tags(node: shell.Node | str) -> int:
        return 0 if isinstance(node, str) else 1 + sum(tags(child) for child in node[2])

    assert sum(tags(node) for node in shell.shell_tree("en-US")) == len(Elements(html).found)


def luminance(colour: str) -> float:
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("colours", [style.LIGHT, style.DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), style.TEXT_ON)
def test_texts_can_be_read(colours: dict[str, str], text: str, ground: str) -> None:
    """WCAG AA: 4.5 to 1 for text."""
    lighter, darker = sorted((luminance(colours[text]), luminance(colours[ground])), reverse=True)
    assert (lighter + 0.05) / (darker + 0.05) >= 4.5


@pytest.mark.parametrize("colours", [style.LIGHT, style.DARK], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["ground", "raised", "surface"])
def test_edges_of_controls_can_be_seen(colours: dict[str, str], ground: str) -> None:
    """WCAG 1.4.11: 3 to 1 for what tells a control from its surroundings, and for the focus ring."""
    for edge in ("line-strong", "accent"):
        lighter, darker = sorted((luminance(colours[edge]), luminance(colours[ground])), reverse=True)
        assert (lighter + 0.05) / (darker + 0.05) >= 3


def test_both_themes_define_the_same_colours_and_css_uses_only_those() -> None:
    assert style.LIGHT.keys() == style.DARK.keys()
    used = set(re.findall(r"var\(--([\w-]+)", shell.shell_css())) - {"colour", "up", "right", "bottom"}
    assert used <= style.LIGHT.keys()
