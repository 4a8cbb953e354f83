"""Keeping the page within its budget: viewport first, nearer before farther, the cut announced (P6)."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from pagehand.dom.folding import fold, shape_of
from pagehand.dom.lines import Line
from pagehand.dom.options import ReaderOptions

LONGEST_LINE = 4_000
ROOM_FOR_NOTES = 200
LINES_PER_STEP = 1_000


def within_budget(lines: Sequence[Line], options: ReaderOptions) -> Generator[None, None, str]:
    """The page's text, at most ``max_page_chars`` long; pauses now and then.

    Long runs are folded first, harder when that is not enough.
    """
    limit = max(options.max_page_chars, ROOM_FOR_NOTES)
    if not options.folds:
        return cut(list(lines), limit)
    for at, line in enumerate(lines):
        line.shape = shape_of(line)
        if at % LINES_PER_STEP == LINES_PER_STEP - 1:
            yield
    kept = fold(lines)
    yield
    if length(kept) > limit:
        kept = fold(lines, more_than=8, keep=4)
        yield
    return cut(kept, limit)


def length(lines: Sequence[Line]) -> int:
    return sum(line.depth + min(len(line.text), LONGEST_LINE) + 1 for line in lines)


def cut(lines: list[Line], limit: int) -> str:
    """Lines nearest to the viewport until the budget is spent; what is left out is counted where it was."""
    if length(lines) <= limit:
        return "\n".join(shortened(line) for line in lines)
    order = sorted(range(len(lines)), key=lambda at: (distance(lines[at]), at))
    parents = _openings(lines)
    kept: set[int] = set()
    room = limit - ROOM_FOR_NOTES
    for at in order:
        wanted = [up for up in (*parents[at], at) if up not in kept]
        cost = sum(lines[each].depth + min(len(lines[each].text), LONGEST_LINE) + 1 for each in wanted)
        if cost > room:
            if kept:
                break
            head = shortened(lines[at])[: room - 20]
            return f"{head}\n... cut: {len(lines) - 1} more lines of the page do not fit; scroll to see them ..."
        room -= cost
        kept.update(wanted)
    text: list[str] = []
    first, last = min(kept), max(kept)
    if first:
        text.append(f"... cut: {first} lines before this do not fit; scroll up to see them ...")
    between = 0
    for at in range(first, last + 1):
        if at in kept:
            text.append(shortened(lines[at]))
        else:
            between += 1
    after = len(lines) - 1 - last + between
    if after:
        text.append(f"... cut: {after} more lines do not fit; scroll to see them ...")
    return "\n".join(text)


def _openings(lines: Sequence[Line]) -> list[list[int]]:
    """For each line, the lines that it stands under."""
    stack: list[int] = []
    found: list[list[int]] = []
    for at, line in enumerate(lines):
        while stack and lines[stack[-1]].depth >= line.depth:
            stack.pop()
        found.append(list(stack))
        stack.append(at)
    return found


def distance(line: Line) -> float:
    """How far from the viewport a line's element is, in px; 0 inside it. A frame's content is as far as the frame."""
    node = line.owner
    while node is not None and node.layer.frame is not None:
        node = node.layer.frame
    if node is None:
        return 0.0
    return max(0.0, -node.box.bottom, node.box.top - node.layer.height)


def shortened(line: Line) -> str:
    if len(line.text) <= LONGEST_LINE:
        return str(line)
    return f"{str(line)[: LONGEST_LINE - 40]}…({len(line.text) - LONGEST_LINE + 40} more characters)"
