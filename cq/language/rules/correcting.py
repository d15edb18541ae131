"""How people take back a word: the corrected part is never carried out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cq.language.notation import rules
from cq.language.program import (
    Again,
    Check,
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


def _named(first: Ref, second: Ref) -> Ref:
    """The second reference, with the noun of the first where it has none."""
    elided = second.noun == "one" and first.noun not in ("it", "rest")
    return replace(second, noun=first.noun) if elided else second


def _made(first: Thing, second: Thing) -> Thing:
    """The second thing, with the kind of the first if it is only "one"."""
    if second.shape != "one":
        return second
    return replace(first, colours=second.colours or first.colours, sizes=second.sizes or first.sizes)


def _placed(first: Place, second: Place) -> Place:
    """The second place, with the landmark of the first for "it"."""
    held, old = getattr(second, "landmark", None), getattr(first, "landmark", None)
    return with_landmark(second, old) if held == Ref("it") and isinstance(old, Ref) else second


def _instead(command: Any) -> Any:
    """An order that replaces the one before; "no, undo that" is about finished work. Of two commands that one
    sentence makes, the second is about the first.
    """
    if isinstance(command, tuple):
        first, *others = command
        return None if (corrected := _instead(first)) is None else (corrected, *others)
    if isinstance(command, (Undo, Redo)):
        return command
    return None if isinstance(command, (Correct, Again, Check, Look, Turn, Keep)) else Correct(command)


rules("""
@imean: i mean|i meant|no sorry|rather|or rather|or better|better|correction|scratch that|make that
    strike that|no hmm|wrong|my mistake|my bad|pardon|excuse me|no ,|or no ,|on second thought
    on second thoughts|nope ,|oops sorry
    (no|nope|well|oh|ah) [,] (i mean|i meant|rather|make that|better|no|actually|i mean to say)
    (wait|sorry|oops|hmm|hm|eh|uh) [,] [i mean|i meant|rather|make that|better|no|actually|i mean to say]
    (er|erm|ehm|uhm|um|no no|oh no) [,] [i mean|i meant|rather|make that|better|no|actually|i mean to say]
    (no wait|wait no|hang on) [,] [i mean|i meant|rather|make that|better|no|actually|i mean to say]
    (hold on|oh wait|oh sorry) [,] [i mean|i meant|rather|make that|better|no|actually|i mean to say]
    (actually|hmm actually) [,] [i mean|i meant|rather|make that|better|no|actually|i mean to say]
    (hmm actually no|actually no) [,] [i mean|i meant|rather|make that|better|no|actually|i mean to say]
    [wait|wait ,|sorry|sorry ,|oops|oops ,|no|no ,] wrong (corner|colour|color|one) [:|,]
    [wait|wait ,|sorry|sorry ,|oops|oops ,|no|no ,] wrong (side|place|number|way) [:|,]
hear Number, 0.3: {:Number} @imean {self:Number} | {:Number} (no|nope) {self:Number}
hear Colour, 0.3: {:Colour} @imean {self:Colour} | {:Colour} (no|nope) {self:Colour}
hear Direction, 0.3: {:Direction} @imean {self:Direction} | {:Direction} (no|nope) {self:Direction}
hear Ref = _named, 0.6: {first:Ref} @imean {second:Ref}
hear Thing = _made, 0.3: {first:Thing} @imean {second:Thing}
hear Place = _placed, 0.4: {first:Place} @imean {second:Place}
@isbetter: is what i want|is right|instead|rather|please|after all|i mean|is better|would be better
@shouldbe: make it|make that|make them|it should be|put it|put them|place it|build it|with|in|i meant|at|use
hear Correct, 0.4:
    @imean [@imean] [@shouldbe] ({value:Number}|{value:Colour}|{value:Direction}|{value:Place}|\
{value:Coordinate}|{value:ShortSize}|{value:Tally}|{value:ColouredOne}) [@isbetter]
    (no|nope) [@shouldbe] ({value:Number}|{value:Colour}|{value:Direction}) [@isbetter]
    @shouldbe ({value:Number}|{value:Colour}|{value:Direction}|{value:Place}|{value:Coordinate}|\
{value:ShortSize}|{value:Tally}|{value:ColouredOne}) (instead|rather|after all)
hear Correct, 0.6: @imean {value:Ref} [@isbetter]
hear Correct, 0.7: @imean {value:Thing} [@isbetter]
hear Correct, 0.4: not {:Colour} but {value:Colour}
hear Correct, 0.6:
    ({value:Number}|{value:Colour}|{value:Direction}) (is better|would be better|is right|after all|i mean|\
i meant|would be nicer)
hear Correct = _instead, 0.6: @imean {command:Command} | {command:Command} (instead|rather)
# What was asked for, or asked about, is left: another order comes in its place.
@scrapped: change of plan|new plan|never mind|nevermind|nvm|forget it|forget that|scrap that|scrap it|drop it
    drop that|skip that|skip it|different idea|i changed my mind|leave it|leave that|new idea|something else
@ohwell: oh|no|just|actually|well|ah
@mark: .|:|;|and|-|?|then|? then
hear Scrapped = bool: @scrapped | @ohwell @scrapped | [@ohwell] (forget|ignore) [about] {:Ref}
hear Scrapped = bool, 0.2: no {:Thing} ? | no {:Colour} ?
hear Correct = _instead, 0.4: {:Scrapped} [@mark] {command:Command}
ColouredOne: (a|the) {self:Colour} (one|ones|block)
""")
