"""`Guess`: the best build now, its probability, and the assumptions on the way to it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from cq.building import Build
from cq.dialogue.asking import DECIDED, assumption
from cq.language.program import Keep
from cq.language.replies import reply_in
from cq.language.request import reply_word
from cq.language.spoken import Utterance
from cq.reading.grounded import GroundedInstruction
from cq.reading.obstacles import filling
from cq.reading.outcome_constraints import agreement
from cq.reading.understand import Understanding
from cq.types import Grid

AGREED = 0.95
"""The probability of a build that was shown and agreed to."""
LEAST_SHARE = 0.05
"""The share of the probability from which an outcome of a filled order may be meant."""
FILLED = 0.5
"""The share of its probability that a build keeps if the words with an answer in them do not lead to it: they
may be misread.
"""
LEAST_KEPT = 0.1
"""The share of its probability that a build keeps if it disagrees with an answer in everything."""


@dataclass(frozen=True, eq=False)
class Guess:
    """The best build now. `assumptions` are sentences about the fillings that were taken for open ends, the
    weightiest first. `understanding` is the meaning of the words.
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
        """Whether the build is an outcome of the words, as they are read."""
        results = () if self.understanding is None else self.understanding.results
        return any(np.array_equal(result.grid, self.build.grid) for result in results)

    @property
    def probability(self) -> float:
        """The probability in [0, 1] that the build is the one that is meant: the builder's confidence."""
        return self.build.confidence

    def is_kept_from(self, before: Guess) -> bool:
        """Whether it is the guess before an answer. The understanding of a loaded one is lost."""
        same = np.array_equal(before.build.grid, self.build.grid)
        return same and self.understanding is before.understanding


def best_guess(instruction: GroundedInstruction, build: Build, before: Guess | None) -> Guess:
    """The better of the build with the last answer and the guess `before` it.

    An answer never makes a build less probable, unless it speaks against the one before.
    """
    if before is not None and answer_to_guess(instruction) == "yes":
        return replace(before, build=replace(before.build, confidence=max(AGREED, before.probability)))
    if instruction.request.exchanges:
        build = replace(build, confidence=build.confidence * _still_likely(instruction, build.grid))
    guess = Guess(build, assumptions_of(instruction, build.grid), instruction.heard.understanding)
    return before if before is not None and _is_kept(instruction, guess, before) else guess


def answer_to_guess(instruction: GroundedInstruction) -> str:
    """The word of the last answer, such as "yes" or "no", if the guess was shown for it; else "". The words
    after "no" tell the right build.
    """
    last = instruction.request.exchanges[-1] if instruction.request.exchanges else None
    if last is None or last.question.type != "confirmation":
        return ""
    return reply_in(last.answer) or reply_word(last.answer)


def was_shown(instruction: GroundedInstruction) -> bool:
    """Whether a build was shown, and asked about, before it is built."""
    return any(exchange.question.type == "confirmation" for exchange in instruction.request.exchanges)


def guess_before(instruction: GroundedInstruction) -> Guess | None:
    """The guess when the last question was asked, if the dialogue knows it."""
    last = instruction.dialogue[-1:] if instruction.request.exchanges else ()
    return next((utterance.guess for utterance in last if isinstance(utterance, Utterance)), None)


def only_removes(guess: Guess) -> bool:
    """Whether a build removes blocks and places none."""
    start, grid = guess.build.start, guess.build.grid
    return (
        start is not None
        and bool(np.any((start > 0) & (grid == 0)))
        and not np.any((grid > 0) & (grid != start))
    )


def removes_less(guess: Guess, before: Guess) -> bool:
    """Whether a build removes a part of the blocks that another one removes, and not all of them."""
    start = guess.build.start
    if start is None or np.array_equal(guess.build.grid, before.build.grid):
        return False
    gone, all_gone = ((start > 0) & (either.build.grid != start) for either in (guess, before))
    return bool(np.all(all_gone[gone]))


def removed_share(guess: Guess) -> float:
    """The share of the blocks in the world that a build removes or repaints, in [0, 1]."""
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
        return True  # It is the choice that the builder announced.
    likely = [result.grid for result in heard.understanding.results if result.probability >= LEAST_SHARE]
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
    """The fillings that were taken for open ends on the way to a build, as sentences."""
    understanding, start = instruction.heard.understanding, instruction.world.grid
    result = next((result for result in understanding.results if np.array_equal(result.grid, grid)), None)
    if result is None:
        unread = " ".join(understanding.reading.unread_words)
        changes = not np.array_equal(grid, start)
        if (
            not unread
            or not changes
            or any(isinstance(command, Keep) for command in understanding.reading.program)
        ):
            return ()
        return (f"I did not understand “{unread}” and built what is likely",)
    taken = sorted(result.outcome.taken, key=lambda decision: decision[2])
    found = (
        assumption(hole, filling(result.outcome.taken, hole), start)
        for hole, _, share in taken
        if share < DECIDED or hole.field == "facing"
    )
    return tuple(dict.fromkeys(sentence for sentence in found if sentence is not None))
