"""README's generated parts, made from the models and docstrings that they describe.

    python -m pagehand_build.readme_tables     writes them between their marks in README.md

Unlike the rest of this package it imports ``pagehand``, so it runs in the project's environment.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import AliasChoices, BaseModel
from pydantic.alias_generators import to_camel
from pydantic.fields import FieldInfo

from pagehand.config import AgentConfig
from pagehand.events import EVENTS
from pagehand.llm.config import LLMConfig
from pagehand.llm.reference import dialects_markdown, presets_markdown
from pagehand.tools.page_agent import PAGE_AGENT_TOOLS
from pagehand.tools.tool import Tool
from pagehand.tools.webagent import BUNDLES, PRESENT_SURFACE
from pagehand_build.paths import ROOT

README = ROOT / "README.md"
FACADE = ("`panel`", "boolean", "`true`", "`false`: no panel; `agent.panel.show()` still brings it.")
SOURCE_MARK = re.compile(r" \((?:[A-Z]\d+(?:-[A-Z]\d+)?(?:, )?)+\)")
"""Numbers of the specification, which mean nothing to a reader of README."""
KINDS = {str: "text", int: "integer", float: "number", bool: "boolean", type(None): "null", dict: "object", Any: "any"}


def options_markdown() -> str:
    """Everything that ``new Pagehand({...})`` takes."""
    model = [*option_rows(LLMConfig)]
    own = [FACADE, *option_rows(AgentConfig, without=("llm",))]
    head = ("Option", "Takes", "Default", "What it is for")
    return f"The model:\n\n{table(head, model)}\n\nThe agent:\n\n{table(head, own)}"


def tools_markdown() -> str:
    """Both vocabularies."""
    head = ("Tool", "What it does", "Arguments (? may be left out)")
    parts = [f'`vocabulary: "page-agent"`, the default:\n\n{table(head, map(tool_row, PAGE_AGENT_TOOLS))}']
    bundles = {name: tools for name, tools in BUNDLES.items() if name != "builtinActions"}
    rows = [(f"`{name}`", *tool_row(each)) for name, tools in bundles.items() for each in tools]
    rows.append(("with `allowPresent`", *tool_row(PRESENT_SURFACE)))
    parts.append(
        'With `vocabulary: "webagent"` these; `coreActions` are always there, the other bundles come by `customActions: '
        "[Pagehand.formActions, ...]`, and `builtinActions` is core, form and flow together:\n\n"
        + table(("Bundle", *head), rows)
    )
    return "\n\n".join(parts)


def events_markdown() -> str:
    """What ``agent.addEventListener`` hears."""
    return table(("Event", "When, and its `detail`"), ((f"`{name}`", text) for name, text in EVENTS.items()))


SECTIONS: dict[str, Callable[[], str]] = {
    "options": options_markdown,
    "tools": tools_markdown,
    "events": events_markdown,
    "presets": presets_markdown,
    "dialects": dialects_markdown,
}


def rendered(text: str) -> str:
    """README with every generated part as it should be."""
    for name, render in SECTIONS.items():
        pattern = re.compile(rf"(<!-- generated:{name} -->\n).*?(<!-- /generated:{name} -->)", re.DOTALL)
        text = pattern.sub(lambda match, render=render: f"{match[1]}{render()}\n{match[2]}", text)
    return text


def option_rows(model: type[BaseModel], *, without: Iterable[str] = ()) -> Iterator[tuple[str, str, str, str]]:
    texts = attribute_docstrings(model)
    for name, field in model.model_fields.items():
        if name not in without:
            js_name = field.alias or to_camel(name)
            others = "".join(f" Also `{each}`." for each in other_names(name, js_name, field))
            yield f"`{js_name}`", kind_of(field.annotation), default_of(field), texts[name] + others


def attribute_docstrings(model: type[BaseModel]) -> dict[str, str]:
    """The text below each field, on one line. Raises KeyError where it is looked up and missing."""
    (definition,) = ast.parse(textwrap.dedent(inspect.getsource(model))).body
    assert isinstance(definition, ast.ClassDef)
    texts: dict[str, str] = {}
    for field, below in zip(definition.body, definition.body[1:], strict=False):
        if (
            isinstance(field, ast.AnnAssign)
            and isinstance(field.target, ast.Name)
            and isinstance(below, ast.Expr)
            and isinstance(below.value, ast.Constant)
        ):
            text = " ".join(str(below.value.value).split()).replace("``", "`")
            texts[field.target.id] = SOURCE_MARK.sub("", text)
    return texts


def other_names(name: str, js_name: str, field: FieldInfo) -> list[str]:
    choices = field.validation_alias.choices if isinstance(field.validation_alias, AliasChoices) else []
    known = {name, js_name, to_camel(name)}
    return [choice for choice in choices if isinstance(choice, str) and choice not in known and "_" not in choice]


def kind_of(annotation: Any) -> str:
    """A type in words of JavaScript."""
    if annotation in KINDS:
        return KINDS[annotation]
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return ", ".join(f'`"{value}"`' for value in arguments)
    if origin in (Union, UnionType):
        return ", ".join(kind_of(each) for each in arguments if each is not type(None))
    if origin in (list, tuple):
        inner = kind_of(arguments[0])
        return "list" if inner == "any" else f"list of {inner}"
    if origin is dict:
        return "object"
    if getattr(annotation, "__name__", "") == "SecretStr":
        return "text"
    if callable(annotation) and not isinstance(annotation, type):
        return "function"
    return "object"


def default_of(field: FieldInfo) -> str:
    if field.is_required():
        return "must be given"
    value = field.get_default(call_default_factory=True)
    if hasattr(value, "get_secret_value"):
        value = value.get_secret_value()
    if value in (None, "", [], {}, ()) or isinstance(value, BaseModel):
        return ""
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, tuple | list):
        return ", ".join(f"`{each}`" for each in value)
    return f'`"{value}"`' if isinstance(value, str) else f"`{value:g}`" if isinstance(value, float) else f"`{value}`"


def tool_row(tool: Tool) -> tuple[str, str, str]:
    schema = tool.json_schema
    required = schema.get("required", ())
    arguments = [
        f"`{name}`{'' if name in required and 'default' not in child else '?'}"
        for name, child in schema.get("properties", {}).items()
    ]
    return f"`{tool.name}`", " ".join(tool.description.split()), ", ".join(arguments)


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def main() -> int:
    README.write_text(rendered(README.read_text("utf-8")), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
