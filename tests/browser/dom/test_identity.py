"""Numbers and hash ids over many readings, and targets as a model writes them (X13, X14, C126-C129, page-shapes 52)."""

from pytest_pyodide import run_in_pyodide


@run_in_pyodide
async def test_live_elements_keep_their_numbers_and_new_ones_are_marked(selenium):
    """X13, P1: a row inserted on top shifts nothing; only what is new gets a star, and nothing on the first read."""
    from fixture import FramedPage

    from pagehand.dom.bridge import Bridge
    from pagehand.dom.live_page import LivePage

    async with FramedPage("<ul><li>A <button>Ship</button></li><li>B <button>Ship</button></li></ul>") as page:
        live = LivePage(Bridge(window=page.window))
        first = (await live.read()).content
        assert first == "A [1]<button>Ship\nB [2]<button>Ship"
        page.query("ul").insertAdjacentHTML("afterbegin", "<li>C <button>Ship</button></li>")
        second = (await live.read()).content
        assert second == "C *[3]<button>Ship\nA [1]<button>Ship\nB [2]<button>Ship"
        live.dispose()


@run_in_pyodide
async def test_a_rerendered_twin_takes_over_only_when_it_is_the_only_one(selenium):
    """X13 both ways: the same row rendered anew keeps its number; two candidates or another row do not."""
    from fixture import FramedPage

    from pagehand.dom.bridge import Bridge
    from pagehand.dom.live_page import LivePage
    from pagehand.dom.registry import Resolved

    html = "<ul><li>Ines <button>Ship</button></li><li>Tomas <button>Ship</button></li></ul>"
    async with FramedPage(html) as page:
        live = LivePage(Bridge(window=page.window))
        await live.read()
        inside = page.query("ul").innerHTML
        page.query("ul").innerHTML = inside
        assert (await live.read()).content == "Ines [1]<button>Ship\nTomas [2]<button>Ship"
        page.query("ul").innerHTML = "<li>Yuki <button>Ship</button></li><li>Tomas <button>Ship</button></li>"
        assert (await live.read()).content == "Yuki *[3]<button>Ship\nTomas [2]<button>Ship"
        found = live.registry.resolve(1)
        assert not isinstance(found, Resolved)
        assert "gone" in found.message
        page.query("ul").innerHTML = "<li>Yuki <button>Ship</button><button>Ship</button></li>"
        text = (await live.read()).content
        assert "[3]" not in text
        live.dispose()


@run_in_pyodide
async def test_a_recycled_node_that_means_something_else_gets_a_new_number(selenium):
    """X13, page-shapes 52: a virtual list reuses its row for another order; the old number is refused in words."""
    from fixture import FramedPage

    from pagehand.dom.bridge import Bridge
    from pagehand.dom.live_page import LivePage
    from pagehand.dom.registry import Resolved

    html = "<table><tr><td id=o>#4472</td><td id=n>Tomas Lind</td><td><button>Ship</button></td></tr></table><button id=w>Next</button>"
    async with FramedPage(html) as page:
        live = LivePage(Bridge(window=page.window))
        await live.read()
        page.query("#o").textContent, page.query("#n").textContent = "#4490", "Yuki Aoba"
        refused = live.registry.resolve(1)
        assert not isinstance(refused, Resolved)
        assert refused.reason == "not_found"
        assert "means something else now" in refused.message
        text = (await live.read()).content
        assert "*[3]<button>Ship" in text
        assert "else" in live.registry.resolve(1).message
        page.query("#w").textContent = "Next (2)"
        assert isinstance(live.registry.resolve(2), Resolved)
        live.dispose()


@run_in_pyodide
async def test_a_counter_in_a_name_keeps_the_number(selenium):
    """X13: digits and space aside the name is the same."""
    from fixture import FramedPage

    from pagehand.dom.bridge import Bridge
    from pagehand.dom.live_page import LivePage

    async with FramedPage('<a id="inbox" href="/in">Inbox (3)</a>') as page:
        live = LivePage(Bridge(window=page.window))
        await live.read()
        page.query("a").textContent = "Inbox (4)"
        state = await live.read()
        assert state.content == "[1]<a>Inbox (4)"
        assert state.changes == ["changed: [1]<a>Inbox (3) is now [1]<a>Inbox (4)"]
        live.dispose()


@run_in_pyodide
async def test_targets_in_every_spelling(selenium):
    """X14, C126-C129, D7, D8, D10: marks and brackets in any order, hash ids, data-webagent-id, restricted CSS."""
    from fixture import FramedPage

    from pagehand.dom.bridge import Bridge
    from pagehand.dom.live_page import LivePage
    from pagehand.dom.options import ReaderOptions
    from pagehand.dom.registry import Resolved

    html = '<button id="a">One</button><button class="x y" data-k="v">Two</button><em>e</em><div style="display:none"><p>h</p></div><p>seen</p>'
    async with FramedPage(html) as page:
        live = LivePage(Bridge(window=page.window), ReaderOptions(hash_ids=True))
        text = (await live.read()).content
        hash_id = text.split("[")[1].split("]")[0]
        assert hash_id.startswith("e")
        assert hash_id.isalnum()
        one = page.query("#a")
        for target in (
            1,
            "1",
            "[1]",
            "*↓[1]",
            "↓*[1]",
            hash_id,
            f"[{hash_id}]",
            f"*↑[{hash_id}]",
            f'[data-webagent-id="{hash_id}"]',
            "#a",
            "button#a",
            f"[{hash_id}]<button>One",
        ):
            found = live.registry.resolve(target)
            assert isinstance(found, Resolved), (target, found)
            assert found.element == one, target
            assert found.number == 1
        assert live.registry.resolve("button.x[data-k=v]").number == 2
        assert live.registry.resolve("body > button:nth-child(2)").number == 2
        several = live.registry.resolve("button")
        assert several.data == {"matched": 2, "used": 0}
        hidden_first = live.registry.resolve("p")
        assert hidden_first.element.textContent == "seen"
        assert hidden_first.data == {"matched": 2, "used": 1}
        for target in ("button:has(b)", "*", "button:not(.x)", "input[name=q]", "a, b", "", "e9zzz", 99, 0):
            refused = live.registry.resolve(target)
            assert not isinstance(refused, Resolved), target
            assert refused.reason == "not_found"
            assert len(refused.message) > 20
        assert "highest is [2]" in live.registry.resolve(99).message
        assert not page.query("[data-webagent-id]")
        live.dispose()


@run_in_pyodide
async def test_numbers_go_on_across_page_loads(selenium):
    """X13: an old number answers "from a previous page"."""
    from fixture import FramedPage

    from pagehand.dom.bridge import Bridge
    from pagehand.dom.live_page import LivePage

    async with FramedPage("<button>One</button>") as page:
        live = LivePage(Bridge(window=page.window))
        live.continue_numbers(40)
        assert (await live.read()).content == "[40]<button>One"
        assert live.next_number == 41
        assert "previous page" in live.registry.resolve(7).message
        live.dispose()
