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
        assert lines[1] == "[1]<div role=combobox expanded=false haspopup=listbox readonly>Choose"
        assert any("<label type=checkbox>Terms" in line for line in lines), lines


@run_in_pyodide
async def test_what_is_typed_does_not_hide_the_name_of_an_editable(selenium):
    from fixture import FramedPage, seams_on

    html = "<h2>Short answer</h2><div contenteditable=true aria-label=Answer>Old answer</div>"
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


@run_in_pyodide
async def test_row_3_a_code_editor_has_one_number_and_no_line_numbers(selenium):
    """As Monaco draws itself: lines over an edit context; as CodeMirror 5: a text area of no size, made from another."""
    from fixture import FramedPage, seams_on

    html = """<style>.e{position:relative;width:400px;height:80px}.e>*{position:absolute;left:0;top:0}</style>
      <div class="monaco-editor e"><div role=textbox tabindex=0 aria-label=Configuration style="width:400px;height:80px"></div>
        <textarea tabindex=-1 aria-hidden=true readonly style="width:1px;height:1px"></textarea><div class=line-numbers>1</div>
        <div style="width:400px;height:80px;background:#eee"><div class=view-line>name: demo</div></div></div>
      <label for=c>Code</label><textarea id=c style="display:none">old</textarea><div class="CodeMirror e"><div style="width:3px;height:0;overflow:hidden">
        <textarea tabindex=0 style="position:absolute;bottom:-1em;width:1000px;height:1em"></textarea></div>
        <div class=CodeMirror-linenumber>7</div><pre style="left:30px">let a = 1</pre></div>"""
    async with FramedPage(html) as page:
        live, _ = await seams_on(page)
        lines = (await live.read()).content.splitlines()
        assert lines == [
            "[1]<div role=textbox aria-label=Configuration>name: demo",
            "Code",
            "[2]<div role=textbox>let a = 1",
        ]


@run_in_pyodide
async def test_row_4_a_frame_whose_body_is_edited_has_a_number(selenium):
    """As TinyMCE and its like do."""
    import asyncio

    from fixture import FramedPage, seams_on

    html = (
        """<iframe srcdoc="<body contenteditable=true aria-label='Rich Text Area'><p>Dear all,</p></body>"></iframe>"""
    )
    async with FramedPage(html) as page:
        await asyncio.sleep(0.2)
        live, _ = await seams_on(page)
        assert '[1]<body aria-label="Rich Text Area">Dear all,' in (await live.read()).content


@run_in_pyodide
async def test_row_28_a_helper_input_beside_the_hidden_combobox_does_not_hide_its_wrapper(selenium):
    from fixture import FramedPage, seams_on

    html = """<div style="cursor:pointer;width:200px;height:30px;border:1px solid;position:relative"><b>...</b>
      <input role=combobox aria-label=Topics aria-expanded=false readonly style="position:absolute;opacity:0;z-index:-1"><input aria-hidden=true tabindex=-1 style="opacity:0;width:9px"></div>"""
    async with FramedPage(html) as page:
        live, _ = await seams_on(page)
        lines = (await live.read()).content.splitlines()
        assert any("<div role=combobox aria-label=Topics" in line for line in lines), lines
