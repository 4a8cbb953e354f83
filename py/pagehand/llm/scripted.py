"""A model that answers from a script: for your own tests, with the real client, repair and retries around it."""

from __future__ import annotations

import inspect
import json
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from pagehand.llm.transport import HttpRequest, HttpResponse, completion_body, json_response

ScriptedReply = dict[str, Any] | str | HttpResponse | BaseException | Callable[[dict[str, Any]], Any]
"""One reply of a script:

- a dict with ``choices`` is sent as it is; with ``action`` it is the input of an ``AgentOutput`` call; any other dict is
  an action, ``{"click_element_by_index": {"index": 3}}``;
- a string is plain content, as a model that calls no tool would answer;
- an :class:`HttpResponse` is the whole answer; an exception is raised;
- a function gets the request body and returns any of these (it may be async).
"""


class ScriptedModel:
    """A transport that gives one reply of its script per request, and keeps the requests.

    >>> model = ScriptedModel([{"click_element_by_index": {"index": 3}}, {"done": {"text": "Saved."}}])
    """

    def __init__(self, replies: Iterable[ScriptedReply], *, tool: str = "AgentOutput") -> None:
        self._replies = iter(list(replies))
        self._tool = tool
        self.requests: list[dict[str, Any]] = []
        """The bodies of the requests so far."""

    async def __call__(self, request: HttpRequest) -> HttpResponse:
        body = json.loads(request.body or "{}")
        self.requests.append(body)
        try:
            reply = next(self._replies)
        except StopIteration:
            raise LookupError(f"The script is at its end; request {len(self.requests)} has no reply.") from None
        return await self._answer(reply, body)

    async def _answer(self, reply: Any, body: dict[str, Any]) -> HttpResponse:
        if isinstance(reply, BaseException):
            raise reply
        if isinstance(reply, HttpResponse):
            return reply
        if callable(reply):
            given = reply(body)
            return await self._answer(
                await given if isinstance(given, Awaitable) or inspect.isawaitable(given) else given, body
            )
        model = str(body.get("model", "scripted"))
        if isinstance(reply, str):
            return json_response(completion_body(model, content=reply))
        if "choices" in reply or "error" in reply:
            return json_response(reply)
        arguments = reply if "action" in reply else {"action": reply}
        return json_response(completion_body(model, tool=self._tool, arguments=arguments))
