"""Relaxed interpretation: what an instruction asks for if a word or two of it are left out.

An instruction that is not understood often differs from one that is by few words ("attached", "entire"). What
is left of it may be meant or not, so its builds are only candidates (compare word deletion in the robust
parsing of Ward 1991).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from cq.building.interpretation.budget import attempt, spend
from cq.building.interpretation.interpret import outcomes
from cq.building.interpretation.parsing.clauses import readings
from cq.building.interpretation.wording.tokens import Sentence, sentences
from cq.language.denials import find_cues
from cq.language.length import is_too_long
from cq.meaning.geometry import Cell
from cq.world.grid import Grid

MOST_LEFT_OUT = 2
MOST_TOKENS = 40
"""Longer instructions differ in more than a word."""
MOST_STEPS = 400_000
"""Steps of work; no recorded instruction takes 245,000."""


def relaxed_interpretations(
    text: str, start: Grid, facing: str | None = None, recent: Sequence[Cell] = ()
) -> list[tuple[Grid, int]]:
    """The grids, int8 (9, 11, 11), that a text asks for without one or two neighbouring words, each with the
    number of words left out, the fewest first.

    The arguments are those of `interpret`. There are none if finding them takes more than `MOST_STEPS`.
    """
    if is_too_long(text):
        return []
    found, steps = attempt(MOST_STEPS, partial(_relaxed, text, start, facing, recent))
    spend(steps)
    return found or []


def _relaxed(text: str, start: Grid, facing: str | None, recent: Sequence[Cell]) -> list[tuple[Grid, int]]:
    parts = sentences(text)
    if sum(map(len, parts)) > MOST_TOKENS or find_cues(text):
        return []  # The word that is left out could be "not".
    found: dict[bytes, tuple[Grid, int]] = {}
    for left_out in range(1, MOST_LEFT_OUT + 1):
        for shorter in _without(parts, left_out):
            for grid in outcomes(shorter, start, facing, recent):
                if (grid != start).any():
                    found.setdefault(grid.tobytes(), (grid, left_out))
    return list(found.values())


def _without(parts: Sequence[Sentence], count: int) -> Iterator[list[Sentence]]:
    """The sentences without each run of `count` words: of the first sentence that has no reading, or of any
    sentence where all have one.
    """
    unread = [k for k, sentence in enumerate(parts) if sentence and not readings(tuple(sentence))]
    for k in unread[:1] or range(len(parts)):
        sentence = parts[k]
        for i in range(len(sentence) - count + 1):
            shorter = Sentence([*sentence[:i], *sentence[i + count :]], sentence.facing, sentence.stops)
            yield [*parts[:k], shorter, *parts[k + 1 :]]
