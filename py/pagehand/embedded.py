"""Where the built embed lies, for a server that hosts it."""

from __future__ import annotations

from pathlib import Path


def embed_path() -> Path:
    """The folder to serve as static files, for example below ``/pagehand/``: ``pagehand.js`` and its runtime.

    It is inside an installed wheel; in a checkout it is ``dist/embed``. Raises ``FileNotFoundError`` where it was not built.
    """
    package = Path(__file__).resolve().parent
    for folder in (package / "embed", package.parents[1] / "dist" / "embed"):
        if (folder / "pagehand.js").is_file():
            return folder
    raise FileNotFoundError("The embed is not built. In a checkout run: python build.py")
