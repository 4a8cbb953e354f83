"""Tests in a real DOM: one stock Pyodide for the whole run, with the working tree's ``pagehand`` in it.

The page under test is a same-origin frame, so that every test has a document of its own while the booted
runtime is shared: ``Page`` in ``tests/browser/fixture.py`` makes it.
"""

from __future__ import annotations

import base64
import io
import os
import zipfile
from pathlib import Path

import pytest
from pytest_pyodide import get_global_config
from pytest_pyodide.fixture import selenium_common
from pytest_pyodide.runner import SeleniumChromeRunner

ROOT = Path(__file__).resolve().parents[2]
FLAGS = [
    *("--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--window-size=1280,900"),
]

get_global_config().set_flags("chrome", [*get_global_config().get_flags("chrome"), *FLAGS])
os.environ.setdefault("SE_OFFLINE", "true")
# Booting the runtime may take longer than the default 20 s when other browsers keep the cores busy.
SeleniumChromeRunner.script_timeout = 120


@pytest.fixture(scope="session")
def selenium_module_scope(request: pytest.FixtureRequest):
    """One browser and one runtime for all tests (pytest-pyodide's own boots anew for each module)."""
    runtime, server = request.getfixturevalue("runtime_name"), request.getfixturevalue("web_server_main")
    with selenium_common(request, runtime, server) as selenium:
        selenium.set_script_timeout(60)
        install_source(selenium)
        yield selenium


@pytest.fixture(scope="session")
def runtime_name() -> str:
    return "chrome"


def install_source(selenium) -> None:
    """Unpack ``py/pagehand`` and the tests' own ``fixture.py`` into the runtime's file system."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted((ROOT / "py" / "pagehand").rglob("*.py")):
            archive.write(path, path.relative_to(ROOT / "py"))
        archive.write(ROOT / "tests" / "browser" / "fixture.py", "fixture.py")
    encoded = base64.b64encode(buffer.getvalue()).decode("ascii")
    selenium.run_js(
        f"""
        await pyodide.loadPackage(["pydantic", "pydantic-core", "annotated-types", "typing-extensions",
            "typing-inspection", "json-repair", "micropip", "packaging", "pyodide-http", "pytest"], {{checkIntegrity: false}});
        const bytes = Uint8Array.from(atob("{encoded}"), character => character.charCodeAt(0));
        pyodide.unpackArchive(bytes, "zip", {{extractDir: "/lib/python3.14/site-packages"}});
        pyodide.runPython("import importlib; importlib.invalidate_caches(); import fixture");
        """
    )
