"""The address and the headers of a call (C32; Azure, keyless and proxied endpoints)."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from pagehand.llm.config import LLMConfig

_PATH = "/chat/completions"


def chat_url(base_url: str, query: dict[str, str] | None = None) -> str:
    """The address to post to, whether the base ends in a slash, in ``/chat/completions`` or in neither.

    A query in the base is kept; one of the same name in ``query`` replaces it.
    """
    parts = urlsplit(base_url)
    path = parts.path.rstrip("/")
    if not path.endswith(_PATH):
        path += _PATH
    merged = {**dict(parse_qsl(parts.query, keep_blank_values=True)), **(query or {})}
    return urlunsplit((parts.scheme, parts.netloc, path, urlencode(merged), ""))


def is_azure(config: LLMConfig) -> bool:
    """Azure's own hosts, or any that is asked for by an ``api-version``."""
    parts = urlsplit(config.base_url)
    host = parts.hostname or ""
    versioned = "api-version" in config.query or "api-version" in parts.query
    return host.endswith((".openai.azure.com", ".cognitiveservices.azure.com")) or versioned


def request_headers(config: LLMConfig) -> dict[str, str]:
    """Headers of a call; those that the user configured win, whatever their case."""
    headers = {"Content-Type": "application/json"}
    key = config.api_key.get_secret_value()
    style = config.auth
    if style == "auto":
        style = "api-key" if is_azure(config) else "bearer"
    if key and style == "bearer":
        headers["Authorization"] = f"Bearer {key}"
    elif key and style == "api-key":
        headers["api-key"] = key
    given = {name.lower() for name in config.headers}
    kept = {name: value for name, value in headers.items() if name.lower() not in given}
    return {**kept, **config.headers}
