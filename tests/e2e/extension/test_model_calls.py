"""Issue 7, Security: the key stays in the worker, and calls of the model go where they should."""

from __future__ import annotations

import json
import time

import pytest
from playwright.sync_api import Page

from e2e.extension.driving import KEY, SCHEME, Extension, wait_until
from e2e.model_server import ModelServer
from e2e.replies import act, call, done, fail, redirect
from e2e.site_server import SiteResponse, SiteServer

TASK = "Say the word marigold"
FIND_IN_WASM = """key => {
    const heap = globalThis.pagehandSide.booted.python._module.HEAPU8
    const bytes = new TextEncoder().encode(key)
    for (let at = heap.indexOf(bytes[0]); at >= 0; at = heap.indexOf(bytes[0], at + 1))
        if (bytes.every((byte, i) => heap[at + i] === byte)) return true
    return false
}"""


@pytest.fixture
def page(extension: Extension, site: SiteServer) -> Page:
    site.handlers["/one"] = lambda _request: SiteResponse("<title>One</title><button>Go</button>")
    return extension.open(site.url("/one"))


def heap_of(page: Page) -> str:
    """All strings of the page's process: its own world and the isolated ones, of every frame."""
    session = page.context.new_cdp_session(page)
    chunks: list[str] = []
    session.on("HeapProfiler.addHeapSnapshotChunk", lambda event: chunks.append(event["chunk"]))
    session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    return "".join(chunks)


def in_isolated_world(page: Page, function: str, argument: str) -> object:
    session = page.context.new_cdp_session(page)
    contexts: list[dict] = []
    session.on("Runtime.executionContextCreated", lambda event: contexts.append(event["context"]))
    session.send("Runtime.enable")
    main_frame = session.send("Page.getFrameTree")["frameTree"]["frame"]["id"]
    ours = next(
        each for each in contexts if each["origin"].startswith(SCHEME) and each["auxData"]["frameId"] == main_frame
    )
    expression = f"({function})({json.dumps(argument)})"
    answer = session.send(
        "Runtime.evaluate", {"expression": expression, "contextId": ours["id"], "returnByValue": True}
    )
    return answer["result"].get("value")


def test_the_key_is_nowhere_in_the_page(extension: Extension, page: Page) -> None:
    """Neither in a world's memory nor in Python's, even when the server quotes it; the search does find what is there."""
    with ModelServer([fail(429, f"Slow down, {KEY}"), done("Marigold.")]) as model:
        extension.configure(model)
        panel = extension.run(page, TASK)
        panel.wait_status("completed")
        assert [request.headers["authorization"] for request in model.requests] == [f"Bearer {KEY}"] * 2
        page.evaluate("window.control = 'zinnia-control'")
        heap = heap_of(page)
        assert "zinnia-control" in heap
        assert KEY not in heap
        assert in_isolated_world(page, FIND_IN_WASM, "marigold") is True
        assert in_isolated_world(page, FIND_IN_WASM, KEY) is False
        assert KEY not in panel.text


def test_content_scripts_cannot_read_the_settings(extension: Extension, page: Page) -> None:
    extension.configure()
    extension.start(page)
    said = in_isolated_world(
        page,
        "name => { try { return typeof chrome.storage?.[name]?.get } catch (error) { return String(error) } }",
        "session",
    )
    read = """async name => {
        for (const area of ['local', 'session']) try {
            const found = await chrome.storage[area].get(); globalThis.found = JSON.stringify(found)
        } catch (error) { globalThis.refused = (globalThis.refused ?? 0) + 1 }
    }"""
    in_isolated_world(page, read, "")
    assert said in ("function", "undefined")
    assert wait_until(lambda: in_isolated_world(page, "() => globalThis.refused", ""), "the refusals") == 2
    assert in_isolated_world(page, "() => globalThis.found ?? 'nothing'", "") == "nothing"


ASK = """request => {
    globalThis.answer = 'none'
    const port = chrome.runtime.connect({ name: 'model' })
    port.onMessage.addListener(answer => (globalThis.answer = JSON.stringify(answer)))
    port.postMessage(JSON.parse(request))
}"""


def test_a_document_that_does_not_speak_for_a_task_gets_no_call(extension: Extension, page: Page) -> None:
    """Sender and address are checked by the worker: the top document's own world is not Python's home."""
    with ModelServer([]) as model:
        extension.configure(model)
        extension.start(page)
        request = {"url": f"{model.base_url}/chat/completions", "headers": {}, "body": "{}", "timeout": 5}
        in_isolated_world(page, ASK, json.dumps(request))
        answer = wait_until(
            lambda: (found := in_isolated_world(page, "() => globalThis.answer", "")) != "none" and found, "an answer"
        )
        assert "refused" in str(answer)
        assert model.requests == []


def test_only_the_configured_address_is_called(extension: Extension) -> None:
    """The options page may call at once, and no other address than the saved one gets the key."""
    with ModelServer([]) as model, ModelServer([]) as other:
        extension.configure(model)
        options = extension.open(f"{SCHEME}{extension.id}/options.html")
        ask = """url => new Promise(resolve => {
            const port = chrome.runtime.connect({ name: 'model' })
            port.onMessage.addListener(resolve)
            port.postMessage({ url, headers: { authorization: 'Bearer pagehand:key' }, body: '{}', timeout: 5 })
        })"""
        for address in (f"{other.base_url}/chat/completions", f"{model.origin}/v2/chat", "file:///etc/hosts", "x"):
            assert options.evaluate(ask, address) == {"refused": "the address is not the configured one"}
        assert other.requests == []
        assert model.requests == []


def test_a_server_that_checks_origin_as_ollama_does(extension: Extension, page: Page) -> None:
    """Page-shapes 90: the request comes without ``Origin``, so nothing has to be configured there."""
    with ModelServer([done("Served.")], origins=["http://localhost"]) as model:
        extension.configure(model)
        panel = extension.run(page, TASK)
        panel.wait_status("completed")
        assert "origin" not in model.requests[0].headers
        assert model.refused == []


def test_a_redirect_does_not_take_the_key_along(extension: Extension, page: Page) -> None:
    with ModelServer([done("never")]) as other:
        with ModelServer(lambda _request: redirect(f"{other.base_url}/chat/completions")) as model:
            extension.configure(model)
            panel = extension.run(page, TASK)
            panel.wait_status("error", timeout=30)
            panel.wait_text("sends on to another address")
        assert other.requests == []


def test_the_clients_errors_come_through(extension: Extension, page: Page) -> None:
    """C55, C56: a status keeps its class, and a server that is not there is a network error."""
    with ModelServer([fail(401, f"Incorrect API key provided: {KEY}")]) as model:
        extension.configure(model)
        panel = extension.run(page, TASK)
        panel.wait_status("error")
        panel.wait_text("API key was refused")
        assert KEY not in panel.text
        assert len(model.requests) == 1
        extension.configure(model, timeout="5", baseURL="http://127.0.0.1:9/v1")
        page.reload()
        panel = extension.start(page)
        panel.submit(TASK)
        panel.wait_status("error", timeout=30)
        panel.wait_text("could not be reached")


def test_a_timeout_is_ours(extension: Extension, page: Page) -> None:
    with ModelServer(lambda _request: done("late").after(30)) as model:
        extension.configure(model, timeout="1")
        panel = extension.run(page, TASK)
        panel.wait_status("error", timeout=40)
        panel.wait_text("did not answer within 1 second")
        assert len(model.requests) == 3


def stop_worker(extension: Extension) -> None:
    """As the browser does with an idle one."""
    page = extension.context.new_page()
    page.goto(f"{SCHEME}{extension.id}/notice.html")
    session = extension.context.new_cdp_session(page)
    versions: list[str] = []
    session.on(
        "ServiceWorker.workerVersionUpdated",
        lambda event: versions.extend(
            each["versionId"] for each in event["versions"] if each["runningStatus"] == "running"
        ),
    )
    session.send("ServiceWorker.enable")
    wait_until(lambda: page.wait_for_timeout(50) or versions, "the worker's version")
    for version in dict.fromkeys(versions):
        session.send("ServiceWorker.stopWorker", {"versionId": version})
    page.wait_for_timeout(300)
    page.close()


def test_the_worker_killed_in_mid_call(extension: Extension, page: Page) -> None:
    """Page-shapes 79: the call is made again by a fresh worker, and the task goes on."""
    with ModelServer([done("lost").after(30), act("wait", {"seconds": 1}), done("Survived.")]) as model:
        extension.configure(model)
        panel = extension.run(page, TASK)
        model.wait_for_request(1)
        stop_worker(extension)
        panel.wait_status("completed", timeout=30)
        panel.wait_text("Survived.")
        assert len(model.requests) == 3


def test_the_worker_killed_between_two_steps(extension: Extension, page: Page) -> None:
    """A stateless worker: nothing of the task was in it."""
    with ModelServer([act("wait", {"seconds": 3}), done("Survived.")]) as model:
        extension.configure(model)
        panel = extension.run(page, TASK)
        model.wait_for_request(1)
        time.sleep(1)
        stop_worker(extension)
        panel.wait_status("completed", timeout=30)
        panel.wait_text("Survived.")
        assert len(model.requests) == 2


def test_a_call_of_ninety_seconds(extension: Extension, page: Page) -> None:
    with ModelServer([done("At last.").after(90)]) as model:
        extension.configure(model)
        panel = extension.run(page, TASK)
        panel.wait_status("completed", timeout=110)
        panel.wait_text("At last.")
        assert len(model.requests) == 1


@pytest.mark.gallery
def test_a_call_of_six_minutes(extension: Extension, page: Page) -> None:
    with ModelServer([done("At last.").after(360)]) as model:
        extension.configure(model, timeout="400")
        panel = extension.run(page, TASK)
        panel.wait_status("completed", timeout=390)
        panel.wait_text("At last.")
        assert len(model.requests) == 1


def test_options_page_tests_a_model(extension: Extension) -> None:
    """Point 1: presets fill the form; Test makes a real call and says what came of it; what is entered is saved."""
    with ModelServer([call("ready", {"greeting": "hello"}), fail(404, "no such model")], origins=[]) as model:
        page = extension.open(f"{SCHEME}{extension.id}/options.html")
        page.get_by_label("Provider").select_option("openai")
        assert page.get_by_label("Base URL").input_value() == "https://api.openai.com/v1"
        page.get_by_label("Base URL").fill(model.base_url)
        page.locator("[name=model]").fill("gpt-5.2")
        page.get_by_label("API key").fill(KEY)
        page.get_by_label("Never work on").fill("bank.example\n\n *.gov.example ")
        result = page.locator("#test-result")
        page.get_by_role("button", name="Test").click()
        page.wait_for_selector("#test-result.good", timeout=20_000)
        assert "gpt-5.2 answered in" in result.inner_text()
        assert model.requests[0].headers["authorization"] == f"Bearer {KEY}"
        page.get_by_role("button", name="Test").click()
        page.wait_for_selector("#test-result.bad")
        assert "no such model" in result.inner_text()
        page.get_by_label("Language").select_option("zh-CN")
        assert page.get_by_role("button", name="测试").is_visible()
        page.reload()
        assert page.locator("[name=key]").input_value() == KEY
        saved = extension.evaluate("async () => (await chrome.storage.local.get('settings')).settings")
        assert saved["denied"] == ["bank.example", "*.gov.example"]
