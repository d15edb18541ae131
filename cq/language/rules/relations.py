"""What stands behind a noun and restricts it: where it is, what it has on top, its size, its colour."""

from __future__ import annotations

from dataclasses import replace

from cq.language.antecedents import speaks_of_it
from cq.language.grammar import lex
from cq.language.notation import rules
from cq.language.program import (
    Anchored,
    LevelOf,
    Located,
    Place,
    Ref,
    Within,
)
from cq.world.palette import COLOURS

RELATION = "Relation"


# Places.
def _located(place: Place) -> Located | None:
    """ "At the level of their tops" tells where something goes, not which things those are."""
    begins = isinstance(place, Anchored)  # Where something begins is no place where it stands.
    return None if begins or (isinstance(place, LevelOf) and speaks_of_it(place)) else Located(place)


def _half_of_zone(side: str) -> Within:
    axis = "x" if side in ("west", "east") else "z"
    return Within(axis, high=-1) if side in ("west", "north") else Within(axis, low=1)


def _coloured(ref: Ref, colours: str | tuple[str, ...]) -> Ref | None:
    return None if ref.colours else replace(ref, colours=(colours,) if isinstance(colours, str) else colours)


rules("""
@thatis: that is|that are|which is|which are|that was|that were|who is|that stands|that stand|that sits
    that sit|that lies|that lie|standing|located|placed|sitting|situated|lying|positioned|found|resting
    stacked|directly|immediately|right|just|all|built|attached|that hangs|that is placed|placed directly|sat
@thatisnot: that is not|that are not
@thathas: with|that has|that have|which has|which have|having|that carries|that carry|carrying|supporting
@hasno: without|that has no|with no|that do not have
Ref: {self} {limits+:Relation} | {self} @thatis {limits+:Relation} | {self} @thatis @thatis {limits+:Relation}
Ref: {self} @thatis [the] {limits+:Predicate}
    {self} @thatis [the] {limits+:Predicate} and [the] {limits+:Predicate}
Predicate: {self:Outermost}
Predicate, 0.1: {self:Extreme} | {self:Superlative} | {self:ChoosingState} | {self:HasSize}
Relation = _located: {place:Place}
Relation = Located: (of|from) {place:CornerNoun}
Relation = Nth: [,|the] {number:Ordinal} @fromthe {start:Direction} [end|side]
hear Relation = Located(place=Under(Ref("it"))), 0.3: [directly|right|just] below
Relation = Located(negative=True): @thatisnot {place}
hear Relation = Located(negative=True), 0.9: not {place}
@nearest: closer to|nearer to|closest to|nearest to|nearest|closest|close to|the closest to
@farthest: furthest from|farthest from|far from
Relation = Nearest, 0.1: @nearest {place}
Relation = Nearest(farthest=True), 0.1: @farthest {place}
hear Relation = Nearest(OfPart(ref)): @nearest {ref:Ref}
hear Relation = Nearest(OfPart(ref), True): @farthest {ref:Ref}
# Extremes: "on the right", "at the top", "furthest north".
@inthe: on the|in the|at the|to the|towards the|toward the
@side: side|end|part|half|portion|edge|row|border|wall|boundary
hear Relation = Extreme, 0.2: @inthe {direction} [@side] | @inthe {direction} most [@side]
hear Relation = Extreme, 0.3: (on|in|at|to) {direction:Own} [@side]
    (on|in|at|to) {direction:Compass} [@side] | (on|in|at|to) {direction:Diagonal} [@side]
    (down|up|over|out) {direction:Compass}
hear Relation = State(word="old"): (already there|there already|already standing|already here)
hear Relation = Extreme, 1.2: from the {direction} [@side]
hear Relation = Extreme: [@inthe] @most {direction} | (furthest|farthest|most) to the {direction}
hear Outermost = Extreme: @nearest [to] the {direction} [@side] | @nearest [to] {direction} | to {direction}
hear Relation = Extreme: @nearest the {direction} [@side] | @nearest {direction}
hear Relation = Extreme(direction="up"), 1.2: on top
hear Relation = Extreme(direction="up"), 0.1: (in|from) top
    (highest in the air|highest off the ground|at its top|on its top)
    (up top|highest up|up high|at the very top|at top|up in the air|highest up in the air)
hear Relation = Extreme(direction="down"), 0.1: (on|from|in) bottom
    (at its bottom|on its bottom|lowest to the ground)
    (on the bottom|at the very bottom|at bottom|low down|lowest down|below|underneath)
hear Relation = Extreme, 0.2: (further|farther) [to the|to] {direction:Compass}
@ground: the ground|ground|the floor|floor
hear Relation = Extreme(direction="down"): @nearest @ground
hear Relation = Extreme(direction="front"): (closest|nearest|closer|nearer) to (me|you|us)
hear Relation = Extreme(direction="back"): (furthest|farthest) [away] from (me|you|us)
@touching: touching|that touches|that touch|on|attached to|at|that is touching|connected to|resting on
Relation = State(word="grounded"): @touching @ground [level] | at ground level
@off: above|off|not touching|not on|over|off of|elevated off|raised off
Relation = State(word="floating"): @off @ground | in the air | in mid air | in the sky | floating [in the air]
    hanging [in the air]
Relation = State(word="middle"), 0.2: [@directly] (in|at) the (middle|center|centre|heart) [of (it|them)]
Relation = State(word="corner"), 0.1: (in|on|at) the corners | (in|on|at) (each|every) corner
Relation = State(word="end"), 0.1: (on|at) (each|either) end | (on|at) both ends
Relation = State(word="single"), 0.7: alone
Relation = State(word="single"): (on its own|by itself|standing alone|on their own)
@justmade: just placed|just built|just made|just added|placed|built|made|added|just put|put|created
    just created|just put down|put down|laid|laid down|set down|stacked|just stacked|just laid|have built
    have placed|have put|have made|'ve built|'ve placed|have added|have stacked
Relation = State(word="new"): [that|which] (i|you|we) @justmade [now|earlier|before|last]
hear Relation = State(word="left over"):
    (remaining|that remain|that remains|that are left|that is left|left over|left standing|left behind)
Relation = State(word="new"), 0.5: (placed|built|added|made)
@already: already there|already present|already placed|already existing|already existed|already exists
    already exist|existed before|existed already|exist already|exists already|existed|exist|exists
    previously existed|already on the chessboard|already placed by default|there already|there before
    already built|present
hear Relation = State(word="old"), 0.1:
    [that is|that are|that was|that were|that|which|which is|which are|who were] @already
@couldstand: with a free top|where possible|wherever possible|where it is possible to
    where it is possible to place a block|where it is possible to place a block on
hear Relation = State(word="bare"): @couldstand
# Between coordinates.
@heightnoun: level|layer|height|row|floor|storey
hear Relation = Within("level", low=number + 1): (above|over|higher than|beyond) @heightnoun {number:Number}
hear Relation = Within("level", high=number - 1): (below|under|lower than|beneath) @heightnoun {number:Number}
Relation = Within(axis="level"): on (levels|layers) {low:Number} (to|and|through) {high:Number}
Relation = Within(axis="x"): from x [=] {low:Integer} (to|until|through) [x] [=] {high:Integer}
@themiddleline: the middle|the centre|the center
hear Relation = _half_of_zone: [to the] {side:Compass} of @themiddleline
    (in|on) the {side:Compass} half [@ofzone]
# What is on top.
@ontop: on top|on it|on them|on top of it|on top of them|above it|on its top|above|atop|above them
Relation = With, 0.3: @thathas {ref} @ontop
Relation = With(negative=True): @hasno {ref} @ontop
Relation = State(word="bare"): @thathas nothing @ontop
Relation = With, 0.1:
    (that carries|that carry|carrying|supporting|that supports|that support|that holds|that hold) {ref}
""")
for _colour in COLOURS:
    lex("NotColour", tuple(one for one in COLOURS if one != _colour), f"not {_colour}")

rules("""
@becoming: that is|that are|which is|which are|being|coloured|colored|painted|in
hear Ref = _coloured: {ref:Ref} @becoming {colours:Colour} | {ref:Ref} @becoming {colours:NotColour}
hear Ref = _coloured, 0.3: {ref:Ref} {colours:NotColour}
""")
