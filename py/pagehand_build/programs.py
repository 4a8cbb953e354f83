"""Programs that the build starts: the browser, its driver, and the project's own Python modules."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence

from pagehand_build.paths import ROOT, VENV_PYTHON

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MACOS = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"


def find_chromium() -> str | None:
    """The browser: ``CHROMIUM`` from the environment, else what the machine has."""
    named = os.environ.get("CHROMIUM")
    found = named or next((path for name in BROWSERS if (path := shutil.which(name))), None)
    return found or (MACOS if os.path.exists(MACOS) else None)  # noqa: PTH110


def find_driver() -> str | None:
    return os.environ.get("CHROMEDRIVER") or shutil.which("chromedriver")


def python_environment() -> dict[str, str]:
    """Environment in which the project's modules and tests run."""
    chromium = find_chromium()
    found = {"CHROMIUM": chromium} if chromium else {}
    return {**os.environ, **found, "PYTHONPATH": f"{ROOT / 'py'}{os.pathsep}{ROOT / 'tests'}", "PYTHONUNBUFFERED": "1"}


def run_python(arguments: Sequence[str]) -> int:
    """Run the project's Python; its output goes to the person. Returns the exit code."""
    return subprocess.run([str(VENV_PYTHON), *arguments], cwd=ROOT, env=python_environment(), check=False).returncode


def run_module(name: str, arguments: Sequence[str]) -> int:
    return run_python(["-m", name, *arguments])
