"""How people word plain instructions in recordings, brought into the wording that the grammar knows.

These patterns apply to a sentence in lower case before all others.
"""

from __future__ import annotations

import re
from collections.abc import Callable

Replacement = str | Callable[[re.Match[str]], str]

_COMPASS = r"(?:north(?:east|west)?|south(?:east|west)?|east|west)"
_SIDE = rf"(?:{_COMPASS}|left|right)"
_NUMBER = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d+)"
_MADE = r"(?:placed|built|added|put|putted|created|made|stacked|set|laid)"
_SHAPES = (
    r"(?:shapes?|forms?|figures?|letters?|squares?|rectangles?|cubes?|columns?|rows?|grids?|signs?|blocks?)"
)

_DESCRIPTION = re.compile(
    r"^(?:and |so )?(?:"
    # "You should have a U shape", "it will look like an F", "the last block will touch the edge"
    r"(?:now |then )?(?:you|it|they|this|that|the (?:final |resulting |result|finished |whole )?(?:\w+ )?"
    r"(?:result|structure|structures|shape|figure|outcome|line|pattern|blocks?))(?: of \w+ blocks)?"
    r" (?:should|will|would|must|'ll) (?:now |then |all |also )?"
    r"(?:have|look|resemble|end up|form|see|make|create|turn|be symmetrical|be similar|be an?|be the same|touch|"
    r"terminate|connect|be left)\b"
    r"|(?:you'll|it'll|this'll) (?:have|look|see)\b"
    r"|(?:there|this) (?:should|will|would|must)(?: now)? be .*\b(?:total|left|remaining|shape)\b"
    r"|(?:there|this) (?:should|will|would) (?:now )?be (?:exactly )?"
    + _NUMBER
    + r" (?:\w+ )?(?:blocks?|boxes)$"
    r"|(?:a |for a )?total of\b"
    r"|" + _NUMBER + r" (?:\w+ ){0,3}(?:in )?total$"
    r"|add a total of\b"
    r"|(?:it|this) looks? like\b"
    r"|forming\b"
    r")"
)
"""What describes the result, and asks for nothing more."""


def describes(sentence: str) -> bool:
    """Whether a sentence only says what the result looks like."""
    return bool(_DESCRIPTION.search(sentence))


_TAILS: tuple[tuple[str, str], ...] = (
    (r" ?\([^()]*\b(?:total|will|should|each|gaps)\b[^()]*\)", ""),
    (
        rf",? (?:for )?(?:(?:a|in) )?total(?:ing|s|ling)?(?: of| is)? {_NUMBER}(?: \w+){{0,4}}$",
        "",
    ),
    (rf",? {_NUMBER}(?: \w+){{0,3}} (?:in )?total$", ""),
    (rf",? (?:there|this) (?:should|will) be {_NUMBER}(?: \w+){{0,4}}$", ""),
    (
        rf",? (?:in order )?to (?:make|form|create|complete)(?: it)? (?:a|an|the)(?: [\w']+){{0,5}} {_SHAPES}$",
        "",
    ),
    (
        rf",? (?:forming|creating|making)(?: it)? (?:a|an|the)(?: [\w']+){{0,5}} {_SHAPES}$",
        "",
    ),
    (r",? (?:it|this|which) (?:should|will) (?:now )?(?:look like|form|make|create|be an?)\b.*$", ""),
    (
        r"(?<!so far)(?<!and),? so (?:that )?(?:now )?(?:it|they|you|there|the (?:shape|structure|result)s?)\b"
        r"(?!.*\b(?:and|then) (?:then )?(?:place|put|build|remove|destroy|add|on|stack)\b).*$",
        "",
    ),
    (r"(?<!all blocks),? leaving (?:only|just|behind)\b.*$", ""),
    (rf",? until (?:only|just) {_NUMBER} (?:is|are|remains?) left$", ""),
)
"""What describes the result at the end of a sentence."""

_MOVES: tuple[tuple[str, Replacement], ...] = (
    # "Walk north and destroy", "move down and": where the builder goes changes nothing that is built.
    (
        rf"^(?:walk|move|go|head|run|fly|jump|step)(?:ing)? (?:(?:to(?:wards?)? )?(?:the )?{_COMPASS}"
        r"(?: side| end| direction)?|up|down|forwards?|back|backwards?)(?: to approach the \w+ blocks?)?"
        r"(?: and(?: then)?|,|$)",
        "",
    ),
    (r"(?:^|\b(?:and|then) )repeat\b(?! the| this| it)", "repeat"),
)

_COLOURS: tuple[tuple[str, Replacement], ...] = (
    # In folds 0 to 2 dark blue is blue, never purple; light yellow is orange where both stand, bright is yellow.
    (r"\b(?:dark|light|navy|royal|sky|bright)(?:er)?[ -]+blue\b", "blue"),
    (r"\blight(?:er)?[ -]+yellow\b", "orange"),
    (r"\bbright(?:er)?[ -]+(yellow|red|green|orange|purple)\b", r"\1"),
    (r"\b(red|blue|green|yellow|orange|purple) ?/ ?(red|blue|green|yellow|orange|purple)\b", r"\1 or \2"),
    (r"\bnon[ -](red|blue|green|yellow|orange|purple)\b", r"non \1"),
)

_ACTS: tuple[tuple[str, str], ...] = (
    # "I placed", "he made", "then I removed"
    (r"^(?:i|he|she|we)(?: have| had| just| also| then)* (?=\w+(?:ed|t|de|oke|ut|ook)\b)", ""),
    (r"(?:^|(?<=\band )|(?<=\bthen ))built\b(?! block)", "build"),
    (r"(?:^|(?<=\band )|(?<=\bthen ))(?:created|made)\b", "build"),
    (r"(?:^|(?<=\band )|(?<=\bthen ))(?:placed|added|inserted)\b", "place"),
    (r"(?:^|(?<=\band )|(?<=\bthen ))(?:removed|destroyed|deleted|broke|erased)\b", "remove"),
    (r"(?:^|(?<=\band )|(?<=\bthen ))replaced\b", "replace"),
    (r"(?:^|(?<=\band )|(?<=\bthen ))stacked\b", "stack"),
    (
        r"\band (?:then )?(?:placing|putting|adding|building)\b|\b(?:then|,) (?:placing|putting|adding)\b",
        "and place",
    ),
    (r"\b(?:then )?proceed to (?=\w)", ""),
    (r"\b(place|put|add|build) on (?=(?:red|blue|green|yellow|orange|purple) block\b)", r"\1 one "),
    (r"\b(?:finish|finish off)(?: it| the \w+)? with\b", "place"),
    (r"\bstill (?=\w)", ""),
    (r"\bconnecting (?:it|them) (?:to|with) the (?:ground|floor)\b", ""),
    (r"\bconnecting (?:it|them|both|the two)\b", ""),
    (r"\bproceed by (\w+)ing\b", r"\1"),
    (
        r"\b(?:go|move|head|walk) (?:over )?(?:to|towards?) (?=the (?:\w+ ){0,6}(?:blocks?|tower|column|stack)\b)",
        "go to ",
    ),
)

_AGAIN: tuple[tuple[str, Replacement], ...] = (
    # "Replace them all with", "replace with", "place green blocks on its places"
    (r"\breplace (?:then|the|those|these) with\b", "replace them with"),
    (
        r"\breplace (?:it|them|those)(?: all| both)+ with\b|\breplace all (?:of (?:them|those) )?with\b",
        "replace them with",
    ),
    (r"\breplace (?:(?:each(?: one)?|them each|each of them)) with\b", "replace each it with"),
    (
        r"\breplace (?:the|that) (?:removed|destroyed|broken|deleted) (?:\w+ )?(?:blocks?|ones?) with\b",
        "replace them with",
    ),
    (
        r"\breplace the (?:\w+ )?blocks? (?:that (?:was|were|you) )?(?:just )?(?:removed|destroyed|broken|deleted) with\b",
        "replace them with",
    ),
    (
        r"\b(?:in|into|on|at|to) (?:its|it's|their|the|the exact|the same|the very same|that)(?: exact| same)* "
        r"(?:places?|spots?|positions?|stead|locations?)\b(?! of)",
        "in its place",
    ),
    (r"\bput in place\b", "put in its place"),
    (r"\breplace all (?:\w+ )?(?:of them )?with\b", "replace them with"),
    (r"\b(?:original|initial|pre-?existing|previously existing)\b", "existing"),
    (
        r"\b(?:that |which )?(?:(?:is|are|was|were) )?already (?:existed|exists?|there|present|in place|built|placed|standing)"
        r"(?: by default)?\b",
        "",
    ),
    (rf"\bthe block (?:that )?(?:you|i|we)(?:'ve| have)? (?:just )?{_MADE}\b", "the last block"),
    (rf"\bthe blocks (?:that )?(?:you|i|we)(?:'ve| have)? (?:just )?{_MADE}\b", "the new blocks"),
    (rf"\b(\d+|{_NUMBER}) (blocks?) (?:that )?(?:you|i|we)(?:'ve| have)? (?:just )?{_MADE}\b", r"\1 new \2"),
    (
        rf"\bthe first ((?:\w+ )?)(block|one)? ?(?:that )?(?:(?:you|i|we)(?:'ve| have)? )?(?:just )?{_MADE}\b",
        r"the earliest \1block",
    ),
    (r"\b(?:on|on top of|onto) the first(?: one)?$", "on top of the earliest block"),
    (r"\bthe (?:newly |just )?placed ((?:\w+ )?block)", r"the last \1"),
    # "The first three from the bottom" are the bottom three; the second highest is the second from the top.
    (
        rf"\bthe (?:first {_NUMBER}|{_NUMBER} first)((?: \w+){{0,2}}?) from the (top|bottom|left|right|{_COMPASS})\b",
        lambda match: (
            f"the {match[2]} {next(w for w in match[0].split() if w not in ('the', 'first'))}{match[1]}"
        ),
    ),
    (
        r"\bthe (second|third|fourth|fifth)[ -](highest|lowest)((?: \w+)? (?:block|one|row|layer))\b",
        lambda match: f"the {match[1]}{match[3]} from the " + ("top" if match[2] == "highest" else "bottom"),
    ),
    (r"\bin place\b(?! of)", "in its place"),
    # "The last built blue block", "the block that was just built", "the block just placed"
    (
        rf"\bthe (?:just|last|previously|newly|recently)(?: just)?[ -]{_MADE} ((?:\w+ )?)(block|one)\b",
        r"the last \1\2",
    ),
    (
        rf"\bthe ((?:\w+ )?)(block|one) (?:that )?(?:(?:was|is|you|i|we|you've|we've|has been) )?(?:just |previously |last )+"
        rf"{_MADE}(?: in)?\b",
        r"the last \1\2",
    ),
    (
        rf"\bthe ((?:\w+ )?)(block|one) (?:that )?(?:was |you |you've |i |we )?(?:just )?{_MADE} "
        r"(?:before|previously|last|earlier)\b",
        r"the last \1\2",
    ),
)

_ALL_FOUR = rf"(?:(?:{_COMPASS})(?:,? and |, | )){{3}}(?:{_COMPASS})"

_SIDES: tuple[tuple[str, Replacement], ...] = (
    # "To the east and west of it", "on both its left and right sides"
    (
        rf"\b(?:on|to|at|in|from) (?:the )?{_ALL_FOUR}(?: (?:sides?|faces?|directions?))?(?! corner)( of\b)?",
        lambda match: "four_sides_of" if match[1] else "four_sides_of it",
    ),
    (
        rf"\b(?:both )?(?:on|to|at|against|from) (?:both |each )?(?:of )?(?:the |its )?({_SIDE})(?:ern)?"
        rf"(?: hand)?(?: (?:side|face|direction)s?)?(?: of (?:it|that))? and (?:(?:on|to|at) )?(?:the |its )?"
        rf"({_SIDE})(?:ern)?\b(?! corner| block|most)(?: hand)?(?: (?:side|face|direction)s?)?( of\b)?",
        lambda match: f"sides_{match[1]}_{match[2]}" + ("" if match[3] else " it"),
    ),
    (
        r"\b(?:on|to|at|from|along|against) (each|every)(?: of (?:the|its))?(?: (?:two|four|2|4))?( available| free)? "
        r"(?:sides?|faces?) (of\b)",
        lambda match: ("every" if match[1] == "every" or match[2] else "each") + "_side_of",
    ),
    (
        r"(?<!blocks )(?<!squares )(?<!cubes )\b(?:on|to|at|from|along|against) (each|every)(?: of (?:the|its))?(?: (?:two|four|2|4))?( available| free)? "
        r"(?:sides?|faces?)\b( of\b)?(?! being)",
        lambda match: (
            ("every" if match[1] == "every" or match[2] else "each")
            + "_side_of"
            + ("" if match[3] else " it")
        ),
    ),
    (
        r"\b(?:on|to|at|from|along|against) (?:either|both)(?: of (?:the|its))?(?: two)?(?: free)? (?:sides?|faces?)\b( of\b)?",
        lambda match: "both_sides_of" if match[1] else "both_sides_of it",
    ),
    (
        rf"\b(?:in|on|at) (?:both )?(?:the )?(north|south)[ -]?(east|west)(?:ern)?(?: corners?)? and (?:(?:in|on|at) )?(?:the )?"
        rf"(north|south)[ -]?(east|west)(?:ern)? corners?(?: of the (?:map|grid|zone|board|world))?\b",
        r"corners_\1\2_\3\4",
    ),
    (
        r"\b(?:in|on|at|to) (?:each (?:of )?|all (?:of )?|every )?(?:the )?(?:(?:two|three|2|3) )?(?:last )?"
        r"(?:empty|remaining|open|free|other|unoccupied)(?: (?:two|three|2|3|empty|open))* corners?"
        r"(?: of the (?:map|grid|zone|board|world))?\b",
        "free_corners",
    ),
)

_PLACES: tuple[tuple[str, Replacement], ...] = (
    (r"\bfrom the ground$", ""),
    (rf"\b({_COMPASS})[ -]+facing (?=sides?|faces?|edges?|ends?)", r"\1 "),
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
    (rf"\b(?:along|against|on) (?:the )?({_SIDE})(?:ern)? (?:side|face)s? of\b", r"on the \1 side of"),
    (rf"\bagainst (?:its|the) ({_SIDE})(?:ern)? (?:side|face)\b", r"on its \1 side"),
    (rf"\b(?:on|at|to) its ({_SIDE})(?:ern)? (?:hand )?(?:side|face)\b(?! of| and)", r"on its \1 side"),
    (rf"\bto (?:its|the) ({_SIDE})(?:ern)? (?:hand )?sides? of\b", r"on the \1 side of"),
    (
        r"(?<!fill )(?<!fill in )(?<!fill up )\b(?:with)?in the (?:empty |open )?(?:gap|space|spot|hole)s? (?:in )?between\b|\bin the gap of\b",
        "between",
    ),
    (r"\bbetween the (?:gap|space|hole) (?:of|in|between)\b", "between"),
    (
        r"\bin (?:the )?(?:middle|cent(?:er|re)) of (?=(?:the )?(?:two |2 )?(?:\w+ )?(?:blocks|towers|columns|piles|stacks|pillars)\b)",
        "between ",
    ),
    (r"\bin between\b", "between"),
    (r"\b(on|to) (left|right)(?= (?:hand )?(?:side )?of\b)", r"\1 the \2"),
    (r"\bon (left|right)\b(?! of)", r"on the \1"),
    (r"\b(?:in|at) front(?! of)(?= (?:the|it)\b)", "in front of"),
    (r"\b(?:on|in|at) the (left|right)[ -]hand side\b", r"on the \1 side"),
    (r"\bcorner (?:edge|square|spot|block|tile)(?= of the (?:map|grid|zone|board|world)|$|,)", "corner"),
    (
        r"\b(?:on|at|in|to) the (?:very )?edge(?:s)? of the (?:map|grid|zone|board|world) (?:on|in|at|to) the "
        r"(north|south)[ -]?(east|west)(?: (?:side|corner))?\b",
        r"in the \1\2 corner",
    ),
    (
        r"\b(?:on|at|in|to) the (?:very )?edge(?:s)? (?:on|in|at|to) the "
        r"(north|south)[ -]?(east|west)(?: (?:side|corner))?\b",
        r"in the \1\2 corner",
    ),
    (
        r"\b(?:(?:on|in|at) )?(?:(?:the )?(?:corner|place|spot) )?where (?:the )?(north|south|east|west)(?: side| edge)? "
        r"(?:meets|and) (?:the )?(north|south|east|west)(?: side| edge)?(?: meet)?\b",
        lambda match: (
            "in the " + "".join(sorted(match.groups(), key="north south east west".split().index)) + " corner"
        ),
    ),
    (
        r"\b(?:in|on|at) (?:each|every|all)(?: single)?(?: of)?(?: the)?(?: (?:four|4))? corners?(?: of the (?:map|grid|zone|board|world))? "
        r"(?:that|which) (?:is|are|do|does)(?: not|n't)(?: already)? (?:occupied|taken|have an?y? blocks?)(?: yet)?\b",
        "free_corners",
    ),
    (r"\bfree_corners that (?:do not|don't) have a block yet\b", "free_corners"),
    (r"\b(?:to|in) (?:each|every)(?: single)? corner\b(?! of the \w+ block)", "in each corner"),
    (r"\b(\w+ ?(?:x|by) ?\w+(?: ?(?:x|by) ?\d)?) (?:grid|area|platform)\b", r"\1 square"),
    (r"\b(?:made (?:up |out )?of|consisting of|composed of|that consists of)\b(?! columns| full)", "of"),
    (r"\b(?:on|onto) every (?:single )?(?:square|tile|cell|spot|space) (?=along|on)", ""),
    (
        r"\b(?:on top|above|on) and (?:below|under|underneath|beneath|on the bottom of)(?: of)?\b",
        "above_and_under",
    ),
    (r"\b(?:below|under|underneath|beneath) and (?:on top of|above|on)\b", "above_and_under"),
    (
        r"\bfill (?:in |up )?(?:all )?(?:the )?(?:\w+ )?(?:empty |open |entire |missing )*(?:spaces?|gaps?|holes?|spots?|area) "
        r"(?=(?:directly )?(?:under|underneath|below|beneath)\b)",
        "fill ",
    ),
    (
        r"\bfill (?:in |up )?(?:all )?(?:the )?((?:two |three |four |2 |3 |4 )?)(?:empty |open |missing )*(?:space|hole|spot)(s?) (?=between|in\b|on\b|inside|with)",
        r"fill the \1gap\2 ",
    ),
    (r"\bfill (?:in |up )?(?=between\b)", "fill the gap "),
    (
        r"(?<!fill )\b(?:in|into) the (?:empty |open |middle |lower |bottom |top )?(?:gap|hole|empty space|open space|empty spot) (?:in|of|within) (?!the middle|between)",
        "in_gap_of ",
    ),
    (
        r"\bwith a free top\b|\b(?:that|which) (?:has|have) (?:no (?:other )?blocks?|nothing) on (?:its|their )?top\b",
        "",
    ),
    (r"\b(?:where|wherever) it(?:'s| is) possible(?: to place a block(?: on)?)?\b", ""),
    (
        r"\b(?:pointing|going|extending|continuing|leading|running)(?: out)? (?:to(?:wards?)? )?(?:the )?"
        rf"({_COMPASS}|left|right)(?:wards?)?\b(?! (?:edge|wall|border))",
        r"heading \1ward",
    ),
    (
        r"\b(?:in|on|at) (?:each|every|all) (?:of )?(?:the )?(?:four |4 )?corners?(?: of (?:the )?(?:map|grid|zone|board|world))?\b(?! of| block)",
        "in each corner",
    ),
    (
        r"\b(?:in|on|at) (?:the )?(?:four|4) corners(?: of (?:the )?(?:map|grid|zone|board|world))?\b(?! of| block)",
        "in each corner",
    ),
)

_EXTREMES: tuple[tuple[str, str], ...] = (
    (r"\b(?:the )?tallest (?=(?:\w+ )?blocks?\b(?! tower| column| stack))", "the highest "),
    (rf"\b({_COMPASS}|top|bottom|left|right|upper|lower)(?:ern)?[ -]?most(?:ern)?\b", r"\1most"),
    (rf"\bmost ({_COMPASS})(?:ern|erly|ward|wards)?\b", r"\1most"),
    (r"\b(highest|lowest|tallest|topmost|bottommost)[ -]most\b", r"\1"),
    (r"\bmost (highest|lowest|tallest)\b", r"\1"),
    (r"\bupper?most\b", "topmost"),
    (r"\blowermost\b", "bottommost"),
    (r"\brightest\b(?= (?:\w+ )?block)", "rightmost"),
    (
        rf"\b(?:that |which )?(?:is |are )?(?:the )?(?:closest|nearest|furthest|farthest|further) (?:to|towards?) (?:the )?"
        rf"({_SIDE})(?:ern)?(?: (?:edge|side|border|wall|end))?(?: of the (?:map|grid|zone|board|world))?\b(?! of)",
        r"that is \1most",
    ),
    (
        r"\b(?:that |which )?(?:is |are )?(?:the )?(?:closest|nearest) (?:to )?(?:the )?(?:ground|floor|bottom)\b",
        "that is bottommost",
    ),
    (
        r"\b(?:that |which )?(?:is |are )?(?:the )?(?:highest|furthest) up(?: in the air)?\b",
        "that is topmost",
    ),
    (
        r"\b(?:that |which )?(?:is |are )?(?:touching|touch|touches|attached to|connected to) the (?:ground|floor)\b",
        "on the ground",
    ),
    (r"\b(middle)most\b|\bmiddlemost\b", "middle"),
    (r"\b(?:jutting out|sticking out)(?: horizontally)?\b", "jutting"),
)

COMMON_WORDING = [
    (re.compile(pattern), new)
    for group in (_MOVES, _COLOURS, _TAILS, _ACTS, _AGAIN, _EXTREMES, _SIDES, _PLACES)
    for pattern, new in group
]
"""Patterns of common wording with what replaces them."""
