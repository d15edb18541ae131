"""What stands behind a noun and restricts it: where it is, what it has on top, its size, its colour."""

from __future__ import annotations

from dataclasses import replace

from cq.language.antecedents import speaks_of_it
from cq.language.grammar import hear, lex, rule, words
from cq.language.program import (
    Anchored,
    Beside,
    Extreme,
    LevelOf,
    Located,
    Nearest,
    Nth,
    OfPart,
    OnTop,
    Place,
    Ref,
    State,
    Under,
    With,
    Within,
)
from cq.world.palette import COLOURS

words(
    "thatis",
    "that is|that are|which is|which are|that was|that were|who is|that stands|that stand|that sits|"
    "that sit|that lies|that lie|standing|located|placed|sitting|situated|lying|positioned|found|"
    "that has been|resting|stacked|directly|immediately|right|just|all|built|attached|that hangs|"
    "that is located|that are located|that is placed|that are placed|that is directly|that are directly|"
    "that is right|placed directly|that is sat|sat|that is sitting|that is resting",
)
words(
    "thatisnot",
    "that is not|that are not|which is not|which are not|that do not stand|that does not stand",
)
words(
    "thathas",
    "with|that has|that have|which has|which have|having|that carries|that carry|carrying|supporting",
)
words("hasno", "without|that has no|that have no|with no|that does not have|that do not have|which has no")

RELATION = "Relation"
rule(
    Ref,
    "{self} {limits+:Relation}",
    "{self} @thatis {limits+:Relation}",
    "{self} @thatis @thatis {limits+:Relation}",
)
rule(
    Ref,
    "{self} @thatis [the] {limits+:Predicate}",
    "{self} @thatis [the] {limits+:Predicate} and [the] {limits+:Predicate}",
)
rule("Predicate", "{self:Outermost}")
rule("Predicate", "{self:Extreme}", "{self:Superlative}", "{self:ChoosingState}", "{self:HasSize}", cost=0.1)


# Places.
def _located(place: Place) -> Located | None:
    """ "At the level of their tops" tells where something goes, not which things those are."""
    begins = isinstance(place, Anchored)  # Where something begins is no place where it stands.
    return None if begins or (isinstance(place, LevelOf) and speaks_of_it(place)) else Located(place)


rule(RELATION, "{place:Place}", makes=_located)
rule(RELATION, "(of|from) {place:CornerNoun}", makes=Located)
hear(RELATION, "[the|,] {number:Ordinal} @fromthe {start:Direction} [end|side]", makes=Nth)
hear(RELATION, "[directly|right|just] above", makes=Located, place=OnTop(Ref("it")), cost=0.3)
hear(RELATION, "[directly|right|just] below", makes=Located, place=Under(Ref("it")), cost=0.3)
rule(RELATION, "@thatisnot {place}", makes=Located, negative=True)
hear(RELATION, "not {place}", makes=Located, negative=True, cost=0.9)
words(
    "nearest",
    "closer to|nearer to|closest to|nearest to|nearest|closest|most near to|close to|the closest to|"
    "the nearest to",
)
words(
    "farthest",
    "furthest from|the furthest from|the farthest from|farthest from|furthest away from|farthest away from|"
    "most far from|far from",
)
rule(RELATION, "@nearest {place}", makes=Nearest, cost=0.1)
rule(RELATION, "@farthest {place}", makes=Nearest, farthest=True, cost=0.1)
hear(RELATION, "@nearest {ref:Ref}", makes=lambda ref: Nearest(OfPart(ref)))
hear(RELATION, "@farthest {ref:Ref}", makes=lambda ref: Nearest(OfPart(ref), True))

# Extremes: "on the right", "at the top", "furthest north".
words("inthe", "on the|in the|at the|to the|towards the|toward the")
words("side", "side|end|part|half|portion|edge|row|border|side of the zone|edge of the zone|wall|boundary")
hear(RELATION, "@inthe {direction} [@side]", "@inthe {direction} most [@side]", makes=Extreme, cost=0.2)
for _sort in ("Own", "Compass", "Diagonal"):
    hear(RELATION, f"(on|in|at|to) {{direction:{_sort}}} [@side]", makes=Extreme, cost=0.3)
hear(RELATION, "(down|up|over|out) {direction:Compass}", makes=Extreme, cost=0.3)
hear(RELATION, "(already there|there already|already standing|already here)", makes=State, word="old")
hear(RELATION, "@thathas nothing (under|below|beneath|underneath) [it|them]", makes=State, word="floating")
hear(RELATION, "from the {direction} [@side]", makes=Extreme, cost=1.2)
hear(RELATION, "[@inthe] @most {direction}", "(furthest|farthest|most) to the {direction}", makes=Extreme)
hear(
    "Outermost",
    "@nearest [to] the {direction} [@side]",
    "@nearest [to] {direction}",
    "to {direction}",
    makes=Extreme,
)
hear(RELATION, "@nearest the {direction} [@side]", "@nearest {direction}", makes=Extreme)
hear(RELATION, "on top", makes=Extreme, direction="up", cost=1.2)
hear(RELATION, "up there", makes=Extreme, direction="up", cost=0.4)
hear(
    RELATION,
    "(in|from) top",
    "(highest in the air|highest off the ground|at its top|on its top)",
    "(up top|highest up|up high|at the very top|at top|up in the air|highest up in the air)",
    makes=Extreme,
    direction="up",
    cost=0.1,
)
hear(
    RELATION,
    "(on|from|in) bottom",
    "(at its bottom|on its bottom|lowest to the ground)",
    "(on the bottom|at the very bottom|at bottom|low down|lowest down|below|underneath)",
    makes=Extreme,
    direction="down",
    cost=0.1,
)
hear(RELATION, "(further|farther) [to the|to] {direction:Compass}", makes=Extreme, cost=0.2)
hear(
    RELATION,
    "(further|farther|more) [to the|to] {side:Compass} than {landmark:Ref}",
    makes=lambda side, landmark: Located(Beside(landmark, side)),
    cost=0.1,
)
words("ground", "the ground|ground|the floor|floor")
hear(RELATION, "@nearest @ground", makes=Extreme, direction="down")
hear(RELATION, "(closest|nearest|closer|nearer) to (me|you|us)", makes=Extreme, direction="front")
hear(RELATION, "(furthest|farthest) [away] from (me|you|us)", makes=Extreme, direction="back")
hear(RELATION, "@farthest @ground", makes=Extreme, direction="up")
words(
    "touching",
    "touching|that touches|that touch|on|attached to|at|that is touching|that are touching|connected to|"
    "on top of|resting on|that rests on|that rest on",
)
rule(
    RELATION,
    "@touching @ground [level]",
    "at ground level",
    "on the first level",
    makes=State,
    word="grounded",
)
words(
    "off",
    "above|off|not touching|not on|over|off of|that is not touching|that are not touching|elevated off|"
    "that does not touch|that do not touch|raised off",
)
rule(
    RELATION,
    "@off @ground",
    "in the air",
    "in mid air",
    "in the sky",
    "floating [in the air]",
    "hanging [in the air]",
    "hovering [in the air]",
    "suspended [in the air]",
    "that floats",
    "that float",
    makes=State,
    word="floating",
)
rule(
    RELATION,
    "[@directly] (in|at) the (middle|center|centre|heart) [of (it|them)]",
    makes=State,
    word="middle",
    cost=0.2,
)
rule(
    RELATION, "(in|on|at) the corners", "(in|on|at) (each|every) corner", makes=State, word="corner", cost=0.1
)
rule(
    RELATION,
    "(on|at) the ends",
    "(on|at) (each|either) end",
    "(on|at) both ends",
    makes=State,
    word="end",
    cost=0.1,
)
rule(RELATION, "alone", makes=State, word="single", cost=0.7)
rule(RELATION, "(on its own|by itself|standing alone|on their own)", makes=State, word="single")
words(
    "justmade",
    "just placed|just built|just made|just added|placed|built|made|added|just put|put|created|just created|"
    "just put down|just put there",
)
rule(
    RELATION,
    "[that|which] (i|you|we) @justmade [now|earlier|before|last]",
    "(placed|built|added) (last|earlier|before)",
    "from before",
    makes=State,
    word="new",
)
hear(
    RELATION,
    "(remaining|that remain|that remains|that are left|that is left|left over|left standing|left behind)",
    makes=State,
    word="left over",
)
rule(RELATION, "(placed|built|added|made)", makes=State, word="new", cost=0.5)

words(
    "already",
    "already there|already in place|already present|already placed|already existing|already existed|"
    "already exists|already exist|existed before|existed already|exist already|exists already|existed|exist|"
    "exists|previously existed|already on it|already on the board|already on the chessboard|"
    "already on the map|already placed by default|there already|there before|there at the start|"
    "already built|present|already on the grid",
)
hear(
    RELATION,
    "[that is|that are|that was|that were|that|which|which is|which are|who were] @already",
    makes=State,
    word="old",
    cost=0.1,
)
words(
    "couldstand",
    "with a free top|with free tops|with an exposed top|with an open top|that is exposed|that are exposed|"
    "where possible|wherever possible|where you can|wherever you can|where it is possible|"
    "where it is possible to|where it is possible to place a block|where it is possible to place a block on|"
    "where it is possible to place one|where a block can be placed|with nothing on top|"
    "that can have a block on top|that is not covered|that are not covered|with an empty top|"
    "with a clear top",
)
hear(RELATION, "@couldstand", makes=State, word="bare")

# Between coordinates.
words("heightnoun", "level|layer|height|row|floor|storey")
hear(
    RELATION,
    "(above|over|higher than|beyond) @heightnoun {number:Number}",
    makes=lambda number: Within("level", low=number + 1),
)
hear(
    RELATION,
    "(below|under|lower than|beneath) @heightnoun {number:Number}",
    makes=lambda number: Within("level", high=number - 1),
)
rule(RELATION, "on (levels|layers) {low:Number} (to|and|through) {high:Number}", makes=Within, axis="level")
for _axis in ("x", "z"):
    rule(
        RELATION,
        f"from {_axis} [=] {{low:Integer}} (to|until|through) [{_axis}] [=] {{high:Integer}}",
        makes=Within,
        axis=_axis,
    )
    rule(
        RELATION,
        f"between {_axis} [=] {{low:Integer}} and [{_axis}] [=] {{high:Integer}}",
        makes=Within,
        axis=_axis,
    )

words(
    "themiddleline",
    *(
        f"the {middle}{line}{zone}"
        for middle in ("middle", "centre", "center")
        for line in ("", " column", " line", " row")
        for zone in ("", " of the map", " of the zone", " of the grid", " of the board", " of the field")
    ),
)


def _half_of_zone(side: str) -> Within:
    axis = "x" if side in ("west", "east") else "z"
    return Within(axis, high=-1) if side in ("west", "north") else Within(axis, low=1)


hear(RELATION, "[to the] {side:Compass} of @themiddleline", makes=_half_of_zone)
hear(RELATION, "(in|on) the {side:Compass} half [@ofzone]", makes=_half_of_zone)

# What is on top.
words(
    "ontop",
    "on top|on it|on them|on top of it|on top of them|above it|on its top|above|atop|on the top|above them",
)
rule(RELATION, "@thathas {ref} @ontop", cost=0.3, makes=With)
rule(RELATION, "@hasno {ref} @ontop", makes=With, negative=True)
rule(
    RELATION,
    "@thathas nothing @ontop",
    "@thathas nothing (on|above|over) (it|them)",
    "@hasno (block|blocks|anything) @ontop",
    makes=State,
    word="bare",
)

rule(
    RELATION,
    "(that carries|that carry|carrying|supporting|that supports|that support|that holds|that hold) {ref}",
    makes=With,
    cost=0.1,
)


def _coloured(ref: Ref, colours: str | tuple[str, ...]) -> Ref | None:
    return None if ref.colours else replace(ref, colours=(colours,) if isinstance(colours, str) else colours)


for _colour in COLOURS:
    lex("NotColour", tuple(one for one in COLOURS if one != _colour), f"not {_colour}")
words("becoming", "that is|that are|which is|which are|being|coloured|colored|painted|in")
hear(Ref, "{ref:Ref} @becoming {colours:Colour}", "{ref:Ref} @becoming {colours:NotColour}", makes=_coloured)
hear(Ref, "{ref:Ref} {colours:NotColour}", makes=_coloured, cost=0.3)
