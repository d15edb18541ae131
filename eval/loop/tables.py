"""The tables of the closed loop: what the talks are worth, and what each kind of question is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.metrics import bootstrap_interval
from eval.building.scores import weighted_mean
from eval.loop.episodes import Episode, Exchange

Array = npt.NDArray[Any]
Table = dict[str, dict[str, Any]]
BEFORE, AFTER, GAIN = "before any question", "after the talk", "gain"


def talk_table(episodes: Sequence[Episode], groups: Array, samples: int) -> Table:
    """The scores before any question and after the talks, with 95 % intervals over `groups` (n,), and what
    the talks were like.
    """
    weights = np.array([one.changed_cells for one in episodes])
    before = np.array([[one.before, one.exact_before] for one in episodes], dtype=float)
    after = np.array([[one.after, one.exact_after] for one in episodes], dtype=float)

    def interval(statistic: Callable[..., Any], *values: Array) -> str:
        return str(bootstrap_interval(statistic, *values, groups=groups, samples=samples))

    def scored(scores: Array) -> dict[str, Any]:
        return {
            "rows": len(episodes),
            "changed F1, weighted": interval(weighted_mean, scores[:, 0], weights),
            "plain": interval(np.mean, scores[:, 0]),
            "exact": interval(np.mean, scores[:, 1]),
        }

    talks = {
        "questions": sum(len(one.exchanges) for one in episodes),
        "rows made worse": sum(one.worse for one in episodes),
        "nothing built": sum(not one.built for one in episodes),
    }
    return {BEFORE: scored(before), AFTER: scored(after) | talks, GAIN: scored(after - before)}


def kind_table(episodes: Sequence[Episode]) -> Table:
    """Kind of question → how often it was asked and its answer understood, and the mean change of the changed
    F1 of the guess by its answer.
    """
    return {
        kind: {
            "asked": len(some),
            "understood": sum(one.understood for one in some),
            "share": round(sum(one.understood for one in some) / len(some), 3),
            "mean change of changed F1": round(float(np.mean([one.gain for one in some])), 3),
        }
        for kind, some in _by_kind(episodes).items()
    }


def understood_by_kind(episodes: Sequence[Episode]) -> dict[str, list[int]]:
    """Kind of question → how often its answer was understood, and how often it was asked."""
    return {
        kind: [sum(one.understood for one in some), len(some)] for kind, some in _by_kind(episodes).items()
    }


def _by_kind(episodes: Sequence[Episode]) -> dict[str, list[Exchange]]:
    """The exchanges of each kind of question, the kind asked most first."""
    found: defaultdict[str, list[Exchange]] = defaultdict(list)
    for episode in episodes:
        for one in episode.exchanges:
            found[one.type].append(one)
    return dict(sorted(found.items(), key=lambda pair: (-len(pair[1]), pair[0])))
