"""What issue 4 requires of the reader's bench, judged over the rows of one run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Row = dict[str, Any]

FASTER = (("rows-900", "viewport", 3), ("rows-9000", "viewport", 8), ("rows-45000", "viewport", 10))
FASTER += (("rows-180000", "viewport", 6), ("rows-9000", "page", 50))
LONGEST_SLICE_MS = 50


@dataclass(frozen=True)
class Verdict:
    requirement: str
    measured: str
    passed: bool


def verdicts(rows: list[Row]) -> list[Verdict]:
    """One for each requirement that the measured pages can answer."""
    by_page = {(row["page"], row["mode"]): row for row in rows}
    found: list[Verdict] = []
    for page, mode, least in FASTER:
        row = by_page.get((page, mode))
        if row is not None and row["ratio"] is not None:
            found.append(Verdict(f"{page} {mode}: at least {least}x", f"{row['ratio']}x", row["ratio"] >= least))
    small, large = by_page.get(("rows-9000", "viewport")), by_page.get(("rows-180000", "viewport"))
    if small is not None and large is not None:
        grown, more = large["ours_ms"] / small["ours_ms"], large["elements"] / small["elements"]
        words = f"{grown:.1f} times the time for {more:.1f} times the elements"
        found.append(Verdict("growth from 9,000 to 180,000 no worse than linear", words, grown <= more))
    for row in rows:
        found += _quality(row)
        longest = row.get("longest_slice_ms")
        if longest is not None:
            name = f"{row['page']} {row['mode']}: slices under {LONGEST_SLICE_MS} ms"
            found.append(Verdict(name, f"{longest} ms", longest < LONGEST_SLICE_MS))
    return found


def _quality(row: Row) -> list[Verdict]:
    where = f"{row['page']} {row['mode']}"
    found: list[Verdict] = []
    if row["own"]:
        found.append(Verdict(f"{where}: recall 1.0", str(row["ours_recall"]), row["ours_recall"] == 1))
    for measure in ("recall", "precision"):
        ours, peer = row[f"ours_{measure}"], row[f"peer_{measure}"]
        if peer is not None:
            found.append(Verdict(f"{where}: {measure} not below", f"{ours} against {peer}", ours >= peer))
    if row["peer_tokens"] is not None and row["ours_recall"] >= row["peer_recall"]:
        words = f"{row['ours_tokens']} against {row['peer_tokens']}"
        found.append(Verdict(f"{where}: tokens not above", words, row["ours_tokens"] <= row["peer_tokens"]))
    return found
