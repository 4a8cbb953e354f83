"""The harness itself: the working tree's code runs in a real page."""

from pytest_pyodide import run_in_pyodide


@run_in_pyodide
async def test_a_fixture_page_has_its_own_document(selenium):
    from fixture import FramedPage

    from pagehand.results import succeeded

    async with FramedPage("<title>T</title><button id=b>Go</button><script>window.ready = 7</script>") as page:
        assert page.document.title == "T"
        assert page.window.ready == 7
        assert page.query("#b").textContent == "Go"
    assert succeeded("done").ok
