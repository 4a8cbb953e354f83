"""Properties that hold on any page: order, nesting, uniqueness, budget, stability under re-render (hypothesis, generated trees)."""

from __future__ import annotations

import html as markup
import re

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_pyodide import run_in_pyodide

WORDS = st.sampled_from(["Alpha", "Beta 2", "Gamma & co", "Δέλτα", "عربي", "一二", "x", ""])
LEAVES = st.one_of(
    WORDS.map(markup.escape),
    st.builds("<button>{}</button>".format, WORDS.map(markup.escape)),
    st.builds('<a href="/{}">{}</a>'.format, st.integers(0, 9), WORDS.map(markup.escape)),
    st.builds(
        '<input aria-label="{}" value="{}">'.format, st.sampled_from(["Name", "Mail"]), st.sampled_from(["", "v w"])
    ),
    st.just('<button style="display:none">Hidden</button>'),
    st.just('<div style="cursor:pointer">Chip</div>'),
    st.just("<br>"),
)
TAGS = st.sampled_from(
    [
        "div",
        "p",
        "ul",
        "li",
        "section",
        "span",
        "h2",
        "td",
        "form",
        "label",
        "details",
        'div style="display:contents"',
        'div role="dialog"',
        'div style="overflow:auto;height:40px"',
    ]
)


def element(children):
    return st.builds(
        lambda tag, inner: f"<{tag}>{''.join(inner)}</{tag.split()[0]}>",
        TAGS,
        st.lists(children, min_size=0, max_size=4),
    )


TREES = st.lists(st.recursive(LEAVES, element, max_leaves=25), min_size=1, max_size=6).map("".join)


@run_in_pyodide
async def read_all(selenium, trees, limit):
    """For each tree: the text read twice, once more after the same markup was set anew, in a budget, and the document order."""
    import itertools

    from fixture import FramedPage

    from pagehand.dom.bridge import Bridge
    from pagehand.dom.live_page import LivePage
    from pagehand.dom.options import ReaderOptions

    results = []
    async with FramedPage("<body></body>") as page:
        for tree in trees:
            page.document.body.innerHTML = tree
            live = LivePage(Bridge(window=page.window))
            first = await live.read()
            second = await live.read()
            nodes = [node for node in live.reading.nodes if node.number is not None]
            elements = [live.reading.element(node) for node in nodes]
            ordered = all(one.compareDocumentPosition(other) & 4 for one, other in itertools.pairwise(elements))
            seen = all(element.getClientRects().length for element in elements)
            tight = LivePage(Bridge(window=page.window), ReaderOptions(max_page_chars=limit))
            budget = await tight.read()
            results.append((first.content, second.content, second.changes, ordered, seen, len(nodes), budget.content))
            live.dispose()
            tight.dispose()
    return results


@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(trees=st.lists(TREES, min_size=12, max_size=12))
def test_any_tree(selenium, trees):
    """X13, P1, P6."""
    limit = 300
    for tree, (first, second, changes, ordered, seen, count, budget) in zip(
        trees, read_all(selenium, trees, limit), strict=True
    ):
        numbers = [int(number) for number in re.findall(r"\[(\d+)\]<", first)]
        assert len(numbers) == len(set(numbers)) == count, tree
        assert second == first, tree
        assert changes == ["nothing changed"], tree
        assert ordered, tree
        assert seen, tree
        assert "Hidden" not in first, tree
        assert len(budget) <= limit, tree
        depth = -1
        for line in first.splitlines():
            now = len(line) - len(line.lstrip("\t"))
            assert now <= depth + 1, tree
            depth = now
