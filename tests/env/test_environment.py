"""The environment: ids, tasks, rewards, ends, errors."""

from __future__ import annotations

import gc
import itertools
import tracemalloc
import warnings

import gymnasium
import numpy as np
import pytest
from conftest import DATA, needs_data
from gymnasium.utils.env_checker import check_env

import cq.env
from cq.building.actions import Action
from cq.data import CustomTasks, RandomTasks, Subtasks, Task, TaskSet
from cq.env import old_gym
from cq.env.cell_controls import cell_actions
from cq.env.registration import IDS
from cq.errors import InputError
from cq.world import convert

LATER = [name for name in IDS if "SilentBuilder" not in name or name.startswith("cq/")]
OLDER = [name for name in IDS if name not in LATER]
FLAG = [(0, -1, 0, "red"), (0, 0, 0, "red"), (1, 0, 0, "blue")]


@pytest.fixture(autouse=True)
def _data(monkeypatch):
    monkeypatch.setenv("CQ_DATA", str(DATA))


def built(task: Task, **arguments) -> tuple[list[float], list[bool]]:
    """The rewards and ends of an episode that builds the target cell by cell."""
    env = gymnasium.make("cq/SilentBuilder-v0", tasks=task, action_space="cells", **arguments)
    env.reset(seed=0)
    rewards, ends = [], []
    for action in cell_actions(task.starting_grid, task.target_grid)[:-1]:
        _, reward, terminated, _, _ = env.step(action)
        rewards.append(reward)
        ends.append(terminated)
    return rewards, ends


@pytest.mark.parametrize("name", LATER)
@pytest.mark.parametrize(
    "arguments",
    [{}, {"action_space": "flying"}, {"discretize": False, "target_in_obs": True}, {"action_space": "cells"}],
)
def test_gymnasium_checks_the_later_ids(name, arguments):
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*symmetric and normalized.*")
        check_env(gymnasium.make(name, stop=True, **arguments), skip_render_check=True)


@needs_data
@pytest.mark.parametrize("name", OLDER)
@pytest.mark.parametrize("space", ["human-level", "discrete", "continuous"])
def test_gymnasium_checks_the_older_ids(name, space):
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*symmetric and normalized.*")
        check_env(gymnasium.make(name, action_space=space), skip_render_check=True)


@pytest.mark.parametrize("name", LATER)
def test_spaces_of_the_later_ids_are_the_public_ones(name):
    env = gymnasium.make(name, render=True, vector_state=True, target_in_obs=True)
    assert env.action_space == gymnasium.spaces.Discrete(18)
    shapes = {key: (space.shape, space.dtype) for key, space in env.observation_space.items()}
    del shapes["dialog"]
    assert shapes == {
        "inventory": ((6,), np.float32),
        "compass": ((1,), np.float32),
        "agentPos": ((5,), np.float32),
        "grid": ((9, 11, 11), np.int32),
        "target_grid": ((9, 11, 11), np.int32),
        "pov": ((64, 64, 3), np.uint8),
    }
    flying = gymnasium.make(name, action_space="flying").action_space
    assert {k: s.shape or s.n for k, s in flying.items()} == {
        "camera": (2,),
        "inventory": 7,
        "movement": (3,),
        "placement": 3,
    }


def test_defaults_of_the_later_ids_are_the_public_ones():
    pictures, vectors = (gymnasium.make(name) for name in ("IGLUGridworld-v0", "IGLUGridworldVector-v0"))
    assert set(pictures.observation_space) == {"inventory", "compass", "dialog", "pov"}
    assert set(vectors.observation_space) == {"inventory", "compass", "dialog", "agentPos", "grid"}
    for env in (pictures, vectors):
        assert env.max_steps == 250
        assert env.size_reward


@needs_data
def test_the_older_ids_have_their_layout_and_task():
    env = gymnasium.make("IGLUSilentBuilder-v0")
    observation, info = env.reset(seed=0)
    assert set(observation) == {"pov", "inventory", "agentPos", "grid", "compass", "chat"}
    assert list(observation["agentPos"]) == [0.5, 0.25, 0.5, 0, -90]  # Minecraft's frame, to the east
    assert (env.task.target_grid == TaskSet(["C8"]).current.target_grid).all()
    assert (convert(info["target_grid"], "iglu-2021") == env.task.target_grid).all()
    visual = gymnasium.make("IGLUSilentBuilderVisual-v0")
    observation, info = visual.reset(seed=0)
    assert set(observation) == {"pov", "inventory", "compass", "chat"}
    assert not info
    camera = env.action_space["camera"]
    assert (camera.low[0], camera.high[1]) == (-180, 180)


@needs_data
@pytest.mark.parametrize("space", [None, "human-level", "discrete", "continuous"])
@pytest.mark.parametrize("more", [{}, {"visual": True}, {"stop": True, "select_and_place": False}])
def test_the_older_layout_is_made_as_the_docstring_says(space, more):
    env = cq.env.SilentBuilder(layout="iglu", action_space=space, **more)
    assert env.action_space_name == (space or "human-level")
    observation, info = env.reset(seed=0)
    seen = {"inventory", "compass", "chat"} | (set() if "visual" in more else {"agentPos", "grid"})
    assert set(observation) == seen
    assert set(info) == (set() if "visual" in more else {"target_grid"})
    assert env.observation_space.contains(observation)
    env.action_space.seed(0)
    observation, *_ = env.step(env.action_space.sample())
    assert env.observation_space.contains(observation)


def test_the_first_space_of_a_layout_is_its_own():
    assert cq.env.SilentBuilder().action_space_name == "walking"
    assert cq.env.SilentBuilder(layout="gridworld", discretize=False).action_space_name == "walking"


@needs_data
def test_the_older_hotbar_camera_and_rewards():
    env = gymnasium.make("IGLUSilentBuilder-v0", action_space="discrete")
    env.update_taskset(CustomTasks([("<Architect> One yellow block.", [(2, -1, 0, "yellow")])]))
    env.reset(seed=0)
    nothing = dict.fromkeys(("move", "strafe", "jump", "attack", "use", "hotbar"), 0)
    # Down is positive; slot 2 is yellow.
    action = nothing | {"camera": np.float32([45, 0]), "hotbar": 2, "use": 1}
    observation, reward, terminated, _, _ = env.step(action)
    assert reward == 2
    assert terminated
    assert observation["grid"].max() == 2
    assert env.grid.max() == 6
    assert observation["inventory"].tolist() == [20, 19, 20, 20, 20, 20]
    observation, *_ = env.step(nothing | {"camera": np.zeros(2), "move": 1})
    # The placed block stands to the east, in the way; strafe 1 is to the right, south.
    assert observation["agentPos"][[0, 2]].tolist() == [0.5, 0.5]
    observation, *_ = env.step(nothing | {"camera": np.zeros(2), "strafe": 1})
    assert observation["agentPos"][[0, 1, 2]].tolist() == [0.5, 0, 1.5]
    observation, reward, *_ = env.step(nothing | {"camera": np.float32([0, 90]), "hotbar": 1, "use": 1})
    assert reward == -1


def test_the_older_moves_climb_blocks_and_fly():
    step = [(1, -1, 0, "red")]
    env = gymnasium.make(
        "IGLUSilentBuilder-v0", tasks=Task("", step, starting_grid=step), action_space="discrete"
    )
    env.reset(seed=0)
    nothing = dict.fromkeys(("move", "strafe", "jump", "attack", "use", "hotbar"), 0)
    nothing["camera"] = np.zeros(2)
    assert env.step(nothing | {"move": 1, "jump": 1})[0]["agentPos"][:3].tolist() == [1.5, 1, 0.5]
    assert env.step(nothing | {"move": 1})[0]["agentPos"][:3].tolist() == [2.5, 0, 0.5]
    env = gymnasium.make("IGLUSilentBuilder-v0", tasks=Task("", FLAG), action_space="continuous")
    env.reset(seed=0)
    action = {"move_x": 1, "move_y": 1, "move_z": -0.5, "attack": 0, "use": 0, "hotbar": 0}
    for _ in range(20):
        observation, *_ = env.step(action | {"camera": np.zeros(2)})
    assert observation["agentPos"][:3].tolist() == [5.5, 8, -4.5]


def test_rewards_and_end_follow_the_signed_difference():
    start = [(3, -1, 3, "green"), (4, -1, 3, "green")]
    task = Task("", [*FLAG, start[0]], starting_grid=start)
    rewards, ends = built(task)
    assert rewards == [1, 1, 1, 1]
    assert ends == [False, False, False, True]
    assert built(task, right_placement_scale=2, wrong_placement_scale=1)[0] == [2, 2, 2, 2]
    assert built(task, size_reward=True)[0] == pytest.approx([0.98] * 4)


def test_wrong_blocks_cost_and_their_removal_pays():
    env = gymnasium.make("cq/SilentBuilder-v0", tasks=Task("", FLAG), action_space="cells")
    env.reset(seed=0)
    assert env.step((6, 0, 5, 5))[1] == -0.1
    assert env.step((0, 0, 5, 5))[1] == 0.1
    assert env.step((3, 0, 2, 2))[1] == 1  # anywhere in the zone
    assert env.step((0, 0, 2, 2))[1] == -1


def test_cell_actions_without_effect_say_why():
    env = gymnasium.make("cq/SilentBuilder-v0", tasks=Task("", FLAG), action_space="cells")
    env.reset(seed=0)
    assert "break" in env.step((0, 0, 0, 0))[4]["refused"]
    assert not env.step(Action("place", (0, 0, 0), 4))[4]
    assert "break it first" in env.step((4, 0, 0, 0))[4]["refused"]
    assert env.step("stop")[2]


def test_max_steps_truncates_and_the_agent_may_stop():
    env = gymnasium.make("cq/SilentBuilder-v0", tasks=Task("", FLAG), max_steps=np.int64(3), stop=True)
    env.reset(seed=0)
    assert [env.step(0)[2:4] for _ in range(3)] == [(False, False), (False, False), (False, True)]
    env.reset()
    assert env.step(18)[2:4] == (True, False)
    flying = gymnasium.make("cq/SilentBuilder-v0", action_space="flying", stop=True)
    flying.reset(seed=0)
    action = {"movement": [0, 0, 0], "camera": [0, 0], "inventory": 0, "placement": 0, "stop": 1}
    assert flying.step(action)[2]


def test_task_sets_tasks_sessions_and_generators():
    env = gymnasium.make("cq/SilentBuilder-v0", action_space="cells")
    env.update_taskset(RandomTasks(max_blocks=2, max_cache=3, rng=0))
    goals = {env.reset(seed=i)[0]["dialog"] + str(env.task.target_grid.tobytes()) for i in range(20)}
    assert 1 < len(goals) <= 3
    env.update_taskset(CustomTasks([("<Architect> A flag, please.", FLAG)]))
    assert env.reset()[0]["dialog"].endswith("A flag, please.")

    class Generator:
        def reset(self):
            return Task("From a generator.", FLAG)

    env.set_task_generator(Generator())
    assert env.reset()[0]["dialog"] == "From a generator."
    env.set_task(Task("Alone.", FLAG))
    assert env.reset()[0]["dialog"] == "Alone."
    assert env.reset(options={"task": Task("Once.", FLAG)})[0]["dialog"] == "Once."
    assert env.reset()[0]["dialog"] == "Alone."


@needs_data
def test_the_minecraft_goals_by_id():
    env = gymnasium.make("IGLUGridworldVector-v0")
    env.update_taskset(TaskSet(preset=["C3", "C8"]))
    env.set_task("C3")
    env.reset(seed=0)
    assert (env.task.target_grid == TaskSet(["C3"]).current.target_grid).all()
    with pytest.raises(InputError, match="no task 'C4'"):
        env.set_task("C4")


def test_a_progressive_session_goes_on_to_its_last_world():
    worlds = [FLAG[:1], FLAG[:2], FLAG]
    session = Subtasks([["One."], ["Two."], ["Three."]], worlds, full=False)
    env = gymnasium.make("cq/SilentBuilder-v0", tasks=session, action_space="cells")
    env.reset(seed=1)
    begun = session.task_start + 1
    target = Task("", FLAG).target_grid
    actions = cell_actions(env.grid.astype(np.int8), target)[:-1]
    ends = [env.step(action)[2] for action in actions]
    assert ends == [False] * (2 - begun) + [True]


def test_the_world_and_the_position_can_be_set_and_restored():
    env = gymnasium.make("IGLUGridworldVector-v0", tasks=Task("", FLAG))
    env.initialize_world([(2, -1, 2, 1)], (1, 0, 3, 90, -20))
    observation, _ = env.reset()
    assert observation["agentPos"].tolist() == [1, 0, 3, -20, 90]
    assert observation["grid"].sum() == 1
    assert observation["inventory"].tolist() == [19, 20, 20, 20, 20, 20]
    assert observation["compass"].tolist() == [-90]
    env.deinitialize_world()
    observation, _ = env.reset()
    assert observation["agentPos"].tolist() == [0] * 5
    assert not observation["grid"].any()


@pytest.mark.parametrize("space", ["walking", "flying", "cells"])
def test_the_same_seed_gives_the_same_episode(space):
    def episode():
        env = gymnasium.make("cq/SilentBuilder-v0", action_space=space, render=True, target_in_obs=True)
        env.action_space.seed(3)
        steps = [env.reset(seed=5)[0]]
        for _ in range(60):
            observation, reward, terminated, *_ = env.step(env.action_space.sample())
            steps.append(observation | {"reward": reward})
            if terminated:
                break
        return steps

    for one, other in zip(episode(), episode(), strict=True):
        assert one.keys() == other.keys()
        assert all(np.array_equal(one[key], other[key]) for key in one)


@pytest.mark.parametrize(
    ("name", "kind", "text"),
    [
        ("cq/SilentBuilder-v0", "sync", "dialog"),
        ("cq/SilentBuilder-v0", "async", "dialog"),
        ("IGLUGridworld-v0", "sync", "dialog"),
        ("IGLUSilentBuilder-v0", "sync", "chat"),
    ],
)
def test_vectors_of_environments(name, kind, text):
    tasks = RandomTasks(rng=0)
    envs = gymnasium.make_vec(name, num_envs=2, vectorization_mode=kind, tasks=tasks, max_steps=5)
    try:
        observation, _ = envs.reset(seed=1)
        assert observation["inventory"].shape == (2, 6)
        for _ in range(8):
            observation, reward, *_ = envs.step(envs.action_space.sample())
        assert reward.shape == (2,)
        assert len(observation[text]) == 2
    finally:
        envs.close()


SAID = {"dialog": "A flag.", "chat": "A flag, 2 × “high” …\nred"}


NEW, VECTOR, OLD = "cq/SilentBuilder-v0", "IGLUGridworldVector-v0", "IGLUSilentBuilder-v0"


@pytest.mark.parametrize(
    ("name", "context", "copy"),
    [
        *itertools.product((NEW, VECTOR, OLD), ["fork"], [True, False]),
        (NEW, "spawn", True),  # Two processes that load all anew.
        (OLD, "spawn", False),
    ],
)
def test_texts_reach_other_processes_as_they_are(name, context, copy):
    """At every step, and that of another episode too."""
    text = "chat" if name == OLD else "dialog"
    kwargs = {"vectorization_mode": "async", "max_steps": 2}
    options = {"context": context, "copy": copy}
    envs = gymnasium.make_vec(name, num_envs=2, vector_kwargs=options, tasks=Task(SAID[text], FLAG), **kwargs)
    try:
        assert list(envs.reset(seed=1)[0][text]) == [SAID[text]] * 2
        for _ in range(3):
            observation = envs.step(envs.action_space.sample())[0]
            assert list(observation[text]) == [SAID[text]] * 2
            assert observation[text][1] == observation[text][-1] == SAID[text]
        kept = observation[text]
        envs.reset(options={"task": Task("Another one", FLAG)})
        if copy:
            assert tuple(kept) == (SAID[text],) * 2
            assert observation in envs.observation_space
        else:
            assert list(kept) == ["Another one"] * 2
    finally:
        envs.close()


def test_texts_of_any_length_are_shared():
    envs = gymnasium.make_vec("cq/SilentBuilder-v0", num_envs=3, vectorization_mode="async")
    try:
        for said in ("", "x" * 20_000, "short", "€" * 500, "y" * 30_000):
            observation, _ = envs.reset(options={"task": Task(said, FLAG)})
            assert observation["dialog"] == (said[-20_000:],) * 3
    finally:
        envs.close()


def test_the_old_interface():
    env = old_gym.make("IGLUGridworldVector-v0", max_steps=2)
    env.set_task(Task("A flag.", FLAG))
    env.seed(1)
    assert env.reset()["dialog"] == "A flag."
    assert env.step(0)[1:] == (0.0, False, {})
    _, reward, done, info = env.step(env.action_space.sample())
    assert isinstance(reward, float)
    assert done
    assert info == {"TimeLimit.truncated": True}
    assert env.render().shape == (256, 256, 3)


def test_pictures_and_maps():
    env = gymnasium.make("cq/SilentBuilder-v0", tasks=Task("", FLAG, starting_grid=FLAG), render_mode="ansi")
    env.reset(seed=0)
    assert "level 2" in env.render()
    env = gymnasium.make("cq/SilentBuilder-v0", render_mode="rgb_array", width=40, height=20)
    env.reset(seed=0)
    assert env.render().shape == (20, 40, 3)
    with pytest.raises(InputError, match="render_mode"):
        gymnasium.make("cq/SilentBuilder-v0").unwrapped.render()


HUGE = 10**400
"""A whole number that no float holds."""


@pytest.mark.parametrize("action", [18, -1, 2.5, "jump", None, [1, 2], {}, float("inf"), HUGE])
def test_bad_walking_actions_are_named_and_change_nothing(action):
    env = gymnasium.make("cq/SilentBuilder-v0")
    env.reset(seed=0)
    with pytest.raises(InputError, match="0 to 17"):
        env.step(action)
    assert env.step_no == 0


@pytest.mark.parametrize(
    ("arguments", "change", "says"),
    [
        ({"action_space": "flying"}, {"placement": 3}, "'placement' is 3"),
        ({"action_space": "flying"}, {"movement": [2, 0, 0]}, "'movement'"),
        ({"action_space": "flying"}, {"camera": [float("nan"), 0]}, "'camera'"),
        ({"action_space": "flying"}, {"camera": [HUGE, 0]}, "'camera'"),
        ({"action_space": "flying"}, {"movement": [0, float("-inf"), 0]}, "'movement'"),
        ({"action_space": "flying"}, {"placement": float("inf")}, "'placement' is inf"),
        ({"discretize": False}, {"hotbar": 9}, "'hotbar' is 9"),
        ({"discretize": False}, {"forward": float("inf")}, "'forward' is inf"),
        ({"discretize": False}, {"hotbar": HUGE}, "'hotbar'"),
        ({"discretize": False}, {"extra": 1}, "an action is a dict of"),
    ],
)
def test_bad_parts_of_dict_actions_are_named(arguments, change, says):
    env = gymnasium.make("cq/SilentBuilder-v0", **arguments)
    env.reset(seed=0)
    with pytest.raises(InputError, match=says):
        env.step(env.action_space.sample() | change)


@pytest.mark.parametrize(
    "action",
    [
        (8, 0, 0, 0),
        (1, 9, 0, 0),
        (1, 2, 3),
        "go",
        3,
        (1.5, 0, 0, 0),
        (float("inf"), 0, 0, 0),
        (HUGE, 0, 0, 0),
    ],
)
def test_bad_cell_actions_are_named(action):
    env = gymnasium.make("cq/SilentBuilder-v0", action_space="cells")
    env.reset(seed=0)
    with pytest.raises(InputError, match="what, y, x, z"):
        env.step(action)


def test_other_mistakes_get_one_clear_error():
    make = cq.env.SilentBuilder
    with pytest.raises(InputError, match="reset"):
        make().step(0)
    for arguments in (
        {"action_space": "swimming"},
        {"layout": "iglu", "action_space": "walking"},
        {"layout": "minecraft"},
        {"layout": ["iglu"]},
        {"action_space": ["cells"]},
        {"action_space": "human-level"},
        {"max_steps": 0},
        {"render_mode": "human"},
        {"tasks": 3},
        {"tasks": Task},
        {"render": True, "render_size": (0, 64)},
        {"render": True, "render_size": 64},
        {"render": True, "render_size": (4097, 64)},
        {"render": True, "render_size": (64, 10**9)},
        {"right_placement_scale": "a"},
        {"wrong_placement_scale": float("nan")},
        {"wrong_placement_scale": HUGE},
    ):
        with pytest.raises(InputError):
            make(**arguments)
    env = make()
    for wrong in (3, "C8", None):
        with pytest.raises(InputError):
            env.set_task(wrong)
    for options in ({"target": 1}, 3, ["task"]):
        with pytest.raises(InputError, match="no options"):
            env.reset(options=options)
    for place in ((1, 2), (0, 50, 0), "here", (0, 0, float("nan")), (0, HUGE, 0)):
        with pytest.raises(InputError, match="initial_position"):
            env.initialize_world(None, place)
    with pytest.raises(InputError, match="outside"):
        env.initialize_world([(9, -1, 0, 1)], (0, 0, 0))


def test_text_beyond_the_space_is_shown_in_part():
    env = cq.env.SilentBuilder(tasks=Task("Build a \N{SNOWMAN} — “white”. " + "x" * 30_000, FLAG))
    dialog = env.reset(seed=0)[0]["dialog"]
    assert dialog in env.observation_space["dialog"]
    assert len(dialog) == 20_000
    env = cq.env.SilentBuilder(tasks=Task("A \N{SNOWMAN}", FLAG))
    assert env.reset(seed=0)[0]["dialog"] == "A \N{REPLACEMENT CHARACTER}"
    assert set(cq.env.SilentBuilder(text=False).observation_space) == {
        "inventory",
        "compass",
        "agentPos",
        "grid",
    }


def test_memory_stays_flat():
    env = gymnasium.make("cq/SilentBuilder-v0", max_steps=50)

    def play(steps: int) -> None:
        for i in range(steps):
            _, _, terminated, truncated, _ = env.step(i * 7919 % 18)
            if terminated or truncated:
                env.reset()

    env.reset(seed=0)
    play(500)
    gc.collect()
    tracemalloc.start()
    play(500)
    before = tracemalloc.get_traced_memory()[0]
    play(2000)
    gc.collect()
    assert tracemalloc.get_traced_memory()[0] - before < 30_000
    tracemalloc.stop()
