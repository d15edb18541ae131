"""The parts of the canary: some fixed cases of every task, by the public functions, and which are right.

`RIGHT_IF` says what right is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import numpy as np

import cq
from cq.building.training.recorded_builds import RecordedBuild, recorded_builds
from cq.data import load_question_bank, load_singleturn
from cq.ranking.training.examples import RankingExample, ranking_examples
from eval.canary.conversations import ends_right, load_conversations
from eval.loop.answerers import OWN, simulated
from eval.loop.episodes import play_all
from eval.loop.rows import drawn, unclear_rows

T = TypeVar("T")

SEED = 0
FEW, MANY = 20, 30
"""The cases of a part that talks, and of one that does not."""
FIRST = 20
"""The place in its pool down to which a question is found."""
RIGHT_IF = {
    "loop": "something is built, and the changed F1 is no worse than before a question",
    "conversations": "every cell of the last world is right",
    "builds": "every cell of a clear row is right",
    "rankings": f"the question that was asked is in the first {FIRST} of its pool",
    "classifications": "p_unclear is on the right side of the threshold",
}


def right_cases(data: Path | None = None) -> dict[str, list[bool]]:
    """Part → whether each of its cases is right, by the bundled pipeline, which then is the default one.

    `data` is the single-turn set; the conversations are in the data folder.
    """
    pipeline, dataset = cq.use(None), load_singleturn(data)
    rows = recorded_builds(dataset)
    parts: Mapping[str, Callable[[], list[bool]]] = {
        "loop": lambda: _loop(unclear_rows(rows), pipeline),
        "conversations": lambda: [ends_right(case) for case in some(load_conversations(), FEW)],
        "builds": lambda: _builds(some([row for row in rows if row.clear], MANY)),
        "rankings": lambda: _rankings(some(ranking_examples(dataset), MANY), load_question_bank(data)),
        "classifications": lambda: _classifications(rows),
    }
    return {name: parts[name]() for name in RIGHT_IF}


def some(cases: Sequence[T], count: int) -> list[T]:
    """The same `count` cases each time."""
    return [cases[i] for i in np.random.default_rng(SEED).permutation(len(cases))[:count].tolist()]


def _loop(unclear: Sequence[RecordedBuild], pipeline: cq.Pipeline) -> list[bool]:
    numbers = drawn(unclear, count=FEW, seed=SEED)
    says = [simulated(OWN, unclear[i], i) for i in numbers]
    episodes = play_all([unclear[i] for i in numbers], numbers, says, pipeline)
    return [one.built and one.after >= one.before for one in episodes]


def _builds(rows: Sequence[RecordedBuild]) -> list[bool]:
    builds = cq.build([row.instruction for row in rows], [row.world for row in rows])
    return [np.array_equal(build.grid, row.target) for build, row in zip(builds, rows, strict=True)]


def _rankings(examples: Sequence[RankingExample], bank: Mapping[str, str]) -> list[bool]:
    texts, worlds = [one.instruction for one in examples], [one.world for one in examples]
    right = []
    for example, ranked in zip(examples, cq.rank(dict(bank), texts, worlds), strict=True):
        pool = [one.qid for one in ranked if one.qid in example.candidates]
        right.append(example.positive in pool[:FIRST])
    return right


def _classifications(rows: Sequence[RecordedBuild]) -> list[bool]:
    """As many clear rows as unclear ones."""
    of_each = [some([row for row in rows if row.clear == clear], MANY // 2) for clear in (True, False)]
    chosen = [row for part in of_each for row in part]
    clarities = cq.classify([row.instruction for row in chosen], [row.world for row in chosen])
    return [(one.p_unclear <= one.threshold) == row.clear for one, row in zip(clarities, chosen, strict=True)]
