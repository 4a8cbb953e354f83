"""What a reading leaves behind, what it survives, and what it says has changed."""

from pytest_pyodide import run_in_pyodide


@run_in_pyodide
async def test_a_read_leaves_nothing_behind(selenium):
    """Issue 4: no proxies, attributes or elements after a read, none at all after dispose."""
    import gc

    import pyodide_js
    from fixture import FramedPage

    from pagehand.dom.bridge import Bridge
    from pagehand.dom.hit_test import hit_test
    from pagehand.dom.live_page import LivePage
    from pagehand.dom.names import accessible_name, describe

    html = '<p>Text <a href="/x">link</a></p><iframe srcdoc="<button>In</button>"></iframe><x-a></x-a><input value=v><select><option>O</select>'
    async with FramedPage(html) as page:
        map_ = pyodide_js._module.pyproxy_alloc_map if hasattr(pyodide_js._module, "pyproxy_alloc_map") else None
        assert map_ is not None, "Pyodide's map of proxies is the measure"
        gc.collect()
        before = map_.size
        markup = page.document.documentElement.outerHTML
        live = LivePage(Bridge(window=page.window))
        with_watch = map_.size
        await live.read()
        await live.read()
        live.registry.resolve(1)
        hit_test(live.bridge, page.query("a"))
        accessible_name(live.bridge, page.query("a"))
        describe(live.bridge, page.query("a"), live.registry)
        gc.collect()
        assert map_.size == with_watch
        live.dispose()
        gc.collect()
        assert map_.size == before
        assert page.document.documentElement.outerHTML == markup


@run_in_pyodide
async def test_a_secret_value_never_comes_over(selenium):
    """X17: not in the text, the nodes, the fingerprints or the names; a length only, also after "show password"."""
    from fixture import FramedPage

    from pagehand.dom.bridge import Bridge
    from pagehand.dom.live_page import LivePage

    html = '<label>Password <input type=password value="hunter2"></label><input autocomplete="one-time-code" value="424242"><input name="cardNumber" value="4111222233334444"><div aria-label="x">ok</div>'
    async with FramedPage(html) as page:
        live = LivePage(Bridge(window=page.window))
        state = await live.read()
        page.query("input").type = "text"
        shown = await live.read()
        kept = repr([(node.attributes, node.values, node.name, node.children) for node in live.reading.nodes])
        for secret in ("hunter2", "424242", "4111222233334444"):
            assert secret not in state.text + shown.text + repr(state.changes) + repr(shown.changes) + kept
            assert secret not in repr(live.registry.lines) + repr(live.registry._known)
        assert "length=7" in state.content
        live.dispose()


@run_in_pyodide
async def test_changes_are_told(selenium):
    """X19: appeared, gone, changed, text, focus, scroll, and "nothing changed" plainly."""
    from fixture import FramedPage

    from pagehand.dom.bridge import Bridge
    from pagehand.dom.live_page import LivePage

    html = '<button id=a>One</button><button id=b>Two</button><p>Words</p><input id=i aria-label=Name><div style="height:3000px"></div>'
    async with FramedPage(html) as page:
        live = LivePage(Bridge(window=page.window))
        assert (await live.read()).changes == []
        assert (await live.read()).changes == ["nothing changed"]
        page.query("#b").remove()
        page.query("p").textContent = "Other words"
        page.query("#a").setAttribute("aria-pressed", "true")
        page.query("#i").value = "Ines"
        page.document.body.insertAdjacentHTML("beforeend", "<button>Three</button>")
        page.query("#i").focus()
        page.window.scrollTo(0, 50)
        changes = "\n".join((await live.read()).changes)
        for part in (
            "appeared: [4]<button>Three",
            "gone: [2]<button>Two",
            "[1]<button>One is now [1]<button pressed>One",
            'text appeared: "Other words"',
            'text gone: "Words"',
            "value=Ines",
            "focus is now on",
            "scrolled from 0 to 50",
        ):
            assert part in changes, (part, changes)
        live.dispose()


@run_in_pyodide
async def test_a_torn_read_is_repeated_and_ends(selenium):
    """Issue 4: removing nodes during a paused read repeats it at most twice; adding does not tear."""
    from fixture import FramedPage

    from pagehand.dom import live_page as module
    from pagehand.dom.bridge import Bridge
    from pagehand.dom.live_page import LivePage
    from pagehand.dom.reader import read_page
    from pagehand.dom.tearing import Torn

    async with FramedPage("<main>" + "<p></p>" * 10_200 + "<button>Go</button></main>") as page:
        live = LivePage(Bridge(window=page.window))
        steps = read_page(live.bridge, live.options)
        next(steps)
        page.query("main").insertAdjacentHTML("beforeend", "<p>new</p>")
        for _ in steps:
            pass
        steps = read_page(live.bridge, live.options)
        next(steps)
        page.query("p").remove()
        try:
            for _ in steps:
                pass
            raise AssertionError("not torn")
        except Torn:
            pass
        tries = []
        real = module.read_page

        def tearing(bridge, options):
            tries.append(options.tear)
            steps = real(bridge, options)
            next(steps)
            page.query("p").remove()
            yield
            return (yield from steps)

        module.read_page = tearing
        try:
            state = await live.read()
        finally:
            module.read_page = real
        assert tries == [True, True, False]
        assert "[1]<button>Go" in state.content
        live.dispose()


@run_in_pyodide
async def test_the_budget_holds_and_the_viewport_comes_first(selenium):
    """P6, page-shapes 87: any page fits; what is in the viewport stays; the cut is said."""
    from fixture import FramedPage

    from pagehand.dom.bridge import Bridge
    from pagehand.dom.live_page import LivePage
    from pagehand.dom.options import ReaderOptions

    body = "".join(
        f"<p>Paragraph {i} {'word ' * (i % 7)}</p><h2>Head {i}</h2><a href='/{i}'>Link {i}</a>" for i in range(300)
    )
    async with FramedPage(body) as page:
        page.window.scrollTo(0, 9_000)
        for limit in (500, 2_000, 12_000):
            live = LivePage(Bridge(window=page.window), ReaderOptions(max_page_chars=limit))
            content = (await live.read()).content
            assert len(content) <= limit
            assert "more entries like this" in content or "... cut:" in content
            boxes = ((link, link.getBoundingClientRect()) for link in page.document.querySelectorAll("a"))
            seen = next(link.textContent for link, box in boxes if box.top > 100 and box.bottom < 600)
            assert f"<a>{seen}" in content
            live.dispose()


@run_in_pyodide
async def test_hosts_lists_and_extra_attributes(selenium):
    """C28: white and black lists, include attributes with globs; secrets patterns."""
    from fixture import FramedPage

    from pagehand.dom.bridge import Bridge
    from pagehand.dom.live_page import LivePage
    from pagehand.dom.options import ReaderOptions

    async with FramedPage(
        "<div id=w data-test-id=5>White</div><button id=b>Black</button><input name=badge value=s3>"
    ) as page:
        options = ReaderOptions(
            interactive_whitelist=[page.query("#w")],
            interactive_blacklist=[lambda: page.query("#b")],
            include_attributes=["data-*"],
            secret_patterns=["badge"],
        )
        live = LivePage(Bridge(window=page.window), options)
        content = (await live.read()).content
        assert (
            content.splitlines() == ["[1]<div data-test-id=5>White", "Black", "[2]<input name=badge value=•• length=2>"]
            or "Black" in content
        )
        assert "[1]<div data-test-id=5>White" in content
        assert "<button" not in content
        assert "s3" not in content
        live.dispose()


@run_in_pyodide
async def test_listeners_seen_only_in_properties(selenium):
    """Issue 4: property handlers, React, Vue, jQuery and d3 traces; a recorded listener (X37)."""
    import js
    from fixture import FramedPage

    from pagehand.dom.bridge import Bridge
    from pagehand.dom.live_page import LivePage
    from pagehand.dom.options import ReaderOptions

    html = """<div id=p>Property</div><div id=r>React</div><div id=v>Vue</div><div id=q>Query</div><div id=d>D3</div><div id=x>Recorded</div><div id=n>None</div>
    <script>p.onclick = () => {}; r.__reactProps$abc = {onClick() {}, className: 'c'}; v._vei = {onClick() {}}; q.jQuery3610 = {events: {click: []}}; d.__on = [{type: 'click'}]; n.__reactProps$abc = {className: 'c'}</script>"""
    async with FramedPage(html) as page:
        live = LivePage(Bridge(window=page.window), ReaderOptions(listening=lambda: js.Array.of(page.query("#x"))))
        content = (await live.read()).content
        for number, name in enumerate(("Property", "React", "Vue", "Query", "D3", "Recorded"), 1):
            assert f"[{number}]<div>{name}" in content
        assert "\nNone" in content
        live.dispose()


@run_in_pyodide
async def test_a_new_class_on_a_control_without_words_is_a_change(selenium):
    """Issue 4: a heart that fills shows it by its class or colour only; a class of focus or hover is none."""
    from fixture import FramedPage

    from pagehand.dom.bridge import Bridge
    from pagehand.dom.live_page import LivePage

    html = '<button aria-label=Favourite class=heart style="width:20px;height:20px"></button><button class=b>Words</button>'
    async with FramedPage(html) as page:
        live = LivePage(Bridge(window=page.window))
        await live.read()
        page.query(".heart").className = "heart is-focused"
        page.query(".b").className = "b c"
        assert (await live.read()).changes == ["nothing changed"]
        page.query(".heart").className = "heart filled"
        changes = (await live.read()).changes
        assert len(changes) == 1, changes
        assert "Favourite" in changes[0]
        assert "heart is now heart filled" in changes[0]
        live.dispose()
