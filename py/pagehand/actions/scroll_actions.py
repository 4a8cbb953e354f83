"""Scrolling as actions (C16, C17, C104, page-shapes 1d)."""

from __future__ import annotations

from typing import Any

from pagehand.actions.aim import has_box
from pagehand.actions.geometry import box_of, deepest_at, scroll_into_view
from pagehand.actions.page_text import shows_text
from pagehand.actions.scope import Scope
from pagehand.actions.scrolling import (
    describe_left,
    extent,
    is_page_scroller,
    is_vertical,
    main_scroller,
    nearest_scroller,
    scroll_by,
    scrollable_containers,
)
from pagehand.hands import Direction
from pagehand.page import Target
from pagehand.results import ActionResult, failed, succeeded

MAX_SCREENS = 60
OPPOSITE: dict[Direction, Direction] = {"up": "down", "down": "up", "left": "right", "right": "left"}


async def scroll(
    scope: Scope, direction: Direction, *, pixels: float | None, pages: float | None, target: Target | None
) -> ActionResult:
    if (pixels if pixels is not None else pages or 0) < 0:
        # A negative distance is one the other way.
        return await scroll(
            scope,
            OPPOSITE[direction],
            pixels=None if pixels is None else -pixels,
            pages=None if pages is None else -pages,
            target=target,
        )
    vertical = is_vertical(direction)
    scroller = find_scroller(scope, target, vertical)
    if isinstance(scroller, ActionResult):
        nothing_scrolls = scroller.ok or scroller.reason == "not_interactive"
        turned = await _turn_wheel(scope, direction, pixels, pages, target) if nothing_scrolls else None
        return turned or scroller
    before = extent(scroller, vertical)
    distance = pixels if pixels is not None else (1.0 if pages is None else pages) * before.shown
    name = name_of(scope, scroller)
    room = before.after if direction in ("down", "right") else before.before
    edge = {"down": "bottom", "up": "top", "left": "left end", "right": "right end"}[direction]
    if room < 1:
        return succeeded(
            f"{name} is at its {edge} already; it did not move.", data={"moved": 0, "left": 0, "edge": True}
        )
    scroll_by(scope.bridge, scroller, direction, distance)
    await scope.settle()
    after = extent(scroller, vertical)
    moved = abs(after.position - before.position)
    left = describe_left(after, direction)
    if moved < 1 and distance >= 1:
        return failed("no_effect", f"{name} did not move although there is room: {left}.")
    remaining = after.after if direction in ("down", "right") else after.before
    reached = f" and reached the {edge}" if remaining < 1 else ""
    return succeeded(
        f"Scrolled {name} {direction} by {moved:.0f} px{reached}; now {left}.",
        data={"moved": round(moved), "left": round(remaining), "edge": remaining < 1},
    )


async def _turn_wheel(
    scope: Scope, direction: Direction, pixels: float | None, pages: float | None, target: Target | None
) -> ActionResult | None:
    """A wheel over what has no scroller of its own: maps, canvases, pages that move their slides; None when unheard."""
    window = scope.bridge.window
    point = (window.innerWidth / 2, window.innerHeight / 2)
    if target is not None:
        found = scope.locate(target)
        aimed = found if isinstance(found, ActionResult) else await scope.aim(found)
        if isinstance(aimed, ActionResult):
            return None
        point = aimed.point
    under = deepest_at(scope.bridge, point)
    if under is None:
        return None
    screen = window.innerHeight if is_vertical(direction) else window.innerWidth
    distance = pixels if pixels is not None else (1.0 if pages is None else pages) * screen
    scope.pointer.move(under, point)
    if scope.pointer.wheel(under, direction, distance):
        return None
    await scope.settle()
    return succeeded(f"Turned the wheel {direction} by {distance:.0f} px; this page moves its content by itself.")


def find_scroller(scope: Scope, target: Target | None, vertical: bool) -> Any:
    """The scroller meant by a target (or by none), or a failure that names the candidates (page-shapes 59)."""
    axis = "vertically" if vertical else "horizontally"
    if target is not None:
        found = scope.locate(target)
        if isinstance(found, ActionResult):
            return found
        scroller = nearest_scroller(scope.bridge, found.element, vertical)
        if scroller is None:
            return failed("not_interactive", f"Neither {found.label} nor anything around it scrolls {axis}.")
        return scroller
    scroller = main_scroller(scope.bridge, vertical)
    if scroller is not None:
        return scroller
    containers = scrollable_containers(scope.bridge, vertical)
    if not containers:
        return succeeded(
            f"The whole page is visible; nothing scrolls {axis}.", data={"moved": 0, "left": 0, "edge": True}
        )
    names = ", ".join(scope.name(container) for container in containers[:6])
    return failed("not_found", f"The page itself does not scroll {axis}; name the area to scroll: {names}.")


def name_of(scope: Scope, scroller: Any) -> str:
    return "the page" if is_page_scroller(scroller) else scope.name(scroller)


async def scroll_to(scope: Scope, target: Target) -> ActionResult:
    found = scope.locate(target)
    if isinstance(found, ActionResult):
        return found
    if not has_box(found.element):
        return failed("not_visible", f"{found.label} has no place on the page: it is hidden or has no size.")
    scroll_into_view(scope.bridge, found.element)
    await scope.settle()
    if not found.element.isConnected:
        return failed("not_found", f"{found.label} went away while it was scrolled to. Read the page again.")
    box = box_of(scope.bridge, found.element)
    window = scope.bridge.window
    if box.bottom <= 0 or box.top >= window.innerHeight or box.right <= 0 or box.left >= window.innerWidth:
        return failed("no_effect", f"{found.label} could not be scrolled into the viewport.")
    return succeeded(f"{found.label} is in the viewport now.", data=found.data)


async def scroll_until(scope: Scope, text: str, *, target: Target | None) -> ActionResult:
    """Scroll down screen by screen until ``text`` shows; lists that render on scroll get time to (page-shapes 57)."""
    scroller = find_scroller(scope, target, vertical=True)
    if isinstance(scroller, ActionResult) and not scroller.ok:
        return scroller
    page_wide = isinstance(scroller, ActionResult) or is_page_scroller(scroller)
    within = None if page_wide else scroller
    for _ in range(MAX_SCREENS):
        element = shows_text(scope.bridge, text, within)
        if element is not None:
            scroll_into_view(scope.bridge, element)
            await scope.settle()
            if element.isConnected:
                return succeeded(f"'{text}' is in the viewport now: {scope.name(element)}.")
            continue
        if isinstance(scroller, ActionResult):
            break
        before = extent(scroller, vertical=True)
        if before.after < 1:
            await scope.settle(expects_change=True)
            if extent(scroller, vertical=True).after < 1:
                break
        scroll_by(scope.bridge, scroller, "down", before.shown * 0.8)
        await scope.settle()
    where = "the page" if isinstance(scroller, ActionResult) else name_of(scope, scroller)
    return failed(
        "not_found", f"'{text}' did not show up; {where} was scrolled down to its end or for {MAX_SCREENS} screens."
    )
