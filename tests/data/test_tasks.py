"""`Task` and `Subtasks`: scored as the public definitions say, turn by turn, slice by slice."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import examples, needs_data
from grids import filled, grids, near_grids
from hypothesis import given
from hypothesis import strategies as st

import cq
from cq.data import SingleturnDataset, Subtasks, Task, rows_with, stack_grids
from cq.errors import InputError
from cq.metrics import maximal_intersection, reference
from cq.metrics import reward as public_reward

few = examples(10)
BLUE, GREEN = filled({(0, 5, 5): 1}), filled({(0, 5, 5): 2})


def public_argmax(built, target, full):
    """The public code's scan: the first of the (turns, dx, dz) with the most cells that agree."""
    most, best = 0, (0, 0, 0)
    for turns in range(4):
        for dx in range(-10, 11):
            for dz in range(-10, 11):
                kept = full[:, max(dx, 0) : 11 + min(dx, 0), max(dz, 0) : 11 + min(dz, 0)]
                if np.count_nonzero(kept) != np.count_nonzero(full):
                    continue
                there = target[:, max(dx, 0) : 11 + min(dx, 0), max(dz, 0) : 11 + min(dz, 0)]
                here = built[:, max(-dx, 0) : 11 + min(-dx, 0), max(-dz, 0) : 11 + min(-dz, 0)]
                found = int(((there == here) & (there != 0)).sum())
                if found > most:
                    most, best = found, (dx, dz, turns)
        target, full = reference.quarter_turn(target), reference.quarter_turn(full)
    return most, best


@few
@given(near_grids, near_grids)
def test_the_best_shift_equals_that_of_the_public_code(built, target):
    task = Task("build", target)
    most, best = public_argmax(built, target, target)
    assert task.maximal_intersection(built) == most
    assert task.argmax_intersection(built) == best
    assert task.get_intersection(built, *best) == most


@few
@given(near_grids, near_grids, near_grids)
def test_shifts_keep_the_full_structure_inside(built, target, more):
    full = np.where(target, target, more)
    task = Task("build", target, full_grid=full)
    assert (task.maximal_intersection(built), task.argmax_intersection(built)) == public_argmax(
        built, target, full
    )


@needs_data
def test_scores_of_recorded_pairs_equal_the_public_definitions(singleturn):
    rows = rows_with(singleturn, "target")
    rows = rows.select(range(0, 5000, 500))
    for start, target in zip(stack_grids(rows, "start"), stack_grids(rows, "target"), strict=True):
        free = Task("build", target, starting_grid=start, admissible_only=False)
        kept = Task("build", target, starting_grid=start)
        assert free.max_int == reference.every_shift(start, target)
        assert kept.max_int == reference.admissible_shifts(start, target)
        assert kept.argmax_intersection(start) == public_argmax(start, target, target)[1]
        for task, options in ((free, {}), (kept, {"admissible_only": True})):
            assert task.reward(start, target) == public_reward(start, target, target, **options)


@few
@given(grids, st.booleans())
def test_a_task_without_invariance_is_scored_in_place(target, moved):
    built = np.roll(target, 1, axis=1) if moved else target
    task = Task("build", target, invariant=False)
    assert task.maximal_intersection(built) == np.count_nonzero((built == target) & (target != 0))
    assert task.argmax_intersection(built) == (0, 0, 0)


@few
@given(near_grids, st.lists(near_grids, min_size=1, max_size=4))
def test_steps_add_up_to_the_score(target, worlds):
    task = Task("build", target)
    steps = [task.step_intersection(world) for world in worlds]
    assert sum(right for right, _, _ in steps) == task.maximal_intersection(worlds[-1])
    assert -sum(wrong for _, wrong, _ in steps) == np.count_nonzero(worlds[-1])
    assert steps[-1][2] == (task.max_int == task.target_size)


def test_removing_is_done_at_once_unless_exact():
    both = filled({(0, 5, 5): 1, (0, 7, 5): 2})
    assert Task("remove the green one", BLUE, starting_grid=both).step_intersection(both) == (0, 0, True)
    exact = Task("remove the green one", BLUE, starting_grid=both, exact=True)
    assert exact.step_intersection(both) == (0, 0, False)
    assert exact.step_intersection(BLUE) == (0, 1, True)
    session = Subtasks(["a", "b"], [both, BLUE], exact=True)
    assert session.step_intersection(both) == (2, -2, False)
    assert session.step_intersection(BLUE) == (0, 1, True)
    session.sample(3)
    assert session.start() is session.current
    assert np.array_equal(session.current.target_grid, both)


def test_recolouring_is_scored():
    task = Task("make it green", GREEN, starting_grid=BLUE)
    assert task.step_intersection(GREEN) == (1, 0, True)
    assert task.reset().step_intersection(cq.World.parse(GREEN)) == (1, 0, True)
    assert task.reward(BLUE, GREEN) == 2
    assert task.reward(GREEN, BLUE) == -2
    assert task.reward(BLUE, np.zeros_like(BLUE)) == 1


def test_grids_come_in_every_form():
    floats = np.zeros((9, 11, 11))
    floats[0, 5, 5] = 1
    for form in (floats, [(0, 63, 0, 57)], [(0, -1, 0, "blue")], cq.World.parse(BLUE)):
        assert np.array_equal(Task("build", form).target_grid, BLUE)
    with pytest.raises(InputError, match="integer dtype"):
        Task("build", floats / 2)
    with pytest.raises(InputError, match="has shape"):
        Task("build", BLUE).maximal_intersection(np.zeros((11, 9, 11), int))


@st.composite
def sessions(draw, least=1):
    worlds = draw(st.lists(near_grids, min_size=least, max_size=6))
    return Subtasks([[f"<Architect> step {i}"] for i in range(len(worlds))], worlds, session_id="1-c7")


@few
@given(sessions(), st.data())
def test_slices_of_a_session_are_its_turns(session, data):
    cut = data.draw(st.slices(len(session)))
    turns = range(len(session))[cut]
    assert [task.instruction for task in session[cut]] == [f"<Architect> step {i}" for i in turns]
    for i, task in zip(turns, session[cut], strict=True):
        before = session.structure_seq[i - 1] if i else np.zeros((9, 11, 11))
        assert np.array_equal(task.starting_grid, before)
        assert np.array_equal(task.target_grid, session.structure_seq[i])
        assert np.array_equal(task.full_grid, session.structure_seq[-1])
        assert task.dialog == "\n".join(f"<Architect> step {j}" for j in range(i))
    assert [task.instruction for task in session] == [task.instruction for task in session[:]]
    assert session[-1].instruction == session[len(session) - 1].instruction


@few
@given(sessions(least=2))
def test_progressive_goals_reach_the_last_world(session):
    session.sample(np.random.default_rng(0))
    _, _, done = session.step_intersection(session.structure_seq[-1])
    # The last world may hold less of a goal before it, where blocks were taken away again.
    assert done or session.current.max_int < session.current.target_size
    if done:
        assert session.task_goal == len(session) - 1


def test_a_session_is_progressive_or_not():
    worlds = [filled({(y, 5, 5): 1 for y in range(n + 1)}) for n in range(3)]
    said = [
        ["<Architect> one"],
        ["<Architect> two", "<Builder> blue?", "<Architect> yes"],
        ["<Architect> three"],
    ]
    session = Subtasks(said, worlds)
    assert session.step_intersection(worlds[0]) == (1, -1, False)
    assert session.current.instruction == "<Architect> two\n<Builder> blue?\n<Architect> yes"
    assert session.step_intersection(worlds[2]) == (1, -2, True)
    assert Subtasks(said, worlds, progressive=False).step_intersection(worlds[0]) == (1, -1, True)
    full = Subtasks(said, worlds, full=True).sample(np.random.default_rng(1))
    assert np.array_equal(full.target_grid, worlds[2])


def test_invariance_is_passed_to_the_tasks():
    worlds = [BLUE, filled({(0, 5, 5): 1, (1, 5, 5): 2})]
    moved = np.roll(BLUE, 2, axis=1)
    assert Subtasks(["a", "b"], worlds)[0].maximal_intersection(moved) == 1
    assert Subtasks(["a", "b"], worlds, invariant=False)[0].maximal_intersection(moved) == 0


def test_sampling_is_seeded_and_reaches_every_turn():
    session = Subtasks(["a", "b", "c"], [BLUE, GREEN, BLUE])
    drawn = [session.sample(np.random.default_rng(seed)).instruction for seed in range(30)]
    assert drawn == [session.sample(np.random.default_rng(seed)).instruction for seed in range(30)]
    assert set(drawn) == {"a", "b", "c"}
    assert [session.sample(seed).instruction for seed in range(30)] == drawn


def test_missing_turns_are_named():
    session = Subtasks(["a", "b"], [BLUE, GREEN], session_id="1-c7")
    with pytest.raises(InputError, match="no task from turn 0 to turn 2 in a session of 2"):
        session.create_task(0, 2)
    with pytest.raises(IndexError, match="no turn 2 in a session of 2"):
        session[2]
    with pytest.raises(InputError, match="'1-c7' has 1 turns and 2 worlds"):
        Subtasks(["a"], [BLUE, GREEN], session_id="1-c7")


@needs_data
def test_the_single_turn_set_as_tasks():
    tasks = SingleturnDataset(limit=300)
    name, number, turn, task = next(iter(tasks))
    assert tasks.tasks[name][number] is task
    assert turn == 0
    assert task.target_grid.shape == task.starting_grid.shape == (9, 11, 11)
    assert not np.array_equal(task.starting_grid, task.target_grid)
    assert task.instruction.startswith("<Architect> ")
    assert len(tasks) == len(list(tasks)) == sum(map(len, tasks.tasks.values()))
    assert len(tasks) == 300
    agreed = SingleturnDataset(agreed=True)
    assert 0 < len(agreed) < len(SingleturnDataset(clear=True)) < len(SingleturnDataset())
    with pytest.raises(InputError, match="limit is 0"):
        SingleturnDataset(limit=0)
    rng, again = np.random.default_rng(5), np.random.default_rng(5)
    assert tasks.sample(rng).instruction == tasks.sample(again).instruction
    assert maximal_intersection(task.target_grid, task.target_grid) == task.target_size
    with pytest.raises(InputError, match=r"no dataset_version 'v9'; there are v1\.0"):
        SingleturnDataset("v9", limit=3)
