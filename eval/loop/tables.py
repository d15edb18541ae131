"""The tables of the closed loop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.metrics import bootstrap_interval
from eval.building.scores import weighted_mean
from eval.loop.episodes import Episode
from eval.loop.policies import Score, stops

Array = npt.NDArray[Any]
Table = dict[str, dict[str, Any]]
QUESTIONS = ("no question", "one question", "two", "three")


def gain_table(episodes: Sequence[Episode], groups: Array, samples: int) -> Table:
    """The scores after 0, 1, 2 and 3 questions where something is left to ask, and of the best candidate."""
    table: Table = {}
    before, _ = _reached(episodes, np.zeros(len(episodes), dtype=np.int64))
    for asked, name in enumerate(QUESTIONS):
        reached = np.array([min(asked, len(episode.steps) - 1) for episode in episodes])
        refused = np.mean([one.steps[at].refused for one, at in zip(episodes, reached, strict=True)])
        table[name] = _row(episodes, reached, groups, samples) | {
            "rows made worse": f"{(_reached(episodes, reached)[0] < before).mean():.1%}",
            "refused": f"{refused:.1%}",
        }
    ceiling = np.array([episode.steps[0].ceiling for episode in episodes])
    best = _changed_f1(episodes, ceiling, groups, samples)
    return table | {"the best of the sampled builds, no question": best}


def policy_table(
    episodes: Sequence[Episode],
    groups: Array,
    policies: Mapping[str, Score],
    share: float,
    budget: int,
    samples: int,
) -> Table:
    """Each policy at the same share of instructions asked about, and its gain over never asking."""
    counts = {"never": np.zeros(len(episodes), dtype=np.int64)}
    counts |= {name: stops(episodes, one, share, budget, 0.005) for name, one in policies.items()}
    counts["always"] = np.array([min(budget, len(episode.steps) - 1) for episode in episodes])
    before, _ = _reached(episodes, counts["never"])
    weights = _weights(episodes)
    table = {}
    for name, count in counts.items():
        after, _ = _reached(episodes, count)
        gain = _interval(groups, samples, weighted_mean, after - before, weights)
        table[name] = _row(episodes, count, groups, samples) | {"gain over never": gain}
        asked = int(count.sum())
        table[name]["gain per question"] = round(float((after - before).sum()) / asked, 3) if asked else 0
    return table


def _row(episodes: Sequence[Episode], count: Array, groups: Array, samples: int) -> dict[str, Any]:
    score, exact = _reached(episodes, count)
    return {
        "asked about": f"{(count > 0).mean():.1%}",
        "questions a row": round(float(count.mean()), 3),
        **_changed_f1(episodes, score, groups, samples),
        "exact": _interval(groups, samples, np.mean, exact),
    }


def _changed_f1(episodes: Sequence[Episode], score: Array, groups: Array, samples: int) -> dict[str, str]:
    return {
        "changed F1, weighted": _interval(groups, samples, weighted_mean, score, _weights(episodes)),
        "plain": _interval(groups, samples, np.mean, score),
    }


def _reached(episodes: Sequence[Episode], count: Array) -> tuple[Array, Array]:
    """Changed F1 and exactness of each episode at the step where it stops."""
    steps = [episode.steps[stop] for episode, stop in zip(episodes, count, strict=True)]
    return np.array([step.changed_f1 for step in steps]), np.array([float(step.exact) for step in steps])


def _weights(episodes: Sequence[Episode]) -> Array:
    return np.array([episode.changed_cells for episode in episodes])


def _interval(groups: Array, samples: int, statistic: Any, *values: Array) -> str:
    return str(bootstrap_interval(statistic, *values, groups=groups, samples=samples))
