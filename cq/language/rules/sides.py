"""How people say that something is on several sides of what stands: each, either, all four, all around."""

from __future__ import annotations

from dataclasses import replace

from cq.language.grammar import hear, lex, rule, words
from cq.language.program import Around, Beside, OnTop, Place, Ref, Sides

IT = Ref("it")

for _name, _number, _phrases in (
    (
        "each",
        None,
        "each side|each of the sides|each one of the sides|each face|each direction|every direction|"
        "each of its faces",
    ),
    (
        "every",
        6,
        "every side|all sides|all of the sides|all the sides|each and every side|every available side|"
        "every face|"
        "each available side|every free side|all available sides|all free sides|all open sides|"
        "every open side|all faces",
    ),
    (
        "both",
        2,
        "both sides|either side|both of the sides|the two sides|opposite sides|both faces|two opposite sides",
    ),
    (
        "four",
        4,
        "all four sides|each of the four sides|the four sides|four sides|every one of the four sides|"
        "all four of the sides|four directions|all four directions|each of the four directions|"
        "the four directions|all directions|each cardinal direction|all cardinal directions|"
        "every cardinal direction|the four cardinal directions|all four horizontal sides|the four "
        "horizontal sides|"
        "each of the four horizontal sides",
    ),
    ("six", 6, "each of the six faces|each of the six sides|all six sides|all six faces|its six sides"),
    (
        "three",
        3,
        "all three sides|all three available sides|the three free sides|all three free sides|three sides",
    ),
):
    words(
        f"{_name}side",
        *(
            one.replace("four", word)
            for one in _phrases.split("|")
            for word in ("four", "4")[: 1 + ("four" in one)]
        ),
    )
    _own = (
        {one.replace("the", "its") for one in _phrases.split("|") if "the" in one.split()}
        | {f"{one.split()[0]} of its sides" for one in _phrases.split("|")[:1]}
        | (
            {"each of its 4 sides", "its 4 sides", "all 4 of its sides", "all its four sides"}
            if _number == 4
            else set()
        )
    )
    words(f"its{_name}side", *sorted(_own))
    rule(
        Sides,
        f"(on|at|to|in|against|along|from|around) @{_name}side (of|from|around|surrounding) {{landmark}}",
        f"(on|at|to) @{_name}side @paren {{sides+:Side}} and {{sides+:Side}} @shut of {{landmark}}",
        number=_number,
    )
    rule(Sides, f"(on|at|to|against|around) @its{_name}side", number=_number, landmark=IT)
    rule(Sides, f"(on|at|to|in|against|around) @{_name}side", number=_number, landmark=IT, cost=0.2)
words(
    "everyway",
    *(
        f"{pre} {every} {way}"
        for pre in ("in", "on", "to", "at", "towards")
        for every in (
            "each",
            "every",
            "all",
            "all four",
            "all 4",
            "each of the four",
            "each of its four",
            "all its",
        )
        for way in ("direction", "directions", "side", "sides")
        if (every in ("each", "every")) == (not way.endswith("s"))
    ),
)
for _unit, _near in (("cellwords", 1), ("spaces", 0)):  # "Two cells away" is the second cell.
    hear(
        Sides,
        f"{{number:Number}} @{_unit} [away] from {{landmark:Ref}} @everyway",
        f"@everyway {{number:Number}} @{_unit} [away] from {{landmark:Ref}}",
        makes=lambda number, landmark, near=_near: Sides(landmark, number=4, gap=number - near),
    )
words(
    "toside",
    "to the|on the|at the|to its|on its|at its|on their|to their|to|on both the|on both|to both the|"
    "on both its|at both the|both on the|both at the|both to the|both on its|both to|from the|towards the|"
    "to both its|on|at|to both|off the|against the|along the|against both the|in the|in",
)
words(
    "andside",
    "and|and to the|and on the|and the|and its|and on its|and at the|and one to the|and one on the",
)
rule("SideItem", "{self:Side} [@sidenoun]")
lex("SideItem", "up", "top", "above", "top of", "on top of", "on top")
lex("SideItem", "down", "bottom", "below", "under", "underneath", "beneath")
rule(Sides, "@toside {sides+:SideItem} @andside {sides+:SideItem}", landmark=IT, cost=0.2)
rule(Sides, "[@toside] {sides+:SideItem} @andside {sides+:SideItem} of {landmark}")
rule(
    Sides,
    "[@toside] {sides+:SideItem} {sides+:SideItem} {sides+:SideItem} @andside {sides+:SideItem} of "
    "{landmark}",
)
rule(
    Sides,
    "@toside {sides+:SideItem} {sides+:SideItem} {sides+:SideItem} @andside {sides+:SideItem}",
    landmark=IT,
    cost=0.2,
)
rule(Sides, "{self} {sides+:Side} and {sides+:Side}", "{self} to the {sides+:Side} and {sides+:Side}")
rule(Sides, "{self} @paren {sides+:Side} and {sides+:Side} @shut")
rule(
    "FourWays",
    "{a:Compass} [,|and] {b:Compass} [,|and] {c:Compass} [,] and {d:Compass}",
    makes=lambda a, b, c, d: True if len({a, b, c, d}) == 4 else None,
)


words("thatistosay", "i . e .|i . e . ,|, i . e .|, i . e . ,|that is|, that is|namely|, namely")


def _all_four(places: Sides) -> Sides | None:
    if places.number not in (None, 4, 6) or places.sides:
        return None
    return replace(places, number=4)


hear(
    Sides,
    "{places:Sides} [,|:|@thatistosay] {:FourWays} [of it]",
    "{places:Sides} @paren {:FourWays} @shut",
    makes=_all_four,
)
hear(
    Sides, "(to|on|at|in) [the] {:FourWays} [side|sides] of {landmark}", "{:FourWays} of {landmark}", number=4
)
hear(Sides, "(to|on|at|in) [the] {:FourWays}", number=4, landmark=IT, cost=0.2)


def _each_face(side: str, landmark: Ref) -> Place:
    each = replace(landmark, quantifier="each", number=None)
    return OnTop(each) if side == "up" else Beside(each, side)


hear(
    "Place",
    "(on|at) (each|every|all|all the|the) {side:Direction} [facing] (face|faces) of {landmark:Ref}",
    "(on|at) (each|every) {side:Side} side of {landmark:Ref}",
    makes=_each_face,
    cost=0.3,
)
words("aboveword", "above|on top of|over|on|atop|on top|at the top")
words("belowword", "below|under|underneath|beneath|at the bottom of")
rule(
    Sides,
    "@aboveword and @belowword {landmark}",
    "@belowword and @aboveword {landmark}",
    "both @aboveword and @belowword [of] {landmark}",
    "@aboveword and @belowword of {landmark}",
    sides=("up", "down"),
)
rule(Sides, "(before|in front of) and behind {landmark}", sides=("front", "back"))
rule(
    Around,
    "@around {landmark:Ref}",
    "@around {landmark:PointOf}",
    "@around the (cell|square|point|spot) {landmark:PointOf}",
)
