"""Writes ``dist/extension``: the thin shell of ``extension/``, the runtime, and what is generated."""

from __future__ import annotations

import json
import shutil
import struct
import subprocess
import tomllib
import zlib
from pathlib import Path
from typing import Any

from pagehand_build import package
from pagehand_build.paths import DIST, EXTENSION, ROOT, VENV_PYTHON
from pagehand_build.programs import python_environment

OUTPUT = DIST / "extension"
SHELL_FILES = ("*.js", "*.html", "*.css", "manifest.json")
ICON_SIZES = (16, 32, 48, 128)
SAMPLES = 4
"""Per pixel and axis, for smooth edges."""
ICON_COLOR = (79, 70, 229)


def build_extension() -> None:
    """The runtime must have been made."""
    parts = package.runtime_parts()
    fresh = DIST / "extension.new"
    shutil.rmtree(fresh, ignore_errors=True)
    (fresh / "runtime").mkdir(parents=True)
    (fresh / "icons").mkdir()
    for source, name in parts["sources"].items():
        shutil.copy(source, fresh / "runtime" / name)
    for pattern in SHELL_FILES:
        for path in EXTENSION.glob(pattern):
            shutil.copy(path, fresh)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    manifest = json.loads((EXTENSION / "manifest.json").read_text("utf-8"))
    manifest["version"] = project["version"]
    (fresh / "manifest.json").write_text(json.dumps(manifest, indent=2, ensure_ascii=False), "utf-8")
    rendered = render_parts()
    values = {"RUNTIME": parts["runtime"], "SHELL": package.rendered_parts()["SHELL"], "TEXTS": rendered["texts"]}
    write_global(fresh / "parts.js", "pagehandParts", values)
    write_global(fresh / "options-parts.js", "pagehandOptions", rendered["options"])
    for size in ICON_SIZES:
        (fresh / "icons" / f"{size}.png").write_bytes(icon(size))
    shutil.rmtree(OUTPUT, ignore_errors=True)
    fresh.rename(OUTPUT)
    print(f"extension: {OUTPUT.relative_to(ROOT)} (load it unpacked)", flush=True)


PARTS_PROGRAM = """
import json
from dataclasses import asdict
from pagehand.host.extension_options_texts import options_texts
from pagehand.host.extension_texts import loader_texts
from pagehand.llm.presets import PRESETS
options = {"PRESETS": [asdict(preset) for preset in PRESETS], "TEXTS": options_texts()}
print(json.dumps({"texts": loader_texts(), "options": options}))
"""


def render_parts() -> dict[str, Any]:
    """The loader's few sentences, and the options page's texts and presets."""
    result = subprocess.run(
        [str(VENV_PYTHON), "-c", PARTS_PROGRAM],
        capture_output=True,
        text=True,
        env=python_environment(),
        cwd=ROOT,
        check=False,
    )
    if result.returncode != 0:
        print(result.stderr)
        result.check_returncode()
    return json.loads(result.stdout)


def write_global(path: Path, name: str, value: Any) -> None:
    path.write_text(f"globalThis.{name} = {json.dumps(value, ensure_ascii=False)}\n", "utf-8")


def icon(size: int) -> bytes:
    """A pointing hand's arrow on a round square, as PNG."""
    rows = bytearray()
    for y in range(size):
        rows.append(0)  # no filter
        for x in range(size):
            rows += pixel(x, y, size)
    return png(size, bytes(rows))


def pixel(x: int, y: int, size: int) -> bytes:
    inside = marked = 0
    for i in range(SAMPLES):
        for j in range(SAMPLES):
            u, v = (x + (i + 0.5) / SAMPLES) / size, (y + (j + 0.5) / SAMPLES) / size
            inside += in_round_square(u, v)
            marked += in_arrow(u, v)
    total = SAMPLES * SAMPLES
    share = marked / total
    color = bytes(round(channel * (1 - share) + 255 * share) for channel in ICON_COLOR)
    return color + bytes([round(255 * inside / total)])


def in_round_square(u: float, v: float, radius: float = 0.24) -> bool:
    du, dv = max(radius - u, u - (1 - radius), 0), max(radius - v, v - (1 - radius), 0)
    return du * du + dv * dv <= radius * radius


ARROW = ((0.29, 0.22), (0.79, 0.51), (0.56, 0.57), (0.44, 0.80))


def in_arrow(u: float, v: float) -> bool:
    """Even-odd rule."""
    hit = False
    for (x1, y1), (x2, y2) in zip(ARROW, (*ARROW[1:], ARROW[0]), strict=True):
        if (y1 > v) != (y2 > v) and u < (x2 - x1) * (v - y1) / (y2 - y1) + x1:
            hit = not hit
    return hit


def png(size: int, rows: bytes) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")
