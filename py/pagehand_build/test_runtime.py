"""The folder from which pytest-pyodide boots: the stock runtime, and the wheels it and the agent need."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import zipfile
from email.parser import HeaderParser
from pathlib import Path

from pagehand_build.paths import PYODIDE, TEST_RUNTIME
from pagehand_build.wheels import RUNTIME_LOCK, TEST_LOCK, fetch_wheels

RUNTIME_FILES = ("pyodide.js", "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")


def make_test_runtime() -> None:
    """Assemble ``.cache/test-runtime``; done again only when a wheel or the runtime changed."""
    wheels = [*fetch_wheels(RUNTIME_LOCK), *fetch_wheels(TEST_LOCK)]
    stamp = "\n".join([*(wheel.name for wheel in wheels), (PYODIDE / "package.json").read_text("utf-8")])
    stamp_file = TEST_RUNTIME / "stamp.txt"
    if stamp_file.exists() and stamp_file.read_text("utf-8") == stamp:
        return
    shutil.rmtree(TEST_RUNTIME, ignore_errors=True)
    TEST_RUNTIME.mkdir(parents=True)
    for name in RUNTIME_FILES:
        shutil.copy(PYODIDE / name, TEST_RUNTIME)
    for wheel in wheels:
        shutil.copy(wheel, TEST_RUNTIME)
    stock = json.loads((PYODIDE / "pyodide-lock.json").read_text("utf-8"))
    lock = {**stock, "packages": lock_packages(wheels)}
    (TEST_RUNTIME / "pyodide-lock.json").write_text(json.dumps(lock, indent=1), "utf-8")
    stamp_file.write_text(stamp, "utf-8")


def lock_packages(wheels: list[Path]) -> dict[str, dict[str, object]]:
    """Lock file entries of wheels, by normalised name. Written here because the published lock writer for
    Python 3.11 does not know the format of this Pyodide."""
    metadata = {wheel: wheel_metadata(wheel) for wheel in wheels}
    names = {normalised(entry["Name"]) for entry in metadata.values()}
    packages: dict[str, dict[str, object]] = {}
    for wheel, entry in metadata.items():
        required = [line for line in entry.get_all("Requires-Dist", []) if ";" not in line]
        depends = {normalised(re.split(r"[^A-Za-z0-9._-]", line)[0]) for line in required}
        packages[normalised(entry["Name"])] = {
            "name": entry["Name"],
            "version": entry["Version"],
            "file_name": wheel.name,
            "install_dir": "site",
            "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
            "package_type": "package",
            "imports": [],
            "depends": sorted(depends & names),
            "unvendored_tests": False,
        }
    return packages


def wheel_metadata(wheel: Path):
    with zipfile.ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return HeaderParser().parsestr(archive.read(name).decode("utf-8"))


def normalised(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
