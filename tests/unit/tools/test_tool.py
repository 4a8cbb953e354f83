"""A tool is a typed function with a docstring (C8); its parameters are lenient where models are (X6)."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, Field, TypeAdapter, ValidationError

from pagehand.results import ActionResult
from pagehand.tools import Tool, ToolContext, as_result, default_tools, tool
from pagehand.tools.docstring import parse_docstring
from pagehand.tools.parameters import Boolean, Index, Integer, Number, Selector


class Place(BaseModel):
    city: str
    floor: int = 1


@tool
async def deliver(
    ctx: ToolContext,
    what: str,
    index: Index | None = None,
    times: int = 1,
    fast: bool = False,
    place: Place | None = None,
    kind: Literal["a", "b"] = "a",
    from_: Annotated[float, Field(le=10)] = 0.5,
) -> str:
    """Deliver something.

    Args:
        what: What is delivered,
            on two lines.
        from_: Where it starts.
    """
    return f"{what} {index} {times} {fast} {place} {kind} {from_}"


def test_name_description_and_parameters_come_from_the_function() -> None:
    assert isinstance(deliver, Tool)
    assert (deliver.name, deliver.description) == ("deliver", "Deliver something.")
    properties = deliver.json_schema["properties"]
    assert properties["what"]["description"] == "What is delivered, on two lines."
    assert properties["from"]["description"] == "Where it starts."
    assert properties["index"] == {"minimum": 0, "type": "integer"}


def test_the_schema_is_one_that_providers_accept() -> None:
    """C6: no references, no titles, no null branches; defaulted fields are required, those that may be absent are not."""
    schema = deliver.json_schema
    assert schema["required"] == ["what", "times", "fast", "kind", "from"]
    text = str(schema)
    for word in ("$ref", "$defs", "title", "null", "const"):
        assert word not in text
    assert schema["properties"]["place"]["properties"]["city"] == {"type": "string"}
    assert schema["properties"]["times"]["default"] == 1


async def test_a_missing_defaulted_field_is_accepted(context: ToolContext) -> None:
    """C6, C7: missing defaults, nulls for optional fields and extra keys are all fine."""
    params = deliver.parameters.model_validate({"what": "x", "times": None, "index": None, "extra": 1, "from": "2"})
    assert await deliver.run(context, params) == "x None 1 False None a 2.0"


async def test_sync_functions_are_tools_too(context: ToolContext) -> None:
    @tool
    def plain(ctx: ToolContext) -> str:
        """Plain."""
        return ctx.page.url

    assert await plain.run(context, plain.parameters()) == context.page.url


def test_a_function_that_cannot_be_a_tool_is_refused() -> None:
    with pytest.raises(TypeError, match="needs a type"):

        @tool
        def untyped(ctx: ToolContext, x) -> None:
            """X."""

    with pytest.raises(TypeError, match="context"):

        @tool
        def nothing() -> None:
            """X."""

    with pytest.raises(TypeError, match="named parameters"):

        @tool
        def many(ctx: ToolContext, *rest: str) -> None:
            """X."""


@pytest.mark.parametrize("value", [5, "5", "[5]", "*↓[5]", " ↑[ 5 ] ", 5.0])
def test_an_index_in_any_dress(value: object) -> None:
    """X6: integers take numeric strings and the marks of the page text."""
    assert TypeAdapter(Index).validate_python(value) == 5


@pytest.mark.parametrize(
    ("kind", "value"), [(Index, True), (Index, -1), (Index, "five"), (Index, 5.5), (Integer, False)]
)
def test_no_index(kind: object, value: object) -> None:
    """X6: integers refuse booleans."""
    with pytest.raises(ValidationError):
        TypeAdapter(kind).validate_python(value)


def test_booleans_and_numbers() -> None:
    """X6: "true" and "false" are booleans; a number refuses booleans and what is no number."""
    assert TypeAdapter(Boolean).validate_python("False") is False
    assert TypeAdapter(Boolean).validate_python("true") is True
    assert TypeAdapter(Number).validate_python("0.5") == 0.5
    for kind, value in ((Boolean, 1), (Boolean, "yes"), (Number, True), (Number, "nan")):
        with pytest.raises(ValidationError):
            TypeAdapter(kind).validate_python(value)


@pytest.mark.parametrize(
    ("value", "target"),
    [
        ("[12]", 12),
        (12, 12),
        ("*↓[12]", 12),
        ("e1x7", "e1x7"),
        ("↓[e1x7]", "↓[e1x7]"),
        (" #save ", "#save"),
        ("12", 12),
    ],
)
def test_selectors(value: object, target: object) -> None:
    """C126, X14: digits are integers, all else is left to the resolver."""
    assert TypeAdapter(Selector).validate_python(value) == target


def test_docstrings_of_all_schools() -> None:
    google = (
        "Do it.\n\nMore\nof it.\n\nArgs:\n    a (int): First.\n    b: Second,\n        goes on.\n\nReturns:\n    c: no."
    )
    numpy = "Do it.\n\nMore\nof it.\n\nParameters\n----------\na : int\n    First.\nb\n    Second,\n    goes on.\n\nReturns\n-------\nc"
    sphinx = "Do it.\n\nMore\nof it.\n\n:param int a: First.\n:param b: Second,\n    goes on.\n:return: c"
    for text in (google, numpy, sphinx):
        parsed = parse_docstring(text)
        assert parsed.description == "Do it.\nMore of it."
        assert parsed.parameters == {"a": "First.", "b": "Second, goes on."}
    assert parse_docstring(None).description == ""


def test_results_of_any_kind() -> None:
    """C93, C135: text, data, nothing, the webagent's own shape, and a reason nobody knows."""
    assert as_result("done") == ActionResult(ok=True, message="done")
    assert as_result(None).ok
    assert as_result([1]).data == [1]
    assert as_result({"ok": True, "data": 3}).data == 3
    refused = as_result({"ok": False, "reason": "timeout", "message": "late"})
    assert (refused.ok, refused.reason, refused.message) == (False, "timeout", "late")
    odd = as_result({"ok": False, "reason": "auth_required"})
    assert (odd.reason, odd.message) == ("unknown", "auth_required")


def test_the_default_tools() -> None:
    """C10-C18, C20: what is offered by default and what by condition."""
    names = set(default_tools())
    assert names == {
        *("done", "wait", "ask_user", "click_element_by_index", "input_text", "select_dropdown_option", "scroll"),
        *("scroll_horizontally", "press_key", "hover", "drag", "upload_file", "go_back", "click_text"),
    }
    assert "ask_user" not in default_tools(ask_user=False)
    assert "execute_javascript" in default_tools(execute_javascript=True)
    assert all(each.description and len(each.description) < 300 for each in default_tools().values())
