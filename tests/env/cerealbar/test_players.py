"""The bundled agents, routes, words, and game logs."""

from __future__ import annotations

import json
import random

import pytest

from cq.env.cerealbar import (
    Action,
    Change,
    Game,
    Goal,
    OracleFollower,
    PlanningLeader,
    Player,
    RandomFollower,
    Step,
    card_of,
    new_game,
    play,
    random_map,
    read_log,
    transition,
    write_log,
)
from cq.env.cerealbar.routes import Routes
from cq.env.cerealbar.wording import write_instruction
from cq.errors import InputError

MAP = random_map(2)


def oracle_game(seed, game_map=MAP):
    leader = PlanningLeader()
    return play(game_map, leader, OracleFollower(lambda number: leader.goals[number]), seed)


@pytest.fixture(scope="module")
def game():
    return oracle_game(0)


def test_the_planning_leader_and_the_oracle_follower_make_many_sets(game):
    end = game.states[-1]
    assert end.score >= 9
    assert end.turns == 0


def test_a_random_follower_makes_fewer_points_and_the_game_ends():
    scores = [play(MAP, PlanningLeader(), RandomFollower(), seed).states[-1].score for seed in range(2)]
    assert max(scores) < 9


def test_the_leader_instructs_only_what_is_left_to_do(game):
    for step, state in zip(game.steps, game.states, strict=False):
        if isinstance(step.action, str):
            assert state.player == Player.LEADER
            assert not state.queue


def test_routes_are_shortest_and_lead_there():
    state = new_game(MAP, 0)
    routes = Routes(MAP, state.leader)
    for cell in random.Random(0).sample(MAP.ground, 15):
        walked = state._replace(steps=1000, cards=bytes(625))
        for action in routes.to(cell):
            walked = transition(walked, action)
        assert walked.leader // 6 == cell
    away = Routes(MAP, state.leader, avoid=set(MAP.ground))
    assert away.to(state.leader // 6) == []
    far = max(MAP.ground, key=lambda cell: len(routes.to(cell)))
    assert away.to(far) is None


def test_an_instruction_names_its_cards_in_order():
    state = new_game(MAP, 0)
    cells = [cell for cell in range(625) if state.cards[cell]][:3]
    changes = [Change(cell, state.cards[cell], selected=True) for cell in cells]
    for seed in range(5):
        words = write_instruction(state, changes, random.Random(seed))
        places = [words.find(card_of(change.code).name) for change in changes]
        assert -1 not in places
        assert places == sorted(places)


def test_an_oracle_stops_at_the_goals_place():
    state = new_game(MAP, 0)._replace(queue=("go",), player=Player.FOLLOWER, steps=10_000)
    place = MAP.ground[len(MAP.ground) // 2]
    follower = OracleFollower(lambda number: Goal(place=place))
    follower.begin(state, 0)
    while (action := follower.act(state)) != Action.DONE:
        state = transition(state, action)
    assert state.follower // 6 == place


def test_a_game_replays_byte_for_byte_from_its_log(game):
    text = write_log(game)
    again = read_log(text)
    assert again == game
    assert write_log(again) == text
    assert oracle_game(0) == game


@pytest.mark.parametrize("end", ["\u2028", "\x85", "\x0b", "\x1c", "\r", "\n"])
def test_an_instruction_may_hold_any_end_of_a_line(end):
    start = new_game(MAP, 0)
    words = f"go{end}on"
    talk = Game(start, (Step(words),))
    assert read_log(write_log(talk)) == talk


def test_a_log_of_another_system_is_read(game):
    assert read_log(write_log(game).replace("\n", "\r\n")) == game


def lines_of(game):
    return write_log(game).splitlines()


DAMAGE = {
    "no lines": lambda lines: [],
    "no result": lambda lines: lines[:-1],
    "a line is gone": lambda lines: [*lines[:3], *lines[4:]],
    "not JSON": lambda lines: [*lines[:2], "{", *lines[3:]],
    "not an object": lambda lines: [*lines[:2], "[1]", *lines[3:]],
    "a key that is there twice": lambda lines: [
        *lines[:2],
        '{"action": "done", "action": "right"}',
        *lines[3:],
    ],
    "an unknown action": lambda lines: [*lines[:2], '{"action": "jump"}', *lines[3:]],
    "no action": lambda lines: [*lines[:2], "{}", *lines[3:]],
    "another format": lambda lines: [lines[0].replace("cerealbar 1", "2"), *lines[1:]],
    "a short map": lambda lines: [lines[0].replace("terrain", "ground"), *lines[1:]],
    "a card off the grid": lambda lines: [
        json.dumps(json.loads(lines[0]) | {"cards": [[25, 0, "red", "heart", 1]]}),
        *lines[1:],
    ],
    "a card between cells": lambda lines: [
        json.dumps(json.loads(lines[0]) | {"cards": [[0.5, 0, "red", "heart", 1]]}),
        *lines[1:],
    ],
    "a leader between cells": lambda lines: [
        json.dumps(json.loads(lines[0]) | {"leader": [0.5, 3, "NE"]}),
        *lines[1:],
    ],
    "a number for an instruction": lambda lines: [lines[0], '{"instruction": 2}', *lines[1:]],
    "a list for an instruction": lambda lines: [lines[0], '{"instruction": [1]}', *lines[1:]],
    "truth for an instruction": lambda lines: [lines[0], '{"instruction": true}', *lines[1:]],
    "half a character": lambda lines: [lines[0], '{"instruction": "go \\ud800"}', *lines[1:]],
    "another score": lambda lines: [*lines[:-1], lines[-1].replace('"score": ', '"score": 9')],
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_log_is_a_clear_error(game, damage):
    with pytest.raises(InputError, match="log"):
        read_log("\n".join(DAMAGE[damage](lines_of(game))))


def test_a_log_of_a_part_of_a_game_is_refused(game):
    with pytest.raises(InputError, match="whole game"):
        write_log(Game(game.states[3], game.steps[3:]))


def test_a_leader_that_instructs_without_end_is_a_clear_error(monkeypatch):
    class Talker:
        def begin(self, state, seed):
            pass

        def act(self, state):
            return "go"

    monkeypatch.setattr("cq.env.cerealbar.game_log.MOST_ACTIONS", 50)
    with pytest.raises(InputError, match="no end"):
        play(MAP, Talker(), RandomFollower(), 0)
