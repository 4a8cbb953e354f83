"""Accessible names against Chromium's own accessibility tree, over CDP, on a page of ours."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pytest_pyodide import run_in_pyodide

PAGE = Path(__file__).resolve().parents[2] / "sites" / "reader-names.html"


@run_in_pyodide
async def open_page(selenium, html):
    """Open the page, leave it open, and return what we call each element."""
    import builtins

    from fixture import FramedPage

    from pagehand.dom.bridge import Bridge
    from pagehand.dom.names import accessible_name

    page = await FramedPage(html).__aenter__()
    builtins.names_page = page
    bridge = Bridge(window=page.window)
    return {
        element.getAttribute("data-ax"): accessible_name(bridge, element)
        for element in page.document.querySelectorAll("[data-ax]")
    }


@run_in_pyodide
async def close_page(selenium):
    import builtins

    await builtins.names_page.__aexit__()
    del builtins.names_page


def browser_names(driver: Any) -> dict[str, str]:
    """The names that Chromium computes for the elements with ``data-ax``."""
    driver.execute_cdp_cmd("Accessibility.enable", {})
    root = driver.execute_cdp_cmd("DOM.getDocument", {"depth": -1, "pierce": True})["root"]
    found: dict[str, str] = {}
    stack = [root]
    while stack:
        node = stack.pop()
        attributes = node.get("attributes", [])
        pairs = dict(zip(attributes[::2], attributes[1::2], strict=True))
        if "data-ax" in pairs:
            tree = driver.execute_cdp_cmd(
                "Accessibility.getPartialAXTree", {"backendNodeId": node["backendNodeId"], "fetchRelatives": False}
            )
            found[pairs["data-ax"]] = " ".join(tree["nodes"][0].get("name", {}).get("value", "").split())
        stack += node.get("children", []) + node.get("shadowRoots", [])
        if "contentDocument" in node:
            stack.append(node["contentDocument"])
    driver.execute_cdp_cmd("Accessibility.disable", {})
    return found


def test_names_are_the_browsers_own(selenium):
    """Issue 4: accname-1.2 and HTML-AAM, element by element."""
    ours = open_page(selenium, PAGE.read_text("utf-8"))
    try:
        theirs = browser_names(selenium.driver)
    finally:
        close_page(selenium)
    assert len(theirs) == len(ours) > 35
    differing = {key: (ours[key], theirs[key]) for key in theirs if ours[key] != theirs[key]}
    assert differing == {}
