"""Focus as a user moves it: native ``focus()`` first, and its events made here where the browser stays silent.

A browser fires no focus events while its window is in the background; forms that validate on blur, and popups
that open on focus, still have to notice (page-shapes 9, 22).
"""

from __future__ import annotations

from typing import Any

from pyodide.ffi import create_proxy

from pagehand.actions.commits import is_repeated
from pagehand.actions.events import as_object, dispatch, view_of


def parent_in_flat_tree(element: Any) -> Any | None:
    """The parent element as it is rendered: through slots and out of shadow roots; None at the root."""
    parent = element.assignedSlot or element.parentNode
    if not parent:
        return None
    if parent.nodeType == 11:
        return getattr(parent, "host", None) or None
    return parent if parent.nodeType == 1 else None


def active_element(document: Any) -> Any | None:
    """The focused element, looked for in shadow roots and same-origin frames; None for the body itself."""
    active = document.activeElement
    while active:
        shadow = getattr(active, "shadowRoot", None)
        inner = shadow.activeElement if shadow else None
        if not inner and active.localName in ("iframe", "frame"):
            frame_document = active.contentDocument
            inner = frame_document.activeElement if frame_document else None
        if not inner:
            break
        active = inner
    return active if (active and active.localName not in ("body", "html")) or is_editing_host(active) else None


def is_editing_host(element: Any) -> bool:
    """True for the outermost editable element of a ``contenteditable`` region or an editable document's body."""
    if not element or not getattr(element, "isContentEditable", False):
        return False
    parent = element.parentElement
    return not parent or not parent.isContentEditable


def editing_host(element: Any) -> Any | None:
    """The ``contenteditable`` element that an element is inside of, or None."""
    while element and getattr(element, "isContentEditable", False):
        if is_editing_host(element):
            return element
        element = element.parentElement
    return None


def is_focusable(element: Any) -> bool:
    return bool(
        getattr(element, "tabIndex", -1) >= 0 or element.hasAttribute("tabindex") or is_editing_host(element)
    ) and not element.matches(":disabled")


def focusable_ancestor(element: Any) -> Any | None:
    """What a mouse press on ``element`` focuses."""
    while element is not None:
        if is_focusable(element):
            return element
        element = parent_in_flat_tree(element)
    return None


def move_focus(bridge: Any, element: Any | None) -> None:
    """Focus ``element``, or with None take the focus away, with the events of both sides, without scrolling."""
    before = active_element(bridge.document)
    if before == element:
        return
    heard: list[str] = []
    listener = create_proxy(lambda event: heard.append(event.type))
    watched: Any = element if element is not None else before
    kind = "focus" if element is not None else "blur"
    watched.addEventListener(kind, listener, True)
    quiet = create_proxy(lambda event: event.stopImmediatePropagation() if is_repeated(bridge, event) else None)
    # Where the browser tells the change of the field that is left: the event stays inside a shadow root.
    root = (before if before is not None and view_of(before) else watched).getRootNode()
    root.addEventListener("change", quiet, True)
    try:
        if element is not None:
            element.focus(as_object(bridge, {"preventScroll": True}))
        else:
            watched.blur()
    finally:
        watched.removeEventListener(kind, listener, True)
        root.removeEventListener("change", quiet, True)
        listener.destroy()
        quiet.destroy()
    if not heard and active_element(bridge.document) == element:
        _dispatch_focus_events(bridge, before, element)


def _dispatch_focus_events(bridge: Any, before: Any | None, after: Any | None) -> None:
    def send(target: Any, related: Any | None, kind: str, bubbles: bool) -> None:
        members: dict[str, Any] = {"bubbles": bubbles, "composed": True, "view": view_of(target)}
        if related is not None:
            members["relatedTarget"] = related
        dispatch(bridge, target, "FocusEvent", kind, members)

    if before is not None and before.isConnected:
        send(before, after, "blur", False)
        send(before, after, "focusout", True)
    if after is not None:
        send(after, before, "focus", False)
        send(after, before, "focusin", True)
