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
@again*: copy|repeat|duplicate|replicate|clone|recreate|rebuild|reproduce|build again|build once more
    make again
@copyof: a copy of|an exact copy of|a twin of|a duplicate of|a clone of|a replica of|another copy of
    a second copy of|the same as|an identical copy of|a mirror copy of
@oncemore: again|once more|one more time|a second time|another time|once again|too
Copy: @again {ref} {place} | @again {ref} to {place} | @make @copyof {ref} {place}
    @make {ref:Same} @oncemore {place} | {place} @again {ref} | {place} @make @copyof {ref}
    @again {ref} @oncemore {place}
Copy: @again {ref} {steps+:Walk} | @make @copyof {ref} {steps+:Walk}
    @make {ref:Same} @oncemore {steps+:Walk}
hear Copy: @again {ref} [,|:] [the same again] [,] (shifted|moved|displaced|offset) [by] {steps+:Walk}
@thecopy: it|the copy|the clone|the duplicate|that|the new one|the twin|the replica
hear Copy: @again {ref} [,] and @putdown @thecopy {place}
@thefirst: the first one|the first|the original|the original one|the old one|itself
hear Copy(place=OnTop(Ref("it"))): @make {ref:Same} [@oncemore] (on top of|on) @thefirst
hear Copy = _copied, 0.3: {ref:Ref} @oncemore [,] {place:Place}
    {ref:Ref} @oncemore [,] @colourskept [,] {place:Place}
hear Copy = _copied: @make {ref:Ref} @oncemore {place:Place}
hear Copy = _copied_by: @make {ref:Ref} @oncemore {steps:Walk}
Copy: {self} (in|but in|out of|but|with|using|from|but using|but with|only in) [all] {colour} [@blocks]
    {self} , in {colour}
hear Copy: @again {ref} (in|with|using|out of) {colour} {place}
    @make @copyof {ref} (in|with|using) {colour} {place}
Same = Ref(quantifier="the"): the same {self:Nominal} | the (very same|identical|exact same) {self:Nominal}
@image: the mirror image of|a mirror image of|its mirror image|the mirrored|a reflection of|the reflection of
    a mirrored copy of|a mirror copy of
@acrossline: across|about|along|at|over|around|in|on|with respect to|through
@xline: x = 0|x 0|the line x = 0|the line x 0|the middle column|the z axis|the north south axis
    the north south line|x = 0 line|the line x 0 as mirror line|the plane x = 0|the middle line x 0
    the middle from left to right|the north to south line|the line from north to south
@zline: z = 0|z 0|the line z = 0|the line z 0|the middle row|the x axis|the east west axis|the east west line
    the middle line z 0|the plane z = 0|the east to west line|the line from east to west
    the line from west to east
hear Mirror: {self} through the (middle|centre|center) of the @zone
Mirror(across="x"): @mirror {ref} @acrossline @xline
Mirror(across="z"): @mirror {ref} @acrossline @zline
hear Mirror(across="x"), 0.3:
    @mirror {ref} (to|onto|into) the (opposite|other) (half|side) of the (zone|grid|map|board)
Mirror: @mirror {ref} to the {side} [side] | @mirror {ref} on the {side} [side]
    @mirror {ref} to its {side} [side] | @make @image {ref} to the {side} [side]
    @make @image {ref} on the {side} side | @make @image {ref} on its {side} side
    @make @image {ref} {side} of (it|them) | @mirror {ref} (onto|over to) the {side} side
hear Mirror = _over, 0.3:
    @mirror {ref:Ref} (over to|onto|over onto|to|into) the {side:Lateral} half [@ofthezone]
    @mirror {ref:Ref} (over to|onto|over onto|to) the {side:Lateral} side @ofthezone
    @make @image {ref:Ref} (on|in|to) the {side:Lateral} (half|side) @ofthezone
    @mirror {ref:Ref} (over to|over onto) the {side:Lateral} side
hear Mirror = _halves: @make the {side:Lateral} (half|side) a mirror image of the {other:Lateral} (half|side)
    @mirror the {other:Lateral} (half|side) (onto|to|on|over to) the {side:Lateral} (half|side)
hear Mirror, 0.6: @mirror {ref} | @make @image {ref}
Lateral: {self:Compass} | {self:Own}
hear Mirror: {self} (in|with|using|out of|but in) {colour}
@colourskept: same colours in the same order|exactly the same|exactly the same way|in the same order
    colours included|colours kept|with its colours|with all its colours|with the colours in the same order
    in the same colours|same colours|same colours in the same places|with the same colours|keeping the colours
    keeping its colours|with their colours|in the same colour|colour for colour|exactly|just as it is
    with the colours as they are|in its colours|in its own colours
hear Copy: {self} [,|:] @colourskept | @again {ref} [,] @colourskept [, @colourskept] [,] {place}
hear Mirror: {self} [,|:] @colourskept
""")
