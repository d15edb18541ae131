"""The paper's metrics: on games whose scores are known."""

from __future__ import annotations

import pytest

from cq.env.cerealbar import (
    Action,
    Game,
    OracleFollower,
    PlanningLeader,
    RandomFollower,
    StaticOracle,
    examples,
    goals,
    play,
    random_map,
    score,
)
from cq.env.cerealbar.evaluation import recorded_actions, run
from cq.errors import InputError


@pytest.fixture(scope="module")
def game():
    leader = PlanningLeader()
    return play(random_map(2), leader, OracleFollower(lambda number: leader.goals[number]), 1)


class DoneAtOnce:
    def begin(self, state, seed):
        pass

    def act(self, state):
        return Action.DONE


class StopsAfter(StaticOracle):
    """Repeats the game for some instructions, and then does nothing."""

    def __init__(self, game, instructions):
        super().__init__(game)
        self._actions = self._actions[:instructions]


def test_examples_are_the_finished_instructions(game):
    found = examples(game)
    assert len(found) == game.states[-1].finished
    for number, example in enumerate(found):
        assert game.states[example.first].finished == number
        assert game.states[example.last].finished == number + 1
        assert recorded_actions(game, example)[-1] == Action.DONE
        assert recorded_actions(game, example).count(Action.DONE) == 1


def test_goals_are_the_cards_that_the_follower_changed(game):
    for example, goal in zip(examples(game), goals(game), strict=True):
        assert goal.changes
        assert not goal.outstanding(game.states[example.last])
        assert goal.place == game.states[example.last].follower // 6


def test_the_static_oracle_is_right_everywhere(game):
    scores = score(game, StaticOracle(game), longest=1000)
    assert scores[:3] == (1, 1, 1)
    assert scores.full_game_points == game.states[examples(game)[-1].last].score
    assert scores[4:] == (1, 1)


def test_a_follower_that_does_nothing_is_wrong_wherever_a_card_is_asked_for(game):
    scores = score(game, DoneAtOnce())
    assert scores[:3] == (0, 0, 0)
    assert scores.instructions_followed == 0
    assert scores.points_scored < 0.2


def test_the_cascade_ends_at_the_first_wrong_cards(game):
    number = len(examples(game))
    scores = score(game, StopsAfter(game, 3), longest=1000)
    assert scores.card_state == pytest.approx(3 / number)
    expected = sum(max(0, 3 - first) / (number - first) for first in range(number)) / number
    assert scores.instructions_followed == pytest.approx(expected)


def test_gold_goals_lie_between_random_moves_and_the_oracle(game):
    known = goals(game)
    gold = score(game, OracleFollower(lambda number: known[min(number, len(known) - 1)]), longest=1000)
    moves = score(game, RandomFollower())
    assert gold.card_state > 0.9
    assert moves.card_state < gold.card_state
    assert moves.points_scored < gold.points_scored <= 1


def test_a_game_without_a_finished_instruction_is_a_clear_error(game):
    with pytest.raises(InputError, match="no finished instruction"):
        score(Game(game.start, game.steps[:3]), DoneAtOnce())


def test_a_run_is_cut_after_twenty_five_actions(game):
    class Turns(DoneAtOnce):
        def act(self, state):
            return Action.RIGHT

    done = run(game, Turns(), examples(game)[0].first, 1)
    assert done.actions == (Action.RIGHT,) * 25 + (Action.DONE,)
