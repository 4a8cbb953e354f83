"""Shapes that component libraries showed in the gallery, restated as small pages (page-shapes 1b, 1f)."""

from pytest_pyodide import run_in_pyodide


@run_in_pyodide
async def test_row_26_a_label_leads_to_what_it_names_when_choosing(selenium):
    """By ``for`` of something that is no form control, and by ``aria-labelledby`` (jquery-ui, MUI)."""
    from fixture import FramedPage, hands_on

    html = """<label id=l for=a tabindex=0>Class</label><span id=a role=combobox tabindex=0 aria-expanded=false aria-controls=p>Second</span>
      <label id=m tabindex=0>Role</label><div id=b role=combobox tabindex=0 aria-labelledby="m b" aria-expanded=false aria-controls=p>Viewer</div>
      <ul id=p role=listbox hidden><li role=option>Third</li></ul><script>
      for (const each of [a, b]) each.addEventListener('click', () => { p.hidden = false; each.setAttribute('aria-expanded', true); window.current = each })
      p.addEventListener('click', event => { current.textContent = event.target.textContent; p.hidden = true; current.setAttribute('aria-expanded', false) })</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        for label, control in (("#l", "#a"), ("#m", "#b")):
            result = await hands.select_option(label, "Third")
            assert result.ok, result.message
            assert page.query(control).textContent == "Third"


@run_in_pyodide
async def test_row_72_keys_on_what_stands_in_for_a_hidden_slider_reach_the_slider(selenium):
    from fixture import FramedPage, hands_on

    html = """<span id=w style="display:inline-block;width:200px;height:20px"><span></span>
      <span style="cursor:pointer"><input id=r type=range value=30 style="position:absolute;opacity:0;width:1px;height:1px"></span></span>
      <label id=l for=q>Volume</label><input id=q type=range value=10>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        assert (await hands.press_key("ArrowRight", target="#w")).ok
        assert page.query("#r").value == "31"
        assert (await hands.press_key("ArrowRight", target="#l")).ok
        assert page.query("#q").value == "11"


@run_in_pyodide
async def test_row_28_two_options_without_roles_in_a_list_that_stays_open(selenium):
    """As antd: the list that is controlled is an invisible twin, the options are plain elements."""
    from fixture import FramedPage, hands_on

    html = """<div id=w style="cursor:pointer;width:200px;height:30px;border:1px solid"><input role=combobox id=c aria-label=Labels aria-expanded=false
        aria-controls=twin readonly style="opacity:0"><span id=chosen></span></div>
      <div id=pop hidden><div role=listbox id=twin style="height:0;overflow:hidden"><div role=option>Fragile</div></div>
        <div class=o>Fragile</div><div class=o>Heavy</div><div class=o>Urgent</div></div><p>Plain</p><script>
      w.addEventListener('mousedown', () => { pop.hidden = false; c.setAttribute('aria-expanded', true) })
      pop.addEventListener('click', event => { chosen.textContent += ' ' + event.target.textContent })</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.select_option("#w", ["Fragile", "Urgent"])
        assert result.ok, result.message
        assert page.query("#chosen").textContent == " Fragile Urgent"
        assert (await hands.select_option("#w", "Plain")).reason == "not_found"


@run_in_pyodide
async def test_row_26_a_label_of_a_covered_combobox_opens_it(selenium):
    from fixture import FramedPage, hands_on

    html = """<label id=l tabindex=0>Topics</label><div id=w style="position:relative;width:200px;height:30px"><input role=combobox aria-labelledby=l aria-controls=p
      aria-expanded=false readonly id=c style="position:absolute;width:190px"><div style="position:absolute;inset:0;background:#fff">...</div></div>
      <ul role=listbox id=p hidden><li role=option aria-selected=false>Price</li></ul><script>
      w.addEventListener('click', () => { p.hidden = false; c.setAttribute('aria-expanded', true) })
      p.addEventListener('click', event => event.target.setAttribute('aria-selected', true))</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.select_option("#l", "Price")
        assert result.ok, result.message
        assert page.query("[role=option]").getAttribute("aria-selected") == "true"


@run_in_pyodide
async def test_row_3_an_editor_with_a_read_only_helper_field_takes_text(selenium):
    """As Monaco with its edit context; nothing of it is on the window."""
    from fixture import FramedPage, hands_on

    html = """<div class=monaco-editor id=m style="width:300px;height:90px"><div class=native-edit-context role=textbox tabindex=0 id=k
        style="position:absolute;width:290px;height:80px;z-index:-1"></div><textarea readonly aria-hidden=true tabindex=-1 style="width:9px;height:9px"></textarea>
      <div class=view-line id=line>old</div></div><script>
      let all = false
      k.addEventListener('keydown', event => { if (event.ctrlKey && event.key === 'a') all = true })
      k.addEventListener('paste', event => { const text = event.clipboardData.getData('text/plain'); line.textContent = all ? text : line.textContent + text })</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.input_text("#m", "name: real")
        assert result.ok, result.message
        assert page.query("#line").textContent == "name: real"
