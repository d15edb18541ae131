"""Episodes: what the builder would build from a recorded instruction after 0, 1, 2 and 3 questions.

A simulated architect answers from the recorded target. The questions are those that `cq.ask` would ask if
asking cost nothing. Every policy is judged on the same episodes: it only chooses where each of them stops.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from cq.building import Build, NetworkBuilder
from cq.building.decoding.candidates import Candidates
from cq.building.training.recorded_builds import RecordedBuild
from cq.dialogue.policy import decide
from cq.dialogue.questions import ClarifyingQuestion
from cq.language.request import Turns
from cq.meaning.grounded import ground
from cq.metrics import changed_f1
from eval.loop.architects import ARCHITECTS, OWN

NUM_QUESTIONS = 3
CHUNK = 64
"""Episodes that are played together."""


@dataclass
class Step:
    """The state after some questions.

    `changed_f1` and `exact` are those of the chosen build, `ceiling` the changed F1 of the best candidate,
    `confidence` the builder's, `value` that of the question that follows, 0 if there is none, and `blocked`
    says whether it must be asked. `question` and `answer` lead to the next step. `refused`
    says that `cq.ask` would build nothing here; the scores are still those of the build.
    """

    changed_f1: float
    exact: bool
    ceiling: float
    confidence: float
    value: float
    blocked: bool
    question: str | None = None
    answer: str | None = None
    refused: bool = False
    type: str = ""


@dataclass
class Episode:
    """The steps of one recorded instruction, and how it was recorded."""

    index: int
    fold: int
    clear: bool
    changed_cells: int
    steps: list[Step] = field(default_factory=list)


def play(
    rows: Sequence[RecordedBuild],
    indices: Sequence[int],
    builder: NetworkBuilder,
    architect: str = OWN,
) -> list[Episode]:
    """One episode for each row; `indices` are their numbers in the data set. `architect` is one of
    `ARCHITECTS`.
    """
    episodes = [
        Episode(i, row.fold, row.clear, int(np.count_nonzero(row.start != row.target)))
        for i, row in zip(indices, rows, strict=True)
    ]
    for first in range(0, len(rows), CHUNK):
        chosen = slice(first, first + CHUNK)
        _play_together(rows[chosen], episodes[chosen], builder, architect)
    return episodes


def _play_together(
    rows: Sequence[RecordedBuild],
    episodes: Sequence[Episode],
    builder: NetworkBuilder,
    architect: str,
) -> None:
    worlds = [row.world for row in rows]
    said: list[list[tuple[str, str]]] = [[("architect", row.instruction)] for row in rows]
    active = list(range(len(rows)))
    for number in range(NUM_QUESTIONS + 1):
        dialogues: list[Turns] = [tuple(said[i][:-1]) for i in active]
        instructions = ground(
            [said[i][-1][1] for i in active], [worlds[i] for i in active], builder.backbone, dialogues
        )
        sampled = builder.sample(instructions)
        still_active = []
        for i, instruction, candidates in zip(active, instructions, sampled, strict=True):
            decision = decide(instruction, cost_of_asking=0, candidates=candidates)
            question = decision.question
            step = _step(rows[i], builder.choose(candidates), candidates, question)
            step.refused = decision.action == "refuse"
            episodes[i].steps.append(step)
            if question is None or number == NUM_QUESTIONS:
                continue
            answers = ARCHITECTS[architect](rows[i], episodes[i].index * 10 + number)
            step.type, step.question, step.answer = question.type, question.text, answers.answer(question)
            said[i] += [("builder", step.question), ("architect", step.answer)]
            still_active.append(i)
        active = still_active
        if not active:
            break


def _step(
    row: RecordedBuild, build: Build, candidates: Candidates, question: ClarifyingQuestion | None
) -> Step:
    grids = np.stack([build.grid, *candidates.grids])
    same = np.broadcast_to(row.target, grids.shape), np.broadcast_to(row.start, grids.shape)
    scores = changed_f1(grids, *same)
    return Step(
        float(scores[0]),
        bool((build.grid == row.target).all()),
        float(scores.max()),
        build.confidence,
        0.0 if question is None else question.value,
        question is not None and question.necessary,
    )
