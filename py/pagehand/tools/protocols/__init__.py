"""Three ways to ask for a turn, one interface; chosen by ``protocol`` in the config."""

from __future__ import annotations

from pagehand.config import AgentConfig
from pagehand.tools.protocols.macro import Macro
from pagehand.tools.protocols.turn import ActionCall, Turn, TurnProtocol

__all__ = ["ActionCall", "Turn", "TurnProtocol", "protocol_for"]


def protocol_for(config: AgentConfig) -> TurnProtocol:
    return Macro()
