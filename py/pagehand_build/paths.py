"""Where things are in the project."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "py" / "pagehand"
BUILD_SOURCE = ROOT / "py" / "pagehand_build"
EXTENSION = ROOT / "extension"
NODE_MODULES = EXTENSION / "node_modules"
PYODIDE = NODE_MODULES / "pyodide"
CACHE = ROOT / ".cache"
WHEELS = CACHE / "wheels"
TEST_RUNTIME = CACHE / "test-runtime"
DIST = ROOT / "dist"
EMBED = DIST / "embed"
VENV = ROOT / ".venv"
VENV_PYTHON = VENV / "bin" / "python"
