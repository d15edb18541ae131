"""The metrics, each compared with a plain reading of its definition where the arguments can be read."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from hypothesis import strategies as st

from cq import metrics
from cq.metrics import reference
from eval.faults import values
from eval.faults.sections import EntryPoint
from eval.faults.tally import check

SHAPE = (9, 11, 11)
HOSTILE = st.one_of(
    values.values,
    st.lists(values.scalars, max_size=3),
    st.sampled_from([np.float64("nan"), np.array(3), np.zeros(2)]),
)


def entry_points() -> list[EntryPoint]:
    """The metrics."""
    # Lengths that are mostly equal, so that most arguments fit each other.
    bits = values.mostly(*(st.lists(st.integers(0, 1), min_size=n, max_size=m) for n, m in ((4, 4), (0, 6))))
    fractions = values.mostly(
        *(st.lists(st.floats(0, 1), min_size=n, max_size=m) for n, m in ((4, 4), (0, 6)))
    )
    texts = st.lists(st.sampled_from("abc"), min_size=3, max_size=3)
    some = grids()
    return [
        _point("metrics of labels", labels, 60, bits, bits),
        _point("metrics of probabilities", probabilities, 60, bits, fractions, st.integers(1, 12)),
        _point("metrics of rankings", rankings, 60, _three(texts), texts, st.integers(1, 5)),
        _point("metrics of grids", grid_metrics, 60, some, some),
        _point("metrics of changes", change_metrics, 80, some, some, some),
        _point("metrics of steps", step_metrics, 40, some, some, some, st.sampled_from([1.0, 2.0])),
        _point(
            "metrics of skills",
            skill_metrics,
            30,
            _three(some),
            _three(some),
            _three(some),
            _three(st.just({"flat"})),
        ),
        _point("metrics of sequences", sequences, 30, _three(texts), _three(texts)),
        _point("intervals", intervals, 20, fractions, bits, st.integers(1, 5), st.floats(0.1, 0.9)),
        _point("cascades", cascades, 30, st.lists(some, min_size=2, max_size=3), some),
        EntryPoint("bins of the track", bins, st.one_of(values.values, st.floats(0, 1)), 10),
        EntryPoint("sums of counts", counts, values.mostly(count_tables(), values.values), 10),
    ]


def _point(name: str, call: Callable[[Any], object], weight: int, *each: values.Strategy) -> EntryPoint:
    return EntryPoint(name, call, values.arguments(*each, hostile=HOSTILE), weight)


def grids() -> values.Strategy:
    """Grids with a few blocks, also as other types, and lists of them."""
    cell = st.tuples(st.integers(0, 8), st.integers(0, 10), st.integers(0, 10), st.integers(0, 6))
    kinds = values.mostly(st.just(np.int8), st.sampled_from([np.int64, np.uint8, np.float32, bool]))
    return st.tuples(st.lists(cell, min_size=1, max_size=5), kinds).map(lambda given: _grid(*given))


def _grid(cells: Sequence[tuple[int, ...]], kind: Any = np.int8) -> Any:
    grid = np.zeros(SHAPE, np.int64)
    for *cell, colour in cells:
        grid[tuple(cell)] = colour
    return grid.astype(kind)


def _three(one: values.Strategy) -> values.Strategy:
    """Lists, mostly of three."""
    return values.mostly(st.lists(one, min_size=3, max_size=3), st.lists(one, max_size=3))


def count_tables() -> values.Strategy:
    """Tables of three counts a row."""
    return st.lists(st.lists(st.integers(0, 9), min_size=3, max_size=3), max_size=4)


def labels(given: tuple[Any, Any]) -> None:
    """The macro-F1 by its definition."""
    truth, guess = given
    score = metrics.macro_f1(truth, guess)
    pairs = [(int(a), int(b)) for a, b in zip(truth, guess, strict=True)]
    each = []
    for label in (0, 1):
        hits = sum(a == b == label for a, b in pairs)
        sizes = sum(a == label for a, _ in pairs) + sum(b == label for _, b in pairs)
        each.append(2 * hits / sizes if sizes else 0.0)
    _equal(score, sum(each) / 2)


def probabilities(given: tuple[Any, Any, Any]) -> None:
    """Average precision within [0, 1], and the calibration error by its definition."""
    truth, p, number = given
    check(0 <= metrics.average_precision(truth, p) <= 1, "no fraction")
    error = metrics.expected_calibration_error(truth, p, number)
    gaps: dict[int, float] = {}
    for label, chance in zip(truth, p, strict=True):
        place = min(int(float(chance) * number), number - 1)
        gaps[place] = gaps.get(place, 0.0) + float(chance) - int(label)
    _equal(error, sum(map(abs, gaps.values())) / len(truth))


def rankings(given: tuple[Any, Any, Any]) -> None:
    """Reciprocal ranks by their definition."""
    ranked, asked, most = given
    metrics.reciprocal_rank(ranked[0] if isinstance(ranked, list) and ranked else ranked, "a", most)
    most = 10 if most is None else most
    ranks = [list(one).index(text) + 1 if text in list(one) else None for one, text in _pairs(ranked, asked)]
    score = metrics.mean_reciprocal_rank(ranked, asked, most)
    _equal(score, sum(1 / rank for rank in ranks if rank and rank <= most) / len(ranks))
    share = metrics.recall_at_k(ranked, asked, most)
    _equal(share, sum(rank is not None and rank <= most for rank in ranks) / len(ranks))


def _pairs(ranked: Any, asked: Any) -> list[tuple[Any, Any]]:
    """The rows of both, if both are lists of lists; else what the metric itself says of them is called."""
    try:
        return [(list(one), text) for one, text in zip(ranked, asked, strict=True)]
    except (TypeError, ValueError):
        metrics.mean_reciprocal_rank(ranked, asked)
        return []


def grid_metrics(given: tuple[Any, Any]) -> None:
    """Intersections within their bounds and equal to the slow form; a grid against itself has F1 1."""
    built, target = given
    found = metrics.maximal_intersection(built, target)
    f1 = np.asarray(metrics.grid_f1(built, target))
    check(bool(((f1 >= 0) & (f1 <= 1)).all()), "no fraction")
    check(bool(np.equal(metrics.grid_f1(built, built), 1).all()), "a grid differs from itself")
    if isinstance(found, int) and np.count_nonzero(target) <= 2:
        check(found == reference.every_shift(np.asarray(built), np.asarray(target)), "another intersection")
    shift = metrics.argmax_intersection(built, target)
    check(len(shift) == 3, "no shift")
    check(metrics.skills(target) <= set(metrics.SKILLS), "an unknown skill")


def change_metrics(given: tuple[Any, Any, Any]) -> None:
    """The changed F1 by its definition, and the accuracies and net actions within their bounds."""
    built, target, start = given
    score = metrics.changed_f1(built, target, start)
    if isinstance(score, float):
        b, t, s = (np.asarray(getattr(one, "grid", one)).astype(int) for one in given)
        _equal(score, reference.changed_f1(b, t, s))
    for metric in (metrics.net_action_f1, metrics.changed_cell_accuracy):
        check(0 <= metric(built, target, start) <= 1, "no fraction")
    check(0 <= metrics.whole_world_accuracy(built, target) <= 1, "no fraction")
    check(metrics.whole_world_accuracy(built, built) == 1, "a grid differs from itself")


def step_metrics(given: tuple[Any, Any, Any, Any]) -> None:
    """Going back gives the opposite reward."""
    previous, current, target, scale = given
    there = metrics.reward(previous, current, target, right_scale=scale)
    back = metrics.reward(current, previous, target, right_scale=scale)
    check(math.isfinite(there) and there == -back, f"rewards {there} and {back}")


def skill_metrics(given: tuple[Any, Any, Any, Any]) -> None:
    """Scores of a corpus lie within [0, 1]."""
    built, target, start, skills = given
    score = metrics.corpus_changed_f1(built, target, start)
    check(0 <= score.weighted <= 1 and 0 <= score.plain <= 1, "no fraction")
    for one in metrics.f1_by_skill(built, target, start, skills).values():
        check(0 <= one.plain <= 1, "no fraction")


def sequences(given: tuple[Any, Any]) -> None:
    """The share of equal sequences."""
    predicted, recorded = given
    share = metrics.action_sequence_accuracy(predicted, recorded)
    _equal(share, sum(list(a) == list(b) for a, b in zip(predicted, recorded, strict=True)) / len(recorded))


def intervals(given: tuple[Any, Any, Any, Any]) -> None:
    """The interval of a mean is ordered, and has the mean as its estimate."""
    numbers, groups, samples, level = given
    one = metrics.bootstrap_interval(np.mean, numbers, groups=groups, samples=samples, level=level)
    check(one.low <= one.high, "an interval that ends before it begins")
    _equal(one.estimate, float(np.mean(numbers)))


def cascades(given: tuple[Any, Any]) -> None:
    """A builder that gives always the same grid: the share of right worlds is counted from it."""
    worlds, built = given
    if not isinstance(worlds, list):
        metrics.cascaded(worlds, lambda texts, _: [built] * len(texts))
        return
    steps = [metrics.SessionStep("x", a, b) for a, b in pairwise(worlds)]
    figures = metrics.cascaded([steps], lambda texts, _: [built] * len(texts))
    right = np.array_equal(np.asarray(getattr(built, "grid", built)), worlds[-1])
    check(bool((figures.world_correct == right).all()), "another world counts as right")


def bins(score: Any) -> None:
    """A bin is below its score."""
    edge = metrics.track_bin(score)
    check(edge in (0.0, *metrics.TRACK_BINS) and (edge < score or edge == 0), "another bin")


def counts(table: Any) -> None:
    """The micro-F1 by its definition."""
    score = metrics.micro_f1(table)
    check(score >= 0 and math.isfinite(score), "no score")


def _equal(found: float, expected: float) -> None:
    check(math.isclose(found, expected, abs_tol=1e-9), f"{found} in place of {expected}")
