"""Plays a case with the library, and says what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

import cq
from cq import Turn, World
from cq.arena.answering import Answers, BookAnswers, ListAnswers
from cq.arena.cases import Case, Conversation, Fragment, Talk
from cq.dialogue.dialogue import Conversation as Dialogue
from cq.types import Grid
from cq.world import COLOURS
from cq.world.grid import HALF
from eval.behaviours.outcome import CONFIDENT

CRASH, NOTHING = "crash", "nothing"
"""Stand for the action of a turn that did not come, because of an error or because nothing was said."""

Start: TypeAlias = Callable[[World, int], Dialogue]
"""Begins a dialogue in a world, with so many questions about an instruction at most: `cq.Dialogue`."""


Ask: TypeAlias = Callable[..., Turn]
"""What an instruction, a world and a `dialogue` before lead to: `cq.ask`, or the `ask` of a pipeline."""


@dataclass(frozen=True)
class Exchange:
    """A question of the builder, its type, and the answer; None if the talk went on without one."""

    type: str
    question: str
    answer: str | None


@dataclass
class Outcome:
    """What came of a case. `action` is the last turn's, or `CRASH`; `confidences` are those of all builds,
    oldest first; `asked` is all that was asked. `wrong_cells` are the cells (x, z, level) in which the last
    world differs from the target that is nearest to it, with the colours or None that stand and should stand
    there.
    """

    case: Case
    action: str = NOTHING
    confidences: list[float] = field(default_factory=list)
    asked: list[Exchange] = field(default_factory=list)
    wrong_cells: list[tuple[int, int, int, str | None, str | None]] = field(default_factory=list)
    error: str | None = None

    @property
    def right(self) -> bool:
        """Whether the last world is exactly a right one, and nothing crashed. A fragment must be built."""
        built = self.action == "build" or not isinstance(self.case, Fragment)
        return not self.wrong_cells and self.error is None and built

    @property
    def wrong_though_confident(self) -> bool:
        """Whether the case is wrong, and any of its builds was above `CONFIDENT`."""
        return not self.right and any(one > CONFIDENT for one in self.confidences)

    @property
    def confident_at_the_end(self) -> bool:
        """Whether the case is wrong, and its last turn is a build above `CONFIDENT`."""
        return not self.right and self.action == "build" and self.confidences[-1] > CONFIDENT

    def to_dict(self) -> dict[str, Any]:
        """The outcome as JSON values."""
        return {
            "id": self.case.id,
            "kind": self.case.kind,
            "right": self.right,
            "action": self.action,
            "confidences": [round(one, 4) for one in self.confidences],
            "wrong_though_confident": self.wrong_though_confident,
            "confident_at_the_end": self.confident_at_the_end,
            "asked": [[one.type, one.question, one.answer] for one in self.asked],
            "wrong_cells": [list(one) for one in self.wrong_cells],
            "error": self.error,
        }


def play(
    case: Case, max_questions: int, wording: int = 0, start: Start = cq.Dialogue, ask: Ask = cq.ask
) -> Outcome:
    """The outcome of a case, with at most `max_questions` about each order. `wording` is the place of the
    wording that an answer book gives first. An error of any kind is an outcome too.
    """
    outcome = Outcome(case)
    try:
        if isinstance(case, Fragment):
            grid = _answered(case, outcome, ask)
        else:
            grid = _talked(case, outcome, start(case.world, max_questions), max_questions, wording)
    except Exception as error:
        outcome.action, outcome.error = CRASH, f"{type(error).__name__}: {error}"
    else:
        outcome.wrong_cells = _differences(grid, case.targets)
    return outcome


def _answered(case: Fragment, outcome: Outcome, ask: Ask) -> Grid:
    said = (("architect", case.order), ("builder", case.question))
    turn = ask(case.answer, case.world, dialogue=said)
    _take(turn, outcome)
    return case.world.grid if turn.build is None else turn.build.grid


def _talked(case: Case, outcome: Outcome, dialogue: Dialogue, max_questions: int, wording: int) -> Grid:
    for said, answers in _orders(case, wording):
        turn = dialogue.say(said)
        _take(turn, outcome)
        # An answer may be taken as a new instruction, about which the dialogue asks anew: so count here too.
        for _ in range(max_questions):
            if turn.action != "ask" or turn.question is None:
                break
            answer = answers.answer(turn.question)
            outcome.asked[-1] = Exchange(turn.question.type, turn.question.text, answer)
            turn = dialogue.answer(answer)
            _take(turn, outcome)
    return dialogue.world.grid


def _orders(case: Case, wording: int) -> Iterable[tuple[str, Answers]]:
    """What is said, and who answers the questions about it."""
    if isinstance(case, Talk):
        book = BookAnswers(case.book, wording)
        return [(order, book) for order in case.orders]
    assert isinstance(case, Conversation), "a fragment is no talk"
    return [(said, ListAnswers(answers)) for said, answers in case.turns]


def _take(turn: Turn, outcome: Outcome) -> None:
    outcome.action = turn.action
    if turn.build is not None:
        outcome.confidences.append(turn.build.confidence)
    if turn.question is not None:
        outcome.asked.append(Exchange(turn.question.type, turn.question.text, None))


def _differences(grid: Grid, targets: Sequence[Grid]) -> list[tuple[int, int, int, str | None, str | None]]:
    nearest = min(targets, key=lambda target: int(np.count_nonzero(grid != target)))
    return [
        (int(x) - HALF, int(z) - HALF, int(y) + 1, _colour(grid[y, x, z]), _colour(nearest[y, x, z]))
        for y, x, z in np.argwhere(grid != nearest)
    ]


def _colour(value: int) -> str | None:
    return COLOURS[value - 1] if value else None
