"""An instruction as tokens: in lower case, spelling repaired, one token for each fixed phrase.

Polite and chatty frames are dropped. So are adverbs that change nothing ("directly", "also"). All else is
kept, so that a word that nobody understands still stops the reading.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from cq.building.interpretation.lexicon import GERUNDS, NUMBER_WORDS
from cq.building.interpretation.wording.asides import without_asides
from cq.building.interpretation.wording.common_wording import COMMON_WORDING
from cq.building.interpretation.wording.descriptions import describes
from cq.building.interpretation.wording.early_phrases import EARLY_PHRASES
from cq.building.interpretation.wording.lists import LIST, listed
from cq.building.interpretation.wording.loose_wording import plain
from cq.building.interpretation.wording.phrases import PHRASES
from cq.building.interpretation.wording.recasting import recast
from cq.building.interpretation.wording.shape_phrases import shaped
from cq.building.interpretation.wording.turns_of_phrase import in_plain_order
from cq.building.interpretation.wording.word_forms import FORMS, TYPED
from cq.language.idle_sentences import is_idle, stops
from cq.language.spelling import corrected

_FRAMES = "|".join(
    (
        r"please|kindly|pls|plz|ok|okay|hey(?: there)?|hi(?: there)?|hello(?: there)?|yo|now|next(?! to)|"
        r"firstly",
        r"first|secondly|finally|lastly|last(?! block| one)|then|and|so|but|also|after (?:that|this)|"
        r"following that|once that is done",
        r"with that done|when that is done|afterwards|alright|all right|right(?=,)|great|well|good|nice|"
        r"perfect|ah|oh",
        r"u+h*m+|h+m+|yes|yeah|yep|sure|sorry|buddy|mate|friend|my friend|builder|dear builder|dear|"
        r"look(?=,)|listen(?=,)",
        r"let's see|let me see|maybe|perhaps|possibly|just|simply|actually|basically|this time|for now",
        r"next step|step \d|once you are done|when you are done|when you have a moment|to (?:begin|start) "
        r"with",
        r"to finish|whatever (?:the |their )?colou?rs? (?:it is|they are|they have)|last of all|to end "
        r"with|as a (?:first|next|last|final) step|if possible|if you please",
        r"(?:do you think |perhaps |maybe )?(?:could|can|would|will|might) you(?: maybe| perhaps| "
        r"possibly| just)?",
        r"be so (?:kind|good) (?:as to|and)|be (?:kind|good) enough to|do me a favou?r and|you should|you "
        r"need to",
        r"you can|you must|you have to|you may|you might|you will|you are to|you'll|feel free to|would "
        r"you mind(?: awfully| terribly)?|mind(?: awfully| terribly)?(?= \w+ing\b)",
        r"(?:i was|i am|i'm) (?:thinking|wondering)(?: (?:that|if|whether|of|about))?(?: you (?:could|can|"
        r"would))?",
        r"(?:i|we) (?:would|'d) (?:like|love|want)(?: you)? to(?: have| see)?|(?:i|we)'d (?:like|love|"
        r"want)(?: you)?",
        r"(?:i|we)'d (?:like|love|want)(?: you)? to(?: have| see)?|(?:i|we) (?:would|'d) (?:like|love|want)",
        r"(?:i|we) (?:want|need|wish)(?: you)?(?: to(?: have| see)?| for)?|(?:i'll|we'll) have|give (?:me|"
        r"us)",
        r"let (?:me|us) have|(?:can|could|may) (?:i|we) (?:please )?(?:have|get|see)|(?:how|what) about|"
        r"we have to",
        r"it would be (?:lovely|great|nice|good|perfect|cool) (?:if (?:you (?:could|would|can)|we (?:had|"
        r"have))|to have)",
        r"i think (?:you should|we need|we should)|what (?:i|we) (?:want|need) (?:now )?(?:is|are)(?: for "
        r"you to)?",
        r"let's(?: have)?|let us|go ahead and|go on and|try to|try and|(?:your|the) (?:task|job|plan) is to",
        r"all you have to do is|there (?:should|must|is to|has to|needs to) be|make sure(?: that)?(?: "
        r"there is)?",
        r"for me|if you can|if you (?:do not|don't) mind|start (?:out |off )?by|begin by|continue by|"
        r"finish by|end by",
    )
)
_FRAME = re.compile(rf"^(?:(?:{_FRAMES})(?:[ ,]+(?:- )?|(?=$)))+")
_TAIL = re.compile(
    r"(?:[ ,]+(?:please|pls|plz|for me|thanks|thx|cheers|thank you|(?:many )?thanks|if you can|"
    r"if you (?:do not|don't) mind|next|now|would you|will you|could you|can you|okay|ok|alright|"
    r"that's (?:all|it)|that is all|folks|that_is all|mate|buddy|then|if possible|if that's (?:ok|okay|"
    r"possible|all "
    r"right)|"
    r"don't you think|as well|too|afterwards))+$"
)
_GERUND = re.compile(rf"(^|, |\b(?:and|then|by) )({'|'.join(GERUNDS)})\b")
_COMPASS = "(north|south|east|west)"
_FACING = re.compile(
    r"^(?:while |when |as |with )?(?:you |your )?(?:are |look |stand |standing )?(?:facing|looking|look|"
    r"face|turn) "
    rf"(?:to |towards? )?(?:the )?{_COMPASS}(?=\b|place|build|destroy|add|remove|put)(?! side|east|west|"
    rf"ern)[ ,]*(?:and\b)?"
)
_FACING_LATE = re.compile(rf"[ ,]*\b(?:while |when |as )?(?:you are )?facing (?:to )?(?:the )?{_COMPASS}\b")
_END = re.compile(r"([.!?;:\n]+)")
_CHAT = re.compile(r"\b(?:pls|plz)\b", re.IGNORECASE)
_SIGNS = re.compile(r"[:;]-?[)(DP](?!\w)|<3|\b(?:i\.e|e\.g)\.,?|[^\x00-\u2fff]")
"""Smileys, and abbreviations whose dots end no sentence."""
_LIST = re.compile(r": *(?=(?:one|its|two|three|four|five|six|seven|eight|nine|\d+)\b)")
"""A colon before what only describes what was said."""
_TOKEN = re.compile(r"[a-z0-9_']+|,|[^\s\w]")
_RUN_TOGETHER = re.compile(r"(?<=[a-z])(?=[A-Z][a-z])|(?<=[a-z])(?=facing (?:north|south|east|west))")


class Sentence(tuple[str, ...]):
    """The tokens of a sentence.

    `facing` is the direction of the builder's look that it states, or None. `stops` tells that it asks to do
    nothing, `announces` that a colon follows.
    """

    facing: str | None
    stops: bool
    announces: bool

    def __new__(cls, tokens: Iterable[str], facing: str | None = None, stops: bool = False) -> Sentence:
        """A sentence of tokens."""
        made = super().__new__(cls, tokens)
        made.facing, made.stops, made.announces = facing, stops, False
        return made


@lru_cache(maxsize=512)
def sentences(text: str) -> tuple[Sentence, ...]:
    """The sentences of a text, without the empty ones."""
    text = _RUN_TOGETHER.sub(". ", _CHAT.sub("please", _SIGNS.sub(" ", text)))
    for written, form in TYPED:
        text = written.sub(form, text)
    text = _LIST.sub(", ", LIST.sub(listed, corrected(text).casefold()))
    pieces = _END.split(_with_corners(text))
    found = [_sentence(part) for part in pieces[::2]]
    for sentence, end in zip(found, pieces[1::2], strict=False):
        sentence.announces = ":" in end
    return tuple(one for one in found if one or one.facing or one.stops)


_CORNER = re.compile(r"\b(north|south)[ -]?(east|west)(?:ern)? corner\b|\b(?:this|that)(?: same)? corner\b")


def _with_corners(text: str) -> str:
    """ "This corner" by its name, which was said before."""
    last = ""

    def named(match: re.Match[str]) -> str:
        nonlocal last
        if match[1]:
            last = f"the {match[1]}{match[2]} corner"
        return match[0] if match[1] or not last else last

    return _CORNER.sub(named, text)


def _sentence(part: str) -> Sentence:
    part = recast(part)
    if describes(plain(part)):
        return Sentence([], None)
    part = _FRAME.sub("", part)
    if is_idle(part.strip(" ,")):
        return Sentence([], None)
    if stops(part.strip(" ,")):
        return Sentence([], None, stops=True)
    part = plain(in_plain_order(_TAIL.sub("", without_asides(part))))
    if not part or describes(part):
        return Sentence([], None)
    part = shaped(part)
    facing = None
    for pattern in (_FACING, _FACING_LATE):
        if match := pattern.search(part):
            facing = match[1]
            part = " ".join((part[: match.start()] + " " + part[match.end() :]).split())
    part = _TAIL.sub("", _FRAME.sub("", part.strip(" ,")))
    part = PHRASES(COMMON_WORDING(EARLY_PHRASES(FORMS(part))))
    part = _GERUND.sub(lambda match: match[1] + GERUNDS[match[2]], part)
    return Sentence([_number(token) for token in _TOKEN.findall(part)], facing)


def _number(token: str) -> str:
    # "one" is a pronoun as well.
    return str(NUMBER_WORDS[token]) if token in NUMBER_WORDS and token != "one" else token
