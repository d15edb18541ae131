"""The evaluation on Minecraft dialogues, on games written in the corpus's layout."""

from __future__ import annotations

import json

import numpy as np
import pytest
from minecraft_set import GAME, STATES, write_minecraft, zipped
from typer.testing import CliRunner

from cq.errors import InputError
from eval.__main__ import application
from eval.minecraft.evaluate import by_size, scores
from eval.minecraft.hearing import without
from eval.minecraft.segments import Segments


@pytest.fixture
def corpus(tmp_path):
    """Three games of each split, two segments each."""
    games = {f"B{n}-A2-{goal}-150": STATES for goal in ("C8", "C9", "C10") for n in range(3)}
    return zipped(write_minecraft(tmp_path / "games", games))


def test_the_command_scores_a_split(corpus, tmp_path):
    out = tmp_path / "scores.json"
    command = ["building", "--data", str(corpus), "--split", "test", "--samples", "20", "--out", str(out)]
    result = CliRunner().invoke(application("building", "minecraft"), command)
    assert result.exit_code == 0, result.output
    saved = json.loads(out.read_text())
    table = saved["tables"]["Minecraft dialogues, 6 segments of test"]
    assert table["no change"]["net-action F1"] == "0.000 [0.000, 0.000]"
    assert set(table) == {"no change", "language alone", "cq"}
    assert saved["tables"]["Net actions of the segment"]["1"]["segments"] == 6


def test_recorded_builds_score_one(corpus):
    segments = Segments.load(corpus, "validation", None)
    row = scores(segments.target, segments, samples=10)
    assert row["net-action F1"] == row["free of place"] == "1.000 [1.000, 1.000]"
    assert (row["exact"], row["actions"], row["recorded"]) == (1.0, 6, 6)
    assert scores(segments.start, segments, samples=10)["recall"] == 0.0
    assert [one["segments"] for one in by_size(segments.target, segments, samples=10).values()] == [6]


def test_the_builder_gets_what_was_said_and_the_pose(corpus):
    segments = Segments.load(corpus, "train", None)
    assert segments.said[1][-3:-1] == (("builder", "Done:"), ("builder", "Done, next?"))
    world = segments.worlds()[1]
    assert np.array_equal(world.grid, segments.start[1])
    assert np.array_equal(world.past[0].grid, segments.start[0])
    assert segments.worlds()[0].past == ()
    assert world.pose is not None
    assert world.pose.facing == "north"
    assert world.pose.position == (4.0, 64.0, 0.0)


def test_only_what_is_said_since_the_builder_acted_is_taken_out():
    red = ("architect", "a red one, please")
    asked, answered = ("builder", "Red ? or blue?"), ("architect", "red. On the left!")
    done = (red, ("builder", "Done:"))
    left = without((*done, asked, answered), (asked, ("architect", "Red")))
    assert left == (*done, ("architect", ". On the left!"))
    assert without((*done, asked, answered), (red,)) is None
    assert without((asked, answered), (asked, answered)) is None


def test_a_sample_is_seeded_and_in_order(corpus):
    some = Segments.load(corpus, "train", 3)
    assert len(some) == 3
    assert some.rows.to_list() == Segments.load(corpus, "train", 3).rows.to_list()
    assert list(some.games) == sorted(some.games)


def test_a_split_that_the_data_lacks_is_refused(tmp_path):
    folder = write_minecraft(tmp_path / "train", {GAME: STATES})
    with pytest.raises(InputError, match="no segment of split 'test' in the data; it has train"):
        Segments.load(folder, "test", None)
    with pytest.raises(InputError, match="--rows is 0"):
        Segments.load(folder, "train", 0)
