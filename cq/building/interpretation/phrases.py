"""Fixed phrases, and the one token that each becomes, in the order in which they are replaced."""

from __future__ import annotations

import re
from collections.abc import Callable

from cq.world.palette import COLOURS

_COLOUR = "|".join(COLOURS)
_COMPASS = r"(?:north(?:east|west)?|south(?:east|west)?|east|west)"
_SIDE = rf"(?:{_COMPASS}|left|right|front|back)"
_ZONE = r"(?: of the zone| in the zone)?"
_CELL = r"(?:square|cell|spot|tile|space)"
_NUMBER = r"(?:one|two|three|four|\d)"
_OF_MIDDLE = r"(?! (?:of|one|block|row|column|tower|\w+ block))"

Replacement = str | Callable[[re.Match[str]], str]


def _two_sides(match: re.Match[str]) -> str:
    north_first = sorted(match.groups(), key=("north", "south", "east", "west").index)
    return "".join(north_first) + " corner"


def _abbreviated(match: re.Match[str]) -> str:
    return {"n": "north", "s": "south"}[match[1]] + {"e": "east", "w": "west"}[match[2]]


_ONE_FORM: tuple[tuple[str, Replacement], ...] = (
    (r"[’‘`]", "'"),
    (r"(?<=\d) ?[x×*] ?(?=\d)", " by "),
    (r"\b(\w+)-by-(\w+)\b", r"\1 by \2"),
    (r"\b(\w+) x (?=\w+\b)", r"\1 by "),
    (r"\b(north|south)[ -]+(east|west)", r"\1\2"),
    (r"\b(n|s)(e|w)(?= corner)", _abbreviated),
    (r"\b(north|south|east|west|left|right|top|bottom|upper|outer)(?:ern)?[ -]?most\b", r"\1most"),
    (
        rf"\b(?:more|further|furthest|farthest|most) (?:to the )?({_COMPASS})(?:ern|erly)?\b(?! of| than)",
        r"\1most",
    ),
    (
        rf"\b(?:closest|nearest|next) (?:to )?(?:the )?({_SIDE})(?: edge| side| border| wall)?\b(?! of)",
        r"\1most",
    ),
    (rf"\b({_COMPASS})(?:ern|ernmost)\b", r"\1"),
    (r"\bdue (?=north|south|east|west)", ""),
    (r"-", " "),
    (r"\bbut (?=keep|leave)", "and "),
    (r",? \b(?:plz|pls|please)\b", ""),
    (r"\byour (?=left|right)", "the "),
    (r"\bin (?:a|one) (?:single )?(?:stack|column|tower|pile)\b", "stacked"),
    (r"\bcentres?\b|\bcenters?\b|\bcentral\b|\bmiddlemost\b|\bcentermost\b", "middle"),
    (r"\brecolor\b", "recolour"),
    (r"\bcolor(s?)\b", r"colour\1"),
    (r"\bcolou?red\b", ""),
    (
        r"\b(?:building |build |whole )?(?:grid|zone|map|board|world|area|chessboard|field|scene)\b",
        "zone",
    ),
    (r"\bviolet\b|\blilac\b", "purple"),
    (rf"\b({_COLOUR})s\b", r"\1 blocks"),
    (r"\b(?:a )?(?:couple|pair)(?: of)?\b", "two"),
    (r"\b(?:a |another )?half(?: a)? dozen\b", "6"),
    (r"\b(?:a )?dozen\b", "12"),
    (r"\bhole (?=tower|row|wall|column|structure|zone|thing|line|stack|pile)", "whole "),
    (
        r"\b(?:get|gets|got|getting) rid of\b|\bdo away with\b|\bthrow (?:out|away)\b|"
        r"\b(?:tear|take|knock|bring|pull) (?:it |them )?down\b(?! to)",
        "remove",
    ),
)

_CLAUSES: tuple[tuple[str, Replacement], ...] = (
    (r"\b(?:that|which) (?:floats?|hangs?)(?: in the air| freely)?\b", "floating"),
    (
        r"\b(?:that|which|it|they)(?:'s| is| are| stands?| lies?| sits?| rests?)"
        r"(?: situated| located| standing| placed| sitting)?\b(?! a )",
        "that_is",
    ),
    (r"\bthat_is here\b|\bhere\b", ""),
    (r",? (?:and )?(?:the )?middle (?:block |square )?included\b", ""),
    (r"\bwith its middle (?:in|at|on) the (?:exact )?middle of the zone", "in the middle of the zone"),
    (
        r",? (?:still )?(?:in |of )?(?:the )?same colours?\b|"
        r",? block by block\b|,? at the same (?:height|level)\b|"
        r",? the first one touching it\b",
        "",
    ),
    (
        r",? stacked up\b|,? one (?:on (?:top of )?|above )the other\b|"
        r",? on top of (?:each other|one another)\b",
        " stacked",
    ),
    (r",? (?:so|such) that (?:it|they) touch(?:es)?\b", " touching"),
    (
        rf",? (?:so that|with|leaving|such that) (?:there is |there are )?(?:exactly )?({_NUMBER}) "
        r"(?:empty |free |open )?(?:cells?|squares?|spaces?|gaps?|blocks?)(?: (?:is|are))?"
        r"(?: (?:stays?|lies?|left|remains?|empty|free))* (?:in )?between(?: them| the two)?\b",
        r" with_gap \1",
    ),
    (rf",? still (?=in (?:{_COLOUR})\b)", " "),
    (
        r"\bof (?:the )?(?:same|equal) (?:height|size|length|shape)\b|"
        r"\b(?:just )?as (?:high|tall|long)(?! as)\b",
        "equal_size",
    ),
    (
        r",? (?:as you see it|(?:as )?seen (?:from where you (?:are|stand)|by you)|"
        r"from where you (?:are|stand)|from your (?:side|point of view))\b|\bfrom top to bottom\b|"
        r",? (?:by )?taking (?:them|blocks) (?:from|off) the top\b",
        "",
    ),
    (r"\bon (?:its|their) (?:heads?|tops?)\b", "on top"),
    (rf",? so (?:that )?that_is (?={_COLOUR})", " "),
    (r",? counted from\b", " from"),
    (
        rf",? (?:beginning|starting) (?:with|from|at|in) (?:the )?(?:one |block |end )?({_SIDE})(?:most)?"
        r"(?: one| block| end)?\b",
        r" from the \1",
    ),
    (r"\b(?:starting|that starts?|beginning|that begins?|which starts?) (?=at|from|in|on)", ""),
    (r"\bfrom (?:the )?middle\b(?! (?:block|one|of))", "in the middle of the zone"),
    (
        r"\btowards?(?: the)? (north\w*|south\w*|east|west|left|right)(?: edge| side| border)?\b",
        r"to the \1",
    ),
    (
        r"\b(?:and |that )?(?:runs?|running|goes|going|extends|extending|heading|heads|leading|leads|"
        r"continuing|out|outwards?)(?: out)? (?=to the|north|south|east|west)",
        "heading ",
    ),
)

_ZONE_PLACES: tuple[tuple[str, Replacement], ...] = (
    (r"\b(corners?) of the (?:ground|floor)\b", r"\1 of the zone"),
    (r"\bfrom (?:the )?(?:ground|floor)(?: up)? (?:up )?to\b", "up_to"),
    (r"\bfrom (?:the )?(?:ground|floor)\b", "from_ground"),
    (
        rf"\bthe (?:floor|ground)(?: level| layer)?{_ZONE}|\bground(?: level)?\b|"
        r"(?<=on )floor(?: level)?\b",
        "ground",
    ),
    (r"\b(?:on|at|to|upon) ground\b", "on_ground"),
    (
        r"\b(?:each|every|all)(?: of)?(?: the)?(?: (?:4|four))? corners?(?: of the zone)\b|"
        r"\bthe (?:4|four) corners of the zone\b",
        "all_corners",
    ),
    (
        r"\bcorner between (?:the )?(north|south|east|west) and (?:the )?(north|south|east|west)\b",
        _two_sides,
    ),
    (rf"\b(?:the )?(?:very )?((?:north|south)(?:east|west)) corner{_ZONE}(?! blocks?)", r"corner_\1"),
    (r"\b(?:in|at|on|to|into) (?:the )?(?:very |exact |dead )?middle of the zone\b", "at_middle"),
    (
        rf"\b(?:the )?(?:very |exact )?middle(?: (?:{_CELL}|block))? of the zone\b",
        "zone_middle",
    ),
    (rf"\b(?:the )?middle {_CELL}\b", "zone_middle"),
    (
        rf"\b(?:in|at|on|to|into) (?:the )?(?:very |exact |dead )?middle{_OF_MIDDLE}\b|"
        r"\b(?:in|at|on) zone_middle\b",
        "at_middle",
    ),
    (
        r"\b(?:along|on|at|against|by|in) the (?:whole |entire |very )?(north|south|east|west) "
        r"(?:edge|border|wall|boundary)(?: of the zone)?\b(?! of)",
        r"edge_\1",
    ),
)

_RELATIONS: tuple[tuple[str, Replacement], ...] = (
    (
        r"\b(?:on|onto) (?:the )?(?:very )?top (?:face |side |surface )?of\b|\batop(?: of)?\b|\bonto\b|"
        r"\bupon\b|\bto (?:the )?top of\b",
        "on_top_of",
    ),
    (r"\b(?:at|from|off) the (?:very )?top of\b", "at_top_of"),
    (r"\b(?:on|at) (?:the )?(?:underside|bottom side|bottom face) of\b", "under"),
    (r"\b(?:below|beneath|underneath)\b", "under"),
    (r"\b(?:next to|beside|adjacent to|alongside|side by side with)\b", "next_to"),
    (r"\bin front of\b", "front_of"),
    (r"\bbehind\b", "back_of"),
    (
        rf"\b(?:to|on|at|against|along|from|off|touching) (?:the |its |his )?({_SIDE})(?: hand)?"
        r"(?: sides?| faces?)? of\b",
        r"\1_of",
    ),
    (rf"\b({_SIDE}) (?:of|from)\b(?! the zone)", r"\1_of"),
    (
        r"\b(?:on|to|at) (?:all )?(?:the )?(?:four|4) sides of\b|\bon all sides of\b|"
        r"\bagainst each side of\b|"
        r"\bon (?:every|all|each) (?:of the )?(?:(?:four|4) (?:horizontal )?sides?) of\b",
        "four_sides_of",
    ),
    (r"\b(?:on|at) every side of\b", "every_side_of"),
    (r"\b(?:on|at) both sides of\b", "both_sides_of"),
    (r"\bat (?:both|either|each) ends? of\b|\bat the (?:two )?ends of\b", "ends_of"),
    (r"\b(?:all )?around\b", "around"),
    (r"\bin between\b|\bhalfway between\b|\bmidway between\b", "between"),
    (
        r"\b(?:in|into) (?:its|their|the same|that) (?:place|spot|position|places|stead)s?\b|"
        r"\bwhere (?:it|they) (?:was|were|stood)\b|\binstead\b(?! of)",
        "in_place",
    ),
    (r"\b(?:in|at) the (?:place|spot|position) of\b|\binstead of\b", "in_place_of"),
    (rf"\bto the ({_SIDE})\b", r"\1ward"),
    (r"\b(north|south|east|west)wards\b", r"\1ward"),
    (
        r"\b(?:the )?same height as\b|\bas (?:high|tall) as\b|\bequally (?:tall|high) as\b",
        "as_high_as",
    ),
    (r"\bon top(?! of)\b|\bat the top(?! of)\b", "on_top"),
    (r"\b(?:at|on) the bottom(?! of)\b", "on_bottom"),
)

_IDLE: tuple[tuple[str, Replacement], ...] = (
    (
        r"\bthat_is (?=on_top_of|under|next_to|\w+_of|on_ground|on_top|corner_|in |between|at |floating|"
        r"hanging|\w+most)",
        "",
    ),
    (
        r"\b(?:directly|immediately|just|exactly|straight|simply|again|also|too|as well|carefully|very|"
        r"right(?= up| next| on| under| against| in | beside| above| over| at| back_of| front_of| \w+_of|"
        r" east| west| north| south))\b",
        "",
    ),
    (r"\bright (?=\w+_of\b|next_to\b|under\b|on_top_of\b|edge_|at_middle|on_ground)", ""),
    (r"\bof (?:the |these |those )?zone\b|\bin (?:the |this )?zone\b|\bon (?:the |this )?zone\b", ""),
    (r"\b(all|each|every|both) of (?=the|them|it|these|those)", r"\1 "),
    (r"\b(stack|pile|put|build|set) up\b", r"\1"),
    (r"\b(?:put|set|lay) down\b", "put"),
    (r"\bup (?=next_to|on_top_of|against|\w+_of)", ""),
)

PHRASES = [
    (re.compile(pattern), new)
    for group in (_ONE_FORM, _CLAUSES, _ZONE_PLACES, _RELATIONS, _IDLE)
    for pattern, new in group
]
"""Patterns of words with what replaces them."""
