"""Postmodifiers that restrict a noun: its place, the things on top of it, its size, its colour."""

from __future__ import annotations

from dataclasses import replace

from cq.language.antecedents import speaks_of_it
from cq.language.declaring import lex
from cq.language.notation import rules
from cq.language.program import (
    Anchored,
    LevelOf,
    Located,
    Nearest,
    OfPart,
    Place,
    Ref,
    Within,
)
from cq.world.palette import COLOURS

RELATION = "Relation"


# Places.
def _located(place: Place) -> Located | None:
    """ "At the level of their tops" is a goal, not a choice of things."""
    begins = isinstance(place, Anchored)  # The start of a thing is not its place.
    return None if begins or (isinstance(place, LevelOf) and speaks_of_it(place)) else Located(place)


def _half_of_zone(side: str) -> Within:
    axis = "x" if side in ("west", "east") else "z"
    return Within(axis, high=-1) if side in ("west", "north") else Within(axis, low=1)


def _coloured(ref: Ref, colours: str | tuple[str, ...]) -> Ref | None:
    return None if ref.colours else replace(ref, colours=(colours,) if isinstance(colours, str) else colours)


def _nearest(ref: Ref, goal: Ref | Place, farthest: bool = False, number: int | None = None) -> Ref:
    """ "The closest one to the tower"."""
    place = OfPart(goal) if isinstance(goal, Ref) else goal
    number = ref.number if number is None else number
    return replace(ref, quantifier="the", number=number, limits=(Nearest(place, farthest), *ref.limits))


rules("""
@thatis: that is|that are|which is|which are|that was|that were|who is|that stands|that sits|that lies
    that lie|standing|located|placed|sitting|situated|lying|stacked|directly|right|just|all|built|attached
    that hangs|sat
@thatisnot: that is not|that are not
@thathas: with|that has|that have
@hasno: without|that has no
Ref: {self} {limits+:Relation} | {self} @thatis {limits+:Relation} | {self} @thatis @thatis {limits+:Relation}
Ref: {self} @thatis [the] {limits+:Predicate}
    {self} @thatis [the] {limits+:Predicate} and [the] {limits+:Predicate}
Predicate: {self:Outermost}
Predicate, 0.1: {self:Extreme} | {self:Superlative} | {self:ChoosingState} | {self:HasSize}
Relation = _located: {place:Place}
Relation = Located: (of|from) {place:CornerNoun}
Relation = Nth: [,|the] {number:Ordinal} @fromthe {start:Direction} [end]
hear Relation = Located(place=Under(Ref("it"))), 0.3: below
Relation = Located(negative=True): @thatisnot {place}
hear Relation = Located(negative=True), 0.9: not {place}
@nearest: closer to|nearer to|closest to|nearest to|nearest|closest|close to|the closest to
@farthest: furthest from|farthest from|far from
Relation = Nearest, 0.1: @nearest {place}
Relation = Nearest(farthest=True), 0.1: @farthest {place}
hear Relation = Nearest(OfPart(ref)): @nearest {ref:Ref}
hear Relation = Nearest(OfPart(ref), True): @farthest {ref:Ref}
hear Ref = _nearest: the [{number:Number}] (closest|nearest) {ref:Nominal} to ({goal:Ref}|{goal:PointOf})
hear Ref = _nearest(ref, goal, True): the (furthest|farthest) {ref:Nominal} from ({goal:Ref}|{goal:PointOf})
# Extremes: "on the right", "at the top", "furthest north".
@inthe: on the|in the|at the|to the|towards the|toward the
@side: side|end|part|half|edge|row|border|wall|boundary
hear Relation = Extreme, 0.2: @inthe {direction} [@side] | @inthe {direction} most
hear Relation = Extreme, 0.3: (on|in|at|to) {direction:Own} [@side]
    (on|in|at|to) {direction:Compass} [@side] | in {direction:Diagonal} | (down|up) {direction:Compass}
hear Relation = State(word="old"): (already there|there already)
hear Relation = Extreme, 1.2: from the {direction}
hear Relation = Extreme: [@inthe] @most {direction} | (furthest|farthest|most) to the {direction}
hear Outermost = Extreme: @nearest to the {direction} | @nearest to {direction} | to {direction}
hear Relation = Extreme: @nearest the {direction} [@side] | @nearest {direction}
hear Relation = Extreme(direction="up"), 0.1: from top | (highest in the air|at its top|on its top)
    (up top|highest up|up high|at top|highest up in the air)
hear Relation = Extreme(direction="down"), 0.1: (on|from|in) bottom | (at its bottom|lowest to the ground)
    (on the bottom|low down|below|underneath)
hear Relation = Extreme, 0.2: further to the {direction:Compass}
@ground: the ground|ground|the floor|floor
hear Relation = Extreme(direction="down"): @nearest @ground
hear Relation = Extreme(direction="front"): (closest|nearest|closer|nearer) to (me|you|us)
hear Relation = Extreme(direction="back"): furthest from me
@touching: touching|that touches|that touch|on|attached to|at|that is touching|connected to
Relation = State(word="grounded"): @touching @ground [level] | at ground level
@off: off|not on|over|elevated off
Relation = State(word="floating"): @off @ground | in the air | in mid air | in the sky | floating [in the air]
    hanging [in the air]
Relation = State(word="middle"), 0.2: [@directly] (in|at) the (middle|centre|heart) [of it]
Relation = State(word="corner"), 0.1: (in|at) the corners | on every corner
Relation = State(word="end"), 0.1: (on|at) (each|either) end | (on|at) both ends
Relation = State(word="single"), 0.7: alone
Relation = State(word="single"): (on its own|by itself|standing alone)
@justmade: just placed|just built|just made|just added|placed|built|made|added|just put|put|created
    just created|just put down|laid|stacked|have built
Relation = State(word="new"): [that] (i|you|we) @justmade
hear Relation = State(word="left over"): (remaining|that are left|that is left|left over|left standing)
Relation = State(word="new"), 0.5: (placed|built|added|made)
@already: already present|already placed|already existed|exists|already on the chessboard
    already placed by default|present
hear Relation = State(word="old"), 0.1: [that was|that] @already
@couldstand: with a free top|where it is possible to place a block|where it is possible to place a block on
hear Relation = State(word="bare"): @couldstand
# Between coordinates.
@heightnoun: level
hear Relation = Within("level", low=number + 1): above @heightnoun {number:Number}
hear Relation = Within("level", high=number - 1): below @heightnoun {number:Number}
@overhead: above|higher than|over
hear Relation = Within("level", low=2): @overhead [the] ground [level]
hear Relation = Within("level", low=2), 0.2: @overhead the floor
hear Relation = Within("level", low=number + 1): @overhead the {number:Ordinal} level
Relation = Within(axis="level"): on levels {low:Number} (to|and) {high:Number}
Relation = Within(axis="x"): from x {low:Integer} to [x] {high:Integer}
@themiddleline: the middle|the centre
hear Relation = _half_of_zone: {side:Compass} of @themiddleline | in the {side:Compass} half
# What is on top.
@ontop: on top|on it|on top of it|on its top
Relation = With, 0.3: @thathas {ref} @ontop
Relation = With(negative=True): @hasno {ref} @ontop
Relation = State(word="bare"): @thathas nothing @ontop
""")
for _colour in COLOURS:
    lex("NotColour", tuple(colour for colour in COLOURS if colour != _colour), f"not {_colour}")

rules("""
@becoming: that is|that are|which are|being|in
hear Ref = _coloured: {ref:Ref} @becoming {colours:Colour} | {ref:Ref} @becoming {colours:NotColour}
hear Ref = _coloured, 0.3: {ref:Ref} {colours:NotColour}
""")
