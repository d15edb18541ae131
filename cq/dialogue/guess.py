"""`Guess`: the best build now, how probable it is, and what was assumed on the way to it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from cq.building import Build
from cq.dialogue.asking import DECIDED, assumption
from cq.language.program import Keep
from cq.language.request import reply_word
from cq.language.spoken import Utterance
from cq.reading.answers import reply_in
from cq.reading.grounded import GroundedInstruction
from cq.reading.obstacles import filling
from cq.reading.outcome_constraints import agreement
from cq.reading.understand import Understanding
from cq.types import Grid

AGREED = 0.95
"""The probability of a build that was shown and agreed to."""
LEAST_SHARE = 0.05
"""The share of the probability that an outcome of a filled order must have to be what was meant."""
FILLED = 0.5
"""The share of its probability that a build keeps to which the words with an answer in them do not lead: they
may be misread.
"""
LEAST_KEPT = 0.1
"""The share of its probability that a build keeps of which nothing is as an answer says."""


@dataclass(frozen=True, eq=False)
class Guess:
    """The best build now. `assumptions` are sentences about what the words leave open and was taken for it,
    the weightiest first. `understanding` is what the words mean.
    """

    build: Build
    assumptions: tuple[str, ...] = ()
    understanding: Understanding | None = field(default=None, repr=False)

    @property
    def changes(self) -> bool:
        """Whether the build changes anything."""
        return self.build.start is None or not np.array_equal(self.build.start, self.build.grid)

    @property
    def is_read(self) -> bool:
        """Whether the build is what the words mean, as they are read."""
        results = () if self.understanding is None else self.understanding.results
        return any(np.array_equal(one.grid, self.build.grid) for one in results)

    @property
    def probability(self) -> float:
        """How probable it is that the build is what was meant, in [0, 1]: the builder's confidence."""
        return self.build.confidence


def best_guess(instruction: GroundedInstruction, build: Build, before: Guess | None) -> Guess:
    """The better of what is built with the last answer, and of the guess `before` it.

    An answer never makes a build less probable, unless it speaks against the one before.
    """
    if before is not None and answer_to_guess(instruction) == "yes":
        return replace(before, build=replace(before.build, confidence=max(AGREED, before.probability)))
    if instruction.request.exchanges:
        build = replace(build, confidence=build.confidence * _still_likely(instruction, build.grid))
    guess = Guess(build, assumptions_of(instruction, build.grid), instruction.heard.understanding)
    return before if before is not None and _is_kept(instruction, guess, before) else guess


def answer_to_guess(instruction: GroundedInstruction) -> str:
    """The word of the last answer, such as "yes" or "no", if the guess was shown for it; else "". What
    follows "no" tells what is meant instead.
    """
    last = instruction.request.exchanges[-1] if instruction.request.exchanges else None
    if last is None or last.question.type != "confirmation":
        return ""
    return reply_in(last.answer) or reply_word(last.answer)


def was_shown(instruction: GroundedInstruction) -> bool:
    """Whether a build was shown, and asked about, before it is built."""
    return any(one.question.type == "confirmation" for one in instruction.request.exchanges)


def guess_before(instruction: GroundedInstruction) -> Guess | None:
    """What would have been built when the last question was asked, if the dialogue knows it."""
    last = instruction.dialogue[-1:] if instruction.request.exchanges else ()
    return next((one.guess for one in last if isinstance(one, Utterance)), None)


def only_removes(guess: Guess) -> bool:
    """Whether a build takes blocks away and places none."""
    start, grid = guess.build.start, guess.build.grid
    return (
        start is not None
        and bool(np.any((start > 0) & (grid == 0)))
        and not np.any((grid > 0) & (grid != start))
    )


def removes_less(guess: Guess, before: Guess) -> bool:
    """Whether a build takes away a part of what another one takes, and not all of it."""
    start = guess.build.start
    if start is None or np.array_equal(guess.build.grid, before.build.grid):
        return False
    gone, all_gone = ((start > 0) & (one.build.grid != start) for one in (guess, before))
    return bool(np.all(all_gone[gone]))


def removed_share(guess: Guess) -> float:
    """The share of the standing blocks that a build removes or repaints, in [0, 1]."""
    start = guess.build.start
    if start is None:
        return 0.0
    stands = np.count_nonzero(start)
    return float(np.count_nonzero((start > 0) & (guess.build.grid != start)) / stands) if stands else 0.0


def _is_kept(instruction: GroundedInstruction, guess: Guess, before: Guess) -> bool:
    start = before.build.start
    if start is None or not np.array_equal(start, instruction.world.grid):
        return False
    heard = instruction.heard
    if heard.is_new or heard.withdrawn:
        return False
    if heard.is_left and before.is_read and before.assumptions:
        return True  # It is what the builder said that it would choose.
    likely = [one.grid for one in heard.understanding.results if one.probability >= LEAST_SHARE]
    is_against = heard.is_filled and not any(np.array_equal(grid, before.build.grid) for grid in likely)
    if heard.tells_nothing and guess.changes > before.changes:
        return False  # The builder is to do something.
    kept = _still_likely(instruction, before.build.grid) * (FILLED if is_against else 1.0)
    return before.probability * kept > guess.probability


def _still_likely(instruction: GroundedInstruction, grid: Grid) -> float:
    """The share of its probability that a build keeps after the last answer, in [0, 1]."""
    heard = instruction.heard
    return max(LEAST_KEPT, agreement(heard.outcome, instruction.world.grid, grid))


def assumptions_of(instruction: GroundedInstruction, grid: Grid) -> tuple[str, ...]:
    """What was taken on the way to a build where the words leave it open, as sentences."""
    understanding, start = instruction.heard.understanding, instruction.world.grid
    result = next((one for one in understanding.results if np.array_equal(one.grid, grid)), None)
    if result is None:
        unread = " ".join(understanding.reading.unread_words)
        changes = not np.array_equal(grid, start)
        if not unread or not changes or any(isinstance(one, Keep) for one in understanding.reading.program):
            return ()
        return (f"I did not understand “{unread}” and built what is likely",)
    taken = sorted(result.outcome.taken, key=lambda one: one[2])
    found = (
        assumption(hole, filling(result.outcome.taken, hole), start)
        for hole, _, share in taken
        if share < DECIDED or hole.field == "facing"
    )
    return tuple(dict.fromkeys(one for one in found if one is not None))
