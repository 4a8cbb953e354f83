"""Key names, codes and combinations (C114, page-shapes 70)."""

import pytest

from pagehand.actions.key_table import find_key, parse_combination


@pytest.mark.parametrize(
    ("name", "key", "code", "key_code"),
    [
        ("Enter", "Enter", "Enter", 13),
        ("return", "Enter", "Enter", 13),
        ("esc", "Escape", "Escape", 27),
        ("arrowdown", "ArrowDown", "ArrowDown", 40),
        ("space", " ", "Space", 32),
        ("a", "a", "KeyA", 65),
        ("1", "1", "Digit1", 49),
        ("?", "?", "Slash", 191),
        ("F5", "F5", "F5", 116),
        ("KeyQ", "q", "KeyQ", 81),
        ("é", "é", "", 0),
    ],
)
def test_c114_names(name, key, code, key_code):
    found = find_key(name)
    assert found is not None
    assert (found.key, found.code, found.key_code) == (key, code, key_code)


@pytest.mark.parametrize(
    ("text", "given", "key", "held"),
    [
        ("Control+a", (), "a", ("ctrl",)),
        ("ctrl+shift+K", (), "K", ("ctrl", "shift")),
        ("Cmd+Enter", (), "Enter", ("meta",)),
        ("+", (), "+", ("shift",)),
        ("Control++", (), "+", ("ctrl",)),
        ("Tab", ("Shift",), "Tab", ("shift",)),
        ("b", ("hyper", "ALT"), "b", ("alt",)),
        ("Shift+a", (), "A", ("shift",)),
        ("A", (), "A", ("shift",)),
    ],
)
def test_c114_combinations(text, given, key, held):
    parsed = parse_combination(text, given)
    assert parsed is not None
    assert (parsed[0].key, parsed[1]) == (key, held)


@pytest.mark.parametrize("text", ["Sideways", "Foo+a", "ctrl+Sideways"])
def test_unknown_names_are_refused(text):
    assert parse_combination(text) is None
