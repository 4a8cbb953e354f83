"""Scrolling: page-shapes 1d, C16, C17, C104, X16, X39."""

from pytest_pyodide import run_in_pyodide


@run_in_pyodide
async def test_c16_the_page_moves_the_distance_asked_for(selenium):
    from fixture import FramedPage, hands_on

    async with FramedPage("<div style='width:3000px;height:3000px'>big</div>") as page:
        hands = await hands_on(page)
        result = await hands.scroll("down", pixels=400)
        assert result.ok, result.message
        assert page.window.scrollY == 400
        assert result.data["moved"] == 400
        assert "400 px above" in result.message
        await hands.scroll("up", pages=0.5, pixels=100)
        assert page.window.scrollY == 300
        await hands.scroll("right", pixels=250)
        assert page.window.scrollX == 250
        result = await hands.scroll("down", pages=50)
        assert "reached the bottom" in result.message
        assert result.data["left"] == 0
        result = await hands.scroll("down")
        assert result.ok
        assert "already" in result.message
        assert result.data == {"moved": 0, "left": 0, "edge": True}


@run_in_pyodide
async def test_row_56_the_app_in_a_container(selenium):
    from fixture import FramedPage, hands_on

    html = """<style>html,body{overflow:hidden;height:100%;margin:0}</style><div id=c style="overflow-y:auto;height:100vh"><div style="height:4000px">x</div></div>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.scroll("down", pixels=500)
        assert result.ok, result.message
        assert page.query("#c").scrollTop == 500
        assert page.window.scrollY == 0


@run_in_pyodide
async def test_row_59_two_panels_are_not_guessed(selenium):
    """By target each is scrolled exactly; without one the candidates are named. A disabled text area scrolls too."""
    from fixture import FramedPage, hands_on

    html = """<style>html,body{overflow:hidden;height:100%} .p{position:absolute;top:0;width:200px;height:200px;overflow:auto}</style>
      <div id=a class=p tabindex=0><p id=i>in</p><div style="height:900px"></div></div><div id=b class=p style="left:300px" tabindex=0><div style="height:900px"></div></div>
      <textarea id=t disabled style="position:absolute;top:300px;height:40px">1\n2\n3\n4\n5\n6\n7\n8</textarea>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.scroll("down", pixels=50)
        assert result.reason == "not_found"
        assert page.query("#a").scrollTop == page.query("#b").scrollTop == 0
        assert (await hands.scroll("down", pixels=120, target="#i")).ok
        assert (page.query("#a").scrollTop, page.query("#b").scrollTop) == (120, 0)
        result = await hands.scroll("down", pages=1, target="#b")
        assert page.query("#b").scrollTop == page.query("#b").clientHeight
        assert (await hands.scroll("down", pixels=30, target="#t")).ok
        assert page.query("#t").scrollTop == 30
        assert (await hands.scroll("right", pixels=30, target="#a")).reason == "not_interactive"


@run_in_pyodide
async def test_row_57_a_virtual_list_until_text(selenium):
    from fixture import FramedPage, hands_on

    html = """<div id=v style="height:300px;overflow:auto;position:relative"><div style="height:9000px"></div></div><script>
      const draw = () => requestAnimationFrame(() => { v.querySelectorAll('p').forEach(p => p.remove()); const first = Math.floor(v.scrollTop / 30);
        for (let n = first; n < Math.min(first + 10, 300); n++) { const p = document.createElement('p'); p.textContent = 'Row ' + n;
          p.style.cssText = `position:absolute;margin:0;height:30px;top:${n * 30}px`; v.append(p) } }); draw(); v.addEventListener('scroll', draw)</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.scroll_until("Row 123", target="#v")
        assert result.ok, result.message
        assert any(row.textContent == "Row 123" for row in page.document.querySelectorAll("p"))
        result = await hands.scroll_until("Row 9999", target="#v")
        assert result.reason == "not_found"


@run_in_pyodide
async def test_a_scroller_that_snaps_back_is_no_success(selenium):
    """X39: no_effect with room left."""
    from fixture import FramedPage, hands_on

    html = """<div id=c style="height:100px;overflow:auto"><div style="height:900px"></div></div><script>
      c.addEventListener('scroll', () => c.scrollTop = 0)</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.scroll("down", pixels=200, target="#c")
        assert (result.ok, result.reason) == (False, "no_effect")


@run_in_pyodide
async def test_c104_scroll_to_an_element_inside_a_container(selenium):
    from fixture import FramedPage, hands_on

    html = """<div style="height:2000px"></div><div style="height:100px;overflow:auto"><div style="height:800px"></div><b id=b>here</b></div><div style="height:2000px"></div><i id=h hidden>h</i>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        assert (await hands.scroll_to("#b")).ok
        box = page.query("#b").getBoundingClientRect()
        assert 0 < box.top < 700
        at = page.document.elementFromPoint(box.left + 2, box.top + 2)
        assert at.id == "b"
        assert (await hands.scroll_to("#h")).reason == "not_visible"


@run_in_pyodide
async def test_smooth_and_right_to_left_scrollers(selenium):
    from fixture import FramedPage, hands_on

    html = """<div id=c dir=rtl style="width:200px;overflow:auto;scroll-behavior:smooth"><div style="width:900px;height:20px"></div></div>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.scroll("left", pixels=150, target="#c")
        assert result.ok, result.message
        assert page.query("#c").scrollLeft == -150
        assert result.data == {"moved": 150, "left": 550, "edge": False}
        assert (
            "already" in (await hands.scroll("right", pixels=900, target="#c")).message
            or page.query("#c").scrollLeft == 0
        )


@run_in_pyodide
async def test_a_page_that_moves_its_content_by_the_wheel(selenium):
    from fixture import FramedPage, hands_on

    html = """<div id=s style="height:300px">slide 1</div><script>s.addEventListener('wheel', e => { e.preventDefault(); s.textContent = e.deltaY > 0 ? 'slide 2' : 'slide 0' })</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.scroll("down", target="#s")
        assert result.ok, result.message
        assert page.query("#s").textContent == "slide 2"
