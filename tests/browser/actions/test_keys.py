"""Keys: page-shapes rows 69, 70, C114, C115, D32; what a browser does by default for each."""

from pytest_pyodide import run_in_pyodide


@run_in_pyodide
async def test_row_69_enter_goes_through_the_default_button(selenium):
    from fixture import FramedPage, hands_on

    html = """<form id=a><input id=a1><input><button name=op value=save>Save</button></form><form id=b><input id=b1></form>
      <form id=c><input id=c1><input></form><form id=d><input id=d1><button disabled>Go</button></form>
      <form id=e><input id=e1><button>Go</button></form><textarea id=t>x</textarea><script>window.sent = [];
      document.addEventListener('submit', x => { x.preventDefault(); sent.push(x.target.id + (x.submitter ? x.submitter.value : '-')) });
      e1.addEventListener('keydown', x => x.preventDefault())</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        for field in ("a1", "b1", "c1", "d1", "e1"):
            assert (await hands.press_key("Enter", target=f"#{field}")).ok
        assert list(page.window.sent) == ["asave", "b-"]
        result = await hands.press_key("Enter", target="#d1")
        assert "disabled" in result.message
        page.query("#t").focus()
        page.query("#t").setSelectionRange(1, 1)
        await hands.press_key("Enter")
        assert page.query("#t").value == "x\n"


@run_in_pyodide
async def test_row_70_key_code_and_keycode(selenium):
    """C114: digits are Digit1, not Key1; modifiers in any case, unknown ones ignored; no target means the focus."""
    from fixture import FramedPage, hands_on

    html = """<div id=d tabindex=0>D</div><script>window.heard = []; for (const kind of ['keydown', 'keypress', 'keyup'])
      document.addEventListener(kind, e => heard.push([kind, e.key, e.code, e.keyCode, e.which, e.shiftKey, e.ctrlKey, e.target.id].join(' ')))</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        await hands.press_key("1", target="#d")
        assert list(page.window.heard) == [
            "keydown 1 Digit1 49 49 false false d",
            "keypress 1 Digit1 49 49 false false d",
            "keyup 1 Digit1 49 49 false false d",
        ]
        page.window.heard.length = 0
        await hands.press_key("Control+Shift+k")
        assert [line.split(" ")[:4] for line in page.window.heard] == [
            ["keydown", "Control", "ControlLeft", "17"],
            ["keydown", "Shift", "ShiftLeft", "16"],
            ["keydown", "K", "KeyK", "75"],
            ["keyup", "K", "KeyK", "75"],
            ["keyup", "Shift", "ShiftLeft", "16"],
            ["keyup", "Control", "ControlLeft", "17"],
        ]
        page.window.heard.length = 0
        await hands.press_key("ArrowDown", modifiers=["Ctrl", "hyper"])
        assert "keydown ArrowDown ArrowDown 40 40 false true d" in list(page.window.heard)
        result = await hands.press_key("Sideways")
        assert result.reason == "not_interactive"


@run_in_pyodide
async def test_typing_erasing_and_selecting_in_fields(selenium):
    from fixture import FramedPage, hands_on

    html = """<input id=f value=abc><div id=e contenteditable>one two</div><input id=r readonly value=abc>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        field = page.query("#f")
        field.focus()
        field.setSelectionRange(3, 3)
        await hands.press_key("d")
        await hands.press_key("?")
        assert field.value == "abcd?"
        await hands.press_key("Backspace")
        await hands.press_key("Home")
        await hands.press_key("Delete")
        assert field.value == "bcd"
        await hands.press_key("Shift+ArrowRight")
        assert (field.selectionStart, field.selectionEnd) == (0, 1)
        await hands.press_key("Control+a")
        await hands.press_key("x")
        assert field.value == "x"
        await hands.press_key("End", target="#e")
        await hands.press_key("Shift+Control+ArrowLeft")
        assert page.window.getSelection().toString() == "two"
        await hands.press_key("Backspace")
        assert page.query("#e").innerText.strip() == "one"
        await hands.press_key("x", target="#r")
        assert page.query("#r").value == "abc"


@run_in_pyodide
async def test_tab_order_and_escape(selenium):
    from fixture import FramedPage, hands_on

    html = """<input id=a><button id=x disabled>x</button><a id=l href="#q">L</a><input id=h style="visibility:hidden">
      <div tabindex=-1>n</div><input id=b value=abc><div id=p popover>pop</div><dialog id=d><button id=k>in</button></dialog>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        page.query("#a").focus()
        visited = []
        for _ in range(3):
            await hands.press_key("Tab")
            visited.append(page.document.activeElement.id)
        assert visited == ["l", "b", "a"]
        await hands.press_key("Shift+Tab")
        assert page.document.activeElement.id == "b"
        page.query("#p").showPopover()
        await hands.press_key("Escape")
        assert not page.query("#p").matches(":popover-open")
        page.query("#d").showModal()
        await hands.press_key("Tab")
        assert page.document.activeElement.id == "k"
        await hands.press_key("Escape")
        assert not page.query("#d").open


@run_in_pyodide
async def test_arrows_on_native_controls(selenium):
    """Sliders, numbers, radio groups and select boxes."""
    from fixture import FramedPage, hands_on

    html = """<input id=r type=range min=0 max=100 step=5 value=50><input id=n type=number value=3><select id=s><option>A<option disabled>B<option>C</select>
      <input type=radio name=g id=g1 checked><input type=radio name=g id=g2 disabled><input type=radio name=g id=g3><script>window.heard = [];
      document.addEventListener('change', e => heard.push(e.target.id))</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        slider = page.query("#r")
        for key, value in (("ArrowRight", "55"), ("PageDown", "45"), ("Home", "0"), ("ArrowDown", "0"), ("End", "100")):
            await hands.press_key(key, target="#r")
            assert slider.value == value, key
        await hands.press_key("ArrowUp", target="#n")
        assert page.query("#n").value == "4"
        await hands.press_key("ArrowDown", target="#s")
        assert page.query("#s").value == "C"
        await hands.press_key("ArrowDown", target="#g1")
        assert page.query("#g3").checked
        assert page.document.activeElement.id == "g3"
        assert list(page.window.heard) == ["r", "r", "r", "r", "n", "s", "g3"]


@run_in_pyodide
async def test_space_and_enter_press_buttons_once(selenium):
    from fixture import FramedPage, hands_on

    html = """<button id=b onclick="window.n = (window.n || 0) + 1">B</button><input type=checkbox id=c><a id=a href="#there">A</a>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        await hands.press_key("Enter", target="#b")
        await hands.press_key("Space", target="#b")
        assert page.window.n == 2
        await hands.press_key(" ", target="#c")
        assert page.query("#c").checked
        await hands.press_key("Enter", target="#a")
        assert page.window.location.hash == "#there"


@run_in_pyodide
async def test_keys_scroll_the_page(selenium):
    from fixture import FramedPage, hands_on

    async with FramedPage("<div style='height:5000px'>tall</div>") as page:
        hands = await hands_on(page)
        await hands.press_key("PageDown")
        assert 500 < page.window.scrollY < 700
        await hands.press_key("End")
        assert page.window.scrollY > 4000
        await hands.press_key("Home")
        assert page.window.scrollY == 0


@run_in_pyodide
async def test_c115_hold_key_repeats_and_is_released_when_cancelled(selenium):
    """D32."""
    import asyncio

    from fixture import FramedPage, hands_on

    html = """<div id=d tabindex=0>D</div><script>window.down = 0; window.repeats = 0; window.up = 0;
      d.addEventListener('keydown', e => e.repeat ? repeats++ : down++); d.addEventListener('keyup', () => up++)</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        assert (await hands.hold_key("ArrowRight", 700, target="#d")).ok
        assert (page.window.down, page.window.up) == (1, 1)
        assert page.window.repeats >= 3
        task = asyncio.ensure_future(hands.hold_key("ArrowRight", 5000, target="#d"))
        await asyncio.sleep(0.3)
        task.cancel()
        try:
            await task
            raise AssertionError("not cancelled")
        except asyncio.CancelledError:
            pass
        assert page.window.up == 2
