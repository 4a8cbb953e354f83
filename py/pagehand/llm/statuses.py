"""From an HTTP answer that is no success to an error that says what to do (C38-C41, X2, X3)."""

from __future__ import annotations

import email.utils
import json
import re
import time
from typing import Any
from urllib.parse import urlsplit

from pagehand.llm.config import LLMConfig
from pagehand.llm.diagnosis import is_ollama, is_private
from pagehand.llm.errors import ErrorKind, LLMError, redact
from pagehand.llm.transport import HttpResponse

_CONTEXT = re.compile(
    r"context[ _-]?(length|window|size)|maximum context|context_length_exceeded|prompt is too long|input is too long"
    r"|too many (input )?tokens|reduce the length|exceeds? the (model'?s? |maximum |available )*(context|input|token)"
    r"|max(imum)? (prompt|input|allowed) (length|tokens)|input token count|range of input length|上下文",
    re.I,
)
_LIMIT = re.compile(
    r"(?:context (?:length|window|size)|maximum(?: of)?|limit)(?: is| of|:|\s)*\s*\(?(\d{3,7})\)?(?: tokens)?", re.I
)
_FILTER = re.compile(
    r"content[ _]?(filter|policy|management)|responsible ?ai|safety (system|policy)|data_inspection_failed|moderation",
    re.I,
)


def server_message(body: str) -> tuple[str, str]:
    """What the server says and the parameter it names, from any of the usual error bodies."""
    try:
        value = json.loads(body)
    except ValueError:
        text = re.sub(r"<(script|style)\b.*?</\1>|<[^>]+>", " ", body, flags=re.S)
        return " ".join(text.split())[:300], ""
    return _said(value)[:600], _parameter(value)


def _said(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "; ".join(_said(item) for item in value if item)
    if not isinstance(value, dict):
        return ""
    error = value.get("error")
    if isinstance(error, dict):
        metadata = error.get("metadata")
        raw = metadata.get("raw") if isinstance(metadata, dict) else ""
        return " ".join(part for part in (_said({**error, "error": None}), str(raw or "")) if part)
    for key in ("error", "message", "detail", "msg", "error_description", "error_msg", "title"):
        if value.get(key):
            where = value.get("loc")
            place = f"{'.'.join(map(str, where))}: " if isinstance(where, list) else ""
            return place + _said(value[key])
    return json.dumps(value, ensure_ascii=False) if value and "error" not in value else ""


def _parameter(value: Any) -> str:
    if isinstance(value, list):
        return next((name for name in map(_parameter, value) if name), "")
    if not isinstance(value, dict):
        return ""
    named = value.get("param")
    if isinstance(named, str):
        return named
    where = value.get("loc")
    if isinstance(where, list):
        return next((str(part) for part in where if part != "body"), "")
    return next((name for name in (_parameter(value.get("error")), _parameter(value.get("detail"))) if name), "")


def retry_after(headers: dict[str, str], now: float | None = None) -> float | None:
    """Seconds to wait, from ``retry-after-ms`` or ``retry-after`` (seconds or a date)."""
    try:
        if "retry-after-ms" in headers:
            return max(0.0, float(headers["retry-after-ms"]) / 1000)
        given = headers.get("retry-after", "").strip()
        if not given:
            return None
        if re.fullmatch(r"\d+(\.\d+)?", given):
            return float(given)
        moment = email.utils.parsedate_to_datetime(given).timestamp()
        return max(0.0, moment - (time.time() if now is None else now))
    except (ValueError, TypeError, OverflowError):
        return None


def context_limit(message: str) -> int | None:
    """The number of tokens that a provider's context error names as its limit."""
    match = _LIMIT.search(message)
    return int(match.group(1)) if match else None


def is_context_error(message: str) -> bool:
    return bool(_CONTEXT.search(message))


def error_of(response: HttpResponse, config: LLMConfig, page_url: str = "") -> LLMError:
    """The error that a status of 300 or more means."""
    said, _ = server_message(response.body)
    said = redact(said, config.secrets())
    status, host = response.status, urlsplit(config.base_url).netloc or config.base_url or config.model
    quoted = f" It said: {said[:300]}" if said else ""
    kind, advice = _kind(status, said, config, page_url)
    message = f"{host} answered {status}.{quoted} {advice}".strip()
    raw = redact(response.body[:4000], config.secrets())
    return LLMError(kind, message, status=status, retry_after=retry_after(response.headers), raw=raw)


def _kind(status: int, said: str, config: LLMConfig, page_url: str) -> tuple[ErrorKind, str]:
    if status == 413 or (status in (400, 422, 500) and is_context_error(said)):
        advice = (
            "The prompt is too long for this model: set maxPromptTokens lower, or choose a model with a larger context."
        )
        return "context_length", advice
    if status in (400, 403, 422) and _FILTER.search(said):
        return "content_filter", "The provider refused the content of this request. Put the task differently."
    if status == 403 and is_ollama(config.base_url):
        origin = "{0.scheme}://{0.netloc}".format(urlsplit(page_url)) if page_url else "this page's origin"
        return "auth_error", f"Ollama does not allow this page: start it with OLLAMA_ORIGINS={origin}."
    if status in (401, 403):
        has_key = bool(config.api_key.get_secret_value())
        what = "Check apiKey, and that it belongs to this server and may use this model." if has_key else "Set apiKey."
        return "auth_error", what
    if status == 402:
        return "auth_error", "The account has no credit left for this model."
    if status == 429:
        quota = re.search(r"quota|billing|credit|balance", said, re.I)
        return "rate_limit", "The quota seems to be used up." if quota else "Too many requests: wait a little."
    if status >= 500:
        return "server_error", "The server has a problem of its own."
    if status == 404:
        local = (
            " If the model is missing, pull or load it first."
            if is_private(urlsplit(config.base_url).hostname or "")
            else ""
        )
        return "invalid_request", f"Check the model name {config.model!r} and baseURL (most end in /v1).{local}"
    if status in (400, 422):
        return "invalid_request", "The server does not accept the request; sending it again would not help."
    if 300 <= status < 400:
        return "unknown", "It redirects elsewhere: set baseURL to where it leads."
    return "unknown", "Check baseURL."
