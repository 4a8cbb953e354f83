"""Tool calls that models write into their text: thinking tags, XML of several schools, Harmony, special tokens.

Each school is one row of :data:`_SCHOOLS`. What a call's markup did not close is marked as cut, as in ``syntax``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable
from typing import Any

from pagehand.llm.repair.syntax import CutText, Items, Record, UnreadableJSON, document_end, parse_json
from pagehand.llm.reply import Call

_THINK = r"think|thinking|thought|thoughts|reasoning|reflection|scratchpad|analysis"
_OPENED = rf"<(?:{_THINK})>|\[THINK\]|◁think▷|<\|?begin_of_thought\|?>"
_CLOSED = rf"</(?:{_THINK})>|\[/THINK\]|◁/think▷|<\|?end_of_thought\|?>"
_CLOSED_THOUGHT = re.compile(_CLOSED, re.I)
_THOUGHT_OR_JSON = re.compile(rf"(?P<opened>{_OPENED})|(?P<closed>{_CLOSED})|[{{\[]", re.I)
_ANALYSIS = re.compile(
    r"<\|channel\|>analysis(?![^<]*\bto=).*?(?=<\|start\|>|<\|channel\|>(?!analysis)|$(?![\s\S]))", re.S
)
_PREFIX = re.compile(
    r"^(?:(?:functions?|tools?|default_api|api|namespace|assistant|multi_tool_use|actions?)[.:/]+)+", re.I
)


def clean_name(name: str) -> str:
    """A function's name without ``functions.`` and the marks that some models leave around it."""
    name = _PREFIX.sub("", name.split("<|", 1)[0].strip().strip("\"'`*"))
    return re.sub(r":\d+$", "", name).strip("\"'`:")


def strip_thoughts(text: str) -> str:
    """The text without what the model said to itself: an action that was only thought about is not stated.

    A thought that is never closed runs to the end; one that was never opened begins at the start.
    """
    text = _ANALYSIS.sub("", text)
    kept: list[str] = []
    position = 0
    while match := _THOUGHT_OR_JSON.search(text, position):
        kept.append(text[position : match.start()])
        position = match.end()
        if match.group("opened"):
            closed = _CLOSED_THOUGHT.search(text, position)
            position = closed.end() if closed else len(text)
        elif match.group("closed"):
            kept.clear()
        else:
            # what stands inside of JSON is a value, whatever it looks like
            position = max(position, document_end(text, match.start()))
            kept.append(text[match.start() : position])
    return "".join(kept) + text[position:]


def marked_calls(text: str, names: Iterable[str]) -> list[Call]:
    """The calls written as markup, in order; none where the text uses no school known here.

    ``names`` are the names that may be called; a tag or a bare call counts only if it is one of them.
    """
    known = {name.lower(): name for name in names}
    if "<|channel|>" in text or "<|message|>" in text:
        return _harmony(text)
    for pattern, read in _SCHOOLS:
        found = [(match, read(match)) for match in pattern.finditer(text)]
        if found:
            return [call for _, call in found]
    return _tagged(text, known) or _bare_call(text, known)


def strip_tokens(text: str) -> str:
    """The text without tags and special tokens that only wrap JSON."""
    return re.sub(
        r"</?(?:tool_call|tool_calls|function_calls?|tool_code|tool_use|answer|output|response)>|<\|[\w▁]+\|>|\[/?TOOL_CALLS?\]",
        "\n",
        text,
    )


def _value(text: str) -> Any:
    """A parameter's value: JSON where it is an object or a list, else the text without its outer line breaks."""
    stripped = text.strip()
    if stripped[:1] in ("{", "["):
        try:
            value = parse_json(stripped)
            if isinstance(value, dict) or (isinstance(value, list) and any(isinstance(item, dict) for item in value)):
                return value
        except UnreadableJSON:
            pass
    return re.sub(r"^\r?\n|\r?\n[ \t]*$", "", text)


_PARAMETER = re.compile(
    r"<parameter(?:=|\s+name\s*=\s*)[\"']?([\w.-]+)[\"']?[^>]*>(.*?)(</parameter>|(?=<parameter[\s=])|$)"
    r"|<arg_key>\s*(.*?)\s*</arg_key>\s*<arg_value>(.*?)(</arg_value>|$)",
    re.S,
)


def _parameters(body: str, *, closed: bool) -> Any:
    """Parameters as tags; or the body as it is, where it is JSON."""
    record = Record()
    record.cut = not closed
    for match in _PARAMETER.finditer(body):
        name, text = match.group(1) or match.group(4), match.group(2) if match.group(1) else match.group(5)
        end = match.group(3) if match.group(1) else match.group(6)
        last = match.end() == len(body)
        record.put(name, CutText(text) if not end and last and not closed else _value(text))
    if record:
        return record
    body = body.strip()
    if closed:
        return body or Record()
    return CutText(body)


def _element(match: re.Match[str]) -> Call:
    return Call(match.group("name"), _parameters(match.group("body"), closed=bool(match.group("end"))))


def _argument_text(match: re.Match[str]) -> Call:
    return Call(match.group("name"), match.group("body").strip() or CutText(""))


_School = tuple[re.Pattern[str], Callable[[re.Match[str]], Call]]
_SCHOOLS: tuple[_School, ...] = (
    # Qwen3-Coder, Llama: <function=name><parameter=x>..</parameter></function>, or JSON inside
    (
        re.compile(
            r"<function(?:=|\s+name\s*=\s*)[\"']?(?P<name>[\w.:-]+)[\"']?\s*>(?P<body>.*?)(?P<end></function>|</tool_call>|(?=<function[=\s])|$)",
            re.S,
        ),
        _element,
    ),
    # Anthropic, DeepSeek 3.2, MiniMax: <invoke name="name"><parameter name="x">..</parameter></invoke>
    (
        re.compile(
            r"<[\w:|｜]*invoke\s+name\s*=\s*[\"']?(?P<name>[\w.:-]+)[\"']?\s*>(?P<body>.*?)(?P<end></[\w:|｜]*invoke>|</[\w:]*(?:function_calls|tool_call)>|(?=<[\w:]*invoke\s)|$)",
            re.S,
        ),
        _element,
    ),
    # GLM: <tool_call>name<arg_key>x</arg_key><arg_value>..</arg_value></tool_call>
    (
        re.compile(
            r"<tool_call>\s*(?P<name>[\w.:-]+)\s*(?P<body><arg_key>.*?)(?P<end></tool_call>|(?=<tool_call>)|$)", re.S
        ),
        _element,
    ),
    # Kimi: <|tool_call_begin|>functions.name:0<|tool_call_argument_begin|>{..}<|tool_call_end|>
    (
        re.compile(
            r"<\|tool_call_begin\|>\s*(?P<name>[\w.:-]+)\s*<\|tool_call_argument_begin\|>(?P<body>.*?)(?:<\|tool_call_end\|>|$)",
            re.S,
        ),
        _argument_text,
    ),
    # DeepSeek: <｜tool▁call▁begin｜>function<｜tool▁sep｜>name\n```json\n{..}\n```<｜tool▁call▁end｜>
    (
        re.compile(
            r"<｜tool▁call▁begin｜>\s*(?:function\s*<｜tool▁sep｜>)?\s*(?P<name>[\w.:-]+)\s*(?:<｜tool▁sep｜>)?(?P<body>.*?)(?:<｜tool▁call▁end｜>|$)",
            re.S,
        ),
        _argument_text,
    ),
    # Mistral: [TOOL_CALLS]name[ARGS]{..}
    (
        re.compile(r"\[TOOL_CALLS\]\s*(?P<name>[\w.:-]+)\s*(?:\[ARGS\])?(?P<body>\s*\{.*?)(?=\[TOOL_CALLS\]|$)", re.S),
        _argument_text,
    ),
    # ReAct: Action: name / Action Input: {..}
    (
        re.compile(
            r"^[ \t*]*Action[ \t*]*:[ \t*`]*(?P<name>[\w.:-]+)[ \t*`]*\n+[ \t*]*(?:Action[ _]?)?(?:Input|Arguments|Parameters)[ \t*]*:[ \t*]*(?P<body>.*?)(?=\n[ \t*]*(?:Observation|Thought|Action)[ \t*]*:|$(?![\s\S]))",
            re.S | re.I | re.M,
        ),
        _argument_text,
    ),
)


def _harmony(text: str) -> list[Call]:
    """``<|channel|>commentary to=functions.name <|constrain|>json<|message|>{..}<|call|>``; the analysis is no statement."""
    calls: list[Call] = []
    for segment in re.split(r"<\|start\|>|(?=<\|channel\|>)", text):
        header, mark, body = segment.partition("<|message|>")
        if not mark or ("analysis" in header and "to=" not in header):
            continue
        body = re.split(r"<\|(?:call|end|return|start|channel)\|>", body, maxsplit=1)[0].strip()
        recipient = re.search(r"to=([\w.:-]+)", header)
        calls.append(Call(recipient.group(1) if recipient else "", body))
    return [call for call in calls if call.name] or calls


def _tagged(text: str, known: dict[str, str]) -> list[Call]:
    """``<name>{..}</name>`` and ``<name><field>..</field></name>``, for names that may be called."""
    calls: list[Call] = []
    for match in re.finditer(r"<(?P<name>[A-Za-z][\w.-]*)>(?P<body>.*?)(?P<end></(?P=name)>|$)", text, re.S):
        if clean_name(match.group("name")).lower() not in known:
            continue
        body = match.group("body")
        record = Record()
        record.cut = not match.group("end")
        for child in (
            () if body.lstrip()[:1] in ("{", "[") else re.finditer(r"<([A-Za-z][\w.-]*)>(.*?)(</\1>|$)", body, re.S)
        ):
            record.put(child.group(1), _value(child.group(2)) if child.group(3) else CutText(child.group(2)))
        calls.append(
            Call(match.group("name"), record if record else body.strip() if match.group("end") else CutText(body))
        )
    return calls


def _bare_call(text: str, known: dict[str, str]) -> list[Call]:
    """A text that is nothing but ``name {..}``, ``name(..)`` or ``[name(..)]``, for names that may be called."""
    text = re.sub(r"^\s*```[\w+-]*\s*\n|\n?\s*```\s*$", "", text.strip()).strip()
    text = re.sub(r"^print\((.*)\)$", r"\1", text, flags=re.S)
    match = re.match(r"[*`\s]*(?P<name>[A-Za-z][\w.]*)(?::\d+)?[*`\s]*[:=(]?\s*(?P<body>\{.*)$", text, re.S)
    if match and clean_name(match.group("name")).lower() in known:
        return [Call(match.group("name"), match.group("body").rstrip(" \n;)"))]
    if re.match(r"\[?\s*[A-Za-z][\w.]*\s*\(", text):
        return _python_calls(text, known)
    return []


def _python_calls(text: str, known: dict[str, str]) -> list[Call]:
    """``name(index=3, text="x")``; one positional argument is the boxed value of D3."""
    try:
        tree = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return []
    calls: list[Call] = []
    for node in tree.elts if isinstance(tree, ast.List | ast.Tuple) else [tree]:
        if not isinstance(node, ast.Call):
            return []
        name = ast.unparse(node.func)
        if clean_name(name).lower() not in known or len(node.args) > 1 or (node.args and node.keywords):
            return []
        try:
            if node.args:
                calls.append(Call(name, _as_read(ast.literal_eval(node.args[0]))))
                continue
            record = Record()
            for keyword in node.keywords:
                if keyword.arg is None:
                    return []
                record.put(keyword.arg, _as_read(ast.literal_eval(keyword.value)))
            calls.append(Call(name, record))
        except (ValueError, SyntaxError, TypeError):
            return []
    return calls


def _as_read(value: Any) -> Any:
    """A Python literal in the types that ``syntax`` gives."""
    if isinstance(value, dict):
        record = Record()
        for key, item in value.items():
            record.put(str(key), _as_read(item))
        return record
    if isinstance(value, list | tuple | set):
        return Items(_as_read(item) for item in value)
    return value
