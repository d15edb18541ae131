"""How people take back a word: the corrected part is never carried out."""

from __future__ import annotations

from dataclasses import replace

from cq.language.notation import rules
from cq.language.program import (
    Again,
    Check,
    Command,
    Correct,
    Keep,
    Look,
    Place,
    Redo,
    Ref,
    Thing,
    Turn,
    Undo,
)
from cq.language.rules.commanding import with_landmark

_OHS = (
    "no|wait|sorry|oops|hmm|hm|eh|uh|er|erm|ehm|uhm|um|ah|oh|well|actually|no no|oh no|no wait|wait no|"
    "hang on|hold on|nope|oh wait|oh sorry|hmm actually|hmm actually no|actually no"
).split("|")


def _named(first: Ref, second: Ref) -> Ref:
    """The second reference, with the noun of the first where it has none."""
    elided = second.noun == "one" and first.noun not in ("it", "rest")
    return replace(second, noun=first.noun) if elided else second


def _made(first: Thing, second: Thing) -> Thing:
    """The second thing, with what the first one is where it is only "one"."""
    if second.shape != "one":
        return second
    return replace(first, colours=second.colours or first.colours, sizes=second.sizes or first.sizes)


def _placed(first: Place, second: Place) -> Place:
    """The second place, by what the first one names where it says "it"."""
    held, old = getattr(second, "landmark", None), getattr(first, "landmark", None)
    return with_landmark(second, old) if held == Ref("it") and isinstance(old, Ref) else second


_PLAIN = ("Number", "Colour", "Direction")

_CORRECTED = (*_PLAIN, "Place", "Coordinate", "ShortSize", "Tally", "ColouredOne")

_VALUE = f"({'|'.join(f'{{value:{one}}}' for one in _CORRECTED)})"

_PLAIN_VALUE = f"({'|'.join(f'{{value:{one}}}' for one in _PLAIN)})"


def _instead(command: Command) -> Command | None:
    """Another order in the place of the one before; "no, undo that" is said of what was done."""
    if isinstance(command, (Undo, Redo)):
        return command
    return None if isinstance(command, (Correct, Again, Check, Look, Turn, Keep)) else Correct(command)


rules("""
@imean: i mean|i meant|no wait|no , wait|wait no|wait , no|wait|sorry|sorry i mean|sorry , i mean|no sorry
    no , sorry|oops|oops i mean|rather|or rather|or better|better|no i mean|no , i mean|i mean to say
    correction|scratch that|make that|no make that|no , make that|hmm no make that|eh|uh|er|erm|uhm|hmm|hm no
    no no|oh no|oh wait|oh sorry|actually|actually no|actually make that|that is to say|strike that|hmm no
    er no|uh no|eh no|ah no|um no|no hmm|wrong|my mistake|my bad|pardon|excuse me|well actually|no ,|or no ,
    on second thought|on second thoughts|i should say|nope ,|sorry not that|wait a minute|hang on|oops sorry
    oops no|oops , i mean|sorry no|hold on|wait i mean|wait , i mean|no i meant|no rather|no better
    no actually|no i mean to say|no , i meant|no , rather|no , better|no , no|no , actually|no , i mean to say
    wait i meant|wait rather|wait make that|wait better|wait actually|wait i mean to say|wait ,|wait , i meant
    wait , rather|wait , make that|wait , better|wait , actually|wait , i mean to say|sorry i meant
    sorry rather|sorry make that|sorry better|sorry actually|sorry i mean to say|sorry ,|sorry , i meant
    sorry , rather|sorry , make that|sorry , better|sorry , no|sorry , actually|sorry , i mean to say
    oops i meant|oops rather|oops make that|oops better|oops actually|oops i mean to say|oops ,|oops , i meant
    oops , rather|oops , make that|oops , better|oops , no|oops , actually|oops , i mean to say|hmm i mean
    hmm i meant|hmm rather|hmm make that|hmm better|hmm actually|hmm i mean to say|hmm ,|hmm , i mean
    hmm , i meant|hmm , rather|hmm , make that|hmm , better|hmm , no|hmm , actually|hmm , i mean to say|hm
    hm i mean|hm i meant|hm rather|hm make that|hm better|hm actually|hm i mean to say|hm ,|hm , i mean
    hm , i meant|hm , rather|hm , make that|hm , better|hm , no|hm , actually|hm , i mean to say|eh i mean
    eh i meant|eh rather|eh make that|eh better|eh actually|eh i mean to say|eh ,|eh , i mean|eh , i meant
    eh , rather|eh , make that|eh , better|eh , no|eh , actually|eh , i mean to say|uh i mean|uh i meant
    uh rather|uh make that|uh better|uh actually|uh i mean to say|uh ,|uh , i mean|uh , i meant|uh , rather
    uh , make that|uh , better|uh , no|uh , actually|uh , i mean to say|er i mean|er i meant|er rather
    er make that|er better|er actually|er i mean to say|er ,|er , i mean|er , i meant|er , rather
    er , make that|er , better|er , no|er , actually|er , i mean to say|erm i mean|erm i meant|erm rather
    erm make that|erm better|erm no|erm actually|erm i mean to say|erm ,|erm , i mean|erm , i meant
    erm , rather|erm , make that|erm , better|erm , no|erm , actually|erm , i mean to say|ehm|ehm i mean
    ehm i meant|ehm rather|ehm make that|ehm better|ehm no|ehm actually|ehm i mean to say|ehm ,|ehm , i mean
    ehm , i meant|ehm , rather|ehm , make that|ehm , better|ehm , no|ehm , actually|ehm , i mean to say
    uhm i mean|uhm i meant|uhm rather|uhm make that|uhm better|uhm no|uhm actually|uhm i mean to say|uhm ,
    uhm , i mean|uhm , i meant|uhm , rather|uhm , make that|uhm , better|uhm , no|uhm , actually
    uhm , i mean to say|um|um i mean|um i meant|um rather|um make that|um better|um actually|um i mean to say
    um ,|um , i mean|um , i meant|um , rather|um , make that|um , better|um , no|um , actually
    um , i mean to say|ah i mean|ah i meant|ah rather|ah make that|ah better|ah actually|ah i mean to say
    ah , i mean|ah , i meant|ah , rather|ah , make that|ah , better|ah , no|ah , actually|ah , i mean to say
    oh i mean|oh i meant|oh rather|oh make that|oh better|oh actually|oh i mean to say|oh , i mean
    oh , i meant|oh , rather|oh , make that|oh , better|oh , no|oh , actually|oh , i mean to say|well i mean
    well i meant|well rather|well make that|well better|well no|well i mean to say|well , i mean
    well , i meant|well , rather|well , make that|well , better|well , no|well , actually|well , i mean to say
    actually i mean|actually i meant|actually rather|actually better|actually actually|actually i mean to say
    actually ,|actually , i mean|actually , i meant|actually , rather|actually , make that|actually , better
    actually , no|actually , actually|actually , i mean to say|no no i mean|no no i meant|no no rather
    no no make that|no no better|no no no|no no actually|no no i mean to say|no no ,|no no , i mean
    no no , i meant|no no , rather|no no , make that|no no , better|no no , no|no no , actually
    no no , i mean to say|oh no i mean|oh no i meant|oh no rather|oh no make that|oh no better|oh no no
    oh no actually|oh no i mean to say|oh no ,|oh no , i mean|oh no , i meant|oh no , rather|oh no , make that
    oh no , better|oh no , no|oh no , actually|oh no , i mean to say|no wait i mean|no wait i meant
    no wait rather|no wait make that|no wait better|no wait no|no wait actually|no wait i mean to say
    no wait ,|no wait , i mean|no wait , i meant|no wait , rather|no wait , make that|no wait , better
    no wait , no|no wait , actually|no wait , i mean to say|wait no i mean|wait no i meant|wait no rather
    wait no make that|wait no better|wait no no|wait no actually|wait no i mean to say|wait no ,
    wait no , i mean|wait no , i meant|wait no , rather|wait no , make that|wait no , better|wait no , no
    wait no , actually|wait no , i mean to say|hang on i mean|hang on i meant|hang on rather|hang on make that
    hang on better|hang on no|hang on actually|hang on i mean to say|hang on ,|hang on , i mean
    hang on , i meant|hang on , rather|hang on , make that|hang on , better|hang on , no|hang on , actually
    hang on , i mean to say|hold on i mean|hold on i meant|hold on rather|hold on make that|hold on better
    hold on no|hold on actually|hold on i mean to say|hold on ,|hold on , i mean|hold on , i meant
    hold on , rather|hold on , make that|hold on , better|hold on , no|hold on , actually
    hold on , i mean to say|nope i mean|nope i meant|nope rather|nope make that|nope better|nope no
    nope actually|nope i mean to say|nope , i mean|nope , i meant|nope , rather|nope , make that|nope , better
    nope , no|nope , actually|nope , i mean to say|oh wait i mean|oh wait i meant|oh wait rather
    oh wait make that|oh wait better|oh wait no|oh wait actually|oh wait i mean to say|oh wait ,
    oh wait , i mean|oh wait , i meant|oh wait , rather|oh wait , make that|oh wait , better|oh wait , no
    oh wait , actually|oh wait , i mean to say|oh sorry i mean|oh sorry i meant|oh sorry rather
    oh sorry make that|oh sorry better|oh sorry no|oh sorry actually|oh sorry i mean to say|oh sorry ,
    oh sorry , i mean|oh sorry , i meant|oh sorry , rather|oh sorry , make that|oh sorry , better
    oh sorry , no|oh sorry , actually|oh sorry , i mean to say|hmm actually i mean|hmm actually i meant
    hmm actually rather|hmm actually make that|hmm actually better|hmm actually no|hmm actually actually
    hmm actually i mean to say|hmm actually ,|hmm actually , i mean|hmm actually , i meant
    hmm actually , rather|hmm actually , make that|hmm actually , better|hmm actually , no
    hmm actually , actually|hmm actually , i mean to say|hmm actually no i mean|hmm actually no i meant
    hmm actually no rather|hmm actually no make that|hmm actually no better|hmm actually no no
    hmm actually no actually|hmm actually no i mean to say|hmm actually no ,|hmm actually no , i mean
    hmm actually no , i meant|hmm actually no , rather|hmm actually no , make that|hmm actually no , better
    hmm actually no , no|hmm actually no , actually|hmm actually no , i mean to say|actually no i mean
    actually no i meant|actually no rather|actually no make that|actually no better|actually no no
    actually no actually|actually no i mean to say|actually no ,|actually no , i mean|actually no , i meant
    actually no , rather|actually no , make that|actually no , better|actually no , no|actually no , actually
    actually no , i mean to say|wrong corner|wrong colour|wrong color|wrong one|wrong side|wrong place
    wrong number|wrong way|wrong direction|wrong edge|wrong block|wrong tower|wait wrong corner
    wait wrong colour|wait wrong color|wait wrong one|wait wrong side|wait wrong place|wait wrong number
    wait wrong way|wait wrong direction|wait wrong edge|wait wrong block|wait wrong tower|wait , wrong corner
    wait , wrong colour|wait , wrong color|wait , wrong one|wait , wrong side|wait , wrong place
    wait , wrong number|wait , wrong way|wait , wrong direction|wait , wrong edge|wait , wrong block
    wait , wrong tower|sorry wrong corner|sorry wrong colour|sorry wrong color|sorry wrong one
    sorry wrong side|sorry wrong place|sorry wrong number|sorry wrong way|sorry wrong direction
    sorry wrong edge|sorry wrong block|sorry wrong tower|sorry , wrong corner|sorry , wrong colour
    sorry , wrong color|sorry , wrong one|sorry , wrong side|sorry , wrong place|sorry , wrong number
    sorry , wrong way|sorry , wrong direction|sorry , wrong edge|sorry , wrong block|sorry , wrong tower
    oops wrong corner|oops wrong colour|oops wrong color|oops wrong one|oops wrong side|oops wrong place
    oops wrong number|oops wrong way|oops wrong direction|oops wrong edge|oops wrong block|oops wrong tower
    oops , wrong corner|oops , wrong colour|oops , wrong color|oops , wrong one|oops , wrong side
    oops , wrong place|oops , wrong number|oops , wrong way|oops , wrong direction|oops , wrong edge
    oops , wrong block|oops , wrong tower|no wrong corner|no wrong colour|no wrong color|no wrong one
    no wrong side|no wrong place|no wrong number|no wrong way|no wrong direction|no wrong edge|no wrong block
    no wrong tower|no , wrong corner|no , wrong colour|no , wrong color|no , wrong one|no , wrong side
    no , wrong place|no , wrong number|no , wrong way|no , wrong direction|no , wrong edge|no , wrong block
    no , wrong tower|wrong corner :|wrong colour :|wrong color :|wrong one :|wrong side :|wrong place :
    wrong number :|wrong way :|wrong direction :|wrong edge :|wrong block :|wrong tower :|wait wrong corner :
    wait wrong colour :|wait wrong color :|wait wrong one :|wait wrong side :|wait wrong place :
    wait wrong number :|wait wrong way :|wait wrong direction :|wait wrong edge :|wait wrong block :
    wait wrong tower :|wait , wrong corner :|wait , wrong colour :|wait , wrong color :|wait , wrong one :
    wait , wrong side :|wait , wrong place :|wait , wrong number :|wait , wrong way :|wait , wrong direction :
    wait , wrong edge :|wait , wrong block :|wait , wrong tower :|sorry wrong corner :|sorry wrong colour :
    sorry wrong color :|sorry wrong one :|sorry wrong side :|sorry wrong place :|sorry wrong number :
    sorry wrong way :|sorry wrong direction :|sorry wrong edge :|sorry wrong block :|sorry wrong tower :
    sorry , wrong corner :|sorry , wrong colour :|sorry , wrong color :|sorry , wrong one :
    sorry , wrong side :|sorry , wrong place :|sorry , wrong number :|sorry , wrong way :
    sorry , wrong direction :|sorry , wrong edge :|sorry , wrong block :|sorry , wrong tower :
    oops wrong corner :|oops wrong colour :|oops wrong color :|oops wrong one :|oops wrong side :
    oops wrong place :|oops wrong number :|oops wrong way :|oops wrong direction :|oops wrong edge :
    oops wrong block :|oops wrong tower :|oops , wrong corner :|oops , wrong colour :|oops , wrong color :
    oops , wrong one :|oops , wrong side :|oops , wrong place :|oops , wrong number :|oops , wrong way :
    oops , wrong direction :|oops , wrong edge :|oops , wrong block :|oops , wrong tower :|no wrong corner :
    no wrong colour :|no wrong color :|no wrong one :|no wrong side :|no wrong place :|no wrong number :
    no wrong way :|no wrong direction :|no wrong edge :|no wrong block :|no wrong tower :|no , wrong corner :
    no , wrong colour :|no , wrong color :|no , wrong one :|no , wrong side :|no , wrong place :
    no , wrong number :|no , wrong way :|no , wrong direction :|no , wrong edge :|no , wrong block :
    no , wrong tower :|wrong corner ,|wrong colour ,|wrong color ,|wrong one ,|wrong side ,|wrong place ,
    wrong number ,|wrong way ,|wrong direction ,|wrong edge ,|wrong block ,|wrong tower ,|wait wrong corner ,
    wait wrong colour ,|wait wrong color ,|wait wrong one ,|wait wrong side ,|wait wrong place ,
    wait wrong number ,|wait wrong way ,|wait wrong direction ,|wait wrong edge ,|wait wrong block ,
    wait wrong tower ,|wait , wrong corner ,|wait , wrong colour ,|wait , wrong color ,|wait , wrong one ,
    wait , wrong side ,|wait , wrong place ,|wait , wrong number ,|wait , wrong way ,|wait , wrong direction ,
    wait , wrong edge ,|wait , wrong block ,|wait , wrong tower ,|sorry wrong corner ,|sorry wrong colour ,
    sorry wrong color ,|sorry wrong one ,|sorry wrong side ,|sorry wrong place ,|sorry wrong number ,
    sorry wrong way ,|sorry wrong direction ,|sorry wrong edge ,|sorry wrong block ,|sorry wrong tower ,
    sorry , wrong corner ,|sorry , wrong colour ,|sorry , wrong color ,|sorry , wrong one ,
    sorry , wrong side ,|sorry , wrong place ,|sorry , wrong number ,|sorry , wrong way ,
    sorry , wrong direction ,|sorry , wrong edge ,|sorry , wrong block ,|sorry , wrong tower ,
    oops wrong corner ,|oops wrong colour ,|oops wrong color ,|oops wrong one ,|oops wrong side ,
    oops wrong place ,|oops wrong number ,|oops wrong way ,|oops wrong direction ,|oops wrong edge ,
    oops wrong block ,|oops wrong tower ,|oops , wrong corner ,|oops , wrong colour ,|oops , wrong color ,
    oops , wrong one ,|oops , wrong side ,|oops , wrong place ,|oops , wrong number ,|oops , wrong way ,
    oops , wrong direction ,|oops , wrong edge ,|oops , wrong block ,|oops , wrong tower ,|no wrong corner ,
    no wrong colour ,|no wrong color ,|no wrong one ,|no wrong side ,|no wrong place ,|no wrong number ,
    no wrong way ,|no wrong direction ,|no wrong edge ,|no wrong block ,|no wrong tower ,|no , wrong corner ,
    no , wrong colour ,|no , wrong color ,|no , wrong one ,|no , wrong side ,|no , wrong place ,
    no , wrong number ,|no , wrong way ,|no , wrong direction ,|no , wrong edge ,|no , wrong block ,
    no , wrong tower ,
hear Number, 0.3: {:Number} @imean {self:Number} | {:Number} (no|nope) {self:Number}
hear Colour, 0.3: {:Colour} @imean {self:Colour} | {:Colour} (no|nope) {self:Colour}
hear Direction, 0.3: {:Direction} @imean {self:Direction} | {:Direction} (no|nope) {self:Direction}
hear ColourPlural, 0.3: {:ColourPlural} @imean {self:ColourPlural}
    {:ColourPlural} (no|nope) {self:ColourPlural}
hear Ref = _named, 0.6: {first:Ref} @imean {second:Ref}
hear Thing = _made, 0.3: {first:Thing} @imean {second:Thing}
hear Place = _placed, 0.4: {first:Place} @imean {second:Place}
@isbetter: is what i want|is what i wanted|is right|is the right one|is the one i mean|instead|rather|please
    after all|i mean|is better|would be better|is what i meant
@shouldbe: make it|make that|make them|it should be|it must be|they should be|let it be|let us make it|put it
    put them|place it|build it|with|in|i meant|at|use
hear Correct, 0.4: @imean [@imean] [@shouldbe] ({value:Number}|{value:Colour}|{value:Direction}|\
{value:Place}|{value:Coordinate}|{value:ShortSize}|{value:Tally}|{value:ColouredOne}) [@isbetter]
    (no|nope) [@shouldbe] ({value:Number}|{value:Colour}|{value:Direction}) [@isbetter]
    @shouldbe ({value:Number}|{value:Colour}|{value:Direction}|{value:Place}|{value:Coordinate}|\
{value:ShortSize}|{value:Tally}|{value:ColouredOne}) (instead|rather|after all)
hear Correct, 0.6: @imean {value:Ref} [@isbetter]
hear Correct, 0.7: @imean {value:Thing} [@isbetter]
hear Correct, 0.4: not {:Number} but {value:Number} | not {:Colour} but {value:Colour}
    not {:Direction} but {value:Direction} | not {:Place} but {value:Place}
    not {:Coordinate} but {value:Coordinate} | not {:ShortSize} but {value:ShortSize}
    not {:Tally} but {value:Tally} | not {:ColouredOne} but {value:ColouredOne}
hear Correct, 0.6: ({value:Number}|{value:Colour}|{value:Direction}) (is better|would be better|is right|\
after all|i mean|i meant|would be nicer)
hear Correct = _instead, 0.6: @imean {command:Command} | @imean {command:Command} (instead|rather|please)
    {command:Command} (instead|rather)
# What was asked for, or asked about, is left: another order comes in its place.
@scrapped: change of plan|change of plans|new plan|never mind|nevermind|nvm|forget it|forget that
    forget about it|forget about that|scrap that|scrap it|drop it|drop that|skip that|skip it|different idea
    i changed my mind|i have changed my mind|leave it|leave that|let it be|new idea|something else
    let us do something else|do something else
@ohwell: oh|no|just|actually|well|ah
@mark: .|:|;|and|-|?|then|? then|? well then
hear Scrapped = bool: @scrapped | @ohwell @scrapped | [@ohwell] (forget|ignore) [about] {:Ref}
hear Scrapped = bool, 0.2: no {:Thing} ? | no {:Colour} ?
hear Correct = _instead, 0.4: {:Scrapped} [@mark] {command:Command}
ColouredOne: (a|the) {self:Colour} (one|ones|block)
""")
