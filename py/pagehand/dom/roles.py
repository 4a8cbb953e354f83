"""ARIA roles: what a tag means by itself, and which roles are acted on (HTML-AAM, WAI-ARIA 1.2)."""

from __future__ import annotations

from pagehand.dom.node import Node

WIDGET_ROLES = frozenset(
    (
        *("button", "checkbox", "combobox", "gridcell", "link", "listbox", "menuitem", "menuitemcheckbox"),
        *("menuitemradio", "option", "radio", "scrollbar", "searchbox", "slider", "spinbutton", "switch", "tab"),
        *("textbox", "treeitem"),
    )
)
"""Roles that are acted on by themselves. ``gridcell`` and ``option`` count only with a sign of life or a live owner."""

LANDMARK_ROLES = frozenset(("banner", "complementary", "contentinfo", "form", "main", "navigation", "region", "search"))

NAME_FROM_CONTENT = frozenset(
    (
        *("button", "cell", "checkbox", "columnheader", "gridcell", "heading", "link", "menuitem", "menuitemcheckbox"),
        *(
            "menuitemradio",
            "option",
            "radio",
            "row",
            "rowheader",
            "switch",
            "tab",
            "tooltip",
            "treeitem",
            "sectionhead",
        ),
        *("summary", "legend", "caption"),
    )
)

TEXT_ENTRY_TYPES = frozenset(("", "text", "search", "email", "url", "tel", "number", "password"))
DATE_TYPES = frozenset(("date", "time", "datetime-local", "month", "week"))

INPUT_ROLES = {
    "button": "button",
    "submit": "button",
    "reset": "button",
    "image": "button",
    "checkbox": "checkbox",
    "radio": "radio",
    "range": "slider",
    "number": "spinbutton",
    "search": "searchbox",
    "email": "textbox",
    "tel": "textbox",
    "url": "textbox",
    "text": "textbox",
    "": "textbox",
}

TAG_ROLES = {
    "button": "button",
    "summary": "summary",
    "textarea": "textbox",
    "option": "option",
    "h1": "heading",
    "h2": "heading",
    "h3": "heading",
    "h4": "heading",
    "h5": "heading",
    "h6": "heading",
    "nav": "navigation",
    "main": "main",
    "aside": "complementary",
    "dialog": "dialog",
    "table": "table",
    "tr": "row",
    "td": "cell",
    "th": "columnheader",
    "thead": "rowgroup",
    "tbody": "rowgroup",
    "tfoot": "rowgroup",
    "ul": "list",
    "ol": "list",
    "menu": "list",
    "li": "listitem",
    "img": "img",
    "svg": "img",
    "fieldset": "group",
    "details": "group",
    "optgroup": "group",
    "progress": "progressbar",
    "meter": "meter",
    "output": "status",
    "hr": "separator",
    "form": "form",
    "search": "search",
    "article": "article",
    "p": "paragraph",
    "figure": "figure",
}

KNOWN_ROLES = (
    WIDGET_ROLES
    | LANDMARK_ROLES
    | frozenset(TAG_ROLES.values())
    | frozenset(
        (
            *("alert", "alertdialog", "application", "feed", "grid", "log", "marquee", "math", "menu", "menubar"),
            *("none", "note", "presentation", "radiogroup", "rowheader", "tablist", "tabpanel", "timer", "toolbar"),
            *("tooltip", "tree", "treegrid", "document", "generic", "definition", "term", "directory"),
        )
    )
)


def input_type(node: Node) -> str:
    return node.attribute("type").strip().lower() if node.tag == "input" else ""


def implicit_role(node: Node) -> str:
    """The role that the tag has by itself; empty when it has none."""
    tag = node.tag
    if tag in ("a", "area"):
        return "link" if "href" in node.attributes else ""
    if tag == "input":
        role = INPUT_ROLES.get(input_type(node), "")
        return "combobox" if "list" in node.attributes and role in ("textbox", "searchbox") else role
    if tag == "select":
        multiple = "multiple" in node.attributes or (
            node.attribute("size").isdigit() and int(node.attribute("size")) > 1
        )
        return "listbox" if multiple else "combobox"
    if tag == "section":
        return "region" if {"aria-label", "aria-labelledby", "title"} & node.attributes.keys() else ""
    if tag == "th" and node.attribute("scope") == "row":
        return "rowheader"
    return TAG_ROLES.get(tag, "")


def role_of(node: Node) -> str:
    """The first known role of the ``role`` attribute, else the tag's own."""
    given = node.attributes.get("role")
    if given:
        for word in given.lower().split():
            if word in KNOWN_ROLES:
                return word
    return implicit_role(node)


def heading_level(node: Node) -> int:
    """1-6, or 0 for what is no heading."""
    if node.role != "heading":
        return 0
    if node.tag[0] == "h" and node.tag[1:].isdigit() and not node.attribute("aria-level"):
        return int(node.tag[1:])
    level = node.attribute("aria-level")
    return min(6, max(1, int(level))) if level.isdigit() else 2
