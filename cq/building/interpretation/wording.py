"""An instruction as tokens: in lower case, spelling repaired, one token for each fixed phrase.

Polite and chatty frames are dropped. So are adverbs that change nothing ("directly", "also"). All else is kept,
so that a word that nobody understands still stops the reading.
"""

from __future__ import annotations

import re
from functools import lru_cache

from cq.building.interpretation.lexicon import NUMBER_WORDS, PLACE_VERBS, REMOVE_VERBS
from cq.language.spelling import corrected

_SIDE = r"(?:north(?:east|west)?|south(?:east|west)?|east|west|left|right|front|back)"
_ZONE = r"(?: of the zone| in the zone)?"
_VERBS = "|".join(sorted(PLACE_VERBS | REMOVE_VERBS))

_PHRASES = (
    # One form for each word.
    (r"[’‘`]", "'"),
    (r"(?<=\d) ?[x×*] ?(?=\d)", " by "),
    (r"\b(\w+)-by-(\w+)\b", r"\1 by \2"),
    (r"\b(\w+) x (?=\w+\b)", r"\1 by "),
    (r"\b(north|south)[ -]+(east|west)", r"\1\2"),
    (
        r"\b(n|s)(e|w)(?= corner)",
        lambda m: {"n": "north", "s": "south"}[m[1]] + {"e": "east", "w": "west"}[m[2]],
    ),
    (r"\b(north|south|east|west|left|right|top|bottom|upper)(?:ern)?[ -]?most\b", r"\1most"),
    (r"\b((?:north|south)?(?:east|west)|north|south)(?:ern|ernmost)\b", r"\1"),
    (
        r"\b(?:more|further|furthest|farthest|most) (?:to the )?((?:north|south)(?:east|west)?|east|west)(?:ern|erly)?\b(?! of| than)",
        r"\1most",
    ),
    (
        rf"\b(?:closest|nearest|next) (?:to )?(?:the )?({_SIDE})(?: edge| side| border| wall)?\b(?! of)",
        r"\1most",
    ),
    (r"-", " "),
    (r"\bcentres?\b|\bcenters?\b|\bcentral\b|\bmiddlemost\b|\bcentermost\b", "middle"),
    (r"\b(?:recolor|colou?red)\b", lambda m: "recolour" if m[0] == "recolor" else ""),
    (r"\bcolor(s?)\b", r"colour\1"),
    (r"\b(?:building |build |whole )?(?:grid|zone|map|board|world|area|chessboard|field|scene)\b", "zone"),
    (r"\bviolet\b|\blilac\b", "purple"),
    (r"\b(red|blue|green|yellow|orange|purple)s\b", r"\1 blocks"),
    (r"\b(?:a )?(?:couple|pair)(?: of)?\b", "two"),
    (r"\b(?:that|which|taht) (?:floats?|hangs?)(?: in the air| freely)?\b", "floating"),
    (
        r"\b(?:that|which|it|they)(?:'s| is| are| stands?| lies?| sits?| rests?)(?: situated| located| standing| placed| sitting)?\b"
        r"(?! a )",
        "that_is",
    ),
    (r"\bthat_is here\b|\bhere\b", ""),
    (r"\bhole (?=tower|row|wall|column|structure|zone|thing|line|stack|pile)", "whole "),
    (r",? (?:and )?(?:the )?(?:middle|centre) (?:block |square )?included\b", ""),
    (r"\bwith its middle (?:in|at|on) the (?:exact )?middle of the zone", "in the middle of the zone"),
    (
        r",? (?:still )?(?:in|of) the same colours?\b|,? block by block\b|,? at the same (?:height|level)\b|,? the first one touching it\b",
        "",
    ),
    (
        r",? stacked up\b|,? one on (?:top of )?the other\b|,? on top of (?:each other|one another)\b|,? one above the other\b",
        " stacked",
    ),
    (r",? (?:so|such) that (?:it|they) touch(?:es)?\b", " touching"),
    (
        r",? (?:so that|with|leaving|such that) (?:there is |there are )?(?:exactly )?(one|two|three|four|\d) (?:empty |free |open )?(?:cells?|squares?|spaces?|gaps?|blocks?)"
        r"(?: (?:is|are))?(?: (?:stays?|lies?|left|remains?|empty|free))* (?:in )?between(?: them| the two)?\b",
        r" with_gap \1",
    ),
    (r",? still (?=in (?:red|blue|green|yellow|orange|purple)\b)", " "),
    (
        r"\bof (?:the )?(?:same|equal) (?:height|size|length|shape)\b|\b(?:just )?as (?:high|tall|long)(?! as)\b",
        "equal_size",
    ),
    (r",? counted from\b", " from"),
    (
        rf",? (?:beginning|starting) (?:with|from|at|in) (?:the )?(?:one |block |end )?({_SIDE})(?:most)?(?: one| block| end)?\b",
        r" from the \1",
    ),
    (r"\b(?:starting|that starts?|beginning|that begins?|which starts?) (?=at|from|in|on)", ""),
    (r"\bfrom (?:the )?middle\b(?! (?:block|one|of))", "in the middle of the zone"),
    (r"\btowards?(?: the)? (north\w*|south\w*|east|west|left|right)(?: edge| side| border)?\b", r"to the \1"),
    (
        r"\b(?:and |that )?(?:runs?|running|goes|going|extends|extending|heading|heads|leading|leads|continuing|out|outwards?)(?: out)? (?=to the|north|south|east|west)",
        "heading ",
    ),
    (r"\b(?:get|gets|got|getting) rid of\b|\bdo away with\b|\bthrow (?:out|away)\b|\bknock down\b", "remove"),
    (r"\b(?:tear|take|knock|bring|pull) (?:it |them )?down\b", "remove"),
    # Zone places.
    (r"\bcorners? of the (?:ground|floor)\b", lambda m: m[0].split()[0] + " of the zone"),
    (r"\bfrom (?:the )?(?:ground|floor)(?: up)? (?:up )?to\b", "up_to"),
    (r"\bfrom (?:the )?(?:ground|floor)\b", "from_ground"),
    (
        rf"\bthe (?:floor|ground)(?: level| layer)?{_ZONE}|\bground(?: level)?\b|(?<=on )floor(?: level)?\b",
        "ground",
    ),
    (r"\b(?:on|at|to|upon) ground\b", "on_ground"),
    (r"\b(?:each|every|all)(?: of)?(?: the)?(?: (?:4|four))? corners?(?: of the zone)\b", "all_corners"),
    (r"\bthe (?:4|four) corners of the zone\b", "all_corners"),
    (
        r"\bcorner between (?:the )?(north|south|east|west) and (?:the )?(north|south|east|west)\b",
        lambda m: "".join(sorted((m[1], m[2]), key="north south east west".split().index)) + " corner",
    ),
    (rf"\b(?:the )?(?:very )?((?:north|south)(?:east|west)) corner{_ZONE}(?! blocks?)", r"corner_\1"),
    (r"\b(?:in|at|on|to|into) (?:the )?(?:very |exact |dead )?middle of the zone\b", "at_middle"),
    (
        r"\b(?:the )?(?:very |exact )?middle(?: (?:square|cell|spot|block|tile|space))? of the zone\b",
        "zone_middle",
    ),
    (r"\b(?:the )?middle(?: (?:square|cell|spot|tile|space))\b", "zone_middle"),
    (
        r"\b(?:in|at|on|to|into) (?:the )?(?:very |exact |dead )?middle(?! (?:of|one|block|row|column|tower|\w+ block))\b|\b(?:in|at|on) zone_middle\b",
        "at_middle",
    ),
    (
        r"\b(?:along|on|at|against|by|in) the (?:whole |entire |very )?(north|south|east|west) (?:edge|border|wall|boundary)(?: of the zone)?\b(?! of)",
        r"edge_\1",
    ),
    # Relations.
    (
        r"\b(?:on|onto) (?:the )?(?:very )?top (?:face |side |surface )?of\b|\batop(?: of)?\b|\bonto\b|\bupon\b",
        "on_top_of",
    ),
    (r"\bto (?:the )?top of\b", "on_top_of"),
    (r"\b(?:at|from|off) the (?:very )?top of\b", "at_top_of"),
    (r"\b(?:on|at) (?:the )?(?:underside|bottom side|bottom face) of\b", "under"),
    (r"\b(?:below|beneath|underneath)\b", "under"),
    (r"\b(?:next to|beside|adjacent to|alongside|side by side with)\b", "next_to"),
    (r"\bin front of\b", "front_of"),
    (r"\bbehind\b", "back_of"),
    (
        rf"\b(?:to|on|at|against|along|from|off|touching) (?:the |its |his )?({_SIDE})(?: hand)?(?: sides?| faces?)? of\b",
        r"\1_of",
    ),
    (rf"\b({_SIDE}) (?:of|from)\b(?! the zone)", r"\1_of"),
    (
        r"\b(?:on|to|at) (?:all )?(?:the )?(?:four|4) sides of\b|\bon all sides of\b|\bagainst each side of\b",
        "four_sides_of",
    ),
    (r"\bon (?:every|all|each) (?:of the )?(?:(?:four|4) (?:horizontal )?sides?) of\b", "four_sides_of"),
    (r"\b(?:on|at) every side of\b", "every_side_of"),
    (r"\b(?:on|at) both sides of\b", "both_sides_of"),
    (r"\bat (?:both|either|each) (?:ends?) of\b|\bat the (?:two )?ends of\b", "ends_of"),
    (r"\b(?:all )?around\b", "around"),
    (r"\bin between\b|\bhalfway between\b|\bmidway between\b", "between"),
    (
        r"\b(?:in|into) (?:its|their|the same|that) (?:place|spot|position|places|stead)s?\b|\bwhere (?:it|they) (?:was|were|stood)\b|\binstead\b",
        "in_place",
    ),
    (r"\b(?:in|at) the (?:place|spot|position) of\b|\binstead of\b", "in_place_of"),
    (rf"\bto the ({_SIDE})\b", r"\1ward"),
    (r"\b(north|south|east|west)wards\b", r"\1ward"),
    (r"\b(?:the )?same height as\b|\bas (?:high|tall) as\b|\bequally (?:tall|high) as\b", "as_high_as"),
    (r"\bon top(?! of)\b|\bat the top(?! of)\b", "on_top"),
    (r"\b(?:at|on) the bottom(?! of)\b", "on_bottom"),
    # Words that change nothing.
    (
        r"\bthat_is (?=on_top_of|under|next_to|\w+_of|on_ground|on_top|corner_|in |between|at |floating|hanging|\w+most)",
        "",
    ),
    (
        r"\b(?:directly|immediately|just|exactly|straight|simply|again|also|too|as well|carefully|very|right(?= up| next| on|"
        r" under| against| in | beside| above| over| at| back_of| front_of| \w+_of| east| west| north| south))\b",
        "",
    ),
    (r"\bright (?=\w+_of\b|next_to\b|under\b|on_top_of\b|edge_|at_middle|on_ground)", ""),
    (r"\bof (?:the |these |those )?zone\b|\bin (?:the |this )?zone\b|\bon (?:the |this )?zone\b", ""),
    (r"\b(?:all |each |every |both )of (?=the|them|it|these|those)", lambda m: m[0][: -len("of ")]),
    (r"\b(?:stack|pile|put|build|set) up\b", lambda m: m[0].split()[0]),
    (r"\b(?:put|set|lay) down\b", "put"),
    (r"\bup (?=next_to|on_top_of|against|\w+_of)", ""),
)
_COMPILED = [(re.compile(pattern), new) for pattern, new in _PHRASES]

_FRAME = re.compile(
    r"^(?:(?:please|kindly|ok|okay|hey|hi|hello|now|next|first|firstly|secondly|finally|lastly|then|after that|and|so|"
    r"alright|great|well|afterwards|could you|can you|would you|will you|you should|you can|you need to|you must|"
    r"would you mind|i would like you to|i'd like you to|i want you to|i need you to|"
    r"i'd like to have|i would like|i'd like|i want|i need|we need|let's|let us|go ahead and|try to|your task is to|"
    r"all you have to do is|there should be|there must be|"
    r"once you are done|when you are done|for me|if you can|if you do not mind|if you don't mind|next step|step \d)[ ,]+)+"
)
_TAIL = re.compile(
    r"[ ,]+(?:please|for me|thanks|thank you|if you can|if you do not mind|next|now|would you|will you|okay|ok)+$"
)
_FACING = re.compile(
    r"^(?:while |when |as |with )?(?:you |your )?(?:are |look )?(?:facing|looking|look|face) (?:to |towards? )?(?:the )?"
    r"(north|south|east|west)\b[ ,]*(?:and\b)?"
)
_NOTHING = re.compile(
    r"^(?:(?:but )?(?:keep|leave) )?(?:the )?(?:others?|rest|remaining blocks|everything else)(?: (?:stays?|remains?|standing|hanging|"
    r"where (?:it is|they are)|as (?:it is|they are)|untouched|alone))*$"
)
"""What asks for nothing."""
_FACING_LATE = re.compile(
    r"[ ,]*\b(?:while |when |as )?(?:you are )?facing (?:to )?(?:the )?(north|south|east|west)\b"
)
_END = re.compile(r"[.!?;:\n]+")
_TOKEN = re.compile(r"[a-z0-9_']+|,|[^\s\w]")
_RUN_TOGETHER = re.compile(r"(?<=[a-z])(?=[A-Z][a-z])")


class Sentence(tuple[str, ...]):
    """The tokens of a sentence; `facing` is the direction of the builder's look that it states, or None."""

    facing: str | None

    def __new__(cls, tokens: list[str], facing: str | None) -> Sentence:
        """A sentence of tokens."""
        made = super().__new__(cls, tokens)
        made.facing = facing
        return made


@lru_cache(maxsize=512)
def sentences(text: str) -> tuple[Sentence, ...]:
    """The sentences of a text, without the empty ones."""
    text = corrected(_RUN_TOGETHER.sub(". ", text)).casefold()
    found = [_sentence(part) for part in _END.split(text)]
    return tuple(one for one in found if one or one.facing)


def _sentence(part: str) -> Sentence:
    part = " ".join(part.split())
    part = _FRAME.sub("", part)
    if _NOTHING.search(part):
        return Sentence([], None)
    facing = None
    for pattern in (_FACING, _FACING_LATE):
        if match := pattern.search(part):
            facing = match[1]
            part = " ".join((part[: match.start()] + " " + part[match.end() :]).split())
    part = _TAIL.sub("", _FRAME.sub("", part.strip(" ,")))
    for regex, new in _COMPILED:
        part = regex.sub(new, part)  # type: ignore[arg-type]
    tokens = _TOKEN.findall(part)
    return Sentence([_number(token) for token in tokens], facing)


def _number(token: str) -> str:
    # "one" is a pronoun as well.
    return str(NUMBER_WORDS[token]) if token in NUMBER_WORDS and token != "one" else token
