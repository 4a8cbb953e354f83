"""Three ways to ask for a turn, one interface; chosen by ``protocol`` in the config."""

from __future__ import annotations

from pagehand.config import AgentConfig
from pagehand.tools.protocols.classic import Classic
from pagehand.tools.protocols.envelope import Envelope
from pagehand.tools.protocols.macro import Macro
from pagehand.tools.protocols.turn import ActionCall, Turn, TurnProtocol

__all__ = ["ActionCall", "Turn", "TurnProtocol", "protocol_for"]


def protocol_for(config: AgentConfig) -> TurnProtocol:
    """The protocol that a config names."""
    match config.protocol:
        case "envelope":
            return Envelope(frozenset(config.unread_tools), planned=config.plan)
        case "classic":
            return Classic()
        case _:
            return Macro()
