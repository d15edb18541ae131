"""The two-stage model and its training, on a toy."""

from __future__ import annotations

from itertools import pairwise

import pytest
import torch

from cq.env.cerealbar import (
    Action,
    Change,
    Goal,
    OracleFollower,
    PlanningLeader,
    Player,
    defined,
    examples,
    new_game,
    play,
    random_map,
    transition,
)
from cq.env.cerealbar.evaluation import recorded_actions, run
from cq.env.cerealbar.hexes import CELLS, MOVES, distance
from cq.errors import InputError
from cq.modeling.checkpoints import CheckpointStore
from eval.cerealbar.two_stage import (
    Ablation,
    Recipe,
    examples_of,
    follow,
    recoloured,
    recoveries,
    recovery,
    tasks_of,
    train,
    way_to,
)
from eval.cerealbar.two_stage_model import (
    CHANNELS,
    CROP,
    START,
    WINDOW,
    TwoStage,
    TwoStageFollower,
    cells_around,
    properties,
    words_of,
)

WORDS = ("get", "the", "red", "blue", "heart", "hearts")


@pytest.fixture(scope="module")
def games():
    def game(seed):
        leader = PlanningLeader()
        return play(random_map(seed), leader, OracleFollower(lambda number: leader.goals[number]), seed)

    return [game(seed) for seed in (20_000, 20_001)]


@pytest.fixture(scope="module")
def tasks(games):
    return tasks_of(games)


@pytest.fixture
def model():
    torch.manual_seed(0)
    return TwoStage(WORDS).eval()


def toy(games, store=None, seed=0, ablation=Ablation.NONE, epochs=(1, 1, 1, 1)):
    recipe = Recipe(len(games), epochs, seed, ablation)
    return train(games, recipe, store or CheckpointStore(), lambda line: None)


def same(model, other):
    pairs = zip(model.state_dict().values(), other.state_dict().values(), strict=True)
    return all(torch.equal(one, two) for one, two in pairs)


@pytest.mark.parametrize("pose", [0, 7, 1000, 1877, 2222, CELLS * 6 - 1])
def test_cells_around_a_pose_are_turned_with_it(pose):
    def or_outside(after):
        return CELLS if after < 0 else after // 6

    grid = cells_around(CROP)[pose].view(CROP, CROP)
    middle = CROP // 2
    assert grid[middle, middle] == pose // 6
    assert grid[middle + 1, middle] == or_outside(MOVES[Action.FORWARD][pose])
    assert grid[middle - 1, middle] == or_outside(MOVES[Action.BACK][pose])
    turned = MOVES[Action.RIGHT][pose]
    assert grid[middle, middle + 1] == or_outside(MOVES[Action.FORWARD][turned])
    inside = [cell for cell in cells_around(WINDOW)[pose].tolist() if cell < CELLS]
    assert len(set(inside)) == len(inside)


def test_properties_tell_cards_selections_and_the_leader_apart():
    state = new_game(random_map(1), 1)
    card = next(cell for cell in range(CELLS) if state.cards[cell])
    things, chosen = properties(state), properties(state._replace(selected=(card,)))
    assert things.shape == (7, CELLS + 1)
    assert not things[:, CELLS].any()
    assert (
        (things[2] > 0).nonzero()[:, 0] == torch.tensor([c for c in range(CELLS) if state.cards[c]])
    ).all()
    assert (things != chosen).nonzero().tolist() == [[5, card]]
    assert things[6].nonzero().tolist() == [[state.leader // 6]]


def test_distributions_are_distributions_over_the_map(model, tasks):
    data = examples_of(tasks[:5], model)
    plan = model.plan(data.things, data.poses[:, 0], data.words)
    assert plan.logits.shape == (5, len(CHANNELS), WINDOW**2)
    assert plan.early.shape == (5, WINDOW**2)
    assert plan.implicit.shape == (5, 3)
    found = model.distributions(plan, data.things)
    assert found.shape == (5, len(CHANNELS), CELLS + 1)
    assert found[:, 0].sum(1).tolist() == pytest.approx([1] * 5, abs=1e-5)
    assert found.min() >= 0
    assert found.max() <= 1
    assert not found[:, :, CELLS].any()
    assert not found[:, 1:3].sum(1)[data.things[:, 2] == 0].any()


def test_the_gold_plan_is_where_the_follower_goes_and_what_it_changes(model, tasks):
    gold = examples_of(tasks, model).gold()
    assert gold[:, 0].sum(1).tolist() == pytest.approx([1] * len(tasks))
    for (visited, goal, avoid, impassable), task in zip(gold, tasks, strict=True):
        cells = {change.cell for change in task.goal.changes}
        assert set(goal.nonzero()[:, 0].tolist()) == cells
        assert all(visited[cell] > 0 for cell in cells)
        assert not (goal * avoid).any()
        assert not (visited * impassable).any()


def test_actions_do_not_depend_on_what_follows_or_on_other_rows(model, tasks):
    data = examples_of(tasks[:4], model)
    poses, before = data.poses.clamp(min=0)[:, :6], torch.full((4, 6), START)
    gold = data.gold()
    together, _ = model(gold, poses, before)
    memory, steps = None, []
    for step in range(6):
        logits, memory = model(gold[1:2], poses[1:2, step : step + 1], before[1:2, :1], memory)
        steps.append(logits[0, 0])
    assert torch.allclose(together[1], torch.stack(steps), atol=1e-5)


def test_a_distribution_that_is_left_out_changes_nothing(tasks):
    torch.manual_seed(0)
    model = TwoStage(WORDS, without=["visited"]).eval()
    data = examples_of(tasks[:2], model)
    gold, poses, before = data.gold(), data.poses.clamp(min=0), torch.full((2, 26), START)
    other = gold.clone()
    other[:, 0] = 0.5
    assert torch.equal(model(gold, poses, before)[0], model(other, poses, before)[0])
    other[:, 3] = 0.5
    assert not torch.equal(model(gold, poses, before)[0], model(other, poses, before)[0])


@pytest.mark.parametrize("seed", range(4))
def test_the_follower_takes_defined_actions_alone(seed):
    torch.manual_seed(seed)
    follower = TwoStageFollower(TwoStage(WORDS))
    state = new_game(random_map(seed), seed)
    follower.begin(state, seed)
    while not state.is_over:
        if state.player == Player.LEADER:
            state = transition(state, Action.DONE if state.queue else "Get 1 zebra, or the red hearts")
            continue
        action = follower.act(state)
        assert defined(state)[action]
        state = transition(state, action)


def test_the_follower_without_an_instruction_is_a_clear_error(model):
    state = new_game(random_map(1), 1)
    follower = TwoStageFollower(model)
    follower.begin(state, 1)
    with pytest.raises(InputError, match="no instruction"):
        follower.act(state)


def test_the_follower_and_the_rollout_of_training_agree(model, tasks):
    for task, actions in zip(tasks[:6], follow(model, examples_of(tasks[:6], model)), strict=True):
        alone = run(task.game, TwoStageFollower(model), task.example.first, 1)
        assert alone.actions == actions[: len(alone.actions)]


def test_a_saved_model_is_the_same(model, tasks, tmp_path):
    model.load_state_dict({name: value.half().float() for name, value in model.state_dict().items()})
    model.save(tmp_path / "model.safetensors")
    loaded = TwoStage.load(tmp_path / "model.safetensors")
    assert loaded.config == model.config
    assert same(loaded, model)
    data = examples_of(tasks[:4], model)
    assert follow(loaded, data) == follow(model, data)
    assert (tmp_path / "model.safetensors").stat().st_size < 1_500_000


@pytest.mark.parametrize("content", [None, b"", b"no tensors"])
def test_a_missing_or_damaged_model_is_a_clear_error(tmp_path, content):
    path = tmp_path / "model.safetensors"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError, match=r"model\.safetensors"):
        TwoStage.load(path)


def test_training_follows_from_the_seed_and_resumes(games, tmp_path):
    first = toy(games, CheckpointStore(tmp_path))
    assert same(first, toy(games))
    assert not same(*(toy(games, seed=seed, epochs=(0, 0, 1, 0)) for seed in (0, 1)))
    last = max(tmp_path.glob("*.pt"), key=lambda path: path.stat().st_mtime_ns)
    last.unlink()
    assert same(first, toy(games, CheckpointStore(tmp_path)))


@pytest.mark.parametrize("ablation", list(Ablation))
def test_each_ablation_trains(games, ablation):
    model = toy(games, ablation=ablation)
    assert ("visited" in model.config["without"]) == (ablation == Ablation.TRAJECTORY)


def test_the_loss_falls(games):
    said = []
    train(games, Recipe(2, (8, 0, 0, 0), 0, Ablation.NONE), CheckpointStore(), said.append)
    losses = [float(line.split("loss ")[1].split(",")[0]) for line in said[1:]]
    assert losses[-1] < losses[0]


def test_recolouring_keeps_what_is_meant(tasks):
    words = sorted({word for task in tasks for word in words_of(task.start.queue[0])})
    model = TwoStage(words)
    data = examples_of(tasks, model)
    torch.manual_seed(3)
    other = recoloured(data, model)
    assert not torch.equal(other.words, data.words)
    for name in ("poses", "actions", "visits", "goals", "impassable"):
        assert torch.equal(getattr(other, name), getattr(data, name))
    assert torch.equal(other.things > 0, data.things > 0)
    for row in range(len(tasks)):
        for place in (2, 3):
            pairs = set(zip(data.things[row, place].tolist(), other.things[row, place].tolist(), strict=True))
            assert len(pairs) == len({one for one, _ in pairs}) == len({two for _, two in pairs})


def following_ones(tasks):
    pairs = [(one, two) for one, two in pairwise(tasks) if one.game is two.game and len(one.actions) < 24]
    return pairs[:10]


def test_a_recovery_starts_elsewhere_and_reaches_the_recorded_goal(model, tasks):
    found = 0
    for task, following in following_ones(tasks):
        example = recovery(model, task, following, (*task.actions[:-1], Action.RIGHT, Action.DONE))
        if example is None:  # The turn more may let the leader take a card too late.
            continue
        found += 1
        start, *poses = example.poses[example.poses >= 0].tolist()
        assert start // 6 == following.start.follower // 6
        assert start != following.start.follower
        assert [start, *poses][-1] // 6 == following.goal.place or len(poses) == 25
        assert set(example.goals.nonzero()[:, 0].tolist()) == {c.cell for c in following.goal.changes}
        assert not example.implicit
    assert found > 3


@pytest.mark.parametrize("actions", [None, (Action.DONE,)])
def test_there_is_nothing_to_recover_from_at_the_recorded_place_or_with_other_cards(model, tasks, actions):
    for task, following in following_ones(tasks):
        if len(task.actions) > 1:
            assert recovery(model, task, following, actions or task.actions) is None


def test_far_recoveries_are_implicit(model, tasks):
    walks = (Action.BACK,) * 4, (Action.RIGHT, Action.FORWARD, Action.FORWARD, Action.FORWARD)
    far = []
    for task, following in following_ones(tasks):
        for walk in walks:
            poses = [task.end.follower]
            for move in walk:
                poses.append(MOVES[move][poses[-1]] if poses[-1] >= 0 else -1)
            cells = {pose // 6 for pose in poses} - {task.end.follower // 6}
            if min(poses) < 0 or any(task.end.map.obstacles[cell] or task.end.cards[cell] for cell in cells):
                continue
            example = recovery(model, task, following, (*task.actions[:-1], *walk, Action.DONE))
            if example is not None:
                assert bool(example.implicit) == (distance(poses[-1] // 6, following.start.follower // 6) > 2)
                far.append(bool(example.implicit))
    assert any(far)


def test_recoveries_of_a_batch_are_rows(model, tasks):
    torch.manual_seed(0)
    found = recoveries(model, examples_of(tasks, model), tasks)
    assert found is None or found.actions.shape[1] == 26


@pytest.mark.parametrize("number", [0, 3, 7, 11])
def test_a_way_changes_the_cards_of_a_goal_and_no_others(tasks, number):
    task = tasks[number]
    turned = task.start._replace(follower=task.start.follower // 6 * 6 + (task.start.follower + 2) % 6)
    for state in (task.start, turned):
        moves = way_to(state, task.goal)
        pose, entered = state.follower, []
        for move in moves[:-1]:
            pose = MOVES[move][pose]
            if move < Action.RIGHT and state.cards[pose // 6]:
                entered.append(pose // 6)
        assert moves[-1] == Action.DONE
        assert entered == [change.cell for change in task.goal.changes]
        assert pose // 6 == task.goal.place


def test_a_goal_without_a_way_has_none():
    state = new_game(random_map(1), 1)
    blocked = next(cell for cell in range(CELLS) if state.map.obstacles[cell])
    assert way_to(state, Goal((Change(blocked, 1, True),), blocked)) is None


def test_recorded_actions_are_the_examples(games, tasks):
    assert len(tasks) == sum(len(examples(game)) for game in games)
    assert [task.actions for task in tasks] == [recorded_actions(task.game, task.example) for task in tasks]
