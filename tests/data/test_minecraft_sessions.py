"""Games of the Minecraft dialogues as sessions and as tasks."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import DATA
from minecraft_set import ASKED, BLUE, GAME, GREEN, MORE, RED, STATES, state, write_minecraft

from cq.data import (
    TaskSet,
    clarification_questions,
    load_minecraft,
    minecraft_sessions,
    minecraft_tasks,
    question_answer_pairs,
    stack_grids,
)
from cq.errors import InputError
from cq.metrics import cascaded

ZIP = DATA / "minecraft_dialogues.zip"
LATER = [*MORE, "<Architect> And a green one."]


@pytest.fixture
def rows(tmp_path):
    """A game of three segments, the second of which changes nothing."""
    states = [
        state(ASKED),
        state(ASKED, [RED]),
        state(MORE, [RED], yaw=180.0),
        state(MORE, [RED, BLUE]),
        state(MORE, [RED]),
        state(LATER, [RED]),
        state(LATER, [RED, GREEN]),
    ]
    return load_minecraft(write_minecraft(tmp_path / "set", {GAME: states}))


def test_a_session_has_the_steps_that_change_something(rows):
    (session,) = minecraft_sessions(rows)
    assert [step.instruction.text for step in session] == ["In the middle.", "And a green one."]
    assert np.array_equal(session[0].target, session[1].start)
    assert session[1].instruction.dialogue[:2] == (
        ("architect", "Put a red block down."),
        ("builder", "Where?"),
    )
    assert session[0].instruction.pose.facing == "south"


@pytest.mark.parametrize("read", [minecraft_sessions, minecraft_tasks])
def test_other_rows_are_refused(rows, read):
    with pytest.raises(InputError, match=r"int 5 is not a data set; give the rows of cq\.data\.load_mine"):
        read(5)
    with pytest.raises(InputError, match=r"no column 'look'.*give the rows of cq\.data\.load_minecraft"):
        read(rows.remove_columns("look"))


@pytest.mark.parametrize("read", [question_answer_pairs, clarification_questions])
def test_questions_need_the_discourse_annotation(rows, read):
    with pytest.raises(InputError, match=r"no column 'edus'.*give the rows of .*load_minecraft_discourse"):
        read(rows)


def test_a_missing_segment_ends_a_session(rows):
    first, second = minecraft_sessions(rows.select([0, 2]))
    assert (len(first), len(second)) == (1, 1)


def test_sessions_go_through_cascaded_evaluation(rows):
    def recorded_words_only(instructions, grids):
        """Follows the instruction about green alone."""
        after = []
        for instruction, grid in zip(instructions, grids, strict=True):
            built = np.array(grid)
            if "green" in instruction.text:
                built[8, 0, 10] = 2
            after.append(built)
        return after

    scores = cascaded(minecraft_sessions(rows), recorded_words_only)
    assert scores.followed.tolist() == [0.5, 1.0]
    assert scores.world_correct.tolist() == [False, True]


def test_tasks_are_grouped_by_goal(rows):
    (session,) = minecraft_tasks(rows)["C8"]
    assert session.session_id == GAME
    assert session[0].instruction.splitlines() == [
        "<Architect> Put a red block down.",
        "<Builder> Where?",
        "<Architect> In the middle.",
    ]
    assert session[2].instruction == "<Architect> And a green one."
    assert session[2].dialog.splitlines()[-1] == "<Builder> ok"
    assert np.array_equal(session[1].target_grid, session[0].target_grid)


def test_a_game_may_begin_in_the_middle(tmp_path):
    rows = load_minecraft(write_minecraft(tmp_path / "set", {GAME: STATES})).select([1])
    ((session,),) = minecraft_tasks(rows).values()
    assert np.count_nonzero(session[0].starting_grid) == 1
    assert session[0].dialog == ""


@pytest.fixture(scope="module")
def corpus():
    if not ZIP.is_file():
        pytest.skip(f"no Minecraft dialogues at {ZIP}")
    return load_minecraft(ZIP)


def test_recorded_games_build_the_goals_of_the_task_set(corpus):
    """Up to shifts and turns, in the goals' colours: the palette of the file is the right one."""
    games = np.array(corpus["game"][:])
    last = np.flatnonzero(np.append(games[1:] != games[:-1], True))
    goals = TaskSet(TaskSet.ALL, path=DATA / "minecraft_task_goals.json").tasks
    built = corpus.select(last)
    shares = [
        goals[goal].maximal_intersection(target) / goals[goal].target_size
        for goal, target in zip(built["goal"], stack_grids(built, "target"), strict=True)
        if goal in goals
    ]
    assert len(shares) > 400
    assert np.mean(shares) > 0.98
    assert np.median(shares) == 1.0


def test_every_change_of_the_corpus_is_a_step(corpus):
    some = corpus.select(range(500))
    steps = [step for session in minecraft_sessions(some) for step in session]
    changed = (stack_grids(some, "start") != stack_grids(some, "target")).any(axis=(1, 2, 3))
    assert len(steps) == changed.sum()
    tasks = minecraft_tasks(some)
    assert sum(len(session) for sessions in tasks.values() for session in sessions) == len(some)
