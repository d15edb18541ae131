"""The environments of CerealBar: checkers, seeds, observations, refused moves, drawings."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from importlib.util import find_spec

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from cq.env.cerealbar import Action, FollowerEnv, Player, draw_svg, draw_text, new_game, observe, random_map
from cq.env.cerealbar.hexes import CELLS, NEIGHBOURS, centre
from cq.env.cerealbar.sights import SIGHT, observation_space, visible_cells
from cq.env.registration import CEREALBAR
from cq.errors import InputError

MAP = random_map(0)
VIEWS = ["full", "first person"]


class Waiting:
    """A leader that gives one instruction whenever the queue is empty, and nothing more."""

    def begin(self, state, seed):
        pass

    def act(self, state):
        return Action.DONE if state.queue else "walk around"


@pytest.mark.parametrize("view", VIEWS)
def test_gymnasium_checks_the_followers_environment(view):
    check_env(gymnasium.make(CEREALBAR, view=view), skip_render_check=True)


def test_gymnasium_steps_several_at_once():
    envs = gymnasium.make_vec(
        CEREALBAR, num_envs=2, vectorization_mode="sync", leader=Waiting(), game_map=MAP
    )
    observations, _ = envs.reset(seed=0)
    assert observations["cards"].shape == (2, 25, 25)
    observations, *_ = envs.step(np.array([2, 3]))
    assert observations["turn"][:, 1].tolist() == [9, 9]
    envs.close()


def test_a_seed_determines_an_episode():
    def episode(seed):
        env = FollowerEnv(leader=Waiting())
        observation, _ = env.reset(seed=seed)
        seen = [observation]
        for action in np.random.default_rng(1).integers(0, 5, size=60):
            seen.append(env.step(action)[0])
        return [{name: np.asarray(value).tolist() for name, value in observed.items()} for observed in seen]

    assert episode(3) == episode(3)
    assert episode(3) != episode(4)


def test_a_move_into_an_obstacle_is_refused_and_costs_no_step():
    env = FollowerEnv(leader=Waiting(), game_map=MAP)
    observation, info = env.reset(seed=0)
    assert "refused" not in info
    for _ in range(100):
        refused = int(np.argmin(observation["action_mask"][:2]))
        if not observation["action_mask"][refused]:
            break
        observation, *_ = env.step(int(Action.FORWARD))
    before = env.state
    _, reward, terminated, truncated, info = env.step(refused)
    assert (reward, terminated, truncated, info["refused"]) == (0, False, False, True)
    assert env.state == before


def test_the_reward_is_the_points_and_the_game_ends():
    env = FollowerEnv(leader=Waiting(), game_map=MAP)
    env.reset(seed=0)
    rewards = []
    terminated = False
    while not terminated:
        _, reward, terminated, _, _ = env.step(int(Action.DONE))
        rewards.append(reward)
    assert (sum(rewards), env.state.turns, len(rewards)) == (0, 0, 6)


def test_an_episode_is_truncated():
    env = FollowerEnv(leader=Waiting(), game_map=MAP, max_steps=np.int64(3))
    env.reset(seed=0)
    assert [env.step(2)[3] for _ in range(3)] == [False, False, True]


def test_bad_options_and_actions_are_clear_errors():
    with pytest.raises(InputError, match="first person"):
        FollowerEnv(view="bird")
    with pytest.raises(InputError, match="max_steps"):
        FollowerEnv(max_steps=0)
    with pytest.raises(InputError, match="svg"):
        FollowerEnv(render_mode="human")
    env = FollowerEnv(leader=Waiting(), game_map=MAP)
    with pytest.raises(InputError, match="reset"):
        env.step(0)
    with pytest.raises(InputError, match="knows"):
        env.reset(options={"seed": 3})
    env.reset(seed=0)
    with pytest.raises(InputError, match="not in the space"):
        env.step(5)
    with pytest.raises(InputError, match="render_mode"):
        env.render()


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("player", Player)
def test_observations_are_in_the_space(player, view):
    state = new_game(MAP, 1)._replace(queue=("go", "turn"), selected=(3, 4))
    observed = observe(state, player, view)
    assert observation_space().contains(observed)
    assert observed["instruction"] == ("go\nturn" if player == Player.LEADER else "go")
    assert observed["action_mask"].any() == (player == Player.LEADER)


def test_a_full_view_has_all_cards_and_both_players():
    state = new_game(MAP, 1)
    observed = observe(state, Player.FOLLOWER, "full")
    assert observed["cards"].ravel().tolist() == list(state.cards)
    assert (observed["players"] >= 0).all()


def test_a_first_person_view_hides_what_is_not_before_the_eyes():
    state = new_game(MAP, 1)
    full, own = (observe(state, Player.FOLLOWER, view) for view in VIEWS)
    seen = visible_cells(state.follower)
    assert 20 < seen.sum() < 60
    for name in ("terrain", "objects", "cards"):
        assert (own[name] == full[name] * seen).all()
    behind = new_game(MAP, 1)._replace(leader=NEIGHBOURS[312 * 6 + 3] * 6, follower=312 * 6)
    assert observe(behind, Player.FOLLOWER, "first person")["players"][0].tolist() == [-1, -1, -1]
    ahead = behind._replace(leader=NEIGHBOURS[312 * 6] * 6)
    assert observe(ahead, Player.FOLLOWER, "first person")["players"][0, 0] >= 0


@pytest.mark.parametrize("heading", range(6))
def test_players_see_ahead_and_not_far(heading):
    seen = visible_cells(312 * 6 + heading).ravel()
    assert all(seen[NEIGHBOURS[312 * 6 + (heading + side) % 6]] for side in (0, 1, 5))
    assert not any(seen[NEIGHBOURS[312 * 6 + (heading + side) % 6]] for side in (2, 3, 4))
    x, y = centre(312)
    far = [np.hypot(centre(cell)[0] - x, centre(cell)[1] - y) for cell in range(CELLS) if seen[cell]]
    assert max(far) <= SIGHT


def test_only_the_leader_sees_that_a_selection_is_invalid():
    state = new_game(MAP, 1)
    cells = [cell for cell in range(CELLS) if state.cards[cell]][:4]
    chosen = state._replace(selected=tuple(cells))
    assert observe(chosen, Player.LEADER, "full")["selected"].max() == 2
    assert observe(chosen, Player.FOLLOWER, "full")["selected"].max() == 1


def test_drawings_show_every_card_and_both_players():
    state = new_game(MAP, 1)
    text, picture = draw_text(state), draw_svg(state)
    assert text.count("\n") == 26
    assert sum(text.count(f"{letter}{arrow}") for letter in "LF" for arrow in "↗→↘↙←↖") == 2
    root = ET.fromstring(picture)
    tags = [child.tag.rpartition("}")[2] for child in root]
    assert tags.count("polygon") == 625
    assert tags.count("rect") == 1 + 21
    env = FollowerEnv(render_mode="svg", leader=Waiting(), game_map=MAP)
    env.reset(seed=0)
    assert env.render() == draw_svg(env.state)


@pytest.mark.skipif(find_spec("pettingzoo") is not None, reason="pettingzoo is installed")
def test_without_pettingzoo_the_environment_of_both_says_what_to_install():
    with pytest.raises(ImportError, match="pip install pettingzoo"):
        import cq.env.cerealbar.two_players  # noqa: F401


def test_pettingzoo_checks_the_environment_of_both():
    checks = pytest.importorskip("pettingzoo.test")
    from cq.env.cerealbar.two_players import CerealBar

    checks.api_test(CerealBar(), num_cycles=500)
    checks.seed_test(CerealBar, num_cycles=200)
