"""Faults without an answer, told apart as far as a browser allows, with what to do (issue 6, X9)."""

from __future__ import annotations

import pytest

from pagehand.llm.diagnosis import diagnose

PUBLIC_PAGE = "https://shop.example/orders"
LOCAL_PAGE = "http://localhost:8080/"


@pytest.mark.parametrize(
    ("url", "page", "said", "fault", "advice"),
    [
        (
            "http://localhost:11434/v1",
            PUBLIC_PAGE,
            "Failed to fetch",
            "local_network",
            "OLLAMA_ORIGINS=https://shop.example",
        ),
        ("http://localhost:11434/v1", LOCAL_PAGE, "Failed to fetch", "refused", "OLLAMA_ORIGINS=http://localhost:8080"),
        ("http://127.0.0.1:1234/v1", "", "", "refused", "not running"),
        ("http://10.0.0.5:8000/v1", PUBLIC_PAGE, "Failed to fetch", "mixed_content", "https"),
        ("http://llm.example/v1", PUBLIC_PAGE, "Failed to fetch", "mixed_content", "https"),
        ("https://192.168.1.7/v1", PUBLIC_PAGE, "Failed to fetch", "local_network", "Allow local network access"),
        (
            "https://llm.example/v1",
            PUBLIC_PAGE,
            "Failed to fetch",
            "cors",
            "Access-Control-Allow-Origin: https://shop.example",
        ),
        ("https://shop.example/llm", PUBLIC_PAGE, "Failed to fetch", "refused", "not running"),
        ("https://llm.example/v1", "", "boom", "unknown", "baseURL"),
        ("https://llm.example/v1", "chrome-extension://abc/page.html", "Failed to fetch", "unknown", "baseURL"),
        ("https://llm.example/v1", "", "[Errno 111] Connection refused", "refused", "not running"),
        ("https://llm.example/v1", PUBLIC_PAGE, "net::ERR_NAME_NOT_RESOLVED", "dns", "typing error"),
        ("https://llm.example/v1", "", "gaierror: Name or service not known", "dns", "llm.example"),
        ("https://llm.example/v1", PUBLIC_PAGE, "net::ERR_INTERNET_DISCONNECTED", "offline", "no network"),
        (
            "https://llm.example/v1",
            PUBLIC_PAGE,
            "Refused to connect because it violates the Content Security Policy",
            "csp",
            "connect-src",
        ),
        ("https://llm.example/v1", PUBLIC_PAGE, "blocked by CORS policy", "cors", "extension"),
        ("https://llm.example/v1", PUBLIC_PAGE, "Mixed Content: insecure", "mixed_content", "https"),
        ("https://llm.example/v1", PUBLIC_PAGE, "The operation timed out", "timeout", "timeout"),
        ("https://llm.example/v1", PUBLIC_PAGE, "ECONNRESET", "broken_body", "broke"),
    ],
)
def test_faults(url: str, page: str, said: str, fault: str, advice: str):
    error = diagnose(url, page, said, timeout=120)
    assert error.fault == fault
    assert advice in error.detail


@pytest.mark.parametrize(("said", "sure"), [("Failed to fetch", False), ("blocked by CORS policy", True)])
def test_a_guess_is_called_one(said: str, sure: bool):
    assert ("probably" in diagnose("https://llm.example/v1", PUBLIC_PAGE, said).detail) is not sure


def test_a_key_in_the_address_is_not_shown():
    assert (
        "secret" not in diagnose("https://user:secret@llm.example/v1?key=secret", PUBLIC_PAGE, "Failed to fetch").detail
    )
