"""How people name what stands: noun phrases, pronouns, parts, exceptions."""

from __future__ import annotations

from cq.language.grammar import lex, rule
from cq.language.program import Extreme, HasSize, Largest, Located, Nearest, Nth, Ref, State, With
from cq.language.vocabulary import KINDS

NOMINAL = "Nominal"

rule("Direction", "{self:Compass}", "{self:Diagonal}", "{self:Own}", "{self:Vertical}")

for _kind, _nouns in KINDS.items():
    _plurals = [f"{one}es" if one.endswith(("x", "ch", "s")) else f"{one}s" for one in _nouns.split()]
    rule(NOMINAL, "|".join([f"({'|'.join(_nouns.split())})"]), makes=Ref, noun=_kind)
    rule(NOMINAL, f"({'|'.join(_plurals)})", makes=Ref, noun=_kind, plural=True)
rule(NOMINAL, "one", makes=Ref, noun="one")
rule(NOMINAL, "ones", makes=Ref, noun="one", plural=True)
rule(NOMINAL, "{colours+:ColourPlural}", makes=Ref, noun="block", plural=True)

# In front of the noun.
rule(NOMINAL, "{colours+} {self}", makes=Ref)
rule(NOMINAL, "{colours+} (and|or) {self:ColouredNominal}", makes=Ref)
rule("ColouredNominal", "{colours+} {self:Nominal}", makes=Ref)
rule(NOMINAL, "{limits+:Adjective} {self}", makes=Ref)
rule("Adjective", "{self:Extreme}", "{self:Largest}", "{self:State}", "{self:Nth}", "{self:HasSize}")

rule(Extreme, "{direction:Compass}", "{direction:Own}", "{direction:Vertical}", "{direction:Diagonal}")
rule(Extreme, "{direction:Compass} most", "most {direction:Compass}", "furthest {direction:Direction}")
for _word, _direction in {
    "highest|topmost|uppermost|higher": "up",
    "lowest|bottommost|bottom most|lowermost": "down",
    "leftmost|left most|furthest left": "left",
    "rightmost|right most|furthest right": "right",
    "northernmost|northmost|north most": "north",
    "southernmost|southmost|south most": "south",
    "easternmost|eastmost|east most": "east",
    "westernmost|westmost|west most": "west",
    "front most|nearest|closest": "front",
    "back most|furthest|farthest": "back",
}.items():
    rule(Extreme, *_word.split("|"), direction=_direction)
for _word, (_dimension, _least) in {
    "tallest|taller|tall": ("high", False),
    "shortest|shorter|short|low": ("high", True),
    "longest|longer|long": ("long", False),
    "largest|biggest|larger|bigger|big|large": ("blocks", False),
    "smallest|smaller|small|little": ("blocks", True),
}.items():
    rule(Largest, *_word.split("|"), dimension=_dimension, least=_least)
rule(Nth, "{number:Ordinal}", "{number:Ordinal} {start:Vertical}")
rule(HasSize, "{size:ShortSize}")
for _word, _state in {
    "floating|hovering|hanging|flying": "floating",
    "single|lone|only|sole|individual|isolated": "single",
    "new|newly placed|newly built|just placed": "new",
    "existing|old|original|current|present": "old",
    "other|remaining|second other": "other",
    "same": "same",
    "middle|center|centre|central|middlemost": "middle",
    "end": "end",
    "vertical|upright|standing": "upright",
    "horizontal|flat": "flat",
    "empty": "empty",
}.items():
    rule(State, *_word.split("|"), word=_state)

# Determiners.
rule(Ref, "(the|this|that|these|those) {self:Nominal}", quantifier="the")
rule(Ref, "(the|these|those) {number} {self:Nominal}", quantifier="the")
rule(Ref, "(the|these|those) {limits+:Adjective} {number} {self:Nominal}", quantifier="the")
rule(Ref, "(a|an|any) {self:Nominal}", quantifier="a")
rule(Ref, "{number} {self:Nominal}")
rule(Ref, "{number} of the {self:Nominal}")
rule(Ref, "(all|all the|all of the|all of these|all of those|every|the entire|the whole) {self:Nominal}", quantifier="all")
rule(Ref, "(each|every) {self:Nominal}", "each (of the|of these|of those|one of the) {self:Nominal}", quantifier="each")
rule(Ref, "(all|all the|all of the) {number} {self:Nominal}", quantifier="all")
rule(Ref, "both [the|of the] {self:Nominal}", quantifier="both")
rule(Ref, "{self:Nominal}", cost=0.5)

# Pronouns.
rule(Ref, "(it|this|that)", noun="it")
rule(Ref, "(them|these|those|they)", noun="it", plural=True)
rule(Ref, "(everything|every thing|all|all of it|the whole thing)", noun="everything")
rule(Ref, "(the rest|the others|all the rest|everything else|all else)", noun="rest")
rule(Ref, "(both|both of them)", noun="it", plural=True, quantifier="both")
rule(Ref, "(each|each of them|each one)", noun="it", plural=True, quantifier="each")

# Behind the noun.
rule(Ref, "{self} [that is|that are|which is|which are|standing|located|placed|sitting] {limits+:Relation}")
rule("Relation", "{place:Place}", makes=Located)
rule("Relation", "(closest|nearest) to {place:PlaceOf}", makes=Nearest)
rule("Relation", "(furthest|farthest) from {place:PlaceOf}", makes=Nearest, farthest=True)
rule(Ref, "{self} (of|in|from|off|on) {of:Ref}")
rule(Ref, "{self} and {others+:Ref}")
rule(Ref, "{self} (except|but|except for|other than|apart from|besides) {but:Ref}")
rule("Relation", "with {ref} on top [of it]", makes=With)
