"""Questions about the outcome: what all new blocks have in common, where an instruction is not understood and
nobody says it in other words.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from cq.building.decoding.candidates import Candidates
from cq.dialogue.questions import ClarifyingQuestion
from cq.language.request import head_of
from cq.meaning.questions import value_of
from cq.meaning.told import ABOUT_ALL
from cq.types import Cell

LEAST_VALUE = 0.05
"""The changed F1 that an answer must be expected to add."""


def question_about_outcome(candidates: Candidates, asked: Sequence[str]) -> ClarifyingQuestion | None:
    """The most valuable question about all new blocks of which the candidates differ; None if there is none
    but those that were `asked`.
    """
    start = candidates.start
    found = []
    for kind, words in ABOUT_ALL.items():
        if any(head_of(one) == words for one in asked):
            continue
        keys = [_key(kind, candidates.placed(grid)) for grid in candidates.grids]
        value = value_of(candidates.grids, candidates.probabilities, keys, start)
        if value > LEAST_VALUE:
            found.append(ClarifyingQuestion(kind, f"{words}?", (), value, True))
    return max(found, key=lambda one: one.value, default=None)


def _key(kind: str, new: dict[Cell, int]) -> Hashable:
    """What new blocks tell in answer to a question of a type."""
    if kind == "where":
        return frozenset((x, z) for _, x, z in new)
    return len(new) if kind == "count" else frozenset(new.values())
