"""An instruction as tokens: in lower case, spelling repaired, one token for each fixed phrase.

Polite and chatty frames are dropped. So are adverbs that change nothing ("directly", "also"). All else is
kept, so that a word that nobody understands still stops the reading.
"""

from __future__ import annotations

import re
from functools import lru_cache

from cq.building.interpretation.common_wording import COMMON_WORDING
from cq.building.interpretation.descriptions import describes
from cq.building.interpretation.lexicon import NUMBER_WORDS
from cq.building.interpretation.lists import LIST, listed
from cq.building.interpretation.phrases import PHRASES
from cq.language.spelling import corrected

_FRAMES = "|".join(
    (
        r"please|kindly|pls|plz|ok|okay|hey|hi|hello|now|next|first|firstly|secondly|finally|lastly",
        r"then|and|so|after that|alright|great|well|afterwards|next step|step \d|once you are done",
        r"when you are done|could you|can you|would you|will you|you should|you can|you need to|you must",
        r"would you mind|i would like you to|i'd like you to|i want you to|i need you to|i'd like to have",
        r"i would like|i'd like|i want|i need|we need|let's|let us|go ahead and|try to|your task is to",
        r"all you have to do is|there should be|there must be|for me|if you can|if you do not mind",
        r"if you don't mind",
    )
)
_FRAME = re.compile(rf"^(?:(?:{_FRAMES})[ ,]+)+")
_TAIL = re.compile(
    r"[ ,]+(?:please|pls|plz|for me|thanks|thx|cheers|thank you|if you can|if you do not mind|next|now|"
    r"would you|will you|okay|ok)+$"
)
_COMPASS = "(north|south|east|west)"
_FACING = re.compile(
    r"^(?:while |when |as |with )?(?:you |your )?(?:are |look |stand |standing )?(?:facing|looking|look|"
    r"face|turn) "
    rf"(?:to |towards? )?(?:the )?{_COMPASS}(?=\b|place|build|destroy|add|remove|put)(?! side|east|west|"
    rf"ern)[ ,]*(?:and\b)?"
)
_FACING_LATE = re.compile(rf"[ ,]*\b(?:while |when |as )?(?:you are )?facing (?:to )?(?:the )?{_COMPASS}\b")
_NOTHING = re.compile(
    r"^(?:(?:but )?(?:keep|leave) )?(?:the )?(?:others?|rest|remaining blocks|everything else)"
    r"(?: (?:stays?|remains?|standing|hanging|where (?:it is|they are)|as (?:it is|they are)|untouched|"
    r"alone))*$"
)
"""What asks for nothing."""
_DO_NOTHING = re.compile(
    r"^(?:just )?(?:(?:do|change|build|touch|add|remove|move) (?:absolutely )?nothing(?: at all)?|"
    r"(?:do not|don'?t) (?:do|change|build|touch|add|remove|move) (?:anything|a thing|any blocks?)|"
    r"(?:leave|keep) (?:everything|all|the (?:world|grid)) (?:exactly )?"
    r"(?:as (?:it is|they are)|alone|unchanged))"
    r"(?: (?:at all|now|this time|yet|here|for now))*$"
)
_END = re.compile(r"[.!?;:\n]+")
_TOKEN = re.compile(r"[a-z0-9_']+|,|[^\s\w]")
_RUN_TOGETHER = re.compile(r"(?<=[a-z])(?=[A-Z][a-z])|(?<=[a-z])(?=facing (?:north|south|east|west))")


class Sentence(tuple[str, ...]):
    """The tokens of a sentence.

    `facing` is the direction of the builder's look that it states, or None. `stops` tells that it asks to do
    nothing.
    """

    facing: str | None
    stops: bool

    def __new__(cls, tokens: list[str], facing: str | None, stops: bool = False) -> Sentence:
        """A sentence of tokens."""
        made = super().__new__(cls, tokens)
        made.facing, made.stops = facing, stops
        return made


@lru_cache(maxsize=512)
def sentences(text: str) -> tuple[Sentence, ...]:
    """The sentences of a text, without the empty ones."""
    text = LIST.sub(listed, corrected(_RUN_TOGETHER.sub(". ", text)).casefold())
    found = [_sentence(part) for part in _END.split(text)]
    return tuple(one for one in found if one or one.facing or one.stops)


def _sentence(part: str) -> Sentence:
    part = " ".join(part.split())
    if describes(part):
        return Sentence([], None)
    part = _FRAME.sub("", part)
    if _NOTHING.search(part):
        return Sentence([], None)
    if _DO_NOTHING.search(part):
        return Sentence([], None, stops=True)
    if describes(part):
        return Sentence([], None)
    facing = None
    for pattern in (_FACING, _FACING_LATE):
        if match := pattern.search(part):
            facing = match[1]
            part = " ".join((part[: match.start()] + " " + part[match.end() :]).split())
    part = _TAIL.sub("", _FRAME.sub("", part.strip(" ,")))
    for phrase, token in (*COMMON_WORDING, *PHRASES):
        part = phrase.sub(token, part)
    return Sentence([_number(token) for token in _TOKEN.findall(part)], facing)


def _number(token: str) -> str:
    # "one" is a pronoun as well.
    return str(NUMBER_WORDS[token]) if token in NUMBER_WORDS and token != "one" else token
