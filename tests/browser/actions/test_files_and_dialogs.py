"""Files, dialogs, new tabs: page-shapes rows 74, 75, 77, X20, X24."""

from pytest_pyodide import run_in_pyodide


@run_in_pyodide
async def test_row_74_files_for_visible_hidden_and_detached_inputs(selenium):
    from fixture import FramedPage, hands_on

    html = """<input id=f type=file><div><button id=b>Upload</button><input id=h type=file multiple hidden></div>
      <button id=k>Detached</button><div id=z style="width:90px;height:40px">drop</div><p id=p>no</p><script>
      f.addEventListener('change', async () => window.text = await f.files[0].text());
      h.addEventListener('change', () => window.names = [...h.files].map(x => x.name + ':' + x.type));
      k.addEventListener('click', () => { const i = document.createElement('input'); i.type = 'file'; i.onchange = () => window.detached = i.files[0].name; i.click() });
      z.addEventListener('dragover', e => e.preventDefault());
      z.addEventListener('drop', e => { e.preventDefault(); window.dropped = e.dataTransfer.files[0].name })</script>"""
    async with FramedPage(html) as page:
        from pagehand.actions.files import FileStore

        store = FileStore()
        store.add("a.txt", b"hello")
        store.add("b.png", b"\\x89PNG")
        hands = await hands_on(page, files=store)
        native_click = page.window.HTMLInputElement.prototype.click
        assert (await hands.upload_files("#f", ["a.txt"])).ok
        assert page.window.text == "hello"
        assert (await hands.upload_files("#b", ["a.txt", "b.png"])).ok
        assert list(page.window.names) == ["a.txt:text/plain", "b.png:image/png"]
        result = await hands.upload_files("#k", ["a.txt"])
        assert result.ok, result.message
        assert page.window.detached == "a.txt"
        assert page.window.HTMLInputElement.prototype.click == native_click
        assert (await hands.upload_files("#z", ["b.png"])).ok
        assert page.window.dropped == "b.png"
        assert (await hands.upload_files("#p", ["b.png"])).reason == "not_interactive"
        result = await hands.upload_files("#f", ["c.txt"])
        assert result.reason == "not_found"
        assert "'a.txt'" in result.message
        assert (await hands.upload_files("#f", ["a.txt", "b.png"])).reason == "not_interactive"
        assert page.query("#f").files.item(0).name == "a.txt"


@run_in_pyodide
async def test_row_75_dialogs_are_recorded_and_never_accepted_silently(selenium):
    """X20: dismissed by policy; everything is as it was after the run."""
    from fixture import FramedPage, hands_on

    html = """<button id=a onclick="alert('Saved!'); window.after = true">A</button>
      <button id=c onclick="window.sure = confirm('Delete?')">C</button><button id=p onclick="window.name2 = prompt('Name?', 'Ada')">P</button>"""
    async with FramedPage(html) as page:
        before = page.window.Object.getOwnPropertyDescriptor(page.window, "confirm")
        hands = await hands_on(page)
        result = await hands.click("#a")
        assert page.window.after
        assert any("'Saved!'" in change for change in result.changes)
        result = await hands.click("#c")
        assert page.window.sure is False
        assert any("'Delete?'" in change and "no" in change for change in result.changes)
        await hands.click("#p")
        assert page.window.eval("window.name2 === null")
        hands.end_run()
        after = page.window.Object.getOwnPropertyDescriptor(page.window, "confirm")
        assert after.value == before.value
        assert (after.writable, after.enumerable) == (before.writable, before.enumerable)
        accepting = await hands_on(page, dialogs="accept")
        await accepting.click("#c")
        await accepting.click("#p")
        assert page.window.sure is True
        assert page.window.name2 == "Ada"


@run_in_pyodide
async def test_row_75_leaving_is_not_asked_about(selenium):
    from fixture import FramedPage, hands_on

    html = """<script>addEventListener('beforeunload', e => { e.preventDefault(); e.returnValue = 'sure?' });
      onbeforeunload = () => 'really?'; const native = BeforeUnloadEvent.prototype.preventDefault;
      const leave = () => { const e = document.createEvent('BeforeUnloadEvent'); e.initEvent('beforeunload', false, true); dispatchEvent(e); return e.defaultPrevented + e.returnValue };
      const restored = () => BeforeUnloadEvent.prototype.preventDefault === native && onbeforeunload() === 'really?'</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        assert page.window.eval("leave()") == "truesure?"
        hands.begin_run()
        assert page.window.eval("leave()") == "false"
        hands.end_run()
        assert page.window.eval("restored()")
        assert page.window.eval("leave()") == "truesure?"


@run_in_pyodide
async def test_row_77_a_link_to_a_new_tab(selenium):
    """X24: the host opens it; without a host a blocked one is reported as blocked, and this page stays."""
    from fixture import FramedPage, hands_on

    html = """<a id=a href="/somewhere?x=1" target=_blank>A</a><a id=p href="/other" target=_blank>P</a>
      <button id=o onclick="window.got = window.open('/third')">O</button><script>p.addEventListener('click', e => e.preventDefault());
      window.open = function () { return null }</script>"""
    async with FramedPage(html) as page:
        opened = []

        async def open_tab(url: str) -> str:
            opened.append(url)
            return f"opened {url}"

        hands = await hands_on(page, open_tab=open_tab)
        result = await hands.click("#a")
        assert len(opened) == 1
        assert opened[0].endswith("/somewhere?x=1")
        assert any("opened http" in change for change in result.changes)
        await hands.click("#p")
        assert len(opened) == 1
        hands.end_run()
        alone = await hands_on(page)
        result = await alone.click("#a")
        assert any("blocked" in change for change in result.changes), result.changes
        result = await alone.click("#o")
        assert any("blocked" in change for change in result.changes), result.changes
        assert page.window.eval("window.got === null")


@run_in_pyodide
async def test_row_77_a_tab_that_did_open_is_told(selenium):
    """X24: the new page has no way back to this one, as with a real ``target=_blank``."""
    from fixture import FramedPage, hands_on

    html = """<a id=a href="/there" target=_blank>A</a><a id=s href="#here">S</a><script>window.tab = {opener: window, location: {replace(url) { window.went = url }}};
      window.open = () => window.tab</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.click("#a")
        assert any("opened" in change and "new tab" in change for change in result.changes), result.changes
        assert page.window.went.endswith("/there")
        assert page.window.eval("window.tab.opener === null")
        result = await hands.click("#s", modifiers=["ctrl"])
        assert page.window.went.endswith("#here")
        assert page.window.location.hash == ""
