"""Reads what the demo back office (``tests/sites/orders``) publishes of its state."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page


def shop_state(page: Page) -> dict[str, Any]:
    """``{orders, settings, saves}``."""
    return page.evaluate("() => JSON.parse(document.querySelector('#shop-state').textContent)")


def order_of(page: Page, customer: str) -> dict[str, Any]:
    """The only order of a customer. Raises ValueError when there are none or several."""
    (order,) = [order for order in shop_state(page)["orders"] if order["customer"] == customer]
    return order
