"""Reading a tool's docstring: what the model is told about the tool and about each parameter."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass, field

_SECTION = re.compile(r"(Args|Arguments|Parameters|Returns?|Raises|Yields|Examples?|Notes?):?$")
_GOOGLE_ENTRY = re.compile(r"(\*{0,2}\w+)\s*(?:\([^)]*\))?:\s*(.*)")
_SPHINX_ENTRY = re.compile(r":param\s+(?:[\w\[\], |]+\s)?(\w+):\s*(.*)")
_NUMPY_ENTRY = re.compile(r"(\w+)\s*(?::.*)?$")


@dataclass(frozen=True)
class Documentation:
    description: str = ""
    parameters: dict[str, str] = field(default_factory=dict)


def parse_docstring(text: str | None) -> Documentation:
    """Split a Google, NumPy or Sphinx docstring into its description and one text per parameter."""
    if not text:
        return Documentation()
    description: list[str] = []
    parameters: dict[str, list[str]] = {}
    section, current, numpy, entry_indent = "", None, False, 0
    lines = inspect.cleandoc(text).splitlines()
    for number, line in enumerate(lines):
        stripped = line.strip()
        if re.fullmatch(r"-{3,}", stripped):
            numpy = True
        elif not line.startswith(" ") and (match := _SECTION.match(stripped)) and _opens(lines, number):
            section, current = match[1], None
        elif match := _SPHINX_ENTRY.match(stripped):
            section, current, entry_indent = "Args", match[1], len(line) - len(line.lstrip())
            parameters[current] = [match[2]]
        elif stripped.startswith((":return", ":raise", ":type", ":rtype")):
            section, current = "Returns", None
        elif not section:
            description.append(line)
        elif section in ("Args", "Arguments", "Parameters") and stripped:
            indent = len(line) - len(line.lstrip())
            if numpy and indent == 0 and (match := _NUMPY_ENTRY.match(stripped)):
                current, entry_indent = match[1], 0
                parameters[current] = []
            elif not numpy and (current is None or indent <= entry_indent) and (match := _GOOGLE_ENTRY.match(stripped)):
                current, entry_indent = match[1].lstrip("*"), indent
                parameters[current] = [match[2]]
            elif current is not None:
                parameters[current].append(stripped)
    return Documentation(
        description=_flow("\n".join(description)),
        parameters={name: " ".join(part for part in parts if part) for name, parts in parameters.items()},
    )


def _opens(lines: list[str], number: int) -> bool:
    """A section heading ends with a colon (Google) or is underlined (NumPy); "Note" in running text is neither."""
    underlined = number + 1 < len(lines) and re.fullmatch(r"\s*-{3,}\s*", lines[number + 1]) is not None
    return lines[number].rstrip().endswith(":") or underlined


def _flow(text: str) -> str:
    """Join the lines of each paragraph, so that how the source is wrapped does not reach the model."""
    paragraphs = re.split(r"\n\s*\n", text.strip())
    return "\n".join(" ".join(paragraph.split()) for paragraph in paragraphs if paragraph.strip())
