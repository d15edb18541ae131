"""The reader of instructions: what texts mention, what the bundled reader makes of them, saving, training."""

from __future__ import annotations

import random

import pytest

from cq.env.cerealbar import GameMap
from cq.env.cerealbar.deck import CODES, Card, with_cards
from cq.env.cerealbar.game_map import GRASS, OBJECTS
from cq.env.cerealbar.hexes import CELLS
from cq.env.cerealbar.mentions import mentions_of, words_of
from cq.env.cerealbar.programs import plan, write_program
from cq.env.cerealbar.reader import InstructionReader, instruction_reader
from cq.env.cerealbar.rules import first_state
from cq.errors import InputError
from eval.cerealbar.frames import framed
from eval.cerealbar.lexicon import PHRASES
from eval.cerealbar.train_reader import trained

CARDS = [
    ((16, 12), ("red", "heart", 2)),
    ((17, 12), ("green", "cube", 3)),
    ((6, 12), ("blue", "star", 1)),
    ((12, 18), ("pink", "torus", 2)),
    ((12, 7), ("black", "plus", 3)),
]
THINGS = [((18, 12), "red hut"), ((6, 13), "tent")]


def cell(x, y):
    return 25 * y + x


def scene():
    """A state on grass. The follower looks east: north is to its left."""
    things = bytearray(CELLS)
    for place, name in THINGS:
        things[cell(*place)] = OBJECTS.index(name)
    codes = with_cards(bytes(CELLS), [(cell(*place), CODES[Card(*face)]) for place, face in CARDS])
    return first_state(GameMap(bytes([GRASS]) * CELLS, bytes(things)), codes, 0, cell(12, 12) * 6 + 1, 0)


SCENE = scene()


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("two red hearts", ["card"]),
        ("go two steps to the red hearts", ["count", "card"]),
        ("the RED hut, then hearts", ["thing", "card"]),
        ("hearts (red)", ["card", "colour"]),
        ("seven to the left", ["count", "side"]),
        ("nothing to see", []),
    ],
)
def test_what_a_text_mentions(text, kinds):
    found = mentions_of(words_of(text), PHRASES)
    assert [one.kind if one.kind != "card" or "shape" in one.named else "colour" for one in found] == kinds


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("Get the two red hearts in front of you", [(16, 12)]),
        ("grab the blue star behind you and then the 2 pink rings", [(6, 12), (12, 18)]),
        ("Take the three green cubes. Do not step on the red hearts!", [(17, 12)]),
        ("pink donuts, then black crosses", [(12, 18), (12, 7)]),
        ("Please fetch the single blue star next to the tent, it is six steps away", [(6, 12)]),
    ],
)
def test_what_the_bundled_reader_reads(text, places):
    changes = plan(instruction_reader()(text, SCENE), SCENE).changes
    assert [change.cell for change in changes] == [cell(*place) for place in places]


def test_probabilities_sum_to_one_and_the_likeliest_outcome_is_first():
    readings = instruction_reader().readings("the red hearts, not the blue star", SCENE)
    assert sum(one.probability for one in readings) == pytest.approx(1)
    shares = {}
    for one in readings:
        shares[one.outcome] = shares.get(one.outcome, 0) + one.probability
    assert shares[readings[0].outcome] == max(shares.values())


@pytest.fixture(scope="module")
def toy():
    return trained([], frames=300)


def test_a_reader_learns_from_frames(toy):
    assert write_program(toy("take the two red hearts", SCENE)).startswith("take card red heart")
    assert write_program(toy("do nothing", SCENE)) == "wait"


def test_a_saved_reader_reads_the_same(toy, tmp_path):
    toy.save(tmp_path / "cerealbar", {})
    again = InstructionReader.load(tmp_path / "cerealbar")
    rng = random.Random(1)
    for _ in range(5):
        text = " ".join(word for piece in framed(rng) for word in piece.words)
        assert again.programs(text) == toy.programs(text)


def test_weights_of_another_kind_are_refused(toy, tmp_path):
    toy.save(tmp_path / "part", {})
    config = tmp_path / "part" / "config.json"
    config.write_text(config.read_text().replace('"cerealbar"', '"guard"'))
    with pytest.raises(InputError, match="are 'guard'"):
        InstructionReader.load(tmp_path / "part")
