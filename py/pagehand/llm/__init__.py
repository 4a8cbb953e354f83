"""The model client: any OpenAI-compatible model, however wild. Pure Python; the network is injected.

Data flows in one line: messages, budget, request (``dialects``, ``adaptation``), transport, reply, repair, turn.
"""

from pagehand.llm.budget import estimate_tokens, fit_messages
from pagehand.llm.chrome import chrome_transport
from pagehand.llm.client import Client, Completion, Retry
from pagehand.llm.config import LLMConfig, load_config
from pagehand.llm.dialects import adapt_request
from pagehand.llm.errors import ErrorKind, Fault, LLMError, TransportError
from pagehand.llm.offline import offline_transport
from pagehand.llm.presets import PRESETS, Preset
from pagehand.llm.repair import Repaired, repair, repair_response
from pagehand.llm.reply import Call, Reply, read_reply
from pagehand.llm.scripted import ScriptedModel
from pagehand.llm.transport import HttpRequest, HttpResponse, Transport
from pagehand.llm.usage import Usage

__all__ = [
    "PRESETS",
    "Call",
    "Client",
    "Completion",
    "ErrorKind",
    "Fault",
    "HttpRequest",
    "HttpResponse",
    "LLMConfig",
    "LLMError",
    "Preset",
    "Repaired",
    "Reply",
    "Retry",
    "ScriptedModel",
    "Transport",
    "TransportError",
    "Usage",
    "adapt_request",
    "chrome_transport",
    "estimate_tokens",
    "fit_messages",
    "load_config",
    "offline_transport",
    "read_reply",
    "repair",
    "repair_response",
]
