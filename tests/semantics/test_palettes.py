"""Colours of a user's own: read, said and asked for as the six are."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cq
from cq.language import lexicon
from cq.language.reading import read
from cq.language.say import say
from cq.language.spelling import corrected
from cq.reading.instruction import meant
from cq.simulate import Architect
from cq.world import COLOURS, Palette, World

NAMES = ("white", "teal", "dark green", "crimson", "light blue", "pink")
OWN = Palette.own({name: i for i, name in enumerate(NAMES, start=1)})
IN_OWN_WORDS = dict(zip(COLOURS, NAMES, strict=True))
BLOCKS = [(0, 63, 0, "blue"), (0, 64, 0, "red"), (3, 63, -2, "green"), (-3, 63, 3, "purple")]
ORDERS = (
    "Put a {red} block on top of the {green} block",
    "Build a tower of four blocks alternating {blue} and {orange} in the northeast corner",
    "Remove the {red} block",
    "Paint the {purple} block {yellow}",
    "Remove all blocks that are not {purple}",
    "Replace the {green} block with a {blue} one",
    "Put two {orange} blocks next to the {blue} block and a {red} one in the middle of the north edge",
    "Swap the {purple} and the {green} block",
    "Build a row of four blocks, the first one {blue}, the rest {yellow}, starting in the southwest corner",
    "Move the {green}s two cells north",
)


def _grid(names: dict[str, str]) -> np.ndarray:
    return World.parse([(x, y, z, names[c]) for x, y, z, c in BLOCKS], palette=OWN).grid


@pytest.mark.parametrize("order", ORDERS)
def test_an_order_in_own_colours_is_the_order_in_the_six(order):
    six = meant(
        order.format(**dict(zip(COLOURS, COLOURS, strict=True))), (), World.parse(BLOCKS).grid, "north"
    )
    with lexicon.speaking_of(OWN):
        own = meant(order.format(**IN_OWN_WORDS), (), _grid(IN_OWN_WORDS), "north")
    assert six is not None
    assert own is not None
    assert len(own.results) == len(six.results) > 0
    # Ids are in the order of the six.
    for a, b in zip(six.results, own.results, strict=True):
        assert np.array_equal(a.grid, b.grid)
        assert a.probability == pytest.approx(b.probability)


@settings(deadline=None, max_examples=20)
@given(st.sampled_from(NAMES), st.sampled_from(NAMES))
def test_what_is_said_of_own_colours_is_read_back(one, other):
    with lexicon.speaking_of(OWN):
        (command,) = read(f"Put a {one} block on the {other} block")[0].program
        said = say(command)
        assert said is not None
        assert read(said)[0].program == (command,)
        assert say(one, "Colour") == one
    assert say(one, "Colour") is None


def test_own_colours_are_words_in_their_world_alone():
    with lexicon.speaking_of(OWN):
        assert read("Remove the crimson block")[0].is_full
        assert corrected("crimsons") == "crimsons"
    assert not read("Remove the crimson block")[0].is_full
    assert lexicon.palette().colours == COLOURS


def test_a_name_of_two_words_is_one_colour():
    """ "Light blue" is no blue that is light."""
    palette = {"blue": 1, "light blue": 2}
    world = World.parse([(0, 63, 0, "blue"), (2, 63, 0, "light blue")], palette=palette)
    for said, x in (("light blue", 2), ("blue", 0)):
        build = cq.build(f"Remove the {said} block", world)
        assert [(one.kind, one.x) for one in build.actions] == [("break", x)]


def test_other_colours_are_those_of_no_block():
    turn = cq.Dialogue(World.parse(palette=OWN)).say("Put a red block in the middle")
    assert turn.action == "ask"
    assert "no block is red" in turn.reasons[0]
    turn = cq.Dialogue(World.parse([(0, 63, 0, "teal")], palette=OWN)).say("Remove the red block")
    assert turn.reasons == ("there is no red block",)


def test_a_dialogue_about_own_colours_is_saved_and_goes_on():
    dialogue = cq.Dialogue(World.parse(palette=OWN, zone=cq.Zone(9, 9, 5)))
    turn = dialogue.say("Put a block in the southwest corner")
    assert [one.text for one in turn.question.options] == list(NAMES)
    again = cq.Dialogue.from_dict(dialogue.to_dict())
    for one in (dialogue, again):
        turn = one.answer("the light blue one" if one is again else "light blue")
        assert turn.action == "build"
        assert [str(action) for action in turn.build.actions] == ["place light blue at x -4, z 4, level 1"]
        assert one.say("what colour is it?").reply == "It is light blue."
        assert one.say("undo").action == "ask"  # The answer is taken back.
    assert "placed 1 light blue block" in dialogue.transcript


def test_the_architect_answers_in_own_colours():
    start = World.parse(palette=OWN)
    target = World.parse([(0, 63, 0, "dark green"), (0, 64, 0, "dark green")], palette=OWN)
    architect = Architect(start, target)
    assert architect.answer("What colour should it be?") == "Dark green."
    assert architect.answer("Is it teal?") == "No, dark green."
    with pytest.raises(cq.InputError, match="different palettes"):
        Architect(None, target)


def test_batches_of_several_palettes_are_each_read_in_their_own():
    worlds = [World.parse([(0, 63, 0, "teal")], palette=OWN), World.parse([(0, 63, 0, "red")])]
    builds = cq.build(["Remove the teal block", "Remove the red block"] * 2, worlds * 2)
    assert [len(one.actions) for one in builds] == [1] * 4
    assert [one.palette for one in builds] == [OWN, worlds[1].palette] * 2


def test_an_explanation_names_own_colours():
    found = cq.explain("Remove the dark green block", World.parse([(1, 63, 2, "dark green")], palette=OWN))
    assert found.is_sure
    assert found.outcomes[0].removed[0].colour == "dark green"


@pytest.mark.parametrize("name", ["tower", "two", "north", "block", "remove"])
def test_a_colour_with_the_name_of_something_else_is_refused(name):
    world = World.parse(None, palette={name: 1, "teal": 2})
    for use in (lambda: cq.Dialogue(world), lambda: cq.explain("Build a wall", world)):
        with pytest.raises(cq.InputError, match=f"colour '{name}' .* give it another name"):
            use()


def test_programs_with_own_colours_are_read_back():
    program = cq.explain("Put a dark green block in the middle", World.parse(None, palette=OWN)).programs[0]
    for palette in (OWN, OWN.to_dict()):
        assert cq.Program.from_dict(program.to_dict(), palette) == program
    assert cq.Program.from_dict(program.to_dict()) == program
    with pytest.raises(cq.InputError, match="'dark green'; give one of blue, green"):
        cq.Program.from_dict({**program.to_dict(), "colours": []})


ONE = {"white": 5}
ABOUT_COLOURS = [
    "Build a tower three blocks high in the middle.",
    "Put a block there.",
    "Build a wall.",
    "Paint the tower.",
    "Make the block another colour.",
    "Put a red block on the block.",
    "Build a checkered floor.",
    "Build a row of five in different colours.",
    "Place three blocks, each in its own colour.",
    "Connect the blocks.",
    "Put a white block on top of the white block.",
    "Change its colour",
    "No, a different colour",
]


@pytest.mark.parametrize("text", ABOUT_COLOURS)
@pytest.mark.parametrize("blocks", [[], [(0, 63, 0, 5), (2, 63, 1, 5)]])
def test_of_a_single_colour_nobody_asks(text, blocks):
    world = World.parse(blocks, palette=ONE)
    turn = cq.ask(text, world)
    assert turn.question is None or "colour" not in turn.question.text.casefold()
    assert turn.question is None or turn.question.type != "colour"
    assert not [one for one in cq.classify(text, world).reasons if "colour is given" in one]


def test_what_is_placed_in_a_world_of_one_colour_has_it():
    world = World.parse([(0, 63, 0, 5)], palette=ONE)
    built = cq.build("Build a tower three blocks high in the northeast corner.", world)
    assert {action.colour_name for action in built.actions} == {"white"}
    assert len(built.actions) == 3
    assert not cq.build("Paint the block.", world).actions


@pytest.fixture(scope="module")
def validators() -> Callable[[Palette], Any]:
    """The validator of programs in a palette. That a schema is one is checked once: it takes a second."""
    jsonschema = pytest.importorskip("jsonschema")

    @cache
    def validator(palette: Palette) -> Any:
        schema = cq.Program.schema(palette)
        jsonschema.Draft202012Validator.check_schema(schema)
        return jsonschema.Draft202012Validator(schema)

    return validator


@pytest.mark.parametrize("palette", [{"white": 1}, {"teal": 1, "dark oak": 2}, {"red": 4, "pink": 9}])
@pytest.mark.parametrize(
    "text",
    [
        "Put a {0} block on top of the {0} block.",
        "Paint the {0} tower {0}.",
        "Replace the {0} blocks with {0} ones.",
        "Build a row of {0} blocks, then a {0} tower beside it.",
        "Copy the {0} wall two cells east in {0}.",
        "Remove everything but the {0} blocks.",
        "No, the {0} one.",
        "I mean {0}.",
        "How many {0} blocks are there?",
        "Is the tower {0}?",
    ],
)
def test_a_program_of_own_colours_comes_back_by_itself(palette, text, validators):
    own = Palette.own(palette)
    with lexicon.speaking_of(own):
        readings = [read(text.format(name))[0] for name in own.colours]
    for reading in readings:
        program = cq.Program(reading.program)
        data = json.loads(json.dumps(program.to_dict()))
        assert cq.Program.from_dict(data) == program
        assert cq.Program.from_dict(data, palette) == program
        assert set(data.get("colours", ())) <= set(own.colours) - set(COLOURS)
        validators(own).validate(data)


def test_of_one_colour_nobody_is_asked_if_another_is_named() -> None:
    turn = cq.ask("Place a red block in the middle", cq.World.parse([], palette=["teal"]))
    assert turn.question is None or turn.question.type != "colour"
