"""What a browser does for a trusted press on native controls and does not do for a synthetic one."""

from __future__ import annotations

from typing import Any

from pagehand.actions import choice, sliders
from pagehand.actions.geometry import local_box
from pagehand.hands import Offset


def do_default(bridge: Any, element: Any, offset: Offset | None, *, toggles: bool = False) -> None:
    """Choose a pressed option of a list that is open on the page; move a slider to the point that was named (X38).

    ``toggles``: Ctrl or Command was held, which adds to a multiple choice instead of replacing it.
    """
    if not element.isConnected:
        return
    if sliders.is_slider(element) and offset is not None:
        box = local_box(element)
        sliders.press_at(bridge, element, box, box.left + offset[0], box.top + offset[1])
    elif element.localName == "option":
        select = element.closest("select")
        if select and (select.multiple or select.size > 1) and not element.matches(":disabled"):
            _choose(bridge, select, element.index, toggles)


def _choose(bridge: Any, select: Any, index: int, toggles: bool) -> None:
    chosen = choice.selected_indices(select)
    wanted = [index]
    if toggles and select.multiple:
        wanted = [each for each in chosen if each != index] if index in chosen else [*chosen, index]
    if wanted != chosen:
        choice.choose(bridge, select, wanted)
