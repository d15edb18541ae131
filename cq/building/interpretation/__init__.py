"""Interpretation: plain instructions are parsed and carried out, without a network.

A grammar of verbs, noun phrases and places, whose readings are carried out on the grid, in the manner of
SHRDLU (Winograd 1972). It answers only where every word is understood and all readings lead to one grid.
"""

from cq.building.interpretation.completion import completed_interpretation
from cq.building.interpretation.interpret import interpret
from cq.building.interpretation.relaxed import relaxed_interpretations

__all__ = ["completed_interpretation", "interpret", "relaxed_interpretations"]
