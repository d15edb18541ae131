"""How people say what becomes another colour or another thing."""

from __future__ import annotations

from dataclasses import replace

from cq.language.grammar import hear, rule, verbs, words
from cq.language.program import (
    Command,
    Extreme,
    Fill,
    Keep,
    Located,
    Nth,
    Place,
    Recolour,
    Ref,
    Remove,
    Replace,
    Swap,
    Thing,
)
from cq.language.rules.comparisons import started
from cq.language.rules.forming import joined

words("tocolour", "to|into|in|to be|be|as|in the colour|to the colour")
words("becomes", "becomes|become|turns|turn|gets|get|goes|go|changes|should have been")
hear("@becomes", "@must [@just] (be|become|turn|get|look|go|change)")

rule(Recolour, "@recolour {ref} {colour}", "@recolour {ref} @tocolour {colour}")
hear(
    "BeRecolour",
    "[all] {colour}",
    "@tocolour {colour}",
    "(a|the) [bright|dark] {colour} (one|colour|color)",
    "in (a|the) {colour} (colour|color)",
    "[in|into|to] the [same] (colour|color) (of|as) {like:Ref}",
    "like {like:Ref}",
    "{self:BeRecolour} (instead|too|as well)",
    "{self:BeRecolour} [,] (instead of|rather than|not) {:Colour}",
    makes=Recolour,
)
hear(
    Recolour,
    "@recolour [only|just] {ref} [,] {self:BeRecolour}",
    "@recolour {ref} from {:Colour} {self:BeRecolour}",
    "@recolour [the] (colour|color) of {ref} {self:BeRecolour}",
    "@recolour {ref} 's (colour|color) {self:BeRecolour}",
    "@recolour {ref} (so that|so|until) (it|they) (is|are|become|becomes) {self:BeRecolour}",
)
hear(
    Recolour,
    "{ref} @becomes {self:BeRecolour}",
    "give {ref} {self:BeRecolour}",
    "@iwish {ref} (was|were|is|are) {self:BeRecolour}",
    cost=0.2,
)
hear(
    "BeRecolour",
    "the (colour|color) {colour}",
    "(a|some) {colour} (coat|paint|coat of paint)",
    makes=Recolour,
)
hear(Recolour, "(@recolour|paint) {ref} [.|,|;|:] (use|using|take) {colour}", cost=0.1)


def _patterned(ref: Ref, colours: Thing, more: Thing | None = None) -> Replace | None:
    """ "Paint the row alternately red and blue, starting with red": each block has a colour of its own."""
    thing = joined(Thing("one"), colours)
    thing = joined(thing, more) if thing is not None and more is not None else thing
    if thing is None or len(thing.colours) < 2 or not thing.pattern:
        return None
    plain = replace(thing, colours=(), pattern="", start=None)
    return Replace(ref, thing) if plain == Thing("one") else None


hear(
    Replace,
    "@recolour {ref:Ref} [,|:] {colours:Trait}",
    "@recolour {ref:Ref} [,|:] {colours:Trait} [,] [and] {more:Trait}",
    makes=_patterned,
    cost=0.2,
)
words(
    "goeslike",
    "so that it goes|so it goes|so that it is|so it is|to|as|in the order|so that it reads|from",
)
for _way, _other in (("down", "top"), ("up", "bottom")):
    _start = {
        "down": "from bottom to top|from the ground up|from the bottom up|upwards|going up|bottom to top",
        "up": "from top to bottom|from the top down|downwards|going down|top to bottom",
    }[_way]
    words(f"from{_way}", _start)
    rule("WayOfColours", f"@from{_way}", makes=Thing, start=_way)
rule(
    "WayOfColours",
    "from {start:Direction} to {:Direction}",
    "starting (in|at|on|from) the {start:Direction}",
    makes=Thing,
)


def _in_turn(ref: Ref, colours: tuple[str, ...], way: Thing, again: bool = False) -> Replace:
    """ "Recolour the tower so that it goes red, green, blue from bottom to top"."""
    pattern = "alternating" if again else "sequence"
    return Replace(ref, Thing("one", colours=colours, pattern=pattern, start=way.start))


hear(
    Replace,
    "@recolour {ref:Ref} [@goeslike] {colours:ColourList} [,] {way:WayOfColours}",
    "@recolour {ref:Ref} [,] {way:WayOfColours} [,] [@goeslike] {colours:ColourList}",
    makes=_in_turn,
    cost=0.2,
)
hear(
    "DoRecolour",
    "(change|turn|go|switch) {self:BeRecolour}",
    "(get|take on|have) {self:BeRecolour}",
    makes=Recolour,
)
words(
    "iwish",
    "i wish|i wish that|would not it be nicer if|would not it be nice if|it would be nicer if|"
    "it would be better if|what if|it would be nice if|how about if|it would look better if",
)
words(
    "themissing",
    "the missing block|the missing blocks|the missing piece|the missing pieces|the missing part",
)


def _all_coloured(ref: Ref, become: Recolour) -> Recolour | None:
    """ "Everything green"."""
    every = ref.noun == "everything" or ref.quantifier in ("all", "each", "both") or ref.of is not None
    return replace(become, ref=ref) if every and not ref.colours else None


hear(Recolour, "{ref:Ref} {become:BeRecolour}", makes=_all_coloured, cost=0.5)
hear(
    Fill,
    "@fill @themissing (of|in) {ref} [@gapwith {thing:New}]",
    "@make @themissing (of|in|to|into) {ref}",
    "(finish|repair|mend|fix|complete) {ref} [@gapwith {thing:New}]",
    "(make|turn) {ref} (solid|full|filled|filled in|complete) [@gapwith {thing:New}]",
)


def _gapped(first: Recolour, ref: Ref, colour: str) -> Recolour | None:
    """ "The first block of the row should be green, the second yellow, the rest red"."""
    done = (first, *first.also)
    if ref.noun == "rest":
        out = replace(done[0].ref, others=tuple(one.ref for one in done[1:]))
        whole = first.ref.of
        if whole is None:
            return replace(first, also=(*first.also, Recolour(ref, colour)))
        ref = Ref(
            "block",
            True,
            "all",
            of=whole,
            but=replace(out, of=None, others=tuple(replace(one, of=None) for one in out.others)),
        )
    elif ref.noun == "one":
        start = next((one.start for one in first.ref.limits if isinstance(one, Nth)), None)
        ref = (started(ref, start) if start else None) or ref
        ref = replace(ref, noun=first.ref.noun, of=first.ref.of, colours=ref.colours or first.ref.colours)
    return replace(first, also=(*first.also, Recolour(ref, colour)))


hear(
    Recolour,
    "{first:Recolour} [,] [and] [@recolour] {ref:Ref} [@tocolour|@becomes] {colour:Colour}",
    makes=_gapped,
    cost=0.2,
)


words(
    "countfrom",
    "starting from|starting at|starting with|beginning with|beginning at|beginning from|start with|start at|"
    "begin with|begin at|start from|begin from|counting from|counted from|starting on|beginning on|"
    "and start with|and start at|first",
)
words("firstblock", "the one|the block|the first one|the first block|the very first one|the first")
rule(
    "Start",
    "@countfrom [the] {self:Direction} [end|side|one|block]",
    "@countfrom [the] {self:Extreme} [end|side|one|block]",
    "@countfrom @firstblock (at|on|in|from) the [far] {self:Direction} [end|side]",
    "@countfrom the (end|side) (in|on|at) the {self:Direction}",
    "@countfrom the (one|block) {self:Outermost}",
    "@countfrom the (one|block) @outmost [to the] {self:Direction}",
    "{self:Start} [,] (included|inclusive|which goes too|that one included|itself included)",
)
rule(
    "Start",
    "@countfrom the {number:Ordinal} [one|block] (from|on|at|in) the [far] {start:Direction} [end|side]",
    makes=Nth,
)
rule("Start", "@countfrom the (ground|floor)", makes=lambda: "down")


def _counted(order: Remove | Keep | Replace | Recolour, start: str | Extreme | Nth) -> Command | None:
    """The order is counted from there: "every second block blue, starting from the west"."""
    if isinstance(start, Nth):
        counted = started(order.ref, start.start or "left", start.number)
    else:
        counted = started(order.ref, start.direction if isinstance(start, Extreme) else start)
    return None if counted is None else replace(order, ref=counted)


for _class in ("Remove", "Keep", "Replace", "Recolour"):
    hear(
        _class,
        f"{{order:{_class}}} [,] {{start:Start}}",
        f"{{start:Start}} , {{order:{_class}}}",
        makes=_counted,
    )

verbs(
    "exchange",
    "trade in|destroy and replace|break and replace|remove and replace|delete and replace|replace|"
    "substitute|exchange|swap|swap out|switch|change|trade|switch out",
)
words("atonce", "at the same time|simultaneously|at once")


def _together(first: Recolour, second: Recolour) -> Recolour:
    return replace(first, also=(*first.also, second, *second.also))


hear(
    Recolour,
    "{first:Recolour} [,] [and|while] [,] @atonce [,] {second:Recolour}",
    "{first:Recolour} [,] and {second:Recolour} @atonce",
    makes=_together,
)

words("exchangewith", "with|by|for|to|into|against|using")
words(
    "inplace",
    "in its place|in their place|instead|in its stead|in their stead|in the same place|in the same places|"
    "in place|in the same positions|in the same position|there instead|in place of it|in place of them|"
    "where it was|where they were|at the same place|in the same spot|at the same spot|in their places|"
    "in its places|in the same shape|of the same size|of the same height|of the same shape|"
    "in the exact same places|in the exact same place|in that place|in the same location|in that spot|"
    "with identical dimensions|in the same size|each exactly as tall as the one it replaces|"
    "each as tall as the one it replaces|exactly as tall as the one it replaces|same place|same position|"
    "same spot|same place , same height|same length , same position|in these places|in their positions|"
    "in its position|in that position",
)
rule(
    Replace,
    "@exchange [only|just] {ref} @exchangewith {thing:New}",
    "@exchange {ref} @exchangewith {thing:New} @inplace",
    "@exchange {ref} @inplace @exchangewith {thing:New}",
)
hear(
    Replace,
    "@exchange @exchangewith {thing:New}",
    "(substitute|use|put) {thing:New} @inplace",
    "substitute {thing:New}",
    ref=Ref("it"),
)
hear(Replace, "@exchange then @exchangewith {thing:New}", ref=Ref("it", plural=True), cost=0.1)


def _both(ref: Ref, thing: Thing, other: Ref, second: Thing) -> Replace:
    return Replace(ref, thing, (Replace(other, second),))


hear(
    Replace,
    "@exchange {ref:Ref} @exchangewith {thing:New} and {other:Ref} @exchangewith {second:New}",
    makes=_both,
)


def _turned(thing: Thing) -> Replace | None:
    """ "Make it a tower of four"; "make it a red one" says a colour."""
    return None if thing.shape in ("block", "one") else Replace(Ref("it"), replace(thing, count=1))


words("removedone", "broken|removed|deleted|destroyed|missing|eliminated|old")
hear(Replace, "@exchange the @removedone {:Nominal} @exchangewith {thing:New}", ref=Ref("it"), cost=0.2)
words("inplaceof", "instead of|in place of|in the place of|in favour of|for")
hear("DoneReplace", "@exchange @exchangewith {thing:New}", makes=Replace)
hear("DoReplace", "make way for {thing:New}", makes=Replace)
hear(
    Replace,
    "(turn|make|convert|transform|change) {ref} into {thing:New}",
    "(substitute|use|swap in|@make|want) {thing:New} @inplaceof {ref}",
    "@inplaceof {ref} [@make|there should be] {thing:New}",
    "@remove {ref} in favour of {thing:New}",
    cost=0.1,
)
hear(Replace, "{self} [,|.|?] @inplace", "{self} (.|;|,) each new {:Nominal} is @inplace")
hear(Replace, "{ref} be {thing:New} @inplace", cost=0.2)
hear(Replace, "make (it|this|that) (a|an) {thing:ShapeNominal}", makes=_turned, cost=0.1)
rule("New", "{self:Thing}", cost=0.4)
rule(
    "New",
    "{colours+:Colour}",
    "{colours+:Colour} (one|ones|blocks|block)",
    "{colours+:ColourPlural}",
    "all {colours+:Colour} [blocks]",
    makes=Thing,
    plural=True,
    cost=0.1,
)
rule("New", "the {colours+:Colour} (one|ones|blocks)", makes=Thing, plural=True, cost=0.4)
# What is put where others were: the removal and what follows are one change.
hear(
    Replace,
    "@remove {ref} and (@make|@exchange @exchangewith|@exchange it with|@exchange them with) {thing:New} "
    "@inplace",
)


def _swapped(ref: Ref, swap: Swap) -> Swap:
    """ "The red block changes places with the blue one"."""
    return replace(swap, ref=ref if swap.ref is None else replace(ref, others=(*ref.others, swap.ref)))


def _colours_swapped(one: str, other: str) -> Recolour:
    first, second = (Ref("block", True, "all", colours=(colour,)) for colour in (one, other))
    return Recolour(first, other, also=(Recolour(second, one),))


verbs("swapping", "swap|exchange|switch|interchange|trade|switch round|swap over|reverse")
words("places", "places|positions|spots|place|position")
words("hues", "colours|colors")
rule(
    Swap,
    "@swapping {ref}",
    "@swapping {ref} (around|round|over|with each other)",
    "@swapping the @places of {ref}",
)
verbs("trading", "trade|swap|change|exchange|switch")
hear("DoSwap", "@trading [their] @places", makes=Swap)
hear("DoSwap", "@trading [their] @hues", makes=Swap, colours=True)
hear("DoSwap", "swap", makes=Swap)
hear("DoSwap", "@trading [their] [@places] with {other:Ref}", makes=lambda other: Swap(other))
hear(Swap, "{ref:Ref} {swap:DoSwap}", makes=_swapped)
rule(Swap, "@swapping the @hues of {ref}", "@swapping @hues (of|between) {ref}", colours=True)
hear(Swap, "@swapping the @hues of {ref} (around|round|over)", colours=True)


def _pair(ref: Ref, other: Ref) -> Swap:
    return Swap(replace(ref, others=(*ref.others, other)))


hear(
    Recolour,
    "@swapping the @hues [,|:] {first:Recolour} [,] and {second:Recolour}",
    "{first:Recolour} [,] and {second:Recolour} [,] [so] @swapping the @hues",
    makes=_together,
)
hear(Recolour, "@swapping {one:Colour} (and|with|for) {other:Colour} [around|round]", makes=_colours_swapped)
hear(Swap, "@swapping {ref:Ref} with {other:Ref}", makes=_pair, cost=0.1)

words("gapwith", "with|using|in|by|with a|by placing|by putting|with some|out of|using more")
rule(
    Fill,
    "@fill {ref}",
    "@fill {ref} @gapwith {thing:New}",
    "@fill {ref} {thing:Coloured}",
    "@fill in {ref} @gapwith {thing:New}",
    "@fill [in] {ref} with (more|additional|extra) {thing:New}",
)
hear(
    Fill,
    "@gapwith {thing:New} @fill {ref}",
    "@fill {thing:New} (in|into) {ref}",
    "@make {thing:New} to @fill {ref}",
    cost=0.1,
)


def _filled_at(place: Place, thing: Thing) -> Fill:
    return Fill(Ref("gap", limits=(Located(place),), quantifier="the"), thing)


hear(
    Fill,
    "@fill [in|[all] [of] the (space|gap|room)] {place:Between} @gapwith {thing:New}",
    "@fill the [ground|empty] @midsquare {place:Between} @gapwith {thing:New}",
    makes=_filled_at,
)
rule("Coloured", "{colours+:Colour}", "in {colours+:Colour}", makes=Thing, plural=True)

hear("DoneFill", "@fill [@gapwith {thing:New}]", makes=Fill)
hear(
    Fill,
    "fill {ref} (in|up) @gapwith {thing:New}",
    "@fill the (inside|interior|hole|hollow|inner part) of {ref} @gapwith {thing:New}",
    "{self} (with|in) the (colour|color) of (it|the {:Nominal})",
)


def _filled(ref: Ref, thing: Thing) -> Fill | None:
    """ "The gap gets a blue block"."""
    return Fill(ref, thing) if ref.noun == "gap" else None


hear(Fill, "{ref:Ref} @gets {thing:New}", makes=_filled, cost=0.1)
