"""Sets a machine up: the project's environment, Node, and a browser with its driver."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys

from pagehand_build import node, programs
from pagehand_build.lock import alone
from pagehand_build.paths import CACHE, ROOT, VENV, VENV_PYTHON
from pagehand_build.wheels import TEST_LOCK, fetch_wheels

REQUIREMENTS = ROOT / "tests" / "requirements.txt"
APT = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}


class SetupError(Exception):
    """What is missing on this machine, in a sentence that says what to install."""


def ensure(*, browser: bool = False, optional_libraries: bool = False) -> None:
    """Install what is not there yet. What was interrupted is done again.

    Raises :class:`SetupError` for what only the person at the machine can install.
    """
    with alone():
        ensure_venv()
        node.ensure_node()
        node.ensure_node_modules(optional=optional_libraries)
        if browser:
            ensure_browser()
            fetch_wheels(TEST_LOCK)


def ensure_venv() -> None:
    wanted = hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()
    stamp = VENV / "pagehand-stamp.txt"
    if stamp.exists() and stamp.read_text("utf-8") == wanted:
        return
    if not VENV_PYTHON.exists() or not has_pip():
        print("making .venv", flush=True)
        make_venv()
    print("installing what the build and the checks need (pip)", flush=True)
    subprocess.run(
        [
            *(str(VENV_PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"),
            *("--require-hashes", "-r", str(REQUIREMENTS)),
        ],
        check=True,
    )
    stamp.write_text(wanted, "utf-8")


def has_pip() -> bool:
    return (
        subprocess.run([str(VENV_PYTHON), "-m", "pip", "--version"], capture_output=True, check=False).returncode == 0
    )


def make_venv() -> None:
    command = [sys.executable, "-m", "venv", "--clear", str(VENV)]
    if subprocess.run(command, capture_output=True, check=False).returncode == 0:
        return
    # Debian's python3 comes without ensurepip.
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    if can_use_apt():
        apt_install(f"python{version}-venv")
        if subprocess.run(command, check=False).returncode == 0:
            return
    raise SetupError(
        f"Python {version} on this machine cannot make a virtual environment. Install its venv module "
        f"(Debian, Ubuntu: apt install python{version}-venv) and run this again."
    )


def ensure_browser() -> None:
    if programs.find_chromium() and programs.find_driver():
        return
    if can_use_apt():
        apt_install("chromium", "chromium-driver")
        if programs.find_chromium() and programs.find_driver():
            return
    raise SetupError(
        "Chromium (or Chrome) and its driver were not found. Install both (Debian, Ubuntu: apt install chromium "
        "chromium-driver; macOS: brew install --cask chromium chromedriver), or name them in CHROMIUM and "
        "CHROMEDRIVER, and run this again."
    )


def can_use_apt() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def apt_install(*packages: str) -> None:
    print(f"installing {' '.join(packages)} (apt)", flush=True)
    CACHE.mkdir(exist_ok=True)
    with (CACHE / "apt.log").open("w") as log:
        for arguments in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
            result = subprocess.run(["apt-get", "-q", *arguments], env=APT, stdout=log, stderr=log, check=False)
    if result.returncode != 0:
        raise SetupError(f"apt-get could not install {' '.join(packages)}; see .cache/apt.log.")
