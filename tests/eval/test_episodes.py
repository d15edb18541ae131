"""The evaluation of episodes: scores, weights, resuming."""

from __future__ import annotations

import numpy as np
import pytest

from cq.building.training.recorded_builds import RecordedBuild
from cq.data import Task
from cq.encoder.backbone import Backbone
from cq.errors import InputError, MissingFileError
from cq.jobs.answer_log import AnswerLog
from cq.world import SHAPE
from eval.environment import episodes
from eval.environment.out_of_fold import finished_networks

POST = [(2, y, 1, "blue") for y in (-1, 0)]
TASKS = {
    "build": Task("A post.", POST),
    "break": Task("Take it away.", None, starting_grid=POST),
    "nothing": Task("Leave it.", POST, starting_grid=POST),
}


@pytest.mark.parametrize("space", ["walking", "flying", "cells"])
@pytest.mark.parametrize("name", ["build", "break"])
def test_the_oracle_builds_the_target(name, space):
    agent = episodes.load_agent("cq.env:Oracle")
    result = episodes.play(name, TASKS[name], 0, agent, space, 500)
    assert result["success"]
    assert (result["f1"], result["weight"]) == (1.0, 2)


@pytest.mark.parametrize("space", ["walking", "flying"])
def test_the_agent_of_cq_builds_what_it_reads(space):
    blue = [(0, -1, -3, "blue")]
    task = Task("Put a red block on the blue block.", [*blue, (0, 0, -3, "red")], starting_grid=blue)
    result = episodes.play("on top", task, 0, episodes.load_agent("cq.env:BuildAgent"), space, 500)
    assert result["f1"] == result["f1_intended"] == 1.0
    assert result["success"]


@pytest.mark.parametrize("space", ["walking", "flying", "cells"])
def test_the_score_is_in_place_and_a_random_agent_has_little(space):
    agent = episodes.load_agent("cq.env:RandomAgent")
    result = episodes.play("build", TASKS["build"], 0, agent, space, 100)
    assert result["f1"] < 0.5
    assert result["steps"] == 100
    assert result["f1_intended"] is None


def test_weights_count_changed_cells():
    rows = [
        {"f1": 1.0, "weight": 3, "steps": 10, "success": True},
        {"f1": 0.0, "weight": 1, "steps": 20, "success": False},
    ]
    table = episodes.summary(rows)
    assert (table["F1, weighted"], table["F1, plain"], table["success"]) == ("0.750", "0.500", "0.500")
    assert "intended F1" not in table
    table = episodes.summary([row | {"f1_intended": row["weight"] / 4} for row in rows])
    assert table["intended F1"] == "0.625"


def test_a_killed_run_goes_on_from_its_whole_lines(tmp_path):
    finished = AnswerLog(tmp_path, "episodes", "these")
    kept = {"task": "build", "seed": 0, "f1": 0.25, "weight": 2, "steps": 7, "success": False}
    finished.append("0 build", kept)
    with finished.path.open("a") as file:
        file.write('0123 ["0 bre')
    finished = AnswerLog(tmp_path, "episodes", "these")
    pairs = [(name, TASKS[name]) for name in ("build", "break")]
    results = episodes.play_all(pairs, "cq.env:Oracle", "cells", 50, 1, 1, finished)
    assert results[0] == kept
    assert results[1]["success"]
    again = episodes.play_all(pairs, "cq.env:Oracle", "cells", 50, 1, 1, finished)
    assert again == results


@pytest.mark.parametrize("name", ["cq.env:Nobody", "no_such_module:Agent", "cq.env"])
def test_unknown_agents_are_named(name):
    with pytest.raises(InputError, match="MODULE:CLASS"):
        episodes.load_agent(name)


@pytest.mark.parametrize("space", ["walking", "flying"])
def test_an_agent_may_be_given_its_goal(tmp_path, space):
    """The score is that of the goal that was given, not of the target."""
    goal = np.zeros((9, 11, 11), dtype=np.int8)
    goal[0, 7, 6] = 1
    finished = AnswerLog(tmp_path, "episodes", "these")
    (result,) = episodes.play_all(
        [("build", TASKS["build"])], "a name", space, 200, 1, 1, finished, {"build": goal}
    )
    assert result["f1"] == result["f1_intended"] == pytest.approx(2 / 3)


def test_folds_without_a_network_are_named(tmp_path):
    start, target = np.zeros((2, *SHAPE), np.int8)
    target[0, 5, 5] = 1
    builds = [RecordedBuild("Put a red block.", start, target, None, True, fold) for fold in (0, 1)]
    with pytest.raises(MissingFileError, match="python -m eval building"):
        finished_networks(builds, tmp_path, Backbone.load())
