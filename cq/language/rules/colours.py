"""How people say the colours of a new thing, their order and pattern."""

from __future__ import annotations

from cq.language.declaring import rule
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


# "The bottom two red, the top one blue": stretches of a line, from the end that the first names.
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
    """Blocks in the order of the words, from the end of the first or the last."""
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
@shade: dark|light|bright
@coloured: colour|color
Colour, 0.1: @shade {self:Colour} | {self:Colour} @coloured
ColourList = (a, b): {a:Colour} (and|then|,|or|/) {b:Colour}
hear ColourList = (a, b), 0.6: {a:Colour} {b:Colour}
ColourList = (a, *rest): {a:Colour} {rest:ColourList}
Colours = (a,): {a:Colour}
Colours: {self:ColourList}
# One colour behind the noun.
Trait = Thing: [but|only|all] (in|of|coloured) {colours+:Colour}
@incolour: in|of
Trait = Thing: @incolour the same (colour|color) as {colour_of:Ref}
Trait = Thing, 0.1: , [all] {colours+:Colour} | all {colours+:Colour}
hear Trait = Thing(colours=("blue",)), 0.2: (in|of) any colour
# Several, in a pattern.
@inturn: alternating|alternate|alternately|alternating between|rotating|striped|taking turns
Trait = Thing(pattern="alternating"): @inturn {colours:ColourList} [@pieces] | {colours:ColourList} @inturn
@chess: checkered|chequered|checkerboard|chessboard|checker|chess
Trait = Thing(pattern="checkered"): in a @chess [pattern] of {colours:ColourList}
@whoseblocks: whose blocks
@groundup: from the ground up
Trait = Thing(pattern="alternating", start="down"): [@whoseblocks] (alternate|alternate between) \
{colours:ColourList} [@groundup]
Trait = Thing(pattern="starting"): @startswith {colours+:Colour} | {colours+:Colour} @comesfirst
Trait = Thing(pattern="starting"), 0.1: [@startswith] {colours+:Colour} (at|on|in) the {start:Direction} \
[end|side]
    [with] {colours+:Colour} (on the ground|on the floor) | the {start:Direction} [side|one] {colours+:Colour}
Trait = Thing(pattern="starting"): (with|,) {colours+:Colour} in [its] {start:Diagonal} corner
@endwords: ends|corners
@midofit: centre|middle|middle block
@allbutends: the rest|rest|everything else
@shownin: in|are|is|should be|that is
@andwith: and|with
ColouredEnds: [the] @endwords {self:Colour} | {self:Colour} @endwords
ColouredEndsAndMid: the @endwords and the @midofit [@shownin] {self:Colour}
ColouredRest: @allbutends [@shownin] {self:Colour} | the other {:Number} {self:Colour}
Trait = Thing(colours=(a, b), pattern="corners"): [with] {a:ColouredEnds} [@andwith] {b:ColouredRest}
Trait = Thing(colours=(a, b), pattern="corners and centre"): {a:ColouredEndsAndMid} {b:ColouredRest}
@comesfirst: first
@startswith: starting with
Trait = _led: @inturn {colours:ColourList} @startswith {first:Colour}
Trait = Thing, 0.2: (of|in|with) (a single|the same) (colour|color)
EndStretch = _one: [one|ones] [@shownin] {colour}
EndStretch = _stretch: {number} {colour}
Trait = _stretches: [the] {side:Direction} {first:EndStretch} [and] [the] {other:Direction} {last:EndStretch}
# "Two red at the bottom, then blue, then one green on top": a line told from one end to the other.
@runthen: ,|then|, and|and|on that|on top of that
RunPlace = "down": at the bottom | at the foot | on the bottom | at the base | below
RunPlace = "mid": in the middle
RunPlace = "up": on top | at the top
RunPlace = "east": on the east side
RunPlace = "west": on the west side
RunPlace = "right": on the right
RunItem = _item: {colours:EndStretch} [{where:RunPlace}]
""")
rule(
    "RunItem",
    "a {colour:Colour} [block|one] [{where:RunPlace}]",
    makes=lambda colour, where="": _item((colour,), where),
)

rules("""
Run = (*a, *b): {a:RunItem} @runthen {b:RunItem} | {a:Run} @runthen {b:RunItem}
Trait = _run, 0.1: [first] {items:Run}
Trait = Thing(pattern="sequence"): from [the] {start:Direction} to [the] {axis:Direction} [:] \
{colours:ColourList}
    {colours:ColourList} from [the] {start:Direction} to [the] {axis:Direction}
Trait = _then_all, 0.1: [with] [the] {start:Direction} {first:EndStretch} [@andwith] {rest:ColouredRest}
    the first {first:EndStretch} {rest:ColouredRest}
    {rest:Colour} [@andwith] [the] {start:Direction} {first:EndStretch}
    {rest:Colour} [the] first {first:EndStretch}
@order: in that order|in this order|in order|respectively
Trait = Thing(pattern="sequence"), 0.2: [@order] from [the] {start:Direction} [to [the] {axis:Direction}]
Trait = Thing(pattern="sequence"): @order
""")
