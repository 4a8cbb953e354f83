"""Colours by name, for controls that show nothing but a colour."""

from __future__ import annotations

import re

NAMED = {
    "black": (0, 0, 0),
    "white": (255, 255, 255),
    "gray": (128, 128, 128),
    "light gray": (211, 211, 211),
    "dark gray": (80, 80, 80),
    "red": (230, 30, 30),
    "dark red": (139, 0, 0),
    "pink": (255, 170, 190),
    "orange": (255, 150, 20),
    "brown": (140, 80, 40),
    "gold": (235, 190, 40),
    "yellow": (255, 240, 40),
    "beige": (240, 230, 205),
    "lime": (120, 240, 60),
    "green": (30, 150, 50),
    "dark green": (10, 80, 20),
    "teal": (0, 128, 128),
    "cyan": (40, 220, 235),
    "light blue": (160, 205, 240),
    "blue": (40, 90, 235),
    "navy": (10, 20, 110),
    "purple": (130, 30, 160),
    "violet": (190, 130, 240),
    "magenta": (235, 40, 200),
}
NUMBERS = re.compile(r"[\d.]+")


def colour_name(value: str) -> str:
    """The nearest name for a computed colour; empty for what is transparent or cannot be parsed."""
    if not value.startswith(("rgb(", "rgba(")):
        return ""
    parts = [float(number) for number in NUMBERS.findall(value)]
    if len(parts) < 3 or (len(parts) > 3 and parts[3] < 0.1):
        return ""
    red, green, blue = parts[:3]
    return min(NAMED, key=lambda name: _distance(NAMED[name], red, green, blue))


def _distance(known: tuple[int, int, int], red: float, green: float, blue: float) -> float:
    mean = (known[0] + red) / 2
    return (
        (2 + mean / 256) * (known[0] - red) ** 2
        + 4 * (known[1] - green) ** 2
        + (2 + (255 - mean) / 256) * (known[2] - blue) ** 2
    )
