"""How people ask for copies and mirror images."""

from __future__ import annotations

from cq.language.notation import rules
from cq.language.program import Copy, Mirror, Place, Ref, Step
from cq.language.rules.moving import is_definite

IT = Ref("it")


def _copied(ref: Ref, place: Place) -> Copy | None:
    return Copy(ref, place) if is_definite(ref) else None


def _further(count: int, step: Step, ref: Ref = IT) -> Copy:
    """Several copies, each at the same distance from the one before."""
    return Copy(ref, steps=(step,), count=count)


def _over(ref: Ref, side: str) -> Mirror:
    """The image in the other half of the zone."""
    return Mirror(ref, across="x" if side in ("west", "east", "left", "right") else "z")


def _halves(side: str, other: str) -> Mirror:
    """One half as the image of the other."""
    return Mirror(Ref("everything"), other, across="x" if other in ("west", "east", "left", "right") else "z")


rules("""
@again*: copy|repeat|duplicate|replicate|clone|recreate|reproduce
@copyof: a copy of|an exact copy of|a twin of|a clone of
@oncemore: again|once more|one more time
Copy: @again {ref} {place} | @again {ref} to {place} | @make @copyof {ref} {place} | {place} @again {ref}
    {place} @make @copyof {ref} | @again {ref} @oncemore {place}
Copy: @again {ref} {steps+:Walk} | @make {ref:Same} @oncemore {steps+:Walk}
hear Copy = _copied, 0.3: {ref:Ref} @oncemore {place:Place}
hear Copy = _copied: @make {ref:Ref} @oncemore {place:Place}
Copy: {self} (in|but in|but|with|but with) {colour} [@blocks]
hear Copy: @again {ref} (in|with) {colour} {place}
# "Build two more of them, each two cells further east."
@morecopies: more|more of them|more of it|more of these|more of those|more copies|copies|copies of it|others
@ofthelast: of (the last|the previous|the one before) [one]
Further = Step: {number} @cellwords [further|farther] [to the] {direction:Side} [@ofthelast]
hear Copy = _further: @make {count:Number} @morecopies [,] each {step:Further}
    @make {count:Number} (more copies|copies) of {ref:Ref} [,] each {step:Further}
Same = Ref(quantifier="the"): the same {self:Nominal}
@image: the mirror image of|a mirror image of
@acrossline: across
@xline: x = 0|the line x = 0|the line from north to south
Mirror(across="x"): @mirror {ref} @acrossline @xline
Mirror: @mirror {ref} to the {side} | @mirror {ref} on the {side} side | @mirror {ref} over to the {side} side
hear Mirror = _over, 0.3: @mirror {ref:Ref} (over to|to) the {side:Lateral} half [@ofthezone]
    @make @image {ref:Ref} on the {side:Lateral} side @ofthezone
hear Mirror = _halves: @make the {side:Lateral} half a mirror image of the {other:Lateral} half
hear Mirror, 0.6: @mirror {ref} | @make @image {ref}
Lateral: {self:Compass} | {self:Own}
hear Mirror: {self} in {colour}
""")
