"""What README and the types say is what the code is: generated parts, options, events, examples."""

from __future__ import annotations

import re

import pytest

from pagehand.config import AgentConfig
from pagehand.events import EVENTS
from pagehand.llm.config import LLMConfig
from pagehand_build.paths import ROOT, SOURCE
from pagehand_build.readme_tables import README, SECTIONS, option_rows, rendered

TEXT = README.read_text("utf-8")
TYPES = (SOURCE / "host" / "web" / "pagehand.d.ts").read_text("utf-8")
ADDED_BY_PAGE = {"analytics"}
"""Events that the embed makes of others."""


@pytest.mark.parametrize("name", SECTIONS)
def test_generated_parts_are_current(name: str) -> None:
    """Issue 8: ``python -m pagehand_build.readme_tables`` writes them"""
    assert f"<!-- generated:{name} -->" in TEXT
    part = rf"<!-- generated:{name} -->.*?<!-- /generated:{name} -->"
    (found,) = re.findall(part, TEXT, re.DOTALL)
    (wanted,) = re.findall(part, rendered(TEXT), re.DOTALL)
    assert found == wanted


@pytest.mark.parametrize("model", [AgentConfig, LLMConfig])
def test_every_option_has_its_type_in_pagehand_d_ts(model: type) -> None:
    """Issue 8: none is missing, none is there that does not exist"""
    declared = re.findall(r"^  (\w+)\??:\s", interface("ModelOptions") + interface("PagehandConfig"), re.MULTILINE)
    for name, *_ in option_rows(model, without=("llm",)):
        assert name.strip("`") in declared
    spellings = {choice for each in (AgentConfig, LLMConfig) for choice in names_of(each)}
    assert set(declared) - spellings == {"panel", "promptForNextTask"}


def interface(name: str) -> str:
    (body,) = re.findall(rf"^export interface {name} .*?\{{\n(.*?)^\}}", TYPES, re.DOTALL | re.MULTILINE)
    return body


def names_of(model: type[AgentConfig] | type[LLMConfig]) -> set[str]:
    names: set[str] = set()
    for name, field in model.model_fields.items():
        choices = getattr(field.validation_alias, "choices", [])
        names |= {name, field.alias or name, *(choice for choice in choices if isinstance(choice, str))}
    return names


def test_every_event_is_told_of() -> None:
    """Issue 8: what is emitted anywhere is in the table, and the other way round"""
    emitted = {
        name for file in SOURCE.rglob("*.py") for name in re.findall(r"\bemit\(\s*\"(\w+)\"", file.read_text("utf-8"))
    }
    assert emitted | ADDED_BY_PAGE == set(EVENTS)


def test_the_hosting_examples_are_those_that_the_tests_start() -> None:
    """Issue 8: README shows the files themselves"""
    for file in (ROOT / "tests" / "e2e" / "host" / "examples").glob("*.py"):
        _, _, code = file.read_text("utf-8").partition('"""\n\n')
        assert code.strip() in TEXT, file.name
