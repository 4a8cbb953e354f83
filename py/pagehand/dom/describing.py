"""The attributes a line shows: what tells elements apart, and their state (P3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase

from pagehand.dom.accessible_names import Namer, squeeze
from pagehand.dom.icon_names import class_name, href_tail, icon_name
from pagehand.dom.node import Node
from pagehand.dom.roles import DATE_TYPES, TEXT_ENTRY_TYPES, implicit_role, input_type
from pagehand.dom.states import disabled

Attribute = tuple[str, str | None]
"""A name with a value, or a bare word (``checked``)."""

LONGEST_VALUE, LONGEST_NAME, MOST_OPTIONS = 400, 120, 12
DATE_FORMATS = {
    "date": "YYYY-MM-DD",
    "time": "HH:MM",
    "datetime-local": "YYYY-MM-DDTHH:MM",
    "month": "YYYY-MM",
    "week": "YYYY-Www",
}
TRISTATE = {"aria-checked": "checked", "aria-pressed": "pressed"}


def shown_attributes(
    node: Node, namer: Namer, text: str, include: Sequence[str] = (), *, beside: str = ""
) -> list[Attribute]:
    """In the order in which they are printed. ``text`` is what stands on the line already."""
    control = node.proxy_for or node
    shown: list[Attribute] = []
    kind = control.values.get("type", input_type(control))
    if control.tag == "input" and kind not in ("text", ""):
        shown.append(("type", kind))
    role = control.role
    if (control is not node and (control.tag != "input" or "role" in control.attributes)) or (
        "role" in node.attributes and role and role != implicit_role(node) and role != node.tag
    ):
        shown.append(("role", role))
    name = namer.name(control) or (namer.name(node) if control is not node else "")
    shown += _naming(node, control, namer, name, text, beside)
    shown += _value(control, kind, text)
    shown += _states(node, control, kind)
    taken = {key for key, _ in shown}
    for pattern in include:
        shown += [
            (key, squeeze(value)[:LONGEST_NAME])
            for key, value in control.attributes.items()
            if key not in taken and fnmatchcase(key, pattern) and value != text
        ]
    return shown


def _naming(node: Node, control: Node, namer: Namer, name: str, text: str, beside: str) -> Iterable[Attribute]:
    placeholder = squeeze(control.attribute("placeholder"))
    if name and same(name, placeholder):
        yield "placeholder", placeholder[:LONGEST_NAME]
        return
    written = node.interactive == "editable"
    if name and not same(name, text) and not same(name, beside) and (written or not (text and covers(text, name))):
        yield "aria-label", name[:LONGEST_NAME]
    elif not name and not text:
        yield from fallback_name(node, control)
    if placeholder and not same(placeholder, text):
        yield "placeholder", placeholder[:LONGEST_NAME]


def fallback_name(node: Node, control: Node) -> Iterable[Attribute]:
    """What tells a nameless control apart: its icon, form name, address, class; its colour."""
    icon = icon_name(node)
    given = squeeze(control.attribute("name"))
    if icon:
        yield "icon", icon
    elif given:
        yield "name", given
    elif node.tag == "a" and href_tail(node):
        yield "href", href_tail(node)
    elif node.interactive != "scroll" and class_name(node) and not like_the_one_before(node):
        yield "class", class_name(node)
    elif node.attribute("id") and node.interactive != "scroll":
        yield "id", node.attribute("id")
    if node.values.get("colour") and not icon:
        yield "color", node.values["colour"]


def like_the_one_before(node: Node) -> bool:
    """Whether the class tells nothing that the item before, to act on too, has not said: the stars of a rating."""
    siblings = node.parent.elements() if node.parent is not None else []
    at = siblings.index(node) if node in siblings else 0
    before = siblings[at - 1] if at else None
    return (
        before is not None
        and before.interactive is not None
        and before.tag == node.tag
        and class_name(before) == class_name(node)
    )


def _value(control: Node, kind: str, text: str) -> Iterable[Attribute]:
    values = control.values
    if "secret" in values:
        if values["secret"]:
            yield "value", "•" * min(4, values["secret"])
            yield "length", str(values["secret"])
        return
    if control.tag == "select":
        selected = values.get("selected", [])
        if selected and not (len(selected) == 1 and not selected[0]):
            yield "selected", ", ".join(selected)[:LONGEST_VALUE]
        return
    if kind == "file":
        yield "value", ", ".join(values.get("files", [])) or "no file"
        return
    value = values.get("value")
    if isinstance(value, str) and value and kind not in ("button", "submit", "reset", "image"):
        if not same(value, text):
            yield (
                "value",
                value if len(value) <= LONGEST_VALUE else f"{value[:LONGEST_VALUE]}…({len(value)} characters)",
            )
    elif isinstance(value, int | float) and control.tag in ("progress", "meter"):
        yield "value", f"{value:g}"
    for name in ("aria-valuetext", "aria-valuenow"):
        if control.attribute(name) and not value:
            yield "value", control.attribute(name)
            break


def _states(node: Node, control: Node, kind: str) -> Iterable[Attribute]:
    attributes, values = control.attributes, control.values
    if values.get("mixed") or attributes.get("aria-checked") == "mixed":
        yield "mixed", None
    elif values.get("checked") or ("checked" not in values and attributes.get("aria-checked") == "true"):
        yield "checked", None
    elif attributes.get("aria-checked") == "false" and "checked" not in values:
        yield "checked", "false"
    for state in ("pressed", "selected"):
        value = attributes.get(f"aria-{state}")
        if value == "true":
            yield state, None
        elif value == "mixed":
            yield state, "mixed"
    expanded = attributes.get("aria-expanded") or node.attributes.get("aria-expanded")
    if expanded in ("true", "false"):
        yield "expanded", None if expanded == "true" else "false"
    elif node.tag == "summary" and node.parent is not None and node.parent.tag == "details":
        yield "expanded", None if "open" in node.parent.attributes else "false"
    if values.get("active"):
        yield "active", values["active"]
    if attributes.get("aria-haspopup", "false") not in ("false", ""):
        yield "haspopup", attributes["aria-haspopup"] if attributes["aria-haspopup"] != "true" else None
    if attributes.get("aria-current", "false") not in ("false", ""):
        yield "current", attributes["aria-current"] if attributes["aria-current"] != "true" else None
    if disabled(control):
        yield "disabled", None
    if "readonly" in attributes or attributes.get("aria-readonly") == "true":
        yield "readonly", None
    if "required" in attributes or attributes.get("aria-required") == "true":
        yield "required", None
    if attributes.get("aria-invalid", "false") not in ("false", "") or values.get("invalid"):
        yield "invalid", values.get("error") or values.get("message") or None
    if attributes.get("aria-busy") == "true":
        yield "busy", None
    if values.get("focused") or node.values.get("focused"):
        yield "focused", None
    if "multiple" in attributes and control.tag in ("select", "input"):
        yield "multiple", None
    if node.tag == "a" and attributes.get("target") == "_blank":
        yield "target", "_blank"
    if kind in DATE_TYPES:
        yield "format", DATE_FORMATS[kind]
    if kind in ("number", "range", *DATE_TYPES):
        for name in ("min", "max", "step"):
            if attributes.get(name, "") not in NO_BOUND and (
                name != "step" or attributes[name] != "1" or kind in DATE_TYPES
            ):
                yield name, attributes[name]
    elif control.role in ("slider", "spinbutton", "progressbar", "meter", "scrollbar"):
        yield from (
            (name, attributes[f"aria-value{name}"]) for name in ("min", "max") if attributes.get(f"aria-value{name}")
        )
    if kind in TEXT_ENTRY_TYPES and attributes.get("maxlength", "").isdigit():
        yield "maxlength", attributes["maxlength"]
    if kind == "file" and attributes.get("accept"):
        yield "accept", attributes["accept"]
    if attributes.get("aria-posinset") and attributes.get("aria-setsize"):
        yield "position", f"{attributes['aria-posinset']}/{attributes['aria-setsize']}"
    yield from _scroll(node)
    if node.covered_by:
        yield "covered by", node.covered_by


def _scroll(node: Node) -> Iterable[Attribute]:
    if node.tag in ("html", "body"):
        return
    parts = []
    above, below = node.values.get("scroll y", (0, 0))
    left, right = node.values.get("scroll x", (0, 0))
    for word, distance in (("up", above), ("down", below), ("left", left), ("right", right)):
        if distance > 1:
            parts.append(f"{word} {distance}")
    if parts:
        yield "scroll", " ".join(parts)


def same(one: str, other: str) -> bool:
    return one.casefold().strip(" :*") == other.casefold().strip(" :*")


def covers(text: str, name: str) -> bool:
    """Whether the printed text already says all of the name."""
    return set(name.casefold().split()) <= set(text.casefold().split())


VALUE_ROLES = frozenset(("textbox", "searchbox", "combobox", "spinbutton", "slider", "listbox", "switch", "checkbox"))
"""Their text is what they hold, not what they are called."""
NO_BOUND = frozenset(("", "9007199254740991", "-9007199254740991", "Infinity", "-Infinity"))
"""The greatest whole numbers of JavaScript stand for no bound at all."""


def labelled_text(node: Node, text: str, attributes: list[Attribute]) -> tuple[str, list[Attribute]]:
    """The label in place of the text where it says all of the text and more: "Ship order 4472" for "Ship" (P8)."""
    label = next((value for name, value in attributes if name == "aria-label"), None)
    if (
        not label
        or not text
        or node.tag in ("input", "select", "textarea")
        or node.interactive == "editable"
        or node.role in VALUE_ROLES
    ):
        return text, attributes
    if not covers(label, text):
        return text, attributes
    return label, [pair for pair in attributes if pair[0] != "aria-label"]


def printed(attributes: Iterable[Attribute]) -> str:
    """``type=checkbox checked aria-label="Ship order"``."""
    parts = []
    for name, value in attributes:
        if value is None:
            parts.append(name)
        elif value and not any(character in value for character in " \t\n\"'<>=|"):
            parts.append(f"{name}={value}")
        else:
            quoted = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
            parts.append(f'{name}="{quoted}"')
    return " ".join(parts)
