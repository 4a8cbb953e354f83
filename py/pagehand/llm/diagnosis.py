"""Why a request got no answer, as far as a browser lets one tell, and what to do about it.

A browser hides the reason on purpose: a refused connection, a missing CORS header and a blocked private address all
look alike to a script. What is known (the two addresses, the words of the error) is enough for a good guess, and a
guess is called "probably".
"""

from __future__ import annotations

import re
from urllib.parse import SplitResult, urlsplit

from pagehand.llm.errors import Fault, TransportError

_LOOPBACK = re.compile(r"^(localhost|.*\.localhost|127(\.\d+){3}|\[?::1\]?|0\.0\.0\.0)$")
_PRIVATE = re.compile(
    r"^(10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|169\.254(\.\d+){2}"
    r"|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])(\.\d+){2}|\[?f[cde][0-9a-f:]+\]?|[^.]+|.+\.(local|lan|home|internal))$"
)

_WORDS: tuple[tuple[Fault, re.Pattern[str]], ...] = (
    ("timeout", re.compile(r"timed? ?out|timeout|deadline", re.I)),
    ("mixed_content", re.compile(r"mixed content|insecure (resource|content|request)", re.I)),
    ("csp", re.compile(r"content security policy|violates .*(csp|directive)|connect-src", re.I)),
    ("local_network", re.compile(r"local network|private network|loopback address space", re.I)),
    ("cors", re.compile(r"\bcors\b|access-control|cross-origin request blocked|preflight", re.I)),
    ("dns", re.compile(r"name_not_resolved|getaddrinfo|name or service not known|nodename nor servname|dns", re.I)),
    ("offline", re.compile(r"internet_disconnected|network is unreachable", re.I)),
    ("refused", re.compile(r"refused|actively rejected|errno 111|econnrefused", re.I)),
    (
        "broken_body",
        re.compile(
            r"connection reset|econnreset|remote end closed|closed connection|incomplete ?read|content_length_mismatch"
            r"|incomplete_chunked|broken pipe|body stream|unexpected eof",
            re.I,
        ),
    ),
)
"""Faults that the error itself names; the first that fits wins. Everything else is a guess from the addresses."""


def _split(url: str) -> SplitResult:
    return urlsplit(url if "://" in url else f"https://{url}")


def is_loopback(host: str) -> bool:
    return bool(_LOOPBACK.match(host))


def is_private(host: str) -> bool:
    """Whether a host is on this machine or in a private network, by its name or number."""
    return is_loopback(host) or bool(_PRIVATE.match(host))


def is_ollama(url: str) -> bool:
    parts = _split(url)
    return parts.port == 11434 or "ollama" in (parts.hostname or "")


def diagnose(url: str, page_url: str = "", error_text: str = "", *, timeout: float | None = None) -> TransportError:
    """The most likely reason why ``url`` gave no answer to a page at ``page_url``, with what to do.

    ``error_text`` is what the browser or the socket said (often nothing more than "Failed to fetch").
    """
    target, page = _split(url), _split(page_url) if page_url else None
    host = target.hostname or url
    for fault, words in _WORDS:
        if words.search(error_text):
            return TransportError(fault, _sentence(fault, url, page_url, certain=True, timeout=timeout))
    private = is_private(host)
    if page is not None and page.scheme == "https" and target.scheme == "http" and not is_loopback(host):
        fault: Fault = "mixed_content"
    elif page is not None and page.scheme in ("http", "https") and page.netloc == target.netloc:
        fault = "refused"
    elif private and page is not None and not is_private(page.hostname or ""):
        fault = "local_network"
    elif private:
        fault = "refused"
    elif page is not None and page.scheme in ("http", "https"):
        fault = "cors"
    else:
        fault = "unknown"
    detail = _sentence(fault, url, page_url, certain=False, timeout=timeout)
    if error_text:
        detail = f"{detail} (The browser said: {error_text.strip()[:200]})"
    return TransportError(fault, detail)


def _sentence(fault: Fault, url: str, page_url: str, *, certain: bool, timeout: float | None) -> str:
    parts = _split(url)
    server = f"{parts.scheme}://{parts.hostname or url}" + (f":{parts.port}" if parts.port else "")
    page = _split(page_url) if page_url else None
    origin = f"{page.scheme}://{page.netloc}" if page is not None and page.netloc else "this page's origin"
    probably = "" if certain else "probably "
    allow = (
        f"start Ollama with OLLAMA_ORIGINS={origin}"
        if is_ollama(url)
        else f"let the server send Access-Control-Allow-Origin: {origin}, or put a proxy of the same origin before it"
    )
    seconds = f" within {timeout:g} seconds" if timeout else " in time"
    sentences: dict[Fault, str] = {
        "refused": f"Nothing answered at {server}: {probably}the server is not running or its port is wrong. "
        f"Start it, check baseURL, and if it does run, {allow}.",
        "cors": f"The browser blocked the answer of {server}: {probably}it does not allow this page (CORS). "
        f"To fix it, {allow}; or use the extension, which is not bound by CORS.",
        "mixed_content": f"An https page may not call {server} over plain http: {probably}the browser blocked it as "
        "mixed content. Serve the model over https, or use localhost.",
        "local_network": f"The request to {server} failed: {probably}the browser keeps a public page from reaching "
        f"the local network, or the server does not run. Allow local network access for this site, check that the "
        f"server runs, and {allow}.",
        "timeout": f"{server} did not answer{seconds}. A local model may still be loading: try again, "
        "or raise timeout.",
        "dns": f"The name {parts.hostname} could not be found. Check baseURL for a typing error, and the connection.",
        "offline": "There is no network connection. Connect and try again.",
        "csp": f"This page's Content-Security-Policy does not allow requests to {server}. "
        f"Add {server} to its connect-src, or use the extension.",
        "broken_body": f"The connection to {server} broke before the answer was complete. "
        "If it happens again, look at the server's log.",
        "unavailable": f"{server} is not available here.",
        "unknown": f"The request to {server} failed before an answer arrived. Check baseURL and the connection; "
        f"if both are right, {allow}.",
    }
    return sentences[fault]
