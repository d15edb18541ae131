"""How people order something without all that it needs: what is missing stays open until an answer."""

from __future__ import annotations

from cq.language.notation import rules
from cq.language.program import (
    Move,
    Ref,
    Remove,
)
from cq.language.rules.moving import is_definite


def _moved(ref: Ref) -> Move | None:
    return Move(ref) if is_definite(ref) or ref.number == 1 else None


def some_of(ref: Ref, side: str | None = None) -> Remove | None:
    """ "Some blocks of the tower": how many nobody says."""
    if ref.noun in ("block", "one", "part", "gap"):
        return None
    return Remove(Ref("block", True, "some", of=ref), side=side)


# A surface that is to be made, not one that stands.


rules("""
# Where to, or which way.
@elsewhere: somewhere else|elsewhere|to another spot|somewhere
@somecells: a few cells|some cells|some steps|a bit|a little
@paces2: cell|cells|step|steps|space|spaces|square|squares|block|blocks|level|levels|unit|units|tile|tiles
OpenWalk = Step(None, number): {number} @paces2 | by {number} [@paces2] | over by {number} [@paces2]
    {number} @paces2 over
FewWalk = Step(direction, unit="some"): @somecells [@stepway] {direction} | {direction} @somecells
hear Move, 0.3: @shifting {ref} {steps+:OpenWalk} | @shifting {ref} {steps+:FewWalk}
hear Move = _moved, 0.6: @shifting {ref:Ref} | @shifting {ref:Ref} @elsewhere
    (put|set|place) {ref:Ref} @elsewhere
    {ref:Ref} @must (move|be moved|go @elsewhere|be @elsewhere|stand @elsewhere)
# Where the copy goes, how far it turns, by what they are joined.
hear Copy, 0.6: @again {ref} | @make @copyof {ref}
hear Rotate, 0.6: @rotate {ref}
hear Connect, 0.6: @join {ref} [together]
# Which colour.
@paint*: paint|repaint|recolour|recolor|dye|colour|color|tint
@differently: differently|another colour|another color|a new colour|a new color
hear Recolour, 0.5: @paint {ref} [@differently] | {ref} (needs|gets) @differently
    (change|alter|switch) [the] (colour|color) of {ref} | (change|alter|switch) {ref} 's (colour|color)
    (change|alter) {ref}
hear BeRecolour = Recolour, 0.3: @differently
# How much larger or smaller.
@lesser: smaller|shorter|lower|less tall|less high|less long
@shorten*: lower|shorten|reduce|shrink|trim|cut|cut down|trim down|decrease
@someblocks: some|some blocks|a few|several|several blocks|a bit|something|some cubes|blocks|some more
    a little
hear Remove = some_of, 0.4: @shorten {ref:Ref} | @grown {ref:Ref} @lesser | @shorten {ref:Ref} @abit
    @remove @someblocks @offof {ref:Ref}
    @remove @someblocks @offof the {side:Direction} [end|side|part] of {ref:Ref}
    @shorten {ref:Ref} (at|on|from) the {side:Direction} [end|side]
# Somewhere, and what is wrong with something.
@somewhere: somewhere|anywhere|some place|someplace
hear Make, 0.1: {self} @somewhere
@iswrong: is in the wrong place|stands wrong|is misplaced|is the wrong colour|is in the wrong spot
hear Look, 0.2: {ref} @iswrong
@ontoit: on|to|onto|at
hear Resize, 0.7: @make more [blocks] @ontoit [the end of] {ref}
""")
