"""Comparing saved runs, and the standing of a contest."""

from __future__ import annotations

import json
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cq.cli.runner import run
from cq.errors import InputError, MissingFileError
from cq.metrics import macro_f1
from eval.__main__ import application
from eval.comparison.run import Run
from eval.comparison.systems import compare
from eval.track.leaderboard import read_result, standing

RNG = np.random.default_rng(0)
UNCLEAR = RNG.random(400) < 0.2


def _clarity(name: str, noise: float) -> Run:
    p = np.clip(UNCLEAR + RNG.normal(0, noise, len(UNCLEAR)), 0, 1)
    columns = {"unclear": UNCLEAR.astype(int), "predicted": (p > 0.5).astype(int), "p_unclear": p}
    keys = [str(i) for i in range(len(UNCLEAR))]
    return Run("clarity", name, keys, [key[-1] for key in keys], columns)


def test_a_better_run_is_ahead_and_a_run_is_even_with_itself():
    good, bad = _clarity("good", 0.3), _clarity("bad", 0.9)
    table = compare(bad, good, samples=200)
    assert table["macro-F1"]["ahead in"] == "100.0%"
    low = float(table["macro-F1"]["difference"].partition("[")[2].partition(",")[0])
    assert low > 0
    assert table["macro-F1"]["good"] == f"{macro_f1(UNCLEAR, good.columns['predicted']):.3f}"
    assert compare(good, good, samples=50)["macro-F1"]["difference"] == "0.000 [0.000, 0.000]"


def test_runs_are_saved_whole_and_compared_by_key(tmp_path):
    run_ = _clarity("one", 0.5)
    run_.save(tmp_path / "a.json")
    again = Run.load(tmp_path / "a.json")
    order = RNG.permutation(len(run_.key))
    shuffled = Run(
        "clarity",
        "two",
        [run_.key[i] for i in order],
        [run_.group[i] for i in order],
        {name: values[order] for name, values in run_.columns.items()},
    )
    for figures in compare(again, shuffled, samples=20).values():
        assert figures["one"] == figures["two"]


def test_runs_of_other_tasks_or_rows_are_not_compared(tmp_path):
    ranks = np.array([1, 2, 30])
    ranking = Run("ranking", "r", ["a", "b", "c"], ["a", "b", "c"], {"rank": ranks})
    assert compare(ranking, ranking, samples=5)["MRR@20"]["A, r"] == "0.500"
    with pytest.raises(InputError, match="'r' is a run of ranking, 'one' of clarity"):
        compare(ranking, _clarity("one", 0.5))
    assert list(compare(ranking, ranking, samples=5)["MRR"])[:2] == ["A, r", "B, r"]
    judged = _clarity("one", 0.5)
    others = Run("clarity", "two", judged.key, judged.group, {**judged.columns, "unclear": 1 - UNCLEAR})
    with pytest.raises(InputError, match="have different truths: 400 rows differ"):
        compare(judged, others)
    fewer = Run("ranking", "f", ["a", "b"], ["a", "b"], {"rank": ranks[:2]})
    with pytest.raises(InputError, match="1 are only in one of them"):
        compare(ranking, fewer)
    with pytest.raises(InputError, match="lacks the columns rank"):
        Run("ranking", "r", ["a"], ["a"], {})
    with pytest.raises(InputError, match="has rows of the same key"):
        Run("ranking", "r", ["a", "a"], ["a", "b"], {"rank": ranks[:2]})
    for wrong in ([0, 1, 2], [1, np.nan, 2], ["1", "2", "3"], [None, 1, 2]):
        with pytest.raises(InputError, match="rank has values that are not from 1"):
            Run("ranking", "r", ["a", "b", "c"], ["a", "b", "c"], {"rank": np.array(wrong)})
    still = {"changed_f1": np.zeros(3), "changed_cells": np.zeros(3, dtype=int)}
    nothing = Run("building", "n", ["a", "b", "c"], ["a", "b", "c"], still)
    assert (
        compare(nothing, nothing, samples=5)["changed F1, weighted"]["difference"] == "0.000 [0.000, 0.000]"
    )
    with pytest.raises(MissingFileError, match="no run at"):
        Run.load(tmp_path / "none.json")
    (tmp_path / "bad.json").write_text("[1]")
    with pytest.raises(InputError, match="is not a saved run"):
        Run.load(tmp_path / "bad.json")


ENTRANTS = {
    "a": {"classifier": 0.75, "ranker": 0.5, "builder": 0.3},
    "b": {"classifier": 0.75, "ranker": 0.6},
    "c": {"classifier": 0.65, "builder": 0.4},
}


def test_the_standing_is_the_mean_rank_and_who_is_missing_ranks_last():
    table = standing(ENTRANTS)
    assert table["a"] == {"place": 1, "mean rank": 1.667, "builder": 2, "classifier": 1, "ranker": 2}
    assert table["b"] == {"place": 1, "mean rank": 1.667, "builder": 3, "classifier": 1, "ranker": 1}
    assert table["c"] == {"place": 3, "mean rank": 2.333, "builder": 1, "classifier": 3, "ranker": 3}
    weighted = standing(ENTRANTS, {"builder": 5})
    assert list(weighted) == ["c", "a", "b"]
    boards = {"p": {"x": 2, "y": 2, "z": 2}, "q": {"x": 3, "y": 3, "z": 1}, "r": {"x": 1, "y": 1, "z": 3}}
    even = standing(boards, {"x": 0.1, "y": 0.2, "z": 0.3})
    assert {(row["place"], row["mean rank"]) for row in even.values()} == {(1, 2.0)}
    assert weighted["c"]["mean rank"] == pytest.approx((5 + 3 + 3) / 7, abs=1e-3)


scores = st.dictionaries(st.sampled_from("xyz"), st.floats(0, 1), max_size=3)


@given(st.dictionaries(st.text(min_size=1, max_size=3), scores, min_size=1, max_size=6))
def test_places_follow_mean_ranks(entrants):
    if not any(entrants.values()):
        entrants = {**entrants, "!": {"x": 0.5}}
    table = standing(entrants)
    means = [row["mean rank"] for row in table.values()]
    assert means == sorted(means)
    assert all(1 <= mean <= len(entrants) for mean in means)
    assert next(iter(table.values()))["place"] == 1
    better = {name: {board: score / 2 for board, score in one.items()} for name, one in entrants.items()}
    assert standing(better).keys() == table.keys()


def _run(*args: object) -> None:
    argv, sys.argv = sys.argv, ["eval", *map(str, args)]
    try:
        with pytest.raises(SystemExit) as stopped:
            run(application(str(args[0])))
        assert not stopped.value.code
    finally:
        sys.argv = argv


def test_the_commands(tmp_path, capsys):
    for name, results in ENTRANTS.items():
        (tmp_path / f"{name}.json").write_text(json.dumps({"entrant": name, "scores": results}))
    files = sorted(tmp_path.glob("*.json"))
    _run("leaderboard", *files, "--weight", "builder=5", "--out", tmp_path / "out" / "table.json")
    assert "Overall standing" in capsys.readouterr().out
    assert list(json.loads((tmp_path / "out" / "table.json").read_text())) == ["c", "a", "b"]
    for number, noise in enumerate((0.3, 0.6)):
        _clarity(f"run {number}", noise).save(tmp_path / f"run{number}")
    _run("compare", tmp_path / "run0", tmp_path / "run1", "--samples", 20)
    assert "B against A, clarity, 400 rows" in capsys.readouterr().out


def test_results_that_cannot_be_read_are_named(tmp_path):
    path = tmp_path / "x.json"
    for text, message in (
        ("{", "not valid JSON"),
        ('{"entrant": "a"}', "is not"),
        ('{"entrant": "a", "scores": {"x": "high"}}', "the score on 'x' is 'high'"),
        ('{"entrant": "a", "scores": {"x": NaN}}', "the score on 'x' is nan"),
        ('{"entrant": "a", "scores": {"place": 1}}', "place"),
    ):
        path.write_text(text)
        with pytest.raises(InputError, match=message):
            read_result(path)
    with pytest.raises(InputError, match="no leaderboard 'w'; there are builder, classifier, ranker"):
        standing(ENTRANTS, {"w": 1})
    for weight in (-1, float("nan"), float("inf")):
        with pytest.raises(InputError, match="weights are 0 or more"):
            standing(ENTRANTS, {"builder": weight})
