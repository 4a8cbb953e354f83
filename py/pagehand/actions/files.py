"""Files that the host or the person made available, given to a file input or a drop zone by name (page-shapes 74)."""

from __future__ import annotations

import mimetypes
from collections.abc import Sequence
from typing import Any

from pyodide.ffi import create_proxy, to_js

from pagehand.actions.events import as_object, dispatch, dispatch_change, view_of
from pagehand.actions.focus import parent_in_flat_tree
from pagehand.actions.geometry import box_of, deepest_at, is_inside_viewport, scroll_into_view
from pagehand.actions.native import set_property
from pagehand.actions.pointing import press_found
from pagehand.actions.scope import Found, Scope
from pagehand.page import Target
from pagehand.results import ActionResult, failed, succeeded

NEAR = 4
"""How many ancestors up a file input still belongs to a button."""


class FileStore:
    """Named files: bytes that the host gives, or ``File`` objects that the person picked."""

    def __init__(self) -> None:
        self._bytes: dict[str, tuple[bytes, str]] = {}
        self._picked: dict[str, Any] = {}

    @property
    def names(self) -> list[str]:
        return [*self._bytes, *self._picked]

    def add(self, name: str, content: bytes, media_type: str = "") -> None:
        self._bytes[name] = (content, media_type or mimetypes.guess_type(name)[0] or "application/octet-stream")

    def add_picked(self, file: Any) -> None:
        """A JavaScript ``File``."""
        self._picked[file.name] = file

    def remove(self, name: str) -> None:
        self._bytes.pop(name, None)
        self._picked.pop(name, None)

    def make(self, bridge: Any, name: str, view: Any) -> Any:
        """The ``File`` in the realm of ``view``; raises KeyError for an unknown name."""
        if name in self._picked:
            return self._picked[name]
        content, media_type = self._bytes[name]
        parts = to_js([to_js(content)])
        return view.File.new(parts, name, as_object(bridge, {"type": media_type}))


async def upload_files(scope: Scope, store: FileStore, target: Target, names: Sequence[str]) -> ActionResult:
    found = scope.usable(target)
    if isinstance(found, ActionResult):
        return found
    unknown = [name for name in names if name not in store.names]
    if unknown or not names:
        available = ", ".join(f"'{name}'" for name in store.names) or "none"
        missing = ", ".join(f"'{name}'" for name in unknown) or "no file was named"
        return failed("not_found", f"Not available: {missing}. Files that can be given: {available}.")
    field = file_input_of(scope.bridge, found.element) or await _asked_for_by_click(scope, found)
    if isinstance(field, ActionResult):
        return field
    if field is None:
        return await _drop(scope, store, found, names)
    return await _give(scope, store, found, field, names)


def file_input_of(bridge: Any, element: Any) -> Any | None:
    """The file input that an element is, labels, holds, or stands beside."""
    if _is_file_input(element):
        return element
    control = getattr(element, "control", None) if element.localName == "label" else None
    if control and _is_file_input(control):
        return control
    node: Any | None = element
    for _ in range(NEAR):
        if node is None or node.localName in ("body", "html"):
            return None
        inputs = [item for item in bridge.query_all(node, "input[type=file]") if not item.matches(":disabled")]
        if len(inputs) == 1:
            return inputs[0]
        if inputs:
            return None
        node = parent_in_flat_tree(node)
    return None


def _is_file_input(element: Any) -> bool:
    return element.localName == "input" and element.type == "file"


async def _asked_for_by_click(scope: Scope, found: Found) -> Any:
    """Press a button and catch the file input whose chooser its page opens, also one outside the document.

    Without a native button the element is a drop zone at most, and nothing is pressed.
    """
    if found.element.localName not in ("button", "a") and found.element.getAttribute("role") != "button":
        return None
    caught: list[Any] = []

    def on_click(field: Any) -> None:
        if field.type == "file":
            caught.append(field)
        else:
            dispatch(scope.bridge, field, "MouseEvent", "click", {"bubbles": True, "cancelable": True})

    view = view_of(found.element)
    prototype = view.HTMLInputElement.prototype
    proxy = create_proxy(on_click, capture_this=True)
    originals = {
        name: scope.bridge.realm.Object.getOwnPropertyDescriptor(prototype, name) for name in ("click", "showPicker")
    }
    for name in originals:
        setattr(prototype, name, proxy)
    try:
        result = await press_found(scope, found, "left", 1, None, ())
    finally:
        for name, descriptor in originals.items():
            if descriptor:
                scope.bridge.realm.Object.defineProperty(prototype, name, descriptor)
            else:
                delattr(prototype, name)
        proxy.destroy()
    if not result.ok:
        return result
    return caught[-1] if caught else None


def _transfer(scope: Scope, store: FileStore, names: Sequence[str], view: Any) -> Any:
    transfer = view.DataTransfer.new()
    for name in names:
        transfer.items.add(store.make(scope.bridge, name, view))
    return transfer


async def _give(scope: Scope, store: FileStore, found: Found, field: Any, names: Sequence[str]) -> ActionResult:
    if len(names) > 1 and not field.multiple:
        return failed("not_interactive", f"{found.label} takes one file only. Nothing was given.")
    view = view_of(field)
    set_property(scope.bridge, field, "files", _transfer(scope, store, names, view).files)
    held = [file.name for file in field.files]
    if held != list(names):
        return failed("no_effect", f"{found.label} did not take the files; it holds {held or 'none'}.")
    dispatch(scope.bridge, field, "Event", "input", {"bubbles": True, "composed": True})
    dispatch_change(scope.bridge, field)
    await scope.settle()
    listed = ", ".join(f"'{name}'" for name in names)
    unusual = [name for name in names if not _accepts(field.accept, name)]
    emptied = field.isConnected and not field.files.length
    if emptied and unusual:
        return failed(
            "no_effect", f"{found.label} was given {listed}, but the page emptied it again; it asks for {field.accept}."
        )
    note = f" The page asks for {field.accept}, so it may refuse {', '.join(unusual)}." if unusual else ""
    note += " The page has emptied the field since: look whether it took the files." if emptied else ""
    return succeeded(f"Gave {listed} to {found.label}.{note}", data=found.data)


def _accepts(accept: str, name: str) -> bool:
    patterns = [part.strip().lower() for part in accept.split(",") if part.strip()]
    media = mimetypes.guess_type(name)[0] or ""
    return not patterns or any(
        name.lower().endswith(part) if part.startswith(".") else media == part or media.startswith(part.rstrip("*"))
        for part in patterns
    )


async def _drop(scope: Scope, store: FileStore, found: Found, names: Sequence[str]) -> ActionResult:
    """Drop files from outside the page on an element, as a person drags them in."""
    bridge, zone = scope.bridge, found.element
    point = box_of(bridge, zone).center
    if not is_inside_viewport(bridge, point):
        scroll_into_view(bridge, zone)
        point = box_of(bridge, zone).center
    under = deepest_at(bridge, point)
    target = under if under is not None and bridge.contains(zone, under) else zone
    transfer = _transfer(scope, store, names, view_of(target))
    scope.pointer.point = point

    def send(kind: str) -> bool:
        members = {**scope.pointer.members(target), "dataTransfer": transfer}
        return dispatch(bridge, target, "DragEvent", kind, members)

    send("dragenter")
    if send("dragover"):
        send("dragleave")
        return failed(
            "not_interactive", f"{found.label} is no file input and takes no dropped files. Nothing was given."
        )
    send("drop")
    await scope.settle()
    return succeeded(f"Dropped {', '.join(repr(name) for name in names)} on {found.label}.", data=found.data)
