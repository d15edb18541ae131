"""How people say where: relations to a landmark, the zone's own places, steps, coordinates."""

from __future__ import annotations

from cq.language.grammar import rule
from cq.language.program import Beside, Between, Corner, Middle, OfPart, OnTop, Sides, Under

rule(OnTop, "(on|on top of|atop|above|upon|onto|on the top of|over|at the top of) {landmark}")
rule(Under, "(under|below|beneath|underneath|on the bottom of) {landmark}")
rule(Beside, "[to|on|at] [the] {side} [side] of {landmark}", "{side} of {landmark}")
rule(Beside, "(behind) {landmark}", side="back")
rule(Beside, "in front of {landmark}", side="front")
rule(Beside, "(next to|beside|by|adjacent to|near|alongside) {landmark}")
rule(Sides, "on (each|every|either) side of {landmark}")
rule(Between, "[in] between {landmark}")
rule(Middle, "in the (middle|center|centre) [of the (grid|zone|map|board|area|platform)]")
rule(Corner, "(in|at|on) the {direction:Diagonal} corner [of the (grid|zone|map|board)]")
