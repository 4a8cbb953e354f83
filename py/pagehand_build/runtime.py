"""The runtime bundle: precompiled standard library and packages, and the memory snapshot that holds them."""

from __future__ import annotations

import hashlib
import shutil
import struct
import subprocess
import zipfile
from collections.abc import Iterable
from pathlib import Path

from pagehand_build.node import node_command
from pagehand_build.paths import BUILD_SOURCE, CACHE, PYODIDE, SOURCE
from pagehand_build.wheels import RUNTIME_LOCK, fetch_wheels

WORK = CACHE / "runtime"
STDLIB_ZIP = WORK / "stdlib.zip"
SITE_ZIP = WORK / "site-packages.zip"
NATIVE_LIBRARY = WORK / "pydantic_core.so"
SNAPSHOT = WORK / "pagehand.snapshot"
BLOCK = 4096
# Parts of the standard library that no page needs: consoles, test frameworks, servers, package installers.
UNNEEDED = (
    "idlelib",
    "pydoc_data",
    "test",
    "tkinter",
    "turtledemo",
    "ensurepip",
    "venv",
    "_pyrepl",
    "lib2to3",
    "unittest",
)


def make_runtime() -> None:
    """Build ``.cache/runtime``. Each part is made again only when what it is made from changed.

    Raises ``subprocess.CalledProcessError`` with Node's output when a module does not compile or import.
    """
    WORK.mkdir(parents=True, exist_ok=True)
    wheels = fetch_wheels(RUNTIME_LOCK)
    stock = PYODIDE / "python_stdlib.zip"
    tools = [
        Path(__file__),
        BUILD_SOURCE / "precompile.mjs",
        BUILD_SOURCE / "snapshot.mjs",
        SOURCE / "host" / "web" / "native-library.mjs",
    ]
    once("stdlib", [stock, *tools[:2]], STDLIB_ZIP, lambda: make_stdlib(stock))
    once("packages", [*wheels, *tools[:2]], WORK / "packages", lambda: make_packages(wheels))
    sources = sorted(SOURCE.rglob("*.py"))
    once("site-packages", [*sources, *wheels, *tools[:2]], SITE_ZIP, make_site)
    once("snapshot", [*sources, *wheels, stock, *tools], SNAPSHOT, make_snapshot)


def once(name: str, inputs: Iterable[Path], output: Path, make) -> None:
    digest = hashlib.sha256()
    for path in inputs:
        digest.update(str(path.name).encode() + path.read_bytes())
    stamp = WORK / f"{name}.stamp"
    if output.exists() and stamp.exists() and stamp.read_text("utf-8") == digest.hexdigest():
        return
    print(f"building {name}", flush=True)
    stamp.unlink(missing_ok=True)
    make()
    stamp.write_text(digest.hexdigest(), "utf-8")


def precompile(source: Path, output: Path) -> None:
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir(parents=True)
    subprocess.run(
        [*node_command(), str(BUILD_SOURCE / "precompile.mjs"), str(PYODIDE), str(source), str(output)], check=True
    )


def make_stdlib(stock: Path) -> None:
    source, compiled = WORK / "stdlib-source", WORK / "stdlib"
    shutil.rmtree(source, ignore_errors=True)
    with zipfile.ZipFile(stock) as archive:
        archive.extractall(source)
    for name in UNNEEDED:
        shutil.rmtree(source / name, ignore_errors=True)
    precompile(source, compiled)
    copy_data(source, compiled)
    write_zip(compiled, STDLIB_ZIP)


def make_packages(wheels: list[Path]) -> None:
    source, compiled = WORK / "packages-source", WORK / "packages"
    shutil.rmtree(source, ignore_errors=True)
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(source)
    for unneeded in (source / "pydantic" / "v1", source / "pydantic" / "deprecated" / "__pycache__"):
        shutil.rmtree(unneeded, ignore_errors=True)
    library = next((source / "pydantic_core").glob("*.so"))
    shutil.move(library, NATIVE_LIBRARY)
    precompile(source, compiled)
    copy_data(source, compiled, suffixes=("METADATA", "RECORD", "WHEEL", "INSTALLER", "entry_points.txt"))


def make_site() -> None:
    site = WORK / "site"
    package, compiled = WORK / "pagehand-source", WORK / "pagehand-compiled"
    shutil.rmtree(package, ignore_errors=True)
    shutil.copytree(
        SOURCE, package / "pagehand", ignore=lambda _, names: [n for n in names if n in ("web", "__pycache__", "embed")]
    )
    precompile(package, compiled)
    shutil.rmtree(site, ignore_errors=True)
    shutil.copytree(WORK / "packages", site)
    shutil.copytree(compiled, site, dirs_exist_ok=True)
    write_zip(site, SITE_ZIP)


def copy_data(source: Path, compiled: Path, suffixes: tuple[str, ...] = ()) -> None:
    """Carry over what is not Python: data files, or only those that end in one of the suffixes."""
    for path in source.rglob("*"):
        name = path.relative_to(source)
        if (
            path.is_file()
            and path.suffix not in (".py", ".pyc", ".pyi")
            and (not suffixes or path.name.endswith(suffixes))
        ):
            (compiled / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, compiled / name)


def write_zip(folder: Path, target: Path) -> None:
    """A stored zip (zlib in the page would only slow imports down), the same bytes for the same content."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                archive.writestr(zipfile.ZipInfo(str(path.relative_to(folder))), path.read_bytes())


def make_snapshot() -> None:
    made = whole, before, again = [WORK / name for name in ("whole.snapshot", "memory-before", "memory-before-again")]
    arguments = [PYODIDE, STDLIB_ZIP, SITE_ZIP, NATIVE_LIBRARY, *made]
    subprocess.run([*node_command(), str(BUILD_SOURCE / "snapshot.mjs"), *map(str, arguments)], check=True)
    SNAPSHOT.write_bytes(packed_image(whole.read_bytes(), before.read_bytes(), again.read_bytes()))
    for path in made:
        path.unlink()


def snapshot_lengths() -> tuple[int, int]:
    """Bytes of the unpacked snapshot, and of its head."""
    with SNAPSHOT.open("rb") as file:
        length, head = struct.unpack("<2I", file.read(8))
    return length, head


def packed_image(snapshot: bytes, before: bytes, again: bytes) -> bytes:
    """A snapshot without the blocks of memory that the loader has anyway: those that are as they were before Python
    started (the modules' own data, and what is empty) and the same in two starts (a random seed is not).

    Little-endian 32-bit words: length of the snapshot, length of its head, number of runs, checksum of the left-out
    blocks that are not empty, then start and end of each run (in bytes of the memory); then the head, and the runs'
    bytes. ``boot.mjs`` reads it, and starts without a snapshot when the checksum differs.
    """
    head_length = struct.unpack_from("<I", snapshot, 4)[0]
    memory = snapshot[head_length:]
    before, again = before.ljust(len(memory), b"\0"), again.ljust(len(memory), b"\0")
    runs: list[list[int]] = []
    checksum = 0
    for start in range(0, len(memory), BLOCK):
        block = memory[start : start + BLOCK]
        end = start + len(block)
        if block == before[start:end] == again[start:end]:
            checksum = (checksum + sum(struct.unpack(f"<{len(block) // 4}I", block))) & 0xFFFFFFFF
        elif runs and runs[-1][1] == start:
            runs[-1][1] = end
        else:
            runs.append([start, end])
    words = [len(snapshot), head_length, len(runs), checksum, *(place for run in runs for place in run)]
    kept = b"".join(memory[start:end] for start, end in runs)
    return struct.pack(f"<{len(words)}I", *words) + snapshot[:head_length] + kept
