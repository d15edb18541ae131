"""The rules: the eight of the paper's table 2, sets, new cards, turns, and maps."""

from __future__ import annotations

import random
from collections import deque
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from literal_cerealbar import LiteralGame, Undefined, extra_turns, has_set, valid_set

from cq.env.cerealbar.deck import CARDS, CODES, Card, all_differ, card_of, find_sets, is_set
from cq.env.cerealbar.game_map import GRASS, OBJECTS, GameMap, random_map
from cq.env.cerealbar.hexes import CELLS, MOVES, distance, neighbours
from cq.env.cerealbar.rules import (
    EXTRA_TURNS,
    FIRST_TURNS,
    Action,
    Player,
    State,
    deal,
    defined,
    new_game,
    transition,
)
from cq.errors import InputError

MEADOW = GameMap(bytes([GRASS]) * CELLS, bytes(CELLS))
CROWDED = GameMap(
    bytes([GRASS]) * CELLS, bytes(cell % 25 not in range(5, 11) or cell // 25 > 5 for cell in range(CELLS))
)
"""36 free cells, most of them with a card, so that random games make sets."""
MAPS = [CROWDED, *(random_map(seed) for seed in range(1, 8))]
SET = [Card("red", "heart", 1), Card("blue", "star", 2), Card("green", "cube", 3)]


@pytest.fixture
def state() -> State:
    return new_game(MAPS[1], 0)


def follower_turn(*queue: str, steps: int = 10) -> State:
    start = new_game(MEADOW, 0)
    return start._replace(queue=queue, player=Player.FOLLOWER, steps=steps, turns=11)


def turning(state: State, action: Action = Action.RIGHT) -> State:
    return transition(state, action)


def test_rule_1_an_instruction_goes_to_the_end_of_the_queue_and_costs_no_step(state):
    after = transition(transition(state, "go to the lake"), "turn left")
    assert after == state._replace(queue=("go to the lake", "turn left"))


def test_rule_1_is_not_defined_for_the_follower():
    with pytest.raises(InputError, match="follower cannot give"):
        transition(follower_turn("go"), "stay there")


def test_rule_2_the_leaders_done_with_instructions_gives_the_turn_to_the_follower(state):
    after = transition(transition(state, "go"), Action.DONE)
    assert after == state._replace(queue=("go",), player=Player.FOLLOWER, steps=10, turns=11)


def test_rule_3_the_leaders_done_without_instructions_begins_a_turn_of_the_leader(state):
    assert transition(turning(state), Action.DONE) == turning(state)._replace(steps=5, turns=10)


def test_rule_4_the_leader_without_steps_keeps_the_turn_and_may_instruct_but_not_move(state):
    for _ in range(5):
        state = turning(state)
    assert (state.player, state.steps) == (Player.LEADER, 0)
    assert transition(state, "go").queue == ("go",)
    with pytest.raises(InputError, match="no steps left"):
        turning(state)


def test_rule_5_the_followers_done_shows_the_next_instruction_and_costs_no_step():
    state = follower_turn("go", "turn", steps=7)
    assert transition(state, Action.DONE) == state._replace(queue=("turn",), finished=1)


def test_rule_6_the_followers_last_done_gives_the_turn_to_the_leader():
    state = follower_turn("go", steps=7)
    after = state._replace(queue=(), player=Player.LEADER, steps=5, turns=10, finished=1)
    assert transition(state, Action.DONE) == after


def test_rule_7_the_followers_last_step_gives_the_turn_to_the_leader():
    state = follower_turn("go", steps=1)
    after = turning(state)
    assert (after.player, after.steps, after.turns, after.queue) == (Player.LEADER, 5, 10, ("go",))


@pytest.mark.parametrize("start", [new_game(MEADOW, 0), follower_turn("go")], ids=["leader", "follower"])
def test_rule_8_a_move_changes_the_world_and_costs_a_step(start):
    player = start.player.name.lower()
    for action, heading in ((Action.RIGHT, 1), (Action.LEFT, -1)):
        pose = getattr(start, player)
        cell, old = divmod(pose, 6)
        turned = {player: cell * 6 + (old + heading) % 6, "steps": start.steps - 1}
        assert transition(start, action) == start._replace(**turned)


def test_what_the_table_leaves_undefined_raises(state):
    for action in (5, -1, None, 1.5, "", "  "):
        with pytest.raises(InputError):
            transition(state, action)
    with pytest.raises(InputError, match="no instruction"):
        transition(follower_turn(), Action.DONE)
    with pytest.raises(InputError, match="over"):
        transition(state._replace(turns=0), Action.DONE)
    corner = new_game(MEADOW, 0)._replace(leader=3)
    with pytest.raises(InputError, match="grid ends"):
        transition(corner, Action.FORWARD)


def test_an_obstacle_is_named(state):
    hut = OBJECTS.index("red hut")
    objects = bytearray(CELLS)
    objects[MOVES[0][312 * 6] // 6] = hut
    blocked = state._replace(map=GameMap(bytes([GRASS]) * CELLS, bytes(objects)), leader=312 * 6)
    with pytest.raises(InputError, match="a red hut is in the way"):
        transition(blocked, Action.FORWARD)


def row_of(cards: list[Card], *selected: int) -> State:
    """The leader looks east at a row of cards on a meadow."""
    board = bytearray(CELLS)
    for x, card in enumerate(cards, start=1):
        board[x] = CODES[card]
    start = new_game(MEADOW, 0)
    return start._replace(cards=bytes(board), leader=1, follower=600 * 6, selected=selected)


def test_stepping_on_a_card_toggles_it():
    state = transition(row_of(SET[:1]), Action.FORWARD)
    assert state.selected == (1,)
    state = transition(transition(state, Action.FORWARD), Action.BACK)
    assert state.selected == ()


def test_a_set_scores_goes_and_is_replaced_by_cards_with_a_set():
    state = transition(row_of(SET, 2, 3), Action.FORWARD)
    codes = [code for code in state.cards if code]
    assert (state.score, state.selected, state.turns, len(codes)) == (1, (), 22, 3)
    assert not any(state.cards[1:4])
    assert has_set([card_of(code) for code in codes])


def test_a_fourth_selected_card_makes_no_set():
    cards = [*SET, Card("red", "heart", 2)]
    state = transition(row_of(cards, 2, 3, 4), Action.FORWARD)
    assert (state.score, len(state.selected), state.is_invalid) == (0, 4, True)


def test_given_cards_replace_a_set():
    dealt = ((100, 1), (101, 2), (102, 3))
    state = transition(row_of(SET, 2, 3), Action.FORWARD, lambda _: dealt)
    assert [(cell, code) for cell, code in enumerate(state.cards) if code] == list(dealt)


def test_the_extra_turns_decay_to_none_and_stay_below_the_papers_bound():
    assert [extra_turns(score + 1) for score in range(len(EXTRA_TURNS))] == list(EXTRA_TURNS)
    assert extra_turns(len(EXTRA_TURNS) + 1) == 0
    assert FIRST_TURNS + sum(EXTRA_TURNS) <= 65


@given(st.lists(st.sampled_from(CARDS), min_size=0, max_size=12, unique=True))
def test_sets_are_found_as_by_trying_all(cards):
    board = bytes([0, *(CODES[card] for card in cards)]).ljust(CELLS, b"\0")
    found = {frozenset(card_of(board[cell]) for cell in cells) for cells in find_sets(board)}
    tried = {frozenset(three) for three in combinations(cards, 3) if valid_set(list(three))}
    assert found == tried
    assert all(is_set([CODES[card] for card in three]) for three in tried)


def random_action(state: State, rng: random.Random, *, wild: bool) -> Action | str | int:
    if state.player == Player.LEADER and rng.random() < 0.15:
        return rng.choice(["go", "turn around", " "]) if wild else "go"
    if wild and rng.random() < 0.2:
        return rng.randrange(-1, 6)
    moves = [move for move, may in zip(Action, defined(state), strict=True) if may and move != Action.DONE]
    moves = [move for move in moves if keeps_valid(state, move)] if rng.random() < 0.8 else moves
    return rng.choice(moves) if moves and rng.random() < 0.9 else Action.DONE


@settings(max_examples=60)
@given(st.sampled_from([0, 0, 0, *range(8)]), st.integers(0, 2**32))
def test_the_rules_agree_with_a_literal_second_implementation(number, seed):
    rng = random.Random(seed)
    state = new_game(MAPS[number], seed)
    literal = LiteralGame(state)
    assert literal.agrees_with(state)
    for _ in range(150):
        action = random_action(state, rng, wild=True)
        dealt = []

        def remember(world, dealt=dealt):
            dealt.extend(deal(world))
            return tuple(dealt)

        try:
            after = transition(state, action, remember)
        except InputError:
            with pytest.raises(Undefined):
                literal.act(action, None)
            continue
        literal.act(action, lambda: {(c % 25, c // 25): card_of(code) for c, code in dealt})  # noqa: B023
        assert literal.agrees_with(after)
        state = after


def keeps_valid(state: State, move: Action) -> bool:
    """Whether a move leaves a selection that can become a set, so that random games make some."""
    cell = MOVES[move][state.follower if state.player else state.leader] // 6
    if move > Action.BACK or not state.cards[cell]:
        return True
    selected = set(state.selected) ^ {cell}
    return all_differ(state.cards[other] for other in selected)


def check_invariants(state: State) -> None:
    cells = [cell for cell, code in enumerate(state.cards) if code]
    assert len(cells) == 21
    assert set(cells) | {state.leader // 6, state.follower // 6} <= set(state.map.ground)
    assert set(state.selected) <= set(cells)
    assert len(set(state.selected)) == len(state.selected)
    assert not is_set([state.cards[cell] for cell in state.selected])
    assert 0 <= state.steps <= (10 if state.player else 5)
    assert 0 <= state.turns <= 64
    assert state.queue or state.player == Player.LEADER or state.is_over


def play_randomly(game_map: GameMap, seed: int) -> State:
    """A random game of at most 64 turns, whose every state keeps the invariants."""
    rng = random.Random(seed)
    state = new_game(game_map, seed)
    while not state.is_over:
        check_invariants(state)
        score = state.score
        state = transition(state, random_action(state, rng, wild=False))
        assert state.score == score or find_sets(state.cards)
        if state.steps and not state.is_over:
            assert [_is_defined(state, move) for move in Action] == list(defined(state))
    return state


def _is_defined(state: State, action: Action) -> bool:
    try:
        transition(state, action)
    except InputError:
        return False
    return True


@pytest.mark.parametrize("seed", range(60))
def test_random_games_keep_all_invariants(seed):
    assert play_randomly(MAPS[seed % 8], seed).turns == 0


def test_random_games_in_a_crowd_make_sets():
    assert max(play_randomly(CROWDED, seed).score for seed in range(10)) > 0


def test_transitions_change_no_state(state):
    copy = State(*state)
    transition(transition(state, "go"), Action.DONE)
    assert state == copy
    with pytest.raises(AttributeError):
        state.score = 5


def test_distances_are_those_of_a_search_on_an_empty_grid():
    for start in (0, 24, 312, 337, 600, 624):
        far, queue = {start: 0}, deque([start])
        while queue:
            cell = queue.popleft()
            for other in neighbours(cell):
                if other not in far:
                    far[other] = far[cell] + 1
                    queue.append(other)
        assert [distance(start, cell) for cell in range(CELLS)] == [far[cell] for cell in range(CELLS)]


@pytest.mark.parametrize("seed", range(40))
def test_all_free_cells_of_a_random_map_are_connected_and_hold_a_game(seed):
    drawn = random_map(seed)
    assert drawn == random_map(seed)
    assert [cell for cell in range(CELLS) if not drawn.obstacles[cell]] == list(drawn.ground)
    assert len({drawn.objects[cell] for cell in range(CELLS)}) == len(OBJECTS)
    check_invariants(new_game(drawn, seed))


def test_a_game_is_determined_by_its_map_and_seed():
    assert new_game(MAPS[1], 5) == new_game(MAPS[1], 5)
    assert new_game(MAPS[1], 5).cards != new_game(MAPS[1], 6).cards


def test_a_map_without_room_for_cards_is_a_clear_error():
    objects = bytearray([1]) * CELLS
    objects[:25] = bytes(25)
    with pytest.raises(InputError, match=r"25 connected free cells.*fewer obstacles"):
        new_game(GameMap(bytes([GRASS]) * CELLS, bytes(objects)), 0)


@pytest.mark.parametrize(
    ("terrain", "objects"),
    [(bytes(CELLS), bytes(CELLS)), (bytes([GRASS]) * CELLS, bytes([99]) * CELLS), (b"\1", bytes(CELLS))],
)
def test_a_damaged_map_is_a_clear_error(terrain, objects):
    with pytest.raises(InputError, match="give"):
        GameMap(terrain, objects)
