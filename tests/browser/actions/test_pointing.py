"""Clicking, hovering, pressing: page-shapes 1c and row 73, C13, C107-C109, D24, D28, D29, X38-X40."""

from pytest_pyodide import run_in_pyodide


@run_in_pyodide
async def test_row_30_pointerdown_menu(selenium):
    """C13: the whole order, with coordinates, buttons and a pointer id; menus open on pointerdown."""
    from fixture import FramedPage, hands_on

    html = """<button id=b style="position:absolute;left:100px;top:60px;width:80px;height:40px">Menu</button><script>
      window.heard = []; for (const kind of ['pointerover','pointerenter','mouseover','mouseenter','pointermove',
        'pointerdown','mousedown','focus','pointerup','mouseup','click'])
        b.addEventListener(kind, e => { heard.push(kind); window['e_' + kind] = e });
      b.addEventListener('pointerdown', () => b.setAttribute('aria-expanded', 'true'))</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        assert (await hands.click("#b")).ok
        order = [kind for kind in page.window.heard if kind != "pointermove"]
        assert order == [
            *("pointerover", "pointerenter", "mouseover", "mouseenter"),
            *("pointerdown", "mousedown", "focus", "pointerup", "mouseup", "click"),
        ]
        down, click = page.window.e_pointerdown, page.window.e_click
        assert (down.clientX, down.clientY, down.buttons, down.button) == (140, 80, 1, 0)
        assert (down.pointerId, down.pointerType, down.isPrimary, down.pressure) == (1, "mouse", True, 0.5)
        assert down.view == page.window
        assert (click.detail, click.buttons, page.window.e_pointerup.buttons) == (1, 0, 0)
        assert page.query("#b").getAttribute("aria-expanded") == "true"


@run_in_pyodide
async def test_row_30_a_cancelled_pointerdown_silences_the_mouse(selenium):
    from fixture import FramedPage, hands_on

    html = """<button id=b>B</button><button id=c>C</button><script>window.heard = [];
      for (const kind of ['mousedown', 'mouseup', 'click', 'focus']) {
        b.addEventListener(kind, () => heard.push('b' + kind)); c.addEventListener(kind, () => heard.push('c' + kind)) }
      b.addEventListener('pointerdown', e => e.preventDefault());
      c.addEventListener('mousedown', e => e.preventDefault())</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        await hands.click("#b")
        await hands.click("#c")
        assert list(page.window.heard) == ["bclick", "cmousedown", "cmouseup", "cclick"]


@run_in_pyodide
async def test_row_31_the_element_left_hears_so(selenium):
    from fixture import FramedPage, hands_on

    html = """<div id=o><button id=a>A</button></div><p id=p hidden>popover</p><button id=b>B</button><script>
      window.heard = []; o.addEventListener('mouseenter', () => { p.hidden = false });
      o.addEventListener('mouseleave', () => { p.hidden = true });
      for (const kind of ['pointerout', 'pointerleave', 'mouseout', 'mouseleave'])
        a.addEventListener(kind, e => heard.push(kind))</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        await hands.hover("#a")
        assert not page.query("#p").hidden
        assert list(page.window.heard) == []
        await hands.click("#b")
        assert page.query("#p").hidden
        assert list(page.window.heard) == ["pointerout", "pointerleave", "mouseout", "mouseleave"]


@run_in_pyodide
async def test_row_43_a_cover_is_named_and_nothing_is_pressed(selenium):
    from fixture import FramedPage, hands_on

    html = """<button id=b onclick="window.pressed = true">Order</button>
      <div id=c style="position:fixed;inset:0;z-index:10;opacity:.5;background:#000">Cookies</div>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.click("#b")
        assert (result.ok, result.reason) == (False, "covered")
        assert "covered by" in result.message
        assert not hasattr(page.window, "pressed")
        page.query("#c").style.pointerEvents = "none"
        assert (await hands.click("#b")).ok
        assert page.window.pressed


@run_in_pyodide
async def test_row_45_inert_and_disabled_are_refused(selenium):
    """C94, C107, C135."""
    from fixture import FramedPage, hands_on

    html = """<main inert><button id=i onclick="window.pressed=1">A</button></main><button id=d disabled>B</button>
      <button id=a aria-disabled=true onclick="window.pressed=1">C</button>
      <fieldset disabled><button id=f>D</button></fieldset><button id=h hidden>E</button>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        for name in "idaf":
            result = await hands.click(f"#{name}")
            assert result.reason == "not_interactive", (name, result)
        result = await hands.click("#h")
        assert result.reason == "not_visible"
        assert not hasattr(page.window, "pressed")
        assert (await hands.click("#nowhere")).reason == "not_found"


@run_in_pyodide
async def test_row_47_hidden_check_box_with_a_drawn_one(selenium):
    """Labels and hidden inputs are clicked once, and the state is read back."""
    from fixture import FramedPage, hands_on

    html = """<style>.h { position:absolute; opacity:0; width:0; height:0 }</style>
      <label id=l><input id=c type=checkbox class=h><span>Gift wrap</span></label>
      <div id=w style="width:60px;height:20px;background:#ccc"><input id=x type=checkbox class=h tabindex=-1></div>
      <button id=s role=switch aria-checked=false>Wifi</button>
      <input type=radio name=r id=r1 checked><label for=r1>1</label><input type=radio name=r id=r2><label for=r2>2</label>
      <script>window.changes = 0; c.addEventListener('change', () => changes++);
      w.addEventListener('click', e => { if (e.target !== x) x.checked = !x.checked });
      s.addEventListener('click', () => setTimeout(() => s.setAttribute('aria-checked', s.ariaChecked !== 'true'), 300))</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        for target in ("#c", "#x", "#w"):
            assert (await hands.set_checked(target, True)).ok, target
        assert page.query("#c").checked
        assert page.query("#x").checked
        assert page.window.changes == 1
        assert (await hands.set_checked("#c", True)).ok
        assert page.window.changes == 1
        assert (await hands.click("#l")).ok
        assert not page.query("#c").checked
        assert (await hands.set_checked("#s", True)).ok
        assert page.query("#s").ariaChecked == "true"
        assert (await hands.set_checked("#r2", True)).ok
        assert page.query("#r2").checked
        assert (await hands.set_checked("#r2", False)).reason == "not_interactive"
        assert page.query("#r2").checked


@run_in_pyodide
async def test_row_53_a_fixed_header_does_not_take_the_click(selenium):
    """X40: what is out of sight is tested when it is acted on."""
    from fixture import FramedPage, hands_on

    html = """<header style="position:fixed;top:0;left:0;right:0;height:60px;background:#eee" onclick="window.wrong=1">H</header>
      <div style="height:1500px"></div><button id=b onclick="window.pressed=1">B</button><div style="height:2000px"></div>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        assert (await hands.click("#b")).ok
        page.window.scrollTo(0, page.query("#b").offsetTop - 10)
        assert (await hands.click("#b")).ok
        assert page.window.pressed
        assert not hasattr(page.window, "wrong")


@run_in_pyodide
async def test_row_33_a_click_submits_a_form(selenium):
    from fixture import FramedPage, hands_on

    html = """<form id=f><input name=q value=1><button id=b name=op value=save><span id=s>Sign in</span></button></form>
      <script>f.addEventListener('submit', e => { e.preventDefault(); window.op = e.submitter.value })</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        assert (await hands.click("#s")).ok
        assert page.window.op == "save"


@run_in_pyodide
async def test_row_32_no_effect_is_said_but_no_failure(selenium):
    """X39."""
    from fixture import FramedPage, hands_on

    html = """<button id=b>B</button><script>b.addEventListener('click', e => { if (!e.isTrusted) return; b.textContent = 'x' })</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        page.query("#b").focus()
        result = await hands.click("#b")
        assert result.ok
        assert result.changes == []
        assert "Nothing visible changed" in result.message


@run_in_pyodide
async def test_double_click_right_click_and_modifiers(selenium):
    """C108, D29: detail 1, then 2, then dblclick. Right: contextmenu, and no click."""
    from fixture import FramedPage, hands_on

    html = """<button id=b>B</button><script>window.heard = [];
      for (const kind of ['click', 'dblclick', 'auxclick', 'contextmenu', 'mousedown'])
        b.addEventListener(kind, e => heard.push([kind, e.detail, e.button, e.ctrlKey].join(' ')))</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        await hands.click("#b", count=2)
        assert list(page.window.heard) == [
            *("mousedown 1 0 false", "click 1 0 false", "mousedown 2 0 false", "click 2 0 false", "dblclick 2 0 false")
        ]
        page.window.heard.length = 0
        await hands.click("#b", button="right")
        assert list(page.window.heard) == ["mousedown 1 2 false", "auxclick 1 2 false", "contextmenu 0 2 false"]
        page.window.heard.length = 0
        await hands.click("#b", modifiers=["ctrl"])
        assert list(page.window.heard) == ["mousedown 1 0 true", "click 1 0 true"]


@run_in_pyodide
async def test_x38_a_point_inside_the_element(selenium):
    from fixture import FramedPage, hands_on

    html = """<canvas id=c width=200 height=100 style="position:absolute;left:50px;top:20px"></canvas><script>
      c.addEventListener('click', e => window.at = [e.offsetX, e.offsetY])</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        assert (await hands.click("#c", offset=(12, 90))).ok
        assert list(page.window.at) == [12, 90]


@run_in_pyodide
async def test_c109_long_press_opens_a_context_menu_and_can_be_cancelled(selenium):
    """D28, D32: nothing stays pressed after a cancellation."""
    import asyncio

    from fixture import FramedPage, hands_on

    html = """<button id=b>B</button><script>window.heard = [];
      for (const kind of ['pointerdown', 'mousedown', 'touchstart', 'contextmenu', 'touchend', 'pointerup', 'mouseup'])
        b.addEventListener(kind, () => heard.push(kind))</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        assert (await hands.long_press("#b", ms=600)).ok
        assert list(page.window.heard) == [
            *("pointerdown", "touchstart", "mousedown", "contextmenu", "touchend", "pointerup", "mouseup")
        ]
        page.window.heard.length = 0
        task = asyncio.ensure_future(hands.long_press("#b", ms=5000))
        await asyncio.sleep(0.2)
        task.cancel()
        try:
            await task
            raise AssertionError("not cancelled")
        except asyncio.CancelledError:
            pass
        assert list(page.window.heard)[-1] == "mouseup"


@run_in_pyodide
async def test_row_73_hover_shows_a_menu_and_css_hover_is_said(selenium):
    from fixture import FramedPage, hands_on

    html = """<style>#c ul { display: none } #c:hover ul { display: block }</style>
      <div id=m style="width:90px">Menu<ul id=u hidden><li>Item</li></ul></div>
      <div id=c style="width:90px">Css<ul><li onclick='window.hit = (window.hit || 0) + 1'>Css item</li></ul></div><p id=x hidden>x</p>
      <script>m.addEventListener('mouseenter', () => u.hidden = false)</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        assert (await hands.hover("#m")).ok
        assert not page.query("#u").hidden
        result = await hands.hover("#c")
        assert ":hover" in result.message
        assert (await hands.click_text("Css item")).ok
        assert page.window.hit == 1
        assert (await hands.click("#c li")).ok
        assert page.window.hit == 2
        assert (await hands.click("#x")).reason == "not_visible"
        assert page.window.hit == 2


@run_in_pyodide
async def test_row_36_click_by_text(selenium):
    from fixture import FramedPage, hands_on

    html = """<div id=root><div>Overview</div><div><span>Billing</span></div><p hidden>Billing</p><i>Twice</i><b>Twice</b></div>
      <script>root.addEventListener('click', e => window.hit = e.target.textContent + e.target.localName)</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        assert (await hands.click_text("billing")).ok
        assert page.window.hit == "Billingspan"
        assert (await hands.click_text("Twice", nth=2)).ok
        assert page.window.hit == "Twiceb"
        assert (await hands.click_text("Nowhere")).reason == "not_found"
        assert (await hands.click_text("Twice", nth=3)).reason == "not_found"


@run_in_pyodide
async def test_an_element_that_goes_away_while_pressed(selenium):
    """C93: nothing is thrown, and no click goes to what was below."""
    from fixture import FramedPage, hands_on

    html = """<div style="position:relative"><button id=u style="position:absolute;left:0;top:0;width:90px;height:40px" onclick="window.wrong=1">Under</button>
      <button id=b style="position:absolute;left:0;top:0;width:90px;height:40px">B</button></div>
      <script>b.addEventListener('pointerdown', () => b.remove())</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        assert (await hands.click("#b")).ok
        assert not hasattr(page.window, "wrong")


@run_in_pyodide
async def test_the_pointer_is_drawn_before_the_page_is_touched(selenium):
    """C13, D38: ``on_point`` is awaited with the point; what moved meanwhile is aimed at again."""
    from fixture import FramedPage, hands_on

    html = """<button id=b style="position:absolute;left:100px;top:100px;width:40px;height:20px">B</button>
      <script>b.addEventListener('click', e => window.at = [e.clientX, e.clientY])</script>"""
    async with FramedPage(html) as page:
        points = []

        async def on_point(x: float, y: float) -> None:
            points.append((x, y))
            assert not hasattr(page.window, "at")
            page.query("#b").style.left = "300px"

        hands = await hands_on(page, on_point=on_point)
        assert (await hands.click("#b")).ok
        assert points == [(120, 110)]
        assert list(page.window.at) == [320, 110]


@run_in_pyodide
async def test_row_33_a_refused_submission_is_told(selenium):
    """The browser's own bubble is no part of the page; its words are reported."""
    from fixture import FramedPage, hands_on

    html = """<form id=f><input name=mail required aria-label=Email><input type=password required aria-label=Pin><button id=b>Go</button></form>
      <script>f.addEventListener('submit', e => { e.preventDefault(); window.sent = true })</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.click("#b")
        assert not hasattr(page.window, "sent")
        assert any("Email" in change and "not valid" in change for change in result.changes), result.changes
        assert any("Pin" in change and "a value is required" in change for change in result.changes), result.changes


@run_in_pyodide
async def test_what_opens_for_a_person_only_is_said(selenium):
    from fixture import FramedPage, hands_on

    async with FramedPage("<select id=s><option>A<option>B</select><input type=file id=f>") as page:
        hands = await hands_on(page)
        assert "select action" in (await hands.click("#s")).message
        assert "upload" in (await hands.click("#f")).message


@run_in_pyodide
async def test_promises_of_the_page_run_between_the_events(selenium):
    """As for a real press: what pointerdown's promise does is there when the click comes."""
    from fixture import FramedPage, hands_on

    html = """<button id=b>B</button><script>let ready = false; b.addEventListener('pointerdown', () => Promise.resolve().then(() => ready = true));
      b.addEventListener('mousedown', () => window.saw = ready)</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        assert (await hands.click("#b")).ok
        assert page.window.saw
