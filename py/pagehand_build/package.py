"""Writes ``dist/embed`` and the wheel."""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

from pagehand_build import runtime
from pagehand_build.lock import alone
from pagehand_build.paths import DIST, EMBED, PYODIDE, ROOT, SOURCE, VENV_PYTHON
from pagehand_build.programs import python_environment

WEB = SOURCE / "host" / "web"
MEGABYTE = 1_000_000
FALLBACK_ONLY = ("stdlib", "site")

PARTS_PROGRAM = """
import json
from pagehand.tools.webagent import BUNDLES
from pagehand.ui import shell
trees = {language: shell.shell_tree(language) for language in ("en-US", "zh-CN")}
bundles = {name: [tool.name for tool in tools] for name, tools in BUNDLES.items()}
print(json.dumps({"SHELL": {"css": shell.shell_css(), **trees}, "BUNDLES": bundles}))
"""


def build_embed() -> None:
    with alone():
        write_embed()


def write_embed() -> None:
    """``dist/embed``: ``pagehand.js``, its types, and the runtime under names that hold their content's hash."""
    runtime.make_runtime()
    parts = runtime_parts()
    fresh = DIST / "embed.new"
    shutil.rmtree(fresh, ignore_errors=True)
    (fresh / "runtime").mkdir(parents=True)
    for source, name in parts["sources"].items():
        shutil.copy(source, fresh / "runtime" / name)
    text = (WEB / "pagehand.js").read_text("utf-8")
    import_line = next(line for line in text.splitlines(keepends=True) if "'./parts.js'" in line)
    constants = {"RUNTIME": parts["runtime"], **rendered_parts()}
    values = "".join(f"const {name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in constants.items())
    (fresh / "pagehand.js").write_text(text.replace(import_line, values), "utf-8")
    shutil.copy(WEB / "pagehand.d.ts", fresh)
    shutil.rmtree(EMBED, ignore_errors=True)
    fresh.rename(EMBED)
    print_sizes(EMBED, parts["runtime"])


def runtime_parts() -> dict[str, Any]:
    """The runtime's files: ``sources`` (path → name in dist) and ``runtime`` (what the loader is told)."""
    packed = runtime.WORK / "packed"
    packed.mkdir(exist_ok=True)
    originals = {
        "loader": (PYODIDE / "pyodide.mjs", False),
        "module": (PYODIDE / "pyodide.asm.mjs", False),
        "wasm": (PYODIDE / "pyodide.asm.wasm", True),
        "library": (runtime.NATIVE_LIBRARY, True),
        "snapshot": (runtime.SNAPSHOT, True),
        "stdlib": (runtime.STDLIB_ZIP, True),
        "site": (runtime.SITE_ZIP, True),
    }
    sources: dict[Path, str] = {}
    files: dict[str, dict[str, Any]] = {}
    for key, (path, compress) in originals.items():
        stem, suffix = path.name.rsplit(".", 1)
        # Hosts know these endings: they serve .js as a script everywhere, and .bin as it is (for .gz some set an encoding).
        name = f"{stem}.{content_hash(path.read_bytes())}.{'js' if suffix == 'mjs' else suffix}"
        if compress:
            name += ".bin"
            if not (packed / name).exists():
                for old in packed.glob(f"{stem}.*.{suffix}.*"):
                    old.unlink()
                (packed / name).write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))
            path = packed / name
        sources[path] = name
        files[key] = {"name": name, "bytes": path.stat().st_size, **({"gzip": True} if compress else {})}
    boot = joined_boot()
    boot_name = f"boot.{content_hash(boot)}.js"
    for old in packed.glob("boot.*"):
        old.unlink()
    (packed / boot_name).write_bytes(boot)
    sources[packed / boot_name] = boot_name
    page = f'<!doctype html><meta charset=utf-8><script type=module src="{boot_name}"></script>\n'
    frame_name = f"frame.{content_hash(page.encode())}.html"
    for old in packed.glob("frame.*"):
        old.unlink()
    (packed / frame_name).write_text(page, "utf-8")
    sources[packed / frame_name] = frame_name
    info = json.loads((PYODIDE / "pyodide-lock.json").read_text("utf-8"))["info"]
    length, head = runtime.snapshot_lengths()
    told = {
        "boot": boot_name,
        "frame": frame_name,
        "lock": {"info": info, "packages": {}},
        "snapshotLength": length,
        "snapshotHead": head,
        "files": files,
    }
    return {"sources": sources, "runtime": told}


def joined_boot() -> bytes:
    """``boot.mjs`` with the module it imports: one request less before the downloads begin, and from the extension's
    dynamic address a relative import would find nothing."""
    native = (WEB / "native-library.mjs").read_text("utf-8").replace("export ", "")
    lines = (WEB / "boot.mjs").read_text("utf-8").splitlines(keepends=True)
    joined = [native if "'./native-library.mjs'" in line else line for line in lines]
    return "".join(joined).encode()


def content_hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]


def print_sizes(folder: Path, parts: dict[str, Any]) -> None:
    """What a normal first boot transfers: everything but the archives, which only the fallback needs."""
    keys = {file["name"]: key for key, file in parts["files"].items()}
    total = 0
    print("\nfiles of the embed (MB as transferred)")
    for path in sorted([folder / "pagehand.js", *(folder / "runtime").iterdir()], key=lambda path: path.name):
        size = path.stat().st_size
        normal = keys.get(path.name) not in FALLBACK_ONLY
        total += size if normal else 0
        print(f"  {size / MEGABYTE:6.2f}  {path.name}{'' if normal else '  (fallback only)'}")
    print(f"  {total / MEGABYTE:6.2f}  in all for a normal first boot\n", flush=True)


def rendered_parts() -> dict[str, Any]:
    """What Python says of itself: ``SHELL``, the panel's style sheet and its static markup in each language as nodes
    (``[tag, attributes, children]``), and ``BUNDLES``, names of tools by bundle."""
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


def build_wheel() -> None:
    for old in DIST.glob("*.whl"):
        old.unlink()
    subprocess.run(
        [
            *(str(VENV_PYTHON), "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check"),
            *("--no-deps", "--no-build-isolation", "--wheel-dir", str(DIST), str(ROOT)),
        ],
        check=True,
    )
