"""Pressing keys: the events, then what a browser would do by default, since it does so for trusted keys only.

C114, C115, page-shapes 69, 70.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pagehand.actions import key_defaults
from pagehand.actions.events import modifier_members
from pagehand.actions.focus import active_element
from pagehand.actions.key_table import MODIFIER_KEYS, Key
from pagehand.actions.pointer import page_turn
from pagehand.actions.text_fields import key_event
from pagehand.hands import Modifier


async def press(bridge: Any, element: Any, key: Key, modifiers: Sequence[Modifier] = ()) -> str:
    """Press and release; returns what happened by default, in words, or an empty string."""
    happened = await key_down(bridge, element, key, modifiers)
    await page_turn()
    target = focused_or(bridge, element)
    return key_up(bridge, target, key, modifiers) or happened


def focused_or(bridge: Any, element: Any) -> Any:
    """What has the focus now; ``element`` itself for keys sent to the page as a whole."""
    if element.isConnected and element.localName in ("body", "html"):
        return element
    return active_element(bridge.document) or (element if element.isConnected else bridge.document.body)


async def key_down(
    bridge: Any, element: Any, key: Key, modifiers: Sequence[Modifier] = (), *, repeat: bool = False
) -> str:
    """``keydown`` (modifiers first), ``keypress`` where one is due, and the default action unless cancelled."""
    held: list[Modifier] = []
    if not repeat:
        for modifier in modifiers:
            held.append(modifier)
            key_event(bridge, element, "keydown", MODIFIER_KEYS[modifier], **_flags(held))
    flags = _flags(modifiers)
    if not key_event(bridge, element, "keydown", key, **flags, repeat=repeat):
        return "the page handled the key itself"
    command = {"ctrl", "alt", "meta"} & set(modifiers)
    prints = key.is_printable or key.key == "Enter"
    sends_press = prints and not command and element.isConnected
    if sends_press and not key_event(bridge, element, "keypress", key, **flags):
        return "the page handled the key itself"
    if not element.isConnected:
        return ""
    await page_turn()
    return key_defaults.on_key_down(bridge, element, key, modifiers)


def key_up(bridge: Any, element: Any, key: Key, modifiers: Sequence[Modifier] = ()) -> str:
    """``keyup``, then the modifiers' releases in the opposite order."""
    allowed = key_event(bridge, element, "keyup", key, **_flags(modifiers))
    happened = key_defaults.on_key_up(bridge, element, key, modifiers) if allowed and element.isConnected else ""
    held = list(modifiers)
    while held:
        modifier = held.pop()
        if element.isConnected:
            key_event(bridge, element, "keyup", MODIFIER_KEYS[modifier], **_flags(held))
    return happened


def _flags(modifiers: Sequence[Modifier]) -> dict[str, bool]:
    names = ("ctrlKey", "shiftKey", "altKey", "metaKey")
    return {**dict.fromkeys(names, False), **modifier_members(modifiers)}
