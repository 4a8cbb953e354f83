"""Issue 7, points 2, 3 and 5: a task from page to page and from tab to tab, and how it is stopped."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from e2e.extension.driving import Extension, Panel, wait_until
from e2e.model_server import ModelServer
from e2e.replies import ModelRequest, Reply, act, done
from e2e.site_server import SiteResponse, SiteServer


def click(pattern: str, **reflection: str):
    return lambda request: act("click_element_by_index", {"index": request.number(pattern)}, **reflection)


def html(title: str, body: str) -> Any:
    return lambda _request: SiteResponse(f"<!doctype html><title>{title}</title><h1>{title}</h1>{body}")


def saved_session(extension: Extension) -> dict[str, Any]:
    """The only task's saved session."""
    stored = extension.evaluate("() => chrome.storage.session.get()")
    return json.loads(next(text for name, text in stored.items() if name != "state"))


def finished(panel: Panel, words: str) -> None:
    panel.wait_status("completed", "error", "stopped", timeout=30)
    panel.wait_text(words)


def test_the_panel_is_there_before_python(extension: Extension, site: SiteServer) -> None:
    """Point 2: a task that is typed and sent at once is kept, and begins as soon as Python is there."""
    site.handlers["/one"] = html("One", "<button>Go</button>")
    with ModelServer([done("It is done.")]) as model:
        extension.configure(model)
        page = extension.open(site.url("/one"))
        extension.press(page)
        panel = Panel(page)
        wait_until(lambda: panel.visible, "the panel", timeout=3)
        early = not panel.ready
        page.keyboard.type("Say it is done")
        page.keyboard.press("Enter")
        finished(panel, "It is done.")
        assert early
        assert "Say it is done" in model.requests[0].text


def test_pressed_again_the_panel_hides_and_shows(extension: Extension, site: SiteServer) -> None:
    site.handlers["/one"] = html("One", "")
    extension.configure()
    page = extension.open(site.url("/one"))
    panel = extension.start(page)
    extension.press(page)
    wait_until(lambda: not panel.visible, "the panel to hide")
    extension.press(page)
    wait_until(lambda: panel.visible, "the panel again")


def test_a_task_over_form_post_redirect_and_reload(extension: Extension, site: SiteServer) -> None:
    """Point 3, X11, X13: history, steps, memory and numbers go on; nothing is done twice."""
    posted: list[str] = []

    def save(request: Any) -> SiteResponse:
        posted.append(request.form["name"])
        return SiteResponse.redirect("/thanks")

    site.handlers["/form"] = html(
        "Form", "<form method=post action=/save><input name=name aria-label=Name><button>Store</button></form>"
    )
    site.handlers["/save"] = save
    site.handlers["/thanks"] = html(
        "Thanks", "<a href=/form2>Next form</a><button onclick='location.reload()'>Load anew</button>"
    )
    site.handlers["/form2"] = html("Second", "<p>The end</p>")
    script = [
        lambda r: act("input_text", {"index": r.number("input"), "text": "Ada"}, memory="typing Ada"),
        click("Store"),
        click("Load anew"),
        click("Next form"),
        done("Stored and moved on."),
    ]
    with ModelServer(script) as model:
        extension.configure(model, confirm="off")
        page = extension.open(site.url("/form"))
        panel = extension.run(page, "Store Ada")
        finished(panel, "Stored and moved on.")
        assert posted == ["Ada"]
        last = model.requests[-1].text
        assert "Step 5 of 40" in last
        assert "typing Ada" in last
        assert last.count("navigated to") >= 3
        numbers = [int(request.number("Store|Load anew|Next form")) for request in model.requests[:4:2]]
        assert numbers[1] > numbers[0]  # X13: numbers go on across page loads
        assert saved_session(extension)["status"] == "completed"
        assert page.url.endswith("/form2")


def test_old_numbers_are_from_a_previous_page(extension: Extension, site: SiteServer) -> None:
    """X13."""
    site.handlers["/one"] = html("One", "<a href=/two>Next page</a>")
    site.handlers["/two"] = html("Two", "<a href=/one>Back</a>")
    script = [click("Next page"), act("click_element_by_index", {"index": 1}), done("Enough.")]
    with ModelServer(script) as model:
        extension.configure(model)
        panel = extension.run(extension.open(site.url("/one")), "Try it")
        finished(panel, "Enough.")
        assert "previous page" in model.requests[2].text


def test_push_state_is_no_page_load(extension: Extension, site: SiteServer) -> None:
    site.handlers["/app"] = html(
        "App",
        "<button onclick=\"history.pushState({}, '', '/app/inner'); document.querySelector('h1').textContent = 'Inner'\">Inner view</button>",
    )
    with ModelServer([click("Inner view"), done("Inside.")]) as model:
        extension.configure(model)
        panel = extension.run(extension.open(site.url("/app")), "Go inside")
        finished(panel, "Inside.")
        assert "/app/inner" in model.requests[1].text
        assert len([r for r in site.requests if r.path.startswith("/app")]) == 1


def test_back_and_forward_do_not_start_a_second_run(extension: Extension, site: SiteServer) -> None:
    """X11: the person goes back in mid-run, to a page from the back/forward cache; one run goes on."""
    site.handlers["/one"] = html("One", "<a href=/two>Next page</a>")
    site.handlers["/two"] = html("Two", "<p>two</p>")
    steps: list[str] = []

    def answer(request: ModelRequest) -> Reply:
        steps.append(request.page.splitlines()[0])
        if len(steps) == 1:
            return click("Next page")(request)
        if len(steps) == 2:
            return act("wait", {"seconds": 3})
        return done("Over.")

    with ModelServer(answer) as model:
        extension.configure(model)
        page = extension.open(site.url("/one"))
        panel = extension.run(page, "Look around")
        model.wait_for_request(2)
        time.sleep(0.8)
        page.go_back()
        panel = Panel(page)
        finished(panel, "Over.")
        time.sleep(1)
        assert [step.split("/")[-1].rstrip(")") for step in steps] == ["one", "two", "one"]
        assert len([frame for frame in page.frames if frame != page.main_frame]) == 1


def test_go_back_by_the_agent(extension: Extension, site: SiteServer) -> None:
    site.handlers["/one"] = html("One", "<a href=/two>Next page</a>")
    site.handlers["/two"] = html("Two", "<p>two</p>")
    with ModelServer([click("Next page"), act("go_back"), done("Back.")]) as model:
        extension.configure(model)
        page = extension.open(site.url("/one"))
        finished(extension.run(page, "Go and come back"), "Back.")
        assert page.url.endswith("/one")
        assert len(model.requests) == 3


def test_a_new_origin_is_asked_for(extension: Extension, site: SiteServer, other_site: SiteServer) -> None:
    """Point 3: at a new origin the person is asked; the page is not read before."""
    site.handlers["/one"] = html("One", "<a href=/away>Leave</a>")
    site.handlers["/away"] = lambda _request: SiteResponse.redirect(other_site.url("/there"), 302)
    other_site.handlers["/there"] = html("There", "<p>elsewhere</p>")
    with ModelServer([click("Leave"), done("Arrived.")]) as model:
        extension.configure(model)
        page = extension.open(site.url("/one"))
        extension.run(page, "Go there")
        panel = Panel(page)
        panel.wait_text("where it has not been before")
        assert len(model.requests) == 1
        panel.press("Allow")
        finished(panel, "Arrived.")
        assert "elsewhere" in model.requests[1].text


def test_a_new_origin_that_is_refused(extension: Extension, site: SiteServer, other_site: SiteServer) -> None:
    site.handlers["/one"] = lambda _request: SiteResponse(f"<a href='{other_site.url('/there')}'>Leave</a>")
    other_site.handlers["/there"] = html("There", "<p>elsewhere</p>")
    with ModelServer([click("Leave")]) as model:
        extension.configure(model)
        page = extension.open(site.url("/one"))
        extension.run(page, "Go there")
        panel = Panel(page)
        panel.wait_text("where it has not been before")
        panel.press("Don’t")
        panel.wait_status("stopped")
        assert len(model.requests) == 1
        assert saved_session(extension)["status"] == "stopped"


def test_never_on_a_denied_site(extension: Extension, site: SiteServer, other_site: SiteServer) -> None:
    """Point 3: neither by the button nor by a task that is led there."""
    site.handlers["/one"] = lambda _request: SiteResponse(f"<a href='{other_site.url('/there')}'>Leave</a>")
    other_site.handlers["/there"] = html("There", "<p>elsewhere</p>")
    with ModelServer([click("Leave")]) as model:
        extension.configure(model, denied=["localhost"], newSites="go_on")
        page = extension.open(site.url("/one"))
        extension.run(page, "Go there")
        page.wait_for_url("**/there")
        wait_until(lambda: saved_session(extension)["status"] == "stopped", "the end of the task")
        assert Panel(page).host is None
        assert len(model.requests) == 1
        extension.press(page)
        assert "denied" in wait_until(lambda: extension.popup(page), "the reason")
        assert Panel(page).host is None


def test_stop_from_the_panel_and_from_the_toolbar(extension: Extension, site: SiteServer) -> None:
    """Point 3: the model's call is given up at once."""
    site.handlers["/one"] = html("One", "")
    with ModelServer([done("late").after(20), done("late").after(20)]) as model:
        extension.configure(model)
        page = extension.open(site.url("/one"))
        panel = extension.run(page, "Wait for it")
        model.wait_for_request(1)
        panel.press("stop")
        panel.wait_status("stopped", timeout=3)
        model.wait_until_client_left(model.requests[0])
        panel.submit("Again")
        model.wait_for_request(2)
        extension.press(page)
        panel.wait_status("stopped", timeout=3)
        model.wait_until_client_left(model.requests[1])
        assert panel.visible


def test_stop_from_the_toolbar_while_no_python_is_there(extension: Extension, site: SiteServer) -> None:
    """A task that is stopped between two pages does not resume."""
    site.handlers["/one"] = html("One", "<a href=/slow>Next page</a>")

    def slow(_request: Any) -> SiteResponse:
        time.sleep(3)
        return SiteResponse("<title>Slow</title>")

    site.handlers["/slow"] = slow
    with ModelServer([click("Next page")]) as model:
        extension.configure(model)
        page = extension.open(site.url("/one"))
        extension.run(page, "Go on")
        wait_until(lambda: any(request.path == "/slow" for request in site.requests), "the next page's request")
        task = next(iter(extension.state()["tabs"]))
        extension.evaluate("async id => chrome.action.onClicked.dispatch(await chrome.tabs.get(Number(id)))", task)
        page.wait_for_url("**/slow")
        wait_until(lambda: saved_session(extension)["status"] == "stopped", "the end of the task")
        Panel(page).wait_ready()
        time.sleep(1)
        assert len(model.requests) == 1


@pytest.mark.parametrize(
    "opening", ["<a href=/two target=_blank>New tab</a>", "<button onclick=\"window.open('/two')\">New tab</button>"]
)
def test_a_new_tab_is_followed(extension: Extension, site: SiteServer, opening: str) -> None:
    """Point 3, X24: the task goes on in the tab that the page opened, and comes back when it closes."""
    site.handlers["/one"] = html("One", opening)
    site.handlers["/two"] = html("Two", "<button onclick='window.close()'>Close me</button>")
    script = [click("New tab"), lambda r: act("close_tab", {"tab_id": 2}), done("Back where it began.")]
    with ModelServer(script) as model:
        extension.configure(model, confirm="off")
        page = extension.open(site.url("/one"))
        panel = extension.run(page, "Look into the other tab")
        model.wait_for_request(2)
        assert "/two" in model.requests[1].page
        assert "[1] One" in model.requests[1].text
        assert "[2] Two" in model.requests[1].text
        finished(panel, "Back where it began.")
        assert "/one" in model.requests[2].page
        assert not any(each.url.endswith("/two") for each in extension.context.pages)


def test_tabs_by_tools(extension: Extension, site: SiteServer) -> None:
    """Point 5: opened, listed, switched; a tab that is not the task's is not touched."""
    site.handlers["/one"] = html("One", "")
    site.handlers["/two"] = html("Two", "")
    site.handlers["/mine"] = html("The person's own", "")
    with ModelServer(
        [
            act("open_new_tab", {"url": site.url("/two")}),
            act("switch_to_tab", {"tab_id": 1}),
            act("close_tab", {"tab_id": 7}),
            done("Been there."),
        ]
    ) as model:
        extension.configure(model)
        extension.open(site.url("/mine"))
        page = extension.open(site.url("/one"))
        panel = extension.run(page, "Look at both")
        finished(panel, "Been there.")
        assert [request.page.split("](")[1].split(")")[0].split("/")[-1] for request in model.requests] == [
            "one",
            "two",
            "one",
            "one",
        ]
        assert "own" not in model.requests[2].text
        assert "There is no tab 7" in model.requests[3].text
        assert len(extension.context.pages) >= 3


def test_the_tab_closed_in_mid_run(extension: Extension, site: SiteServer) -> None:
    site.handlers["/one"] = html("One", "")
    with ModelServer([done("late").after(20)]) as model:
        extension.configure(model)
        page = extension.open(site.url("/one"))
        extension.run(page, "Wait for it")
        model.wait_for_request(1)
        page.close()
        model.wait_until_client_left(model.requests[0])
        archive = wait_until(
            lambda: extension.evaluate("async () => (await chrome.storage.local.get('archive')).archive"), "the archive"
        )
        assert [entry["status"] for entry in archive] == ["stopped"]


def test_the_person_switches_tabs_in_mid_run(extension: Extension, site: SiteServer) -> None:
    """The task goes on in its tab, which nobody sees."""
    site.handlers["/one"] = html("One", "<button onclick=\"document.title = 'pressed'\">Go</button>")
    site.handlers["/mine"] = html("Mine", "")
    with ModelServer([lambda r: click("Go")(r).after(1), done("Went.")]) as model:
        extension.configure(model)
        page = extension.open(site.url("/one"))
        panel = extension.run(page, "Press go")
        model.wait_for_request(1)
        mine = extension.open(site.url("/mine"))
        mine.bring_to_front()
        finished(panel, "Went.")
        assert page.title() == "pressed"
        assert "/one" in model.requests[1].page


def test_two_tasks_in_two_windows(extension: Extension, site: SiteServer) -> None:
    """Page-shapes 78: each works in its own tab."""
    for name in ("a", "b"):
        site.handlers[f"/{name}"] = html(f"Page {name}", f"<a href=/{name}2>On</a>")
        site.handlers[f"/{name}2"] = html(f"Second {name}", "")

    def answer(request: ModelRequest) -> Reply:
        name = "a" if "task a" in request.text else "b"
        return (
            click("On")(request).after(0.5)
            if request.sees("Page")
            else done(f"Finished {name}: {request.sees(f'Second {name}')}")
        )

    with ModelServer(answer) as model:
        extension.configure(model)
        first = extension.open(site.url("/a"))
        with extension.context.expect_page() as opened:
            extension.evaluate("url => void chrome.windows.create({ url })", site.url("/b"))
        second = opened.value
        second.wait_for_load_state()
        panels = [extension.run(first, "This is task a"), extension.run(second, "This is task b")]
        finished(panels[0], "Finished a: True")
        finished(panels[1], "Finished b: True")
        assert len(model.requests) == 4


def test_the_extension_reloaded_in_mid_run(extension: Extension, site: SiteServer) -> None:
    """``chrome.runtime.reload``: said in the panel; the button then begins anew in the same page."""
    site.handlers["/one"] = html("One", "")
    settings = extension.open("chrome://extensions")  # only in developer mode does an unpacked extension survive it
    settings.evaluate(
        "() => new Promise(on => chrome.developerPrivate.updateProfileConfiguration({ inDeveloperMode: true }, on))"
    )
    with ModelServer([done("late").after(2), done("Anew.")]) as model:
        extension.configure(model)
        page = extension.open(site.url("/one"))
        panel = extension.run(page, "Wait for it")
        model.wait_for_request(1)
        extension.evaluate("() => void setTimeout(chrome.runtime.reload, 50)")
        panel.wait_text("updated or reloaded")
        wait_until(lambda: page.wait_for_timeout(100) or extension.context.service_workers, "the new worker")
        page.wait_for_timeout(1000)
        extension.configure(model)
        finished(extension.run(page, "Now"), "Anew.")


def test_the_archive_keeps_ended_tasks(extension: Extension, site: SiteServer) -> None:
    """Point 7."""
    site.handlers["/one"] = html("One", "")
    with ModelServer([done("First."), done("Second.")]) as model:
        extension.configure(model)
        page = extension.open(site.url("/one"))
        panel = extension.run(page, "The first task")
        finished(panel, "First.")
        panel.submit("The second task")
        finished(panel, "Second.")
    options = extension.open(f"chrome-extension://{extension.id}/options.html")
    entries = options.locator("#archive li")
    assert entries.count() == 2
    assert "The second task" in entries.nth(0).inner_text()
    with options.expect_download() as download:
        entries.nth(0).get_by_text("Export").click()
    exported = json.loads(download.value.path().read_text())
    assert exported["history"][-1]["actions"][0]["name"] == "done"
    assert "sk-test" not in json.dumps(exported)
    entries.nth(0).get_by_text("Delete").click()
    wait_until(lambda: entries.count() == 1, "one entry less")
