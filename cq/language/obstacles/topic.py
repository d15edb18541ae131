"""Texts that are no building instruction: talk, questions, orders to a chat program, and no language at
all.
"""

from __future__ import annotations

import re

from cq.language.obstacles.grammar import VERB
from cq.language.obstacles.mention import Mention
from cq.language.obstacles.obstacle import Obstacle
from cq.language.obstacles.scene import Scene
from cq.language.obstacles.wording import COLOUR
from cq.language.reading import read
from cq.language.spelling import VOCABULARY

_GRAMMAR = frozenset(
    """a an the of and to in on at by for from with without into onto off out up down is are was were be been
    being it its they them their this that these those there here then than so as or but if when while
    where which who what how not no do does did done has have had i you he she we me my your our us can
    could should would must may might will shall please also too just only very really more most some
    any all each every both other another same again now next after before until about around through
    over under between within one ones two three four five six seven eight nine ten first second third
    last let s lets need want make like""".split()
)
_ABOUT_BUILDING = frozenset(VOCABULARY) - {
    "only",
    "should",
    "would",
    "please",
    "when",
    "while",
    "until",
    "with",
    "that",
    "look",
    "world",
    "last",
    "first",
    "second",
    "through",
    "time",
    "light",
    "some",
    "few",
    "away",
    "turn",
    "like",
}
_OBJECTS = re.compile(
    r"\b(?:everything|anything|something|all|it|them|these|those|this|that|one|ones|holes?|gaps?|space|"
    r"spaces|zone|grid|board|floor|ground|"
    r"corners?|edges?|middle|centre|top|rest|others?|height|layer|layers|level|sides?|square|squares|"
    r"colours?|world|both|"
    rf"section|part|parts|portion|half|{COLOUR})\b"
)
_INJECTION = re.compile(
    r"\b(?:ignore|disregard|forget|override|bypass)\b.*\b(?:instructions?|rules?|prompts?|grid|previous|"
    r"above|everything|settings|orders?|task)\b|"
    r"\b(?:system|hidden|secret) (?:prompt|instructions?|message|settings?)\b|\b(?:your|the) (?:settings|"
    r"password|api key|source code|training data)\b|"
    r"\byou are (?:now )?(?:a|an|chatgpt|dan)\b|\bpretend (?:to be|you are)\b|\bas an ai\b"
)
_GREETING = re.compile(
    r"^(?:hi|hello|hey|hiya|greetings|good (?:morning|afternoon|evening|night|day|bye)|goodbye|bye|thanks?|"
    r"thank you|cheers|welcome|ok(?:ay|ey)?|"
    r"yes|no|sure|hmm+|um+|well|lol|haha\w*|nice|great|cool|wow|sorry|never ?mind|see you)\b"
)
_QUESTION = re.compile(
    r"^(?:(?:so|and|but|please|tell me|do you know) )?(?:what|who|whom|whose|when|why|how|which|is|are|was|"
    r"were|do(?! not\b)|does|did|has|have|am|tell me)\b"
)
_POLITE_ORDER = re.compile(r"^(?:can|could|would|will) (?:you|we)\b")
_PLACE = re.compile(
    r"\b(?:on|onto|in|at|above|below|under|beside|next|between|against|around|north|south|east|west|left|"
    r"right|corner|middle|centre|by|to)\b"
)
_SHOULD = re.compile(r"\b(?:should|must|needs?|ought|has to|have to|shall|belongs?|goes|go|comes?|may)\b")

_DRAWS = re.compile(
    r"(?:(?:please|now|then|can you|could you|would you) )*(?:draw|sketch|write|spell|form)(?: out| me)*"
    r"(?: (?!it\b|to\b|off\b|up\b)\w{1,3}$"
    r"|(?: (?!about\b|to\b|on\b)\w+){0,4}?"
    r"(?: (?:the word|letters?|digits?|initials?|[b-hj-z0-9])\b"
    rf"| (?:in|with|using) (?:{COLOUR})(?: blocks?)?(?! \w+$)\b))"
)
"""Letters, signs and pictures: "write HI in green", "draw a heart in red"."""

_MOST_FOREIGN = 0.34
"""The largest share of words that are not about building in an instruction."""


def off_topic(scene: Scene) -> Obstacle | None:
    """The obstacle that a text is no building instruction, or None if it is one."""
    text, words = scene.text, scene.words
    if nonsense := _is_nonsense(words, scene):
        return Obstacle("nonsense", "action", text, nonsense)
    if _INJECTION.search(text):
        return Obstacle(
            "off topic",
            "action",
            text,
            "this is no building instruction; say which blocks to place or remove",
        )
    if _goes_on(scene) or _is_building(scene) or _DRAWS.match(scene.text.rstrip(" .!")):
        return None
    if read(text)[0].is_full:
        return None  # "Red on blue": no verb, and yet an order.
    return Obstacle(
        "off topic", "action", text, "this is no building instruction; say which blocks to place or remove"
    )


def _is_nonsense(words: list[str], scene: Scene) -> str | None:
    letters = [word for word in words if word[0].isalpha()]
    if not letters:
        return "numbers alone say nothing about blocks"
    if len(words) >= 2 and all(re.fullmatch(COLOUR, word) for word in words):
        return "colours alone do not say what to do"
    if len(words) >= 3 and set(letters) <= _GRAMMAR and not scene.mentions and not VERB.search(scene.text):
        return "no block and nothing to do with it is named"
    unknown = [word for word in letters if word not in _GRAMMAR and word not in _ABOUT_BUILDING]
    strange = [word for word in unknown if _is_strange(word)]
    if len(strange) >= 2 and 2 * len(strange) >= len(letters):
        return "these are no words"
    if len(letters) >= 3 and len(set(letters)) == 1:
        return "the same word again and again says nothing"
    return None


def _is_strange(word: str) -> bool:
    """Whether it does not look like an English word."""
    return len(word) > 2 and bool(
        re.search(
            r"[^aeiouy']{5}|q(?!u)|(.)\1\1|^[^aeiouy']+$|[jvwx][^aeiouyl']{2}|^(?:zz|vv|wk|xk|bq|cz|fq)", word
        )
    )


def _goes_on(scene: Scene) -> bool:
    """Whether it may go on with what was said before, as in "the same in blue"."""
    if not scene.context or _only_asks(scene):
        return False
    return bool(scene.mentions) or (
        bool(set(scene.words) & _ABOUT_BUILDING) and len(_foreign(scene)) <= _MOST_FOREIGN * len(scene.words)
    )


def _only_asks(scene: Scene) -> bool:
    return all(_QUESTION.match(sentence) for sentence in scene.sentences) and not _POLITE_ORDER.match(
        scene.text
    )


def _foreign(scene: Scene) -> list[str]:
    """The words that are neither grammar nor about building."""
    return [
        word
        for word in scene.words
        if word[0].isalpha() and not (word in _GRAMMAR or word in _ABOUT_BUILDING or _OBJECTS.fullmatch(word))
    ]


def _is_building(scene: Scene) -> bool:
    mentions = [one for one in scene.mentions if _is_real(one)]
    actions = [
        match.lastgroup for match in VERB.finditer(scene.text) if match.lastgroup not in ("look", "keep")
    ]
    asks, foreign = _only_asks(scene), _foreign(scene)
    share = len(foreign) / max(1, len(scene.words))
    if mentions and actions:
        return not (asks and not _orders(scene)) and not (share > 0.5 and len(foreign) > 3)
    if mentions:
        made = any(not one.definite for one in mentions)
        return (
            not asks
            and bool(
                (made and (_PLACE.search(scene.text) or len(scene.words) > 2))
                or _SHOULD.search(scene.text)
                or any(m.lastgroup == "keep" for m in VERB.finditer(scene.text))
            )
            and share <= _MOST_FOREIGN
        ) or (len(foreign) <= 1 and not asks and len(scene.words) > 2 and _first_is_unknown_verb(scene))
    if actions and _OBJECTS.search(scene.text):
        return share <= _MOST_FOREIGN and not asks
    return bool(
        re.match(
            r"(?:please )?(?:\w+ )?(?:build|make|create|construct|draw|sketch|place|put|add|erect|"
            r"remove|take|clear|move) (?:me |us )?(?:an?|something|anything|some|two|three|four|five|few|"
            r"more)\b(?: \w+)*$",
            scene.text.rstrip(" .!"),
        )
        and len(scene.words) <= 8
    )


def _first_is_unknown_verb(scene: Scene) -> bool:
    """Whether it may be an order with a verb that is not known here: "hoist the red block"."""
    return scene.words[0] not in _GRAMMAR


def _orders(scene: Scene) -> bool:
    return len(scene.sentences) > 1 and not scene.text.endswith("?")


def _is_of_a_body(mention: Mention) -> bool:
    """Whether it may be a part of a body, as in "break a leg"."""
    return (
        mention.count == 1
        and not mention.after.startswith(" of")
        and mention.noun in ("leg", "arm", "head", "foot", "body")
    )


def _is_real(mention: Mention) -> bool:
    """Whether it is about blocks: "the purple idea" is not."""
    if _is_of_a_body(mention):
        return False
    return (
        bool(mention.family)
        or re.match(r"(?:$| (?:and|or|on|in|with|to|from|by|at|next|off|away|as)\b|,)", mention.after)
        is not None
    )
