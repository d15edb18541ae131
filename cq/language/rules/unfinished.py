"""How people give incomplete orders: the missing slots stay open until an answer."""

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
    """ "Some blocks of the tower": the number is open."""
    if ref.noun in ("block", "one", "part", "gap"):
        return None
    return Remove(Ref("block", True, "some", of=ref), side=side)


# A surface to be made, not a present one.


rules("""
# Where to, or which way.
@elsewhere: somewhere else|elsewhere|to another spot|somewhere
@somecells: a few cells|a bit|a little
@paces2: cell|cells|space|spaces
OpenWalk = Step(None, number): {number} @paces2 | by {number} [@paces2] | over by {number}
    {number} @paces2 over
FewWalk = Step(direction, unit="some"): @somecells {direction} | {direction} @somecells
hear Move, 0.3: @shifting {ref} {steps+:OpenWalk} | @shifting {ref} {steps+:FewWalk}
hear Move = _moved, 0.6: @shifting {ref:Ref} | @shifting {ref:Ref} @elsewhere | put {ref:Ref} @elsewhere
    {ref:Ref} @must (move|be moved|go @elsewhere)
# Where the copy goes, how far it turns, by what they are joined.
hear Copy, 0.6: @again {ref} | @make @copyof {ref}
hear Rotate, 0.6: @rotate {ref}
hear Connect, 0.6: @join {ref}
# Which colour.
@paint*: paint|repaint|recolour|recolor|dye|colour|color
@differently: another colour|another color|a new colour|a new color
hear Recolour, 0.5: @paint {ref} | {ref} needs @differently | change [the] colour of {ref}
    change {ref} 's colour | change {ref}
hear BeRecolour = Recolour, 0.3: @differently
# How much larger or smaller.
@lesser: smaller|shorter|lower|less high
@shorten*: lower|shorten|reduce|shrink|trim|cut|cut down
@someblocks: some|some blocks|a few|something
hear Remove = some_of, 0.4: @shorten {ref:Ref} | @grown {ref:Ref} @lesser | @shorten {ref:Ref} @abit
    @remove @someblocks @offof {ref:Ref} | @remove @someblocks @offof the {side:Direction} of {ref:Ref}
    @shorten {ref:Ref} (at|from) the {side:Direction}
# Somewhere, and what is wrong with something.
@somewhere: somewhere|anywhere
hear Make, 0.1: {self} @somewhere
@iswrong: is the wrong colour|is in the wrong spot
hear Look, 0.2: {ref} @iswrong
@ontoit: on
hear Resize, 0.7: @make more @ontoit {ref}
""")
