"""How people say what is made once more: copies, mirror images."""

from __future__ import annotations

from cq.language.notation import rules
from cq.language.program import Copy, Mirror, Place, Ref, Step
from cq.language.rules.moving import is_definite


def _copied(ref: Ref, place: Place) -> Copy | None:
    return Copy(ref, place) if is_definite(ref) else None


def _copied_by(ref: Ref, steps: Step) -> Copy | None:
    return Copy(ref, steps=(steps,)) if is_definite(ref) else None


def _over(ref: Ref, side: str) -> Mirror:
    """The image in the other half of the zone."""
    return Mirror(ref, across="x" if side in ("west", "east", "left", "right") else "z")


def _halves(side: str, other: str) -> Mirror:
    """One half as the image of the other."""
    return Mirror(Ref("everything"), other, across="x" if other in ("west", "east", "left", "right") else "z")


rules("""
@again*: copy|repeat|duplicate|replicate|clone|recreate|rebuild|reproduce|build again|make again
@copyof: a copy of|an exact copy of|a twin of|a clone of
@oncemore: again|once more|one more time|another time|once again|too
Copy: @again {ref} {place} | @again {ref} to {place} | @make @copyof {ref} {place}
    @make {ref:Same} @oncemore {place} | {place} @again {ref} | {place} @make @copyof {ref}
    @again {ref} @oncemore {place}
Copy: @again {ref} {steps+:Walk} | @make {ref:Same} @oncemore {steps+:Walk}
hear Copy = _copied, 0.3: {ref:Ref} @oncemore [,] {place:Place}
hear Copy = _copied: @make {ref:Ref} @oncemore {place:Place}
hear Copy = _copied_by: @make {ref:Ref} @oncemore {steps:Walk}
Copy: {self} (in|but in|out of|but|with|using|from|but using|but with|only in) [all] {colour} [@blocks]
hear Copy: @again {ref} (in|with|using|out of) {colour} {place}
Same = Ref(quantifier="the"): the same {self:Nominal}
@image: the mirror image of|a mirror image of|the mirrored
@acrossline: across|about|along|at|over|around|in|on|through
@xline: x = 0|x 0|the line x = 0|the line from north to south
@zline: z = 0|z 0
Mirror(across="x"): @mirror {ref} @acrossline @xline
Mirror: @mirror {ref} to the {side} [side] | @mirror {ref} on the {side} [side]
    @mirror {ref} (onto|over to) the {side} side
hear Mirror = _over, 0.3:
    @mirror {ref:Ref} (over to|onto|over onto|to|into) the {side:Lateral} half [@ofthezone]
    @make @image {ref:Ref} (on|in|to) the {side:Lateral} (half|side) @ofthezone
hear Mirror = _halves: @make the {side:Lateral} (half|side) a mirror image of the {other:Lateral} (half|side)
hear Mirror, 0.6: @mirror {ref} | @make @image {ref}
Lateral: {self:Compass} | {self:Own}
hear Mirror: {self} (in|with|using|out of|but in) {colour}
""")
