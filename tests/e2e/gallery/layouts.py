"""Tasks on grids, web components, sortable lists and calendars."""

from __future__ import annotations

from e2e.gallery.tasks import Task, Where, choose, click, drag, fill, press

AG_GRID = (
    Task("ag-grid", "sort by a column", (click("Pieces"),), {"sorted": [["pieces", "asc"]]}),
    Task(
        "ag-grid",
        "filter to a customer and tick a row",
        (fill("Quick filter", "Ada"), click("Press Space to toggle row selection", "checkbox"), click("Count chosen")),
        {"shown": 40, "count": "1 chosen"},
    ),
    Task(
        "ag-grid",
        "edit a cell with a double click",
        (click("1", "gridcell", after="1001", count=2), fill("Input Editor", "42"), press("Enter")),
        {"orders.1001.pieces": 42},
    ),
)
SHOELACE = (
    Task(
        "shoelace",
        "fill fields",
        (fill("Your name", "Ada"), fill("What happened?", "All good"), click("Terms read"), click("Contact me")),
        {"name": "Ada", "text": "All good", "terms": True, "contact": True},
    ),
    Task("shoelace", "choose a country", (choose("Country", "Norway"),), {"country": "no"}),
    Task("shoelace", "a radio", (click("Yes, gladly"),), {"again": "yes"}),
    Task("shoelace", "set the range", (fill("Fair price", "70"),), {"price": 70}),
    Task("shoelace", "send the form", (fill("Your name", "Ada"), click("Send feedback")), {"sent.name": "Ada"}),
    Task(
        "shoelace",
        "open the details and press what they hide",
        (click("Small print"), click("Hidden button")),
        {"hidden": True},
    ),
    Task("shoelace", "agree in a dialog", (click("Discard", "button"), click("Discard all")), {"discarded": True}),
    Task("shoelace", "choose two topics", (choose("Topics", "Price", "Delivery"),), {"topics": ["price", "delivery"]}),
)
SORTABLE = (
    Task(
        "sortablejs",
        "move an item down",
        (drag("Aria", onto=Where("Chorale")),),
        {"playlist": ["Blues", "Chorale", "Aria", "Dirge"]},
    ),
    Task(
        "sortablejs",
        "move an item into another list",
        (drag("Write report", onto=Where("Book room")),),
        {"todo": ["Call Ines"]},
    ),
    Task(
        "sortablejs",
        "sort by handles",
        (drag("Move Range", onto=Where("Move Speed")),),
        {"priorities": ["Range", "Speed", "Price"]},
    ),
)
FULLCALENDAR = (
    Task("fullcalendar", "open an event", (click("Budget review"),), {"opened": "Budget review"}),
    Task(
        "fullcalendar",
        "press a day and add an event",
        (click("24"), fill("Title", "Interview"), click("Add event")),
        {"pressed": "2026-03-24", "events.Interview": "2026-03-24"},
    ),
    Task(
        "fullcalendar",
        "drag an event to another day",
        (drag("Team lunch", onto=Where("March 26, 2026")),),
        {"events.Team lunch": "2026-03-26"},
    ),
    Task("fullcalendar", "go to the next month", (click("Next month"),), {"title": "April 2026"}),
    Task("fullcalendar", "switch to the week", (click("week"),), {"view": "timeGridWeek"}),
)
TASKS = (*AG_GRID, *SHOELACE, *SORTABLE, *FULLCALENDAR)
