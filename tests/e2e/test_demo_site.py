"""The demo back office by itself, without an agent: what the other tests and the demo stand on (X32)."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from e2e.shop_state import order_of, shop_state
from e2e.site_server import SiteResponse, SiteServer


def open_order(page: Page, search: str) -> None:
    page.get_by_role("searchbox", name="Search orders").fill(search)
    page.get_by_role("button", name="Open order").first.click()


def test_search_filter_sort_and_paging(page: Page, site: SiteServer):
    page.goto(site.url("/orders/plain.html"))
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(10)
    expect(rows.first).to_contain_text("Yuki Aoba")
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("button", name="Page 2")).to_have_attribute("aria-current", "page")
    expect(page.locator(".table-foot")).to_contain_text("11–20 of 41")
    page.get_by_role("button", name="Page 5").click()
    expect(rows).to_have_count(1)
    page.get_by_role("searchbox").fill("ada")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Ada Lovelace")
    page.get_by_role("searchbox").fill("")
    page.get_by_role("combobox", name="Status").select_option("Cancelled")
    assert set(page.locator("td.state").all_inner_texts()) == {"Cancelled"}
    page.get_by_role("combobox", name="Status").select_option("All statuses")
    page.get_by_role("button", name="Customer").click()
    expect(page.locator("th[aria-sort=ascending]")).to_contain_text("Customer")
    expect(rows.first).to_contain_text("Ada Lovelace")
    page.get_by_role("searchbox").fill("no such person")
    expect(page.get_by_text("No orders match.")).to_be_visible()


def test_an_order_is_changed_and_a_toast_says_so(page: Page, site: SiteServer):
    page.goto(site.url("/orders/plain.html"))
    open_order(page, "Ada")
    dialog = page.get_by_role("dialog", name="Order #1017")
    dialog.get_by_label("Status").select_option("Shipped")
    dialog.get_by_label("Ship by").fill("2026-03-12")
    dialog.get_by_label("Gift wrap").check()
    dialog.get_by_label("Express").check()
    dialog.get_by_label("Note").fill("First programmer")
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Order #1017 saved: Shipped")).to_be_visible()
    expect(dialog).to_have_count(0)
    expect(page.locator("tbody tr")).to_contain_text("Shipped")
    order = order_of(page, "Ada Lovelace")
    changed = {key: order[key] for key in ("state", "shipBy", "giftWrap", "shipping", "note")}
    assert changed == {
        "state": "Shipped",
        "shipBy": "2026-03-12",
        "giftWrap": True,
        "shipping": "Express",
        "note": "First programmer",
    }
    assert shop_state(page)["saves"] == 1


def test_cancel_and_an_invalid_date_change_nothing(page: Page, site: SiteServer):
    page.goto(site.url("/orders/plain.html"))
    open_order(page, "Ada")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Status").select_option("Cancelled")
    dialog.get_by_role("button", name="Cancel").click()
    open_order(page, "Ada")
    expect(dialog.get_by_label("Status")).to_have_value("Packing")
    dialog.get_by_label("Ship by").fill("")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_visible()
    assert shop_state(page)["saves"] == 0


def test_customers_lead_to_their_orders_and_settings_apply(page: Page, site: SiteServer):
    page.goto(site.url("/orders/plain.html"))
    page.get_by_role("link", name="Customers").click()
    page.get_by_role("link", name="Grace Hopper").click()
    expect(page.locator("tbody tr")).to_have_count(2)
    page.get_by_role("link", name="Settings").click()
    page.get_by_label("Orders per page").fill("25")
    page.get_by_role("switch", name="Daily digest").click()
    page.get_by_label("Dark").check()
    page.get_by_label("Currency").select_option("GBP")
    page.get_by_role("button", name="Save settings").click()
    expect(page.get_by_text("Settings saved")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_role("link", name="Orders").click()
    expect(page.locator("tbody tr")).to_have_count(25)
    expect(page.locator("tbody tr").first).to_contain_text("£")
    assert shop_state(page)["settings"]["dailyDigest"] is False


def test_state_survives_a_reload_only_with_persist(page: Page, site: SiteServer):
    for query, state in (("", "Packing"), ("?persist", "On hold")):
        page.goto(site.url(f"/orders/plain.html{query}"))
        open_order(page, "Ada")
        page.get_by_role("dialog").get_by_label("Status").select_option("On hold")
        page.get_by_role("button", name="Save").click()
        page.reload()
        assert order_of(page, "Ada Lovelace")["state"] == state


def test_a_narrow_window_has_no_sideways_scrolling(page: Page, site: SiteServer):
    page.set_viewport_size({"width": 320, "height": 700})
    for view in ("orders", "customers", "settings"):
        page.goto(site.url(f"/orders/plain.html#/{view}"))
        expect(page.locator("h1")).to_have_text(re.compile(view, re.IGNORECASE))
        assert page.evaluate("document.documentElement.scrollWidth") == 320
    page.goto(site.url("/orders/plain.html#/orders"))
    open_order(page, "Ada")
    assert page.get_by_role("dialog").evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")


def test_a_missing_embed_is_told(page: Page, site: SiteServer):
    site.handlers["/pagehand/pagehand.js"] = lambda _request: SiteResponse("gone", 404)
    page.goto(site.url("/orders/index.html"))
    expect(page.get_by_role("alert")).to_contain_text("/pagehand/pagehand.js is missing")
    expect(page.locator("tbody tr")).to_have_count(10)


def test_the_shop_loads_a_page_at_every_step(page: Page, site: SiteServer):
    page.goto(site.url("/shop/index.html"))
    lamp = page.get_by_role("listitem").filter(has_text="Paper lamp")
    lamp.get_by_label("Quantity").fill("2")
    lamp.get_by_role("button", name="Add to cart").click()
    page.get_by_role("link", name="Catalogue").click()
    page.get_by_role("listitem").filter(has_text="Oak tray").get_by_role("button").click()
    expect(page.locator("#lines tr")).to_have_count(2)
    page.get_by_role("row", name="Oak tray").get_by_role("link", name="Remove").click()
    page.get_by_role("button", name="Go to checkout").click()
    page.get_by_label("Name").fill("Ada")
    page.get_by_label("City").fill("London")
    page.get_by_label("Delivery").select_option("Pick-up")
    page.get_by_label("I accept").check()
    page.get_by_role("button", name="Place order").click()
    expect(page.get_by_role("status")).to_have_text("Thank you, Ada. €138.00 by Pick-up, to London.")


def test_the_jquery_ui_page_books_a_trip(page: Page, site: SiteServer):
    page.goto(site.url("/jquery-ui/index.html"))
    page.get_by_label("Destination").press_sequentially("Lju")
    page.get_by_text("Ljubljana").click()
    page.get_by_label("Departure").click()
    page.get_by_role("link", name="18", exact=True).click()
    page.get_by_role("tab", name="Comfort").click()
    page.locator("#seat-button").click()
    page.get_by_role("option", name="Sleeper").click()
    page.get_by_role("button", name="Review trip").click()
    page.get_by_role("dialog").get_by_role("button", name="Book").click()
    expect(page.locator("#summary")).to_have_text("Booked: Sleeper class to Ljubljana on 2026-03-18, 1 travelling.")
