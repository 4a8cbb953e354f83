"""The page that the agent works on: ``pagehand.page.Page`` over a live document."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from dataclasses import replace

from pagehand.dom.bridge import Bridge
from pagehand.dom.budget import within_budget
from pagehand.dom.changes import MutationWatch, Observation, difference, look_of
from pagehand.dom.interactive import has_words
from pagehand.dom.lines import Line
from pagehand.dom.node import Node
from pagehand.dom.options import ReaderOptions
from pagehand.dom.pace import at_once, paced
from pagehand.dom.printing import Printer
from pagehand.dom.reader import read_page
from pagehand.dom.reading import Reading, loading_mark
from pagehand.dom.registry import Registry, Resolved
from pagehand.dom.secrets import is_secret
from pagehand.dom.states import FORM_TAGS
from pagehand.dom.submitted import submitted_form
from pagehand.dom.tearing import Torn
from pagehand.page import PageState, SubmittedForm, Target

MARKS = "*↑↓"
TRIES = 3


class LivePage:
    """Reads, numbers and prints the page of ``bridge``; ``registry`` holds what the numbers mean."""

    def __init__(
        self, bridge: Bridge | None = None, options: ReaderOptions | None = None, registry: Registry | None = None
    ) -> None:
        """``registry``: another reader's of the same page, so that a number means the same to both (X41)."""
        self.bridge = bridge or Bridge()
        self.options = options or ReaderOptions()
        self.registry = registry or Registry(self.bridge, self.options)
        self.watch = MutationWatch(self.bridge)
        self.reading: Reading | None = None
        """The last reading, for whoever needs more than its text."""
        self._last: Observation | None = None
        self._reading_now = asyncio.Lock()

    @property
    def url(self) -> str:
        return str(self.bridge.window.location.href)

    @property
    def next_number(self) -> int:
        return self.registry.next_number

    def continue_numbers(self, next_number: int) -> None:
        self.registry.continue_numbers(next_number)

    def seconds_since_update(self) -> float:
        return self.watch.seconds_since()

    def line_of(self, target: Target) -> str | None:
        found = self.registry.resolve(target)
        if not isinstance(found, Resolved) or found.number is None:
            return None
        return self.registry.lines.get(found.number)

    def is_secret_field(self, target: Target) -> bool:
        """Whether the field holds a secret (X17), whatever its printed line says."""
        found = self.registry.resolve(target)
        return isinstance(found, Resolved) and is_secret(self.bridge, found.element, self.options.secret_patterns)

    def submitted_form(self, target: Target) -> SubmittedForm | None:
        """The form that a click on this element submits (X21)."""
        found = self.registry.resolve(target)
        return submitted_form(self.bridge, found.element) if isinstance(found, Resolved) else None

    async def read(self) -> PageState:
        reading, lines = await self._read()
        await asyncio.sleep(0)
        observation = self._observe(reading, lines)
        await asyncio.sleep(0)
        changes = difference(self._last, observation) or ["nothing changed"] if self._last else []
        self._last = observation
        header, footer = self._header(reading), self._footer(reading)
        content = await paced(within_budget(lines, self.options)) or self._nothing()
        return PageState(
            url=self.url, title=observation.title, header=header, content=content, footer=footer, changes=changes
        )

    @property
    def last_observation(self) -> Observation | None:
        """What the last reading that was shown saw; None before the first."""
        return self._last

    async def observe(self) -> Observation:
        """Look at the page without showing it to the model: for :func:`pagehand.dom.changes.difference`."""
        reading, lines = await self._read()
        return self._observe(reading, lines)

    async def _read(self) -> tuple[Reading, list[Line]]:
        async with self._reading_now:
            reading, lines = await self._untorn()
        self.registry.lines = {
            node.number: line.text for line in lines for node in line.nodes if node.number is not None
        }
        for columns in reading.columns.values():
            for root in columns.roots:
                self.watch.watch(root)
        self.reading = reading
        return reading, lines

    async def _untorn(self) -> tuple[Reading, list[Line]]:
        """A torn reading is repeated at most twice, the last time in one uncut pass."""
        for _ in range(TRIES - 1):
            try:
                return await paced(self.steps(replace(self.options, tear=True)))
            except Torn:
                continue
        return at_once(self.steps(replace(self.options, tear=False)))

    def steps(self, options: ReaderOptions) -> Generator[None, None, tuple[Reading, list[Line]]]:
        """One reading, numbered and printed; pauses now and then."""
        reading = yield from read_page(self.bridge, options)
        nodes = [node for node in reading.nodes if node.interactive]
        yield from self.registry.number(reading, nodes)
        if self._last is None:
            for node in nodes:
                node.new = False
        yield
        lines = yield from Printer(reading, options, self._identifier).print()
        return reading, lines

    def _identifier(self, node: Node) -> str:
        assert node.number is not None
        return self.registry.hash_of(node.number) if self.options.hash_ids else str(node.number)

    def _observe(self, reading: Reading, lines: list[Line]) -> Observation:
        window = self.bridge.window
        focused = next((node for node in reading.nodes if node.values.get("focused")), None)
        return Observation(
            url=self.url,
            title=str(self.bridge.document.title),
            lines={
                node.number: line.text.lstrip(MARKS) for line in lines for node in line.nodes if node.number is not None
            },
            texts=tuple(line.text for line in lines if not line.nodes and not line.frame),
            focused=self.registry.lines.get(focused.number or 0, "") if focused else "",
            scroll=(round(window.scrollX), round(window.scrollY)),
            looks={
                node.number: look_of(node)
                for node in reading.nodes
                if node.number is not None and node.interactive and node.tag not in FORM_TAGS and not has_words(node)
            },
        )

    def _nothing(self) -> str:
        if str(self.bridge.document.readyState) != "complete":
            return "(The page is still loading; nothing can be seen on it yet.)"
        return "(The page is empty: nothing can be seen on it.)"

    def _header(self, reading: Reading) -> str:
        layer = reading.layers[0]
        title = " ".join(str(self.bridge.document.title).split())[:200]
        height = layer.height or 1
        above, below = layer.scroll[1], max(0.0, layer.extent[1] - layer.height - layer.scroll[1])
        lines = [
            f"Current page: [{title}]({self.url})",
            f"Viewport {layer.width:.0f}x{layer.height:.0f} of {layer.extent[0]:.0f}x{layer.extent[1]:.0f}, "
            f"{above / height:.1f} pages above, {below / height:.1f} below",
        ]
        if above > 4:
            lines.append(f"... {above:.0f} pixels above ({above / height:.1f} pages) ...")
        else:
            lines.append("[Start of page]")
        mark = loading_mark(reading)
        if mark:
            lines.append(f"(Still loading: {mark})")
        return "\n".join(lines)

    def _footer(self, reading: Reading) -> str:
        layer = reading.layers[0]
        below = max(0.0, layer.extent[1] - layer.height - layer.scroll[1])
        if below > 4:
            return f"... {below:.0f} pixels below ({below / (layer.height or 1):.1f} pages) ..."
        return "[End of page]"

    def dispose(self) -> None:
        self.watch.dispose()
