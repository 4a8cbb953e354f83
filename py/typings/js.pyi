"""The page's global object, as Python sees it over the bridge."""

from typing import Any

def __getattr__(name: str) -> Any: ...
