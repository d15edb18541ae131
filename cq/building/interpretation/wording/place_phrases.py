"""Phrases for places: in the zone, and beside what stands."""

from __future__ import annotations

import re

from cq.building.interpretation.wording.phrase_parts import SIDE, Replacement

_ZONE = r"(?: of the zone| in the zone)?"
_CELL = r"(?:square|cell|spot|tile|space)"
_OF_MIDDLE = r"(?! (?:of|one|block|row|column|tower|\w+ block))"


def _two_sides(match: re.Match[str]) -> str:
    north_first = sorted(match.groups(), key=("north", "south", "east", "west").index)
    return "".join(north_first) + " corner"


ZONE_PLACES: tuple[tuple[str, Replacement], ...] = (
    (r"\b(?:off|from|out of) (?:the |this )?zone\b", ""),
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
        r"\b(?:each|every|all)(?: of)?(?: the)?(?: (?:4|four))? corners?(?: (?:of|in) the zone)\b|"
        r"\bthe (?:4|four) corners (?:of|in) the zone\b",
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
    (rf"\baround the (?:very |exact )?middle{_OF_MIDDLE}\b", "around zone_middle"),
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
"""Places in the zone."""

RELATIONS: tuple[tuple[str, Replacement], ...] = (
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
        rf"\b(?:to|on|at|against|along|from|off|touching) (?:the |its |his )?({SIDE})(?: hand)?"
        r"(?: sides?| faces?)? of\b",
        r"\1_of",
    ),
    (rf"\b({SIDE}) (?:of|from)\b(?! the zone)", r"\1_of"),
    (
        r"\b(?:on|to|at) (?:all )?(?:the )?(?:four|4) sides of\b|\bon all sides of\b|"
        r"\bagainst (?:each|every)(?: one)? (?:of the (?:four |4 )?sides|side) of\b|"
        r"\bon (?:every|all|each) (?:of the )?(?:(?:four|4) (?:horizontal )?sides?) of\b",
        "four_sides_of",
    ),
    (
        r",? (?:and )?(?:the |its |with |including )*(?:diagonals?(?: squares| cells| blocks)?|"
        r"corners?(?: blocks| squares)?)"
        r" (?:too|as well|also|included)\b|,? including (?:the |its )?(?:corners|diagonals)\b",
        " with_corners",
    ),
    (
        r"(?:,| and) (?:the )?(?:diagonal (?:squares|cells|blocks)|corner (?:squares|cells|blocks)|corners)"
        r"(?=$|,)",
        " with_corners",
    ),
    (
        r",? (?:but )?(?:none|nothing|not|no block) (?:on (?:the )?top|above)(?: (?:or|and) (?:below|"
        r"under(?:neath)?))?\b",
        " no_top",
    ),
    (
        r"\b(?:on|at|to|against) (?:all|every one of|each of) (?:the )?(?:six|6) (?:sides|faces) of\b",
        "six_sides_of",
    ),
    (
        r",? (?:one )?(?:on|at|against|to) (?:each|every|all|all four|each one) (?:of (?:its|the) (?:four "
        r"|4 )?sides|side|sides)(?= |$|,)(?! of)",
        " each_side",
    ),
    (r"\b(?:on|at) every side of\b", "every_side_of"),
    (r"\b(?:on|at) both sides of\b", "both_sides_of"),
    (r"\b(?:on|at|to) (?:either|each) side of\b", "both_sides_of"),
    (r"\b(?:at|to) (?:both|either|each|the two) ends? of\b|\bat the (?:two )?ends of\b", "ends_of"),
    (r"\b(?:all )?around\b", "around"),
    (r"\bin between\b|\bhalfway between\b|\bmidway between\b", "between"),
    (
        r"\b(?:in|into) (?:its|their|the same|that) (?:place|spot|position|places|stead)s?\b|"
        r"\bwhere (?:it|they) (?:was|were|stood)\b|\binstead\b(?! of)",
        "in_place",
    ),
    (r"\b(?:in|at) the (?:place|spot|position) of\b|\binstead of\b", "in_place_of"),
    (rf"\bto the ({SIDE})\b", r"\1ward"),
    (r"\b(north|south|east|west)wards\b", r"\1ward"),
    (
        r"\b(?:the )?same height as\b|\bas (?:high|tall) as\b|\bequally (?:tall|high) as\b",
        "as_high_as",
    ),
    (r"\bon top(?! of)\b|\bat the top(?! of)\b", "on_top"),
    (r"\b(?:at|on) the bottom(?! of)\b", "on_bottom"),
)
"""Places beside what stands."""
