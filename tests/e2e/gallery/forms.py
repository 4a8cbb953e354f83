"""Tasks on libraries of form controls."""

from __future__ import annotations

from e2e.gallery.tasks import Task, Where, choose, click, drag, fill, press

ANTD = (
    Task(
        "antd",
        "fill a form and send it",
        (
            fill("Recipient", "Ada Lovelace"),
            choose("Country", "Germany"),
            click("Express"),
            click("I have read the terms"),
            click("Send shipment", "button"),
        ),
        {
            "submitted.recipient": "Ada Lovelace",
            "submitted.country": "Germany",
            "submitted.speed": "Express",
            "submitted.terms": True,
        },
    ),
    Task(
        "antd",
        "type a date into the date picker",
        (fill("Pick-up day", "2026-03-18"), press("Enter")),
        {"values.day": "2026-03-18"},
    ),
    Task(
        "antd",
        "choose a place level by level",
        (click("Place"), click("Hall South"), click("Shelf S2")),
        {"values.place": ["South", 2]},
    ),
    Task(
        "antd",
        "turn the switch on and set the number of pieces",
        (click("Insured"), fill("Pieces", "7")),
        {"values.insured": True, "values.pieces": 7},
    ),
    Task(
        "antd",
        "move the slider with the keyboard",
        (press("Home", "Weight", "slider"), press("ArrowRight"), press("ArrowRight")),
        {"values.weight": 2},
    ),
    Task(
        "antd",
        "choose two labels of a multiple select",
        (choose("Labels", "Fragile", "Urgent"),),
        {"values.labels": ["Fragile", "Urgent"]},
    ),
    Task(
        "antd",
        "rename a row in a dialog",
        (click("Parcels", "tab"), click("Rename", after="Desk"), fill("New name", "Table"), click("Rename it")),
        {"parcels.1": "Table"},
    ),
    Task(
        "antd",
        "delete a row and agree",
        (click("Parcels", "tab"), click("Remove", after="Chair"), click("Delete it")),
        {"removed": ["Chair"]},
    ),
    Task(
        "antd",
        "sort a table by its header",
        (click("Parcels", "tab"), click("Parcel", "th")),
        {"sorted": ["name", "ascend"]},
    ),
)
ELEMENT_PLUS = (
    Task(
        "element-plus",
        "fill in the guest and choose a city",
        (fill("Guest", "Grace Hopper"), choose("City", "Lisbon")),
        {"form.guest": "Grace Hopper", "form.city": "Lisbon"},
    ),
    Task(
        "element-plus",
        "type the day of arrival",
        (fill("Arrival", "2026-03-18"), press("Enter")),
        {"form.arrival": "2026-03-18"},
    ),
    Task(
        "element-plus",
        "a radio, two check boxes and a switch",
        (click("Double"), click("Breakfast"), click("Sauna"), click("Late arrival")),
        {"form.room": "double", "form.extras": ["breakfast", "sauna"], "form.late": True},
    ),
    Task(
        "element-plus",
        "choose a floor level by level",
        (click("Floor"), click("West wing"), click("West floor 2")),
        {"form.floor": ["West", 2]},
    ),
    Task("element-plus", "count nights up", (click("increase number"), click("increase number")), {"form.nights": 3}),
    Task(
        "element-plus",
        "book",
        (fill("Guest", "Grace Hopper"), click("Book", "button")),
        {"booked.guest": "Grace Hopper"},
    ),
    Task("element-plus", "answer a message box", (click("Drop everything"), click("Yes, drop it")), {"dropped": True}),
)
MUI = (
    Task(
        "mui",
        "fill a controlled field and save",
        (fill("Display name", "Katherine"), click("Save account")),
        {"saved": "Katherine"},
    ),
    Task("mui", "choose in a select", (choose("Role", "Owner"),), {"role": "owner"}),
    Task(
        "mui",
        "choose a city by typing into an autocomplete",
        (fill("Home city", "Lis"), click("Lisbon", "option")),
        {"city": "Lisbon"},
    ),
    Task(
        "mui",
        "a radio, a switch and a tab",
        (click("Team"), click("Weekly mail"), click("Billing")),
        {"plan": "team", "mail": True, "tab": 1},
    ),
    Task("mui", "move the slider with the keyboard", (press("ArrowRight", "Volume"), press("PageUp")), {"volume": 41}),
    Task(
        "mui", "open an accordion and tick what it hides", (click("Advanced"), click("Beta features")), {"beta": True}
    ),
    Task("mui", "an item of a menu", (click("More actions"), click("Transfer", "menuitem")), {"moved": "Transfer"}),
    Task("mui", "remove a chip", (click("Remove Rust"),), {"chips": ["Python"]}),
    Task(
        "mui",
        "agree in a dialog that wants a word",
        (click("Delete account"), fill("Type DELETE", "DELETE"), click("Delete for good")),
        {"deleted": True},
    ),
    Task(
        "mui",
        "choose two in a multiple select",
        (choose("Skills", "Design", "Writing"),),
        {"skills": ["Design", "Writing"]},
    ),
)
JQUERY = (
    Task("jquery", "select2: choose a country", (choose("Country", "Norway"),), {"country": "Norway"}),
    Task(
        "jquery",
        "select2: choose two interests",
        (choose("Interests", "Food", "Music"),),
        {"interests": ["Food", "Music"]},
    ),
    Task(
        "jquery",
        "flatpickr: click a day",
        (click("Departure"), click("18", after="Departure")),
        {"departure": "2026-03-18"},
    ),
    Task(
        "jquery",
        "flatpickr: choose a range",
        (click("Stay"), click("March 10, 2026"), click("March 13, 2026")),
        {"stay": ["2026-03-10", "2026-03-13"]},
    ),
    Task(
        "jquery",
        "jquery-ui: a day of another month in a read-only field",
        (click("Birthday"), click("Next"), click("17")),
        {"birthday": "1990-06-17"},
    ),
    Task(
        "jquery", "jquery-ui: choose from suggestions", (fill("Airport", "Lon"), click("London")), {"airport": "London"}
    ),
    Task("jquery", "jquery-ui: choose in a select menu", (choose("Class", "Sleeper"),), {"class": "Sleeper"}),
    Task(
        "jquery",
        "jquery-ui: move the slider with the keyboard",
        (press("ArrowRight", "Budget", "slider"), press("ArrowRight")),
        {"budget": 700},
    ),
    Task(
        "jquery",
        "jquery-ui: sort a list by dragging",
        (drag("Tours", onto=Where("Ghent")),),
        {"stops": ["Tours", "Ghent", "Lille", "Rouen"]},
    ),
    Task("jquery", "jquery-ui: drop something", (drag("City map", onto=Where("Bag")),), {"bag": ["City map"]}),
    Task("jquery", "jquery-ui: answer a dialog", (click("Send request"), click("Send now")), {"sent": True}),
)
TASKS = (*ANTD, *ELEMENT_PLUS, *MUI, *JQUERY)
