"""How people describe a figure by its steps, layers and legs, and name digits and zigzags."""

from __future__ import annotations

from cq.language.declaring import lex
from cq.language.notation import rules

SHAPE = "ShapeNominal"


# Digits as figures: "a purple 4".
for _digit, _word in enumerate("zero one two three four five six seven eight nine".split()):
    lex("DigitSign", f"letter {_digit}", str(_digit), *([_word] if _digit != 1 else []))

rules("""
PlainThing = Thing(count=1), 0.3: (a|the|one) {shape:DigitSign}
PlainThing = Thing(count=1), 0.1: (a|the|one) {colours+:Colour} {shape:DigitSign}
# Steps of stairs.
Nominal = Ref(noun="step"), 0.2: step
Nominal = Ref(noun="step", plural=True), 0.2: steps
# A zigzag: each block is diagonal to the one before, in turn on either side of the way.
ShapeNominal = Thing(shape="zigzag"): zigzag
@nextone: next one
Trait = Thing, 0.1: [and] the @nextone to its {start:Diagonal}
# One block of another colour in the middle.
Trait = Thing(pattern="centre"): with a {colours+:Colour} block in (its|the) @mid
    [but] [with] the @mid (one|block) [is|in] {colours+:Colour} | with a {colours+:Colour} @mid
ShapeNominal = Thing(shape="ring"), 0.1: [square] (chimney|shaft|well)
""")
