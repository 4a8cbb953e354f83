"""A last resort for controls that have no accessible name: what their icon, picture or address is called."""

from __future__ import annotations

import re
from urllib.parse import unquote, urlsplit

from pagehand.dom.node import Node

ICON_PREFIX = re.compile(
    r"^(?:fa[srlbd]?|fas|far|bi|mdi|ri|ti|ph|la|lucide|icon|icons|ico|anticon|el-icon|glyphicon|octicon|codicon|tabler-icon|i|uil|bx[sl]?|feather|ionicon|material-icons?|css-icon|oi|pi|svg|ic)[-_](.+)$"
)
DULL = frozenset(
    (
        *(
            "fw",
            "lg",
            "sm",
            "xs",
            "md",
            "xl",
            "2x",
            "3x",
            "spin",
            "icon",
            "icons",
            "solid",
            "regular",
            "light",
            "small",
            "large",
        ),
        *(
            "medium",
            "wrapper",
            "inner",
            "button",
            "btn",
            "link",
            "svg",
            "img",
            "left",
            "right",
            "default",
            "primary",
            "container",
        ),
    )
)
HASHED = re.compile(r"^(?:css|sc|jss|makestyles|tw|_)[-_]|[0-9]{3,}|^[a-z]{0,2}[0-9]")
WORDS = re.compile(r"[a-z]+|[A-Z][a-z]*|\d+")


def icon_name(node: Node) -> str:
    """From icon classes of the element or what it holds, sprite references, picture files; else from its own class."""
    inside = [node, *node.descendants()[:12]]
    for part in inside:
        for attribute in ("data-icon", "icon", "data-testid", "name"):
            if (
                part is not node
                and part.attribute(attribute)
                and part.tag not in ("input", "select", "textarea", "button", "a")
            ):
                return spoken(part.attribute(attribute))
        for word in part.attribute("class").split():
            match = ICON_PREFIX.match(word)
            if match and match[1] not in DULL:
                return spoken(match[1])
        if part.tag == "use":
            reference = part.attribute("href") or part.attribute("xlink:href")
            if "#" in reference:
                tail = reference.rsplit("#", 1)[1]
                match = ICON_PREFIX.match(tail)
                return spoken(match[1] if match else tail)
        if part.tag in ("img", "image"):
            found = file_name(part.attribute("src") or part.attribute("href"))
            if found:
                return found
    return ""


def class_name(node: Node) -> str:
    """The telling words of its class: ``star on``."""
    words = [
        word
        for word in node.attribute("class").split()
        if not HASHED.search(word) and word.lower() not in DULL and len(word) > 1
    ]
    return spoken(" ".join(words[:3]))


def href_tail(node: Node) -> str:
    """The last part of a link's address that says something."""
    address = node.attribute("href")
    if not address or address.startswith(("javascript:", "data:", "blob:")):
        return ""
    if address.startswith(("mailto:", "tel:")):
        return address.split(":", 1)[1].split("?")[0]
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    tail = [part for part in parts.path.split("/") if part]
    return unquote(tail[-1] if tail else parts.fragment or parts.netloc)[:60]


def file_name(address: str) -> str:
    """``/img/cart-full.svg?v=2`` is ``cart full``; nothing for data addresses and hashes."""
    if not address or address.startswith(("data:", "blob:")):
        return ""
    stem = address.split("?")[0].split("#")[0].rsplit("/", 1)[-1].rsplit(".", 1)[0]
    return "" if HASHED.search(stem) else spoken(stem)


def spoken(word: str) -> str:
    return " ".join(part.lower() for part in WORDS.findall(word))[:60]
