"""Pagehand: a GUI agent that lives in the web page."""

from pagehand.embedded import embed_path

__version__ = "0.1.0"

__all__ = ["__version__", "embed_path"]
