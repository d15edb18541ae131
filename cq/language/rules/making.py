"""How people say what to make, and where."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from cq.language.grammar import hear, rule, verbs, words
from cq.language.program import Anchored, At, Beside, End, Extreme, Make, OnTop, Place, Ref, Thing, Under
from cq.language.rules.commanding import (
    about,
    at_both,
    continued,
    each_of,
    enumerated,
    in_manner,
    item_of,
    listed,
    on_top,
    one_each,
    one_more_each,
    placed,
    tailed,
    topped_off,
    topped_too,
    used,
    with_landmark,
)
from cq.language.rules.comparisons import started
from cq.language.rules.forming import as_shape

words(
    "become",
    "is|are|gets|get|goes|go|comes|come|sits|stands|stand|belongs|belong|were|was|appears|lies|rests|"
    "lies flat|is laid|is put|is placed|sits right|leans|and stand|and stands|and lie|and lies",
)
hear("@become", "@must (be|go|stand|sit|lie|get|rest|come)")
words("exist", "there is|there are|let there be")
hear("@exist", "there @must be")

rule(Make, "[@want] @make {thing} {place}", "@make {place} {thing}", "{place} @make {thing}")
rule(Make, "[@want] @make {thing} [down]", cost=0.6)
rule(Make, "{first:Place} (@make|@stack) {thing:Thing} {second:Place}", makes=at_both, cost=0.2)
rule(Make, "{thing} {place}", cost=0.7)
hear(Make, "(and|, then|and then|then) {thing:PlainThing} {place}", cost=0.3)
rule(Make, "{place} [:] {thing}", cost=1.0)
hear(Make, "{thing} , {place:MiddleNoun}", "{thing} , {place:CornerNoun}", cost=0.7)
rule(Make, "{place} @want {thing}", cost=0.4)
hear(Make, "let {thing} (float|hover|hang|stand|lie|appear|be) {place}", cost=0.2)
rule(Make, "go [all the way] {place:Edge} with {thing}", cost=0.2)
rule(Make, "{place:Span} (with|using|placing|laying|putting|and put|and place|and lay) {thing}", cost=0.4)
rule(
    Make,
    "@want {thing} {place}",
    "@exist {thing} {place}",
    "{place} @exist {thing}",
    "@want {place} {thing}",
    cost=0.3,
)
rule(Make, "[@want] @stack {thing} {place}", "{place} @stack {thing}", "@stack {place} {thing}", stacked=True)
rule(Make, "@stack {thing}", stacked=True, cost=0.6)
rule(Make, "{thing} @become [@make] {place}", "{place} @become [@make] {thing}", cost=0.5)
rule(Make, "@want {thing}", "@exist {thing}", cost=0.6)

# What is said behind: of the thing, of its place, in any order.
words("breaks", ",|.|and|, and|but|, but")
words("whatismade", "it|they|this|that|which|the tower|the row|the wall")
words("makebehind", ",|:|and|, and|but|, but|(|that|it|. it|, it|and it|and have it|, is|and is")
hear(
    "@makebehind",
    "[@breaks] @whatismade (is|are)",
    "[@breaks] @whatismade @must be",
    "[@breaks] make (it|them)",
)
rule(
    Make,
    "{make:Make} {trait:Trait}",
    "{make:Make} @makebehind {trait:Trait}",
    "{make:Make} @makebehind {trait:Trait} )",
    makes=tailed,
    cost=0.05,
)


def _led_by(trait: Thing, make: Make) -> Make | None:
    """ "From left to right: red, yellow, blue". "Facing south, …" is said of the builder."""
    return None if trait.faces or trait.heading else tailed(make, trait)


hear(Make, "{trait:Trait} (:|,) {make:Make}", makes=_led_by, cost=0.2)
words(
    "itgoes",
    ", standing|, placed|, positioned|, located|. place it|. put it|, all|, both|, each|all|both|"
    "so that it rests|so that it lies|so that it stands|so that it sits|so it rests",
)
hear("@itgoes", "[@breaks] @whatismade (goes|stands|is|stand|@must be|@must stand)")
words("itstarts", ", starting|starting|, beginning|beginning|and starts|and begins|. start it")
hear("@itstarts", "[@breaks] @whatismade (starts|begins|start|begin)")
rule(
    Make,
    "{make:Make} @itstarts {place:Place}",
    makes=lambda make, place: placed(make, Anchored("start", place)),
    cost=0.3,
)
rule(Make, "{make:Make} (,|:|@itgoes) {place:Place}", makes=placed, cost=0.3)
hear(Make, "{make:Make} [up] from the (ground|floor) [up]", makes=lambda make: placed(make, At(level=1)))
rule("Command", "{make:Make} [,] with {other:PlainThing} @astop", makes=topped_off, cost=0.1)
rule("Command", "{make:Make} [,] and {other:PlainThing} @astop", makes=topped_too, cost=0.1)
words("joinedby", "joined|connected|linked|bridged|topped|crowned|closed|covered|spanned|completed")
words("atoptop", "on top|at the top|across the top|at their tops|above|on the top")
rule(
    "Command",
    "{make:Make} [,] [and] @joinedby [@atoptop] (by|with) {other:PlainThing} [@atoptop]",
    makes=topped_too,
    cost=0.1,
)
words("use", "use|using|take|with|from|out of")
words("usedfor", "using|with|out of|from|of|made of|made with|this time with|by using")
for _of in ("PlainThing", "Blocks", "Material"):
    rule(Make, f"@use {{of:{_of}}} [and|to|,] {{make:Make}}", makes=used, cost=0.1)
    rule(Make, f"{{make:Make}} (:|,|first|, first) {{of:{_of}}}", makes=used, cost=0.2)
    rule(
        Make,
        f"{{make:Make}} (@usedfor|but @usedfor|only @usedfor|all @usedfor) {{of:{_of}}}",
        makes=used,
        cost=0.2,
    )
rule(Make, "{make:Make} [,] (then|and then|followed by) {other:PlainThing}", makes=continued, cost=0.3)
rule(Make, "{self:Make} (as well|too|also)")

rule(
    Make,
    "@make {trait:Manner} {thing:Thing} {place:Place}",
    "{place:Place} @make {trait:Manner} {thing:Thing}",
    makes=in_manner,
    cost=0.1,
)


def _based(part: str, ref: Ref, thing: Thing) -> Make | None:
    return None if thing.plural or ref.plural else Make(thing, Anchored(part, ref))


# "Use the red block as the base of a tower."
words(
    "asbase",
    "as the base of|as a base for|as the bottom of|as the foundation of|as the basis of|as the start of|"
    "as the beginning of|as the bases of|as a base of|the base of|the bases of",
)
words("ascentre", "as the center of|as the centre of|as the middle of|as the central block of")
for _part, _as in (("start", "@asbase"), ("middle", "@ascentre")):
    hear(Make, f"(use|using|make|take|with) {{ref:Ref}} {_as} {{thing:Thing}}", makes=partial(_based, _part))


def _fragment(make: Make, trait: Thing) -> Make | None:
    """ "A purple square? Just the outline please": what only tells how it is filled or coloured."""
    told = Thing(hollow=trait.hollow, pattern=trait.pattern, colours=trait.colours)
    return tailed(make, trait) if trait == told else None


hear(Make, "{make:Make} (.|?|;) {trait:Trait}", makes=_fragment, cost=0.3)

# One for each of several places.
words("foreach", ", one|: one|one|( one")
rule(Make, "[@want] (@make|@stack) {thing:Thing} @foreach {place:Place}", makes=one_each)
rule(Make, "[@want] {thing:Thing} @foreach {place:Place}", makes=one_each, cost=0.6)
rule(Make, "[@want] (@make|@stack) {thing:Thing} [,|:] {place:OneEach}", makes=one_each)
hear(Make, "{make:Make} @foreach {place:Place}", makes=one_more_each, cost=0.3)
words("colon", ":|,|(")
words("andone", "and one|one|and the other|and another|and the other one|and another one")
rule(Make, "{make:Make} [@colon] (one|the first) {a:Place} @andone {b:Place}", makes=enumerated)
rule(Make, "{make:Make} [@colon] one {a:Place} @andone {b:Place} @andone {c:Place}", makes=enumerated)
rule(
    Make,
    "{make:Make} [@colon] one {a:Place} @andone {b:Place} @andone {c:Place} @andone {d:Place}",
    makes=enumerated,
)

# "Three blocks next to it: a red one on the left, a row of two on the right".
rule("Item", "{thing:PlainThing} {place:Place}", makes=lambda thing, place: (Make(thing, place),), cost=0.1)
rule(
    "Item",
    "{colour:Colour} {place:Place}",
    makes=lambda colour, place: (Make(Thing(count=1, colours=(colour,)), place),),
    cost=0.1,
)
rule("Item", "{thing:PlainThing} @madeof {of:Blocks} {place:Place}", makes=item_of, cost=0.1)
rule(
    "Items",
    "{a:Item} [,] [and|then|and then] {b:Item}",
    "{a:Items} [and|,|and then] {b:Item}",
    makes=lambda a, b: (*a, *b),
)
rule(Make, "{make:Make} @colon {items:Items}", makes=listed)
hear("Command", "{make:Make} @colon {items:Items}", makes=each_of)
hear(
    Make,
    "{landmark:Ref} @gets {items:Items}",
    makes=lambda landmark, items: listed(Make(Thing(), Under(landmark)), items),
)

# "The tower gets a red block on top", "a hat for the tower".
words(
    "gets",
    "gets|get|needs|need|receives|wants|want|wants to get|is given|could use|could do with|deserves|carries",
)
hear("@gets", "@must (get|have|receive|be given|carry)")
rule(Make, "{landmark:Ref} @gets {thing:Thing} @astop", makes=on_top, cost=0.2)
rule(Make, "@make {thing:Thing} @astop of {landmark:Ref}", makes=on_top, cost=0.6)
rule(
    Make,
    "{landmark:Ref} @gets {thing:Thing} {place:Place}",
    "give {landmark:Ref} {thing:Thing} {place:Place}",
    makes=about,
    cost=0.4,
)
words("hat", "hat|cap|lid|crown|little hat|small hat")
rule("Hat", "(a|one) {colours+:Colour} @hat", makes=Thing, count=1)
rule("Hat", "(a|one) @hat", makes=Thing, count=1)
rule(
    Make,
    "[@make] {thing:Hat} (for|on|onto|on top of) {landmark:Ref}",
    "give {landmark:Ref} {thing:Hat}",
    "{landmark:Ref} @gets {thing:Hat}",
    makes=on_top,
)


def _sparing(make: Make, but: Ref) -> Make | None:
    """ "Put a block on each tower, except the green one"."""
    landmark = getattr(make.place, "landmark", None)
    if not isinstance(landmark, Ref) or landmark.but is not None or make.place is None:
        return None
    if landmark.quantifier not in ("each", "all", "both") and not landmark.plural:
        return None
    return replace(make, place=with_landmark(make.place, replace(landmark, but=but)))


hear(Make, "{make:Make} [,] @except {but:Ref}", makes=_sparing, cost=0.1)


def _in_own_colour(make: Make) -> Make | None:
    """ "Two more blocks on each tower, in its own colour"."""
    if make.thing.colours or make.thing.colour_of or make.thing.then:
        return None
    return replace(make, thing=replace(make.thing, colour_of=Ref("same")))


hear(Make, "{make:Make} [,|.] {:OwnColour}", makes=_in_own_colour, cost=0.1)
verbs("capped", "cap|crown|top|top off|cap off|roof")
hear(
    Make,
    "@capped {landmark:Ref} with {thing:Thing}",
    "(@capped|finish) {landmark:Ref} off with {thing:Thing}",
    "cover {landmark:Ref} with {thing:Thing}",
    "cover (the top|the tops) of {landmark:Ref} with {thing:Thing}",
    "[only] {landmark:Ref} @must be @capped with {thing:Thing}",
    "{landmark:Ref} @gets {thing:Thing} on (its|their) (head|heads|top|tops)",
    makes=on_top,
    cost=0.1,
)
hear(Make, "(mark|occupy) {place:CornerNoun} with {thing}", cost=0.1)
hear(
    Make,
    "(bookend|flank) {landmark:Ref} with {thing:Thing} [at either end|at both ends|at each end]",
    makes=lambda landmark, thing: Make(thing, End(landmark, both=True)),
)


def _and_this(landmark: Ref, thing: Thing) -> Make | None:
    """ "Crown the tall tower with red and the short one with blue": what stands behind is elliptic."""
    return on_top(thing, landmark) if landmark.quantifier == "the" else None


hear(Make, "and {landmark:Ref} with {thing:Thing}", makes=_and_this, cost=1.0)
hear(Make, "@pickup {thing:Thing} [,] and @putdown (it|them) [down] {place:Place}")
rule(
    Make,
    "{make:Make} (.|;|,) all [in] {colour:Colour}",
    makes=lambda make, colour: tailed(make, Thing(colours=(colour,))),
)


def _hung(thing: Thing, place: Under) -> Make:
    """A chain hangs down."""
    return Make(replace(thing, shape="tower") if thing.shape == "row" else thing, place)


hear(Make, "hang {thing:Thing} {place:Under}", makes=_hung)


def _shaped(make: Make, shape: Thing) -> Make | None:
    """ "Nine blocks on the ground as a square"."""
    thing = as_shape(make.thing, shape)
    return None if thing is None else replace(make, thing=thing)


def _shaped_at(make: Make, shape: Thing, place: Place) -> Make | None:
    """ "Nine blocks on the floor as a square in the corner"."""
    made = _shaped(make, shape)
    return None if made is None else placed(made, place)


hear(Make, "{make:Make} @inshape (a|an) {shape:ShapeNominal}", makes=_shaped, cost=0.1)
hear(Make, "{make:Make} @inshape (a|an) {shape:ShapeNominal} {place:Place}", makes=_shaped_at, cost=0.1)


def _spaced(make: Make, gap: int) -> Make | None:
    """ "Behind it goes a yellow one, but leave one empty cell between them"."""
    if not isinstance(make.place, OnTop | Under | Beside) or make.place.gap is not None:
        return None
    return replace(make, place=replace(make.place, gap=gap))


hear(Make, "{make:Make} [,] [but] @leaving {gap:Clearance} [@freebetween]", makes=_spaced, cost=0.1)


def _started(start: str | Extreme, make: Make) -> Make | None:
    """ "Starting at the west end, a block on every third one"."""
    landmark = getattr(make.place, "landmark", None)
    way = start.direction if isinstance(start, Extreme) else start
    counted = started(landmark, way) if isinstance(landmark, Ref) else None
    if make.place is None or counted is None:
        return None
    return replace(make, place=with_landmark(make.place, counted))


hear(Make, "{start:Start} [,] {make:Make}", "{make:Make} [,] {start:Start}", makes=_started)
