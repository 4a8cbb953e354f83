"""Frames and shadow roots: page-shapes rows 60, 61, 64, 68."""

from pytest_pyodide import run_in_pyodide


@run_in_pyodide
async def test_row_60_hands_inside_nested_frames(selenium):
    """Coordinates are the frame's own for the page and summed for the person; realms are the element's."""
    from fixture import FramedPage, hands_on

    inner = "<button id=deep style='margin:5px'>Deep</button><input id=f><select id=s><option>A<option>B</select><div style='height:900px'></div><button id=low>Low</button>"
    html = "<div style='height:40px'></div><iframe id=o style='border:3px solid;padding:7px;margin-left:50px;width:500px;height:300px'></iframe>"
    async with FramedPage(html) as page:
        outer = page.query("#o").contentDocument
        outer.body.innerHTML = (
            "<p>outer</p><iframe id=i style='width:400px;height:200px' srcdoc=\"" + inner + '"></iframe>'
        )
        import asyncio

        await asyncio.sleep(0.4)
        nested = outer.querySelector("#i").contentDocument
        script = nested.createElement("script")
        script.textContent = """document.addEventListener('click', e => { (window.hits ||= []).push(e.target.id);
          window.own = e.view === window && e instanceof PointerEvent; const r = e.target.getBoundingClientRect();
          window.inside = e.clientX > r.left && e.clientX < r.right && e.clientY > r.top && e.clientY < r.bottom })"""
        nested.body.append(script)
        points = []

        async def on_point(x: float, y: float) -> None:
            points.append((x, y))

        hands = await hands_on(page, on_point=on_point)
        assert (await hands.click("#deep")).ok
        window = nested.defaultView
        assert list(window.hits) == ["deep"]
        assert window.own
        assert window.inside
        top = page.document.elementFromPoint(*points[0])
        assert top.id == "o"
        assert (await hands.click("#low")).ok
        assert list(window.hits)[-1] == "low"
        assert window.inside
        assert (await hands.input_text("#f", "inside")).ok
        assert nested.querySelector("#f").value == "inside"
        assert nested.activeElement.id == "f"
        await hands.press_key("!")
        assert nested.querySelector("#f").value == "inside!"
        assert (await hands.select_option("#s", "B")).ok
        assert nested.querySelector("#s").value == "B"


@run_in_pyodide
async def test_row_60_a_cover_over_a_frame_is_seen(selenium):
    from fixture import FramedPage, hands_on

    html = """<iframe id=o srcdoc="<button id=b onclick='window.hit=1'>B</button>"></iframe><div style="position:fixed;inset:0;background:#0008">Cover</div>"""
    async with FramedPage(html) as page:
        import asyncio

        await asyncio.sleep(0.2)
        hands = await hands_on(page)
        result = await hands.click("#b")
        assert result.reason == "covered"
        assert not hasattr(page.query("#o").contentWindow, "hit")


@run_in_pyodide
async def test_row_64_hands_inside_open_shadow_roots(selenium):
    """Events are composed, labels work, and Tab goes through the roots."""
    from fixture import FramedPage, hands_on

    html = """<input id=first><x-card></x-card><input id=last><script>
      customElements.define('x-card', class extends HTMLElement { constructor() { super(); this.attachShadow({mode: 'open'}).innerHTML =
        '<label for=in id=lb>Name</label><input id=in><button id=go>Go</button><div id=ed contenteditable>x</div>';
        this.shadowRoot.querySelector('#go').addEventListener('click', () => window.went = this.shadowRoot.querySelector('#in').value) } });
      document.addEventListener('click', e => window.path = e.composedPath()[0].id); document.addEventListener('input', () => window.heard = true)</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        root = page.query("x-card").shadowRoot
        result = await hands.input_text("#in", "Ada")
        assert result.ok, result.message
        assert page.window.heard
        assert (await hands.click("#go")).ok
        assert page.window.went == "Ada"
        assert page.window.path == "go"
        assert (await hands.input_text("#ed", "new")).ok
        assert root.querySelector("#ed").innerText == "new"
        page.query("#first").focus()
        visited = []
        for _ in range(4):
            await hands.press_key("Tab")
            active = page.document.activeElement
            visited.append(root.activeElement.id if active.shadowRoot else active.id)
        assert visited == ["in", "go", "ed", "last"]
        await hands.press_key("Shift+Tab")
        assert root.activeElement.id == "ed"


@run_in_pyodide
async def test_row_77_a_new_tab_from_inside_a_frame(selenium):
    from fixture import FramedPage, hands_on

    html = """<iframe id=o srcdoc="<a id=a href='https://elsewhere.example/x' target=_blank>A</a>"></iframe>"""
    async with FramedPage(html) as page:
        import asyncio

        await asyncio.sleep(0.3)
        opened = []

        async def open_tab(url: str) -> None:
            opened.append(url)

        page.window.eval("window.open = () => ({location: {replace(u) { window.went = u }}})")
        hands = await hands_on(page, open_tab=open_tab)
        assert (await hands.click("#a")).ok
        assert opened == ["https://elsewhere.example/x"]
        assert not hasattr(page.window, "went")
