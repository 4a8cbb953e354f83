"""Line icons as path data on a 20 by 20 grid: drawn by the shell at build time and by the panel at run time. Pure."""

from __future__ import annotations

SVG = "http://www.w3.org/2000/svg"

FILLED = frozenset({"mark", "stop", "pointer"})
"""Icons that are shapes; the others are strokes."""

ICONS: dict[str, str] = {
    "mark": "M4.2 2.9c-.8-.3-1.6.5-1.3 1.3l4.6 12.2c.3.9 1.6.9 1.9 0l1.7-4.6c.1-.3.3-.5.6-.6l4.6-1.8c.9-.3.9-1.6 0-1.9z",
    "pointer": "M2.2 1.1c-.8-.3-1.5.4-1.2 1.2l5.3 15.2c.3.9 1.6.9 1.9 0l2.1-5.6c.1-.3.4-.6.7-.7l5.6-2.1c.9-.3.9-1.6 0-1.9z",
    "minimise": "M5 10.5h10",
    "close": "M5.5 5.5l9 9m0-9-9 9",
    "send": "M10 15.5v-11M5 9.3l5-5 5 5",
    "stop": "M7 5.5h6c.8 0 1.5.7 1.5 1.5v6c0 .8-.7 1.5-1.5 1.5H7c-.8 0-1.5-.7-1.5-1.5V7c0-.8.7-1.5 1.5-1.5z",
    "check": "M4.8 10.6l3.4 3.5 7-8",
    "cross": "M6 6l8 8m0-8-8 8",
    "retry": "M15.6 10a5.6 5.6 0 1 1-1.7-4M15.6 3.3v3.1h-3.1",
    "info": "M10 9.2v4.6M10 6.3v.2",
    "warning": "M10 5.8v5.4M10 14v.2",
    "chevron": "M8 5.5l4.5 4.5L8 14.5",
    "copy": "M7.5 7.5v-2c0-.6.4-1 1-1h6c.6 0 1 .4 1 1v6c0 .6-.4 1-1 1h-2M5.5 7.5h6c.6 0 1 .4 1 1v6c0 .6-.4 1-1 1h-6c-.6 0-1-.4-1-1v-6c0-.6.4-1 1-1z",
    "question": "M7.6 7.7c0-1.4 1.1-2.3 2.4-2.3s2.4.9 2.4 2.2c0 1.9-2.4 2-2.4 3.8M10 14.2v.2",
    "pause": "M7.5 5.5v9M12.5 5.5v9",
    "hand": "M7 10.5V5.2a1.1 1.1 0 0 1 2.2 0v4M9.2 8.7V4a1.1 1.1 0 0 1 2.2 0v5M11.4 9V5.2a1.1 1.1 0 0 1 2.2 0v6.6c0 2.6-1.7 4.5-4.1 4.5-1.8 0-2.9-.8-3.8-2.3L4 11.2c-.6-1.1.8-2 1.6-1.1L7 11.6",
    "wheel": "M10 2.8c2.5 0 4.3 1.8 4.3 4.3v5.8c0 2.5-1.8 4.3-4.3 4.3s-4.3-1.8-4.3-4.3V7.1c0-2.5 1.8-4.3 4.3-4.3zM10 6v3",
}
