"""Which form an element submits, and what that form is about, for the question before it (X21)."""

from __future__ import annotations

import re
from typing import Any

from pagehand.dom.bridge import Bridge
from pagehand.dom.names import accessible_name
from pagehand.dom.secrets import NAMING_ATTRIBUTES
from pagehand.page import SubmittedForm

SUBMITTERS = "button:not([type=button]):not([type=reset]), input[type=submit], input[type=image]"
TITLES = "legend, h1, h2, h3, h4, h5, h6, [role=heading]"
CARD = re.compile(
    r"\bcc-|card[-_ ]?(?:number|num|no)\b|cardnumber|ccnum|credit[-_ ]?card|\bcv[vc]2?\b|卡号", re.IGNORECASE
)


def submitted_form(bridge: Bridge, element: Any) -> SubmittedForm | None:
    """The form that a click on this element sends off, or None."""
    submitter = element.closest(SUBMITTERS)
    form = bridge.get(_interface(bridge, submitter), "form", submitter) if submitter else None
    if not form:
        return None
    # Its legends, and the heading that opens it; later headings are about parts of it.
    titles = [
        title
        for position, title in enumerate(bridge.query_all(form, TITLES))
        if position == 0 or bridge.tag(title) == "legend"
    ]
    names = [accessible_name(bridge, form), *(" ".join(str(title.textContent).split()) for title in titles)]
    return SubmittedForm(
        name=", ".join(dict.fromkeys(name for name in names if name))[:200],
        has_card_field=any(_is_card(field) for field in bridge.query_all(form, "input, select, textarea")),
    )


def _interface(bridge: Bridge, submitter: Any) -> str:
    return "HTMLButtonElement" if bridge.tag(submitter) == "button" else "HTMLInputElement"


def _is_card(field: Any) -> bool:
    return any(CARD.search(field.getAttribute(name) or "") for name in NAMING_ATTRIBUTES)
