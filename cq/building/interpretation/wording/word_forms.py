"""Forms of words that differ from those of the grammar: figures, quotes, missing articles, participles."""

from __future__ import annotations

import re

from cq.building.interpretation.lexicon import ORDINALS
from cq.building.interpretation.wording.phrase_parts import COLOUR, Replacement
from cq.building.interpretation.wording.replacements import Replacements

_SIDE = r"(?:north(?:east|west)?|south(?:east|west)?|east|west|left|right|top|bottom)"
_RANKS = {str(rank): word for word, rank in ORDINALS.items()}

_TYPED: tuple[tuple[str, Replacement], ...] = (
    (r"\b([1-9])(?:st|nd|rd|th)\b", lambda match: _RANKS[match[1]]),
    (r"\b(plus|cross)(?: ?\+)+|(?<=\ba )\+(?= (?:shape|sign))", "plus"),
    (r" & ", " and "),
    (r"\bw/ ?", "with "),
    (r"[\"“”]|(?<![\w’'])['‘’](?=\w)|(?<=\w)['’](?!\w)", ""),
    (rf"\b(\d+)(?=(?:{COLOUR})\b)", r"\1 "),
)

TYPED = [(re.compile(pattern, re.IGNORECASE), new) for pattern, new in _TYPED]
"""What is mended before the spelling: "2nd", quotes, "1blue"."""

_FORMS: tuple[tuple[str, Replacement], ...] = (
    (r"\bthan (?=(?:place|put|build|add|remove|destroy|break|stack|go|replace|replicate|create)\b)", "then "),
    (r"\bamid(?:st)?\b", "between"),
    (rf"\b({COLOUR})ish\b", r"\1"),
    (
        rf"\b(on|in|at|from|to) (?=(?:far )?(?:{_SIDE}|north[ -](?:east|west)|south[ -](?:east|west))(?:ern)?"
        r"(?:[ -]hand)? (?:side|edge|end|corner|face)\b)",
        r"\1 the ",
    ),
    (
        r",? (?:except|but not|excluding|other than|apart from|besides)(?: for| on| from)? (?:the |its )?"
        r"(top|bottom)(?: side| face| one)?(?=$|,| and\b| with\b)",
        r" without_\1",
    ),
    (r",? (?:including|and on|also) (?:the |on )*top(?: of it| side| face)?(?=$|,| with\b)", " with_top"),
    (
        r"\bin the (north|south)[ -]?(east|west)(?=$|,| (?:and|then|with|using|but|build|place|put)\b)",
        r"in the \1\2 corner",
    ),
    (r"\bto the (?:direct|immediate) ", "to the "),
    (r"\b(?:as|for) (?:a )?replacements?\b", "in its place"),
    (r"\bsurround the (?:bottom |lower )?(?:base|bottom|foot) of ", "surround "),
    (r"\b(with|by) (?:a |one |1 )?(?:single )?(?:layer|ring|circle) of (?=\w+ blocks)", r"\1 "),
    (r",? in a single layer(?= on|$)", ""),
    (r"(?<=blocks) next to each other\b", " horizontally"),
    (
        r"\b(?:on|to|against) (?:each|every|all)(?: of)?(?: the)?(?: (?:two|three|four|five|six|\d))?"
        r" (?:exposed|available|open|free|visible)(?: horizontal)? (?=(?:sides?|faces?)\b)",
        "on every available ",
    ),
    (r"\baround (?:each|every|all)(?: of the)? (?:sides?|faces?) of\b", "on every side of"),
    (r"\bin (?=(?:middle|center|centre)\b)", "in the "),
    (r"\bfar[ -](?=(?:north|south|east|west|left|right|top|bottom)\b(?![ -](?:hand )?corner))", "outermost "),
    (r"\boutermost (north|south)[ -]?(east|west)(?:ern)?\b", r"\1\2most"),
    (r"\b(?:to|on|at) the outermost (\w+?)(?:ern)?(?: side| end| edge)?\b(?! \w+ block)", r"that is \1most"),
    (r"\boutermost (north|south|east|west|left|right|top|bottom)(?:ern)?\b", r"\1most"),
    (
        r"(?<=\w )(?:that (?:is|are) |which (?:is|are) )?(?:located|situated|positioned|found|sitting)"
        r"(?: right| directly)? (?=on|in|at|next|under|below|beneath|above|to the|beside|between|north|south|"
        r"east|west|left|right|behind)",
        "that is ",
    ),
    (
        r"\b(south|north|east|west|left|right|top|bottom|upper|lower|highest|lowest|\w+most)(ern)?[ -]"
        r"(?:part|section|portion|point) of (?=the|it|each|both|all)",
        r"\1\2 of ",
    ),
)

FORMS = Replacements(_FORMS)
"""What is mended in a sentence in lower case."""
