"""How people state facts, set conditions of an order, and say that nothing is to be done.

A fact is a look at a thing with the stated limits: if there is no such thing, the reading fails.
"""

from __future__ import annotations

from dataclasses import replace

from cq.language.notation import rules
from cq.language.program import Command, HasSize, If, Limit, Look, Ref, Size
from cq.language.rules.topics import about


def fact(ref: Ref, limit: Limit) -> Look:
    """A look at a thing with a stated limit."""
    return Look(ref=replace(ref, limits=(limit, *ref.limits)))


def _coloured(ref: Ref, colour: str) -> Look | None:
    return None if ref.colours else Look(ref=replace(ref, colours=(colour,)))


def _of_size(ref: Ref, size: Size) -> Look | None:
    return None if ref.noun in ("block", "one", "it") else fact(ref, HasSize(size))


def _owned(of: Ref, ref: Ref) -> Look | None:
    return Look(ref=replace(ref, of=of)) if ref.of is None and ref.noun in ("gap", "part", "block") else None


def _depending(then: Command, fact: Look, negative: bool = False) -> If:
    """ "Remove the tower if it is red": "it" is the tower."""
    ref = getattr(then, "ref", None)
    return If(about(fact, ref) if isinstance(ref, Ref) else fact, then, negative=negative)


def _if_there(command: Command) -> If | None:
    """ "Remove the red blocks if there are any"."""
    ref = getattr(command, "ref", None)
    return If(Look(ref=ref), command) if isinstance(ref, Ref) else None


rules("""
# Facts: "the red tower is four high", "there is a gap in the wall", "it rests on both towers".
@isnowso: becomes|become|is|are|stands|stand|sits|sit|lies|lie|rests|rest|floats|float|hangs|hang|hovers|hover
    is sitting|is standing|are standing|was|were|looks|look|ends up|end up|is already|are already|is still
    are still|is now|are now|is hovering|is floating|is hanging|are floating|comes to rest|comes to stand
    is lying|touches|appears|'s|is sat|sticks out|stick out|is resting|happens to be|is currently
@isnotso: is not|are not|stands not|does not stand|do not stand|is no longer|are no longer
@hasgot: has|have|has got|have got|contains|counts|consists of|got|only has|has only|already has|carries|wears
    comes with
@seethere: there is|there are|we have got|we have|i have got|you have got|i see|i can see|you can see|you see
    you find|here is|here are|there stands|there stand|see|you will see|there be|there is still
    there are still|look at
Fact = fact: {ref:Ref} @isnowso {limit:Relation} | {ref:Ref} @isnowso {limit:Largest}
    {ref:Ref} @isnowso {limit:Comparison} | {ref:Ref} @isnowso {limit:State}
Fact = _coloured: {ref:Ref} @isnowso {colour:Colour}
Fact = _of_size: {ref:Ref} @isnowso [@onlynow|exactly] {size:Sized} | {ref:Ref} @hasgot {size:CountOfBlocks}
Fact = _owned: {of:Ref} @hasgot {ref:Ref}
hear Look: @seethere (a|an|one) @free (@midsquare|hole|gap) {place:Place}
Fact = Look: @seethere {ref:Ref} [there|here|left|standing|around|anywhere|somewhere]
    {ref:Ref} (is|are) there
hear Look, 0.4: {self:Fact}
hear Look, 0.2: (so that|so|such that|because|since|as|until|where|note that|now) {self:Fact}
@wonky: broken in one place|wonky|ugly|lonely|sad|bad|nice|good|small|short|strange|odd|wrong|broken|crooked
    weird|off|boring|not right|in the way|too many|too much|enough
hear Look, 0.3: {ref:Ref} (is|are|'s|looks|look) @wonky
# Conditions: "if there is a red block, …; otherwise …".
@if: if|in case|in case that|provided|provided that|when|whenever|as long as|should|and if|but if
    if it happens that|assuming|only if|just if|but only if|and only if
@otherwise: otherwise|else|if not|or else|if that is not so|if it is not|if they are not|if it does not
    if there is none|if there are none|if there is not|if there are not|if that is not the case
    if it is not there|in the other case|but if not|and if not|but otherwise
NoFact = fact: {ref:Ref} @isnotso {limit:Relation}
NoFact = fact: {ref:Ref} @isnotso {limit:Predicate}
NoFact = fact: {ref:Ref} @isnotso {limit:Comparison}
NoFact = fact: {ref:Ref} @isnotso {limit:Largest}
NoFact = Look: (there is|there are|you find|you see) no {ref:Ref}
hear If: @if {fact:Fact} [,|:] [then|also] {then:Command}
hear If = _depending: {then:Command} [,] @if {fact:Fact}
hear If = _depending(then, fact, True): {then:Command} [,] @if {fact:NoFact}
    {then:Command} [,] unless {fact:Fact}
hear If(negative=True): @if {fact:NoFact} [,|:] [then|also] {then:Command}
    unless {fact:Fact} [,] {then:Command}
@isthere: is there|are there|do you see|can you see|see|there is|there are
@ifyes: if so|if yes|if there is|if there are|if it is|then|if you do
hear If = If(Look(ref=ref), then): @isthere {ref:Ref} ? @ifyes [,] {then:Command}
hear If = If(Look(ref=ref), then, negative=True): @isthere {ref:Ref} ? @otherwise [,] {then:Command}
AskedFact = fact: (is|are) {ref:Ref} {limit:Relation} ?
AskedFact = fact: (is|are) {ref:Ref} {limit:Predicate} ?
AskedFact = fact: (is|are) {ref:Ref} {limit:Comparison} ?
AskedFact = fact: (is|are) {ref:Ref} {limit:Largest} ?
hear If: {fact:AskedFact} @ifyes [,] {then:Command}
hear If(negative=True): {fact:AskedFact} @otherwise [,] {then:Command}
Command, 0.1: if so [,] {self:Command} | {self:Command} if so
hear Look, 0.2: @isthere {ref} ? | do you see {ref}
hear If: {self:If} [,|;|.] @otherwise [,] {otherwise:Command}
@ifany: if there are any|if there is one|if there is any|if you find any|if you find one|if you find some
    if any|should there be any|should there be one|should there be anything|if there is anything
    if it is there|if they are there|if it exists|if there are some|if you see any|if you see one
hear If = _if_there, 0.1: {command:Command} [,] @ifany | @ifany [,] {command:Command}
# Nothing is to be done.
@anything: anything|a thing|any block|any blocks|any of it|any of this|any of them|anything at all|one thing
@act: do|build|change|touch|move|add|remove|place|alter|make|break|put|place or remove|do or change
@yet: yet|now|this time|for now|for the moment|at the moment|today|here|any more|just yet|in this step
    in this turn|at all|right now|with it|about it
@donothing: do nothing|do not do a thing|no action|no action needed|nothing to do|nothing to do here|stay put
    wait|just wait|skip this turn|skip this step|skip this one|pass|hold on|leave it at that|we are done
    we are finished|i am done|touch nothing|change nothing|leave it alone|leave it be|leave it like that
    leave everything alone|keep your hands off|wait for my next message|wait for me|let it be|nothing more
    nothing else to do|nothing for now|this step is empty|that is enough|no changes|no change
    no changes needed|no changes please|leave it as it is|keep your hands off the blocks|let the world stand
    leave the world alone|leave all as it is|we are all done|no more changes|stop here|stop|let everything be
    let all be|everything stays
hear Nothing = Keep(Ref("everything")): @donothing | @donothing @yet | @donothing as it (is|stands)
    @donot [@want to] @act @anything [@yet]
    [@want] (nothing|zero|no block|no blocks) [more|else] to @act [@yet] | zero blocks to @act
hear Keep(ref=Ref("rest")): if (it|they|that) (is|are) [already] [so|the case|there] [,] {:Nothing}
hear Keep: {self:Nothing} | {:Nothing} [,] [and] {self:Nothing} | (so|then|just|please) {self:Nothing}
hear Look, 0.3: i (never|have never) [really] liked {ref}
hear Look, 0.1: {ref} (is|are) {:Number} [@morecells] too (high|tall|long|short|low) [,] so
    {ref} (form|are|mark) the corners of (a|the) [big] square
""")
