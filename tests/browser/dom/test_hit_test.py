"""The live hit test that the hands use (X19, X38, X40, page-shapes 43)."""

from pytest_pyodide import run_in_pyodide


@run_in_pyodide
async def test_what_is_in_the_way_is_named(selenium):
    """page-shapes 43, 53: a cover by name; pointer-events none, own children, labels and shadow hosts are no cover."""
    from fixture import FramedPage

    from pagehand.dom.bridge import Bridge
    from pagehand.dom.hit_test import hit_test

    html = """<button id=under>Under</button><div style="position:fixed;left:0;top:0;width:200px;height:60px;background:#ccc"><h2>Cookies</h2></div>
    <div style="position:absolute;top:100px"><button id=free><span>Free</span></button></div><div style="position:fixed;inset:0;pointer-events:none"></div>
    <div style="position:absolute;top:160px"><label for=c style="position:absolute;width:60px;height:20px;z-index:1"></label><input id=c type=checkbox></div>
    <x-b style="position:absolute;top:220px"></x-b><button id=low style="position:absolute;top:3000px">Low</button>
    <iframe srcdoc="<button>In</button>" style="position:absolute;top:300px;border:3px solid;padding:5px"></iframe>
    <script>customElements.define('x-b', class extends HTMLElement { connectedCallback() { this.attachShadow({mode: 'open'}).innerHTML = '<button>Shadow</button>' } })</script>"""
    import asyncio

    async with FramedPage(html) as page:
        await asyncio.sleep(0.2)
        bridge = Bridge(window=page.window)
        covered = hit_test(bridge, page.query("#under"))
        assert covered.covered_by is not None
        assert "Cookies" in covered.covered_by
        assert covered.visible
        for selector in ("#free", "#c"):
            assert hit_test(bridge, page.query(selector)).covered_by is None, selector
        shadow = page.query("x-b").shadowRoot.querySelector("button")
        assert hit_test(bridge, shadow).covered_by is None
        low = hit_test(bridge, page.query("#low"))
        assert not low.visible
        frame = page.query("iframe")
        inner = frame.contentDocument.querySelector("button")
        hit = hit_test(bridge, inner)
        assert hit.visible
        assert hit.covered_by is None
        box, outer = inner.getBoundingClientRect(), frame.getBoundingClientRect()
        assert abs(hit.point[0] - (outer.left + 8 + box.left + box.width / 2)) < 1
        assert abs(hit.point[1] - (outer.top + 8 + box.top + box.height / 2)) < 1
        assert (
            hit_test(bridge, inner, (5.0, 5.0)).covered_by is not None
            or not hit_test(bridge, inner, (5.0, 5.0)).visible
        )


@run_in_pyodide
async def test_our_own_overlays_are_not_there(selenium):
    """The panel and marks live in <pagehand-root>; neither the reader nor the hit test sees them."""
    from fixture import FramedPage

    from pagehand.dom.bridge import Bridge
    from pagehand.dom.hit_test import hit_test
    from pagehand.dom.live_page import LivePage

    async with FramedPage("<button>Go</button>") as page:
        root = page.document.createElement("pagehand-root")
        root.style.cssText = "position:fixed;inset:0;z-index:99"
        root.attachShadow(
            __import__("pyodide").ffi.to_js({"mode": "open"}, dict_converter=__import__("js").Object.fromEntries)
        ).innerHTML = "<button>Stop</button>"
        page.document.documentElement.append(root)
        live = LivePage(Bridge(window=page.window))
        assert (await live.read()).content == "[1]<button>Go"
        assert hit_test(live.bridge, page.query("button")).covered_by is None
        live.dispose()
