"""What can be acted on, and why it is believed (C28, page-shapes 1c). Each rule is a line of a table or a small function."""

from __future__ import annotations

from collections.abc import Generator

from pagehand.dom.node import Node
from pagehand.dom.roles import WIDGET_ROLES

NATIVE_TAGS = frozenset(("button", "input", "select", "textarea", "summary", "embed", "object"))
MEDIA_TAGS = frozenset(("audio", "video"))
ROOT_TAGS = frozenset(("html", "body"))
APP_ROOT_IDS = frozenset(
    ("app", "root", "__next", "__nuxt", "gatsby-focus-wrapper", "main-app", "react-root", "q-app", "svelte")
)

HANDLER_ATTRIBUTES = frozenset(
    (
        *(
            "onclick",
            "ondblclick",
            "onmousedown",
            "onmouseup",
            "onpointerdown",
            "onpointerup",
            "ontouchstart",
            "ontouchend",
        ),
        *("oncontextmenu", "onkeydown", "onkeyup", "onkeypress", "ondragstart", "ondrop", "onauxclick"),
        *(
            "@click",
            "v-on:click",
            "ng-click",
            "data-ng-click",
            "(click)",
            "x-on:click",
            "on:click",
            "hx-get",
            "hx-post",
        ),
        *("data-toggle", "data-bs-toggle", "data-dismiss", "data-bs-dismiss", "jsaction", "data-action", "wire:click"),
    )
)
STATE_ATTRIBUTES = frozenset(
    ("aria-expanded", "aria-pressed", "aria-checked", "aria-selected", "aria-haspopup", "aria-grabbed")
)
DRAG_ATTRIBUTES = frozenset(
    ("data-rbd-draggable-id", "data-rfd-draggable-id", "data-dnd-draggable", "data-draggable", "data-drag-handle")
)
DRAG_CLASSES = frozenset(
    (
        *("ui-sortable-handle", "ui-draggable", "ui-draggable-handle", "ui-droppable", "cdk-drag", "cdk-drag-handle"),
        *("draggable", "droppable", "drag-handle", "dropzone", "gu-transit"),
    )
)
"""What drag libraries leave on the things they let drag, and on those that take a drop (page-shapes 70)."""
NOT_INTERACTIVE_ATTRIBUTES = ("data-pagehand-not-interactive", "data-page-agent-not-interactive")
HAND_CURSORS = frozenset(("pointer", "grab", "zoom-in", "zoom-out", "copy", "context-menu", "help", "cell"))
DRAG_CURSORS = frozenset(
    (
        *("move", "all-scroll", "col-resize", "row-resize", "n-resize", "e-resize", "s-resize", "w-resize"),
        *("ne-resize", "nw-resize", "se-resize", "sw-resize", "ew-resize", "ns-resize", "nesw-resize", "nwse-resize"),
    )
)
INTERACTIVE_CURSORS = HAND_CURSORS - {"help", "cell", "context-menu", "copy"} | DRAG_CURSORS
OWNED_ROLES = frozenset(("option", "gridcell"))


def markup_reason(node: Node) -> str | None:
    """Why the tag and attributes alone say that it can be acted on."""
    tag, attributes = node.tag, node.attributes
    if tag in NATIVE_TAGS:
        if tag == "input" and attributes.get("type", "").lower() == "hidden":
            return None
        return "control" if tag not in ("embed", "object") else None
    if not attributes:
        return None
    if tag in ("a", "area"):
        if "href" in attributes or "xlink:href" in attributes:
            return "link"
    elif tag in MEDIA_TAGS and "controls" in attributes:
        return "control"
    if "role" in attributes and node.role in WIDGET_ROLES:
        return "role"
    if editable_host(node):
        return "editable"
    for name in attributes:
        if name in HANDLER_ATTRIBUTES:
            return "handler"
    if "tabindex" in attributes and tabindex(node) >= 0:
        return "tabindex"
    if STATE_ATTRIBUTES & attributes.keys():
        return "state"
    if attributes.get("draggable") == "true":
        return "draggable"
    if not DRAG_ATTRIBUTES.isdisjoint(attributes) or not DRAG_CLASSES.isdisjoint(node.attribute("class").split()):
        return "drag"
    return None


def editable_host(node: Node) -> bool:
    value = node.attributes.get("contenteditable")
    return value is not None and value.lower() in ("", "true", "plaintext-only")


def tabindex(node: Node) -> int:
    value = node.attribute("tabindex").strip()
    try:
        return int(value)
    except ValueError:
        return -1


def cursor_reason(node: Node) -> str | None:
    """A cursor that invites an action and is not merely inherited (page-shapes 38)."""
    cursor = node.style.cursor
    if cursor not in INTERACTIVE_CURSORS:
        return None
    parent = node.parent
    if parent is not None and parent.style.cursor == cursor and parent.layer is node.layer:
        if parent.tag in ROOT_TAGS or app_root(parent):
            return None
        return None
    return "cursor" if cursor in HAND_CURSORS else "drag"


def app_root(node: Node) -> bool:
    """``body``, and the one element that holds the whole application (page-shapes 42)."""
    if node.tag in ROOT_TAGS:
        return True
    parent = node.parent
    if parent is None or parent.tag != "body":
        return False
    if node.attribute("id").lower() in APP_ROOT_IDS:
        return True
    layer, box = node.layer, node.box
    return len(parent.elements()) == 1 and box.width >= 0.95 * layer.width and box.height >= 0.95 * layer.height


COMPOSITE_ROLES = frozenset(
    (
        "menu",
        "menubar",
        "tablist",
        "tabpanel",
        "radiogroup",
        "tree",
        "toolbar",
        "grid",
        "treegrid",
        "group",
        "list",
        "row",
        "rowgroup",
        "dialog",
    )
)
"""Roles of containers: what is acted on is inside them, though they take keys and focus."""
NODES_PER_STEP = 4_000
CONTAINER_REASONS = frozenset(("tabindex", "listener", "press", "state"))


def judge_interactive(
    nodes: list[Node], *, listed: dict[int, bool], heard: dict[int, str]
) -> Generator[None, None, None]:
    """Set ``interactive`` on every node of one reading.

    ``listed`` holds the host's white (true) and black (false) list by ``id(node)``; ``heard`` the nodes known to
    listen (X37, handler properties, framework traces), with ``listener`` or, for presses and keys only, ``press``.
    """
    for at, node in enumerate(nodes):
        if at % NODES_PER_STEP == NODES_PER_STEP - 1:
            yield
        forced = listed.get(id(node))
        if forced is False or node.hidden == "ignored":
            continue
        if node.attributes and any(name in node.attributes for name in NOT_INTERACTIVE_ATTRIBUTES):
            continue
        if forced:
            node.interactive = "host"
            continue
        reason = markup_reason(node)
        if reason not in ("control", "link") and node.tag not in ("label",):
            reason = reason or heard.get(id(node)) or cursor_reason(node)
            if reason and reason != "editable" and app_root(node):
                reason = None
            if reason in CONTAINER_REASONS and node.role in COMPOSITE_ROLES:
                reason = None
        elif node.tag == "label" and node.values.get("control") is None:
            reason = reason or heard.get(id(node)) or ("label" if node.children else None)
        node.interactive = reason


WEAK_REASONS = frozenset(("cursor", "drag", "tabindex", "state", "listener", "press", "handler", "draggable"))
STRONG_REASONS = frozenset(("control", "link", "role", "label"))


def drop_repeats(nodes: list[Node]) -> Generator[None, None, None]:
    """Drop wrappers that only repeat the one control inside them, and bare listeners that hold half the page.

    Nodes come in document order; they are gone through from the inside out, with pauses.
    """
    for at, node in enumerate(reversed(nodes)):
        if at % NODES_PER_STEP == NODES_PER_STEP - 1:
            yield
        reason = node.interactive
        if reason == "role" and node.role == "listbox" and any(below.role == "option" for below in node.descendants()):
            node.interactive = None
        if reason not in WEAK_REASONS or ("role" in node.attributes and node.role in WIDGET_ROLES):
            continue
        if reason == "press" and belongs_to_control(node):
            node.interactive = None
            continue
        if face_of_control(node):
            node.interactive = None
            continue
        inside = first_interactive(node, 3)
        if (len(inside) == 1 and repeats(node, inside[0])) or (len(inside) >= 3 and holds_the_page(node)):
            node.interactive = None


def holds_the_page(node: Node) -> bool:
    """A listener around half the page is a delegated one, not something to press."""
    return (
        node.interactive in ("tabindex", "listener", "press", "handler")
        and "aria-label" not in node.attributes
        and node.box.area > 0.5 * node.layer.width * node.layer.height
        and node.style.cursor != "pointer"
    )


def face_of_control(node: Node) -> bool:
    """The only thing in a button or link that has no words: the icon of an icon-only control."""
    for up in node.ancestors()[:3]:
        if up.tag in ("button", "a") and up.interactive in STRONG_REASONS:
            return first_interactive(up, 2) == [node] and repeats(up, node) and not has_words(node)
    return False


def has_words(node: Node) -> bool:
    return any(
        isinstance(child, str) and child.strip() for each in (node, *node.descendants()) for child in each.children
    )


def belongs_to_control(node: Node) -> bool:
    """Part of a control: a slider's track, the ripple in a button."""
    for up in node.ancestors()[:4]:
        if up.interactive in STRONG_REASONS or up.proxy_for is not None:
            return True
        if any(child.role == "slider" for child in up.elements()):
            return True
    return False


def first_interactive(node: Node, limit: int) -> list[Node]:
    """Up to ``limit`` outermost interactive elements below a node."""
    found: list[Node] = []
    stack = [child for child in reversed(node.children) if isinstance(child, Node)]
    while stack and len(found) < limit:
        at = stack.pop()
        if at.interactive:
            found.append(at)
        else:
            stack.extend(child for child in reversed(at.children) if isinstance(child, Node))
    return found


def repeats(wrapper: Node, inner: Node) -> bool:
    """Whether a wrapper says no more than the control in it: no text of its own beside it, and no state."""
    if inner.hidden or (STATE_ATTRIBUTES & wrapper.attributes.keys()) or wrapper.interactive == "draggable":
        return False
    stack = list(wrapper.children)
    while stack:
        child = stack.pop()
        if child is inner:
            continue
        if isinstance(child, str):
            if child.strip():
                return False
        elif child.hidden is None:
            stack.extend(child.children)
    return True
