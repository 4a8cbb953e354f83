"""Options: both spellings, model settings among them, every fault said at once (X8, X26)."""

from __future__ import annotations

from typing import Any

import pytest

from pagehand.config import AgentConfig
from pagehand.llm import LLMError

MODEL = {"baseURL": "http://localhost:11434/v1", "model": "qwen3"}


def test_both_spellings() -> None:
    config = AgentConfig.parse(
        {
            **MODEL,
            "maxSteps": 7,
            "step_delay": 0.1,
            "apiKey": "k",
            "max_retries": 5,
            "experimentalLlmsTxt": True,
            "enableMask": True,
        }
    )
    assert (config.max_steps, config.step_delay, config.llm.max_retries) == (7, 0.1, 5)
    assert (config.llms_txt, config.mask) == (True, True)
    assert config.llm.base_url == MODEL["baseURL"]


def test_defaults() -> None:
    """X8, X10, X12, X20, X21, X22, C23, C100."""
    config = AgentConfig.parse(MODEL)
    assert (config.max_steps, config.step_delay, config.protocol, config.vocabulary) == (40, 0.4, "macro", "page-agent")
    assert (config.llms_txt, config.viewport_expansion, config.dialogs, config.confirm) == (False, -1, "native", "off")
    assert (config.mask, config.allow_present, config.experimental_script_execution_tool) == (False, False, False)
    assert AgentConfig.parse({"model": "offline"}).llm.base_url == ""


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "model"),
        ({"model": "qwen3"}, "baseURL"),
        ({**MODEL, "maxStep": 3}, "Did you mean 'maxSteps'"),
        ({**MODEL, "llm": {}}, "no option 'llm'"),
        ({**MODEL, "maxSteps": 0}, "maxSteps"),
        ({**MODEL, "maxSteps": 3, "max_steps": 4}, "twice"),
        ({**MODEL, "protocol": "xml"}, "protocol"),
        ({**MODEL, "confirm": "maybe"}, "confirm"),
        ({**MODEL, "instructions": {"sytem": "x"}}, "instructions"),
        ({**MODEL, "maxRetries": -1}, "max_?[rR]etries"),
    ],
)
def test_faults_are_config_errors(options: dict[str, Any], words: str) -> None:
    """X8."""
    with pytest.raises(LLMError, match=words) as caught:
        AgentConfig.parse(options)
    assert caught.value.kind == "config_error"


def test_no_secret_in_a_representation() -> None:
    config = AgentConfig.parse({**MODEL, "apiKey": "sk-1234567890", "secrets": {"pass": "correct-horse"}})
    assert "sk-1234567890" not in repr(config)
    assert "correct-horse" not in repr(config)


def test_shorthands() -> None:
    assert AgentConfig.parse({**MODEL, "instructions": "Be brief."}).instructions.system == "Be brief."
    assert AgentConfig.parse({**MODEL, "screenshot": False}).screenshot is None
    capture = AgentConfig.parse({**MODEL, "screenshot": {"capture": print, "maxImages": 1}}).screenshot
    assert capture is not None
    assert (capture.capture, capture.max_images) == (print, 1)
