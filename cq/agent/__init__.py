"""An entrant for the benchmark Build What I Mean: its protocol, the builder, and an A2A server."""

from cq.agent.entrant import Entrant
from cq.agent.protocol import ZONE, Round, format_structure, parse_round, parse_structure

__all__ = ["ZONE", "Entrant", "Round", "format_structure", "parse_round", "parse_structure"]
