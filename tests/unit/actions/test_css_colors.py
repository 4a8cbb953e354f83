"""Colours in every CSS notation as a colour control takes them (page-shapes 11)."""

import pytest

from pagehand.actions.css_colors import to_hex


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tomato", "#ff6347"),
        ("Dark Slate Grey", "#2f4f4f"),
        ("#F00", "#ff0000"),
        ("00ff00", "#00ff00"),
        ("#ff0000cc", "#ff0000"),
        ("rgb(255 0 0 / 50%)", "#ff0000"),
        ("rgba(10, 20, 30, 0.5)", "#0a141e"),
        ("rgb(100%, 0%, 50%)", "#ff0080"),
        ("hsl(120, 100%, 25%)", "#008000"),
        ("hsl(-120deg 100% 50%)", "#0000ff"),
        ("rgb(300, 0, 0)", None),
        ("hsl(0, 120%, 50%)", None),
        ("nocolor", None),
        ("#ggg", None),
    ],
)
def test_notations(text: str, expected: str | None) -> None:
    assert to_hex(text) == expected
