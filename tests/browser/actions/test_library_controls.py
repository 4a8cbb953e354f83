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
