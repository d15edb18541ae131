"""Interpretation: plain instructions are parsed and carried out, without a network.

The parser and executor of SHRDLURN-like worlds (Winograd 1972; Wang, Liang and Manning 2016) in small: a grammar of
verbs, noun phrases and places, whose readings are carried out on the grid. It answers only where it is sure.
"""

from cq.building.interpretation.interpret import interpret

__all__ = ["interpret"]
