"""A back office in memory that prints itself in format P, for the offline interpreter: its pages change as it is used."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

STATES = ["New", "Packing", "On hold", "Shipped", "Cancelled"]
PAGE = 5


@dataclass
class Order:
    number: int
    customer: str
    state: str
    total: str
    ship_by: str = "2026-03-10"
    gift: bool = False
    note: str = ""


@dataclass
class Shop:
    """Orders with search, state filter and paging; a dialog with a form; a toast after saving. Numbers are stable."""

    orders: list[Order] = field(
        default_factory=lambda: [
            Order(1040 - index, name, STATES[index % 5], f"€{20 + index}.50")
            for index, name in enumerate(
                [
                    "Yuki Aoba",
                    "Ines Okafor",
                    "Tomas Lind",
                    "Grace Hopper",
                    "Alan Turing",
                    "Wei Zhang",
                    "Hedy Lamarr",
                    "Ada Lovelace",
                    "Noor Haddad",
                ]
            )
        ]
    )
    view: str = "Orders"
    search: str = ""
    page: int = 0
    open: Order | None = None
    draft: dict[str, Any] = field(default_factory=dict)
    toast: str = ""
    scrolled: list[Any] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    waited: float = 0

    def order(self, customer: str) -> Order:
        return next(order for order in self.orders if customer in order.customer)

    def _found(self) -> list[Order]:
        return [order for order in self.orders if self.search.lower() in f"#{order.number} {order.customer}".lower()]

    def text(self) -> str:
        lines = [
            f"Current page: [{self.view} · Fernhill](http://shop.example/#/{self.view.lower()})",
            "Viewport 1280x900 of 1280x1300, 0.0 pages above, 0.4 below",
            "[Start of page]",
        ]
        lines += ["[1]<a>Orders", "[2]<a>Customers", "[3]<a>Settings"]
        if self.open:
            lines += ["(covered by <dialog>) Orders", *self._dialog(self.open)]
        elif self.view == "Orders":
            lines += self._list()
        else:
            lines += [f"# {self.view}", "Nothing to see"]
        return "\n".join([*lines, self.toast])

    def _list(self) -> list[str]:
        found = self._found()
        rows = found[self.page * PAGE : self.page * PAGE + PAGE]
        value = f' value="{self.search}"' if self.search else ""
        held = sum(order.state == "On hold" for order in self.orders)
        return [
            "# Orders",
            "On hold",
            str(held),
            f'[4]<input type=search placeholder="Customer or order number" aria-label="Search orders"{value}>',
            f'[5]<select aria-label=Status selected="All statuses"> All statuses | {" | ".join(STATES)}',
            f'<table "Orders" {len(rows)} rows>',
            "\t[6]<button>Order</button> | [7]<button>Customer</button> | [8]<button>Status</button> | [9]<button>Total</button> | Actions",
            *(
                f"\t#{order.number} | {order.customer} | {order.state} | {order.total} | "
                f'[{order.number - 1000 + 50}]<button aria-label="Open order #{order.number}">Open'
                for order in rows
            ),
            f"{self.page * PAGE + 1}–{self.page * PAGE + len(rows)} of {len(found)} orders",
            "↓[10]<button>Previous",
            '↓[11]<button aria-label="Page 2">2',
            "↓[12]<button>Next",
        ]

    def _dialog(self, order: Order) -> list[str]:
        draft = self.draft
        return [
            f'<dialog "Order #{order.number}">',
            f"\t## Order #{order.number}",
            f"\t{order.customer}, London · placed 7 Mar 2026",
            "\t[20]<button aria-label=Close>",
            '\t<table "Items" 2 rows>',
            f"\t\tFountain pen, fine nib | 1 × {order.total} | {order.total}",
            f"\t\tTotal | {order.total}",
            f'\tStatus [21]<select selected="{draft["state"]}"> {" | ".join(STATES)}',
            f"\tShip by [22]<input type=date value={draft['ship_by']} required format=YYYY-MM-DD>",
            '\t<group "Shipping speed">',
            f"\t\t[23]<input type=radio{' checked' if draft['speed'] == 'Standard' else ''}> Standard 3–5 days",
            f"\t\t[24]<input type=radio{' checked' if draft['speed'] == 'Express' else ''}> Express next day",
            f"\t[25]<input type=checkbox{' checked' if draft['gift'] else ''}> Gift wrap",
            "\tNote",
            f'\t*[26]<textarea placeholder="Visible to the packing team" value="{draft["note"]}">',
            "\t[27]<button>Cancel",
            "\t[28]<button>Save",
        ]

    def act(self, name: str, params: dict[str, Any]) -> str:
        """Do an action; what its result says."""
        number = params.get("index")
        if number is not None and not re.search(rf"\[{number}\]<", self.text()):
            return f"Failed (not_found): There is no element {number}."
        if name == "wait":
            self.waited += params["seconds"]
        elif name.startswith("scroll"):
            self.scrolled.append(params)
        elif name == "press_key":
            self.keys.append(params["key"])
        elif name == "input_text":
            return self._type(int(params["index"]), params["text"])
        elif name == "select_dropdown_option":
            if params["text"] not in STATES:
                return f"Failed (not_found): There is no option {params['text']}."
            self.draft["state"] = params["text"]
        elif name == "click_element_by_index":
            return self._click(int(params["index"]))
        return "Done."

    def _type(self, number: int, text: str) -> str:
        if number == 4:
            self.search, self.page = text, 0
            return f"Typed {text!r}. Changes: the table changed"
        if number not in (22, 26):
            return "Failed (not_interactive): That is no text field."
        self.draft["ship_by" if number == 22 else "note"] = text
        return f"Typed {text!r}."

    def _click(self, number: int) -> str:
        if number in (1, 2, 3):
            self.view = ["Orders", "Customers", "Settings"][number - 1]
        elif number == 12:
            self.page += 1
        elif number in (23, 24):
            self.draft["speed"] = {23: "Standard", 24: "Express"}[number]
        elif number == 25:
            self.draft["gift"] = not self.draft["gift"]
        elif number in (20, 27):
            self.open = None
        elif number == 28 and self.open:
            self.open.state, self.open.ship_by = self.draft["state"], self.draft["ship_by"]
            self.open.gift, self.open.note = self.draft["gift"], self.draft["note"]
            self.toast = f"Order #{self.open.number} saved: {self.open.state}"
            self.open = None
        elif number > 50:
            self.open = next(order for order in self.orders if order.number == 1000 + number - 50)
            order = self.open
            self.draft = {
                "state": order.state,
                "ship_by": order.ship_by,
                "gift": order.gift,
                "note": order.note,
                "speed": "Standard",
            }
        return "Clicked. Changes: the page changed"
