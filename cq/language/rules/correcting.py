"""How people take back a word: the corrected part is never carried out."""

from __future__ import annotations

from dataclasses import replace

from cq.language.grammar import hear, rule, words
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

words(
    "imean",
    "i mean|i meant|no wait|no , wait|wait no|wait , no|wait|sorry|sorry i mean|sorry , i mean|no sorry|"
    "no , sorry|oops|oops i mean|rather|or rather|or better|better|no i mean|no , i mean|i mean to say|"
    "correction|scratch that|make that|no make that|no , make that|hmm no make that|eh|uh|er|erm|uhm|hmm|"
    "hm no|no no|oh no|oh wait|oh sorry|actually|actually no|actually make that|that is to say|strike that|"
    "hmm no|er no|uh no|eh no|ah no|um no|no hmm|wrong|my mistake|my bad|pardon|excuse me|well actually|"
    "no ,|or no ,|on second thought|on second thoughts|i should say|nope ,|sorry not that|wait a minute|"
    "hang on|oops sorry|oops no|oops , i mean|sorry no|hold on|wait i mean|wait , i mean",
)
_OHS = (
    "no|wait|sorry|oops|hmm|hm|eh|uh|er|erm|ehm|uhm|um|ah|oh|well|actually|no no|oh no|no wait|wait no|"
    "hang on|hold on|nope|oh wait|oh sorry|hmm actually|hmm actually no|actually no"
).split("|")
words(
    "imean",
    *(
        f"{oh} {comma} {say}".replace("  ", " ").strip()
        for oh in _OHS
        for comma in ("", ",")
        for say in (
            "",
            "i mean",
            "i meant",
            "rather",
            "make that",
            "better",
            "no",
            "actually",
            "i mean to say",
        )
        if say or oh not in ("no", "nope", "well", "oh", "ah")  # "But no blue ones" corrects nothing.
    ),
    *(
        f"{oh} wrong {what}{mark}"
        for mark in ("", " :", " ,")
        for oh in ("", "wait", "wait ,", "sorry", "sorry ,", "oops", "oops ,", "no", "no ,")
        for what in "corner colour color one side place number way direction edge block tower".split()
    ),
)
for _category in ("Number", "Colour", "Direction", "ColourPlural"):
    hear(
        _category,
        f"{{:{_category}}} @imean {{self:{_category}}}",
        f"{{:{_category}}} (no|nope) {{self:{_category}}}",
        cost=0.3,
    )


def _named(first: Ref, second: Ref) -> Ref:
    """The second reference, with the noun of the first where it has none."""
    elided = second.noun == "one" and first.noun not in ("it", "rest")
    return replace(second, noun=first.noun) if elided else second


def _made(first: Thing, second: Thing) -> Thing:
    """The second thing, with what the first one is where it is only "one"."""
    if second.shape != "one":
        return second
    return replace(first, colours=second.colours or first.colours, sizes=second.sizes or first.sizes)


hear("Ref", "{first:Ref} @imean {second:Ref}", makes=_named, cost=0.6)
hear("Thing", "{first:Thing} @imean {second:Thing}", makes=_made, cost=0.3)


def _placed(first: Place, second: Place) -> Place:
    """The second place, by what the first one names where it says "it"."""
    held, old = getattr(second, "landmark", None), getattr(first, "landmark", None)
    return with_landmark(second, old) if held == Ref("it") and isinstance(old, Ref) else second


hear("Place", "{first:Place} @imean {second:Place}", makes=_placed, cost=0.4)

words(
    "isbetter",
    "is what i want|is what i wanted|is right|is the right one|is the one i mean|instead|rather|please|"
    "after all|i mean|is better|would be better|is what i meant",
)
words(
    "shouldbe",
    "make it|make that|make them|it should be|it must be|they should be|let it be|let us make it|put it|"
    "put them|place it|build it|with|in|i meant|at|use",
)
_PLAIN = ("Number", "Colour", "Direction")
_CORRECTED = (*_PLAIN, "Place", "Coordinate", "ShortSize", "Tally", "ColouredOne")
_VALUE = f"({'|'.join(f'{{value:{one}}}' for one in _CORRECTED)})"
_PLAIN_VALUE = f"({'|'.join(f'{{value:{one}}}' for one in _PLAIN)})"
hear(
    Correct,
    f"@imean [@imean] [@shouldbe] {_VALUE} [@isbetter]",
    f"(no|nope) [@shouldbe] {_PLAIN_VALUE} [@isbetter]",
    f"@shouldbe {_VALUE} (instead|rather|after all)",
    cost=0.4,
)
hear(Correct, "@imean {value:Ref} [@isbetter]", cost=0.6)
hear(Correct, "@imean {value:Thing} [@isbetter]", cost=0.7)
for _category in _CORRECTED:
    hear(Correct, f"not {{:{_category}}} but {{value:{_category}}}", cost=0.4)
hear(
    Correct,
    f"{_PLAIN_VALUE} (is better|would be better|is right|after all|i mean|i meant|would be nicer)",
    cost=0.6,
)


def _instead(command: Command) -> Command | None:
    """Another order in the place of the one before; "no, undo that" is said of what was done."""
    if isinstance(command, (Undo, Redo)):
        return command
    return None if isinstance(command, (Correct, Again, Check, Look, Turn, Keep)) else Correct(command)


hear(
    Correct,
    "@imean {command:Command}",
    "@imean {command:Command} (instead|rather|please)",
    "{command:Command} (instead|rather)",
    makes=_instead,
    cost=0.6,
)
# What was asked for, or asked about, is left: another order comes in its place.
words(
    "scrapped",
    "change of plan|change of plans|new plan|never mind|nevermind|nvm|forget it|forget that|forget about it|"
    "forget about that|scrap that|scrap it|drop it|drop that|skip that|skip it|different idea|"
    "i changed my mind|i have changed my mind|leave it|leave that|let it be|new idea|something else",
)
words("ohwell", "oh|no|just|actually|well|ah")
words("mark", ".|:|;|and|-|?|then|? then|? well then")
hear("Scrapped", "@scrapped", "@ohwell @scrapped", "[@ohwell] forget [about] {:Ref}", makes=bool)
hear("Scrapped", "no {:Thing} ?", "no {:Colour} ?", makes=bool, cost=0.2)
hear(Correct, "{:Scrapped} [@mark] {command:Command}", makes=_instead, cost=0.4)
rule("ColouredOne", "(a|the) {self:Colour} (one|ones|block)")
