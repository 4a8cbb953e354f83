"""Shapes that component libraries showed in the gallery, restated as small pages (page-shapes 1b, 1f)."""

from pytest_pyodide import run_in_pyodide


@run_in_pyodide
async def test_row_28_a_wrapper_and_not_the_label_stands_in_for_a_hidden_combobox(selenium):
    from fixture import FramedPage, seams_on

    html = """<label for=c>Country</label><div style="cursor:pointer;width:200px;height:30px;border:1px solid"><span>
      <input id=c role=combobox aria-expanded=false aria-haspopup=listbox readonly style="opacity:0;width:100%"></span><span>Choose</span></div>
      <label for=t>Terms</label><input type=checkbox id=t style="position:absolute;opacity:0">"""
    async with FramedPage(html) as page:
        live, _ = await seams_on(page)
        lines = (await live.read()).content.splitlines()
        assert lines[0] == "Country", lines
        assert lines[1].startswith("[1]<div role=combobox") and lines[1].endswith("Choose"), lines
        assert any("<label type=checkbox>Terms" in line for line in lines), lines


@run_in_pyodide
async def test_what_is_typed_does_not_hide_the_name_of_an_editable(selenium):
    from fixture import FramedPage, seams_on

    html = "<div contenteditable=true aria-label=Answer>Old answer</div>"
    async with FramedPage(html) as page:
        live, _ = await seams_on(page)
        assert "aria-label=Answer>Old answer" in (await live.read()).content


@run_in_pyodide
async def test_row_70_items_of_sortable_lists_and_drop_targets_have_numbers(selenium):
    from fixture import FramedPage, seams_on

    html = """<ul id=s><li>One</li><li>Two</li></ul><ol class=ui-sortable><li class=ui-sortable-handle>Three</li></ol>
      <div data-rbd-draggable-id=4>Four</div><div class=ui-droppable>Bin</div><ul><li>Plain</li></ul>
      <script>s.Sortable1700000000000 = {options: {}}</script>"""
    async with FramedPage(html) as page:
        live, _ = await seams_on(page)
        lines = (await live.read()).content.splitlines()
        for text in ("One", "Two", "Three", "Four", "Bin"):
            assert any("]<" in line and line.endswith(text) for line in lines), (text, lines)
        assert "Plain" in lines
