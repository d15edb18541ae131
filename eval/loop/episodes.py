"""Episodes: what the builder would build from a recorded instruction after 0, 1, 2 and 3 questions.

The simulated architect answers from the recorded target. Every policy is judged on the same episodes: it only
chooses where each of them stops.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from cq.building import NetworkBuilder
from cq.building.decoding.candidates import Candidates
from cq.building.training.recorded_builds import RecordedBuild
from cq.dialogue.answers import heard
from cq.dialogue.questions import ClarifyingQuestion, possible_questions
from cq.dialogue.simulated import Architect
from cq.language.instruction import ground
from cq.language.request import Turns
from cq.metrics import changed_f1

NUM_QUESTIONS = 3
CHUNK = 64
"""Episodes that are played together."""


@dataclass
class Step:
    """The state after some questions.

    `changed_f1` and `exact` are those of the chosen build, `ceiling` the changed F1 of the best candidate,
    `confidence` the builder's, `value` that of the best question, 0 if there is none, and `blocked` says
    whether an obstacle is left. `question` and `answer` lead to the next step.
    """

    changed_f1: float
    exact: bool
    ceiling: float
    confidence: float
    value: float
    blocked: bool
    question: str | None = None
    answer: str | None = None


@dataclass
class Episode:
    """The steps of one recorded instruction, and how it was recorded."""

    index: int
    fold: int
    clear: bool
    changed_cells: int
    steps: list[Step] = field(default_factory=list)


def play(
    rows: Sequence[RecordedBuild], indices: Sequence[int], builder: NetworkBuilder, num_samples: int
) -> list[Episode]:
    """One episode for each row; `indices` are their numbers in the data set."""
    episodes = [
        Episode(i, row.fold, row.clear, int(np.count_nonzero(row.start != row.target)))
        for i, row in zip(indices, rows, strict=True)
    ]
    for first in range(0, len(rows), CHUNK):
        chosen = slice(first, first + CHUNK)
        _play_together(rows[chosen], episodes[chosen], builder, num_samples)
    return episodes


def _play_together(
    rows: Sequence[RecordedBuild], episodes: Sequence[Episode], builder: NetworkBuilder, num_samples: int
) -> None:
    worlds = [row.world for row in rows]
    said: list[list[tuple[str, str]]] = [[("architect", row.instruction)] for row in rows]
    active = list(range(len(rows)))
    for number in range(NUM_QUESTIONS + 1):
        dialogues: list[Turns] = [tuple(said[i][:-1]) for i in active]
        instructions = ground(
            [said[i][-1][1] for i in active], [worlds[i] for i in active], builder.backbone, dialogues
        )
        sampled = builder.sample(instructions, num_samples)
        still_active = []
        for i, instruction, candidates in zip(active, instructions, sampled, strict=True):
            candidates = heard(instruction, candidates)
            questions = possible_questions(instruction, candidates)
            step = _step(rows[i], builder, candidates, questions)
            episodes[i].steps.append(step)
            if not questions or number == NUM_QUESTIONS:
                continue
            architect = Architect(rows[i].start, rows[i].target, seed=episodes[i].index * 10 + number)
            step.question = questions[0].text
            step.answer = architect.answer(step.question)
            said[i] += [("builder", step.question), ("architect", step.answer)]
            still_active.append(i)
        active = still_active
        if not active:
            break


def _step(
    row: RecordedBuild,
    builder: NetworkBuilder,
    candidates: Candidates,
    questions: Sequence[ClarifyingQuestion],
) -> Step:
    build = builder.choose(candidates)
    grids = np.stack([build.grid, *candidates.grids])
    same = np.broadcast_to(row.target, grids.shape), np.broadcast_to(row.start, grids.shape)
    scores = changed_f1(grids, *same)
    return Step(
        float(scores[0]),
        bool((build.grid == row.target).all()),
        float(scores.max()),
        build.confidence,
        max((question.value for question in questions), default=0.0),
        any(question.obstacle is not None for question in questions),
    )
