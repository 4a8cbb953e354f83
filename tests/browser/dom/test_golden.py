"""Golden texts: one small page for each page shape (page-shapes 1a-1h), and the text that the reader prints for it.

``UPDATE_GOLDEN=1`` writes them anew; a changed text is then seen in the diff.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from pytest_pyodide import run_in_pyodide

PAGES = Path(__file__).resolve().parents[2] / "sites" / "reader"
GOLDEN = Path(__file__).parent / "golden"
VIEWPORT_ONLY = {"1c-54-viewport"}


@run_in_pyodide
async def read_page(selenium, html, viewport_expansion):
    import asyncio

    from fixture import FramedPage

    from pagehand.dom.bridge import Bridge
    from pagehand.dom.live_page import LivePage
    from pagehand.dom.options import ReaderOptions

    async with FramedPage(html) as page:
        for _ in range(20):
            await asyncio.sleep(0.02)
            if all(
                frame.contentDocument is None or frame.contentDocument.readyState == "complete"
                for frame in page.document.querySelectorAll("iframe")
                if frame.contentDocument
            ):
                break
        live = LivePage(Bridge(window=page.window), ReaderOptions(viewport_expansion=viewport_expansion))
        try:
            state = await live.read()
        finally:
            live.dispose()
    return state.content


@pytest.mark.parametrize("name", sorted(path.stem for path in PAGES.glob("*.html")))
def test_page_reads_as_its_golden_text(selenium, name):
    """page-shapes 1a-1h, P1-P7, X15, X17, X40."""
    html = (PAGES / f"{name}.html").read_text("utf-8")
    text = read_page(selenium, html, 0 if name in VIEWPORT_ONLY else -1) + "\n"
    golden = GOLDEN / f"{name}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        golden.write_text(text, "utf-8")
    assert text == golden.read_text("utf-8")
