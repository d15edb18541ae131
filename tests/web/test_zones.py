"""The HTTP API in zones of other sizes, with colours of a visitor's own."""

from __future__ import annotations

import numpy as np
import pytest

import cq

ZONE = {"width": 20, "depth": 16, "height": 9}
EIGHT = {"red": 1, "blue": 2, "white": 3, "black": 4, "teal": 5, "pink": 6, "brown": 7, "dark green": 8}
OWN = {"zone": ZONE, "palette": EIGHT}
BLOCKS = [[-10, 63, 7, "teal"], [3, 63, 3, "dark green"]]
WORLD = cq.World.parse(BLOCKS, **OWN)


def test_a_world_of_a_zone_is_checked_and_given_back(send):
    status, found = send("world", {"world": BLOCKS, **OWN})
    assert status == 200
    assert cq.World.parse(found["world"]) == WORLD
    assert "dark green" in found["description"]
    assert send("world", {"world": found["world"]})[1] == found


def test_a_build_tells_coordinates_and_colours_of_the_world(send):
    body = {"instruction": "Put a white block on top of the teal block", "world": WORLD.to_recorded()}
    status, built = send("build", body)
    assert status == 200
    assert built["actions"] == [{"kind": "place", "x": -10, "y": 64, "z": 7, "level": 2, "colour": "white"}]
    assert cq.World.parse(built["world"]).grid[1, 0, 15] == EIGHT["white"]
    assert built["networks_saw"] == ""
    likeliest = max(built["plan"], key=lambda change: change["probability"])
    assert likeliest["colour"] == "white"


def test_a_dialogue_asks_in_the_colours_of_the_world(send):
    status, talk = send("dialogue", {"world": BLOCKS, **OWN, "say": "Put a block in the southeast corner"})
    assert status == 200
    question = talk["turns"][0]["question"]
    assert [one["text"] for one in question["options"]] == list(EIGHT)
    status, talk = send("dialogue", {"dialogue": talk["dialogue"], "answer": "dark green"})
    assert status == 200
    world = cq.World.parse(talk["world"])
    assert (world.zone, world.palette) == (WORLD.zone, WORLD.palette)
    assert world.grid[0, 19, 15] == EIGHT["dark green"]
    assert send("dialogue", {"dialogue": talk["dialogue"], "zone": ZONE})[0] == 400


def test_what_is_unclear_shows_blocks_of_the_zone(send):
    world = [[-10, 63, 7, "teal"], [9, 63, -8, "teal"]]
    status, found = send("classify", {"instruction": "Break the teal one", "world": world, **OWN})
    assert status == 200
    assert sorted(found["evidence"][0]["blocks"]) == [[-10, 63, 7], [9, 63, -8]]


def test_worlds_of_a_zone_are_scored(send):
    target = [[-10, 63, 7, "teal"], [9, 63, -8, "pink"]]
    status, found = send("score", {"built": BLOCKS, "target": target, "start": [], **OWN})
    assert status == 200
    assert found["missing"] == [[9, 63, -8, "pink"]]
    assert found["superfluous"] == [[3, 63, 3, "dark green"]]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"zone": {"width": 0}}, "the width of a zone is 0"),
        ({"zone": {"width": 65}}, "the width of a zone is 65"),
        ({"zone": {"wide": 9}}, "zone is"),
        ({"world": [[10, 63, 0, "red"]], "zone": ZONE}, "outside the building zone"),
        ({"world": {"worldEndingState": {}}}, "worldEndingState.blocks"),
        ({"palette": {"Teal": 1, "teal": 2}}, "colour 'teal' is in the palette twice"),
        ({"palette": {"teal": 1, "pink": 1}}, "id 1 is that of 'teal' and 'pink'"),
    ],
)
def test_bad_zones_are_refused_and_the_server_answers_on(send, body, message):
    status, found = send("build", {"instruction": "Build a tower", **body})
    assert status == 400
    assert message in found["error"]
    assert send("world", {"world": BLOCKS, **OWN})[0] == 200


def test_the_plan_of_a_large_zone_is_that_of_its_changes(send):
    zone = {"width": 64, "depth": 64, "height": 32}
    body = {"instruction": "Put a red block in the northwest corner", "zone": zone}
    status, built = send("build", body)
    assert status == 200
    assert len(built["plan"]) == 1
    assert np.argwhere(cq.World.parse(built["world"]).grid).tolist() == [[0, 0, 0]]
