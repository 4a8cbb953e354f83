"""Pages that draw, cover or replace what is used while it is used: page-shapes 1c rows 43, 50, 52, X13, X39."""

from pytest_pyodide import run_in_pyodide


@run_in_pyodide
async def test_row_43_a_cover_that_comes_with_the_pointer_is_seen(selenium):
    """C13: the hit test is repeated once the pointer is over the target; a free point of it is found if there is one."""
    from fixture import FramedPage, hands_on

    html = """<div id=w style="position:relative;width:300px"><button id=b style="width:300px;height:60px">Row</button></div><script>
      window.row = window.other = 0; b.onclick = () => row++;
      w.onpointerenter = () => { const o = document.createElement('button'); o.id = 'o'; o.onclick = () => other++; o.textContent = 'Delete';
        o.style.cssText = 'position:absolute;' + (window.whole ? 'inset:0' : 'left:100px;top:10px;width:100px;height:40px');
        w.append(o) }</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.click("#b")
        assert result.ok, result.message
        assert (page.window.row, page.window.other) == (1, 0)
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        page.window.whole = True
        result = await hands.click("#b")
        assert (result.ok, result.reason) == (False, "covered")
        assert "Delete" in result.message
        assert (page.window.row, page.window.other) == (0, 0)


@run_in_pyodide
async def test_c13_a_button_replaced_while_pressed_gets_no_click_and_that_is_said(selenium):
    from fixture import FramedPage, hands_on

    html = """<div id=w><button id=b>Send</button></div><script>window.clicks = 0;
      w.addEventListener('mousedown', () => w.innerHTML = '<button id=b>Send</button>');
      w.addEventListener('click', e => clicks += e.target.id === 'b')</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.click("#b")
        assert page.window.clicks == 0
        assert "no click followed" in result.message
        assert (await hands.press_key("Enter", target="#b")).ok
        assert page.window.clicks == 1


@run_in_pyodide
async def test_x39_a_check_box_drawn_anew_is_read_back_from_the_new_one(selenium):
    """A list that is drawn again from a state that refused the tick: the old node still says checked."""
    from fixture import FramedPage, hands_on

    html = """<ul id=l></ul><script>const draw = on => l.innerHTML = `<li><label><input type=checkbox id=c ${on ? 'checked' : ''}> Milk</label></li>`;
      draw(false); l.addEventListener('change', e => draw(window.keeps && e.target.checked))</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.set_checked("#c", True)
        assert (result.ok, result.reason) == (False, "no_effect")
        assert not page.query("#c").checked
        page.window.keeps = True
        result = await hands.set_checked("#c", True)
        assert result.ok, result.message
        assert page.query("#c").checked


@run_in_pyodide
async def test_x39_a_box_in_its_third_state_is_pressed_until_it_is_checked(selenium):
    from fixture import FramedPage, hands_on

    html = """<div id=m role=checkbox aria-checked=mixed tabindex=0 style="width:100px">All</div><script>
      m.onclick = () => m.setAttribute('aria-checked', m.getAttribute('aria-checked') === 'false')</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        assert (await hands.set_checked("#m", True)).ok
        assert page.query("#m").getAttribute("aria-checked") == "true"


@run_in_pyodide
async def test_row_6_a_field_drawn_anew_is_followed(selenium):
    """C111: on focus, on input with its text, and on input without it (then it is filled once more)."""
    from fixture import FramedPage, hands_on

    html = """<div id=w><input id=f name=q placeholder=Name></div><script>let times = 0;
      const draw = v => { w.innerHTML = '<input id=f name=q placeholder=Name data-new>'; f.value = v; f.focus() };
      w.addEventListener('focusin', e => { if (mode === 'focus' && !('new' in e.target.dataset)) draw('') });
      w.addEventListener('input', e => { const v = e.target.value; if (mode === 'input') setTimeout(() => draw(v));
        if (mode === 'lost' && !times++) setTimeout(() => draw('')) })</script>"""
    for mode in ("focus", "input", "lost"):
        async with FramedPage(html) as page:
            page.window.mode = mode
            hands = await hands_on(page)
            result = await hands.input_text("#f", "Ada")
            assert result.ok, (mode, result.message)
            assert page.query("#f").value == "Ada", mode


@run_in_pyodide
async def test_row_47_a_label_is_not_pressed_on_the_link_in_it(selenium):
    """C13: a point that is not another control. The middle of the label is a link, the middle of the card a button."""
    from fixture import FramedPage, hands_on

    html = """<label><input type=checkbox id=c style="position:absolute;opacity:0;width:0;height:0"><span>I agree to</span>
      <a href="javascript:void(window.left = true)" style="display:inline-block;padding:20px 100px">the Terms of Service</a></label>
      <div id=card style="position:relative;width:300px;height:100px;cursor:pointer">Card<button id=del
        style="position:absolute;left:100px;top:30px;width:100px;height:40px">Delete</button></div><script>
      card.onclick = e => window.hit = e.target.id</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.set_checked("#c", True)
        assert result.ok, result.message
        assert page.query("#c").checked
        assert not hasattr(page.window, "left")
        assert (await hands.click("#card")).ok
        assert page.window.hit == "card"
        assert (await hands.click("#del")).ok
        assert page.window.hit == "del"


@run_in_pyodide
async def test_row_37_links_without_a_box_of_their_own(selenium):
    """``display: contents``, a floated child, a positioned child: the content is what is pressed."""
    from fixture import FramedPage, hands_on

    html = """<a id=a href="javascript:void hit.push('a')" style="display:contents"><span style="padding:10px">Contents</span></a>
      <a id=f href="javascript:void hit.push('f')"><div style="float:left;padding:10px">Floated</div></a>
      <a id=p href="javascript:void hit.push('p')"><span style="position:absolute;left:400px;top:10px">Placed</span></a><script>window.hit = []</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        for target in ("#a", "#f", "#p"):
            result = await hands.click(target)
            assert result.ok, result.message
        assert list(page.window.hit) == ["a", "f", "p"]


@run_in_pyodide
async def test_row_14_text_inside_a_disabled_button_is_refused(selenium):
    from fixture import FramedPage, hands_on

    html = """<button disabled><span>Save it</span></button><script>window.heard = 0;
      for (const kind of ['pointerdown', 'mousedown', 'click']) document.addEventListener(kind, () => heard++, true)</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.click_text("Save it")
        assert (result.ok, result.reason) == (False, "not_interactive")
        assert "disabled button" in result.message
        assert page.window.heard == 0


@run_in_pyodide
async def test_x14_a_target_in_a_frame_that_moved_on_is_gone(selenium):
    """C93: no exception when the frame of an element shows another document."""
    import asyncio

    from fixture import FramedPage, hands_on

    async with FramedPage("""<iframe id=i srcdoc="<button id=b>In</button>"></iframe>""") as page:
        await asyncio.sleep(0.2)
        hands = await hands_on(page)
        assert (await hands.click(1)).ok
        button = page.query("#i").contentDocument.querySelector("#b")
        page.query("#i").srcdoc = "<p>other</p>"
        await asyncio.sleep(0.3)
        assert button.isConnected
        for action in (hands.click(1), hands.press_key("Enter", target=1), hands.hover(1)):
            result = await action
            assert (result.ok, result.reason) == (False, "not_found"), result.message


@run_in_pyodide
async def test_x13_an_editor_keeps_its_number_whatever_is_written_in_it(selenium):
    """Its text is its value and no part of what it is: the number goes on working after each edit."""
    from fixture import FramedPage, seams_on

    html = """<div contenteditable style="min-height:20px"></div><div contenteditable>Other note</div>"""
    async with FramedPage(html) as page:
        live, hands = await seams_on(page)
        await live.read()
        for text in ("First words", "Something else entirely", ""):
            result = await hands.input_text(1, text)
            assert result.ok, result.message
            result = await hands.input_text(2, f"{text}!")
            assert result.ok, result.message
            await live.read()
        assert (await hands.press_key("a", target=1)).ok
        assert page.query("div").innerText.strip() == "a"


@run_in_pyodide
async def test_x18_a_loading_mark_is_waited_out(selenium):
    """What the mark announces is part of what the click changed."""
    from fixture import FramedPage, seams_on

    html = """<button id=b>Load</button><div id=o></div><script>b.onclick = () => { o.setAttribute('aria-busy', 'true');
      setTimeout(() => { o.removeAttribute('aria-busy'); o.innerHTML = '<button>Result</button>' }, 800) }</script>"""
    async with FramedPage(html) as page:
        live, hands = await seams_on(page)
        await live.read()
        result = await hands.click("#b")
        assert any("Result" in change for change in result.changes), result.changes


@run_in_pyodide
async def test_row_69_a_field_beside_a_hidden_control_is_itself(selenium):
    """C13: a hidden submit button, a trap for robots or a hidden box says nothing about the visible field beside it."""
    from fixture import FramedPage, seams_on

    html = """<form><input name=mail aria-label=Mail><input type=submit style="display:none"></form>
      <div><input name=website aria-label=Trap style="display:none"><input aria-label=City></div>
      <div><input type=checkbox aria-label=Box style="display:none"><input aria-label=Street></div>"""
    async with FramedPage(html) as page:
        live, _hands = await seams_on(page)
        content = (await live.read()).content
        assert "submit" not in content
        assert "Trap" not in content
        assert "Box" not in content
        for name in ("Mail", "City", "Street"):
            assert f"<input aria-label={name}" in content, content
