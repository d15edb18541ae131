"""How people change colours and things."""

from __future__ import annotations

from dataclasses import replace

from cq.language.notation import rules
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


def _patterned(ref: Ref, colours: Thing, more: Thing | None = None) -> Replace | None:
    """ "Paint the row alternately red and blue, starting with red": each block has a colour of its own."""
    thing = joined(Thing("one"), colours)
    thing = joined(thing, more) if thing is not None and more is not None else thing
    if thing is None or len(thing.colours) < 2 or not thing.pattern:
        return None
    plain = replace(thing, colours=(), pattern="", start=None)
    return Replace(ref, thing) if plain == Thing("one") else None


def _in_turn(ref: Ref, colours: tuple[str, ...], way: Thing, again: bool = False) -> Replace:
    """ "Recolour the tower so that it goes red, green, blue from bottom to top"."""
    pattern = "alternating" if again else "sequence"
    return Replace(ref, Thing("one", colours=colours, pattern=pattern, start=way.start))


def _all_coloured(ref: Ref, become: Recolour) -> Recolour | None:
    """ "Everything green"."""
    every = ref.noun == "everything" or ref.quantifier in ("all", "each", "both") or ref.of is not None
    return replace(become, ref=ref) if every and not ref.colours else None


def _gapped(first: Recolour, ref: Ref, colour: str) -> Recolour | None:
    """ "The first block of the row should be green, the second yellow, the rest red"."""
    done = (first, *first.also)
    if ref.noun == "rest":
        out = replace(done[0].ref, others=tuple(command.ref for command in done[1:]))
        whole = first.ref.of
        if whole is None:
            return replace(first, also=(*first.also, Recolour(ref, colour)))
        ref = Ref(
            "block",
            True,
            "all",
            of=whole,
            but=replace(out, of=None, others=tuple(replace(other, of=None) for other in out.others)),
        )
    elif ref.noun == "one":
        start = next((limit.start for limit in first.ref.limits if isinstance(limit, Nth)), None)
        ref = (started(ref, start) if start else None) or ref
        ref = replace(ref, noun=first.ref.noun, of=first.ref.of, colours=ref.colours or first.ref.colours)
    return replace(first, also=(*first.also, Recolour(ref, colour)))


def _counted(order: Remove | Keep | Replace | Recolour, start: str | Extreme | Nth) -> Command | None:
    """The order, counted from a start: "every second block blue, starting from the west"."""
    if isinstance(start, Nth):
        counted = started(order.ref, start.start or "left", start.number)
    else:
        counted = started(order.ref, start.direction if isinstance(start, Extreme) else start)
    return None if counted is None else replace(order, ref=counted)


def _both(ref: Ref, thing: Thing, other: Ref, second: Thing) -> Replace:
    return Replace(ref, thing, (Replace(other, second),))


def _turned(thing: Thing) -> Replace | None:
    """ "Make it a tower of four"; "make it a red one" says a colour."""
    return None if thing.shape in ("block", "one") else Replace(Ref("it"), replace(thing, count=1))


def _swapped(ref: Ref, swap: Swap) -> Swap:
    """ "The red block changes places with the blue one"."""
    return replace(swap, ref=ref if swap.ref is None else replace(ref, others=(*ref.others, swap.ref)))


def _colours_swapped(one: str, other: str) -> Recolour:
    first, second = (Ref("block", True, "all", colours=(colour,)) for colour in (one, other))
    return Recolour(first, other, also=(Recolour(second, one),))


def _pair(ref: Ref, other: Ref) -> Swap:
    return Swap(replace(ref, others=(*ref.others, other)))


def _filled_at(place: Place, thing: Thing) -> Fill:
    return Fill(Ref("gap", limits=(Located(place),), quantifier="the"), thing)


rules("""
@tocolour: to|into|in|to be|as|in the colour
@becomes: becomes|become|turns|turn|gets|goes|go|should have been|looks better|would look better
    @must [@just] (be|become)
Recolour: @recolour {ref} {colour}
hear BeRecolour = Recolour: [all] {colour} | @tocolour {colour} | a {colour} one
    [in] the [same] colour (of|as) {like:Ref} | like {like:Ref} | {self:BeRecolour} (instead|as well)
    {self:BeRecolour} (instead of|rather than|not) {:Colour}
hear Recolour: @recolour [only] {ref} {self:BeRecolour} | @recolour {ref} from {:Colour} {self:BeRecolour}
    @recolour the (colour|color) of {ref} {self:BeRecolour}
    @recolour {ref} (so that|so) it is {self:BeRecolour}
hear Recolour, 0.2: {ref} @becomes {self:BeRecolour} | give {ref} {self:BeRecolour}
    @iwish {ref} was {self:BeRecolour}
@painted: painted|coloured|turned|made|changed
hear DoneRecolour = Recolour: @painted {self:BeRecolour}
hear Recolour: instead of {:Colour} {self}
hear Recolour, 0.5: make {ref} match {like:Ref}
hear Replace = _patterned, 0.2: @recolour {ref:Ref} [:] {colours:Trait}
    @recolour {ref:Ref} {colours:Trait} {more:Trait}
@goeslike: so that it goes
WayOfColours = Thing: from {start:Direction} to {:Direction}
hear Replace = _in_turn, 0.2: @recolour {ref:Ref} [@goeslike] {colours:ColourList} {way:WayOfColours}
hear DoRecolour = Recolour: (change|turn|go) {self:BeRecolour} | (get|have) {self:BeRecolour}
@iwish: i wish|would not it be nicer if
@themissing: the missing block
hear Recolour = _all_coloured, 0.5: {ref:Ref} {become:BeRecolour}
hear Fill: @fill @themissing of {ref} | (finish|repair|mend|fix|complete) {ref} [@gapwith {thing:New}]
hear Recolour = _gapped, 0.2: {first:Recolour} [and] [@recolour] {ref:Ref} [@tocolour|@becomes] \
{colour:Colour}
@countfrom: starting from|starting at|starting with|beginning with|beginning at|start with|start at|start from
    counting from
Start: @countfrom the {self:Direction} [end|one] | @countfrom the {self:Extreme} [one]
Start = Nth: @countfrom the {number:Ordinal} [one|block] (from|on) the {start:Direction}
hear Remove = _counted: {order:Remove} {start:Start}
hear Replace = _counted: {order:Replace} {start:Start}
hear Recolour = _counted: {order:Recolour} {start:Start}
@exchange*: trade in|destroy and replace|break and replace|replace|exchange|swap|swap out|switch|change|trade
@exchangewith: with|by|for|to|into
@inplace: in its place|in their place|instead|in the same place|in place|there instead|where it was
    where they were|in the same spot|in its places|in the same shape|of the same size|of the same height
    same position|same spot
Replace: @exchange [only] {ref} @exchangewith {thing:New} | @exchange {ref} @exchangewith {thing:New} @inplace
hear Replace(ref=Ref("it")): @exchange @exchangewith {thing:New} | put {thing:New} @inplace
hear Replace(ref=Ref("it", plural=True)), 0.1: @exchange then @exchangewith {thing:New}
hear Replace = _both: @exchange {ref:Ref} @exchangewith {thing:New} and {other:Ref} @exchangewith {second:New}
@removedone: broken|deleted|destroyed
hear Replace(ref=Ref("it")), 0.2: @exchange the @removedone {:Nominal} @exchangewith {thing:New}
@inplaceof: instead of|in place of|for
hear DoneReplace = Replace: @exchange @exchangewith {thing:New}
hear Replace, 0.1: (turn|make) {ref} into {thing:New} | (substitute|use|@make) {thing:New} @inplaceof {ref}
    @inplaceof {ref} {thing:New}
hear Replace: {self} @inplace
hear Replace = _turned, 0.1: make it a {thing:ShapeNominal}
New, 0.4: {self:Thing}
New = Thing(plural=True), 0.1: {colours+:Colour} | {colours+:Colour} (one|ones|blocks|block)
    {colours+:ColourPlural}
# What is put where others were: the removal and what follows are one change.
hear Replace: @remove {ref} and (@make|@exchange it with|@exchange them with) {thing:New} @inplace
@swapping*: swap|exchange|switch|interchange|trade|reverse
@places: places|positions|place
@hues: colours|colors
Swap: @swapping {ref} | @swapping {ref} (around|round|over|with each other) | @swapping the @places of {ref}
@trading*: trade|swap|change|exchange
hear DoSwap = Swap: @trading [their] @places
hear DoSwap = Swap(colours=True): @trading @hues
hear DoSwap = Swap: swap
hear DoSwap = Swap(other): @trading [@places] with {other:Ref}
hear Swap = _swapped: {ref:Ref} {swap:DoSwap}
Swap(colours=True): @swapping the @hues of {ref}
hear Recolour = _colours_swapped: @swapping {one:Colour} (and|with|for) {other:Colour}
hear Swap = _pair, 0.1: @swapping {ref:Ref} with {other:Ref}
@gapwith: with|using|in|by|with a|by putting
Fill: @fill {ref} | @fill {ref} @gapwith {thing:New} | @fill {ref} {thing:Coloured}
    @fill in {ref} @gapwith {thing:New}
hear Fill, 0.1: @make {thing:New} to @fill {ref}
hear Fill = _filled_at: @fill [all of the space] {place:Between} @gapwith {thing:New}
Coloured = Thing(plural=True): {colours+:Colour}
hear DoneFill = Fill: @fill [@gapwith {thing:New}]
hear Fill: fill {ref} (in|up) @gapwith {thing:New} | @fill the inside of {ref} @gapwith {thing:New}
""")
