"""Fixed phrases, and the one token that each becomes, in the order in which they are replaced."""

from __future__ import annotations

import re

from cq.building.interpretation.wording.clause_phrases import CLAUSES
from cq.building.interpretation.wording.phrase_parts import COLOUR, COMPASS, SIDE, Replacement
from cq.building.interpretation.wording.place_phrases import RELATIONS, ZONE_PLACES
from cq.building.interpretation.wording.replacements import Replacements


def _abbreviated(match: re.Match[str]) -> str:
    return {"n": "north", "s": "south"}[match[1]] + {"e": "east", "w": "west"}[match[2]]


_ONE_FORM: tuple[tuple[str, Replacement], ...] = (
    (r"[’‘`]", "'"),
    (r"\b(?!it|that|there|let|he|she|what|here|who)(\w+)'s (?=\w)", r"\1 's "),
    (r"(?<=\d) ?[x×*] ?(?=\d)", " by "),
    (r"\b(\w+)-by-(\w+)\b", r"\1 by \2"),
    (r"(?<!\ba )(?<!\ban )\b(?!letter|capital)(\w+) x (?=\w+\b)(?!x of\b)", r"\1 by "),
    (r"\b(north|south)[ -]+(east|west)", r"\1\2"),
    (r"\b(n|s)(e|w)(?= corner)", _abbreviated),
    (r"\b(north|south|east|west|left|right|top|bottom|upper|outer)(?:ern)?[ -]?most\b", r"\1most"),
    (
        rf"\b(?:more|further|furthest|farthest|most) (?:to the )?({COMPASS})(?:ern|erly)?\b(?! of| than)",
        r"\1most",
    ),
    (
        rf"\b(?:closest|nearest|next) (?:to )?(?:the )?({SIDE})(?: edge| side| border| wall)?\b(?! of)",
        r"\1most",
    ),
    (rf"\b({COMPASS})(?:ern|ernmost)\b", r"\1"),
    (r"\bdue (?=north|south|east|west)", ""),
    (
        r"\b(north|south|east|west)(?: ?- ?| to )(north|south|east|west)(?= (?:direction|line|row|column))",
        r"from \1 to \2",
    ),
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
        r"\b(?:building |build |whole |entire |complete |full )*"
        r"(?:grid|zone|map|board|world|area|chessboard|field|scene)\b",
        "zone",
    ),
    (r"\bviolet\b|\blilac\b", "purple"),
    (rf"\b({COLOUR})s\b", r"\1 blocks"),
    (r"\b(?:a )?(?:couple|pair)(?: of)?\b", "two"),
    (r"\b(?:a |another )?half(?: a)? dozen\b", "6"),
    (r"\b(?:a )?dozen\b", "12"),
    (r"\bhole (?=tower|row|wall|column|structure|zone|thing|line|stack|pile)", "whole "),
    (
        r"\b(?:get|gets|got|getting) rid of\b|\bdo away with\b|\bthrow (?:out|away)\b|"
        r"\b(?:tear|take|knock|bring|pull) (?:the lot )?down\b(?! to)",
        "remove",
    ),
    (r"\b(?:tear|take|knock|bring|pull) (it|them|both|all|everything)(?: all)? down\b(?! to)", r"remove \1"),
)

_IDLE: tuple[tuple[str, Replacement], ...] = (
    (
        r"\bthat_is (?=on_top_of|under|next_to|\w+_of|on_ground|on_top|corner_|in |between|at |floating|"
        r"hanging|\w+most)",
        "",
    ),
    (
        r"\b(?:flush|snugly|firmly|tightly|carefully|nicely|directly|immediately|just|exactly|straight|"
        r"simply|again|also|too|as well|carefully|very|"
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


PHRASES = Replacements(_ONE_FORM, CLAUSES, ZONE_PLACES, RELATIONS, _IDLE)
"""Patterns of words with what replaces them."""
