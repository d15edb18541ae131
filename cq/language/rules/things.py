"""How people name what is to be made: shapes, sizes, colours, order."""

from __future__ import annotations

from cq.language.grammar import rule
from cq.language.program import Size, Thing
from cq.language.vocabulary import KINDS

SHAPE = "ShapeNominal"

for _kind, _nouns in KINDS.items():
    _plurals = [f"{one}es" if one.endswith(("x", "ch", "s")) else f"{one}s" for one in _nouns.split()]
    rule(SHAPE, f"({'|'.join(_nouns.split())})", makes=Thing, shape=_kind)
    rule(SHAPE, f"({'|'.join(_plurals)})", makes=Thing, shape=_kind, plural=True)
rule(SHAPE, "one", makes=Thing, shape="one")
rule(SHAPE, "{colours+} {self}", makes=Thing)
rule(SHAPE, "(vertical|upright|standing) {self}", makes=Thing, posture="upright")
rule(SHAPE, "(horizontal|flat) {self}", makes=Thing, posture="flat")
rule(SHAPE, "{sizes+:ShortSize} {self}", makes=Thing)

rule(Thing, "(a|an|one|another|the|some) {self:ShapeNominal}", count=1)
rule(Thing, "{count} [more|new] {self:ShapeNominal}")
rule(Thing, "{self:ShapeNominal}", cost=0.5)
rule(Thing, "{self} {sizes+:SizePhrase}")
rule("SizePhrase", "[that is|which is] {self:ShortSize}", makes=Size)
rule("SizePhrase", "(of|with|made of|using|made with|consisting of) {number} (block|blocks)", makes=Size, dimension="blocks")
rule(Thing, "{self} of {colours+} blocks")
