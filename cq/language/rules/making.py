"""How people order new things and their places."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from cq.language.declaring import hear
from cq.language.notation import rules
from cq.language.program import Anchored, Beside, Extreme, Make, OnTop, Place, Ref, Thing, Under
from cq.language.rules.commanding import (
    on_top,
    placed,
    tailed,
    with_landmark,
)
from cq.language.rules.comparisons import started
from cq.language.rules.forming import as_shape


def _led_by(trait: Thing, make: Make) -> Make | None:
    """ "From left to right: red, yellow, blue". "Facing south, …" is about the builder."""
    return None if trait.faces or trait.heading else tailed(make, trait)


def _based(part: str, ref: Ref, thing: Thing) -> Make | None:
    return None if thing.plural or ref.plural else Make(thing, Anchored(part, ref))


def _fragment(make: Make, trait: Thing) -> Make | None:
    """ "A purple square? Just the outline please": a sentence with only its filling or colours."""
    told = Thing(hollow=trait.hollow, pattern=trait.pattern, colours=trait.colours)
    return tailed(make, trait) if trait == told else None


def _sparing(make: Make, but: Ref) -> Make | None:
    """ "Put a block on each tower, except the green one"."""
    landmark = getattr(make.place, "landmark", None)
    if not isinstance(landmark, Ref) or landmark.but is not None or make.place is None:
        return None
    if landmark.quantifier not in ("each", "all", "both") and not landmark.plural:
        return None
    return replace(make, place=with_landmark(make.place, replace(landmark, but=but)))


def _in_own_colour(make: Make) -> Make | None:
    """ "Two more blocks on each tower, in its own colour"."""
    if make.thing.colours or make.thing.colour_of or make.thing.then:
        return None
    return replace(make, thing=replace(make.thing, colour_of=Ref("same")))


def _and_this(landmark: Ref, thing: Thing) -> Make | None:
    """ "Crown the tall tower with red and the short one with blue": the second part is elliptic."""
    return on_top(thing, landmark) if landmark.quantifier == "the" else None


def _hung(thing: Thing, place: Under) -> Make:
    """A chain hangs down."""
    return Make(replace(thing, shape="tower") if thing.shape == "row" else thing, place)


def _shaped(make: Make, shape: Thing) -> Make | None:
    """ "Nine blocks on the ground as a square"."""
    thing = as_shape(make.thing, shape)
    return None if thing is None else replace(make, thing=thing)


def _shaped_at(make: Make, shape: Thing, place: Place) -> Make | None:
    """ "Nine blocks on the floor as a square in the corner"."""
    made = _shaped(make, shape)
    return None if made is None else placed(made, place)


def _spaced(make: Make, gap: int) -> Make | None:
    """ "Behind it goes a yellow one, but leave one empty cell between them"."""
    if not isinstance(make.place, OnTop | Under | Beside) or make.place.gap is not None:
        return None
    return replace(make, place=replace(make.place, gap=gap))


def _started(start: str | Extreme, make: Make) -> Make | None:
    """ "Starting at the west end, a block on every third one"."""
    landmark = getattr(make.place, "landmark", None)
    way = start.direction if isinstance(start, Extreme) else start
    counted = started(landmark, way) if isinstance(landmark, Ref) else None
    if make.place is None or counted is None:
        return None
    return replace(make, place=with_landmark(make.place, counted))


rules("""
@become: is|are|gets|get|goes|go|comes|come|sits|stands|stand|belongs|was|lies|lies flat|is put|is placed
    and stand|@must (be|go|stand|come)
@exist: there is|there are|there @must be
Make: [@want] @make {thing} {place} | @make {place} {thing} | {place} @make {thing}
Make, 0.6: [@want] @make {thing} [down]
Make = commanding.at_both, 0.2: {first:Place} (@make|@stack) {thing:Thing} {second:Place}
Make, 0.7: {thing} {place}
hear Make, 0.3: (and|, then|then) {thing:PlainThing} {place}
Make, 1: {place} [:] {thing}
hear Make, 0.7: {thing} , {place:MiddleNoun} | {thing} , {place:CornerNoun}
Make, 0.4: {place} @want {thing}
Make, 0.4: {place:Span} (with|and place) {thing}
Make, 0.3: @want {thing} {place} | @exist {thing} {place} | {place} @exist {thing} | @want {place} {thing}
Make(stacked=True): @stack {thing} {place} | {place} @stack {thing} | @stack {place} {thing}
Make(stacked=True), 0.6: @stack {thing}
Make, 0.5: {thing} @become [@make] {place} | {place} @become [@make] {thing}
Make, 0.6: @want {thing} | @exist {thing}
# What is said behind: of the thing, of its place, in any order.
@breaks: ,|.|and|, and|but
@whatismade: it|they|that|which|the wall
@makebehind: :|and|, and|but|, but|'('|that|, is|[@breaks] @whatismade (is|are)|@breaks @whatismade @must be
    @breaks make (it|them)
Make = commanding.tailed, 0.05: {make:Make} {trait:Trait} | {make:Make} @makebehind {trait:Trait}
hear Make = _led_by, 0.2: {trait:Trait} (:|,) {make:Make}
@itgoes: , all|, both|, each|all|both|[@breaks] @whatismade (goes|stands|is|@must be)
@itstarts: , starting|starting|, beginning|beginning|@whatismade begins
Make = commanding.placed(make, Anchored("start", place)), 0.3: {make:Make} @itstarts {place:Place}
Make = commanding.placed, 0.3: {make:Make} (,|:|@itgoes) {place:Place}
hear Make = commanding.placed(make, At(level=1)): {make:Make} from the (ground|floor) [up]
Command = commanding.topped_off, 0.1: {make:Make} with {other:PlainThing} @astop
Command = commanding.topped_too, 0.1: {make:Make} and {other:PlainThing} @astop
@joinedby: topped
Command = commanding.topped_too, 0.1: {make:Make} @joinedby (by|with) {other:PlainThing}
@use: use|using|take|with|from
@usedfor: using|with|out of|from|of|made of
Make = commanding.used, 0.1: @use {of:PlainThing} [to] {make:Make}
Make = commanding.used, 0.2: {make:Make} (:|,|first) {of:PlainThing}
Make = commanding.used, 0.2: {make:Make} @usedfor {of:PlainThing}
Make = commanding.used, 0.1: @use {of:Blocks} [to] {make:Make}
Make = commanding.used, 0.2: {make:Make} (:|,) {of:Blocks}
Make = commanding.used, 0.2: {make:Make} @usedfor {of:Blocks}
Make = commanding.used, 0.2: {make:Make} (:|,|first) {of:Material}
Make = commanding.used, 0.2: {make:Make} @usedfor {of:Material}
Make = commanding.continued, 0.3: {make:Make} (then|and then|followed by) {other:PlainThing}
Make: {self:Make} as well
Make = commanding.in_manner, 0.1: @make {trait:Manner} {thing:Thing} {place:Place}
# "Use the red block as the base of a tower."
@asbase: as the base of|as the basis of
@ascentre: as the center of
""")
for _part, _as in (("start", "@asbase"), ("middle", "@ascentre")):
    hear(Make, f"(use|using|make|take|with) {{ref:Ref}} {_as} {{thing:Thing}}", makes=partial(_based, _part))

rules("""
hear Make = _fragment, 0.3: {make:Make} (.|?) {trait:Trait}
# One for each of several places.
@foreach: , one|: one|one|'(' one
Make = commanding.one_each: (@make|@stack) {thing:Thing} @foreach {place:Place}
Make = commanding.one_each, 0.6: [@want] {thing:Thing} @foreach {place:Place}
Make = commanding.one_each: @make {thing:Thing} {place:OneEach}
hear Make = commanding.one_more_each, 0.3: {make:Make} @foreach {place:Place}
@colon: :|,
@andone: and one|one|and another
Make = commanding.enumerated: {make:Make} [@colon] one {a:Place} @andone {b:Place}
Make = commanding.enumerated: {make:Make} [@colon] one {a:Place} @andone {b:Place} @andone {c:Place}
# "Three blocks next to it: a red one on the left, a row of two on the right".
Item = (Make(thing, place),), 0.1: {thing:PlainThing} {place:Place}
Item = (Make(Thing(count=1, colours=(colour,)), place),), 0.1: {colour:Colour} {place:Place}
Item = commanding.item_of, 0.1: {thing:PlainThing} @madeof {of:Blocks} {place:Place}
Items = (*a, *b): {a:Item} [and] {b:Item} | {a:Items} [and] {b:Item}
Make = commanding.listed: {make:Make} @colon {items:Items}
hear Command = commanding.each_of: {make:Make} @colon {items:Items}
hear Make = commanding.listed(Make(Thing(), Under(landmark)), items): {landmark:Ref} @gets {items:Items}
# "The tower gets a red block on top", "a hat for the tower".
@gets: gets|get|needs|need|wants|want|deserves|@must (get|have|carry)
Make = commanding.on_top, 0.2: {landmark:Ref} @gets {thing:Thing} @astop
Make = commanding.on_top, 0.6: @make {thing:Thing} @astop of {landmark:Ref}
Make = commanding.about, 0.4: {landmark:Ref} @gets {thing:Thing} {place:Place}
    give {landmark:Ref} {thing:Thing} {place:Place}
@hat: hat|cap|lid|crown
Hat = Thing(count=1): (a|one) {colours+:Colour} @hat
Hat = Thing(count=1): a @hat
Make = commanding.on_top: [@make] {thing:Hat} (for|on) {landmark:Ref} | give {landmark:Ref} {thing:Hat}
    {landmark:Ref} @gets {thing:Hat}
hear Make = _sparing, 0.1: {make:Make} @except {but:Ref}
hear Make = _in_own_colour, 0.1: {make:Make} {:OwnColour}
@capped*: cap|crown|top|top off|roof
hear Make = commanding.on_top, 0.1: @capped {landmark:Ref} with {thing:Thing}
    (@capped|finish) {landmark:Ref} off with {thing:Thing} | cover {landmark:Ref} with {thing:Thing}
    cover the top of {landmark:Ref} with {thing:Thing} | {landmark:Ref} @gets {thing:Thing} on its (head|top)
hear Make, 0.1: mark {place:CornerNoun} with {thing}
hear Make = Make(thing, End(landmark, both=True)): bookend {landmark:Ref} with {thing:Thing}
hear Make = _and_this, 1: and {landmark:Ref} with {thing:Thing}
hear Make: @pickup {thing:Thing} and @putdown it {place:Place}
Make = commanding.tailed(make, Thing(colours=(colour,))): {make:Make} (.|,) all [in] {colour:Colour}
hear Make = _hung: hang {thing:Thing} {place:Under}
hear Make = _shaped, 0.1: {make:Make} @inshape (a|an) {shape:ShapeNominal}
hear Make = _shaped_at, 0.1: {make:Make} @inshape a {shape:ShapeNominal} {place:Place}
hear Make = _spaced, 0.1: {make:Make} @leaving {gap:Clearance} [@freebetween]
hear Make = _started: {start:Start} {make:Make} | {make:Make} {start:Start}
""")
