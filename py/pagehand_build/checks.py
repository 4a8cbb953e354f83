"""Every check of the project, in the order in which they fail fastest."""

from __future__ import annotations

import subprocess
import zipfile
from collections.abc import Sequence

from pagehand_build import node, programs
from pagehand_build.paths import CACHE, NODE_MODULES, PYODIDE, ROOT, VENV_PYTHON
from pagehand_build.test_runtime import make_test_runtime

TYPINGS = CACHE / "typings"
SUITES = {
    # A browser on a busy machine can miss a deadline: such a test runs once more, and pytest says so in its summary.
    "unit tests": ["tests/unit"],
    "browser tests": ["tests/browser", "--reruns", "1", "-rR"],
    "end-to-end tests": ["tests/e2e", "--reruns", "1", "-rR"],
}


def run(*, gallery: bool = False, only: Sequence[str] = ()) -> int:
    """Run all checks, or only some tests. Returns the number of what failed."""
    make_test_runtime()
    extract_typings()
    if only:
        return programs.run_python(["-m", "pytest", *only])
    failed = [name for name, command in static_checks().items() if not passes(name, command)]
    marks = [] if gallery else ["-m", "not gallery"]
    for name, arguments in SUITES.items():
        print(f"\n== {name}", flush=True)
        if programs.run_python(["-m", "pytest", "-q", "--durations=8", *marks, *arguments]) != 0:
            failed.append(name)
    print("\n" + (f"FAILED: {', '.join(failed)}" if failed else "all checks passed"))
    return len(failed)


def extract_typings() -> None:
    """The runtime's own typed Python packages, for pyright."""
    with zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as archive:
        names = [name for name in archive.namelist() if name.startswith(("pyodide/", "_pyodide/"))]
        archive.extractall(TYPINGS, names)


def static_checks() -> dict[str, list[str]]:
    python = str(VENV_PYTHON)
    return {
        "ruff": [python, "-m", "ruff", "check", "."],
        "ruff format": [python, "-m", "ruff", "format", "--check", "."],
        "pyright": [*node.node_command(), str(NODE_MODULES / "pyright" / "index.js")],
        "tsc": [
            *node.node_command(),
            str(NODE_MODULES / "typescript" / "bin" / "tsc"),
            "-p",
            "extension/tsconfig.json",
        ],
    }


def passes(name: str, command: list[str]) -> bool:
    print(f"\n== {name}", flush=True)
    return subprocess.run(command, cwd=ROOT, env=programs.python_environment(), check=False).returncode == 0
