"""What a text forbids, keeps, excepts or takes back is read in full or asked about, and never carried out."""

from __future__ import annotations

import numpy as np
import pytest

import cq
from cq.language.denials import SAY_ANEW, find_cues
from cq.world import COLOUR_IDS

RED = [(-3, 63 + i, -2, "red") for i in range(3)]
BLUE = [(3, 63 + i, 2, "blue") for i in range(3)]
WORLD = cq.World.parse([*RED, *BLUE, (0, 63, 4, "green")])
KEPT = WORLD.grid == COLOUR_IDS["blue"]
SURE = 0.5

BLUE_STAYS = """
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
Remove everything without touching the blue tower
Remove all blocks, without removing the blue ones
Remove all the towers, never the blue one
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
Leave the blue tower alone and remove the red one
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
Make everything yellow but leave the blue tower as is
Paint everything yellow, the blue tower stays blue
Remove anything but blue
Remove everything except the blue tower
Remove everything expect the blue tower
exept the blue tower, remove everything
Remove everything besides the blue tower
Remove everything minus the blue tower
Take down all the towers other than the blue one
Take down all the towers save for the blue one
Take down all the towers with the exception of the blue one
Take one block off every tower apart from the blue one
Paint everything yellow except for the blue tower
Paint everything yellow, the blue tower excluded
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
"""
"""In each of them the blue tower is to stay as it is."""

ASKED = """
Remove the red blocks, without removing the highest one
Place three yellow blocks on the green block, I mean four
Place three yellow blocks on the green block, no, four
Place three yellow blocks on the green block, make that four
Place three yellow blocks on the green block. Sorry, four.
Place three - no, four - yellow blocks on the green block
Place three, or rather four, yellow blocks on the green block
Place three (correction: four) yellow blocks on the green block
Place four yellow blocks in the middle, oops three
Place a red block on the green block. Actually, a yellow one.
Place a yellow block in the northwest corner, I mean northeast
Move the red tower two cells east, hold on, three cells
Put a yellow block on every tower, only not on the red one
Put a yellow block on the green block, not on the blue tower
Put a yellow block next to the green block but not south of it
Build a tower of three blocks in the middle, anything but red
Build a yellow tower in the middle without using more than three blocks
Don't put a yellow block on the green block
"""
"""They cannot be read in full yet."""

HARMLESS = """
Put a yellow block on the green block
Put a yellow block on the green block, and nothing else
Remove the red tower and leave the rest as it is
Remove the red tower. Leave everything else alone.
Remove the red tower. Nothing else changes.
Remove the red tower. The others stay.
Remove the red tower, don't touch anything else
Place four blue blocks in a row in the middle from west to east with no gaps
Place a yellow block two cells north of the green block, leave one space between them
Just put a yellow block on the green block
Put only one yellow block on the green block
Remove only the top block of the red tower
If you don't mind, put a yellow block on the green block
Actually, put a yellow block on the green block
Sorry to bother you, but could you put a yellow block on the green block?
No, put a yellow block on the green block
Ok so, wait, put a yellow block on the green block
Build a hollow 3x3 square of yellow blocks in the middle, the middle stays empty
Keep stacking yellow blocks on the green block until it is as tall as the red tower
Put a yellow block on top of the only green block
Stack three yellow blocks on top of each other in the northwest corner
Paint the green block yellow and keep its position
Remove the red tower completely, thanks, and don't forget to say when you are done
Put a yellow block on the green block, so that it is not floating
Remove the red tower, it does not matter in which order
Place a yellow block in the northwest corner, but on the ground
Place a yellow block to the left of the green block, facing south, no gap between them
Swap the colours of the two towers; their heights stay the same
Put a yellow block in the middle, not too high
Build a yellow tower of three in the southwest corner instead of a red one
Remove the blue tower. I don't like it.
Don't worry, just remove the blue tower
"""
"""They deny nothing, or nothing that changes the build."""

READ = """
Remove all but the green block
Remove everything except the red tower
Remove every block that isn't blue
Keep the green block and remove the others
Leave only the blue tower and remove the rest
Put a yellow block on every tower except the red one
Don't touch the blue tower, but remove the others
Nothing but the green block should remain
"""
"""The rules read their denials in full."""


def lines(text: str) -> list[str]:
    return text.strip().splitlines()


def destroys(build: cq.Build) -> bool:
    return bool((build.grid[KEPT] != WORLD.grid[KEPT]).any())


@pytest.mark.parametrize("text", lines(BLUE_STAYS))
def test_what_is_to_stay_is_never_touched(text):
    turn, build = cq.ask(text, WORLD), cq.build(text, WORLD)
    if turn.action == "build":
        assert not destroys(turn.build)
    assert build.confidence < SURE or not destroys(build)
    unasked = cq.Dialogue(WORLD, max_questions=0).say(text)
    assert unasked.action == "refuse" or not destroys(unasked.build)


@pytest.mark.parametrize("text", lines(ASKED))
def test_what_is_not_read_is_asked_about(text):
    assert cq.ask(text, WORLD).action == "ask"
    assert cq.build(text, WORLD).confidence < SURE


@pytest.mark.parametrize("text", lines(HARMLESS) + lines(READ))
def test_what_denies_nothing_or_is_read_is_built(text):
    assert cq.ask(text, WORLD).action == "build"


def test_an_answer_that_is_a_whole_order_takes_the_place_of_the_instruction():
    dialogue = cq.Dialogue(WORLD)
    turn = dialogue.say("Remove anything but blue")
    assert SAY_ANEW in turn.question.text
    turn = dialogue.answer("Remove the red tower and the green block")
    assert turn.action == "build"
    np.testing.assert_array_equal(dialogue.world.grid > 0, KEPT)


@pytest.mark.parametrize("answer", ["the red one", "as i said", "keep blue", "I don't know"])
def test_an_answer_that_says_no_more_builds_nothing(answer):
    dialogue = cq.Dialogue(WORLD)
    dialogue.say("Remove anything but blue")
    assert dialogue.answer(answer).action == "refuse"
    assert dialogue.world == WORLD


def test_a_part_of_your_own_that_only_builds_asks_as_well():
    from cq.building import RuleBuilder

    bundled = cq.Pipeline.from_pretrained()
    pipeline = cq.Pipeline(bundled.backbone, bundled.classifier, bundled.ranker, RuleBuilder())
    assert pipeline.ask("Keep the blue tower.", WORLD).action == "ask"
    assert pipeline.ask("Keep the blue tower.", WORLD, max_questions=0).action == "refuse"


def test_cues_name_their_kind_and_clause():
    cues = find_cues("Remove the red blocks, without removing the highest one. Place three, I mean four.")
    assert [(cue.kind, cue.words) for cue in cues] == [
        ("negation", "without removing the highest one"),
        ("correction", "i mean four"),
    ]
