"""Snapshots of the library's outputs, and whether two of them are equal."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import typer
from conftest import needs_data

from cq.data import load_singleturn
from cq.errors import InputError, MissingFileError
from eval.report import compare as versions
from eval.report import snapshot


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """A snapshot of four recorded rows."""
    path = tmp_path_factory.mktemp("snapshot") / "a.npz"
    snapshot.main(path, rows=4)
    return path


@pytest.fixture
def changed(written, tmp_path):
    """The snapshot with some arrays replaced, at a new path."""

    def write(**arrays) -> object:
        with np.load(written) as archive:
            np.savez(tmp_path / "b.npz", **{**archive, **arrays})
        return tmp_path / "b.npz"

    return write


@needs_data
def test_half_of_the_rows_are_unclear_and_the_choice_is_fixed():
    labels = load_singleturn()["label"][:]
    rows = snapshot.sample_rows(labels, 10)
    assert rows == sorted(set(rows)) == snapshot.sample_rows(labels, 10)
    assert sum(labels[i] for i in rows) == 5
    with pytest.raises(InputError, match="the set has 735 unclear rows, not 1000"):
        snapshot.sample_rows(labels, 2000)
    with pytest.raises(InputError, match=r"end it in \.npz"):
        snapshot.main(Path("a.json"), rows=2)


@needs_data
def test_a_snapshot_equals_itself(written, capsys):
    versions.main(written, written)
    assert capsys.readouterr().out.splitlines()[-1] == "equal"


@needs_data
def test_small_differences_pass_and_large_ones_do_not(written, changed, capsys):
    p = versions.load(written)["p"]
    versions.main(written, changed(p=p + 1e-7))
    for arrays in ({"p": p + 1e-3}, {"p": np.where(p == p[0], np.nan, p)}):
        with pytest.raises(typer.Exit):
            versions.main(written, changed(**arrays))
    versions.main(written, changed(p=p + 1e-3), tolerance=0.01)
    assert "NOT equal" in capsys.readouterr().out


@needs_data
def test_another_decision_is_counted(written, changed):
    before = versions.load(written)
    grid = before["grid"].copy()
    grid[0, 0, 0, 0] += 1
    text = {name: json.loads(json.dumps(before[name])) for name in versions.TEXTS}
    text["actions"][1] = ["place red at x 0, z 0, level 1"]
    text["order"][2].reverse()
    path = changed(clear=~before["clear"], grid=grid, text=np.array(json.dumps(text)))
    assert versions.different_decisions(before, versions.load(path), 1e-6) == {
        "clear or not": 4,
        "reasons": 0,
        "actions": 1,
        "grid": 1,
        "questions (order)": 1,
        "questions (own)": 0,
    }
    with pytest.raises(typer.Exit):
        versions.main(written, path)


def test_questions_with_equal_scores_may_swap():
    scores = np.array([0.5, 0.25, 0.25])
    assert versions.same_order(["a", "b", "c"], ["a", "c", "b"], scores, 1e-6)
    assert not versions.same_order(["a", "b", "c"], ["b", "a", "c"], scores, 1e-6)
    assert not versions.same_order(["a", "b", "c"], ["a", "b", "d"], scores, 1e-6)


@needs_data
def test_snapshots_that_cannot_be_compared_are_named(written, changed, tmp_path):
    with pytest.raises(InputError, match=r"hold 'clear' in the shapes \(4,\) and \(3,\)"):
        versions.main(written, changed(clear=versions.load(written)["clear"][:3]))
    with pytest.raises(MissingFileError, match="no snapshot at"):
        versions.load(tmp_path / "none.npz")
    (tmp_path / "bad.npz").write_text("words")
    with pytest.raises(InputError, match="is not a snapshot"):
        versions.load(tmp_path / "bad.npz")
    np.savez(tmp_path / "other.npz", p=np.zeros(3))
    with pytest.raises(InputError, match="is not a snapshot"):
        versions.load(tmp_path / "other.npz")
