"""One or many: what users may give as instruction and world."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest
from grids import grids
from hypothesis import given, settings
from hypothesis import strategies as st

import cq
from cq.errors import InputError
from cq.language.arguments import MOST_EXCHANGES, Instructions
from cq.world import COLOURS, SHAPE, World

BLOCKS = [(0, 63, 0, "red"), (1, 63, 0, "blue"), (2, 63, 0, "green")]
WORLD = World.parse(BLOCKS)
TEXTS = ["place a block", "remove it", "build a wall"]

blocks = st.tuples(st.integers(-5, 5), st.integers(63, 71), st.integers(-5, 5), st.sampled_from(COLOURS))


def worlds_without_repeats(count: st.SearchStrategy[int]) -> st.SearchStrategy[list[tuple]]:
    return count.flatmap(
        lambda n: st.lists(blocks, min_size=n, max_size=n, unique_by=lambda block: block[:3])
    )


@pytest.mark.parametrize(
    "many",
    [list, tuple, np.array, pd.Series, lambda texts: np.array(texts, dtype=object), pd.Index],
    ids=["list", "tuple", "array", "Series", "object array", "Index"],
)
def test_many_texts(many):
    given_ = Instructions.parse(many(TEXTS), WORLD)
    assert given_ == Instructions(tuple(TEXTS), (WORLD,) * 3, single=False)
    assert all(type(text) is str for text in given_.texts)
    assert Instructions.parse(given_) is given_


def test_one_text():
    given_ = Instructions.parse("  place a block ", BLOCKS)
    assert given_ == Instructions(("place a block",), (WORLD,), single=True)
    assert Instructions.parse(given_) is given_
    assert given_.unpack([7]) == 7
    assert Instructions.parse(["a"], BLOCKS).unpack([7]) == [7]


@pytest.fixture(scope="module")
def forms(tmp_path_factory) -> dict[str, object]:
    """One world in every form."""
    path = tmp_path_factory.mktemp("worlds") / "world.json"
    path.write_text(json.dumps(WORLD.to_recorded()))
    return {
        "World": WORLD,
        "dict": WORLD.to_recorded(),
        "path": path,
        "text path": str(path),
        "list of blocks": BLOCKS,
        "tuple of blocks": tuple(BLOCKS),
        "lists": [list(block) for block in WORLD.blocks()],
        "array of blocks": np.array(WORLD.blocks()),
        "list of array blocks": [np.array(block) for block in WORLD.blocks()],
        "array": WORLD.grid,
        "nested list": WORLD.grid.tolist(),
    }


FORMS = [
    "World", "dict", "path", "text path", "list of blocks", "tuple of blocks", "lists", "array of blocks",
    "list of array blocks", "array", "nested list",
]  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_one_world_in_any_form_for_one_or_many(forms, form):
    assert Instructions.parse("place it", forms[form]).worlds == (WORLD,)
    for count in (1, 3, 4, 9, 11):
        given_ = Instructions.parse(["place it"] * count, forms[form])
        assert given_.worlds == (WORLD,) * count


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("count", [1, 3, 4, 9])
def test_as_many_worlds_in_any_form(forms, form, count):
    worlds = [forms[form], *[None] * (count - 1)]
    expected = (WORLD, *[World.parse()] * (count - 1))
    assert Instructions.parse(["place it"] * count, worlds).worlds == expected
    assert Instructions.parse(["place it"] * count, tuple(worlds)).worlds == expected
    assert Instructions.parse(["place it"] * count, pd.Series(worlds, dtype=object)).worlds == expected
    assert Instructions.parse(["place it"] * count, [forms[form]] * count).worlds == (WORLD,) * count


@pytest.mark.parametrize("count", [1, 3, 4, 9])
def test_worlds_in_one_array(count):
    batch = np.stack([WORLD.grid, *[np.zeros(SHAPE, np.int8)] * (count - 1)])
    expected = (WORLD, *[World.parse()] * (count - 1))
    for worlds in (batch, batch.tolist(), list(batch)):
        assert Instructions.parse(["place it"] * count, worlds).worlds == expected


@settings(max_examples=60, deadline=None)
@given(worlds_without_repeats(st.integers(1, 12)), st.sampled_from([list, tuple, np.array]))
def test_n_blocks_are_one_world_for_n_instructions(world, kind):
    ids = [(x, y, z, COLOURS.index(colour) + 1) for x, y, z, colour in world]
    given_ = Instructions.parse(["place it"] * len(world), kind(ids))
    assert given_.worlds == (World.parse(ids),) * len(world)


@settings(max_examples=60, deadline=None)
@given(st.lists(worlds_without_repeats(st.integers(0, 5)), min_size=1, max_size=10))
def test_n_worlds_are_n_worlds(worlds):
    if worlds == [[]]:
        worlds = [None]
    expected = tuple(map(World.parse, worlds))
    assert Instructions.parse(["place it"] * len(worlds), worlds).worlds == expected


@settings(max_examples=30, deadline=None)
@given(st.lists(grids, min_size=1, max_size=10))
def test_n_grids_are_n_worlds(some):
    expected = tuple(map(World.parse, some))
    for worlds in (some, np.stack(some), [grid.tolist() for grid in some], list(expected)):
        assert Instructions.parse(["place it"] * len(some), worlds).worlds == expected


@pytest.mark.parametrize(
    ("texts", "worlds", "message"),
    [
        (["a", "b"], [None], "2 instructions need one world or as many worlds in a list; got 1"),
        (["a"], [None, None], "1 instructions need one world or as many worlds in a list; got 2"),
        (["a", "b"], [], "got 0"),
        (["a", " "], None, "item 1: instruction ' ' holds no words"),
        (["a", 7], None, "item 1: instruction is int"),
        (pd.Series(["a", None]), None, "item 1: instruction is"),
        (np.array([["a"], ["b"]]), None, "item 0: instruction is ndarray"),
        (["a", "b"], [None, [(0, 63, 0, 99)]], "item 1: .*colour id 99"),
        (["a", "b"], [None, {}], "item 1: a recorded state holds"),
        (["a", "b"], [WORLD, "/nowhere.json"], "item 1: no world file"),
        (["a"], [(0, 63, 0)], "item 0: "),
        ((text for text in "ab"), None, "instruction is generator"),
        ({"a", "b"}, None, "instruction is set"),
        (pd.DataFrame({"a": ["b"]}), None, "it needs instruction"),
    ],
)
def test_unreadable_arguments_are_named(texts, worlds, message):
    with pytest.raises(cq.InputError, match=message):
        Instructions.parse(texts, worlds)


def test_a_list_of_worlds_needs_a_list_of_instructions():
    for worlds in ([World.parse()], [None], ({"worldEndingState": {"blocks": []}},)):
        with pytest.raises(InputError, match="one instruction needs one world; got 1"):
            Instructions.parse("Build a wall", worlds)
    with pytest.raises(InputError, match=r"a block is \(x, y, z, colour\)"):
        Instructions.parse("Build a wall", [(0, 63, 0)])


def test_a_data_frame_is_no_world():
    frame = pd.DataFrame([(0, 63, 0, "red")], columns=["x", "y", "z", "colour"])
    assert World.parse(frame) == World.parse(frame.values.tolist())
    with pytest.raises(InputError, match=r"columns \['x', 'height'\] is not a world"):
        World.parse(frame.rename(columns={"y": "height"})[["x", "height"]])
    with pytest.raises(InputError, match="item 0"):
        Instructions.parse(["Build a wall"], np.array([1.5, None], dtype=object)[:1])


ASKED = [("architect", "Build a tower"), ("builder", "Which colour?")]
TRANSCRIPT = "<Architect> Build a tower\n<Builder> Which colour?"


@pytest.mark.parametrize(
    "dialogue", [ASKED, tuple(ASKED), TRANSCRIPT, [["Architect", "Build a tower"], ASKED[1]]]
)
def test_what_was_said_before_one_instruction(dialogue):
    given_ = Instructions.parse("red", BLOCKS, dialogue)
    assert given_ == Instructions(("red",), (WORLD,), single=True, dialogues=(tuple(ASKED),))
    assert Instructions.parse(given_) is given_


@pytest.mark.parametrize(
    "many", [list, tuple, lambda x: pd.Series(x, dtype=object)], ids=["list", "tuple", "Series"]
)
def test_what_was_said_before_many_instructions(many):
    given_ = Instructions.parse(TEXTS, WORLD, many([ASKED, None, TRANSCRIPT]))
    assert given_.dialogues == (tuple(ASKED), (), tuple(ASKED))
    assert Instructions.parse(TEXTS, WORLD).dialogues == ((), (), ())
    assert Instructions.parse([], [], []).dialogues == ()


def test_the_dialog_of_a_task_goes_in_as_it_is():
    """A session's instruction is a transcript itself, and a dialog may end with the instruction."""
    said = f"{TRANSCRIPT}\n<Architect> red"
    whole = Instructions.parse(said)
    assert (whole.texts, whole.dialogues) == (("red",), (tuple(ASKED),))
    assert Instructions.parse("<Architect> red", None, TRANSCRIPT) == whole
    assert Instructions.parse("red", None, said) == whole
    earlier = [("architect", "Clear the zone"), ("builder", "Done.")]
    assert Instructions.parse(said, None, earlier).dialogues == ((*earlier, *ASKED),)
    assert Instructions.parse("<Architect> place it").dialogues == ((),)


@pytest.mark.parametrize(
    ("texts", "dialogue", "message"),
    [
        ("red", [("judge", "Stop.")], "speaker 'judge' is not one of architect, builder"),
        ("red", [("architect", "One.")] * 10_000, "the dialogue has 10,000 turns"),
        ("red", 7, "dialogue is int '7'; give a list"),
        (TRANSCRIPT, None, "the conversation ends in the builder's turn 'Which colour.'; end it with what"),
        (["a", "b"], ASKED, "2 instructions need a list of as many dialogues; got one dialogue"),
        (["a", "b"], TRANSCRIPT, "2 instructions need a list of as many dialogues; got one dialogue"),
        (["a", "b"], [ASKED], "2 instructions need as many dialogues in a list; got 1"),
        (["a", "b"], [ASKED, [("builder", " ")]], "item 1: the text of turn 0 of the dialogue is empty"),
        (["a", TRANSCRIPT], None, "item 1: the conversation ends in the builder's turn"),
    ],
)
def test_unreadable_dialogues_are_named(texts, dialogue, message):
    with pytest.raises(InputError, match=message):
        Instructions.parse(texts, None, dialogue)


def test_many_answers_about_one_instruction_are_refused():
    talk = [("builder", "Which one?"), ("architect", "The red one.")]
    said = [("architect", "Break it."), *talk * (MOST_EXCHANGES - 1), talk[0]]
    assert Instructions.parse("The blue one.", None, said).dialogues == (tuple(said),)
    with pytest.raises(InputError, match=r"51 questions about the instruction 'Break it\.' were"):
        Instructions.parse("The blue one.", None, [*said, *talk[::-1]])


def test_turns_that_are_no_answers_may_be_many():
    for turn in (("architect", "Break it."), ("builder", "Which one?")):
        before = [("architect", "Break it."), *[turn] * 9_990]
        assert len(Instructions.parse("The red one.", None, before).dialogues[0]) > 9_000


def test_checked_instructions_take_no_other_dialogue():
    with pytest.raises(InputError, match="have their worlds and dialogues already"):
        Instructions.parse(Instructions.parse("red"), None, ASKED)
