"""How people word sides, corners and gaps in recordings, in the wording that the grammar knows."""

from __future__ import annotations

from cq.building.interpretation.wording.common_extremes import EXTREMES
from cq.building.interpretation.wording.phrase_parts import COMPASS, LATERAL, Replacement

_ALL_FOUR = rf"(?:(?:{COMPASS})(?:,? and |, | )){{3}}(?:{COMPASS})"

_SIDES: tuple[tuple[str, Replacement], ...] = (
    # "To the east and west of it", "on both its left and right sides"
    (
        rf"\b(?:on|to|at|in|from) (?:the )?{_ALL_FOUR}(?: (?:sides?|faces?|directions?))?(?! corner)( of\b)?",
        lambda match: "four_sides_of" if match[1] else "four_sides_of it",
    ),
    (
        rf"\b(?:both )?(?:on|to|at|against|from) (?:both |each )?(?:of )?(?:the |its )?({LATERAL})(?:ern)?"
        rf"(?: hand)?(?: (?:side|face|direction)s?)?(?: of (?:it|that))? and (?:(?:on|to|at) )?(?:the |its )?"
        rf"({LATERAL})(?:ern)?\b(?! corner| block|most)(?: hand)?(?: (?:side|face|direction)s?)?( of\b)?",
        lambda match: f"sides_{match[1]}_{match[2]}" + ("" if match[3] else " it"),
    ),
    (
        r"\b(?:on|to|at|from|along|against) (each|every)(?: of (?:the|its))?(?: (?:two|four|2|4))?( "
        r"available| free)? "
        r"(?:sides?|faces?) (of\b)",
        lambda match: ("every" if match[1] == "every" or match[2] else "each") + "_side_of",
    ),
    (
        r"(?<!blocks )(?<!squares )(?<!cubes )\b(?:on|to|at|from|along|against) (each|every)(?: of (?:the|"
        r"its))?(?: (?:two|four|2|4))?( available| free)? "
        r"(?:sides?|faces?)\b( of\b)?(?! being)",
        lambda match: (
            ("every" if match[1] == "every" or match[2] else "each")
            + "_side_of"
            + ("" if match[3] else " it")
        ),
    ),
    (
        r"\b(?:on|to|at|from|along|against) (?:either|both)(?: of (?:the|its))?(?: two)?(?: free)? "
        r"(?:sides?|faces?)\b( of\b)?",
        lambda match: "both_sides_of" if match[1] else "both_sides_of it",
    ),
    (
        r"\b(?:in|on|at) (?:both )?(?:the )?(north|south)[ -]?(east|west)(?:ern)?(?: corners?)? and "
        r"(?:(?:in|on|at) )?(?:the )?"
        r"(north|south)[ -]?(east|west)(?:ern)? corners?(?: of the (?:map|grid|zone|board|world|"
        r"chessboard))?\b",
        r"corners_\1\2_\3\4",
    ),
    (
        r"\b(?:in|on|at|to|into) (?:each (?:of )?|all (?:of )?|every |both )?(?:the )?(?:(?:two|three|2|3) )?"
        r"(?:last )?(?:empty|remaining|open|free|other|unoccupied|last|rest of the)"
        r"(?: (?:two|three|2|3|empty|open))* corners?"
        r"(?: of the (?:map|grid|zone|board|world))?\b",
        "free_corners",
    ),
)

_PLACES: tuple[tuple[str, Replacement], ...] = (
    (r"\bfrom the ground$", ""),
    (rf"\b({COMPASS})[ -]+facing (?=sides?|faces?|edges?|ends?)", r"\1 "),
    (
        r"\b(?:on|in|of|from|within) (?:the|this) (?:map|area|grid|zone|board|world|platform|chessboard)\b",
        "in the zone",
    ),
    (r"\b(?:the )?(?:rest of )?the (?:chessboard|platform)\b", "the zone"),
    (r"\bright at the (top|bottom) of\b", r"at the \1 of"),
    (
        r"\b(?:directly |right |immediately )?(?:on )?(?:the )?bottom of (?=the (?:last|highest|lowest)\b)",
        "under ",
    ),
    (r"\b(?:beneath|underneath|below)\b", "under"),
    (r"\bbellow\b", "under"),
    (r"\bon (?:the )?top (?=(?:the|it|that|each|every|all|both)\b)", "on top of "),
    (r"\b(?:on|at) the (?:very )?top of\b", "on top of"),
    (r"\b(?:facing|going|pointing|heading|extending|standing) (?:up|upwards?)\b", "upright"),
    (
        r"\bat (?:the )?(top|bottom) of (?=(?:the|each|every) (?:\w+ )*(?:blocks?|row)\b)",
        lambda match: "on top of " if match[1] == "top" else "under ",
    ),
    (rf"\b(?:along|against|on) (?:the )?({LATERAL})(?:ern)? (?:side|face)s? of\b", r"on the \1 side of"),
    (rf"\bagainst (?:its|the) ({LATERAL})(?:ern)? (?:side|face)\b", r"on its \1 side"),
    (rf"\b(?:on|at|to) its ({LATERAL})(?:ern)? (?:hand )?(?:side|face)\b(?! of| and)", r"on its \1 side"),
    (rf"\bto (?:its|the) ({LATERAL})(?:ern)? (?:hand )?sides? of\b", r"on the \1 side of"),
    (
        r"(?<!fill )(?<!fill in )(?<!fill up )\b(?:with)?in the (?:empty |open )?(?:gap|space|spot|hole)s? "
        r"(?:in )?between\b|\bin the gap of\b",
        "between",
    ),
    (r"\bbetween the (?:gap|space|hole) (?:of|in|between)\b", "between"),
    (
        r"\bin (?:the )?(?:middle|cent(?:er|re)) of (?=(?:the )?(?:two |2 )?(?:\w+ )?(?:blocks|towers|"
        r"columns|piles|stacks|pillars)\b)",
        "between ",
    ),
    (r"\bin between\b", "between"),
    (r"\b(on|to) (left|right)(?= (?:hand )?(?:side )?of\b)", r"\1 the \2"),
    (r"\bon (left|right)\b(?! of)", r"on the \1"),
    (r"\b(?:in|at) front(?! of)(?= (?:the|it)\b)", "in front of"),
    (r"\b(?:on|in|at) the (left|right)[ -]hand side\b", r"on the \1 side"),
    (r"\bcorner (?:edge|square|spot|tile)\b", "corner"),
    (r"\bbetween (the [\w ]+?) and the (?:ground|floor)\b", r"up_to \1"),
    (r"\bthat forms? an? (?:column|row|tower|line|square)\b", ""),
    (
        r"\bin an? (?:straight |single )?(?:vertical (?:stack|column|line|row|position)|column)\b",
        "vertically",
    ),
    (r"\bin an? (?:straight |single )?horizontal (?:line|row|position)\b|\bside by side\b", "horizontally"),
    (r"\b(?:that (?:is|are) )?elevated(?: (?:off|above) the (?:ground|floor))?\b", "floating"),
    (r"\b(?:up )?in (?:the |mid[ -]?)air\b", ""),
    (
        r"\b(squares?|spaces?|blocks?|spots?) over (?=(?:to the )?(?:left|right|north|south|east|west)\b)",
        r"\1 ",
    ),
    (r"\bto its (left|right|north|south|east|west)\b(?! side)", r"to the \1 of it"),
    (r"\bon top on top of\b", "on top of"),
    (r"^(on top of .*?),? on top(?: of it)?$", r"\1"),
    (r"\badd ([\w ]+?) to the (stack|tower|pile|column|pillar)\b(?! of)", r"add \1 on top of the \2"),
    (
        r"\b(?:on|in|at) the (top|bottom) (left|right)\b(?: side| corner)?(?! of| \w+ block)",
        r"that is \1most that is \2most",
    ),
    (r"\balong the (top|bottom|middle|highest|lowest) (row|layer|column)\b", r"in the \1 \2"),
    (
        r"\b(?:that )?(?:making|make|makes) up the (?=(?:\w+ ){0,3}(?:row|column|layer|tower|stack)\b)",
        "in the ",
    ),
    (r"\bon bottom(?= (?!of\b|and\b)|$)", "on the bottom"),
    (r"\bwhere the (?:\w+ )?blocks? (?:was|were|stood)\b", "in its place"),
    (r"\bthe colou?r (?=red\b|blue\b|green\b|yellow\b|orange\b|purple\b)", ""),
    (
        r"\b(?:above|on top(?: of it)?) and (?:a |an )?(?:another|one|a)(?: more)?(?: \w+ block)? (?:under|"
        r"below|beneath)\b",
        "above_and_under",
    ),
    (
        r"\bto the (left|right|north|south|east|west) and (?:another|one|a)(?: more)?(?: \w+ block)? to the "
        r"(left|right|north|south|east|west) of\b",
        r"sides_\1_\2",
    ),
    (
        r"\b(?:on|at|in|to) the (?:very )?(?:edge|corner)s? (?:of|in) the (?:map|grid|zone|board|world),? "
        r"(?:on|in|at|to) the "
        r"(north|south)[ -]?(east|west)(?: (?:side|corner))?\b",
        r"in the \1\2 corner",
    ),
    (
        r"\b(?:on|at|in|to) the (?:very )?(?:edge|corner)(?:s)? (?:on|in|at|to) the "
        r"(north|south)[ -]?(east|west)(?: (?:side|corner))?\b",
        r"in the \1\2 corner",
    ),
    (
        r"\b(?:(?:on|in|at) )?(?:(?:the )?(?:corner|place|spot) )?where (?:the )?(north|south|east|"
        r"west)(?: side| edge)? "
        r"(?:meets|and) (?:the )?(north|south|east|west)(?: side| edge)?(?: meet)?\b",
        lambda match: (
            "in the " + "".join(sorted(match.groups(), key="north south east west".split().index)) + " corner"
        ),
    ),
    (
        r"\b(?:in|on|at) (?:each|every|all)(?: single)?(?: of)?(?: the)?(?: (?:four|4))? corners?(?: of "
        r"the (?:map|grid|zone|board|world))? "
        r"(?:that|which) (?:is|are|do|does)(?: not|n't)(?: already)? (?:occupied|taken|have an?y? "
        r"blocks?)(?: yet)?\b",
        "free_corners",
    ),
    (r"\bfree_corners that (?:do not|don't) have a block yet\b", "free_corners"),
    (r"\b(?:to|in) (?:each|every)(?: single)? corner\b(?! of the \w+ block)", "in each corner"),
    (r"\b(\w+ ?(?:x|by) ?\w+(?: ?(?:x|by) ?\d)?) (?:grid|area|platform)\b", r"\1 square"),
    (r"\b(?:made (?:up |out )?of|consisting of|composed of|that consists of)\b(?! columns| full)", "of"),
    (r"\b(?:on|onto) every (?:single )?(?:square|tile|cell|spot|space) (?=along|on)", "each "),
    (
        r"\b(?:going |laid |horizontally )?across (?:the top of )?(?=the (?:\w+ )*(?:row|blocks)\b)",
        "on top of ",
    ),
    (
        r"(?:,? (?:straight |all the way )?until (?:it|they|you) (?:hits?|reach(?:es)?|touch(?:es)?|"
        r"meets?)|,? all the way to) "
        r"(?:the )?(?:\w+ ){0,3}(?:edge|wall|border|ground|floor|blocks?|column|tower|end)(?: (?:of|on) "
        r"the \w+)*"
        r"(?: (?:above|below|under) it)?\b",
        " until_blocked",
    ),
    (r"\b(row|line|column|tower|stack) with (?=(?:\d+|two|three|four|five|six|seven|eight)\b)", r"\1 of "),
    (
        r"\b(?:on top|above|on) and (?:below|under|underneath|beneath|on the bottom of)(?: of)?\b",
        "above_and_under",
    ),
    (r"\b(?:below|under|underneath|beneath) and (?:on top of|above|on)\b", "above_and_under"),
    (
        r"\bfill (?:in |up )?(?:all )?(?:the )?(?:\w+ )?(?:empty |open |entire |missing )*(?:spaces?|gaps?|"
        r"holes?|spots?|area) "
        r"(?=(?:directly )?(?:under|underneath|below|beneath)\b)",
        "fill ",
    ),
    (
        r"\bfill (?:in |up )?(?:all )?(?:the )?((?:two |three |four |2 |3 |4 )?)(?:empty |open |missing "
        r")*(?:space|hole|spot)(s?) (?=between|in\b|on\b|inside|with)",
        r"fill the \1gap\2 ",
    ),
    (r"\bfill (?:in |up )?(?=between\b)", "fill the gap "),
    (
        r"(?<!fill )\b(?:in|into) the (?:empty |open |middle |lower |bottom |top )?(?:gap|hole|empty space|"
        r"open space|empty spot) (?:in|on|of|within) (?!the middle|between)",
        "in_gap_of ",
    ),
    (
        r"(?<!fill )(?<!fill in )\b(?:in|into|at) the (?:only |empty |open |one |middle |block )*"
        r"(?:gap|hole|opening|empty space)"
        r"(?=$|,| and\b| then\b| with\b)",
        "in_gap",
    ),
    (
        r"\bwith a free top\b|\b(?:that|which) (?:has|have) (?:no (?:other )?blocks?|nothing) on (?:its|"
        r"their )?top\b",
        "",
    ),
    (r"\b(?:where|wherever) it(?:'s| is) possible(?: to place a block(?: on)?)?\b", ""),
    (
        r"\b(?:pointing|going|extending|continuing|leading|running|stretching)(?: out)? (?:to(?:wards?)? "
        r")?(?:the )?"
        rf"({COMPASS}|left|right)(?:wards?)?\b(?! (?:edge|wall|border))",
        r"heading \1ward",
    ),
    (
        r"\b(?:in|on|at) (?:each|every|all) (?:of )?(?:the )?(?:four |4 )?corners?(?: of (?:the )?(?:map|"
        r"grid|zone|board|world))?\b(?! of| block)",
        "in each corner",
    ),
    (
        r"\b(?:in|on|at) (?:the )?(?:four|4) corners(?: of (?:the )?(?:map|grid|zone|board|world))?\b(?! "
        r"of| block)",
        "in each corner",
    ),
)

COMMON_PLACES = (*EXTREMES, *_SIDES, *_PLACES)
"""Patterns with what replaces them, in order."""
