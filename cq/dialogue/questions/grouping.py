"""Candidates grouped by what a short answer would say."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from cq.building.decoding.candidates import Candidates
from cq.dialogue.questions.attributes import ATTRIBUTES
from cq.dialogue.questions.change import Change
from cq.dialogue.questions.question import Option
from cq.dialogue.questions.wording import describe

MOST_OPTIONS = 4
UNLIKELY = 0.03
"""Below this probability a group is no option, if two others are."""
OF_ONE_COLOUR = ("count placed", "size", "arrangement", "where")
"""Attributes that are asked for the blocks of each colour, where the likeliest builds place several."""


def group_texts(attribute: str, candidates: Candidates, colour: int | None = None) -> list[str | None]:
    """What each candidate has of an attribute, in the words of an option; None if it has nothing of it.

    `attribute` is a key of `ATTRIBUTES`. With `colour`, an IGLU 2022 id, only its blocks count.
    """
    compute, start = ATTRIBUTES[attribute], candidates.start
    values = [compute(change) for change in changes_of(candidates, colour)]
    texts = {value: describe(attribute, value, start) for value in set(values)}
    return [texts[value] for value in values]


@lru_cache(maxsize=16)
def changes_of(candidates: Candidates, colour: int | None = None) -> tuple[Change, ...]:
    """What each candidate changes. With `colour`, an IGLU 2022 id, only its blocks count."""
    return tuple(Change(candidates.start, grid, colour) for grid in candidates.grids)


def colours_asked_for(candidates: Candidates) -> list[int]:
    """The colours of which the likeliest builds place several, each to be asked for on its own."""
    placed = [set(change.placed.values()) for change in changes_of(candidates)]
    return [
        colour
        for colour in sorted(set().union(*placed))
        if candidates.probabilities[[colour in one and len(one) > 1 for one in placed]].sum() > 0.5
    ]


def options_of(groups: Sequence[str | None], candidates: Candidates) -> tuple[Option, ...]:
    """The likeliest groups as options, at most `MOST_OPTIONS`, the likeliest first. Groups that
    are `UNLIKELY` are left out, but of the two likeliest.
    """
    members: dict[str, list[int]] = {}
    for i, group in enumerate(groups):
        if group is not None:
            members.setdefault(group, []).append(i)
    options = [
        Option(text, tuple(some), float(candidates.probabilities[some].sum()))
        for text, some in members.items()
    ]
    options.sort(key=lambda one: (-round(one.probability, 9), one.text))
    likely = [one for one in options[:MOST_OPTIONS] if one.probability >= UNLIKELY]
    return tuple(likely if len(likely) > 1 else options[:2])
