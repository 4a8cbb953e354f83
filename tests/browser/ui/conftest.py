"""Real keys and presses for the panel's tests, through the browser's own driver."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

KEYS = {"Enter": Keys.ENTER, "Escape": Keys.ESCAPE, "Tab": Keys.TAB, "Space": Keys.SPACE}


class Person:
    """Does what a person does: every event is trusted."""

    def __init__(self, selenium: Any) -> None:
        self.selenium, self.driver = selenium, selenium.driver

    def find(self, selector: str) -> Any:
        """An element of the panel's (open) shadow tree."""
        script = "return document.querySelector('pagehand-root').shadowRoot.querySelector(arguments[0])"
        return self.driver.execute_script(script, selector)

    def click(self, selector: str) -> None:
        ActionChains(self.driver).move_to_element(self.find(selector)).click().perform()

    def click_page(self, selector: str) -> None:
        found = self.driver.execute_script("return document.querySelector(arguments[0])", selector)
        ActionChains(self.driver).move_to_element(found).click().perform()

    def type(self, text: str) -> None:
        ActionChains(self.driver).send_keys(text).perform()

    def press(self, *keys: str) -> None:
        chain = ActionChains(self.driver)
        for key in keys:
            held, _, last = key.rpartition("+")
            code = KEYS.get(last, last)
            chain = chain.key_down(Keys.SHIFT).send_keys(code).key_up(Keys.SHIFT) if held else chain.send_keys(code)
        chain.perform()

    def compose(self, text: str) -> None:
        """An input method offers this text; nothing is committed yet."""
        self.driver.execute_cdp_cmd(
            "Input.imeSetComposition", {"text": text, "selectionStart": len(text), "selectionEnd": len(text)}
        )

    def wait(self, seconds: float) -> None:
        self.selenium.run_async(f"import asyncio; await asyncio.sleep({seconds})")


@pytest.fixture
def person(selenium: Any):
    """The person at the page; panels that a test opened are gone afterwards."""
    source = (Path(__file__).parent / "desk.py").read_text()
    selenium.run(
        "import importlib, pathlib, sys\n"
        f"pathlib.Path('/lib/python3.14/site-packages/desk.py').write_text({source!r})\n"
        "importlib.invalidate_caches(); sys.modules.pop('desk', None)"
    )
    selenium.driver.execute_script("document.activeElement && document.activeElement.blur(); window.focus()")
    yield Person(selenium)
    selenium.run_async("import desk; await desk.close_all()")
