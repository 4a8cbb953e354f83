"""The wheels that run inside the page, fetched with their hashes checked."""

from __future__ import annotations

import subprocess
from pathlib import Path

from pagehand_build.paths import BUILD_SOURCE, VENV_PYTHON, WHEELS

RUNTIME_LOCK = BUILD_SOURCE / "runtime-wheels.txt"
TEST_LOCK = BUILD_SOURCE / "test-wheels.txt"
PYTHON_VERSION = "3.14"
PLATFORM = "pyemscripten_2026_0_wasm32"


def locked_names(lock: Path) -> list[str]:
    """Distribution names with versions, ``name-version`` in wheel spelling, in a lock file's order."""
    names = []
    for line in lock.read_text("utf-8").splitlines():
        if line and line[0].isalnum():
            name, version = line.split()[0].split("==")
            names.append(f"{name.replace('-', '_')}-{version}")
    return names


def fetch_wheels(lock: Path) -> list[Path]:
    """Paths of a lock file's wheels, downloading what is not there yet.

    Raises ``subprocess.CalledProcessError`` when a wheel cannot be had or its hash differs.
    """
    found = present(lock)
    if len(found) == len(locked_names(lock)):
        return found
    WHEELS.mkdir(parents=True, exist_ok=True)
    subprocess.run(
        [
            *(str(VENV_PYTHON), "-m", "pip", "download", "--quiet", "--disable-pip-version-check"),
            *("--require-hashes", "--no-deps", "--only-binary=:all:", "--dest", str(WHEELS)),
            *("--python-version", PYTHON_VERSION, "--implementation", "cp", "--abi", "cp314", "--abi", "none"),
            *("--platform", PLATFORM, "--platform", "any", "-r", str(lock)),
        ],
        check=True,
    )
    return present(lock)


def present(lock: Path) -> list[Path]:
    return [path for stem in locked_names(lock) for path in sorted(WHEELS.glob(f"{stem}-*.whl"))[:1]]
