"""Episodes: recorded rows, each talked through with `cq.Dialogue` as a user meets it.

What counts is the world at the end of the talk. A talk that ends without a build leaves the start.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from tqdm import tqdm

import cq
from cq.building.training.recorded_builds import RecordedBuild
from cq.dialogue.guess import Guess
from cq.metrics import changed_f1
from cq.types import Grid
from eval.loop.answerers import Says

WORSE = 0.01
"""The loss of changed F1 from which a row counts as made worse."""


@dataclass(frozen=True)
class Exchange:
    """A question, its type and the answer. `understood` says whether the guess after it is another one or
    more probable; `gain` is how much its changed F1 rose, in [-1, 1].
    """

    type: str
    question: str
    answer: str
    understood: bool
    gain: float


@dataclass(frozen=True)
class Episode:
    """What came of a row. `before` and `after` are the changed F1 of what is built without a question, and of
    the world at the end; `action` is that of the last turn, and `built` whether it built.
    """

    number: int
    changed_cells: int
    before: float
    after: float
    exact_before: bool
    exact_after: bool
    action: str
    built: bool
    exchanges: tuple[Exchange, ...] = ()

    @property
    def worse(self) -> bool:
        """Whether the talk made it worse."""
        return self.after < self.before - WORSE


def play_all(
    rows: Sequence[RecordedBuild],
    numbers: Sequence[int],
    says: Sequence[Says],
    pipeline: cq.Pipeline,
    max_questions: int = 3,
) -> list[Episode]:
    """The episode of each row; `numbers` are those of the rows, `says` whoever answers."""
    builds = pipeline.build([row.instruction for row in rows], [row.world for row in rows])
    episodes = []
    given = zip(rows, numbers, says, builds, strict=True)
    for row, number, answer, build in tqdm(given, total=len(rows), desc="rows", disable=None):
        dialogue = cq.Dialogue(row.world, max_questions, pipeline=pipeline)
        last, exchanges = talk(dialogue, row, answer, max_questions)
        world = dialogue.world.grid
        episodes.append(
            Episode(
                number,
                int(np.count_nonzero(row.start != row.target)),
                _score(build.grid, row),
                _score(world, row),
                np.array_equal(build.grid, row.target),
                np.array_equal(world, row.target),
                last.action,
                last.build is not None,
                tuple(exchanges),
            )
        )
    return episodes


def talk(
    dialogue: cq.Dialogue, row: RecordedBuild, says: Says, max_questions: int
) -> tuple[cq.Turn, list[Exchange]]:
    """The last turn of the talk about a row, and its questions with their answers.

    One answer more than `max_questions` is given at most: an answer may be taken as a new instruction, about
    which is asked anew. A talk ends where an answer is none that the dialogue takes.
    """
    turn, exchanges = dialogue.say(row.instruction), []
    guess = turn.guess
    for _ in range(max_questions + 1):
        question = dialogue.question
        said = says(question) if turn.action in ("ask", "reply") else None
        if said is None:
            break
        try:
            turn = dialogue.say(said) if question is None else dialogue.answer(said)
        except cq.InputError:
            if question is not None:
                exchanges.append(Exchange(question.type, question.text, said, understood=False, gain=0.0))
            break
        # A reply leaves the guess as it is.
        after = guess if turn.action == "reply" else turn.guess
        if question is not None:
            gain = _guessed(after, row) - _guessed(guess, row)
            understood = _is_understood(guess, after)
            exchanges.append(Exchange(question.type, question.text, said, understood, gain))
        guess = after
    return turn, exchanges


def _is_understood(before: Guess | None, after: Guess | None) -> bool:
    if before is None or after is None:
        return after is not None
    is_other = not np.array_equal(before.build.grid, after.build.grid)
    return is_other or after.probability > before.probability


def _guessed(guess: Guess | None, row: RecordedBuild) -> float:
    """The changed F1 of a guess; without one nothing is built."""
    return _score(row.start if guess is None else guess.build.grid, row)


def _score(grid: Grid, row: RecordedBuild) -> float:
    return float(changed_f1(grid, row.target, row.start))
