"""A host's own tools in Python, on the page: typed, sync and async, with packages, and with faults in them."""

from __future__ import annotations

import io
import json
import re
import zipfile

from playwright.sync_api import Page, expect

from e2e.agent_calls import call, execute, outcomes
from e2e.conftest import BrowserLog
from e2e.host.conftest import DESK, Copilot, Example
from e2e.host.test_javascript_tools import actions_of, outputs
from e2e.model_server import ModelServer
from e2e.replies import act, done
from e2e.site_server import SiteResponse, SiteServer

PAGE = """<!doctype html><meta charset="utf-8"><title>Python</title><link rel="icon" href="data:,"><p>Nothing here.</p>%s"""


def test_typed_functions_are_tools(example: Example):
    """Issue 8: ``<script type="text/x-pagehand">``; the schema is derived; sync and async; the hands within reach (X30)"""
    script = [
        act("postage", {"grams": "30", "zone": "abroad"}),
        lambda request: act("write_price", {"index": request.number("^<input", line="^Price"), "cents": 205}),
        done("2.05"),
    ]
    with ModelServer(script) as model:
        page = example("python", model)
        result = execute(page, "What does a letter of 30 g to France cost?")
    assert outcomes(result) == [("postage", True), ("write_price", True), ("done", True)]
    assert json.loads(outputs(result)[0]) == {"cents": 205}
    expect(page.get_by_label("Price")).to_have_value("2.05")
    told = actions_of(model.requests[0])["postage"]
    assert told["properties"]["grams"] == {"type": "integer", "description": "Its weight in grams."}
    assert told["properties"]["zone"]["enum"] == ["inland", "abroad"]
    assert told["properties"]["zone"]["default"] == "inland"
    assert "share" in actions_of(model.requests[0])


def test_an_error_in_a_tool_names_its_line_and_harms_nobody(example: Example):
    """Issue 8: the line and its text; the run goes on"""
    script = [act("share", {"cents": 95, "people": 0}), act("share", {"cents": 95, "people": 2}), done("47.5")]
    with ModelServer(script) as model:
        page = example("python", model)
        result = execute(page, "Split it")
    assert outcomes(result) == [("share", False), ("share", True), ("done", True)]
    number = line_in_script(page, "return cents / people")
    assert f"ZeroDivisionError: division by zero (line {number}: return cents / people)" in outputs(result)[0]
    assert outputs(result)[1] == "47.5"


def line_in_script(page: Page, line: str) -> int:
    text = page.evaluate("document.querySelector('script[type=\"text/x-pagehand\"]').textContent")
    return next(number for number, each in enumerate(text.splitlines(), 1) if each.strip() == line)


FAULTY = """
<script type="text/x-pagehand" id="broken">
def half(:
    pass
</script>
<script type="text/x-pagehand" id="raising">
rates = {}
rates["letter"]
</script>
<script type="text/x-pagehand" id="untyped">
@tool
def untyped(ctx, weight):
    \"\"\"No type.\"\"\"
</script>
<script type="text/x-pagehand" id="good">
@tool
def good(ctx: ToolContext) -> str:
    \"\"\"Works.\"\"\"
    return "works"
</script>
"""


def test_a_script_that_does_not_run_is_told_and_the_others_work(
    copilot: Copilot, site: SiteServer, browser_log: BrowserLog
):
    """Issue 8: an error names its line, and the agent is there all the same"""
    site.handlers["/python"] = lambda _: SiteResponse(PAGE % FAULTY)
    page = copilot(None, path="/python")
    assert call(page, "agent.executeAction('good')")["message"] == "works"
    told = [line for line in browser_log.console if "Pagehand:" in line]
    assert len(told) == 3
    assert re.search(r"broken.*SyntaxError: .*\(line 2: def half\(:\)", told[0])
    assert re.search(r"raising.*KeyError: 'letter' \(line 3: rates\[\"letter\"\]\)", told[1])
    assert re.search(r"untyped.*'weight'.*needs a type", told[2])
    shown = page.evaluate("document.querySelector('pagehand-root').shadowRoot.querySelector('.notice').textContent")
    assert "untyped" in shown


PACKAGED = """
<script type="text/x-pagehand" data-packages="/wheels/tiny_stamp-1.0-py3-none-any.whl tiny-seal"
        data-index-urls="/simple">
import tiny_seal
import tiny_stamp
from urllib.request import urlopen

@tool
def stamp(ctx: ToolContext, name: str) -> str:
    \"\"\"Stamp a name.\"\"\"
    return tiny_seal.seal(tiny_stamp.stamp(name))

@tool
def motto(ctx: ToolContext, address: str) -> str:
    \"\"\"The motto at an address; waits for it.\"\"\"
    return urlopen(address).read().decode()
</script>
"""


def wheel(name: str, source: str) -> bytes:
    """A wheel of one module, version 1.0."""
    info = f"{name}-1.0.dist-info"
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr(f"{name}.py", source)
        archive.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name.replace('_', '-')}\nVersion: 1.0\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", f"{name}.py,,\n{info}/METADATA,,\n{info}/WHEEL,,\n{info}/RECORD,,\n")
    return content.getvalue()


def test_packages_that_the_host_declares(copilot: Copilot, site: SiteServer):
    """X31: a wheel's address, a name looked up at the host's own index; ``urllib`` works, and blocks (pyodide_http)"""
    wheels = {
        "tiny_stamp-1.0-py3-none-any.whl": wheel("tiny_stamp", "def stamp(name):\n    return f'[{name}]'\n"),
        "tiny_seal-1.0-py3-none-any.whl": wheel("tiny_seal", "def seal(text):\n    return f'*{text}*'\n"),
    }
    for name, content in wheels.items():
        site.handlers[f"/wheels/{name}"] = lambda _, content=content: SiteResponse(
            content, content_type="application/zip"
        )
    link = '<!doctype html><a href="/wheels/tiny_seal-1.0-py3-none-any.whl">tiny_seal-1.0-py3-none-any.whl</a>'
    site.handlers["/simple/tiny-seal/"] = lambda _: SiteResponse(link)
    site.handlers["/motto"] = lambda _: SiteResponse("Neither snow nor rain", content_type="text/plain")
    site.handlers["/python"] = lambda _: SiteResponse(PAGE % PACKAGED)
    page = copilot(None, path="/python")
    assert call(page, "agent.executeAction('stamp', { name: 'Ada' })")["message"] == "*[Ada]*"
    motto = call(page, "agent.executeAction('motto', { address: argument })", site.url("/motto"))
    assert motto["message"] == "Neither snow nor rain"


def test_no_python_of_the_host_means_no_archives(copilot: Copilot, site: SiteServer):
    """The whole library is fetched only where a host's own Python may ask for it"""
    copilot(None, path=DESK)
    assert not [
        request.path for request in site.requests if "stdlib" in request.path or "site-packages" in request.path
    ]
