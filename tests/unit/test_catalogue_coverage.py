"""Every number that the issue of the hands names is cited by a test that shows it (C10-C152, D4-D42, X13-X41)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
ISSUE = {
    "C": (range(10, 23), range(91, 153)),
    "D": (range(4, 43),),
    "X": (range(13, 26), range(27, 32), range(37, 42)),
}
"""What the hands, the two vocabularies and the three protocols are made from."""
_CITED = re.compile(r"\b([CDX])(\d{1,3})(?:\s*[-–]\s*([CDX])?(\d{1,3}))?\b")
_IN_NAME = re.compile(r"_([cdx])(\d{1,3})(?=_|$)")


def wanted() -> set[str]:
    return {f"{letter}{number}" for letter, ranges in ISSUE.items() for numbers in ranges for number in numbers}


def cited_in(text: str) -> set[str]:
    """Numbers in prose; ``C120-C125`` and ``C120-125`` stand for all six."""
    found: set[str] = set()
    for letter, first, other, last in _CITED.findall(text):
        end = int(last) if last and other in ("", letter) else int(first)
        found |= {f"{letter}{number}" for number in range(int(first), max(int(first), end) + 1)}
        if other and other != letter:
            found.add(f"{other}{last}")
    return found


def citations(source: str) -> Iterator[str]:
    """What the tests of one file cite: in the names and docstrings of tests and of their classes, not of the file."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            yield from (f"{letter.upper()}{number}" for letter, number in _IN_NAME.findall(node.name))
            yield from cited_in(ast.get_docstring(node) or "")
        elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            yield from cited_in(ast.get_docstring(node) or "")


def test_every_number_of_the_issue_is_cited_by_a_test():
    cited = {
        number
        for path in TESTS.rglob("test_*.py")
        if path != Path(__file__).resolve()
        for number in citations(path.read_text(encoding="utf-8"))
    }
    missing = sorted(wanted() - cited, key=lambda number: (number[0], int(number[1:])))
    assert not missing, f"no test cites {', '.join(missing)}"


def test_ranges_and_names_are_understood():
    assert cited_in("as C120-C122, D4–5 and X14.") == {"C120", "C121", "C122", "D4", "D5", "X14"}
    assert cited_in("C93, X39: row 12") == {"C93", "X39"}
    source = 'def test_c16_and_d27_hold():\n    """X15."""\n\ndef other_c99():\n    """C98."""\n'
    assert set(citations(source)) == {"C16", "D27", "X15"}
