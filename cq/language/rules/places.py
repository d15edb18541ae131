"""How people say where: on, under, beside and around what stands, between things, and in what is empty."""

from __future__ import annotations

from dataclasses import replace

from cq.language.grammar import hear, lex, rule, words
from cq.language.program import (
    Air,
    Around,
    Beside,
    Between,
    Inside,
    Instead,
    OnTop,
    Ref,
    Several,
    State,
    There,
    Touching,
    Under,
)

IT = Ref("it")
THEM = Ref("it", plural=True)

words(
    "directly",
    "squarely|bang|bang up|smack|dead|down|flush|flush up|close|closely|tight|tightly|up|due|simply|"
    "directly|right|immediately|just|exactly|straight|precisely|directly to|immediately to",
)
words(
    "cellwords",
    "cell|cells|square|squares|step|steps|tile|tiles|position|positions|places|field|fields|unit|units|"
    "column|columns",
)
words("spaces", "space|spaces|spot|spots|gap|gaps")
words("levels", "level|levels|layer|layers|row|rows|floor|floors|cell|cells|block|blocks|storey|storeys")
words("free", "free|empty|open|blank|clear|vacant|unfilled|white")
words(
    "on",
    "on|on top of|atop|above|upon|onto|on to|on the top of|over|at the top of|up on|to the top of|on top|"
    "top of|on the top|over the top of|on the upper side of|at top of|above the top of|on tops of|"
    "on the tops of|overtop|across on top of|lying across|lying on top of|lying on|resting on|"
    "resting on top of|to top of|across|across the top of|on the very top of|a top|ontop of|on the roof of|"
    "on the head of",
)
words(
    "under",
    "under|below|bellow|beneath|underneath|at the bottom of|on the bottom of|to the bottom of|"
    "on the underside of|under the bottom of|on the bottom side of",
)
words(
    "nextto",
    "next to|beside|by|adjacent to|near|alongside|against|close to|at the side of|by the side of|"
    "on the side of|to the side of|up against|beside of|nearby|bordering|next|neighbouring|along side|"
    "along side of|hugging|flush against|flush with|right up against|close against|tight against|"
    "hard against|hard up against|adjoining|leaning against|at the foot of|at the base of|side by side with|"
    "joining|besides",
)
words(
    "inbackof",
    "behind|in back of|at the back of|to the back of|at the rear of|in the back of|on the back of",
)
words(
    "infrontof",
    "in front of|front of|at the front of|before|to the front of|ahead of|on the front of|in the front of",
)
words(
    "around",
    "all the way round|right round|around|surrounding|all around|encircling|round|enclosing|"
    "all the way around|all round|to surround",
)
words(
    "midway",
    "halfway|midway|half way|mid way|in the middle|right in the middle|at the middle|in the centre|"
    "in the center|centred|centered|exactly halfway|exactly midway",
)
words(
    "sidenoun",
    "side|face|edge|end|part|hand side|facing side|direction|facing|sides|faces|side edge|end side|half|hand",
)
words("placenoun", "place|spot|position|location|stead|space|cell|places|spots|positions")

rule("Side", "{self:Compass}", "{self:Diagonal}", "{self:Own}")
rule("Place", "@directly {self:Place}")
rule(
    Beside,
    "{self:Beside} , (touching it|right next to it|directly against it|close against it) [,]",
    cost=0.1,
)
hear("Place", "(somewhere|anywhere|someplace|some place) {self:Place}", cost=0.1)
words(
    "intheair",
    "in the air|in mid air|floating in the air|up in the air|hovering|hovering in the air|floating|"
    "hanging in the air|high in the air|so that it floats|not touching the ground",
)
rule(Air, "@intheair")
rule(
    "Place",
    "(pushed up|pushed|shoved|located|fitted|fit|laid|tucked|placed|situated|positioned|standing|"
    "sitting|lying|nestled|that is|"
    "which is|that are|"
    "resting|set|"
    "being|squeezed|hovering|floating|hanging|attached|to stand|to be|to go|to lie) {self:Place}",
    cost=0.1,
)

# On and under.
rule(OnTop, "@on {landmark}")
words("alongtop", "along the whole top of|all along the top of|along the top of|along the entire top of")
rule(OnTop, "@alongtop {landmark}")
words(
    "coveringit",
    "covering everything|covering it|covering all of it|so that it covers everything|covering them all|"
    "so that it is closed|closing it",
)
rule(OnTop, "{self} [,] @coveringit", cost=0.1)
words(
    "onwards",
    "stands in line with it|is in line with it|lined up with it|continuing its line|continuing the line|"
    "continuing it|in line with it|as its continuation|extending it|making it longer",
)
rule("Place", "{self:End} [,|and] @onwards", "{self:Beside} [,|and] @onwards", cost=0.1)
rule(
    OnTop,
    "along (its|the) [whole|entire] (rim|edge|border|edges|perimeter|outer edge)",
    landmark=Ref("part", True, "the", limits=(State("edge"),), of=Ref("it")),
    cost=0.3,
)
rule(
    OnTop,
    "(on top|on the very top|at its top|right on top|on top of that|at the top|on the top|above|"
    "overhead|at the peak|at the summit|at the very top|across the top|across on top|"
    "across on top of them|across them on top|across them|over them|lying across|across them on top|"
    "over the top|along the top|across the tops|across both tops|over both of them|across both of them)",
    landmark=IT,
    cost=0.2,
)
rule(Under, "@under {landmark}")
rule(Under, "(underneath|below|beneath|at the bottom|under)", landmark=IT, cost=0.3)
words(
    "leaving",
    "with|leaving|and leave|but leave|so that there is|so that|so that exactly|with exactly|and|so there is|"
    "but with|keeping|and keep|with just",
)
words(
    "freebetween",
    "lie between them|lie between|between the original and the copy|lie between the original and the copy|"
    "between|in between|between them|in between them|between it|free|between the two|between them both|open|"
    "in the middle|free between them|free between|left between|left between them|left between the two|"
    "stays between them|stay between them|remains between them|remain between them|lies in between|"
    "lie in between|is between them|are between them",
)
rule(
    "Clearance",
    "{self:Number} @free (@cellwords|@spaces|block|blocks|@levels)",
    "{self:Number} (@spaces|@cellwords)",
)
rule(
    "Clearance",
    "(a gap of|a space of|gap of|space of|a distance of) {self:Number} [@cellwords|@spaces|block|blocks]",
)
rule("Clearance", "(exactly|just|only) {self:Clearance}")
for _makes in (OnTop, Under, Beside, Around):
    rule(
        _makes,
        "{self} @leaving {gap:Clearance} @freebetween",
        "{self} @leaving {gap:Clearance}",
        "{self} [,] at {gap:Clearance}",
    )

rule(
    Beside,
    "@leaving {gap:Clearance} @freebetween (it|them) and {landmark}",
    "@leaving {gap:Clearance} to {landmark}",
)
rule(
    Beside,
    "{gap:Clearance} @freebetween (it|them) and {landmark}",
    "{gap:Clearance} [away] from {landmark}",
    cost=0.3,
)

# On one side.
rule(Beside, "@nextto {landmark}")
rule(Beside, "(to|on|at|from|towards|off) [the] {side:Side} [@sidenoun] of {landmark}")
rule(
    Beside,
    "{side:Side} (of|from) {landmark}",
    "(to|on|at|against|touching|along) {landmark} 's {side:Side} [@sidenoun]",
)
rule(Beside, "the {side:Side} [@sidenoun] of {landmark}", cost=0.3)
hear(
    Beside,
    "(on|at|to) the (opposite|other|opposing|far) (side|end|face) (of|from) {landmark}",
    "opposite {landmark}",
    side="opposite",
    cost=0.2,
)
rule(Beside, "@inbackof {landmark}", side="back")
rule(Beside, "(on|at) the (far|back|rear) side of {landmark}", side="back")
rule(
    Beside,
    "(on|at) the (near|front) side of {landmark}",
    "(on|at|against) the side of {landmark} (that|which) (faces|is towards|is nearest to) (you|me)",
    "(on|at|against) the side of {landmark} (facing|towards|nearest to|closest to) (you|me)",
    side="front",
)
words(
    "diagonally",
    "diagonally|diagonal|diagonally right|at a corner of|at the corner of|touching a corner of|"
    "corner to corner with",
)
rule(
    Beside,
    "@diagonally {landmark}",
    "diagonally (@nextto|touching) {landmark}",
    "touching {landmark} [only] diagonally",
    "(diagonal|diagonally) (to|from) {landmark}",
    side="diagonal",
)
rule(
    Beside,
    "diagonally @nextto {landmark} {side:Diagonal}",
    "diagonally @nextto {landmark} [,] to [the|its] {side:Diagonal}",
    "off the {side:Diagonal} corner of {landmark}",
)
rule(Beside, "diagonally [to the] {side:Diagonal} of {landmark}")
lex("BackSide", "back left", "on the left", "to the left", "left")
lex("BackSide", "back right", "on the right", "to the right", "right")
lex("FrontSide", "front left", "on the left", "to the left", "left")
lex("FrontSide", "front right", "on the right", "to the right", "right")
rule(
    Beside,
    "diagonally @inbackof {landmark} {side:BackSide}",
    "diagonally @infrontof {landmark} {side:FrontSide}",
)
rule(Beside, "@infrontof {landmark}", side="front")
words("atside", "to|on|at|towards|against|up against|close against|right against|touching|along|off")
rule(Beside, "@atside (its|their|his|her) {side:Side} [@sidenoun]", landmark=IT, cost=0.3)
rule(Beside, "@atside the {side:Side} [@sidenoun] of (that|this|that one|this one|it)", landmark=IT)
rule(Beside, "(to|on|at|in) the {side:Side} [@sidenoun]", "to {side:Side}", landmark=IT, cost=0.3)
rule(Beside, "(behind|in back)", landmark=IT, side="back", cost=0.3)
rule(Beside, "(in front|in the front)", landmark=IT, side="front", cost=0.3)
rule(Beside, "@nextto {landmark} (on|to|at) (the|its|their) {side:Side} [@sidenoun]")
rule(Beside, "@nextto {landmark} (on|to|at) (the|its|their) {side:Side} [@sidenoun] of it")
rule(Beside, "@nextto (it|them) to the {side:Side}", landmark=IT)
words(
    "touchside",
    "touching|touches|so that it touches|against|so it touches|in contact with|attached to|"
    "so that it is against",
)
rule(
    Beside,
    "@touchside {landmark} 's {side:Side} [@sidenoun]",
    "@touchside the {side:Side} [@sidenoun] of {landmark}",
    "(@touchside|that touches|and touches) {landmark} (on|at|to) (its|the) {side:Side} [@sidenoun]",
)
rule(
    Touching,
    "(touching|so that it touches|touches|that touches|in contact with|attached to|connected to|"
    "connecting to|so it touches) {landmark}",
)

# Between things, and in what is empty.
rule(
    Between,
    "(between|in between|in the gap between|in the space between|in the gaps between|in the hole between|"
    "in the "
    "spaces between|from between|inbetween|spanning the gap between|across the gap between|"
    "over the gap between|bridging the gap between) {landmark}",
)
rule(Between, "@midway between {landmark}", "{self} [,] @midway", middle=True)
rule(
    Under, "(between|in between|in the gap between|in the space between) {landmark} and [the] (floor|ground)"
)
rule(Between, "(between|in between) them", landmark=THEM)
words(
    "ingap",
    "in the gap|in the hole|in the space|in the opening|in the empty space|in the empty spot|"
    "in the gap left|into the gap|into the hole|in the doorway|in the empty cell|in the missing spot|"
    "in the open space|in the empty gap|in the gap that results|in the resulting gap|in the notch|in a gap|"
    "at the gap|in the empty space left|in the blank space|in the empty slot",
)
words(
    "ingaps",
    "in the gaps|in the holes|in the spaces|in the empty spaces|in the openings|in each gap|in every gap|"
    "in all gaps|in all the gaps|in each of the gaps|in both gaps|in the two gaps|in the empty spots|"
    "in each hole|in every hole|in all holes",
)
words("ofin", "of|in|within|inside|on|left by|left in|at")
rule(Inside, "@ingap @ofin {landmark}", gap=True)
rule(Inside, "@ingaps @ofin {landmark}", gap=True, every=True)
rule(Inside, "@ingap", gap=True, landmark=Ref("everything"), cost=0.2)
rule(Inside, "@ingaps", gap=True, every=True, landmark=Ref("everything"), cost=0.2)
rule(Inside, "(inside|within|inside of) {landmark}")
rule(Inside, "(in|into|filling|to fill) {landmark}", cost=0.6)
rule(Inside, "(inside|within|in it|inside it)", landmark=IT, cost=0.2)

# What was spoken of.
rule(Instead, "(in|at|on|into) (its|their|the same|the|the very same) [old|former] @placenoun")
hear(
    Instead,
    "(where it was|where they were|where it stood|where it is now|where they stood|in place|in their stead)",
    cost=0.2,
)
rule(Instead, "(in place of|in the place of|in the spot of|instead of|in lieu of|at the place of) {landmark}")
rule(Instead, "where {landmark} (was|were|is|are|stands|stood) [now|before]")
rule(There, "(there|here|in there|on there|at that place|in that place|at this place|over there|right there)")
rule(
    There,
    "(in|at|on|into) (that|this|that same|this same) @placenoun",
    "in (that|this|that same|this same|the same) corner",
)

hear(Beside, "to the (immediate|direct|very) {side} of {landmark}")
hear(
    Beside,
    "in [the same] line (with|as) {landmark:Ref} , (past|beyond|behind) its {side:Direction} end",
    cost=0.1,
)
words(
    "atcell",
    *(
        f"{at} {the} {free}{cell}".replace("  ", " ")
        for at in ("on", "in", "to", "at", "onto", "into")
        for the in ("the", "that")
        for free in ("", "free ", "ground ", "floor ", "empty ")
        for cell in ("square", "cell", "spot", "space", "tile", "point")
    ),
)
hear("Place", "@atcell [that is|which is|located|lying|just] {self:Place}")
hear(Several, "(on|at|in|to) [the] [two|2] (squares|cells) {self:Several}")
words("midsquare", "square|cell|spot|field|space|tile|ground square")
rule("PointOf", "(the|that|a) [empty|free] @midsquare {self:Place}", cost=0.2)
rule("Place", "{self:Place} only", "only {self:Place}", cost=0.3)


def _at_side(landmark: Ref, place: Beside) -> Beside | None:
    """ "At the second level of the tower, on its south side": beside that level."""
    return replace(place, landmark=landmark) if place.landmark == IT else None


hear(Beside, "(at|on|by) {landmark:Ref} [,] {place:Beside}", makes=_at_side)
