"""Texts that forbid, keep, except or take back: the right build, or a question; what stays is untouched."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from conftest import every

import cq
from cq.reading.instruction import sure_build
from cq.types import Grid
from eval.behaviours.notation import changed, parse_world

RED, BLUE, GREEN = "red -3,0..2,-2", "blue 3,0..2,2", "green 0,0,4"
WORLD = parse_world(f"{RED}; {BLUE}; {GREEN}", "north")

CASES: dict[tuple[str, str], str] = {
    # All but the blue tower goes.
    (f"{RED}; {GREEN}", ""): """
Remove everything without touching the blue tower
Remove all blocks, without removing the blue ones
Remove it all, though not the blue tower
Remove all blocks if they are not blue
Remove it all unless it is blue
Remove everything that is not blue
Avoid breaking the blue tower while you remove everything
Skip the blue tower and remove everything
Ignore the blue tower and remove all others
Hands off the blue tower! Remove the rest.
Remove all blocks. The blue ones are off limits.
There is no need to remove the blue tower, remove the others
Keep the blue tower and remove everything
Keep the blue tower standing and take everything else away
Keep only the blue tower
Leave blue alone, remove everything
Clear the zone but leave the blue tower where it is
Clear the zone leaving the blue tower
Remove everything, leaving only the blue tower
Remove everything so only the blue tower stays standing
Remove everything so that only the blue tower is left
Remove all blocks until just the blue tower remains
I want only the blue tower left
Preserve the blue tower, wipe out the rest
Protect the blue tower and clear the rest
All must go, the blue tower survives
The blue tower remains, everything else goes
Let the blue tower be and delete the others
Let the blue tower stand, remove everything
Remove anything but blue
Remove everything except the blue tower
Remove everything expect the blue tower
exept the blue tower, remove everything
Remove everything besides the blue tower
Remove everything minus the blue tower
Remove every block that isn't blue
Leave only the blue tower and remove the rest
Don't touch the blue tower, but remove the others
""",
    # The red tower goes.
    (RED, ""): """
Remove all the towers, never the blue one
Leave the blue tower alone and remove the red one
Take down all the towers other than the blue one
Take down all the towers save for the blue one
Take down all the towers with the exception of the blue one
Instead of the blue tower, remove the red one
Remove the red tower rather than the blue one
Remove the blue tower, I mean the red one
Remove the blue tower. No wait, the red one.
Remove the blue - no, the red tower
Remove the blue tower, sorry, the red tower
Remove the blue tower. Actually, remove the red one.
Remove the blue tower, or rather the red one
Remove the blue tower; scratch that, remove the red tower
Remove the blue tower. On second thought, the red tower.
Remove the blue tower. Oops, I meant the red one.
Remove both towers. Just kidding, keep the blue one.
Remove the red tower and leave the rest as it is
Remove the red tower. Leave everything else alone.
Remove the red tower. Nothing else changes.
Remove the red tower. The others stay.
Remove the red tower, don't touch anything else
Remove the red tower completely, thanks, and don't forget to say when you are done
Remove the red tower, it does not matter in which order
""",
    # The blue tower goes.
    (BLUE, ""): """
Remove the blue tower. I don't like it.
Don't worry, just remove the blue tower
""",
    # All but the green block goes.
    (f"{RED}; {BLUE}", ""): """
Remove all but the green block
Keep the green block and remove the others
Nothing but the green block should remain
""",
    # All but the red tower goes.
    (f"{BLUE}; {GREEN}", ""): """
Remove everything except the red tower
""",
    # The top block of the red tower goes.
    ("red -3,2,-2", ""): """
Take one block off every tower apart from the blue one
Remove only the top block of the red tower
""",
    # The red blocks but the highest go.
    ("red -3,0..1,-2", ""): """
Remove the red blocks, without removing the highest one
""",
    # All but the blue tower becomes yellow.
    (f"{RED}; {GREEN}", "yellow -3,0..2,-2 0,0,4"): """
Make everything yellow but leave the blue tower as is
Paint everything yellow, the blue tower stays blue
Paint everything yellow except for the blue tower
Paint everything yellow, the blue tower excluded
""",
    # A yellow block on the green one.
    ("", "yellow 0,1,4"): """
Place a red block on the green block. Actually, a yellow one.
Put a yellow block on the green block, not on the blue tower
Put a yellow block on the green block
Put a yellow block on the green block, and nothing else
Just put a yellow block on the green block
Put only one yellow block on the green block
If you don't mind, put a yellow block on the green block
Actually, put a yellow block on the green block
Sorry to bother you, but could you put a yellow block on the green block?
No, put a yellow block on the green block
Ok so, wait, put a yellow block on the green block
Put a yellow block on top of the only green block
Put a yellow block on the green block, so that it is not floating
""",
    # Four yellow blocks on the green one.
    ("", "yellow 0,1..4,4"): """
Place three yellow blocks on the green block, I mean four
Place three yellow blocks on the green block, no, four
Place three yellow blocks on the green block, make that four
Place three yellow blocks on the green block. Sorry, four.
Place three - no, four - yellow blocks on the green block
Place three, or rather four, yellow blocks on the green block
Place three (correction: four) yellow blocks on the green block
""",
    # Yellow blocks on the green one, as high as the red tower.
    ("", "yellow 0,1..2,4"): """
Keep stacking yellow blocks on the green block until it is as tall as the red tower
""",
    # A yellow block on the blue tower.
    ("", "yellow 3,3,2"): """
Put a yellow block on every tower, only not on the red one
Put a yellow block on every tower except the red one
""",
    # The green block becomes yellow.
    (GREEN, "yellow 0,0,4"): """
Paint the green block yellow and keep its position
""",
    # A yellow block in the northeast.
    ("", "yellow 5,0,-5"): """
Place a yellow block in the northwest corner, I mean northeast
""",
    # A yellow block in the northwest.
    ("", "yellow -5,0,-5"): """
Place a yellow block in the northwest corner, but on the ground
""",
    # A yellow tower in the northwest.
    ("", "yellow -5,0..2,-5"): """
Stack three yellow blocks on top of each other in the northwest corner
""",
    # A yellow tower in the southwest.
    ("", "yellow -5,0..2,5"): """
Build a yellow tower of three in the southwest corner instead of a red one
""",
    # The red tower three cells further east.
    (RED, "red 0,0..2,-2"): """
Move the red tower two cells east, hold on, three cells
""",
    # The towers with each other's colour.
    (f"{RED}; {BLUE}", "blue -3,0..2,-2; red 3,0..2,2"): """
Swap the colours of the two towers; their heights stay the same
""",
    # A ring of yellow blocks in the middle.
    ("", "yellow -1..1,0,-1 -1..1,0,1 -1,0,0 1,0,0"): """
Build a hollow 3x3 square of yellow blocks in the middle, the middle stays empty
""",
    # A yellow block north of the green one, with one free cell between them.
    ("", "yellow 0,0,2"): """
Place a yellow block two cells north of the green block, leave one space between them
""",
    # A yellow block east of the green one.
    ("", "yellow 1,0,4"): """
Place a yellow block to the left of the green block, facing south, no gap between them
""",
}
"""Texts by (what goes, what comes), in the notation of `eval.behaviours`."""

NOTHING = """
Keep the blue tower.
Please keep the blue tower
Never remove the blue tower.
Don't remove the blue tower.
dont remove the blue tower
DO NOT REMOVE THE BLUE TOWER
don't you dare remove the blue tower
You must not destroy the blue tower
The blue tower shouldn't be removed
The blue tower should not be touched
No blue block may be removed
Do not remove anything blue
Neither the blue tower nor the green block should be removed
Don't put a yellow block on the green block
"""
"""There is nothing to do."""

OPEN = """
Place four yellow blocks in the middle, oops three
Put a yellow block next to the green block but not south of it
Build a tower of three blocks in the middle, anything but red
Build a yellow tower in the middle without using more than three blocks
Place four blue blocks in a row in the middle from west to east with no gaps
Put a yellow block in the middle, not too high
"""
"""More than one build is right. None of them touches what stands."""


def lines(text: str) -> list[str]:
    return text.strip().splitlines()


ROWS = [(text, *change) for change, texts in CASES.items() for text in lines(texts)]
SOME = ROWS[:: every(5)]


def right(remove: str, add: str) -> Grid:
    return changed(WORLD.grid, remove, add)


@cache
def read(text: str) -> Grid | None:
    """What the language is sure of."""
    return sure_build(text, WORLD.grid, "north")


@pytest.mark.parametrize(("text", "remove", "add"), ROWS, ids=[row[0] for row in ROWS])
def test_it_is_read_as_it_is_meant_or_not_sure(text: str, remove: str, add: str) -> None:
    built = read(text)
    assert built is None or np.array_equal(built, right(remove, add))


def test_most_are_read() -> None:
    assert sum(read(text) is not None for text, *_ in ROWS) >= 78


@pytest.mark.parametrize(("text", "remove", "add"), SOME, ids=[row[0] for row in SOME])
def test_it_is_built_right_or_asked_about(text: str, remove: str, add: str) -> None:
    turn = cq.ask(text, WORLD)
    assert turn.action in ("build", "ask")
    if turn.action == "build":
        assert turn.build is not None
        np.testing.assert_array_equal(turn.build.grid, right(remove, add))


@pytest.mark.parametrize(("text", "remove", "add"), SOME, ids=[row[0] for row in SOME])
def test_what_is_kept_is_never_touched(text: str, remove: str, add: str) -> None:
    same = WORLD.grid == right(remove, add)
    turn = cq.Dialogue(WORLD, max_questions=0).say(text)
    kept = same & (WORLD.grid > 0)
    assert turn.action == "refuse" or turn.build is None or (turn.build.grid[kept] == WORLD.grid[kept]).all()


@pytest.mark.parametrize("text", lines(NOTHING))
def test_what_is_only_forbidden_changes_nothing(text: str) -> None:
    assert sure_build(text, WORLD.grid, "north") is None
    turn = cq.ask(text, WORLD)
    assert turn.build is None or turn.build.grid.tolist() == WORLD.grid.tolist()


@pytest.mark.parametrize("text", lines(OPEN))
def test_what_is_open_touches_nothing(text: str) -> None:
    stands = WORLD.grid > 0
    for built in (sure_build(text, WORLD.grid, "north"), cq.build(text, WORLD).grid):
        assert built is None or (built[stands] == WORLD.grid[stands]).all()


@pytest.mark.parametrize("text", lines(NOTHING))
@pytest.mark.parametrize("limits", [{"max_questions": 0}, {"cost_of_asking": 0.99}])
def test_what_is_only_forbidden_is_never_built_however_little_is_asked(
    text: str, limits: dict[str, Any]
) -> None:
    turn = cq.ask(text, WORLD, **limits)
    assert turn.build is None or turn.build.grid.tolist() == WORLD.grid.tolist()


FORBIDDEN = "Don't put a yellow block on the green block"


def test_what_only_forbids_is_replied_to_and_asks_nothing() -> None:
    dialogue = cq.Dialogue(WORLD)
    turn = dialogue.say(FORBIDDEN)
    assert (turn.action, turn.reply) == ("reply", "All right, it stays as it is.")
    assert not dialogue.question_is_open
    assert dialogue.world == WORLD


def test_an_order_after_what_only_forbids_is_carried_out() -> None:
    dialogue = cq.Dialogue(WORLD)
    dialogue.say(FORBIDDEN)
    turn = dialogue.say("Remove the red tower and the green block")
    assert turn.action == "build"
    np.testing.assert_array_equal(dialogue.world.grid, right(f"{RED}; {GREEN}", ""))


@pytest.mark.parametrize("text", ["as i said", "I don't know"])
def test_what_says_no_more_builds_nothing(text: str) -> None:
    dialogue = cq.Dialogue(WORLD)
    dialogue.say(FORBIDDEN)
    assert dialogue.say(text).action != "build"
    assert dialogue.world == WORLD


@pytest.mark.parametrize("answer", ["as i said", "I don't know", "you choose", "no", "mumble"])
def test_what_may_be_denied_is_not_built_unless_it_is_agreed_to(answer: str) -> None:
    dialogue = cq.Dialogue(WORLD)
    asked = dialogue.say("No blue block may be removed")
    while asked.question is not None:
        asked = dialogue.answer(answer)
    assert asked.action in ("refuse", "reply")
    assert dialogue.world == WORLD
