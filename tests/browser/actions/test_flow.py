"""Waiting, forms, selection, navigation and the frame around every action: C93, C101-C106, C143, C144, D14, X41."""

from pytest_pyodide import run_in_pyodide


@run_in_pyodide
async def test_c144_wait_for_present_visible_absent(selenium):
    """D24: a fixed element is visible; every wait can be cancelled."""
    import asyncio

    from fixture import FramedPage, hands_on

    html = """<div id=s hidden>s</div><div id=g>g</div><script>setTimeout(() => { document.body.insertAdjacentHTML('beforeend', '<p id=n style="position:fixed">new</p>'); s.hidden = false; g.remove() }, 400)</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.wait_for("#n", timeout_ms=3000)
        assert result.ok
        assert result.data["waitedMs"] >= 100
        assert (await hands.wait_for("#n", state="visible")).ok
        assert (await hands.wait_for("#s", state="visible", timeout_ms=2000)).ok
        assert (await hands.wait_for("#g", state="absent", timeout_ms=2000)).ok
        assert (await hands.wait_for("#never", timeout_ms=200)).reason == "timeout"
        task = asyncio.ensure_future(hands.wait_for("#never"))
        await asyncio.sleep(0.2)
        task.cancel()
        try:
            await task
            raise AssertionError("not cancelled")
        except asyncio.CancelledError:
            pass
        assert (await hands.wait_for("#n")).ok


@run_in_pyodide
async def test_c143_validate_form(selenium):
    from fixture import FramedPage, hands_on

    html = """<form id=f><p><input id=a required></p><p><input name=b value=x aria-invalid=true aria-describedby=m><span id=m>Taken</span></p>
      <p><input name=c value=ok><span class=error>Too short</span></p><p><textarea></textarea></p><input type=hidden name=h required><button>Go</button></form><form id=e></form>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.validate_form("#f")
        assert result.ok
        assert result.data["valid"] is False
        fields = [(f["selector"], f["name"], f["valid"], f["message"]) for f in result.data["fields"]]
        assert fields[0][:3] == ("#a", "a", False)
        assert fields[0][3]
        assert fields[1] == ('input[name="b"]', "b", False, "Taken")
        assert fields[2] == ('input[name="c"]', "c", True, "Too short")
        assert fields[3] == ("textarea", None, True, None)
        assert len(fields) == 4
        assert all(f["hash"] for f in result.data["fields"])
        assert (await hands.validate_form("#e")).data == {"valid": True, "fields": []}
        assert (await hands.validate_form("#none")).reason == "not_found"


@run_in_pyodide
async def test_select_text(selenium):
    from fixture import FramedPage, hands_on

    html = """<p id=p>The quick <b>brown
      fox</b> jumps</p><textarea id=t>alpha beta gamma</textarea><script>p.addEventListener('mouseup', () => window.released = true)</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        assert (await hands.select_text("#p", "quick brown fox")).ok
        assert page.window.getSelection().toString() == "quick brown fox"
        assert page.window.released
        assert (await hands.select_text("#t", "beta")).ok
        field = page.query("#t")
        assert field.value[field.selectionStart : field.selectionEnd] == "beta"
        assert (await hands.select_text("#t")).ok
        assert field.selectionEnd - field.selectionStart == 16
        assert (await hands.select_text("#p", "slow")).reason == "not_found"


@run_in_pyodide
async def test_c101_navigate_through_the_router_only(selenium):
    """D14: without a router nothing moves and it is said so."""
    from fixture import FramedPage, hands_on

    async with FramedPage("<p>home</p>") as page:
        hands = await hands_on(page)
        before = page.window.location.href
        assert (await hands.navigate("/orders")).reason == "navigation"
        assert page.window.location.href == before

        async def router(path: str) -> None:
            if path == "/bad":
                raise ValueError("no such route")
            page.window.location.hash = path
            page.document.body.textContent = "orders"

        routed = await hands_on(page, router=router)
        result = await routed.navigate("/orders")
        assert result.ok
        assert result.data["path"] == "/orders"
        assert result.data["arrivedAt"].endswith("#/orders")
        result = await routed.navigate("/bad")
        assert result.reason == "navigation"
        assert "no such route" in result.message


@run_in_pyodide
async def test_c93_nothing_is_thrown(selenium):
    """An exception inside an action is the reason ``unknown`` with its message, and the next action works."""
    from fixture import FramedPage, hands_on

    async with FramedPage("<button id=b>B</button>") as page:

        async def on_point(x: float, y: float) -> None:
            raise RuntimeError("the pointer broke")

        hands = await hands_on(page, on_point=on_point)
        result = await hands.click("#b")
        assert (result.ok, result.reason) == (False, "unknown")
        assert "the pointer broke" in result.message
        assert (await hands.scroll("down")).ok


@run_in_pyodide
async def test_x41_actions_of_one_page_wait_for_each_other(selenium):
    import asyncio

    from fixture import FramedPage, hands_on

    html = """<input id=a><input id=b><script>window.heard = []; for (const kind of ['focus', 'change']) document.addEventListener(kind, e => heard.push(e.target.id + kind), true)</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        first, second = await asyncio.gather(hands.input_text("#a", "1"), hands.input_text("#b", "2"))
        assert first.ok
        assert second.ok
        heard = list(page.window.heard)
        assert heard.index("achange") < heard.index("bfocus")


@run_in_pyodide
async def test_x13_targets_by_number_and_changes_in_words(selenium):
    """What appeared is named with the number that the next action may use."""
    from fixture import FramedPage, hands_on

    html = """<button id=b>Open</button><script>b.addEventListener('click', () => document.body.insertAdjacentHTML('beforeend', '<button id=n onclick="window.hit=1">Extra</button>'))</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.click(1)
        assert result.ok, result.message
        assert "[1]" in result.message
        appeared = [change for change in result.changes if "Extra" in change]
        assert appeared
        number = int(appeared[0].split("[")[1].split("]")[0])
        assert (await hands.click(number)).ok
        assert page.window.hit == 1
        assert (await hands.click(99)).reason == "not_found"


@run_in_pyodide
async def test_no_proxy_and_no_listener_stays(selenium):
    """The page is left as it was found: nothing of Python's lives on after a run."""
    import gc

    import pyodide_js
    from fixture import FramedPage, hands_on

    html = "<button id=b onclick=\"this.textContent += '!'\">B</button><input id=f>"
    alive = pyodide_js._module.pyproxy_alloc_map
    sizes = []
    for _ in range(2):
        async with FramedPage(html) as page:
            hands = await hands_on(page)
            await hands.click("#b")
            await hands.input_text("#f", "x")
            await hands.press_key("Enter")
        gc.collect()
        sizes.append(alive.size)
    assert sizes[0] == sizes[1]


@run_in_pyodide
async def test_x14_targets_in_every_form(selenium):
    """C126-C129: numbers and hashes with brackets and marks; a selector that meets several says which was used."""
    from fixture import FramedPage, hands_on

    html = """<button hidden>0</button><button onclick="window.hit = 'a'">A</button><button onclick="window.hit = 'b'">B</button>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        registry = hands._scope.page.registry
        number = registry.number_of(page.document.querySelectorAll("button").item(2))
        mark = registry.hash_of(number)
        for target in (number, str(number), f"[{number}]", f"*↓[{number}]", mark, f"[{mark}]", f"↓*[{mark}]"):
            page.window.hit = ""
            assert (await hands.click(target)).ok, target
            assert page.window.hit == "b"
        result = await hands.click("button")
        assert result.ok
        assert result.data == {"matched": 3, "used": 1}
        assert page.window.hit == "a"
        for refused in ("button:not(.x)", "*", ":has(p)"):
            assert not (await hands.click(refused)).ok


@run_in_pyodide
async def test_x13_a_recycled_element_is_not_acted_on(selenium):
    """Row 52: the node is the same, what it means is not."""
    from fixture import FramedPage, hands_on

    html = """<ul><li><button>Delete Ada</button></ul><script>document.addEventListener('click', e => window.hit = e.target.textContent)</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        page.query("button").textContent = "Delete Grace"
        result = await hands.click(1)
        assert result.reason == "not_found"
        assert "Grace" in result.message
        assert not hasattr(page.window, "hit")


@run_in_pyodide
async def test_c21_a_number_needs_a_reading(selenium):
    """C21: before the first reading, and for a number that was never given, a failure in words and nothing touched."""
    from fixture import FramedPage, seams_on

    html = """<button id=b>Go</button><script>window.heard = 0; b.addEventListener('pointerdown', () => heard++)</script>"""
    async with FramedPage(html) as page:
        live, hands = await seams_on(page)
        for action in (hands.click(1), hands.input_text(1, "x"), hands.scroll("down", target=1)):
            result = await action
            assert (result.ok, result.reason) == (False, "not_found")
            assert "not been read" in result.message
        await live.read()
        assert "highest is [1]" in (await hands.click(7)).message
        assert page.window.heard == 0
        assert (await hands.click(1)).ok
        assert page.window.heard == 1
