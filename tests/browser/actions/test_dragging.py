"""Drag: page-shapes rows 70, 72, C110, D27, X38, X39."""

from pytest_pyodide import run_in_pyodide


@run_in_pyodide
async def test_d27_native_drag_and_drop_has_one_data_transfer(selenium):
    from fixture import FramedPage, hands_on

    html = """<div id=a draggable=true style="width:80px;height:30px;background:#ccc">card</div><div style="height:50px"></div>
      <div id=z style="width:200px;height:80px;background:#eee">drop</div><div style="height:20px"></div><div id=n style="width:200px;height:40px">not here</div><script>window.heard = [];
      for (const kind of ['dragstart', 'drag', 'dragend', 'pointercancel', 'pointerup', 'mouseup']) a.addEventListener(kind, e => { if (heard.at(-1) !== 'a' + kind) heard.push('a' + kind) });
      for (const kind of ['dragenter', 'dragover', 'dragleave', 'drop']) z.addEventListener(kind, e => { if (heard.at(-1) !== 'z' + kind) heard.push('z' + kind) });
      a.addEventListener('dragstart', e => e.dataTransfer.setData('text/plain', 'card-1'));
      z.addEventListener('dragover', e => { e.preventDefault(); e.dataTransfer.dropEffect = 'move' });
      z.addEventListener('drop', e => { e.preventDefault(); window.got = e.dataTransfer.getData('text/plain'); z.append(a) });</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.drag("#a", "#n")
        assert (result.ok, result.reason) == (False, "no_effect")
        assert "does not take a drop" in result.message
        assert page.query("#a").parentNode == page.document.body
        page.window.heard.length = 0
        result = await hands.drag("#a", "#z")
        assert result.ok, result.message
        assert page.window.got == "card-1"
        assert page.query("#a").parentNode.id == "z"
        heard = list(page.window.heard)
        assert heard[0:2] == ["adragstart", "apointercancel"]
        assert "zdragenter" in heard
        assert heard[-2:] == ["zdrop", "adragend"]
        assert "amouseup" not in heard
        assert "apointerup" not in heard


@run_in_pyodide
async def test_row_70_a_pointer_sensor_with_coordinates(selenium):
    """A list that reorders by pointer coordinates; the order is compared after."""
    from fixture import FramedPage, hands_on

    html = """<style>li{height:40px;list-style:none;background:#ddd;margin:2px}</style><ul id=l><li id=a>A<li id=b>B<li id=c>C<li id=d>D</ul><script>
      let item = null, y0 = 0; l.addEventListener('pointerdown', e => { if (!e.isPrimary || e.button) return; item = e.target.closest('li'); y0 = e.clientY; item.setPointerCapture(e.pointerId) });
      document.addEventListener('pointermove', e => { if (!item || Math.abs(e.clientY - y0) < 5 || !e.buttons) return;
        const over = [...l.children].find(o => o !== item && e.clientY > o.getBoundingClientRect().top && e.clientY < o.getBoundingClientRect().bottom);
        if (over) over.compareDocumentPosition(item) & 4 ? over.before(item) : over.after(item) });
      document.addEventListener('pointerup', () => item = null)</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.drag("#a", "#c")
        assert result.ok, result.message
        assert page.query("#l").textContent == "BCAD"
        page.query("#l").style.pointerEvents = "none"
        page.query("#l").style.touchAction = "none"


@run_in_pyodide
async def test_a_mouse_only_drag_by_a_distance(selenium):
    """jQuery UI's shape: mousedown on the handle, moves on the document, ``buttons`` kept."""
    from fixture import FramedPage, hands_on

    html = """<div id=h style="position:absolute;left:10px;top:10px;width:30px;height:30px;background:#888"></div><script>let at = null;
      h.addEventListener('mousedown', e => { at = [e.clientX - h.offsetLeft, e.clientY - h.offsetTop]; e.preventDefault() });
      document.addEventListener('mousemove', e => { if (!at) return; if (!e.buttons) { at = null; return } h.style.left = e.clientX - at[0] + 'px'; h.style.top = e.clientY - at[1] + 'px' });
      document.addEventListener('mouseup', () => at = null)</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.drag("#h", by=(150, 60))
        assert result.ok, result.message
        assert (page.query("#h").offsetLeft, page.query("#h").offsetTop) == (160, 70)


@run_in_pyodide
async def test_row_72_a_native_slider_and_what_does_not_move(selenium):
    from fixture import FramedPage, hands_on

    html = """<input id=r type=range min=0 max=100 value=0 style="width:200px"><p id=p>still</p><p id=q>other</p><script>r.addEventListener('change', () => window.changed = r.value)</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.drag("#r", source_offset=(2, 8), by=(98, 0))
        assert result.ok, result.message
        assert 45 <= int(page.query("#r").value) <= 55
        assert page.window.changed == page.query("#r").value
        result = await hands.drag("#p", "#q")
        assert (result.ok, result.reason) == (False, "no_effect")


@run_in_pyodide
async def test_x38_drawing_on_a_canvas(selenium):
    from fixture import FramedPage, hands_on

    html = """<canvas id=c width=300 height=200 style="border:0"></canvas><script>window.points = []; let on = false;
      c.addEventListener('pointerdown', e => { on = true; points.push([e.offsetX, e.offsetY]) });
      c.addEventListener('pointermove', e => { if (on && e.buttons) points.push([e.offsetX, e.offsetY]) });
      c.addEventListener('pointerup', e => { on = false; window.done = [e.offsetX, e.offsetY] })</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.drag("#c", source_offset=(20, 30), by=(100, 50), steps=20)
        assert result.ok, result.message
        points = [tuple(point) for point in page.window.points]
        assert points[0] == (20, 30)
        assert len(points) > 20
        assert list(page.window.done) == [120, 80]


@run_in_pyodide
async def test_a_cancelled_drag_lets_go(selenium):
    """D32."""
    import asyncio

    from fixture import FramedPage, hands_on

    html = """<p id=p>drag</p><p id=q style="margin-top:300px">to</p><script>document.addEventListener('pointerup', () => window.up = true)</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        task = asyncio.ensure_future(hands.drag("#p", "#q", steps=50))
        await asyncio.sleep(0.4)
        task.cancel()
        try:
            await task
            raise AssertionError("not cancelled")
        except asyncio.CancelledError:
            pass
        assert page.window.up


@run_in_pyodide
async def test_a_drag_is_checked_before_it_begins(selenium):
    from fixture import FramedPage, hands_on

    html = """<button id=d disabled>d</button><p id=p>p</p><script>document.addEventListener('pointerdown', () => window.down = true)</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        assert (await hands.drag("#d", "#p")).reason == "not_interactive"
        assert (await hands.drag("#p", "#none")).reason == "not_found"
        assert (await hands.drag("#p")).reason == "not_found"
        assert not hasattr(page.window, "down")


@run_in_pyodide
async def test_a_list_that_waits_before_it_drags(selenium):
    """Sortable's ``delay``: a press has to rest before it moves."""
    from fixture import FramedPage, hands_on

    html = """<p id=p style="width:50px">item</p><p id=q>there</p><script>let from = 0, on = false, timer;
      p.addEventListener('pointerdown', e => { from = e.clientY; timer = setTimeout(() => on = true, 400) });
      document.addEventListener('pointermove', e => { if (!on) return clearTimeout(timer); p.style.transform = `translateY(${e.clientY - from}px)` });
      document.addEventListener('pointerup', () => { clearTimeout(timer); on = false })</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.drag("#p", by=(0, 80))
        assert result.ok, result.message
        assert page.query("#p").style.transform == "translateY(80px)"
