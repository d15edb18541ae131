"""Episodes: what the builder would build from a recorded instruction after 0, 1, 2 and 3 questions.

A simulated architect answers from the recorded target. The questions are those that `cq.ask` would ask if
asking cost nothing. Every policy is judged on the same episodes: it only chooses where each of them stops.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from cq.arena.answering import Answers
from cq.building import Build, NetworkBuilder
from cq.building.decoding.candidates import Candidates
from cq.building.training.recorded_builds import RecordedBuild
from cq.dialogue.policy import decide
from cq.dialogue.questions import ClarifyingQuestion
from cq.language.request import Turns
from cq.meaning.grounded import ground
from cq.metrics import changed_f1
from cq.simulate import Architect
from eval.loop.brief_architect import BriefArchitect

OWN, BRIEF = "own", "brief"
ARCHITECTS: Mapping[str, Callable[[RecordedBuild, int], Answers]] = {
    OWN: lambda row, seed: Architect(row.start, row.target, seed),
    BRIEF: lambda row, seed: BriefArchitect(row.world, row.target, seed),
}
"""Whoever knows the target of a row and answers, with a seed. The library's own speaks by the grammar that
reads answers; the brief one speaks words of its own.
"""

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
    said: list[list[tuple[str, str]]] = [[("architect", row.instruction)] for row in rows]
    for first in range(0, len(rows), CHUNK):
        active = list(range(first, min(first + CHUNK, len(rows))))
        for number in range(NUM_QUESTIONS + 1):
            if not active:
                break
            dialogues: list[Turns] = [tuple(said[i][:-1]) for i in active]
            texts, worlds = [said[i][-1][1] for i in active], [rows[i].world for i in active]
            instructions = ground(texts, worlds, builder.backbone, dialogues)
            still_active = []
            for i, instruction, candidates in zip(
                active, instructions, builder.sample(instructions), strict=True
            ):
                decision = decide(instruction, cost_of_asking=0, candidates=candidates)
                question = decision.question
                step = _step(rows[i], builder.choose(candidates), candidates, question)
                step.refused = decision.action == "refuse"
                episodes[i].steps.append(step)
                if question is None or number == NUM_QUESTIONS:
                    continue
                answers = ARCHITECTS[architect](rows[i], indices[i] * 10 + number)
                step.type, step.question = question.type, question.text
                step.answer = answers.answer(question)
                said[i] += [("builder", step.question), ("architect", step.answer)]
                still_active.append(i)
            active = still_active
    return episodes


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
