"""How people word extremes in recordings: "most east", "closest to the edge", "furthest up"."""

from __future__ import annotations

from cq.building.interpretation.wording.phrase_parts import COMPASS, LATERAL, Replacement

EXTREMES: tuple[tuple[str, Replacement], ...] = (
    (r"\b(?:the )?tallest (?=(?:\w+ )?blocks?\b(?! tower| column| stack))", "the highest "),
    (rf"\b({COMPASS}|top|bottom|left|right|upper|lower)(?:ern)?[ -]?most(?:ern)?\b", r"\1most"),
    (rf"\bmost ({COMPASS})(?:ern|erly|ward|wards)?\b", r"\1most"),
    (r"\b(highest|lowest|tallest|topmost|bottommost)[ -]most\b", r"\1"),
    (r"\bmost (highest|lowest|tallest)\b", r"\1"),
    (r"\bupper?most\b", "topmost"),
    (r"\blowermost\b", "bottommost"),
    (r"\brightest\b(?= (?:\w+ )?block)", "rightmost"),
    (
        rf"\b(?:that |which )?(?:is |are )?(?:the )?(?:closest|nearest|furthest|farthest|further) (?:to|"
        rf"towards?) (?:the )?"
        rf"({LATERAL})(?:ern)?(?: (?:edge|side|border|wall|end))?(?: of the (?:map|grid|zone|board|"
        rf"world))?\b(?! of)",
        r"that is \1most",
    ),
    (
        r"\b(?:that |which )?(?:is |are )?(?:the )?(?:closest|nearest) (?:to )?(?:the )?(?:ground|floor|"
        r"bottom)\b",
        "that is bottommost",
    ),
    (
        r"\b(?:that |which )?(?:is |are )?(?:the )?(?:highest|furthest) up(?: in the air)?\b",
        "that is topmost",
    ),
    (
        r"\b(?:that |which )?(?:is |are )?(?:touching|touch|touches|attached to|connected to) the "
        r"(?:ground|floor)\b",
        "on the ground",
    ),
    (r"\b(middle)most\b|\bmiddlemost\b", "middle"),
    (r"\b(?:jutting out|sticking out)(?: horizontally)?\b", "jutting"),
)
"""Patterns with what replaces them, in order."""
