"""How people go on after a build without an order: more of it, the same elsewhere, another part of it.

Only a text that follows a build is read as a follow-up.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cq.language.declaring import hear, words
from cq.language.program import (
    Again,
    Command,
    Correct,
    Make,
    Move,
    Offset,
    Place,
    Recolour,
    Ref,
    Reply,
    Resize,
    Size,
    Step,
    Thing,
)

FOLLOW_UP = "FollowUp"
IT = Ref("it")


def _flat(*values: Any) -> tuple[Any, ...]:
    """The pieces of some answers, one behind the other."""
    return tuple(part for value in values for part in (value if isinstance(value, tuple) else (value,)))


hear("Pieces", "{a:Answer}", makes=lambda a: _flat(a))
hear("Pieces", "{a:Answer} [,] {b:Answer}", makes=lambda a, b: _flat(a, b), cost=0.2)
hear("Pieces", "{a:Answer} [,] {b:Answer} [,] {c:Answer}", makes=lambda a, b, c: _flat(a, b, c), cost=0.4)
words("thistime", "but|but in|this time|only in|just in|except in|also|but with|now in")
hear("Pieces", "{a:Pieces} [,] @thistime {b:Answer}", makes=lambda a, b: _flat(a, b), cost=0.2)


def _again(pieces: tuple[Any, ...] = (None,)) -> Again | None:
    """The last order once more, with other pieces; an order among the pieces stands alone."""
    if any(isinstance(piece, Command) for piece in pieces):
        return None
    return Again(pieces[0], pieces[1:])


def _again_each(a: Any, b: Any) -> tuple[Again, Again]:
    """ "And west and east as well"."""
    return Again(a), Again(b)


def _corrected(pieces: tuple[Any, ...], denied: Any = None) -> Correct | None:
    if isinstance(pieces[0], (Correct, Again)) or isinstance(denied, Command):
        return None
    return Correct(pieces[0], pieces[1:], denied)


words(
    "adding",
    "and|also|and also|now|and now|then|and then|plus|next|now also|ok now|okay now|same for|how about|"
    "what about|same with|the same for",
)
words("aswell", "too|as well|aswell|also|again|likewise|once more|once again|please too|too please")
words(
    "onelikeit",
    "another one|another|one more|a second one|a twin|its twin|a copy|the same one|an identical one|"
    "another one like it|the same|same|same thing|the same thing|same again",
)
words(
    "doing",
    "do|build|make|put|place|add|give me|i want|now do|now build|now make|now put|now add|now place|"
    "stack|and do|and build|and put|and add|and make|and now|and|now|ok now|then|also",
)
hear(FOLLOW_UP, "@adding {pieces:Pieces} [@aswell]", "{pieces:Pieces} @aswell", makes=_again, cost=0.5)
hear(
    FOLLOW_UP,
    "[@adding] {a:Answer} @aswell [,] [@thistime] {b:Answer}",
    makes=lambda a, b: _again(_flat(a, b)),
    cost=0.5,
)
hear(FOLLOW_UP, "[@doing] @onelikeit [,|but] {pieces:Pieces} [@aswell]", makes=_again, cost=0.1)
hear(
    FOLLOW_UP,
    "[@doing] @onelikeit [in] {colour:Colour} [one|block] [,] {place:Place} [@aswell]",
    makes=lambda colour, place: Again(colour, (place,)),
)
hear(FOLLOW_UP, "[@doing] @onelikeit [@aswell]", "[@doing] (again|once more|once again)", makes=_again)
hear(FOLLOW_UP, "[@adding] {a:Direction} and {b:Direction} [@aswell]", makes=_again_each, cost=0.2)
hear(
    FOLLOW_UP,
    "[@doing] {number:Number} @extra",
    "[@doing] another {number:Number} [@morecells]",
    makes=lambda number: Again(Size(more=number)),
)

words(
    "extra",
    "more|more block|more blocks|more ones|more of those|more of these|more like it|of those|of these|"
    "extra|extra block|extra blocks|extra ones",
)
words(
    "onward",
    "further|farther|further on|more steps|steps more|more step|step more|further to the",
)
words("abitfurther", "further|farther|still further|even further|keep going")
hear(
    FOLLOW_UP,
    "[@adding] {number:Number} [@morecells] @onward [to the] {direction}",
    makes=lambda number, direction: Again(Offset(IT, (Step(direction, number),))),
)
hear(
    FOLLOW_UP, "[@adding] @abitfurther {direction}", makes=lambda direction: Again(Size(more=1), (direction,))
)
hear(
    FOLLOW_UP,
    "[@adding] @abitfurther",
    "[@adding] {n:Number} @onward",
    makes=lambda n=1: Again(Size(more=n or 1)),
)
hear(
    FOLLOW_UP,
    "[@adding] {n:Number} [@morecells] back [again]",
    "[@adding] [go|move it] back {n:Number} [@morecells]",
    makes=lambda n: Again(Size(more=n), (Reply("opposite"),)),
    cost=0.1,
)
hear(
    FOLLOW_UP,
    "[@doing] {more:Number} [@morecells] back [on|on it|again|in]",
    makes=lambda more: Resize(IT, more=more),
    cost=0.3,
)
words("offit", "off|away|off it|off again|off that|down")
hear(
    FOLLOW_UP,
    "[@adding] {n:Number} (more|more block|more blocks) @offit",
    makes=lambda n: Again(Size(more=n)),
)
hear(FOLLOW_UP, "[@adding] @yetanother [one|block] @offit", makes=lambda: Again(Size(more=1)))
hear(FOLLOW_UP, "[@adding] {less:Number} [@morecells] (less|fewer)", makes=Resize, ref=Ref("it"))
hear(
    FOLLOW_UP,
    "(and|but|in) [in] {value:Colour} [please]",
    "[@adding|but] [it should be] {value:ShortSize}",
    "[@adding|but] [it should be] {value:Sized}",
    makes=Correct,
    cost=0.5,
)
hear(FOLLOW_UP, "(now|now in|then|then in|now make it) {colour:Colour}", makes=Recolour, ref=IT, cost=0.3)
words("slightly", "a little|a bit|slightly|a step|one step|a touch")
hear(
    FOLLOW_UP,
    "@slightly [further|more] [to the] {direction}",
    makes=lambda direction: Move(IT, steps=(Step(direction, 1),)),
)
hear(FOLLOW_UP, "[make it] {size:SizePhrase}", makes=Resize, ref=IT, cost=0.6)
hear(
    FOLLOW_UP,
    "[oh|no] [sorry] [,] i said {:Answer} but [i] meant {pieces:Pieces}",
    "[oh|no|wait] [,] i (wanted|want|asked for|said) {pieces:Pieces}",
    makes=lambda pieces: _corrected(pieces),
    cost=0.3,
)
words("yetanother", "another|an extra|an additional|yet another")


def _more(number: int, place: Place) -> Make:
    return Make(Thing("one", number > 1, number), place)


hear(FOLLOW_UP, "[@doing] {number:Number} @extra {place:Place}", makes=_more)
hear(FOLLOW_UP, "[@doing] @yetanother {number:Number} [@morecells] {place:Place}", makes=_more)

words("notso", "no|nope|nah|nay|not that|not there|not so|no not that|wrong|not quite|no no")
hear(
    FOLLOW_UP,
    "[@adding] [the] {ref:PartNominal} [in] {colour:Colour}",
    "[@adding] [the] {ref:PartNominal} (should be|shall be|must be|needs to be|is to be) {colour:Colour}",
    "[@adding] [the] {ref:Nominal} [in] {colour:Colour}",
    makes=lambda ref, colour: Recolour(replace(ref, quantifier="the"), colour) if ref.limits else None,
    cost=0.4,
)
words("onlyso", "only|just|make it|make that|make them|it should be")
hear(
    FOLLOW_UP,
    "@imean [@imean] {pieces:Pieces} [@isbetter]",
    "@notso [,] [make it|but|make them] {pieces:Pieces}",
    "[@imean] (only|just) {pieces:Pieces}",
    "{pieces:Pieces} (instead|rather|after all|is better|would be better|i meant|i mean)",
    makes=_corrected,
    cost=0.4,
)
hear(FOLLOW_UP, "(@imean|instead) [,] {self:Command}", cost=0.6)  # It corrects only the world.
hear(
    FOLLOW_UP,
    "[@imean] [,] not {denied:Answer} [,|.|but|, but] [@imean] {pieces:Pieces}",
    "[@imean] {pieces:Pieces} [,] not {denied:Answer}",
    makes=_corrected,
    cost=0.2,
)
words("otherside", "side|way|direction|end|corner|edge|half")
words("theother", "other|opposite")
words("otherone", "one|tower|block|row|wall|structure")
hear(FOLLOW_UP, "[the] @theother @otherone", makes=lambda: Correct(Reply("other")), cost=0.7)
hear(FOLLOW_UP, "[the] @theother @otherside", makes=lambda: Correct(Reply("opposite")), cost=0.7)
hear(
    FOLLOW_UP,
    "[@adding] [@intoother] [the] @theother @otherone @aswell",
    "@adding [@intoother] [the] @theother @otherone",
    makes=lambda: Again(Reply("other")),
)
words("intoother", "on|at|to|in|for|from")
hear(
    FOLLOW_UP,
    "[@adding] [@intoother] [the] @theother @otherside @aswell",
    "@adding [@intoother] [the] @theother @otherside",
    "[@doing] @onelikeit [@aswell] [@intoother] [the] @theother @otherside [@aswell]",
    makes=lambda: Again(Reply("opposite")),
)

# Larger and smaller than it is.
words("abitmore", "even|still|a bit|a little|somewhat|much|way")
hear("SizedIt", "[make it] {more:Number} [@morecells] {dimension:Longer}", makes=Resize, ref=IT)
hear("SizedIt", "[make it] {less:Number} [@morecells] {dimension:Shorter}", makes=Resize, ref=IT)
hear("SizedIt", "[make it] [@abitmore] {dimension:Longer}", makes=Resize, ref=IT, cost=0.1)
hear("SizedIt", "{self} {side:Way}", "{self} [,] [and] @wholeface", makes=Resize)
hear(FOLLOW_UP, "[@adding] {self:SizedIt}")
hear(
    FOLLOW_UP,
    "(double|twice) (its|the) (height|length|width|size)",
    "[make it] twice as (high|tall|long|big|wide)",
    makes=lambda: Resize(IT, Size("any", like=IT, times=2)),
)
words(
    "itistoo",
    "it is|that is|thats|this is|they are|those are|its|hmm|oh|oops|hm|that looks|no|ok",
)
words("toolarge", "tall|high|long|big|wide|large|many|much|short|small|low|deep|narrow|far|few|close")
words("toomuch", "too|way too|much too|far too|slightly too|still too")
hear(
    "Complaint",
    "[@itistoo] [,] [@itistoo] @toomuch @toolarge [now|for me|i think]",
    makes=lambda: Reply("no"),
)
hear(
    "Complaint",
    "(oops|hmm|hm|oh|oh no|argh|no no|not there|not like that|not that|not this|wrong|no not that)",
    makes=lambda: Reply("no"),
)
hear(FOLLOW_UP, "{:Complaint} [,|.] {self:Command}", "{:Complaint} [,|.] {self:FollowUp}", cost=0.1)
hear(FOLLOW_UP, "{:Complaint} [,|.] @onlyso {pieces:Pieces}", makes=_corrected, cost=0.1)
