"""Fields whose value is never read out: passwords, one-time codes, cards, and what the host names (X17).

For the page's text only :func:`secret_length` touches the value of such a field, and what leaves it is a number; the
hands compare it inside ``actions.text_fields.fill``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pagehand.dom.bridge import Bridge

SECRET_AUTOCOMPLETE = frozenset(
    (
        *("current-password", "new-password", "one-time-code", "cc-number", "cc-csc", "cc-exp", "cc-exp-month"),
        *("cc-exp-year", "cc-type", "cc-name"),
    )
)
SECRET_NAME = re.compile(
    r"passw(?:or)?d|passwd|passcode|passphrase|\bpwd\b|\bpin(?:[-_ ]?code)?\b|\botp\b|one[-_ ]?time|verification[-_ ]?code"
    r"|auth[-_ ]?code|2fa|\bmfa\b|totp|card[-_ ]?(?:number|num|no)\b|cardnumber|ccnum|credit[-_ ]?card|\bcv[vc]2?\b|\bcsc\b|security[-_ ]?code"
    r"|iban|\bssn\b|secret|api[-_ ]?key|密码|口令|验证码|卡号|安全码",
    re.IGNORECASE,
)
NAMING_ATTRIBUTES = ("name", "id", "aria-label", "placeholder", "autocomplete", "data-testid")
HELD_BY = {"input": "HTMLInputElement", "textarea": "HTMLTextAreaElement"}
NEVER_SECRET_TYPES = frozenset(
    (
        *(
            "checkbox",
            "radio",
            "button",
            "submit",
            "reset",
            "image",
            "range",
            "color",
            "file",
            "date",
            "time",
            "datetime-local",
        ),
        *("month", "week", "hidden"),
    )
)
CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def holds_secret(tag: str, attributes: Mapping[str, str], patterns: Sequence[str] = (), label: str = "") -> bool:
    """Whether a field with this markup and label holds a secret. ``patterns`` are further regular expressions for its names."""
    if tag not in HELD_BY and attributes.get("contenteditable") is None:
        return False
    kind = attributes.get("type", "").lower() if tag == "input" else ""
    if kind == "password":
        return True
    if kind in NEVER_SECRET_TYPES:
        return False
    if SECRET_AUTOCOMPLETE & set(attributes.get("autocomplete", "").lower().split()):
        return True
    given = [attributes[name] for name in NAMING_ATTRIBUTES if name in attributes]
    names = " ".join(CAMEL.sub(" ", name).replace("_", " ") for name in (*given, label))
    return bool(SECRET_NAME.search(names)) or any(re.search(pattern, names, re.IGNORECASE) for pattern in patterns)


def is_secret(bridge: Bridge, element: Any, patterns: Sequence[str] = ()) -> bool:
    """:func:`holds_secret` for a live element."""
    tag = bridge.tag(element)
    if tag not in HELD_BY and not element.hasAttribute("contenteditable"):
        return False
    if bridge.secret_elements.has(element):
        return True
    attributes = {
        name: element.getAttribute(name)
        for name in (*NAMING_ATTRIBUTES, "type", "contenteditable")
        if element.hasAttribute(name)
    }
    labels = bridge.get(HELD_BY[tag], "labels", element) if tag in HELD_BY else None
    label = " ".join(str(each.textContent) for each in bridge.array(labels)) if labels else ""
    found = holds_secret(tag, attributes, patterns, label)
    if found:
        bridge.secret_elements.add(element)
    return found


def remembered_secrets(bridge: Bridge, elements: Any, found: Sequence[bool]) -> list[bool]:
    """``found``, and what was a secret before: a password that is being shown stays one."""
    result = []
    for at, secret in enumerate(found):
        element = elements[at]
        if secret:
            bridge.secret_elements.add(element)
        result.append(secret or bool(bridge.secret_elements.has(element)))
    return result


def secret_length(bridge: Bridge, element: Any) -> int:
    """How many characters a secret field holds."""
    return len(_held(bridge, element))


def _held(bridge: Bridge, element: Any) -> str:
    interface = HELD_BY.get(bridge.tag(element))
    return bridge.get(interface, "value", element) if interface else bridge.get("Node", "textContent", element)
