"""Put the shell into a page without the loader: for tests, and for a page that took the panel away."""

from __future__ import annotations

from typing import Any

from pyodide.ffi import to_js

from pagehand.ui.icons import SVG
from pagehand.ui.messages import Language
from pagehand.ui.shell import HOST_TAG, Node, shell_css, shell_tree


def mount(window: Any, language: Language, *, mode: str = "closed") -> Any:
    """Add ``<pagehand-root>`` to the window's document and return its filled shadow root (``open`` or ``closed``)."""
    document = window.document
    host = document.createElement(HOST_TAG)
    options = window.Object.new()
    options.mode = mode
    shadow_root = host.attachShadow(options)
    sheet = window.CSSStyleSheet.new()
    sheet.replaceSync(shell_css())
    shadow_root.adoptedStyleSheets = to_js([sheet])
    for node in shell_tree(language):
        shadow_root.appendChild(_built(document, node))
    document.documentElement.appendChild(host)
    return shadow_root


def _built(document: Any, node: Node | str) -> Any:
    if isinstance(node, str):
        return document.createTextNode(node)
    tag, attributes, children = node
    made = document.createElementNS(SVG, tag) if tag in ("svg", "path") else document.createElement(tag)
    for name, value in attributes.items():
        if name != "xmlns":
            made.setAttribute(name, value)
    for child in children:
        made.appendChild(_built(document, child))
    return made
