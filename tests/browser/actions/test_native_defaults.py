"""What a browser does for trusted events only, done by script: page-shapes 1a 9-11, 1b 19, 1f 69-72, X38, X39."""

from pytest_pyodide import run_in_pyodide


@run_in_pyodide
async def test_row_9_change_is_sent_once_for_each_change(selenium):
    """A field that was filled has told the page; Enter and leaving it do not tell it again (C111, C114)."""
    from fixture import FramedPage, hands_on

    html = """<form id=g><input id=f></form><input id=k><button id=b>x</button><script>window.told = [];
      for (const i of [f, k]) i.addEventListener('change', () => told.push(i.value)); g.onsubmit = e => e.preventDefault();
      k.addEventListener('beforeinput', e => { if ((e.data || '').length > 1) e.preventDefault() })</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        await hands.input_text("#f", "tag")
        await hands.press_key("Enter")
        assert list(page.window.told) == ["tag"]
        await hands.press_key("s")
        await hands.press_key("Enter")
        assert page.window.told[1] in ("tags", "s")
        page.window.told.length = 0
        assert (await hands.input_text("#k", "keys")).ok
        await hands.click("#b")
        assert list(page.window.told) == ["keys"]


@run_in_pyodide
async def test_row_11_what_the_browser_finds_invalid_is_said(selenium):
    """The value is held, so it is no failure; that it will be refused is part of the message."""
    from fixture import FramedPage, hands_on

    html = """<input id=n type=number max=10><input id=e type=email><input id=p pattern="[A-Z]{3}"><input id=w>
      <script>w.addEventListener('change', () => { if (!w.value.endsWith('kg')) w.value += ' kg' })</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        for target, text in (("#n", "50"), ("#e", "nope"), ("#p", "abc")):
            result = await hands.input_text(target, text)
            assert result.ok
            assert "not valid" in result.message
            assert page.query(target).value == text
        result = await hands.input_text("#n", "5")
        assert "not valid" not in result.message
        result = await hands.input_text("#w", "70")
        assert result.ok, result.message
        assert "'70 kg'" in result.message


@run_in_pyodide
async def test_row_19_a_select_that_is_filled_when_it_is_opened(selenium):
    """C112: the options come on ``mousedown`` or on focus."""
    from fixture import FramedPage, hands_on

    html = """<select id=s><option>Choose</select><script>const fill = () => setTimeout(() => {
      if (s.options.length < 2) for (const name of ['Red', 'Blue']) s.add(new Option(name)) }, 200);
      s.addEventListener('change', () => window.chose = s.value)</script>"""
    for kind in ("mousedown", "focus"):
        async with FramedPage(html) as page:
            page.query("#s").addEventListener(kind, page.window.eval("fill"))
            hands = await hands_on(page)
            result = await hands.select_option("#s", "Blue")
            assert result.ok, result.message
            assert page.window.chose == "Blue"
            result = await hands.select_option("#s", "Green")
            assert (result.ok, result.reason) == (False, "not_found")
            assert "'Red', 'Blue'" in result.message
            assert page.query("#s").value == "Blue"


@run_in_pyodide
async def test_row_72_a_press_on_a_slider_and_on_an_open_list(selenium):
    """X38: a point of a native slider sets its value; an option of a list box is chosen by a click."""
    from fixture import FramedPage, hands_on

    html = """<input id=r type=range value=0 style="width:300px"><select id=s size=4><option>A<option id=o>B</select>
      <select id=m multiple><option id=x>X<option id=y>Y<option id=z disabled>Z</select><script>window.told = [];
      for (const e of [r, s, m]) for (const kind of ['input', 'change']) e.addEventListener(kind, () => told.push(e.id + kind))</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        assert (await hands.click("#r", offset=(150, 8))).ok
        assert page.query("#r").value == "50"
        assert (await hands.click("#o")).ok
        assert page.query("#s").value == "B"
        assert list(page.window.told) == ["rinput", "rchange", "sinput", "schange"]
        await hands.click("#x")
        await hands.click("#y", modifiers=["ctrl"])
        assert [option.id for option in page.query("#m").selectedOptions] == ["x", "y"]
        assert not (await hands.click("#z")).ok
        result = await hands.click("#r", offset=(900, 8))
        assert (result.ok, result.reason) == (False, "not_visible")
        assert "outside" in result.message


@run_in_pyodide
async def test_row_70_shortcuts_as_people_write_them(selenium):
    """C114: ``Control+K`` is Ctrl and the k key; Shift gives the shifted character; the number pad has its own codes."""
    from fixture import FramedPage, hands_on

    html = """<body><script>window.seen = []; document.addEventListener('keydown', e => { if (e.key.length === 1 || e.key === 'Enter')
      seen.push((e.ctrlKey ? 'C' : '') + (e.shiftKey ? 'S' : '') + e.key + e.code) })</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        for key in ("Control+K", "Control+Shift+k", "Shift+1", "Shift+/", "NumpadEnter"):
            assert (await hands.press_key(key)).ok, key
        assert list(page.window.seen) == ["CkKeyK", "CSKKeyK", "S!Digit1", "S?Slash", "EnterNumpadEnter"]


@run_in_pyodide
async def test_row_69_ctrl_enter_and_escape_as_a_browser_does(selenium):
    """Ctrl+Enter adds no line; Escape clears a search field, and closes a dialog inside a shadow root."""
    from fixture import FramedPage, hands_on

    html = """<textarea id=t></textarea><input id=q type=search value=old><div id=h></div><script>window.sent = [];
      t.addEventListener('keydown', e => { if (e.key === 'Enter' && e.ctrlKey) { sent.push(t.value); t.value = '' } });
      q.addEventListener('search', () => window.searched = q.value);
      h.attachShadow({mode: 'open'}).innerHTML = '<dialog><button id=x>In</button></dialog>'</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        await hands.input_text("#t", "hello")
        await hands.press_key("Control+Enter")
        assert list(page.window.sent) == ["hello"]
        assert page.query("#t").value == ""
        await hands.press_key("Escape", target="#q")
        assert page.query("#q").value == ""
        assert page.window.searched == ""
        dialog = page.query("#h").shadowRoot.querySelector("dialog")
        dialog.showModal()
        assert "closed the dialog" in (await hands.press_key("Escape")).message
        assert not dialog.open


@run_in_pyodide
async def test_arrows_on_number_and_date_fields(selenium):
    """C114: a number without a step moves by one; nothing is claimed where a script cannot see the part that turns."""
    from fixture import FramedPage, hands_on

    async with FramedPage("<input id=n type=number step=any value=3.5 max=5><input id=d type=date>") as page:
        hands = await hands_on(page)
        await hands.press_key("ArrowUp", target="#n")
        assert page.query("#n").value == "4.5"
        await hands.press_key("ArrowUp")
        assert page.query("#n").value == "5"
        assert "moved" not in (await hands.press_key("ArrowUp", target="#d")).message


@run_in_pyodide
async def test_tab_goes_into_frames_and_past_closed_details(selenium):
    """C114: as the browser's own order."""
    import asyncio

    from fixture import FramedPage, hands_on

    html = """<input id=a><iframe id=f srcdoc="<input id=in>" style="height:50px"></iframe>
      <details><summary id=s>More</summary><input id=no></details><input id=b>"""
    async with FramedPage(html) as page:
        await asyncio.sleep(0.2)
        hands = await hands_on(page)
        await hands.press_key("Tab", target="#a")
        assert page.document.activeElement.id == "f"
        assert page.query("#f").contentDocument.activeElement.id == "in"
        stops = []
        for _ in range(2):
            await hands.press_key("Tab")
            stops.append(page.document.activeElement.id)
        assert stops == ["s", "b"]
        await hands.press_key("Shift+Tab")
        await hands.press_key("Shift+Tab")
        assert page.document.activeElement.id == "f"


@run_in_pyodide
async def test_c16_a_negative_distance_is_one_the_other_way(selenium):
    from fixture import FramedPage, hands_on

    async with FramedPage('<div style="height:3000px">tall</div>') as page:
        hands = await hands_on(page)
        await hands.scroll("down", pixels=500)
        result = await hands.scroll("down", pixels=-200)
        assert page.window.scrollY == 300
        assert "up by 200 px" in result.message


@run_in_pyodide
async def test_d27_source_and_target_agree_on_an_effect(selenium):
    """C110: what the source allows is offered, ``dragend`` tells what was done, and a target of another kind gets no drop."""
    from fixture import FramedPage, hands_on

    html = """<div id=s draggable=true style="width:80px;height:40px;background:teal">Card</div>
      <div id=t style="width:200px;height:100px;background:#ddd">Drop</div><script>
      s.ondragstart = e => { e.dataTransfer.setData('text/plain', 'x'); e.dataTransfer.effectAllowed = window.allowed };
      t.ondragover = e => { e.preventDefault(); if (window.wants) e.dataTransfer.dropEffect = wants };
      t.ondrop = e => { window.got = e.dataTransfer.dropEffect };
      s.ondragend = e => { if (e.dataTransfer.dropEffect === 'move') s.remove() }</script>"""
    async with FramedPage(html) as page:
        page.window.allowed, page.window.wants = "copy", "move"
        hands = await hands_on(page)
        result = await hands.drag("#s", "#t")
        assert (result.ok, result.reason) == (False, "no_effect")
        assert page.query("#s")
        page.window.allowed, page.window.wants = "move", ""
        assert (await hands.drag("#s", "#t")).ok
        assert page.window.got == "move"
        assert not page.query("#s")


@run_in_pyodide
async def test_row_70_a_list_that_hears_touches_only(selenium):
    """C110: after a mouse that nothing heard, a finger."""
    from fixture import FramedPage, hands_on

    html = """<ul id=l style="width:200px;padding:0"><li id=x>One<li id=y>Two<li id=z>Three</ul><script>let held = null;
      for (const li of l.children) li.style.cssText = 'height:40px;list-style:none';
      l.addEventListener('touchstart', e => { held = e.target.closest('li'); e.preventDefault() }, {passive: false});
      l.addEventListener('touchmove', e => { const t = e.touches[0], u = document.elementFromPoint(t.clientX, t.clientY)?.closest('li');
        if (held && u && u !== held) l.insertBefore(held, u.compareDocumentPosition(held) & 2 ? u.nextSibling : u) });
      l.addEventListener('touchend', () => held = null)</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.drag("#x", "#z")
        assert result.ok, result.message
        assert [item.id for item in page.query("#l").children] == ["y", "z", "x"]


@run_in_pyodide
async def test_c109_a_page_that_takes_the_touch_hears_no_mouse(selenium):
    """D28: mouse and touch go together, but a cancelled ``touchstart`` silences the mouse, so nothing is done twice."""
    from fixture import FramedPage, hands_on

    html = """<div id=s style="width:80px;height:40px;background:teal">Hold</div><p id=n></p><script>let timer, count = 0;
      const down = e => { e.preventDefault(); timer = setTimeout(() => n.textContent = ++count, 300) }, up = () => clearTimeout(timer);
      const listen = kinds => { for (const [kind, f] of kinds) s.addEventListener(kind, f, {passive: false}) };
      window.both = () => listen([['mousedown', down], ['touchstart', down], ['mouseup', up], ['touchend', up]]);
      window.touch = () => listen([['touchstart', down], ['touchend', up]]);
      window.mouse = () => listen([['mousedown', down], ['mouseup', up]])</script>"""
    for kinds in ("both", "touch", "mouse"):
        async with FramedPage(html) as page:
            getattr(page.window, kinds)()
            hands = await hands_on(page)
            assert (await hands.long_press("#s", ms=450)).ok
            assert page.query("#n").textContent == "1", kinds


@run_in_pyodide
async def test_row_24_a_suggestion_that_is_not_taken_is_no_success(selenium):
    """X39: the text that was typed to find the option proves nothing (page-shapes 24)."""
    from fixture import FramedPage, hands_on

    html = """<input id=c role=combobox aria-expanded=false aria-controls=lb autocomplete=off><ul id=lb role=listbox hidden></ul><script>
      c.oninput = () => setTimeout(() => { lb.hidden = false; c.setAttribute('aria-expanded', true);
        lb.innerHTML = ['Berlin', 'Bern'].filter(x => x.startsWith(c.value)).map(x => '<li role=option>' + x).join('') }, 300);
      c.onblur = () => setTimeout(() => { lb.hidden = true; c.value = window.picked || '' }, 50)</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.select_option("#c", "Bern")
        assert (result.ok, result.reason) == (False, "no_effect"), result.message


@run_in_pyodide
async def test_row_26_a_menu_opened_for_nothing_is_closed_again(selenium):
    """X16: an option that does not exist leaves the page as it was, also where the menu ignores Escape."""
    from fixture import FramedPage, hands_on

    html = """<button id=b aria-haspopup=menu aria-expanded=false>Actions</button><ul id=m role=menu hidden><li role=menuitem>Copy</ul>
      <script>b.onclick = () => { m.hidden = !m.hidden; b.setAttribute('aria-expanded', !m.hidden) }</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.select_option("#b", "Nope")
        assert (result.ok, result.reason) == (False, "not_found")
        assert "'Copy'" in result.message
        assert page.query("#m").hidden


@run_in_pyodide
async def test_row_74_a_file_that_the_page_refuses_is_told(selenium):
    """X39: the field is read back after the page has had its say."""
    from fixture import FramedPage, hands_on

    html = """<input id=i type=file accept="image/*"><script>
      i.onchange = () => { if (!i.files[0].type.startsWith('image/')) i.value = '' }</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        hands.files.add("a.txt", b"hello")
        hands.files.add("b.png", b"xx")
        result = await hands.upload_files("#i", ["a.txt"])
        assert (result.ok, result.reason) == (False, "no_effect")
        assert (await hands.upload_files("#i", ["b.png"])).ok
        assert page.query("#i").files.length == 1


@run_in_pyodide
async def test_row_11_a_control_that_is_never_empty_is_not_cleared(selenium):
    """C113: refused before anything is written."""
    from fixture import FramedPage, hands_on

    html = """<input id=r type=range value=10><input id=c type=color value="#ff0000"><script>window.heard = 0;
      for (const e of [r, c]) e.addEventListener('input', () => heard++)</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        for target, value in (("#r", "10"), ("#c", "#ff0000")):
            result = await hands.clear(target)
            assert (result.ok, result.reason) == (False, "no_effect")
            assert "cannot be emptied" in result.message
            assert page.query(target).value == value
        assert page.window.heard == 0
