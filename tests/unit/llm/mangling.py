"""The ways in which models garble a valid turn, as functions from the turn to a response (model-quirks 3a).

``FAITHFUL`` ones lose nothing: the action must survive. ``LOSSY`` ones may: the action survives or there is an error.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from typing import Any

from unit.llm.replies import WRAPPER, called, response

Turn = dict[str, Any]
Mangle = Callable[[Turn, random.Random], dict[str, Any]]
DECOY = {"action": {"done": {"text": "I only thought of this.", "success": True}}}


def dumps(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def name_and_params(turn: Turn) -> tuple[str, Any]:
    return next(iter(turn["action"].items()))


def python_dict(value: Any) -> str:
    return repr(value)


def trailing_commas(value: Any) -> str:
    """A comma before every closing bracket (none of them inside a string)."""
    out, in_string, escaped = [], False, False
    for character in dumps(value):
        if not in_string and character in "}]" and out and out[-1] not in "{[":
            out.append(",")
        out.append(character)
        if character == '"' and not escaped:
            in_string = not in_string
        escaped = character == "\\" and not escaped
    return "".join(out)


def raw_newlines(value: Any) -> str:
    return re.sub(
        r"(?<!\\)((?:\\\\)*)\\([nt])", lambda m: m.group(1) + {"n": "\n", "t": "\t"}[m.group(2)], dumps(value)
    )


def unquoted_keys(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {unquoted_keys(item)}" for key, item in value.items()) + "}"
    return dumps(value)


def commented(value: Any) -> str:
    return dumps(value).replace("{", "{ // here it is\n", 1) + " /* done */"


def parameters_xml(params: dict[str, Any]) -> str:
    return "".join(
        f"<parameter={key}>\n{item if isinstance(item, str) else dumps(item)}\n</parameter>\n"
        for key, item in params.items()
    )


def invoke_xml(params: dict[str, Any]) -> str:
    return "".join(
        f'<parameter name="{key}">{item if isinstance(item, str) else dumps(item)}</parameter>\n'
        for key, item in params.items()
    )


def glm_xml(params: dict[str, Any]) -> str:
    return "".join(
        f"<arg_key>{key}</arg_key>\n<arg_value>{item if isinstance(item, str) else dumps(item)}</arg_value>\n"
        for key, item in params.items()
    )


def _content(make: Callable[[Turn], Any]) -> Mangle:
    return lambda turn, _: response(make(turn))


def _arguments(make: Callable[[Turn], Any], name: str = WRAPPER) -> Mangle:
    return lambda turn, _: response(calls=[(name, make(turn))], finish="tool_calls")


def _action_call(prefix: str, make: Callable[[str, Any], Any]) -> Mangle:
    def mangle(turn: Turn, _: random.Random) -> dict[str, Any]:
        name, params = name_and_params(turn)
        return response(calls=[(prefix + name, make(name, params))], finish="tool_calls")

    return mangle


def _action_text(make: Callable[[str, Any], Any]) -> Mangle:
    return lambda turn, _: response(make(*name_and_params(turn)))


FAITHFUL: dict[str, Mangle] = {
    "as it should be": _arguments(dumps),
    "twice a string": _arguments(lambda turn: dumps(dumps(turn))),
    "three times a string": _arguments(lambda turn: dumps(dumps(dumps(turn)))),
    "action a string": _arguments(lambda turn: dumps({**turn, "action": dumps(turn["action"])})),
    "arguments an object": _arguments(lambda turn: turn),
    "content": _content(dumps),
    "content an object": _content(lambda turn: turn),
    "content indented": _content(lambda turn: json.dumps(turn, indent=2)),
    "content in parts": _content(
        lambda turn: [{"type": "text", "text": "Here: "}, {"type": "text", "text": dumps(turn)}]
    ),
    "content cut into parts": _content(
        lambda turn: [{"type": "text", "text": dumps(turn)[:9]}, {"type": "text", "text": dumps(turn)[9:]}]
    ),
    "fence": _content(lambda turn: f"```json\n\n{dumps(turn)}\n\n```"),
    "fence without language": _content(lambda turn: f"```\n{dumps(turn)}\n```"),
    "fence and prose": _content(lambda turn: f"I will do this now.\n```json\n{dumps(turn)}\n```\nLet me know!"),
    "prose": _content(lambda turn: f"Sure, let me {{try}} this (and {{ no more): {dumps(turn)} as asked."),
    "think": _content(lambda turn: f"<think>\nMaybe {dumps(DECOY)}? No.\n</think>\n{dumps(turn)}"),
    "think not opened": _content(lambda turn: f"Maybe {dumps(DECOY)}? No.\n</think>\n\n{dumps(turn)}"),
    "think before a fence": _content(lambda turn: f"<thinking>Hm {{</thinking>\n```json\n{dumps(turn)}\n```"),
    "think in arguments": _arguments(lambda turn: f"<think>{dumps(DECOY)}</think>{dumps(turn)}"),
    "fence in arguments": _arguments(lambda turn: f"```json\n{dumps(turn)}\n```"),
    "array": _content(lambda turn: dumps([turn])),
    "array in arguments": _arguments(lambda turn: dumps([turn])),
    "action an array": _arguments(lambda turn: dumps({**turn, "action": [turn["action"]]})),
    "actions": _arguments(
        lambda turn: dumps({**{k: v for k, v in turn.items() if k != "action"}, "actions": [turn["action"]]})
    ),
    "action_sequence": _arguments(
        lambda turn: dumps({"memory": turn.get("memory", "m"), "action_sequence": turn["action"]})
    ),
    "several actions": _arguments(lambda turn: dumps({**turn, "action": [turn["action"], DECOY["action"]]})),
    "several keys": _arguments(lambda turn: dumps({**turn, "action": {**turn["action"], "hover": {"index": 1}}})),
    "several calls": lambda turn, _: response(
        calls=[(WRAPPER, dumps(turn)), (WRAPPER, dumps(DECOY))], finish="tool_calls"
    ),
    "doubled": _arguments(lambda turn: dumps(turn) + dumps(turn)),
    "doubled content": _content(lambda turn: dumps(turn) + "\n\n" + dumps(turn)),
    "name and arguments": _content(lambda turn: dumps({"name": WRAPPER, "arguments": turn})),
    "name and parameters": _content(lambda turn: dumps({"name": WRAPPER, "parameters": turn})),
    "name and a string": _content(lambda turn: dumps({"name": WRAPPER, "arguments": dumps(turn)})),
    "type function": _content(
        lambda turn: dumps({"type": "function", "function": {"name": WRAPPER, "arguments": dumps(turn)}})
    ),
    "tool_calls in content": _content(
        lambda turn: dumps({"tool_calls": [{"function": {"name": WRAPPER, "arguments": turn}}]})
    ),
    "named key": _content(lambda turn: dumps({WRAPPER: turn})),
    "functions prefix": _arguments(dumps, f"functions.{WRAPPER}"),
    "other spelling": _arguments(dumps, "agent_output"),
    "other wrapper": _arguments(dumps, "AgentStep"),
    "only the action": _content(lambda turn: dumps(turn["action"])),
    "only the action in arguments": _arguments(lambda turn: dumps(turn["action"])),
    "reflection beside the action": _content(lambda turn: dumps({"memory": "m", "next_goal": "n", **turn["action"]})),
    "current_state": _content(lambda turn: dumps({"current_state": {"memory": "m"}, "action": [turn["action"]]})),
    "action as tool": _action_call("", lambda name, params: dumps(params)),
    "action as tool, an object": _action_call("", lambda name, params: params),
    "action as tool, repeated": _action_call("", lambda name, params: dumps({name: params})),
    "action as tool, reflection": _action_call(
        "", lambda name, params: dumps({"memory": "m", "next_goal": "n", **params})
    ),
    "action as tool, wrapped": _action_call("", lambda name, params: dumps({"memory": "m", "action": {name: params}})),
    "functions.action": _action_call("functions.", lambda name, params: dumps(params)),
    "tool and args": _action_text(lambda name, params: dumps({"tool": name, "args": params})),
    "action and parameters": _action_text(lambda name, params: dumps({"action": name, "parameters": params})),
    "action and flat parameters": _action_text(lambda name, params: dumps({"action": name, **params})),
    "action with name and arguments": _action_text(
        lambda name, params: dumps({"action": {"name": name, "arguments": params}})
    ),
    "action with type": _action_text(lambda name, params: dumps({"action": {"type": name, **params}})),
    "action and its input": _action_text(lambda name, params: dumps({"action": name, "action_input": params})),
    "parameters a string": _action_text(lambda name, params: dumps({"action": {name: dumps(params)}})),
    "parameters in a list": _action_text(lambda name, params: dumps({"action": {name: [params]}})),
    "python dict": _content(python_dict),
    "python dict in arguments": _arguments(python_dict),
    "trailing commas": _content(trailing_commas),
    "trailing commas in arguments": _arguments(trailing_commas),
    "raw newlines": _content(raw_newlines),
    "raw newlines in arguments": _arguments(raw_newlines),
    "unquoted keys": _arguments(unquoted_keys),
    "comments": _arguments(commented),
    "one bracket too many": _arguments(lambda turn: dumps(turn) + "}"),
    "qwen": _content(lambda turn: f"<tool_call>\n{dumps({'name': WRAPPER, 'arguments': turn})}\n</tool_call>"),
    "qwen open": _content(lambda turn: f"Ok.\n<tool_call>\n{dumps({'name': WRAPPER, 'arguments': turn})}"),
    "qwen coder": _action_text(
        lambda name, params: f"<tool_call>\n<function={name}>\n{parameters_xml(params)}</function>\n</tool_call>"
    ),
    "qwen coder, wrapped": _content(
        lambda turn: f"<tool_call>\n<function={WRAPPER}>\n{parameters_xml(turn)}</function>\n</tool_call>"
    ),
    "llama": _action_text(lambda name, params: f"<function={name}>{dumps(params)}</function>"),
    "invoke": _action_text(
        lambda name, params: (
            f'<function_calls>\n<invoke name="{name}">\n{invoke_xml(params)}</invoke>\n</function_calls>'
        )
    ),
    "invoke, wrapped": _content(lambda turn: f'<invoke name="{WRAPPER}">{invoke_xml(turn)}</invoke>'),
    "glm": _action_text(lambda name, params: f"<tool_call>{name}\n{glm_xml(params)}</tool_call>"),
    "harmony": _content(
        lambda turn: (
            f"<|channel|>analysis<|message|>{dumps(DECOY)}<|end|><|start|>assistant<|channel|>commentary to=functions.{WRAPPER} <|constrain|>json<|message|>{dumps(turn)}<|call|>"
        )
    ),
    "harmony, final": _content(
        lambda turn: (
            f"<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>{dumps(turn)}<|return|>"
        )
    ),
    "harmony, action": _action_text(
        lambda name, params: (
            f"<|start|>assistant<|channel|>commentary to=functions.{name}<|message|>{dumps(params)}<|call|>"
        )
    ),
    "kimi": _action_text(
        lambda name, params: (
            f"<|tool_calls_section_begin|><|tool_call_begin|>functions.{name}:0<|tool_call_argument_begin|>{dumps(params)}<|tool_call_end|><|tool_calls_section_end|>"
        )
    ),
    "deepseek": _action_text(
        lambda name, params: (
            f"<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>{name}\n```json\n{dumps(params)}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>"
        )
    ),
    "mistral": _action_text(lambda name, params: f"[TOOL_CALLS] [{dumps({'name': name, 'arguments': params})}]"),
    "mistral, new": _action_text(lambda name, params: f"[TOOL_CALLS]{name}[ARGS]{dumps(params)}"),
    "react": _action_text(
        lambda name, params: f"Thought: I should act.\nAction: {name}\nAction Input: {dumps(params)}"
    ),
    "name before": _action_text(lambda name, params: f"{name}\n{dumps(params)}"),
    "as a function": _action_text(lambda name, params: f"{name}({dumps(params)})"),
    "as python": _action_text(
        lambda name, params: f"```tool_code\n{name}({', '.join(f'{k}={v!r}' for k, v in params.items())})\n```"
    ),
    "as a tag": _action_text(lambda name, params: f"<{name}>{dumps(params)}</{name}>"),
    "empty tool_calls": lambda turn, _: response(dumps(turn), calls=[]),
    "finish absent": lambda turn, _: called(turn, finish=None),
    "finish stop": lambda turn, _: called(turn, finish="stop"),
    "finish function_call": lambda turn, _: called(turn, finish="function_call"),
    "finish length": lambda turn, _: called(turn, finish="length"),
    "gemini": lambda turn, _: {
        "candidates": [
            {
                "content": {
                    "parts": [{"text": "ok", "thought": True}, {"functionCall": {"name": WRAPPER, "args": turn}}]
                },
                "finishReason": "STOP",
            }
        ]
    },
    "anthropic": lambda turn, _: {
        "role": "assistant",
        "stop_reason": "tool_use",
        "content": [{"type": "thinking", "thinking": "x"}, {"type": "tool_use", "name": WRAPPER, "input": turn}],
    },
    "ollama": lambda turn, _: {
        "message": {
            "role": "assistant",
            "content": "",
            "tool_calls": [{"function": {"name": WRAPPER, "arguments": turn}}],
        },
        "done_reason": "stop",
    },
    "responses": lambda turn, _: {
        "status": "completed",
        "output": [
            {"type": "reasoning", "summary": []},
            {"type": "function_call", "name": WRAPPER, "arguments": dumps(turn)},
        ],
    },
    "legacy function_call": lambda turn, _: {
        "choices": [
            {
                "message": {"content": None, "function_call": {"name": WRAPPER, "arguments": dumps(turn)}},
                "finish_reason": "function_call",
            }
        ]
    },
    "tool_calls an object": lambda turn, _: {
        "choices": [
            {
                "message": {"tool_calls": {"function": {"name": WRAPPER, "arguments": dumps(turn)}}},
                "finish_reason": "stop",
            }
        ]
    },
    "choices an object": lambda turn, _: {"choices": {"message": {"content": dumps(turn)}, "finish_reason": "stop"}},
}


def cut(text: str, dice: random.Random) -> str:
    return text[: dice.randrange(len(text))]


def bracket_noise(text: str, dice: random.Random) -> str:
    """One bracket, comma, colon or quote lost, doubled or replaced by another."""
    places = [index for index, character in enumerate(text) if character in '{}[]",:']
    place = dice.choice(places)
    return text[:place] + dice.choice(["", text[place] * 2, dice.choice("{}[],:\"'")]) + text[place + 1 :]


LOSSY: dict[str, Mangle] = {
    "cut": lambda turn, dice: called(
        cut(dumps(turn), dice), finish=dice.choice(["length", "stop", "tool_calls", None])
    ),
    "cut content": lambda turn, dice: response(cut(dumps(turn), dice), finish=dice.choice(["length", "stop"])),
    "cut fence": lambda turn, dice: response(cut(f"```json\n{dumps(turn)}\n```", dice)),
    "cut action as tool": lambda turn, dice: called(
        cut(dumps(name_and_params(turn)[1]), dice), name_and_params(turn)[0]
    ),
    "cut qwen": lambda turn, dice: response(
        cut(FAITHFUL["qwen coder"](turn, dice)["choices"][0]["message"]["content"], dice)
    ),
    "cut invoke": lambda turn, dice: response(
        cut(FAITHFUL["invoke"](turn, dice)["choices"][0]["message"]["content"], dice)
    ),
    "cut glm": lambda turn, dice: response(cut(FAITHFUL["glm"](turn, dice)["choices"][0]["message"]["content"], dice)),
    "cut harmony": lambda turn, dice: response(
        cut(FAITHFUL["harmony"](turn, dice)["choices"][0]["message"]["content"], dice)
    ),
    "cut kimi": lambda turn, dice: response(
        cut(FAITHFUL["kimi"](turn, dice)["choices"][0]["message"]["content"], dice)
    ),
    "cut react": lambda turn, dice: response(
        cut(FAITHFUL["react"](turn, dice)["choices"][0]["message"]["content"], dice)
    ),
    "cut python": lambda turn, dice: response(cut(python_dict(turn), dice)),
    "cut call": lambda turn, dice: response(
        cut(FAITHFUL["as python"](turn, dice)["choices"][0]["message"]["content"], dice)
    ),
    "cut tag": lambda turn, dice: response(
        cut(FAITHFUL["as a tag"](turn, dice)["choices"][0]["message"]["content"], dice)
    ),
    "cut and doubled": lambda turn, dice: called(cut(dumps(turn), dice) + dumps(turn)),
    "doubled and cut": lambda turn, dice: called(dumps(turn) + cut(dumps(turn), dice)),
    "brackets": lambda turn, dice: called(bracket_noise(dumps(turn), dice)),
    "brackets in content": lambda turn, dice: response(bracket_noise(dumps(turn), dice)),
    "brackets in python": lambda turn, dice: response(bracket_noise(python_dict(turn), dice)),
    "brackets, three": lambda turn, dice: called(
        bracket_noise(bracket_noise(bracket_noise(dumps(turn), dice), dice), dice)
    ),
    "inner quotes": lambda turn, dice: called(dumps(turn).replace('\\"', '"')),
}
