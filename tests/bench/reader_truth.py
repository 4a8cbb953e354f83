"""What can be acted on in a gallery, by the browser's own word: controls by tag or role, and owners of listeners (X34)."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

COLLECT = """() => {
    const found = [], walk = root => { for (const element of root.querySelectorAll('*')) {
        const box = element.getBoundingClientRect(), style = getComputedStyle(element)
        if (box.width > 1 && box.height > 1 && style.visibility === 'visible' && style.pointerEvents !== 'none'
            && element.checkVisibility({visibilityProperty: true})) found.push(element)
        if (element.shadowRoot) walk(element.shadowRoot) } }
    walk(document.body)
    return globalThis.benchSeen = found }"""
CONTROLS = (
    "a[href],button,input:not([type=hidden]),select,textarea,summary,[role=button],[role=link],[role=checkbox],[role=radio],[role=switch],"
    "[role=tab],[role=menuitem],[role=option],[role=slider],[role=spinbutton],[role=combobox],[role=textbox],[role=searchbox],[role=treeitem]"
)
EVENTS = {"click", "mousedown", "mouseup", "pointerdown", "pointerup", "keydown", "keyup", "dblclick"}
OUTERMOST = """([selector, listening]) => {
    const heard = new Set(listening.map(i => benchSeen[i]))
    const up = element => element.parentElement || element.getRootNode().host || null
    const wanted = benchSeen.filter(element => element.id !== 'root' && element !== document.body && (element.matches(selector) || heard.has(element)))
    const set = new Set(wanted)
    globalThis.benchTruth = wanted.filter(element => { for (let at = up(element); at; at = up(at)) if (set.has(at)) return false; return true })
    return benchTruth.length }"""


def mark_gallery_truth(page: Page) -> int:
    """Put the truth into ``benchTruth`` in the page; how many there are."""
    session = page.context.new_cdp_session(page)
    handle = session.send("Runtime.evaluate", {"expression": f"({COLLECT})()"})["result"]["objectId"]
    properties = session.send("Runtime.getProperties", {"objectId": handle, "ownProperties": True})["result"]
    listening = [
        int(each["name"])
        for each in properties
        if each["name"].isdigit() and _listens(session, each["value"]["objectId"])
    ]
    session.detach()
    return page.evaluate(OUTERMOST, [CONTROLS, listening])


def _listens(session: Any, object_id: str) -> bool:
    found = session.send("DOMDebugger.getEventListeners", {"objectId": object_id})["listeners"]
    return any(each["type"] in EVENTS for each in found)
