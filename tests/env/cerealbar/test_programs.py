"""Programs of what a follower is to do: their text, what they come to in a state, and following them."""

from __future__ import annotations

import pytest

from cq.env.cerealbar import GameMap, Player, play, random_map, score
from cq.env.cerealbar.deck import CODES, Card, with_cards
from cq.env.cerealbar.evaluation import goals
from cq.env.cerealbar.game_map import GRASS, OBJECTS, WATER
from cq.env.cerealbar.hexes import CELLS
from cq.env.cerealbar.players import OracleFollower, PlanningLeader
from cq.env.cerealbar.programs import ProgramFollower, parse_program, plan, write_program
from cq.env.cerealbar.rules import first_state, transition
from cq.errors import InputError

EAST = 1


def cell(x, y):
    return 25 * y + x


def board(cards, objects=(), water=(), follower=(12, 12), selected=(), heading=EAST):
    """A state on grass. The follower looks east: north is to its left."""
    terrain, things = bytearray([GRASS]) * CELLS, bytearray(CELLS)
    for place in water:
        terrain[cell(*place)] = WATER
    for place, name in objects:
        things[cell(*place)] = OBJECTS.index(name)
    codes = with_cards(bytes(CELLS), [(cell(*place), CODES[Card(*face)]) for place, face in cards])
    state = first_state(GameMap(bytes(terrain), bytes(things)), codes, 0, cell(*follower) * 6 + heading, 0)
    return state._replace(selected=tuple(cell(*place) for place in selected))


def changed(text, state):
    """The places of the cards that a program changes, in order."""
    return [(c.cell % 25, c.cell // 25) for c in plan(parse_program(text), state).changes]


RED, BLUE = ("red", "heart", 2), ("blue", "star", 1)
FOUR_REDS = [((16, 12), RED), ((6, 12), RED), ((12, 18), RED), ((12, 7), RED)]
LANDMARKS = [((16, 13), "red hut"), ((7, 12), "blue hut"), ((20, 12), "tree")]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("take card red", [(16, 12)]),
        ("take card red, ahead", [(16, 12)]),
        ("take card red, behind", [(6, 12)]),
        ("take card red, left", [(12, 18)]),
        ("take card red, right", [(12, 7)]),
        ("right 3; take card red, ahead", [(6, 12)]),
        ("left 3; take card red, left", [(12, 7)]),
        ("take card red, near hut blue", [(6, 12)]),
        ("take card red, near hut red", [(16, 12)]),
        ("take card red, steps 6", [(6, 12)]),
        ("take card red, far", [(6, 12)]),
        ("take card red, close", [(16, 12)]),
        ("take card red, behind, near hut blue", [(6, 12)]),
        ("take card 2 heart; take card 2 heart", [(16, 12), (12, 7)]),
        ("avoid card, ahead; take card red", [(12, 7)]),
        ("take card red, left; take card red, behind", [(12, 18), (6, 12)]),
        ("go hut red; wait", []),
    ],
)
def test_a_reference_means_what_fits_best(text, places):
    assert changed(text, board(FOUR_REDS, LANDMARKS)) == places


@pytest.mark.parametrize(
    ("relation", "place"),
    [
        ("beyond tree", (16, 12)),
        ("before tree", (12, 12)),
        ("leftof tree", (13, 14)),
        ("rightof tree", (13, 10)),
        ("near tree, left", (13, 14)),
        ("near card star", (16, 12)),
    ],
)
def test_a_side_of_a_thing_is_as_the_follower_looks_at_it(relation, place):
    reds = [((x, y), RED) for x, y in ((16, 12), (12, 12), (13, 14), (13, 10))]
    state = board([*reds, ((18, 12), BLUE)], [((14, 12), "tree")], follower=(8, 12))
    assert changed(f"take card red, {relation}", state) == [place]


def test_words_of_a_card_count_more_than_where_it_is():
    state = board([((13, 12), BLUE), ((4, 12), RED)])
    assert changed("take card 2 red heart, ahead", state) == [(4, 12)]
    assert changed("take card 2 red star, behind", state) == [(4, 12)]


@pytest.mark.parametrize(("verb", "place"), [("take", (15, 12)), ("drop", (14, 12))])
def test_taking_means_a_card_that_is_not_selected_and_dropping_one_that_is(verb, place):
    state = board([((14, 12), RED), ((15, 12), RED)], selected=[(14, 12)])
    assert changed(f"{verb} card red", state) == [place]


@pytest.mark.parametrize(
    ("text", "places", "heading"),
    [
        ("forward 3", {(15, 12)}, None),
        ("back 2", {(10, 12)}, None),
        ("right 3; forward 2; left 1", {(10, 12)}, 3),
        ("right 2", set(), 3),
        ("forward 9", {(16, 12)}, None),
        ("go spot, steps 4, behind", {(8, 12)}, None),
        ("go tree", {(16, 12), (18, 12), (16, 11), (17, 11), (16, 13), (17, 13)}, None),
        ("go water, left; right 1", {(11, 21), (12, 21), (11, 22), (13, 22), (11, 23), (12, 23)}, ...),
        ("wait", set(), None),
    ],
)
def test_a_plan_has_the_place_and_the_heading_at_the_end(text, places, heading):
    state = board([], [((17, 12), "tree")], water=[(12, 22)])
    made = plan(parse_program(text), state)
    assert {(spot % 25, spot // 25) for spot in made.places} == places
    assert heading in (..., made.heading)


def test_a_board_without_cards_has_nothing_to_take():
    assert changed("take card red; drop card, near hut", board([])) == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "take",
        "take hut red",
        "take card; ",
        "take card purple",
        "take card red blue",
        "take card, nearby hut",
        "take card, near",
        "take card, near hut pink",
        "take card, steps many",
        "go",
        "forward",
        "forward 0",
        "left around",
        "wait here",
        "take card, left hut",
    ],
)
def test_a_text_that_is_no_program_is_a_clear_error(text):
    with pytest.raises(InputError, match="the program has"):
        parse_program(text)


def test_a_program_is_written_as_it_is_read():
    text = "right 3; take card 2 red heart, near hut red, left; avoid card blue; go spot, beyond water; wait"
    assert write_program(parse_program(text)) == text
    assert write_program(parse_program(text.replace(" ", "  ").replace(";", " ; "))) == text


def follow(text, state):
    """The state after a follower has done what a program asks, in one long turn."""
    state = state._replace(queue=(text,), player=Player.FOLLOWER, steps=1000)
    follower = ProgramFollower(lambda words, state: parse_program(words))
    follower.begin(state, 0)
    while state.queue:
        state = transition(state, follower.act(state))
    return state


@pytest.mark.parametrize(
    ("text", "selected", "place", "heading"),
    [
        ("take card red, behind; take card blue", [(6, 12), (14, 12)], (14, 12), ...),
        ("take card blue; go hut blue; left 1", [(14, 12)], ..., ...),
        ("right 2", [], (12, 12), 3),
        ("go spot, steps 3, right", [], ..., ...),
        ("wait", [], (12, 12), 1),
    ],
)
def test_a_follower_does_what_a_program_asks(text, selected, place, heading):
    end = follow(text, board([*FOUR_REDS, ((14, 12), BLUE)], LANDMARKS))
    assert [(spot % 25, spot // 25) for spot in end.selected] == selected
    own = end.follower // 6
    assert place in (..., (own % 25, own // 25))
    assert heading in (..., end.follower % 6)


def test_a_follower_steps_off_a_card_to_drop_it():
    state = board([((12, 12), RED)], selected=[(12, 12)])
    assert follow("drop card red", state).selected == ()


def test_programs_with_all_words_of_the_cards_play_a_game_as_its_oracle():
    leader = PlanningLeader()
    game = play(random_map(2), leader, OracleFollower(lambda number: leader.goals[number]), 1)
    known = goals(game)

    def read(words, state):
        cards = (" ".join(map(str, card)) for card in map(_face, known[state.finished].changes))
        return parse_program("; ".join(f"take card {card}, close" for card in cards))

    assert score(game, ProgramFollower(read)).environment_state > 0.7


def _face(change):
    from cq.env.cerealbar import card_of

    return card_of(change.code)
