"""What is drawn over the page: pointer, marks, mask; and the person's own hand (C13, C105, C116-C118, X22)."""

from __future__ import annotations

from pytest_pyodide import run_in_pyodide


@run_in_pyodide
async def test_the_pointer_travels_and_is_never_hit(selenium):
    """C13: 0.3 s; C105: a wheel glyph for scrolling."""
    import asyncio
    import time

    from fixture import FramedPage

    from pagehand.ui.mount import mount
    from pagehand.ui.pointer import Pointer

    async with FramedPage("<button id=b style='position:fixed;left:300px;top:200px;width:80px;height:30px'>B") as page:
        root = mount(page.window, "en-US", mode="open")
        pointer = Pointer(root)
        await pointer.move_to(100, 100)
        began = time.monotonic()
        await pointer.move_to(340, 215)
        assert 0.28 <= time.monotonic() - began < 1
        box = root.querySelector(".pointer").getBoundingClientRect()
        assert (round(box.left), round(box.top)) == (340, 215)
        assert page.document.elementFromPoint(341, 216) == page.query("#b")
        pointer.press()
        await asyncio.sleep(0.02)
        assert root.querySelector(".ripple")
        pointer.as_wheel(True)
        shown = page.window.getComputedStyle(root.querySelector(".pointer .wheel")).display
        assert shown == "block"
        pointer.hide()
        assert not root.querySelector(".pointer").hasAttribute("data-shown")
        pointer.dispose()
        assert root.querySelector(".pointer") is None or not root.querySelector(".pointer")


@run_in_pyodide
async def test_the_way_it_went_fades(selenium):
    """D35: cursorTrail shows the way of every action, and nothing of it stays."""
    import asyncio

    from fixture import FramedPage

    from pagehand.ui.mount import mount
    from pagehand.ui.pointer import TRAIL, Pointer

    async with FramedPage("x") as page:
        root = mount(page.window, "en-US", mode="open")
        pointer = Pointer(root, trail=True)
        await pointer.move_to(100, 100)
        await pointer.move_to(400, 500)
        line = [*root.querySelectorAll(".trail")][-1]
        assert line.style.width == "500px"
        await asyncio.sleep(TRAIL + 0.2)
        assert not root.querySelector(".trail")
        await pointer.move_to(200, 100)
        assert root.querySelector(".trail")
        pointer.dispose()
        await asyncio.sleep(0.05)
        assert not root.querySelector(".trail")
        quiet = Pointer(root)
        await quiet.move_to(100, 100)
        await quiet.move_to(300, 100)
        assert not root.querySelector(".trail")
        quiet.dispose()


@run_in_pyodide
async def test_less_motion_is_respected(selenium):
    """prefers-reduced-motion: the pointer jumps."""
    import time

    from fixture import FramedPage

    from pagehand.ui import pointer as module
    from pagehand.ui.mount import mount

    async with FramedPage("x") as page:
        root = mount(page.window, "en-US", mode="open")
        pointer = module.Pointer(root)
        real, module.still = module.still, lambda _window: True
        try:
            began = time.monotonic()
            await pointer.move_to(100, 100)
            await pointer.move_to(300, 200)
            assert time.monotonic() - began < 0.1
        finally:
            module.still = real
            pointer.dispose()


@run_in_pyodide
async def test_marks_follow_their_element(selenium):
    """C116, C118: border orange 2 px, highlight yellow; through scrolling, mutation, frames; gone with the element."""
    import asyncio

    import pytest
    from fixture import FramedPage

    from pagehand.results import failed
    from pagehand.ui.mount import mount
    from pagehand.ui.overlays import PageOverlays

    html = """<div id=top style='height:300px'></div><button id=b style='width:100px;height:40px'>B</button>
      <iframe id=f style='border:5px solid;margin:0' srcdoc='<body style="margin:0"><button>in</button>'></iframe>
      <div style='height:3000px'></div>"""

    def edges(node):
        box = node.getBoundingClientRect()
        return [box.left, box.top, box.width, box.height]

    def around(found, room):
        left, top, width, height = edges(found)
        return pytest.approx([left - room, top - room, width + 2 * room, height + 2 * room], abs=0.2)

    async with FramedPage(html) as page:
        root = mount(page.window, "en-US", mode="open")
        missing = failed("not_found", "There is no [9].")
        overlays = PageOverlays(root, lambda target: page.query(f"#{target}") if target != 9 else missing)
        assert overlays.border(9) == missing
        result = overlays.border("b", label="Save it")
        assert result.ok
        assert result.data == {"id": "overlay-1"}
        mark = root.querySelector(".overlay")
        style = page.window.getComputedStyle(mark)
        assert (style.borderTopColor, style.borderTopWidth) == ("rgb(255, 152, 0)", "2px")
        assert edges(mark) == around(page.query("#b"), 3)
        assert mark.textContent == "Save it"

        page.window.scrollTo(0, 120)
        await asyncio.sleep(0.1)
        assert edges(mark) == around(page.query("#b"), 3)
        page.query("#top").style.height = "200px"
        await asyncio.sleep(0.1)
        assert edges(mark) == around(page.query("#b"), 3)

        inner = page.query("#f").contentDocument.querySelector("button")
        within = PageOverlays(root, lambda _target: inner)
        within.highlight(1)
        tint = root.querySelector("[data-kind=highlight]")
        frame, own = edges(page.query("#f")), edges(inner)
        assert edges(tint)[:2] == pytest.approx([frame[0] + 5 + own[0], frame[1] + 5 + own[1]], abs=0.2)
        assert page.window.getComputedStyle(tint).backgroundColor == "rgba(255, 235, 59, 0.4)"
        within.dispose()

        overlays.highlight("b", color="red")
        assert root.querySelectorAll(".overlay").length == 2, "a highlight stays beside a border"
        overlays.border("b")
        assert root.querySelectorAll(".overlay").length == 1, "a border clears what was there (C116)"
        refused = overlays.border("b", color="url(https://collect.example/?q)")
        assert refused.reason == "unknown"
        overlays.border("b")
        page.query("#b").remove()
        await asyncio.sleep(0.1)
        assert root.querySelectorAll(".overlay").length == 0
        overlays.border("top")
        page.window.dispatchEvent(page.window.PopStateEvent.new("popstate"))
        assert root.querySelectorAll(".overlay").length == 0, "cleared on popstate (C118)"
        overlays.dispose()


@run_in_pyodide
async def open_stage(selenium, mask=False):
    from desk import open_desk

    here = open_desk()
    stage = here.set_stage(mask=mask)
    here.panel.begin("x")
    here.panel.show()
    stage.begin()


@run_in_pyodide
async def taken(selenium):
    from desk import desk

    return [desk().taken, desk().shown(".notice")]


def test_the_person_taking_over_is_noticed(selenium, person):
    """X22: a trusted press or key outside the panel; not in it, not the agent's own events, not after the run."""

    @run_in_pyodide
    async def untrusted(selenium):
        import js

        options = js.Object.new()
        options.bubbles = True
        js.document.body.dispatchEvent(js.PointerEvent.new("pointerdown", options))
        js.document.body.click()

    @run_in_pyodide
    async def end(selenium):
        from desk import desk

        desk().stage.end()

    open_stage(selenium)
    untrusted(selenium)
    person.click("#task")
    person.type("mine")
    assert taken(selenium) == [0, False]
    person.click_page("body")
    assert taken(selenium) == [1, True]
    person.wait(0.3)
    person.press("a")
    assert taken(selenium)[0] == 2
    person.wait(2.2)
    assert taken(selenium) == [2, False], "the notice goes when the person has been quiet for a while"
    end(selenium)
    person.click_page("body")
    assert taken(selenium)[0] == 2


def test_the_mask_blocks_the_page_while_an_action_runs_but_not_the_panel(selenium, person):
    """X22, ``mask: true``."""

    @run_in_pyodide
    async def act(selenium, running):
        from desk import desk

        from pagehand.events import Executed, Executing

        inputs = {"index": 1}
        begun = Executing(tool="click_element_by_index", input=inputs)
        ended = Executed(tool="click_element_by_index", input=inputs, output="x", ok=True, duration=1)
        desk().stage.on_activity(begun if running else ended)

    selenium.driver.execute_script(
        "const button = document.createElement('button'); button.id = 'count'; button.textContent = 'Count';"
        "button.style.cssText = 'position:fixed;left:20px;top:20px';"
        "button.onclick = () => button.dataset.n = +(button.dataset.n || 0) + 1; document.body.append(button)"
    )
    count = "return document.getElementById('count').dataset.n || '0'"
    open_stage(selenium, mask=True)
    try:
        act(selenium, True)
        person.click_page("#count")
        assert selenium.driver.execute_script(count) == "0"
        person.click("#stop")
        assert not person.find("#stop").is_enabled()
        act(selenium, False)
        person.click_page("#count")
        assert selenium.driver.execute_script(count) == "1"
    finally:
        selenium.driver.execute_script("document.getElementById('count').remove()")


@run_in_pyodide
async def test_an_agent_is_shown_by_connecting_it(selenium):
    """D35: whatever the protocol, the pointer follows the agent's activity. An agent's emitter drives panel and stage; the host's own ``execute`` shows its task too."""
    import js
    from desk import Desk

    from pagehand.emitter import Emitter
    from pagehand.events import ActionRecord, Executing, Plan, StepEvent, Todo
    from pagehand.ui.stage import Stage
    from pagehand.ui.wiring import connect

    class Watched(Emitter):
        task = "Ship the order"

    here, agent = Desk(), Watched()
    stage = Stage(here.panel, lambda _target: js.document.body, on_takeover=lambda: None)
    disconnect = connect(agent, here.panel, stage)
    try:
        agent.emit("statuschange", "running")
        assert here.text(".task") == "Ship the order"
        agent.emit("activity", Executing(tool="scroll", input={"down": True}))
        assert here.text("#status") == "Scroll down"
        assert here.root.querySelector(".pointer").getAttribute("data-glyph") == "wheel"
        agent.emit("plan", Plan(todos=[Todo(number=1, text="Find it", done=True), Todo(number=2, text="Ship it")]))
        ticks = [node.getAttribute("data-done") for node in here.root.querySelectorAll("#plan li")]
        assert ticks == ["true", "false"], "the plan is a checklist (C155)"
        stage.overlays.border(1)
        done = ActionRecord(name="done", input={"text": "Shipped."}, output="x", ok=True)
        agent.emit("historychange", [StepEvent(step_index=0, actions=[done])])
        agent.emit("statuschange", "completed")
        assert here.text(".answer-text") == "Shipped."
        assert here.root.querySelectorAll(".overlay").length == 0, "marks go with the run (C118)"
        agent.emit("historychange", [])
        agent.emit("statuschange", "idle")
        assert here.root.querySelectorAll(".run").length == 0, "clear() forgets"
        disconnect()
        agent.emit("statuschange", "running")
        assert here.root.querySelectorAll(".run").length == 0
    finally:
        stage.dispose()
        await here.close()


@run_in_pyodide
async def test_the_panel_makes_room_for_what_the_agent_acts_on(selenium):
    """The person watches: a point under the panel moves it to the other side, if there is one."""
    from fixture import FramedPage

    from pagehand.ui.mount import mount
    from pagehand.ui.panel import Panel

    def left(panel):
        return panel.shadow_root.getElementById("panel").offsetLeft

    for width, moves in ((1000, True), (600, False)):
        async with FramedPage("<p>x", width=width) as page:
            panel = Panel.adopt(mount(page.window, "en-US", mode="open"))
            panel.show()
            before = left(panel)
            panel.make_room(100, 100)
            assert left(panel) == before, "nothing is hidden"
            panel.make_room(width - 100, 600)
            assert (left(panel) == 20) is moves
            panel.make_room(100, 600)
            assert left(panel) == before
            panel.dispose()
