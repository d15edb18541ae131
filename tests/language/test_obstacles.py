"""What stands in the way of an instruction, by rules alone."""

from __future__ import annotations

import re
import time

import numpy as np
import pytest
from grids import filled, grids
from hypothesis import given, settings
from hypothesis import strategies as st
from obstacle_cases import BLOCKED, CARRIED_OUT
from relation_cases import CLEAR, MUST_ASK, WORLDS

from cq.language import GroundedInstruction
from cq.language.obstacles import OBSTACLE_KINDS, Obstacle
from cq.world import COLOURS, World
from cq.world.directions import COMPASS, turn
from cq.world.grid import rotate
from cq.world.pose import Pose
from eval.behaviours.notation import parse_world

QUESTION_TYPES = {"colour", "count", "size", "where", "arrangement", "direction", "facing", "which", "action"}


def obstacles(text: str, blocks: object = "", facing: str | None = None) -> tuple[Obstacle, ...]:
    world = parse_world(blocks, facing) if isinstance(blocks, str) else World.parse(blocks)
    return GroundedInstruction(text, world).obstacles


def kinds(text: str, blocks: object = "", facing: str | None = None) -> set[str]:
    return {one.kind for one in obstacles(text, blocks, facing)}


def after(text: str, blocks: str, *exchanges: tuple[str, str]) -> set[str]:
    """The kinds of obstacle that are left after questions and answers."""
    turns = [("architect", text)]
    for question, answer in exchanges:
        turns += [("builder", question), ("architect", answer)]
    return {
        one.kind
        for one in GroundedInstruction(turns[-1][1], parse_world(blocks), tuple(turns[:-1])).obstacles
    }


def test_instructions_that_cannot_be_carried_out_are_blocked():
    missed = [text for blocks, text, _ in BLOCKED if not obstacles(text, blocks)]
    assert len(missed) <= 0.03 * len(BLOCKED), missed


def test_relations_ordinals_and_pronouns_are_resolved():
    missed = [text for world, text in MUST_ASK if not obstacles(text, WORLDS[world])]
    blocked = [text for world, text in CLEAR if obstacles(text, WORLDS[world])]
    assert not missed
    assert not blocked


def test_kinds_are_as_expected():
    expected = [(text, blocks, kind) for blocks, text, kind in BLOCKED if kind]
    wrong = [text for text, blocks, kind in expected if kind not in kinds(text, blocks)]
    assert len(wrong) <= 2, wrong


@pytest.mark.parametrize(
    ("text", "goes_on"),
    [
        ("the same in blue", True),
        ("now the other side", True),
        ("one more", True),
        ("a bit more to the east", True),
        ("What is the weather like today?", False),
        ("Why did you remove it?", False),
        ("My cat slept on the keyboard all day", False),
        ("thanks", False),
    ],
)
def test_what_goes_on_with_a_build_is_told_from_other_talk(text, goes_on):
    before = (("architect", "Put a red block in the middle"), ("builder", "Done: placed 1 red block."))
    found = GroundedInstruction(text, parse_world("red 0,0,0"), before).obstacles
    assert ("off topic" in {one.kind for one in found}) != goes_on


def test_instructions_that_can_be_carried_out_are_not_blocked():
    blocked = {text: found for blocks, text in CARRIED_OUT if (found := kinds(text, blocks))}
    assert len(blocked) <= 0.01 * len(CARRIED_OUT), blocked


@pytest.mark.parametrize(
    ("text", "blocks", "kind", "question", "words"),
    [
        (
            "Remove the green block",
            "red 0,0,0; blue 2,0,0",
            "absent",
            "which",
            "no green block stands; the blocks are blue and red",
        ),
        ("Take the tower down", "red -3,0..1,0 3,0..1,0", "several", "which", "could be any of 2 towers"),
        ("Remove five red blocks", "red 0..2,0,0", "impossible", "count", "more than stand"),
        ("Build a tower of twelve red blocks in the centre", "", "impossible", "size", "only 9 blocks high"),
        ("Put a pink block in the northwest corner", "", "impossible", "colour", "no block is pink"),
        (
            "Facing north and facing south, put a red block in the middle",
            "",
            "contradiction",
            "facing",
            "at once",
        ),
        ("Put a block in the middle", "", "open", "colour", "no colour"),
        (
            "Put a red block left of the blue block",
            "blue 0,0,0",
            "open",
            "facing",
            "need a direction to face",
        ),
        ("What will the weather be like?", "", "off topic", "action", "no building instruction"),
        ("zxcv qwrt plkj", "", "nonsense", "action", "no words"),
    ],
)
def test_obstacles_say_what_is_wrong_and_what_to_ask(text, blocks, kind, question, words):
    first = obstacles(text, blocks)[0]
    assert (first.kind, first.question_type) == (kind, question)
    assert words in first.text


def test_cells_are_the_candidates():
    found = obstacles("Remove the red block", "red 0,0,0 3,0,0; blue 1,0,0")
    assert [len(one.cells) for one in found] == [2]
    assert {tuple(cell) for cell in found[0].cells} == {(0, 5, 5), (0, 8, 5)}
    assert obstacles("Remove the green block", "red 0,0,0")[0].cells.shape == (0, 3)


@pytest.mark.parametrize(
    "text",
    [
        "Remove every red block",
        "Remove the northernmost red block",
        "Remove the red block closest to the east edge",
        "Remove any one of the red blocks",
        "Place a red block in the middle. Put a blue block on top of the red block.",
    ],
)
def test_what_narrows_or_leaves_the_choice_is_not_ambiguous(text):
    assert not kinds(text, "red -3,0,-2 3,0,2 4,0,4")


def test_yellow_may_mean_orange_and_nothing_else_is_mistaken():
    assert not kinds("Remove the yellow block", "orange 0,0,0")
    assert kinds("Remove the orange block", "yellow 0,0,0") == {"absent"}
    assert kinds("Remove the blue block", "purple 0,0,0") == {"absent"}


def test_other_names_of_colours_and_blocks():
    assert not kinds("Delete the violet cube", "purple 0,0,0; red 1,0,0")
    assert kinds("Delete the crimson brick", "purple 0,0,0") == {"absent"}


def test_left_and_right_follow_the_known_facing():
    text, blocks = "Remove the leftmost block", "red -2,0,0; blue 2,0,0"
    assert kinds(text, blocks) == {"open"}
    assert not kinds(text, blocks, "north")
    world = World(parse_world(blocks).grid, Pose((0.0, 63.0, 0.0)))
    reasons = GroundedInstruction("Put a red block left of the blue one", world).reasons
    assert not any("direction to face" in reason for reason in reasons)


def test_answers_settle_what_was_asked():
    text, reds = "Remove the red block", "red -3,0,0 2,0,2; blue 0,0,0"
    assert after(text, reds) == {"several"}
    assert not after(text, reds, ("Which red block do you mean?", "the one in the west"))
    assert after(text, reds, ("Which red block do you mean?", "I don't know")) == {"several"}
    assert not after(text, reds, ("Which red block do you mean?", "no idea, just pick one"))
    assert after("Put a block on the blue block", reds, ("What colour?", "green")) == set()
    assert after("Put blocks on the blue block", reds, ("How many?", "two")) == {"open"}


def test_an_answer_can_bring_an_obstacle():
    asked = "There is no yellow block. Which block do you mean?"
    assert not after("Remove the yellow block", "red 0,0,0; blue 2,0,0", (asked, "the blue one"))
    assert after("Remove the yellow block", "red 0,0,0; blue 2,0,0", (asked, "the green one")) == {"absent"}
    assert after("Put a block in the middle", "", ("What colour?", "pink")) == {"impossible"}


def test_talk_that_turns_into_an_order_is_read():
    assert not after("hello", "", ("What should I build?", "a red block in the middle"))


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=80), grids)
def test_any_text_in_any_world_is_read(text, grid):
    for one in obstacles(text, grid):
        assert one.kind in OBSTACLE_KINDS
        assert one.question_type in QUESTION_TYPES
        assert one.text
        assert one.cells.shape[1] == 3


TEMPLATES = (
    "remove the {} block",
    "put a {} block on top of the {} block",
    "take three {} blocks away",
    "put a {} block in the {} corner of the {} tower",
    "remove the {} tower",
    "swap the {} block for a {} one",
    "put a {} block that is {} in the middle",
)


@settings(max_examples=60, deadline=None)
@given(grids, st.permutations(range(4)), st.sampled_from(TEMPLATES), st.data())
def test_obstacles_follow_a_permutation_of_colours(grid, order, template, data):
    """Of the colours that mean nothing but themselves: yellow may mean orange."""
    names = ("blue", "green", "red", "purple")
    grid = np.where(np.isin(grid, [COLOURS.index(name) + 1 for name in names]), grid, 0).astype(np.int8)
    said = data.draw(st.lists(st.sampled_from(names), min_size=3, max_size=3))
    new = dict(zip(names, (names[i] for i in order), strict=True))
    ids = np.zeros(7, dtype=np.int8)
    for old, name in new.items():
        ids[COLOURS.index(old) + 1] = COLOURS.index(name) + 1
    assert kinds(template.format(*said), grid) == kinds(template.format(*(new[c] for c in said)), ids[grid])


TURNED = (
    "remove the {}most block",
    "put a red block directly {} of the blue block",
    "remove the red block at the {} edge",
    "move the blue block two squares to the {}",
    "put a green block seven spaces {} of the middle",
    "facing {}, put a red block to the left of the blue block",
)


@settings(max_examples=60, deadline=None)
@given(grids, st.integers(0, 3), st.sampled_from(TURNED), st.sampled_from(COMPASS))
def test_obstacles_turn_with_the_world(grid, quarter_turns, template, direction):
    turned = np.ascontiguousarray(rotate(grid, quarter_turns))
    assert kinds(template.format(direction), grid) == kinds(
        template.format(turn(direction, quarter_turns)), turned
    )


def test_an_instruction_is_read_in_milliseconds():
    text = "Facing north, place a tower of three green blocks left of the blue block and remove the red one"
    world = parse_world("blue 0,0,0; red 2,0,2 3,0,3")
    GroundedInstruction(text, world).obstacles  # noqa: B018 - fills the caches
    started = time.process_time()
    for _ in range(20):
        GroundedInstruction(re.sub("three", "two", text), world).obstacles  # noqa: B018
    assert (time.process_time() - started) / 20 < 0.02


@pytest.mark.parametrize(
    "text", ["Do nothing", "OK, leave everything as it is.", "Don't change anything. Thanks!"]
)
def test_an_order_to_do_nothing_has_no_obstacle(text):
    assert not obstacles(text)


def test_doing_nothing_beside_talk_is_off_topic():
    assert kinds("Do nothing. Tell me a joke about elephants.") == {"off topic"}


def test_the_place_of_a_copy_is_not_that_of_the_original():
    world = World.parse(filled({(0, 5, 8): 1, (1, 5, 8): 1, (0, 5, 5): 2}))
    place = "the blue tower directly north of the green block"
    assert not GroundedInstruction(f"Copy {place}", world).obstacles
    assert [one.kind for one in GroundedInstruction(f"Remove {place}", world).obstacles] == ["absent"]
