"""Cards that wait for the person: questions, choices, consent, pauses (C120-C125, C149, X21, X28)."""

from __future__ import annotations

import pytest
from pytest_pyodide import run_in_pyodide


@run_in_pyodide
async def ask(selenium, question, options=(), allow_free_text=True, kind="ask"):
    import asyncio

    from desk import close_all, open_desk

    await close_all()
    here = open_desk()
    here.panel.begin("x")
    work = {
        "ask": lambda: here.user.ask(question, options=options, allow_free_text=allow_free_text),
        "confirm": lambda: here.user.confirm(question),
        "pause": lambda: here.user.pause(question),
    }[kind]
    here.ask(work())
    await asyncio.sleep(0.05)


@run_in_pyodide
async def answers(selenium):
    import asyncio

    from desk import desk

    await asyncio.sleep(0.02)
    return [[each.source, each.text] if hasattr(each, "source") else each for each in desk().answers]


@run_in_pyodide
async def state(selenium):
    from desk import desk

    here = desk()
    return [here.text("#status"), here.shown(".card"), here.shown("#panel"), here.focused()]


def test_a_question_opens_the_panel_and_enter_answers_it(selenium, person):
    """C121, D31: free text; C124: the status waits meanwhile."""
    ask(selenium, "Which date?")
    status, card, panel, _focused = state(selenium)
    assert (status, card, panel) == ("Waiting for you", True, True)
    assert person.find("#announcer").get_property("textContent") == "Question: Which date?"
    person.press("Enter")
    assert answers(selenium) == [], "an empty answer is none"
    person.type("  tomorrow 1  ")
    person.press("Enter")
    assert answers(selenium) == [["free_text", "tomorrow 1"]]
    assert state(selenium)[:2] == ["Thinking…", False]


@pytest.mark.parametrize(("key", "answer"), [("1", "Red"), ("2", "Green")])
def test_a_digit_picks_an_option(selenium, person, key, answer):
    """C122, C125."""
    ask(selenium, "Which colour?", ["Red", "Green"])
    person.press(key)
    assert answers(selenium) == [["option", answer]]


def test_a_digit_without_an_option_does_nothing(selenium, person):
    ask(selenium, "Which colour?", ["Red", "Green"])
    person.press("3")
    assert answers(selenium) == []


def test_an_option_can_be_pressed_or_reached_by_tab(selenium, person):
    ask(selenium, "Which colour?", ["Red", "Green"])
    person.press("Tab", "Tab", "Enter")
    assert answers(selenium) == [["option", "Green"]]
    ask(selenium, "Which colour?", ["Red", "Green"])
    person.click(".option")
    assert answers(selenium) == [["option", "Red"]]


def test_digits_typed_into_the_free_text_are_text(selenium, person):
    """C123, C125: the last row is free text; what equals an option is that option (C124)."""
    ask(selenium, "How many?", ["1", "2"])
    person.click(".card input")
    person.type("12")
    assert answers(selenium) == []
    person.press("Enter")
    assert answers(selenium) == [["free_text", "12"]]
    ask(selenium, "How many?", ["Few", "Many"])
    person.click(".card input")
    person.type("Many")
    person.click(".card .primary")
    assert answers(selenium) == [["option", "Many"]]


def test_without_free_text_there_is_no_row_for_it(selenium, person):
    ask(selenium, "Which?", ["A", "B"], allow_free_text=False)
    assert person.find(".card input") is None


@pytest.mark.parametrize("key", ["Escape", "Space"])
def test_escape_and_a_bare_space_dismiss_and_never_pick(selenium, person, key):
    """C125: never auto-pick 1."""
    ask(selenium, "Which colour?", ["Red", "Green"])
    person.press(key)
    assert answers(selenium) == [["cancelled", ""]]


def test_digits_count_from_the_page_but_not_while_the_person_writes_there(selenium, person):
    """C125: ignored when another editable has the focus."""
    selenium.driver.execute_script(
        "const field = document.createElement('input'); field.id = 'pagefield';"
        "field.style.cssText = 'position:fixed;left:10px;top:10px'; document.body.append(field);"
        "const empty = document.createElement('p'); empty.id = 'empty'; empty.textContent = 'text';"
        "empty.style.cssText = 'position:fixed;left:10px;top:60px'; document.body.append(empty)"
    )
    try:
        ask(selenium, "Which colour?", ["Red", "Green"])
        person.click_page("#pagefield")
        person.press("2")
        assert answers(selenium) == []
        assert selenium.driver.execute_script("return document.getElementById('pagefield').value") == "2"
        person.click_page("#empty")
        assert answers(selenium) == [], "a press outside does not dismiss"
        person.press("2")
        assert answers(selenium) == [["option", "Green"]]
    finally:
        selenium.driver.execute_script("document.getElementById('pagefield').remove(); empty.remove()")


@pytest.mark.parametrize(("keys", "answer"), [(["Enter"], True), (["Space"], True), (["Escape"], False)])
def test_consent_by_key(selenium, person, keys, answer):
    """C149: Space accepts, Esc rejects."""
    ask(selenium, "Delete order #7?", kind="confirm")
    person.wait(0.5)
    person.press(*keys)
    person.wait(0.4)
    assert answers(selenium) == [answer]


def test_space_twice_declines(selenium, person):
    """C149."""
    ask(selenium, "Delete order #7?", kind="confirm")
    person.wait(0.5)
    person.press("Space", "Space")
    person.wait(0.4)
    assert answers(selenium) == [False]


def test_a_key_that_was_on_its_way_is_no_consent(selenium, person):
    """The card has just appeared; the person was pressing Enter for something else."""
    ask(selenium, "Delete order #7?", kind="confirm")
    person.press("Enter")
    person.wait(0.4)
    assert answers(selenium) == []
    person.click(".card .secondary")
    assert answers(selenium) == [False]


def test_a_page_cannot_consent(selenium, person):
    @run_in_pyodide
    async def fake(selenium):
        import asyncio

        import js
        from desk import desk

        await asyncio.sleep(0.5)
        options = js.Object.new()
        options.key, options.bubbles, options.composed = "Enter", True, True
        for target in (desk().root.querySelector(".card"), desk().panel.host, js.document.body):
            target.dispatchEvent(js.KeyboardEvent.new("keydown", options))
        desk().root.querySelector(".card .primary").click()
        await asyncio.sleep(0.1)
        return desk().answers

    ask(selenium, "Delete order #7?", kind="confirm")
    assert fake(selenium) == []


def test_a_pause_goes_on_with_space(selenium, person):
    """C120."""
    ask(selenium, "Please sign in.", kind="pause")
    person.wait(0.5)
    person.press("Space")
    assert answers(selenium) == [None]


def test_stop_resolves_every_question(selenium, person):
    """C124: stop resolves all with nothing; a cancelled asker takes its card along."""

    @run_in_pyodide
    async def stop(selenium):
        import asyncio

        from desk import desk

        here = desk()
        here.ask(here.user.confirm("And this?"))
        await asyncio.sleep(0.02)
        cards = here.root.querySelectorAll(".card").length
        here.panel.on_status("stopped")
        await asyncio.sleep(0.02)
        waiting = asyncio.get_running_loop().create_task(here.user.ask("Again?"))
        await asyncio.sleep(0.02)
        waiting.cancel()
        await asyncio.sleep(0.02)
        return [cards, here.root.querySelectorAll(".card").length, here.panel.questions.current is None]

    ask(selenium, "Which?", ["A", "B"])
    assert stop(selenium) == [2, 0, True]
    assert answers(selenium) == [["cancelled", ""], False]


def test_narration_is_shown_and_told_and_frames_its_subject(selenium, person):
    """C119: ``about`` borders its element; X21: no wait for Space unless asked for."""

    @run_in_pyodide
    async def narrate(selenium):
        import asyncio

        import js
        from desk import open_desk

        from pagehand.ui.overlays import PageOverlays
        from pagehand.ui.panel_user import PanelUser

        here = open_desk()
        overlays = PageOverlays(here.root, lambda _target: js.document.body)
        try:
            user = PanelUser(here.panel, here.subtitle, overlays=overlays)
            await user.narrate("Here the status is changed.", about=4)
            seen = [here.text(".subtitle"), here.text("#announcer"), here.root.querySelectorAll(".overlay").length]
            pausing = PanelUser(here.panel, here.subtitle, pause_after_narrate=True)
            here.ask(pausing.narrate("Next."))
            await asyncio.sleep(0.2)
            return [*seen, here.shown(".card"), len(here.answers)]
        finally:
            overlays.dispose()

    words = "Here the status is changed."
    assert narrate(selenium) == [words, words, 1, True, 0]
