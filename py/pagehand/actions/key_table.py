"""Keys as pages expect them: ``key``, ``code``, ``keyCode`` and ``which`` for each name (C114, page-shapes 70).

Pure data of a US layout; names are those of the W3C UI Events specification, common aliases included.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pagehand.hands import Modifier


@dataclass(frozen=True)
class Key:
    key: str
    code: str
    key_code: int
    location: int = 0
    shifted: bool = False
    """The character needs Shift on a US keyboard."""

    @property
    def is_printable(self) -> bool:
        return len(self.key) == 1


_NAMED: dict[str, tuple[str, int]] = {
    "Enter": ("Enter", 13),
    "Tab": ("Tab", 9),
    "Escape": ("Escape", 27),
    "Backspace": ("Backspace", 8),
    "Delete": ("Delete", 46),
    "Insert": ("Insert", 45),
    " ": ("Space", 32),
    "Home": ("Home", 36),
    "End": ("End", 35),
    "PageUp": ("PageUp", 33),
    "PageDown": ("PageDown", 34),
    "ArrowLeft": ("ArrowLeft", 37),
    "ArrowUp": ("ArrowUp", 38),
    "ArrowRight": ("ArrowRight", 39),
    "ArrowDown": ("ArrowDown", 40),
    "CapsLock": ("CapsLock", 20),
    "ContextMenu": ("ContextMenu", 93),
    "Pause": ("Pause", 19),
    **{f"F{number}": (f"F{number}", 111 + number) for number in range(1, 25)},
}
_PUNCTUATION = {
    ";": ("Semicolon", 186, ":"),
    "=": ("Equal", 187, "+"),
    ",": ("Comma", 188, "<"),
    "-": ("Minus", 189, "_"),
    ".": ("Period", 190, ">"),
    "/": ("Slash", 191, "?"),
    "`": ("Backquote", 192, "~"),
    "'": ("Quote", 222, '"'),
    "[": ("BracketLeft", 219, "{"),
    "\\": ("Backslash", 220, "|"),
    "]": ("BracketRight", 221, "}"),
}
_NUMPAD = {
    **{f"numpad{digit}": Key(str(digit), f"Numpad{digit}", 96 + digit, 3) for digit in range(10)},
    "numpadenter": Key("Enter", "NumpadEnter", 13, 3),
    "numpadadd": Key("+", "NumpadAdd", 107, 3),
    "numpadsubtract": Key("-", "NumpadSubtract", 109, 3),
    "numpadmultiply": Key("*", "NumpadMultiply", 106, 3),
    "numpaddivide": Key("/", "NumpadDivide", 111, 3),
    "numpaddecimal": Key(".", "NumpadDecimal", 110, 3),
}
_SHIFTED_DIGITS = ")!@#$%^&*("
_ALIASES = {
    "esc": "Escape",
    "return": "Enter",
    "del": "Delete",
    "ins": "Insert",
    "space": " ",
    "spacebar": " ",
    "up": "ArrowUp",
    "down": "ArrowDown",
    "left": "ArrowLeft",
    "right": "ArrowRight",
    "pgup": "PageUp",
    "pgdn": "PageDown",
    "pgdown": "PageDown",
    "page_up": "PageUp",
    "page_down": "PageDown",
    "plus": "+",
    "menu": "ContextMenu",
}
_MODIFIER_NAMES: dict[str, Modifier] = {
    "control": "ctrl",
    "ctrl": "ctrl",
    "shift": "shift",
    "alt": "alt",
    "option": "alt",
    "meta": "meta",
    "cmd": "meta",
    "command": "meta",
    "super": "meta",
    "win": "meta",
}
MODIFIER_KEYS: dict[Modifier, Key] = {
    "ctrl": Key("Control", "ControlLeft", 17, 1),
    "shift": Key("Shift", "ShiftLeft", 16, 1),
    "alt": Key("Alt", "AltLeft", 18, 1),
    "meta": Key("Meta", "MetaLeft", 91, 1),
}


def find_key(name: str) -> Key | None:
    """The key of a W3C name, an alias in any case, or a character; None for an unknown name."""
    if len(name) == 1:
        return _character(name)
    folded = name.lower()
    if folded in _ALIASES:
        return find_key(_ALIASES[folded])
    if folded in _MODIFIER_NAMES:
        return MODIFIER_KEYS[_MODIFIER_NAMES[folded]]
    for known, (code, key_code) in _NAMED.items():
        if known.lower() == folded:
            return Key(known, code, key_code)
    if folded.startswith("numpad"):
        return _NUMPAD.get(folded)
    if folded.startswith("key") and len(name) == 4:
        return _character(folded[3])
    if folded.startswith("digit") and len(name) == 6:
        return _character(folded[5])
    return None


def _character(character: str) -> Key:
    if character in _NAMED:
        return Key(character, *_NAMED[character])
    if character in "\r\n":
        return Key("Enter", "Enter", 13)
    if character == "\t":
        return Key("Tab", "Tab", 9)
    if character.isascii() and character.isalpha():
        return Key(character, f"Key{character.upper()}", ord(character.upper()), shifted=character.isupper())
    if character.isascii() and character.isdigit():
        return Key(character, f"Digit{character}", ord(character))
    if character in _SHIFTED_DIGITS:
        digit = _SHIFTED_DIGITS.index(character)
        return Key(character, f"Digit{digit}", 48 + digit, shifted=True)
    for plain, (code, key_code, shifted) in _PUNCTUATION.items():
        if character in (plain, shifted):
            return Key(character, code, key_code, shifted=character == shifted)
    return Key(character, "", 0)


def _with_shift(key: Key) -> Key:
    """What the same key gives with Shift on a US keyboard."""
    if key.key.isalpha():
        return _character(key.key.upper())
    if key.key.isdigit():
        return _character(_SHIFTED_DIGITS[int(key.key)])
    return _character(_PUNCTUATION[key.key][2]) if key.key in _PUNCTUATION else key


def parse_combination(text: str, modifiers: Sequence[Modifier | str] = ()) -> tuple[Key, tuple[Modifier, ...]] | None:
    """``Control+Shift+a`` as its key and modifiers; None when a part is no key name.

    A single modifier is a key itself; ``+`` alone, or last after another ``+``, is the plus key.
    """
    held: list[Modifier] = [
        _MODIFIER_NAMES[name.lower()] for name in modifiers if name.lower() in _MODIFIER_NAMES
    ]  # C114: unknown modifiers are ignored
    parts = text.split("+") if len(text) > 1 else [text]
    if text.endswith("++") or (len(text) > 1 and text.endswith("+")):
        parts = [*text[:-1].rstrip("+").split("+"), "+"]
    *names, last = parts
    for name in names:
        modifier = _MODIFIER_NAMES.get(name.strip().lower())
        if modifier is None:
            return None
        held.append(modifier)
    key = find_key(last if last == " " else last.strip() or " ")
    if key is None:
        return None
    command = bool({"ctrl", "alt", "meta"} & set(held))
    if "shift" in held and key.is_printable and key.key.isascii() and not key.location:
        key = _with_shift(key)
    elif command and key.shifted and key.key.isalpha():
        # ``Control+K`` is how people write the key that a keyboard without Shift calls k.
        key = _character(key.key.lower())
    elif key.shifted and not {"ctrl", "alt", "meta"} & set(held) and "shift" not in held:
        held.append("shift")
    return key, tuple(dict.fromkeys(held))
