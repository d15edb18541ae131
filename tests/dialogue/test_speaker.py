"""What a speaker means by what is left out: learned from what was right, and then taken as said."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import numpy as np
import pytest

import cq
from cq import InputError

NUMBER = "Stack two red blocks in the middle. Then stack green blocks in front of the red ones."
ZONE = cq.Zone(9, 9, 5)


def talk(speaker: cq.Speaker | None, **options: float) -> cq.Dialogue:
    return cq.Dialogue(cq.World.parse(None, zone=ZONE, facing="north"), speaker=speaker, **options)


def meant(number: int) -> cq.World:
    green = [(0, 63 + level, 1, "green") for level in range(number)]
    return cq.World.parse([(0, 63, 0, "red"), (0, 64, 0, "red"), *green], zone=ZONE, facing="north")


def taught(number: int, times: int) -> cq.Speaker:
    return cq.Speaker.from_dict(_taught(number, times))


@cache
def _taught(number: int, times: int) -> dict[str, Any]:
    if not times:
        return cq.Speaker("Ada").to_dict()
    speaker = taught(number, times - 1)
    dialogue = talk(speaker)
    turn = dialogue.say(NUMBER)
    if turn.action == "ask":
        dialogue.answer(str(number))
    speaker.observe(dialogue, meant(number))
    return speaker.to_dict()


def test_asking_pays_at_first_and_later_it_does_not() -> None:
    assert talk(taught(2, 0)).say(NUMBER).action == "ask"
    dialogue = talk(taught(2, 3))
    turn = dialogue.say(NUMBER)
    assert turn.action == "build"
    assert np.array_equal(dialogue.world.grid, meant(2).grid)
    assert any("Ada" in reason and "2" in reason for reason in turn.reasons)
    assert "How many green blocks" in dialogue.transcript  # What was taken as said is told.


def test_who_means_something_else_is_asked() -> None:
    speaker = taught(3, 4)
    assert speaker.p_same("number") < 0.25
    assert talk(speaker).say(NUMBER).action == "ask"


def test_one_kind_of_omission_tells_a_little_about_another() -> None:
    speaker = taught(2, 3)
    assert 0.5 < speaker.p_same("colour") < speaker.p_same("number")


def test_the_cost_of_asking_decides() -> None:
    speaker = taught(2, 1)
    assert talk(speaker, cost_of_asking=0.1).say(NUMBER).action == "ask"
    assert talk(speaker, cost_of_asking=0.9).say(NUMBER).action == "build"


def test_a_speaker_changes_nothing_where_nothing_is_left_out() -> None:
    said = "Stack two red blocks in the middle. Then stack three green blocks in front of the red ones."
    dialogue = talk(taught(3, 3))
    assert dialogue.say(said).action == "build"
    assert np.array_equal(dialogue.world.grid, meant(3).grid)


def test_without_a_speaker_an_addition_keeps_its_colour_and_with_one_it_is_asked_for() -> None:
    tower = [(0, 63, 0, "red"), (0, 64, 0, "red")]
    assert cq.Dialogue(tower).say("Add a block to the tower.").action == "build"
    said = "Put a blue block in a corner, any corner. Add a block to the tower."
    assert cq.Dialogue(tower, speaker=cq.Speaker("Ada")).say(said).action == "ask"


def test_what_was_not_meant_by_any_filling_teaches_nothing() -> None:
    speaker = cq.Speaker("Ada")
    dialogue = talk(speaker)
    dialogue.say(NUMBER)
    speaker.observe(dialogue, cq.World.parse([(3, 63, 3, "blue")], zone=ZONE))
    assert speaker.meant_same == {"colour": [0, 0], "number": [0, 0]}


def test_a_dialogue_and_its_speaker_are_saved_and_go_on_alike() -> None:
    dialogue = talk(taught(2, 3))
    dialogue.say(NUMBER)
    again = cq.Dialogue.from_dict(json.loads(json.dumps(dialogue.to_dict())))
    assert again.speaker is not None
    assert again.speaker.to_dict() == taught(2, 3).to_dict()
    assert again.transcript == dialogue.transcript
    turns = [one.say("Put a blue block on top of the green ones.") for one in (dialogue, again)]
    assert turns[0].action == turns[1].action == "build"
    assert dialogue.world == again.world


@pytest.mark.parametrize(
    "saved",
    [
        None,
        {"name": "Ada"},
        {"name": "", "meant_same": {}, "orders": [0, 0], "answers": [0, 0]},
        {"name": "Ada", "meant_same": {"colour": [0, 0]}, "orders": [0, 0], "answers": [0, 0]},
        {**cq.Speaker("Ada").to_dict(), "meant_same": {"colour": [0, 0], "number": [0, -1]}},
    ],
)
def test_what_is_no_saved_speaker_is_refused(saved: object) -> None:
    with pytest.raises(InputError, match="speaker"):
        cq.Speaker.from_dict(saved)


def test_a_speaker_has_a_name() -> None:
    with pytest.raises(InputError, match="name"):
        cq.Speaker(" ")
    with pytest.raises(InputError, match="Speaker"):
        cq.Dialogue(speaker="Ada")  # type: ignore[arg-type]
