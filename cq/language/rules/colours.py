"""How people say which colours a new thing has, in which order or pattern."""

from __future__ import annotations

from cq.language.grammar import hear, lex, rule, words
from cq.language.program import Direction, Thing
from cq.world.palette import COLOURS

words("shade", "dark|light|bright|pale|deep|darker|lighter")
words("coloured", "coloured|colored|colour|color")
rule("Colour", "@shade {self:Colour}", "{self:Colour} @coloured", cost=0.1)

rule("ColourList", "{a:Colour} (and|then|and then|,|or|/) {b:Colour}", makes=lambda a, b: (a, b))
hear("ColourList", "{a:Colour} {b:Colour}", makes=lambda a, b: (a, b), cost=0.6)
rule("ColourList", "{a:Colour} [and|then|and then|,] {rest:ColourList}", makes=lambda a, rest: (a, *rest))
rule("Colours", "{a:Colour}", makes=lambda a: (a,))
rule("Colours", "{self:ColourList}")

# One colour behind the noun.
rule(
    "Trait",
    "[but|only|all] (in|of|in the colour|in the color|painted|coloured|colored) {colours+:Colour}",
    makes=Thing,
)
words("incolour", "in|of|with|that has|which has|having|that is|which is|that is in|being of|that are")
rule("Trait", "@incolour the same (colour|color) (as|like) {colour_of:Ref}", makes=Thing)
rule("Trait", "coloured (like|as) {colour_of:Ref}", makes=Thing)
hear("Trait", "(in|of) the same (colour|color) (as it|as that)", makes=Thing, cost=0.1)

rule(
    "Trait",
    ", [all] {colours+:Colour}",
    "(all|all of it in|everything in) {colours+:Colour}",
    makes=Thing,
    cost=0.1,
)
words("mychoice", "you like|you want|you choose|you prefer|is fine|at all")
for _category, _in in {"Trait": "(in|of|with)", "Answer": "[in]"}.items():
    rule(
        _category,
        f"{_in} (any|whatever|whichever) (colour|color) [@mychoice]",
        makes=Thing,
        colours=(COLOURS[0],),  # Any is right.
        cost=0.2,
        says=False,
    )
# Several, in a pattern.
words(
    "inturn",
    "in turn|by turns|alternating|alternate|alternately|alternating between|alternating in|"
    "alternating colours of|in alternating|rotating|interchanging|rotating between|striped|taking turns|"
    "alternating colors|alternating colours",
)
rule(
    "Trait",
    "@inturn {colours:ColourList} [@pieces]",
    "[in] {colours:ColourList} @inturn",
    makes=Thing,
    pattern="alternating",
)
rule(
    "Trait",
    "in (a|an) (alternating|striped) (pattern|way) (of|with|between) {colours:ColourList}",
    makes=Thing,
    pattern="alternating",
)
rule(
    "Trait",
    "every (second|other) (one|block) [is|being|in|should be] {colours+:Colour}",
    makes=Thing,
    pattern="second",
)
words("chess", "checkered|chequered|checkerboard|chessboard|checker|chess|checker board|chess board")
rule(
    "Trait",
    "(in|as|with) a @chess [pattern] (of|in|with) {colours:ColourList}",
    "@chess [in|with] {colours:ColourList}",
    makes=Thing,
    pattern="checkered",
)
words(
    "whoseblocks",
    "whose blocks|its blocks|the blocks|with blocks that|whose colours|so that its blocks|that",
)
words("groundup", "from the ground up|from the bottom up|from bottom to top|starting at the bottom|going up")
rule(
    "Trait",
    "@whoseblocks (alternate|alternate between) {colours:ColourList} [@groundup]",
    "in stripes of {colours:ColourList} [@groundup]",
    "(where|in which) {colours:ColourList} (alternate|take turns) [@groundup]",
    makes=Thing,
    pattern="alternating",
    start="down",
)
rule("Trait", "(in|with|using) {colours:ColourList}", makes=Thing, pattern="sequence")
rule(
    "Trait",
    "(in|with|of) (different|various) (colours|colors)",
    "each [one] (of|in|with) a different (colour|color)",
    "each a different (colour|color)",
    makes=Thing,
    pattern="different",
)
rule(
    "Trait", "@startswith {colours+:Colour}", "{colours+:Colour} @comesfirst", makes=Thing, pattern="starting"
)
rule(
    "Trait",
    "[@startswith|with] {colours+:Colour} (at|on|in) the {start:Direction} [end|side]",
    "[@startswith|with] {colours+:Colour} (on the ground|on the floor|at the ground)",
    "[@startswith] the {start:Direction} [end|side|block|one] [is|being] {colours+:Colour}",
    makes=Thing,
    pattern="starting",
    cost=0.1,
)
rule(
    "Trait",
    "(with|and|,) {colours+:Colour} (in|at) [its|the] {start:Diagonal} corner",
    makes=Thing,
    pattern="starting",
)

words(
    "endwords",
    "ends|end blocks|two ends|outer ones|outer blocks|outermost ones|outermost blocks|two outer ones|"
    "end ones|corners|corner blocks|corner cells|four corners",
)
words(
    "midofit",
    "center|centre|middle|middle block|centre block|center block|middle one|centre cell|center cell",
)
words(
    "allbutends",
    "the rest|rest|the others|the other ones|all others|everything else|the middle|the middle ones|"
    "the inner ones|in between|between them|the ones between|the rest of it|the middle blocks|"
    "the ones in between|everything in between|the middle block|the inner blocks",
)
words("shownin", "in|are|is|being|should be|are to be|will be|which is|that is|which are|is to be")
words("andwith", ",|and|, and|with|and with|, with|but")
rule("ColouredEnds", "[the] @endwords [@shownin] {self:Colour}", "[the] {self:Colour} @endwords")
hear("ColouredEnds", "{self:Colour} (at|on|in) [the|its|both] @endwords")
rule("ColouredEndsAndMid", "[the] @endwords and [in] [the] @midofit [@shownin] {self:Colour}")
hear("ColouredEndsAndMid", "{self:Colour} (at|on|in) [the|its] @endwords and [in] [the] @midofit")
rule(
    "ColouredRest",
    "@allbutends [@shownin] {self:Colour}",
    "the other {:Number} [@pieces] [@shownin] {self:Colour}",
)
rule(
    "ColouredRest",
    "{self:Colour} (on the others|in the others|everywhere else|for the others|in between|between|"
    "in the middle|for the rest|elsewhere|otherwise)",
)
rule(
    "Trait",
    "[with] {a:ColouredEnds} [@andwith] {b:ColouredRest}",
    "[all] {b:Colour} @andwith {a:ColouredEnds}",
    "{b:ColouredRest} [@andwith] {a:ColouredEnds}",
    makes=lambda a, b: Thing(colours=(a, b), pattern="corners"),
)
rule(
    "Trait",
    "[with] {a:ColouredEndsAndMid} [@andwith] {b:ColouredRest}",
    "[all] {b:Colour} @andwith {a:ColouredEndsAndMid}",
    makes=lambda a, b: Thing(colours=(a, b), pattern="corners and centre"),
)


def _led(colours: tuple[str, ...], first: str) -> Thing | None:
    """ "Alternating red and blue, red first"."""
    if first not in colours:
        return None
    at = colours.index(first)
    return Thing(colours=(*colours[at:], *colours[:at]), pattern="alternating", start="first")


words(
    "comesfirst",
    "first|comes first|goes first|is first|being first|to begin with|to start with|at the start",
)
words("startswith", "starting with|beginning with|start with|begin with|starts with|begins with|starting on")
for _listed in ("@inturn {colours:ColourList}", "[in] {colours:ColourList} @inturn"):
    rule(
        "Trait",
        f"{_listed} [,|and] {{first:Colour}} @comesfirst",
        f"{_listed} [,|and] @startswith {{first:Colour}}",
        makes=_led,
    )
rule("Trait", "(of|in|with) (a single|one|only one|just one|the same) (colour|color)", makes=Thing, cost=0.2)


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


rule("EndStretch", "[@pieces|one|ones] [@shownin] {colour}", makes=_one)
rule("EndStretch", "{number} [@pieces|ones] [@shownin] {colour}", makes=_stretch)
rule(
    "Trait",
    "[with] [the] {side:Direction} {first:EndStretch} [and] [with] [the] {other:Direction} {last:EndStretch}",
    makes=_stretches,
)

rule(
    "Trait",
    "[with] [the] middle [one|block] [@shownin] {a:Colour} [@andwith] {b:ColouredRest}",
    "{b:ColouredRest} [@andwith] [the] middle [one|block] [@shownin] {a:Colour}",
    makes=lambda a, b: Thing(colours=(b, a), pattern="centre"),
)

# "Two red at the bottom, then blue, then one green on top": a line told from one end to the other.
words(
    "runthen",
    ",|, then|then|and then|, and then|, and|and|followed by|on that|, on that|on top of that|, above that",
)
lex("RunPlace", "down", "at the bottom", "at the foot", "on the bottom", "at the base", "below")
lex("RunPlace", "mid", "in the middle", "in between")
lex("RunPlace", "up", "on top", "at the top", "on the top", "above", "at the very top")
for _way in ("north", "south", "east", "west"):
    lex("RunPlace", _way, f"in the {_way}", f"at the {_way} end", f"on the {_way} side")
for _way in ("left", "right"):
    lex("RunPlace", _way, f"on the {_way}", f"at the {_way} end")


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


rule("RunItem", "{colours:EndStretch} [{where:RunPlace}]", makes=_item)
rule(
    "RunItem",
    "a [single] {colour:Colour} [block|one] [{where:RunPlace}]",
    makes=lambda colour, where="": _item((colour,), where),
)
rule("Run", "{a:RunItem} @runthen {b:RunItem}", "{a:Run} @runthen {b:RunItem}", makes=lambda a, b: (*a, *b))
rule(
    "Trait",
    "[first|bottom up|from the bottom up] {items:Run}",
    "(with|in|having) [{:Number}] stripes [:|,] {items:Run}",
    "{items:Run} (from the bottom up|bottom up|last)",
    makes=_run,
    cost=0.1,
)
rule(
    "Trait",
    "from [the] {start:Direction} to [the] {axis:Direction} [:|,] {colours:ColourList}",
    "{colours:ColourList} from [the] {start:Direction} to [the] {axis:Direction}",
    makes=Thing,
    pattern="sequence",
)


def _then_all(first: tuple[str, ...], rest: str, start: Direction | None = None) -> Thing:
    """ "The top one yellow, the rest red"."""
    return Thing(colours=(*first, rest), pattern="rest", start=start)


rule(
    "Trait",
    "[with] [the] {start:Direction} {first:EndStretch} [@andwith] {rest:ColouredRest}",
    "[with] [the] first {first:EndStretch} [@andwith] {rest:ColouredRest}",
    "[all] {rest:Colour} [,] [@except|@andwith] [the] {start:Direction} {first:EndStretch}",
    "[all] {rest:Colour} [,] [@except|@andwith] [the] first {first:EndStretch}",
    makes=_then_all,
    cost=0.1,
)

rule(
    "Trait",
    "[with] [the] {side:Direction} {first:EndStretch} [,] [and] [the] {last:AboveStretch}",
    makes=lambda side, first, last: _stretches(side, first, last[0], last[1]),
)
for _above, _way in (("above|on top of", "up"), ("below|under", "down")):
    rule(
        "AboveStretch",
        f"{{number:Number}} ({_above}) (it|that|them) [in|are|is|being] {{colour:Colour}}",
        f"(one|block) ({_above}) (it|that|them) [in|are|is|being] {{colour:Colour}}",
        makes=lambda colour, number=1, way=_way: (way, _stretch(number, colour)),
    )

words("order", "in that order|in this order|in the following order|in order|respectively")
words("from", "from")
rule(
    "Trait",
    "[@order] from [the] {start:Direction} [to [the] {axis:Direction}]",
    makes=Thing,
    pattern="sequence",
    cost=0.2,
)
rule("Trait", "@order", makes=Thing, pattern="sequence")
