"""The words of places, as patterns over normal texts (see `cq.dialogue.reading.lexicon`)."""

from __future__ import annotations

import re

from cq.dialogue.reading.lexicon import CELLS, COLOUR, NOUN, NUMBER, SIDE

_ADJECTIVE = (
    rf"(?:sole|only|single|lone|same|other|{SIDE}most|(?:left|right)most|highest|lowest|top|bottom|middle|"
    rf"tall(?:est|er)?|short(?:est|er)?|first|second|third|fourth|fifth|last|existing|very|{SIDE})"
)
_FROM_EDGE = rf"(?:{NUMBER} {CELLS} from|by|midway between) the {SIDE}(?: and {SIDE})? edges?"
_SPOT = (
    rf"(?:{SIDE}{SIDE}|{SIDE}|corner|ground|center|middle|top|bottom)"
    r"(?: (?:edge|corner|side|of the zone|zone))?"
)
_WITHIN = (
    r"(?:(?:that|which) (?:is|stands|sits) |that's |located |standing |sitting )?"
    rf"(?:{SIDE}most|highest|lowest|from the {SIDE}|"
    rf"(?:right )?(?:by|at|on|in|near|along|against|touching|next to|up against) the {_SPOT}|"
    rf"(?:at|on) (?:level|height|layer) {NUMBER}|{_FROM_EDGE}(?: and {_FROM_EDGE})?|"
    rf"(?:on top of|under|next to|above|below|beside) (?:a|an|the) (?:{COLOUR} )?{NOUN})"
)
REFERENCE = (
    rf"(?:(?:the|that|this|a|an|any|each|every|its) )?(?:{_ADJECTIVE} )*"
    rf"(?:{COLOUR}(?: {NOUN})?|{NOUN})(?! (?:x|by) \d)(?: {_WITHIN})*"
)
"""Words that name a block of the world."""
HEADING = re.compile(
    rf"({NUMBER}) {CELLS} away from ({REFERENCE}),? (?:heading|going|to the|towards?)(?: the)? ({SIDE})"
)
STEPS = re.compile(rf"({NUMBER}) {CELLS} (?:to the )?({SIDE}) (?:of|from) ({REFERENCE})")
OF_IT = re.compile(rf"({REFERENCE}),? (?:to the |on the )?({SIDE}) (?:of|side of) it\b")
FACE = re.compile(rf"(?:touching |on |to |at |in )?(?:the )?({SIDE})(?: (?:face|side|end))? of ({REFERENCE})")
OWN = re.compile(rf"(?:the |on the |to the |at the )?(front|back|left|right)(?: side)? of ({REFERENCE})")
ABOVE = re.compile(rf"(?:on top of|on the top of|above|upon|over|atop|onto|on) ({REFERENCE})")
BELOW = re.compile(rf"(?:below|beneath|under|underneath) ({REFERENCE})")
BETWEEN = re.compile(rf"between ({REFERENCE}) and ({REFERENCE})")
BESIDE = re.compile(
    rf"(?:next to|beside|adjacent to|touching|near|by|close to|against|alongside|up close to) ({REFERENCE})"
)
INSET = re.compile(
    rf"({NUMBER}) (?:{CELLS} )?(?:in |away |off |inwards? )?(?:from|off|of) (?:the )?({SIDE}) (?:edge|side)"
)
MIDWAY = re.compile(
    rf"(?:halfway|midway|in the middle|centered) (?:between|of) (?:the )?({SIDE}) and (?:the )?{SIDE}"
    r"(?: edges?)?"
)
MIDDLE_OF_EDGE = re.compile(rf"(?:middle|center) of (?:the )?({SIDE}) (?:edge|side)")
CORNER = re.compile(r"\b(north|south)(east|west)(?: corner| edge)?")
ANY_CORNER = re.compile(r"\bcorners?\b")
EDGE = re.compile(rf"({SIDE}) (?:edge|side)\b(?! of)")
IN_THE_MIDDLE = re.compile(r"\b(?:middle|center)\b")
GROUND = re.compile(r"\bground\b")
ORDINALS = {
    word: rank + 1
    for rank, word in enumerate("first second third fourth fifth sixth seventh eighth ninth".split())
}
LEVEL = re.compile(
    rf"(?:level|height|layer|row) ({NUMBER})\b|\b({'|'.join(ORDINALS)}|\d(?=st|nd|rd|th))(?:st|nd|rd|th)? "
    r"(?:level|layer)"
)
PART = re.compile(rf"\b(?:in|to|on) the ({SIDE}|{SIDE}{SIDE})(?: part| half| end)?\b(?! of)")
