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
@imean:
    i mean|i meant|no , wait|no sorry|no , sorry|rather|or rather|or better|better|i mean to say|correction
    scratch that|make that|hmm no make that|that is to say|strike that|no hmm|wrong|my mistake|my bad|pardon
    excuse me|no ,|or no ,|on second thought|on second thoughts|i should say|nope ,|sorry not that
    wait a minute|oops sorry
    (no|nope|well|oh|ah) [,] (i mean|i meant|rather|make that|better|no|actually|i mean to say)
    (wait|sorry|oops|hmm|hm|eh|uh) [,] [i mean|i meant|rather|make that|better|no|actually|i mean to say]
    (er|erm|ehm|uhm|um|no no|oh no) [,] [i mean|i meant|rather|make that|better|no|actually|i mean to say]
    (no wait|wait no|hang on) [,] [i mean|i meant|rather|make that|better|no|actually|i mean to say]
    (hold on|oh wait|oh sorry) [,] [i mean|i meant|rather|make that|better|no|actually|i mean to say]
    (actually|hmm actually) [,] [i mean|i meant|rather|make that|better|no|actually|i mean to say]
    (hmm actually no|actually no) [,] [i mean|i meant|rather|make that|better|no|actually|i mean to say]
    [wait|wait ,|sorry|sorry ,|oops|oops ,|no|no ,] wrong (corner|colour|color|one) [:|,]
    [wait|wait ,|sorry|sorry ,|oops|oops ,|no|no ,] wrong (side|place|number|way) [:|,]
    [wait|wait ,|sorry|sorry ,|oops|oops ,|no|no ,] wrong (direction|edge|block|tower) [:|,]
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
hear Scrapped = bool, 0.2: no {:Thing} ? | no {:Colour} ? | no {:Thing} then | no {:Thing} after all
hear Correct = _instead, 0.4: {:Scrapped} [@mark] {command:Command}
ColouredOne: (a|the) {self:Colour} (one|ones|block)
""")
