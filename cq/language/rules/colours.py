"""How people say which colours a new thing has, in which order or pattern."""

from __future__ import annotations

from cq.language.grammar import rule
from cq.language.notation import rules
from cq.language.program import Direction, Thing


def _led(colours: tuple[str, ...], first: str) -> Thing | None:
    """ "Alternating red and blue, red first"."""
    if first not in colours:
        return None
    at = colours.index(first)
    return Thing(colours=(*colours[at:], *colours[:at]), pattern="alternating", start="first")


def _stretch(number: int, colour: str) -> tuple[str, ...] | None:
    return (colour,) * number if number < 10 else None


# "The bottom two red, the top one blue": stretches of a line, from an end that the first names.
_OTHER_END = {
    "up": "down",
    "down": "up",
    "left": "right",
    "right": "left",
    "front": "back",
    "back": "front",
    "north": "south",
    "south": "north",
    "east": "west",
    "west": "east",
}


def _stretches(
    side: Direction, first: tuple[str, ...], other: Direction, last: tuple[str, ...]
) -> Thing | None:
    if _OTHER_END.get(side) != other:
        return None
    return Thing(colours=(*first, *last), pattern="sequence", start=side)


def _one(colour: str) -> tuple[str, ...]:
    return (colour,)


def _item(colours: tuple[str, ...], where: str = "") -> tuple[tuple[str, str], ...]:
    return tuple((colour, where) for colour in colours)


def _run(items: tuple[tuple[str, str], ...]) -> Thing | None:
    """Blocks in the order in which they are told, from the end that the first or the last is at."""
    first, last = items[0][1], items[-1][1]
    start = first or _OTHER_END.get(last)
    if (
        any(where not in ("", "mid", first, last) for _, where in items)
        or first == "mid"
        or (last and start != _OTHER_END.get(last))
    ):
        return None
    return Thing(colours=tuple(colour for colour, _ in items), pattern="sequence", start=start)


def _then_all(first: tuple[str, ...], rest: str, start: Direction | None = None) -> Thing:
    """ "The top one yellow, the rest red"."""
    return Thing(colours=(*first, rest), pattern="rest", start=start)


rules("""
@shade: dark|light|bright|pale|deep|darker|lighter
@coloured: coloured|colored|colour|color
Colour, 0.1: @shade {self:Colour} | {self:Colour} @coloured
ColourList = (a, b): {a:Colour} (and|then|and then|,|or|/) {b:Colour}
hear ColourList = (a, b), 0.6: {a:Colour} {b:Colour}
ColourList = (a, *rest): {a:Colour} [and|then|and then|,] {rest:ColourList}
Colours = (a,): {a:Colour}
Colours: {self:ColourList}
# One colour behind the noun.
Trait = Thing: [but|only|all] (in|of|in the colour|in the color|painted|coloured|colored) {colours+:Colour}
@incolour: in|of|with|that has|which has|having|that is|which is|that is in|being of|that are
Trait = Thing: @incolour the same (colour|color) (as|like) {colour_of:Ref}
Trait = Thing: coloured (like|as) {colour_of:Ref}
hear Trait = Thing, 0.1: (in|of) the same (colour|color) (as it|as that)
Trait = Thing, 0.1: , [all] {colours+:Colour} | (all|all of it in|everything in) {colours+:Colour}
@mychoice: you like|you want|you choose|you prefer|is fine|at all
hear Trait = Thing(colours=("blue",)), 0.2: (in|of|with) (any|whatever|whichever) (colour|color) [@mychoice]
hear Answer = Thing(colours=("blue",)), 0.2: [in] (any|whatever|whichever) (colour|color) [@mychoice]
# Several, in a pattern.
@inturn: in turn|by turns|alternating|alternate|alternately|alternating between|alternating in
    alternating colours of|in alternating|rotating|interchanging|rotating between|striped|taking turns
    alternating colors|alternating colours
Trait = Thing(pattern="alternating"): @inturn {colours:ColourList} [@pieces]
    [in] {colours:ColourList} @inturn
Trait = Thing(pattern="alternating"):
    in (a|an) (alternating|striped) (pattern|way) (of|with|between) {colours:ColourList}
Trait = Thing(pattern="second"): every (second|other) (one|block) [is|being|in|should be] {colours+:Colour}
@chess: checkered|chequered|checkerboard|chessboard|checker|chess|checker board|chess board
Trait = Thing(pattern="checkered"): (in|as|with) a @chess [pattern] (of|in|with) {colours:ColourList}
    @chess [in|with] {colours:ColourList}
@whoseblocks: whose blocks|its blocks|the blocks|with blocks that|whose colours|so that its blocks|that
@groundup: from the ground up|from the bottom up|from bottom to top|starting at the bottom|going up
Trait = Thing(pattern="alternating", start="down"):
    [@whoseblocks] (alternate|alternate between) {colours:ColourList} [@groundup]
    in stripes of {colours:ColourList} [@groundup]
    (where|in which) {colours:ColourList} (alternate|take turns) [@groundup]
Trait = Thing(pattern="sequence"): (in|with|using) {colours:ColourList}
Trait = Thing(pattern="different"): (in|with|of) (different|various) (colours|colors)
    each [one] (of|in|with) a different (colour|color) | each a different (colour|color)
Trait = Thing(pattern="starting"): @startswith {colours+:Colour} | {colours+:Colour} @comesfirst
Trait = Thing(pattern="starting"), 0.1:
    [@startswith|with] {colours+:Colour} (at|on|in) the {start:Direction} [end|side]
    [@startswith|with] {colours+:Colour} (on the ground|on the floor|at the ground)
    [@startswith] the {start:Direction} [end|side|block|one] [is|being] {colours+:Colour}
Trait = Thing(pattern="starting"): (with|and|,) {colours+:Colour} (in|at) [its|the] {start:Diagonal} corner
@endwords: ends|end blocks|two ends|outer ones|outer blocks|outermost ones|outermost blocks|two outer ones
    end ones|corners|corner blocks|corner cells|four corners
@midofit: center|centre|middle|middle block|centre block|center block|middle one|centre cell|center cell
@allbutends: the rest|rest|the others|the other ones|all others|everything else|the middle|the middle ones
    the inner ones|in between|between them|the ones between|the rest of it|the middle blocks
    the ones in between|everything in between|the middle block|the inner blocks
@shownin: in|are|is|being|should be|are to be|will be|which is|that is|which are|is to be
@andwith: ,|and|, and|with|and with|, with|but
ColouredEnds: [the] @endwords [@shownin] {self:Colour} | [the] {self:Colour} @endwords
hear ColouredEnds: {self:Colour} (at|on|in) [the|its|both] @endwords
ColouredEndsAndMid: [the] @endwords and [in] [the] @midofit [@shownin] {self:Colour}
hear ColouredEndsAndMid: {self:Colour} (at|on|in) [the|its] @endwords and [in] [the] @midofit
ColouredRest: @allbutends [@shownin] {self:Colour} | the other {:Number} [@pieces] [@shownin] {self:Colour}
ColouredRest: {self:Colour} (on the others|in the others|everywhere else|for the others|in between|between|\
in the middle|for the rest|elsewhere|otherwise)
Trait = Thing(colours=(a, b), pattern="corners"): [with] {a:ColouredEnds} [@andwith] {b:ColouredRest}
    [all] {b:Colour} @andwith {a:ColouredEnds} | {b:ColouredRest} [@andwith] {a:ColouredEnds}
Trait = Thing(colours=(a, b), pattern="corners and centre"):
    [with] {a:ColouredEndsAndMid} [@andwith] {b:ColouredRest}
    [all] {b:Colour} @andwith {a:ColouredEndsAndMid}
@comesfirst: first|comes first|goes first|is first|being first|to begin with|to start with|at the start
@startswith: starting with|beginning with|start with|begin with|starts with|begins with|starting on
Trait = _led: @inturn {colours:ColourList} [,|and] {first:Colour} @comesfirst
    @inturn {colours:ColourList} [,|and] @startswith {first:Colour}
Trait = _led: [in] {colours:ColourList} @inturn [,|and] {first:Colour} @comesfirst
    [in] {colours:ColourList} @inturn [,|and] @startswith {first:Colour}
Trait = Thing, 0.2: (of|in|with) (a single|one|only one|just one|the same) (colour|color)
EndStretch = _one: [@pieces|one|ones] [@shownin] {colour}
EndStretch = _stretch: {number} [@pieces|ones] [@shownin] {colour}
Trait = _stretches:
    [with] [the] {side:Direction} {first:EndStretch} [and] [with] [the] {other:Direction} {last:EndStretch}
Trait = Thing(colours=(b, a), pattern="centre"):
    [with] [the] middle [one|block] [@shownin] {a:Colour} [@andwith] {b:ColouredRest}
    {b:ColouredRest} [@andwith] [the] middle [one|block] [@shownin] {a:Colour}
# "Two red at the bottom, then blue, then one green on top": a line told from one end to the other.
@runthen: ,|, then|then|and then|, and then|, and|and|followed by|on that|, on that|on top of that
    , above that
RunPlace = "down": at the bottom|at the foot|on the bottom|at the base|below
RunPlace = "mid": in the middle|in between
RunPlace = "up": on top|at the top|on the top|above|at the very top
RunPlace = "north": in the north|at the north end|on the north side
RunPlace = "south": in the south|at the south end|on the south side
RunPlace = "east": in the east|at the east end|on the east side
RunPlace = "west": in the west|at the west end|on the west side
RunPlace = "left": on the left|at the left end
RunPlace = "right": on the right|at the right end
RunItem = _item: {colours:EndStretch} [{where:RunPlace}]
""")
rule(
    "RunItem",
    "a [single] {colour:Colour} [block|one] [{where:RunPlace}]",
    makes=lambda colour, where="": _item((colour,), where),
)

rules("""
Run = (*a, *b): {a:RunItem} @runthen {b:RunItem} | {a:Run} @runthen {b:RunItem}
Trait = _run, 0.1: [first|bottom up|from the bottom up] {items:Run}
    (with|in|having) [{:Number}] stripes [:|,] {items:Run} | {items:Run} (from the bottom up|bottom up|last)
Trait = Thing(pattern="sequence"):
    from [the] {start:Direction} to [the] {axis:Direction} [:|,] {colours:ColourList}
    {colours:ColourList} from [the] {start:Direction} to [the] {axis:Direction}
Trait = _then_all, 0.1: [with] [the] {start:Direction} {first:EndStretch} [@andwith] {rest:ColouredRest}
    [with] [the] first {first:EndStretch} [@andwith] {rest:ColouredRest}
    [all] {rest:Colour} [,] [@except|@andwith] [the] {start:Direction} {first:EndStretch}
    [all] {rest:Colour} [,] [@except|@andwith] [the] first {first:EndStretch}
Trait = _stretches(side, first, last[0], last[1]):
    [with] [the] {side:Direction} {first:EndStretch} [,] [and] [the] {last:AboveStretch}
""")
for _above, _way in (("above|on top of", "up"), ("below|under", "down")):
    rule(
        "AboveStretch",
        f"{{number:Number}} ({_above}) (it|that|them) [in|are|is|being] {{colour:Colour}}",
        f"(one|block) ({_above}) (it|that|them) [in|are|is|being] {{colour:Colour}}",
        makes=lambda colour, number=1, way=_way: (way, _stretch(number, colour)),
    )

rules("""
@order: in that order|in this order|in the following order|in order|respectively
@from: from
Trait = Thing(pattern="sequence"), 0.2: [@order] from [the] {start:Direction} [to [the] {axis:Direction}]
Trait = Thing(pattern="sequence"): @order
""")
