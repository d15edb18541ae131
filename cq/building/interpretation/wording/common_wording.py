"""How people word plain instructions in recordings, brought into the wording that the grammar knows.

These patterns apply to a sentence in lower case before all others.
"""

from __future__ import annotations

import re

from cq.building.interpretation.wording.common_places import COMMON_PLACES
from cq.building.interpretation.wording.descriptions import TAILS
from cq.building.interpretation.wording.phrase_parts import COLOUR, COMPASS, NUMBER, Replacement
from cq.building.interpretation.wording.replacements import Replacements

_MADE = r"(?:placed|built|added|put|putted|created|made|stacked|set|laid)"
_BY_YOU = rf"(?:that |which )?(?:you|i|we)(?:'ve| have)? (?:just )?{_MADE}\b"


def _each_colour(match: re.Match[str]) -> str:
    """ "A green blue and red block" are three blocks."""
    return " and then ".join(f"a {colour} block" for colour in re.findall(COLOUR, match[1]))


_MOVES: tuple[tuple[str, Replacement], ...] = (
    # "Walk north and destroy", "move down and": where the builder goes changes nothing that is built.
    (
        rf"^(?:walk|move|go|head|run|fly|jump|step)(?:ing)? (?:(?:to(?:wards?)? )?(?:the )?{COMPASS}"
        r"(?:ern)?(?: side| end| direction)?(?: of the structure)?(?! of)|up|down|forwards?|back|"
        r"backwards?)(?: to approach the \w+ blocks?)?"
        r"(?: and(?: then)?|,|$)",
        "",
    ),
    (r"(?:^|\b(?:and|then) )repeat\b(?! the| this| it)", "repeat"),
)

_COLOURS: tuple[tuple[str, Replacement], ...] = (
    # In folds 0 to 2 dark blue is blue, never purple; light yellow is orange, bright yellow is yellow.
    (r"\b(?:dark|light|navy|royal|sky|bright)(?:er)?[ -]+blue\b", "blue"),
    (r"\blight(?:er)?[ -]+yellow\b", "orange"),
    (r"\bbright(?:er)?[ -]+(yellow|red|green|orange|purple)\b", r"\1"),
    (r"\b(red|blue|green|yellow|orange|purple) ?/ ?(red|blue|green|yellow|orange|purple)\b", r"\1 or \2"),
    (r"\bnon[ -](red|blue|green|yellow|orange|purple)\b", r"non \1"),
)

_ACTS: tuple[tuple[str, Replacement], ...] = (
    # "I placed", "he made", "then I removed"
    (r"^(?:i|he|she|we)(?: have| had| just| also| then)* (?=\w)", ""),
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
    (r"(?<!\bby)(?<!\bor),? placing (?=an?\b|one\b|two\b|three\b|another\b|\d)", " and place "),
    (r"\bproceed by (\w+)ing\b", r"\1"),
    (
        r"\b(?:go|move|head|walk) (?:over )?(?:to|towards?) (?=the (?:\w+ ){0,6}(?:blocks?|tower|column|"
        r"stack)\b)",
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
        r"\breplace the (?:\w+ )?blocks? (?:that (?:was|were|you) )?(?:just )?(?:removed|destroyed|broken|"
        r"deleted) with\b",
        "replace them with",
    ),
    (
        r"\b(?:in|into|on|at|to) (?:its|it's|their|the|the exact|the same|the very same|that)(?: exact| "
        r"same)* "
        r"(?:places?|spots?|positions?|stead|locations?)\b(?! of)",
        "in its place",
    ),
    (r"\bput in place\b", "put in its place"),
    (r"\ba (?=(?:two|three|four|five|six|\d) \w+ blocks\b)", ""),
    (r"\b(place|put|set|lay) down (?=(?:an?|one|two|three|four|\d)\b)", r"\1 "),
    (r"\bupwards? by\b", "up by"),
    (
        rf"\b(?:an?|one) ((?:{COLOUR})(?:(?:,? and then|,? and|,? then|,)? (?:{COLOUR}))+) block\b",
        _each_colour,
    ),
    (r"\breplace all (?:\w+ )?(?:of them )?with\b", "replace them with"),
    (r"\b(?:original|initial|pre-?existing|previously existing)\b", "existing"),
    (
        r"\b(?:that |which )?(?:(?:is|are|was|were) )?already (?:existed|exists?|there|present|in place|"
        r"built|placed|standing)"
        r"(?: by default)?\b",
        "",
    ),
    # "Both blocks you placed", "the row that you created", "the last block you placed"
    (
        rf"\b((?:the last|that|this)(?: \w+)? (?:block|one)),? {_BY_YOU}",
        r"\1",
    ),
    (
        r"\b(the|both|each|all|these|those) ((?:\w+ )?(?:rows?|lines?|towers?|columns?|stacks?|piles?|"
        rf"structures?|(?<=both )blocks|(?<=each )block|(?<=all )blocks)) {_BY_YOU}",
        r"\1 new \2",
    ),
    (rf"\bthe block (?:that )?(?:you|i|we)(?:'ve| have)? (?:just )?{_MADE}\b", "the last block"),
    (rf"\bthe blocks (?:that )?(?:you|i|we)(?:'ve| have)? (?:just )?{_MADE}\b", "the new blocks"),
    (rf"\b(\d+|{NUMBER}) (blocks?) (?:that )?(?:you|i|we)(?:'ve| have)? (?:just )?{_MADE}\b", r"\1 new \2"),
    (
        r"\bthe first ((?:(?!block|one)\w+ )?)(?:block|one)? ?(?:that )?(?:(?:you|i|we)(?:'ve| have)? )?"
        rf"(?:just )?{_MADE}\b",
        r"the earliest \1block",
    ),
    (r"\b(?:on|on top of|onto) the first(?: one)?$", "on top of the earliest block"),
    (r"\bthe (?:newly |just )?placed ((?:\w+ )?block)", r"the last \1"),
    # "The first three from the bottom" are the bottom three; the second highest is the second from the top.
    (
        rf"\bthe (?:first {NUMBER}|{NUMBER} first)((?: \w+){{0,2}}?) from the (top|bottom|left|right|"
        rf"{COMPASS})\b",
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
        rf"\bthe ((?:\w+ )?)(block|one) (?:that )?(?:(?:was|is|you|i|we|you've|we've|has been) )?(?:just |"
        rf"previously |last )+"
        rf"{_MADE}(?: in)?\b",
        r"the last \1\2",
    ),
    (
        rf"\bthe ((?:\w+ )?)(block|one) (?:that )?(?:was |you |you've |i |we )?(?:just )?{_MADE} "
        r"(?:before|previously|last|earlier)\b",
        r"the last \1\2",
    ),
)

COMMON_WORDING = Replacements(_MOVES, _COLOURS, TAILS, _ACTS, _AGAIN, COMMON_PLACES)
"""Patterns of common wording with what replaces them."""
