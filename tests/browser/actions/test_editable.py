"""Text into contenteditable and editors: page-shapes rows 1-5, C14, X23."""

from pytest_pyodide import run_in_pyodide


@run_in_pyodide
async def test_plain_contenteditable_replace_append_clear(selenium):
    from fixture import FramedPage, hands_on

    html = """<div id=e contenteditable>old <b>bold</b></div><script>window.heard = [];
      for (const kind of ['beforeinput', 'input']) e.addEventListener(kind, x => heard.push(kind + x.inputType))</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        assert (await hands.input_text("#e", "new text")).ok
        assert page.query("#e").innerText == "new text"
        assert "beforeinputinsertText" in list(page.window.heard)
        assert (await hands.input_text("#e", ", more", mode="append")).ok
        assert page.query("#e").innerText == "new text, more"
        assert (await hands.input_text("#e", "one\ntwo")).ok
        assert page.query("#e").innerText.split() == ["one", "two"]
        assert (await hands.clear("#e")).ok
        assert page.query("#e").innerText.strip() == ""


@run_in_pyodide
async def test_row_1_editor_that_applies_beforeinput_itself(selenium):
    from fixture import FramedPage, hands_on

    html = """<div id=e contenteditable=true role=textbox></div><script>let model = '';
      e.addEventListener('beforeinput', x => { x.preventDefault();
        if (x.inputType === 'insertText') model += x.data; if (x.inputType.startsWith('delete')) model = '';
        e.textContent = model })</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.input_text("#e", "Hello")
        assert result.ok, result.message
        assert page.query("#e").textContent == "Hello"


@run_in_pyodide
async def test_row_1_editor_that_ignores_everything_is_a_failure(selenium):
    """Never success from an event that was sent (row 2)."""
    from fixture import FramedPage, hands_on

    html = """<div id=e contenteditable=true role=textbox>keep</div><script>
      for (const kind of ['beforeinput', 'paste', 'keydown']) e.addEventListener(kind, x => x.preventDefault())</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.input_text("#e", "Hello")
        assert (result.ok, result.reason) == (False, "no_effect")
        assert page.query("#e").textContent == "keep"


@run_in_pyodide
async def test_row_2_editor_that_reverts_a_raw_write(selenium):
    """The tree is restored in the next frame; only a paste goes through the model."""
    from fixture import FramedPage, hands_on

    html = """<div id=e contenteditable=true><p><br></p></div><script>
      let model = ''; const render = () => { e.innerHTML = model ? `<p>${model}</p>` : '<p><br></p>'; watch.takeRecords() };
      const watch = new MutationObserver(() => requestAnimationFrame(render));
      watch.observe(e, {childList: true, characterData: true, subtree: true});
      e.addEventListener('paste', x => { x.preventDefault(); model = x.clipboardData.getData('text/plain'); render() })</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.input_text("#e", "Hello")
        assert result.ok, result.message
        assert page.query("#e").innerText == "Hello"


@run_in_pyodide
async def test_row_3_codemirror_5_shape(selenium):
    """D37: a widget with its own way to be filled is asked before the default one. An instance on the root, a hidden text area, drawn lines; then the same without a reachable instance."""
    from fixture import FramedPage, hands_on

    html = """<div id=c class=CodeMirror style="width:300px;height:80px;position:relative;border:1px solid">
      <div style="overflow:hidden;position:relative;width:3px;height:0"><textarea id=t style="position:absolute;width:1000px;height:1em"></textarea></div>
      <div id=lines></div></div><script>
      let text = 'old', all = false; const draw = () => lines.innerHTML = text.split('\\n').map(l => `<pre class=CodeMirror-line>${l}</pre>`).join('');
      draw(); c.CodeMirror = { getValue: () => text, setValue: v => { text = v; draw() } };
      t.addEventListener('keydown', x => { if (x.ctrlKey && x.keyCode === 65) { all = true; x.preventDefault() } });
      t.addEventListener('paste', x => { const v = x.clipboardData.getData('text/plain'); text = all ? v : text + v; all = false; draw(); x.preventDefault() })</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        assert (await hands.input_text("#c", "one\ntwo")).ok
        assert page.window.eval("text") == "one\ntwo"
        page.query("#c").CodeMirror = None
        result = await hands.input_text("#c", "three\nfour")
        assert result.ok, result.message
        assert page.window.eval("text") == "three\nfour"


@run_in_pyodide
async def test_row_4_an_editor_out_of_reach_is_an_honest_error(selenium):
    from fixture import FramedPage, hands_on

    html = """<div id=m class=monaco-editor style="width:300px;height:80px"><textarea class=inputarea style="width:1px;height:1px"></textarea>
      <div class=view-lines><div class=view-line>old</div></div></div>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.input_text("#m", "new")
        assert (result.ok, result.reason) == (False, "no_effect")
        assert "Monaco" in result.message


@run_in_pyodide
async def test_row_5_an_editor_inside_a_dialog(selenium):
    from fixture import FramedPage, hands_on

    html = """<dialog id=d><div id=w><div id=e contenteditable></div></div></dialog><script>d.showModal();
      e.addEventListener('input', () => window.state = e.textContent)</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        assert (await hands.input_text("#w", "About me")).ok
        assert page.window.state == "About me"


@run_in_pyodide
async def test_an_editable_frame_takes_text(selenium):
    """TinyMCE's shape: the frame element has the name, its body takes the text."""
    from fixture import FramedPage, hands_on

    html = (
        """<iframe id=f style="width:400px;height:120px" srcdoc="<body contenteditable><p>old</p></body>"></iframe>"""
    )
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.input_text("#f", "inside")
        assert result.ok, result.message
        assert page.query("#f").contentDocument.body.innerText.strip() == "inside"


@run_in_pyodide
async def test_row_1_an_editor_that_knows_no_selection_is_emptied_first(selenium):
    """Its script adds whatever is inserted and empties itself on any deletion: a replacement is not an addition."""
    from fixture import FramedPage, hands_on

    html = """<div id=e contenteditable=true role=textbox style="min-height:20px"></div><script>let model = '';
      const draw = () => e.textContent = model; e.addEventListener('paste', x => x.preventDefault());
      e.addEventListener('beforeinput', x => { x.preventDefault();
        model = x.inputType.startsWith('delete') ? '' : x.inputType === 'insertText' ? model + x.data : model; draw() })</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        for text in ("Hello", "Bye"):
            result = await hands.input_text("#e", text)
            assert result.ok, result.message
            assert page.query("#e").textContent == text
        assert (await hands.input_text("#e", " now", mode="append")).ok
        assert page.query("#e").textContent == "Bye now"
        assert (await hands.clear("#e")).ok
        assert page.query("#e").textContent == ""
