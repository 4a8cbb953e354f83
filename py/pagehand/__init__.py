"""Pagehand: a GUI agent that lives in the web page."""

__version__ = "0.1.0"
