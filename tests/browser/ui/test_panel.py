"""The panel under a person's real keys and presses (issue 2: the panel; issue 7: what a page may not do)."""

from __future__ import annotations

from pytest_pyodide import run_in_pyodide
from selenium.webdriver.common.action_chains import ActionChains


@run_in_pyodide
async def open_panel(selenium, language="en-US"):
    from desk import open_desk

    open_desk(language).panel.show()


@run_in_pyodide
async def submitted(selenium):
    from desk import desk

    return list(desk().submitted)


@run_in_pyodide
async def task_text(selenium):
    from desk import desk

    return str(desk().root.getElementById("task").value)


def test_enter_sends_and_shift_enter_is_a_new_line(selenium, person):
    open_panel(selenium)
    person.type("first")
    person.press("Shift+Enter")
    person.type("second")
    assert task_text(selenium) == "first\nsecond"
    person.press("Enter")
    assert submitted(selenium) == ["first\nsecond"]
    assert task_text(selenium) == ""


def test_enter_of_an_input_method_does_not_send(selenium, person):
    """Issue 2: Enter picks the word that is being composed."""
    open_panel(selenium)
    person.compose("ni hao")
    assert task_text(selenium) == "ni hao"
    person.press("Enter")
    assert submitted(selenium) == []


def test_an_empty_task_is_not_sent(selenium, person):
    open_panel(selenium)
    person.type("   ")
    person.press("Enter")
    assert submitted(selenium) == []
    assert person.find("#send").get_property("disabled")


def test_a_page_cannot_press_or_type(selenium, person):
    """Issue 7: only trusted events count."""

    @run_in_pyodide
    async def fake(selenium):
        import js
        from desk import desk

        root = desk().root
        root.getElementById("task").value = "buy everything"
        desk().panel._composer.changed()
        root.getElementById("send").click()
        options = js.Object.new()
        options.key, options.bubbles = "Enter", True
        root.getElementById("task").dispatchEvent(js.KeyboardEvent.new("keydown", options))
        return desk().submitted

    open_panel(selenium)
    assert fake(selenium) == []
    person.click("#send")
    assert submitted(selenium) == ["buy everything"]


def test_keys_typed_into_the_panel_do_not_bubble_into_the_page(selenium, person):
    open_panel(selenium)
    selenium.driver.execute_script(
        "window.heard = []; window.hear = event => heard.push(event.type + event.key);"
        "for (const kind of ['keydown', 'keyup', 'input', 'click']) document.addEventListener(kind, hear)"
    )
    person.type("s")
    person.click("#task")
    heard = selenium.driver.execute_script(
        "for (const kind of ['keydown', 'keyup', 'input', 'click']) document.removeEventListener(kind, hear);"
        "return heard"
    )
    assert heard == []
    assert task_text(selenium) == "s"


def test_what_was_entered_before_python_was_there_is_submitted(selenium, person):
    """Issue 3: the shell keeps what was typed, and a queued Enter counts."""

    @run_in_pyodide
    async def adopt(selenium):
        import asyncio

        from desk import open_desk

        def before(queued):
            def prepare(root):
                root.getElementById("task").value = "typed early"
                if queued:
                    root.getElementById("task").setAttribute("data-queued", "true")

            return prepare

        kept = open_desk(prepare=before(False))
        text = str(kept.root.getElementById("task").value)
        sent = open_desk(prepare=before(True)).submitted
        await asyncio.sleep(0)
        return [text, kept.submitted, sent]

    assert adopt(selenium) == ["typed early", [], ["typed early"]]


def test_the_shell_is_put_into_the_configured_language(selenium, person):
    """X28: the loader guessed English, the config says Chinese."""

    @run_in_pyodide
    async def adopt(selenium):
        import js

        from pagehand.ui.mount import mount
        from pagehand.ui.panel import Panel

        root = mount(js, "en-US", mode="open")
        panel = Panel.adopt(root, language="zh-CN")
        try:
            task, send = root.getElementById("task"), root.getElementById("send")
            return [root.getElementById("root").lang, task.getAttribute("aria-label"), task.placeholder, send.title]
        finally:
            panel.dispose()

    assert adopt(selenium) == ["zh-CN", "你的任务", "描述一个任务…", "发送"]


def test_a_run_from_task_to_answer(selenium, person):
    """Status, steps, tokens, answer, as the agent's events tell them (X26)."""

    @run_in_pyodide
    async def run(selenium):
        from desk import desk

        from pagehand.events import ActionRecord, Executing, Reflection, StepEvent, TokenCount

        here, panel = desk(), desk().panel
        click = {"index": 6}
        seen = [here.text("#status")]
        panel.on_status("running")
        panel.on_activity(Executing(tool="click_element_by_index", input=click))
        seen.append(here.text("#status"))
        goal = Reflection(next_goal="Ship it")
        begun = ActionRecord(name="click_element_by_index", input=click)
        panel.on_history([StepEvent(step_index=0, reflection=goal, actions=[begun])])
        seen.append(here.root.querySelector(".step").getAttribute("data-state"))
        ended = begun.model_copy(update={"output": "Clicked.", "ok": False, "reason": "covered", "duration": 250})
        usage = TokenCount(total_tokens=1500)
        step = StepEvent(step_index=0, reflection=goal, actions=[ended], usage=usage)
        panel.on_history([step])
        seen += [here.root.querySelector(".step").getAttribute("data-state"), here.text(".failure"), here.text(".time")]
        done = ActionRecord(name="done", input={"text": "Not possible.", "success": False}, output="x", ok=True)
        panel.on_history([step, StepEvent(step_index=1, actions=[done])])
        panel.on_status("completed")
        seen += [here.text("#status"), here.text(".answer-text"), here.root.querySelector(".steps").open]
        seen += [here.shown("#stop"), here.shown("#send"), here.text("#announcer")]
        return seen

    open_panel(selenium)
    person.type("Ship the order")
    person.press("Enter")
    assert person.find("#stop").is_displayed()
    assert run(selenium) == [
        *("Thinking…", "Click “Ship order”", "running", "failed", "Covered by something else", "0.2 s"),
        *("Could not finish", "Not possible.", False, False, True, "Could not finish. Not possible."),
    ]
    assert "1.5k tokens" in person.find(".answer .foot").get_property("textContent")


def test_details_that_were_opened_stay_open_while_steps_come(selenium, person):
    @run_in_pyodide
    async def grow(selenium, count):
        from desk import desk

        from pagehand.events import ActionRecord, StepEvent

        action = ActionRecord(name="go_back", output="Went back.", ok=True)
        desk().panel.on_history([StepEvent(step_index=index, actions=[action]) for index in range(count)])
        return [bool(node.open) for node in desk().root.querySelectorAll(".step-more")]

    open_panel(selenium)
    person.type("x")
    person.press("Enter")
    assert grow(selenium, 1) == [False]
    person.click(".step-more summary")
    assert grow(selenium, 3) == [True, False, False]


def test_a_goal_that_says_what_the_action_says_is_not_read_twice(selenium, person):
    @run_in_pyodide
    async def step(selenium, goal):
        from desk import desk

        from pagehand.events import ActionRecord, Reflection, StepEvent

        action = ActionRecord(name="go_back", output="Went back.", ok=True)
        reflection = Reflection(next_goal=goal)
        desk().panel.on_history([StepEvent(step_index=0, reflection=reflection, actions=[action])])
        return [desk().root.querySelectorAll(".goal").length, desk().root.querySelectorAll(".action").length]

    open_panel(selenium)
    person.type("x")
    person.press("Enter")
    assert step(selenium, "go back") == [1, 1]
    assert step(selenium, "Return to the list") == [1, 1]
    assert person.find(".goal").get_property("textContent") == "Return to the list"


def test_stop_minimise_close_and_suggestion(selenium, person):
    @run_in_pyodide
    async def state(selenium):
        from desk import desk

        here = desk()
        return [here.submitted, here.stopped, here.closed, here.shown("#panel"), here.shown("#launcher")]

    open_panel(selenium)
    person.click(".chip")
    assert state(selenium) == [["Ship the order of Ada"], 0, 0, True, False]
    person.click("#stop")
    assert not person.find("#stop").is_enabled()
    person.click("#minimise")
    assert state(selenium)[1:] == [1, 0, False, True]
    person.click("#launcher")
    person.click("#close")
    assert state(selenium)[1:] == [1, 1, True, False]
    person.press("Escape")
    assert state(selenium)[3:] == [False, True]


def test_a_refused_task_is_given_back(selenium, person):
    @run_in_pyodide
    async def refuse(selenium):
        from desk import desk

        desk().panel.refuse("No model is configured.")
        return [desk().text(".notice"), desk().shown("#welcome"), desk().shown("#stop")]

    open_panel(selenium)
    person.type("Ship it")
    person.press("Enter")
    assert refuse(selenium) == ["This could not be started. No model is configured.", True, False]
    assert task_text(selenium) == "Ship it"


def test_the_answer_is_copied(selenium, person):
    @run_in_pyodide
    async def answer(selenium):
        from desk import desk

        from pagehand.events import ActionRecord, StepEvent

        done = ActionRecord(name="done", input={"text": "The total is €249."}, output="x", ok=True)
        desk().panel.on_history([StepEvent(step_index=0, actions=[done])])
        desk().panel.on_status("completed")

    open_panel(selenium)
    person.type("total?")
    person.press("Enter")
    answer(selenium)
    person.click(".answer button")
    person.wait(0.2)
    assert person.find(".answer button").get_property("textContent") == "Copied"
    person.click("#task")
    selenium.driver.execute_cdp_cmd(
        "Browser.grantPermissions", {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
    )
    pasted = selenium.driver.execute_async_script("navigator.clipboard.readText().then(arguments[0])")
    assert pasted == "The total is €249."


def test_page_and_model_texts_are_never_markup(selenium, person):
    @run_in_pyodide
    async def inject(selenium):
        import js
        from desk import desk

        from pagehand.events import ActionRecord, ObservationEvent, Reflection, StepEvent

        bad = "<img src=x onerror='window.pwned=1'><b>x</b>"
        panel = desk().panel
        panel.begin(bad)
        record = ActionRecord(name=bad, input={"index": bad}, output=bad, ok=False, changes=[bad])
        goal = Reflection(next_goal=bad, memory=bad, evaluation_previous_goal=bad)
        done = ActionRecord(name="done", input={"text": bad}, output=bad, ok=True)
        steps = [StepEvent(step_index=0, reflection=goal, actions=[record], text=bad, notes=[bad])]
        panel.on_history([*steps, ObservationEvent(content=bad), StepEvent(step_index=1, actions=[done])])
        panel.on_status("completed")
        panel.show_notice(bad)
        panel.suggest([bad])
        panel.show_plan([(bad, True)])
        desk().ask(desk().user.ask(bad, options=[bad, "b"]))
        await desk().subtitle.say(bad)
        count = desk().root.querySelectorAll("img, b").length
        return [count, hasattr(js.window, "pwned")]

    open_panel(selenium)
    assert inject(selenium) == [0, False]


def test_a_closed_root_is_closed(selenium):
    """Issue 7: page code cannot reach the panel's tree."""

    @run_in_pyodide
    async def closed(selenium):
        import js

        from pagehand.ui.mount import mount
        from pagehand.ui.panel import Panel

        panel = Panel.adopt(mount(js, "en-US", mode="closed"))
        try:
            panel.show()
            return bool(js.document.querySelector("pagehand-root").shadowRoot)
        finally:
            panel.dispose()

    assert closed(selenium) is False


def test_the_panel_is_usable_over_a_modal_dialog_and_comes_back_when_it_closes(selenium, person):
    """A modal dialog makes everything outside it inert: Stop has to work all the same."""

    @run_in_pyodide
    async def home(selenium):
        import js

        parent = js.document.querySelector("pagehand-root").parentNode
        return str(parent.id or parent.localName)

    open_panel(selenium)
    selenium.driver.execute_script(
        "const dialog = document.createElement('dialog'); dialog.id = 'modal'; dialog.textContent = 'Modal';"
        "dialog.style.cssText = 'width:90vw;height:90vh;transform:scale(.99)';"
        "document.body.append(dialog); dialog.showModal()"
    )
    person.wait(0.1)
    assert home(selenium) == "modal"
    person.click("#task")
    person.type("over the dialog")
    person.press("Enter")
    assert submitted(selenium) == ["over the dialog"]
    selenium.driver.execute_script("document.getElementById('modal').close()")
    person.wait(0.1)
    assert home(selenium) == "html"
    selenium.driver.execute_script("document.getElementById('modal').remove()")


def test_a_page_that_takes_the_panel_away_gets_it_back(selenium, person):
    open_panel(selenium)
    person.type("kept")
    selenium.driver.execute_script("document.querySelector('pagehand-root').remove()")
    person.wait(1.3)
    assert task_text(selenium) == "kept"
    assert person.find("#panel").is_displayed()


def test_hostile_styles_of_the_page_do_not_reach_the_panel(selenium, person):
    @run_in_pyodide
    async def boxes(selenium):
        import js
        from desk import desk

        sheet = js.document.createElement("style")
        sheet.textContent = (
            "html > * { display: none !important; transform: scale(3) !important } "
            "pagehand-root { opacity: 0 !important; position: static !important; width: 3px !important }"
        )
        js.document.head.append(sheet)
        try:
            width = desk().root.getElementById("panel").offsetWidth
            host = js.getComputedStyle(desk().panel.host)
            return [width, host.opacity, host.position, host.display]
        finally:
            sheet.remove()

    open_panel(selenium)
    assert boxes(selenium) == [392, "1", "fixed", "block"]


def test_dispose_leaves_nothing_behind(selenium, person):
    """No proxy, no timer, no element: ten rounds do not grow."""

    @run_in_pyodide
    async def round_trip(selenium):
        import asyncio

        import js
        from desk import Desk

        from pagehand.events import Executing
        from pagehand.ui.stage import Stage

        here = Desk()
        stage = Stage(here.panel, lambda _target: js.document.body, on_takeover=lambda: None, mask=True)
        here.panel.begin("x")
        here.panel.show()
        stage.begin()
        stage.on_activity(Executing(tool="click_element_by_index", input={"index": 1}))
        stage.overlays.border(1, label="here")
        here.ask(here.user.confirm("Sure?"))
        await stage.show_point(40, 40)
        stage.end()
        stage.dispose()
        await here.close()
        await asyncio.sleep(0.05)
        others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        return [js.document.querySelectorAll("pagehand-root").length, len(others)]

    proxies = "return pyodide._module.pyproxy_alloc_map.size"
    selenium.run_js("pyodide._module.enable_pyproxy_allocation_tracing()")
    try:
        assert round_trip(selenium) == [0, 0]
        before = selenium.run_js(proxies)
        for _round in range(5):
            assert round_trip(selenium) == [0, 0]
        assert selenium.run_js(proxies) <= before + 2
    finally:
        selenium.run_js("pyodide._module.disable_pyproxy_allocation_tracing()")


def test_the_panel_fits_a_narrow_window_and_can_be_dragged_in_a_wide_one(selenium, person):
    """From 320 px: nothing is wider than the panel, every control can be reached."""

    @run_in_pyodide
    async def fill(selenium):
        import asyncio

        from desk import desk

        from pagehand.events import ObservationEvent

        here = desk()
        here.panel.begin("https://example.com/" + "a-very-long-address-without-a-break" * 4)
        here.panel.on_history([ObservationEvent(content="x" * 300)])
        here.ask(here.user.ask("y" * 200, options=["z" * 120, "b"]))
        await asyncio.sleep(0.3)

    @run_in_pyodide
    async def overflowing(selenium):
        from desk import desk

        panel = desk().root.getElementById("panel")
        box = panel.getBoundingClientRect()
        inside = [node for node in panel.querySelectorAll("*") if node.getClientRects().length]
        wide = [node.className or node.id for node in inside if node.getBoundingClientRect().right > box.right + 1]
        return [box.left >= 0, wide, desk().shown("#stop"), desk().shown(".card input")]

    @run_in_pyodide
    async def place(selenium):
        from desk import desk

        box = desk().root.getElementById("panel").getBoundingClientRect()
        return [round(box.left), round(box.top)]

    open_panel(selenium)
    person.wait(0.3)
    before = place(selenium)
    drag = ActionChains(selenium.driver).move_to_element(person.find("#title")).click_and_hold()
    drag.move_by_offset(-120, -60).release().perform()
    assert place(selenium) == [before[0] - 120, before[1] - 60]
    fill(selenium)
    metrics = {"width": 320, "height": 600, "deviceScaleFactor": 1, "mobile": False}
    selenium.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        person.wait(0.2)
        assert overflowing(selenium) == [True, [], True, True]
    finally:
        selenium.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_a_shield_that_stops_every_key_can_hand_them_to_the_panel(selenium, person):
    """Issue 7: the extension's capture listener lets no page listener see a key, and calls ``on_event`` instead."""

    @run_in_pyodide
    async def shield(selenium):
        import builtins

        import js
        from desk import desk
        from pyodide.ffi import create_proxy

        here = desk()

        def hand(event):
            if event.target == here.panel.host:
                event.stopImmediatePropagation()
                here.panel.on_event(event)

        builtins.shield = create_proxy(hand)
        for kind in ("keydown", "keyup", "keypress", "input", "beforeinput"):
            js.window.addEventListener(kind, builtins.shield, True)

    @run_in_pyodide
    async def lower(selenium):
        import builtins

        import js

        for kind in ("keydown", "keyup", "keypress", "input", "beforeinput"):
            js.window.removeEventListener(kind, builtins.shield, True)
        builtins.shield.destroy()
        del builtins.shield

    open_panel(selenium)
    shield(selenium)
    try:
        person.type("typed behind the shield")
        assert person.find("#send").is_enabled()
        person.press("Enter")
        assert submitted(selenium) == ["typed behind the shield"]
    finally:
        lower(selenium)


def test_theme_follows_the_system_unless_set(selenium, person):
    @run_in_pyodide
    async def ground(selenium, theme):
        import js
        from desk import desk

        desk().panel.set_theme(theme)
        return js.getComputedStyle(desk().root.getElementById("panel")).backgroundColor

    def system(scheme):
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        selenium.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    light, dark = "rgb(255, 255, 255)", "rgb(22, 24, 30)"
    open_panel(selenium)
    try:
        for scheme, automatic in (("dark", dark), ("light", light)):
            system(scheme)
            assert [ground(selenium, theme) for theme in ("auto", "light", "dark")] == [automatic, light, dark]
    finally:
        system("")


def test_the_hosts_hidden_attribute_hides_everything_until_the_panel_is_shown(selenium, person):
    """The loader starts hidden with ``panel: false``."""

    @run_in_pyodide
    async def look(selenium):
        from desk import desk

        here = desk()
        here.panel.minimise()
        here.panel.host.hidden = True
        seen = [here.shown("#launcher"), here.shown("#panel")]
        here.panel.show()
        return [*seen, here.shown("#panel")]

    open_panel(selenium)
    assert look(selenium) == [False, False, True]
