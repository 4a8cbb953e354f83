"""One spelling for the many that a model's name has (X7).

``gpt-5.2``, ``openai/GPT_5_2`` and ``gpt52-2026-01-10`` are all ``gpt 5.2``: words and version numbers, separated by
spaces, the numbers of one version joined by dots. Sizes (``7b``, ``a22b``, ``8x7b``) are no versions and are dropped.
"""

from __future__ import annotations

import re

_DATE = re.compile(
    r"[-_@.](20\d\d[-_.]?(0[1-9]|1[0-2])[-_.]?(0[1-9]|[12]\d|3[01])|(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01]))$"
)
_SIZE = re.compile(
    r"(?<![a-z0-9])[ae]?\d+(?:\.\d+)?(?:x\d+(?:\.\d+)?)?b(?![a-z0-9])|(?<=[a-z])\d+(?:\.\d+)?b(?![a-z0-9])"
)
_PART = re.compile(r"[a-z]+|\d+|[^a-z\d]+")


def canonical_name(model: str) -> str:
    """Words and versions of a model's name, without vendor, tag, trailing date and size."""
    name = model.strip().lower().rsplit("/", 1)[-1].split(":", 1)[0]
    name = _DATE.sub("", name)
    name = _SIZE.sub(" ", name)
    words: list[str] = []
    version: list[str] = []

    def close_version() -> None:
        if version:
            words.append(".".join(version))
            version.clear()

    for part in _PART.findall(name):
        if part.isdigit() and len(part) <= 2:
            # "gpt52" and "glm-47" run major and minor together; after a dot ("5.10") two digits are one number
            version.extend(part if not version else [part])
        elif part.isalnum():
            close_version()
            words.append(part)
        elif part.strip("-_. "):
            close_version()
    close_version()
    return " ".join(words)
