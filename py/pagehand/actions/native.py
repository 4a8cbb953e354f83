"""Properties of controls through their interface's own accessors, past whatever the page put on the instance.

React and mask libraries shadow ``value`` on the element; a browser's own edit does not go through that
accessor, so neither do we (page-shapes 6, 7, 10). Accessors come from the clean realm: they work on elements of
every same-origin realm and cannot have been replaced by the page.
"""

from __future__ import annotations

from typing import Any

from pyodide.ffi import to_js

_INTERFACES = {"input": "HTMLInputElement", "textarea": "HTMLTextAreaElement", "select": "HTMLSelectElement"}


def interface_of(element: Any) -> str:
    """The interface that defines the control's properties; raises KeyError for other elements."""
    return _INTERFACES[element.localName]


def _descriptor(bridge: Any, interface: str, name: str) -> Any:
    prototype = getattr(bridge.realm, interface).prototype
    return bridge.realm.Object.getOwnPropertyDescriptor(prototype, name)


def get_property(bridge: Any, element: Any, name: str, interface: str | None = None) -> Any:
    getter = _descriptor(bridge, interface or interface_of(element), name).get
    return bridge.realm.Reflect.apply(getter, element, to_js([]))


def set_property(bridge: Any, element: Any, name: str, value: Any, interface: str | None = None) -> None:
    setter = getattr(_descriptor(bridge, interface or interface_of(element), name), "set")  # noqa: B009
    bridge.realm.Reflect.apply(setter, element, to_js([value]))


def get_value(bridge: Any, element: Any) -> str:
    return str(get_property(bridge, element, "value"))


def set_value(bridge: Any, element: Any, value: str) -> None:
    set_property(bridge, element, "value", value)
