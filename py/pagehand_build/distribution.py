"""All of ``dist/`` in one go."""

from __future__ import annotations

from pagehand_build.extension_package import build_extension
from pagehand_build.lock import alone
from pagehand_build.package import build_wheel, write_embed


def build_all() -> None:
    """The embed, the extension, and the wheel that carries the embed."""
    with alone():
        write_embed()
        build_extension()
        build_wheel()
