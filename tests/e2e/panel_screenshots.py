"""Draw the panel's states into PNGs, to be looked at: ``.venv/bin/python tests/e2e/panel_screenshots.py [OUT]``.

The real panel, drawn by the working tree's Python in Pyodide (``.cache/test-runtime``), over a site of ``tests/sites``.
Every state is taken in each look (light, dark, narrow, Chinese).
"""

from __future__ import annotations

import io
import sys
import textwrap
import threading
import zipfile
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
RUNTIME = ROOT / ".cache" / "test-runtime"
CHROMIUM = "/usr/bin/chromium"
PACKAGES = ["pydantic", "pydantic-core", "annotated-types", "typing-extensions", "typing-inspection"]
LOOKS = {
    "light": {"size": (1120, 760), "scheme": "light", "language": "en-US"},
    "dark": {"size": (1120, 760), "scheme": "dark", "language": "en-US"},
    "narrow": {"size": (320, 640), "scheme": "light", "language": "en-US"},
    "chinese": {"size": (1120, 760), "scheme": "light", "language": "zh-CN"},
}
STATES = (
    *("boot", "boot_error", "launcher", "idle", "running", "asking", "choosing", "confirming", "paused", "takeover"),
    *("done", "unfolded", "error", "incomplete", "plan", "stage"),
)


class Handler(SimpleHTTPRequestHandler):
    """``/runtime/`` is the test runtime, ``/source.zip`` the working tree, everything else ``tests/sites``."""

    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript", ".wasm": "application/wasm"}

    def translate_path(self, path: str) -> str:
        if path.startswith("/runtime/"):
            return str(RUNTIME / path.removeprefix("/runtime/").split("?")[0])
        return super().translate_path(path)

    def do_GET(self) -> None:
        if self.path != "/source.zip":
            super().do_GET()
            return
        body = source_archive()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_arguments: object) -> None:
        return None


def source_archive() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for path in sorted((ROOT / "py" / "pagehand").rglob("*.py")):
            archive.write(path, path.relative_to(ROOT / "py"))
        archive.write(ROOT / "tests" / "e2e" / "panel_states.py", "panel_states.py")
    return buffer.getvalue()


def boot(page: Page) -> None:
    page.evaluate(
        """async packages => {
            const { loadPyodide } = await import('/runtime/pyodide.mjs')
            window.pyodide = await loadPyodide({ indexURL: '/runtime/' })
            await pyodide.loadPackage(packages, { checkIntegrity: false })
            const source = await (await fetch('/source.zip')).arrayBuffer()
            pyodide.unpackArchive(source, 'zip', { extractDir: '/lib/python3.14/site-packages' })
            pyodide.runPython('import importlib; importlib.invalidate_caches()')
        }""",
        PACKAGES,
    )


def python(page: Page, source: str) -> object:
    return page.evaluate("source => window.pyodide.runPythonAsync(source)", textwrap.dedent(source))


def main(out: Path, wanted: set[str]) -> None:
    out.mkdir(parents=True, exist_ok=True)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(ROOT / "tests" / "sites")))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        page.on("console", lambda message: print("console:", message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: print("page error:", error))
        page.goto(f"http://127.0.0.1:{server.server_port}/orders/plain.html")
        boot(page)
        for look, options in LOOKS.items():
            page.set_viewport_size({"width": options["size"][0], "height": options["size"][1]})
            page.emulate_media(color_scheme=options["scheme"])
            for state in STATES:
                if wanted and state not in wanted and look not in wanted:
                    continue
                python(page, f"import panel_states; await panel_states.show({state!r}, {options['language']!r})")
                page.wait_for_timeout(350)
                page.screenshot(path=out / f"{state}-{look}.png")
        python(page, "await panel_states.clear()")
        browser.close()
    server.shutdown()


if __name__ == "__main__":
    arguments = sys.argv[1:]
    main(ROOT / ".cache" / "screenshots", set(arguments))
