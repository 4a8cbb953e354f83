"""Moving between pages of the application: through its router, and back (C101-C103, D14)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from pagehand.actions.scope import Scope
from pagehand.actions.settle import settle, until
from pagehand.results import ActionResult, failed, succeeded

Router = Callable[[str], Awaitable[object]]
"""The host's own navigation: resolves when the application has moved."""

ROUTE_CAP = 2.5
BACK_WAIT = 2.0


async def navigate(scope: Scope, router: Router | None, path: str) -> ActionResult:
    """Ask the host's router for a path; ``{path, arrivedAt}`` as data."""
    if router is None:
        return failed("navigation", "This page gives no way to navigate by path. Use its links instead.")
    try:
        await router(path)
    except Exception as error:  # noqa: BLE001  a host's router fails in its own ways; the words reach the model
        return failed("navigation", f"The page could not navigate to '{path}': {error}")
    await settle(scope.bridge, scope.last_mutation, cap=ROUTE_CAP, quiet=0.25)
    arrived = scope.bridge.window.location.href
    return succeeded(f"Navigated to {path}; the address is {arrived}.", data={"path": path, "arrivedAt": arrived})


async def go_back(scope: Scope) -> ActionResult:
    window = scope.bridge.window
    if window.history.length < 2:
        return failed("navigation", "There is no earlier page in this tab's history.")
    before = window.location.href
    window.history.back()
    await until(lambda: window.location.href != before, BACK_WAIT)
    await settle(scope.bridge, scope.last_mutation, cap=ROUTE_CAP, quiet=0.25)
    if window.location.href == before:
        return failed("no_effect", f"Going back did not change the address within {BACK_WAIT:.0f} s; it is {before}.")
    return succeeded(f"Went back; the address is now {window.location.href}.")
