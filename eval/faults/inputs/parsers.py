"""What reads worlds, banks, dialogues, instructions, tapes and saved dialogues."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import strategies as st

import cq
from cq.data import (
    DiscourseReport,
    LoadReport,
    MinecraftReport,
    MultiturnReport,
    actions,
    fold,
    normalise,
    replay,
)
from cq.data.cells import cell_world
from cq.data.storage.download import address
from cq.language.arguments import Instructions
from cq.language.transcript import parse_dialogue, to_transcript
from cq.plain_text import plain
from cq.ranking import QuestionBank
from eval.faults import values
from eval.faults.sections import EntryPoint
from eval.faults.tally import check

REPORTS = (LoadReport, MultiturnReport, MinecraftReport, DiscourseReport)
NOWHERE = Path("/nonexistent")


def entry_points() -> list[EntryPoint]:
    """The parsers."""
    either = st.one_of(values.texts, values.values)
    asked = st.one_of(
        values.arguments(
            values.texts, values.good_worlds, st.lists(values.good_turns, max_size=3), hostile=either
        ),
        values.arguments(
            values.instructions, values.good_worlds, st.lists(values.good_turns, max_size=3), hostile=either
        ),
        st.tuples(st.lists(values.texts, max_size=3), st.lists(values.worlds, max_size=3), values.dialogues),
    )
    settings = st.fixed_dictionaries(
        {},
        optional={
            "palette": st.one_of(
                *[st.sampled_from(["recorded", "iglu-2021", "iglu-2022"])] * 4, values.scalars
            ),
            "ground": st.one_of(st.integers(-1, 2), st.just(63), values.numbers),
            "facing": st.one_of(*[st.sampled_from(["north", "west"])] * 4, values.scalars),
            "pose": st.one_of(*[st.none()] * 4, values.scalars),
        },
    )
    json_worlds = values.mostly(values.worlds.map(values.as_json), values.contents)
    return [
        EntryPoint("World.parse", world, values.worlds, 220),
        EntryPoint("World.parse, options", world_with, st.tuples(values.worlds, settings), 60),
        EntryPoint("World.parse, arrays", array_world, arrays(), 60),
        EntryPoint("World.from_blocks", from_blocks, st.one_of(values.worlds, values.blocks), 60),
        EntryPoint("World.from_json", json_world, json_worlds, 60),
        EntryPoint("QuestionBank.parse", bank, values.banks, 100),
        EntryPoint("dialogues", dialogue, values.dialogues, 80),
        EntryPoint("instructions", lambda x: Instructions.parse(*x), asked, 80),
        EntryPoint("a table's world", lambda x: cell_world(x, NOWHERE), values.worlds, 30),
        EntryPoint("tapes", tape, st.one_of(values.values, states_with_tape()), 60),
        EntryPoint("saved dialogues", saved_dialogue, st.one_of(values.json_values, saved_dialogues()), 40),
        EntryPoint("reports", report, st.one_of(values.contents, values.texts), 20),
        EntryPoint("mirrors", lambda x: address("feedback", x), values.texts.filter(bool), 20),
        EntryPoint("folds", folds, either, 20),
    ]


def world(x: Any) -> cq.World:
    """Read a world; it must be the same after it was written and read again, in three forms."""
    if isinstance(x, str) and x.lstrip()[:1] not in ("[", "{"):
        x = [x]  # else it is the path of a file on this machine
    read = cq.World.parse(x)
    _check_world(read, x)
    return read


def world_with(given: tuple[Any, dict[str, Any]]) -> None:
    """The same with options."""
    x, options = given
    if isinstance(x, str) and x.lstrip()[:1] not in ("[", "{"):
        x = [x]
    _check_world(cq.World.parse(x, **options), None)


def from_blocks(x: Any) -> None:
    """Blocks alone."""
    _check_world(cq.World.from_blocks(x), x)


def array_world(x: Any) -> None:
    """Arrays of many shapes and types."""
    read = cq.World.parse(x)
    if isinstance(x, np.ndarray) and x.shape == read.grid.shape:
        check(np.array_equal(read.grid, x), "a grid was read as another one")
    _check_world(read, None)


def json_world(content: bytes | str) -> None:
    """A world from JSON is that of its value."""
    read = cq.World.from_json(content)
    _check_world(read, json.loads(content))


def bank(x: Any) -> None:
    """A bank holds the texts that were given, each with an id of its own."""
    if isinstance(x, str):
        return
    read = QuestionBank.parse(x)
    check(len(set(read.qids)) == len(read) > 0, "ids are not distinct")
    check(all(isinstance(one, str) and one.strip() for one in read), "a question is no text")
    if isinstance(x, list) and all(isinstance(one, str) for one in x):
        check([one.strip() for one in read.questions] == [one.strip() for one in x], "other questions")
    if isinstance(x, dict):
        check(dict(read.items()) == x, "other questions, or other ids")


def dialogue(x: Any) -> None:
    """A dialogue is the same after it was written as a transcript and read."""
    turns = parse_dialogue(x)
    check(parse_dialogue(to_transcript(turns)) == turns, "a dialogue differs after it was written and read")


def tape(x: Any) -> None:
    """Events have numbers, and replaying them gives a grid."""
    if isinstance(x, str) and x.lstrip()[:1] not in ("[", "{"):
        return
    grid = replay(actions(x))
    check(grid.shape == (9, 11, 11) and bool(np.isin(grid, range(7)).all()), "no grid")


def saved_dialogue(x: Any) -> None:
    """A dialogue that can be read is the same after it was written and read."""
    read = cq.Dialogue.from_dict(x)
    again = cq.Dialogue.from_dict(json.loads(json.dumps(read.to_dict())))
    check(again.world == read.world and again.transcript == read.transcript, "a dialogue differs")


def report(content: bytes | str) -> None:
    """A report of any kind is the same after it was written and read."""
    for kind in REPORTS:
        with contextlib.suppress(cq.InputError):
            read = kind.from_json(content)
            check(kind.from_json(read.to_json()) == read, "a report differs")


def folds(text: Any) -> None:
    """Texts that are equal once normalised are in one fold; text is shown without control characters."""
    number = fold(text)
    check(number in range(5) and fold(normalise(text)) == number, "another fold after normalising")
    check(not any(ord(c) < 32 and c not in "\n\t" for c in plain(text)), "a control character is shown")


def arrays() -> values.Strategy:
    """Grids, block tables and arrays of other shapes and types."""
    shape = st.sampled_from(
        [(9, 11, 11), (9, 11, 11), (11, 9, 11), (2, 9, 11, 11), (3, 4), (4,), (0, 4), (), (1,) * 20]
    )
    kind = st.sampled_from(
        ["int8", "int64", "uint64", "float32", "bool", "object", "U3", "complex64", "M8[s]"]
    )
    fill = st.one_of(st.integers(-1, 8), st.sampled_from([np.nan, np.inf, 2**70, -1e300, None, "red", 0.5]))

    def make(how: tuple[tuple[int, ...], str, list[Any]]) -> Any:
        size, dtype, some = how
        array = np.zeros(size, object)
        flat = array.reshape(-1)
        flat[: len(some)] = some[: flat.size]
        with contextlib.suppress(TypeError, ValueError, OverflowError):
            return array.astype(dtype)
        return array

    return st.tuples(shape, kind, st.lists(fill, max_size=12)).map(make)


def states_with_tape() -> values.Strategy:
    """Recorded states with a tape of words and numbers."""
    line = st.sampled_from(
        [
            "1 action break 0 63 0",
            "2 pos_change (0,0,0)",
            "x",
            "3 set_look",
            "4 block_change (0, 63, 0, 0, 60)",
        ]
    )
    number = st.one_of(st.integers(-70, 70), values.numbers)
    change = st.lists(number, min_size=1, max_size=6).map(
        lambda n: f"5 block_change ({', '.join(map(str_of, n))})"
    )
    return st.lists(st.one_of(line, change, values.texts)).map(lambda lines: {"tape": "\n".join(lines)})


def str_of(number: Any) -> str:
    """A number as text, also one of thousands of digits."""
    try:
        return str(number)
    except ValueError:
        return "9" * 5000


def saved_dialogues() -> values.Strategy:
    """Saved dialogues with one value exchanged."""
    return st.builds(exchanged, st.just(saved_example()), st.integers(0, 10_000), values.json_values)


def saved_example() -> dict[str, Any]:
    """What a dialogue of two turns is saved as; written by hand, so that no model has to run."""
    clarity = {"is_clear": False, "p_unclear": 0.7, "threshold": 0.5, "reasons": ["a"]}
    question = {
        "type": "colour",
        "text": "Which colour?",
        "value": 0.4,
        "options": [{"text": "red", "members": [0, 1], "probability": 0.6}],
    }
    asked: dict[str, Any] = {
        "action": "ask",
        "reasons": [],
        "clarity": clarity,
        "question": question,
        "build": None,
    }
    built: dict[str, Any] = {
        "action": "build",
        "reasons": [],
        "clarity": clarity | {"is_clear": True},
        "question": None,
        "build": {"confidence": 0.5, "actions": [["place", 1, 5, 5, 3]]},
    }
    return {
        "version": 1,
        "start": {"worldEndingState": {"blocks": [[0, 63, 0, 57]]}},
        "max_questions": None,
        "cost_of_asking": None,
        "qbank": None,
        "steps": [
            {"said": "Build a tower", "is_answer": False, "turn": asked},
            {"said": "red", "is_answer": True, "turn": built},
        ],
    }


def exchanged(value: Any, place: int, new: Any) -> Any:
    """A copy of a JSON value in which one of its parts, chosen by `place`, is `new`."""
    copy = json.loads(json.dumps(value))
    slots: list[tuple[Any, Any]] = []

    def walk(part: Any) -> None:
        keys = part.keys() if isinstance(part, dict) else range(len(part)) if isinstance(part, list) else ()
        for key in list(keys):
            slots.append((part, key))
            walk(part[key])

    walk(copy)
    if not slots:
        return new
    part, key = slots[place % len(slots)]
    part[key] = new
    return copy


def _check_world(read: cq.World, given: Any) -> None:
    grid = read.grid
    check(
        grid.shape == (9, 11, 11) and grid.dtype == np.int8 and bool(np.isin(grid, range(7)).all()), "no grid"
    )
    check(cq.World.parse(read.to_recorded()) == read, "a world differs after it was written and read")
    check(cq.World.from_json(json.dumps(read.to_recorded())) == read, "a world differs as JSON")
    check(np.array_equal(cq.World.parse(grid).grid, grid), "a world differs as a grid")
    blocks = given.get("worldEndingState", {}).get("blocks") if isinstance(given, dict) else given
    if isinstance(blocks, (list, tuple)) and blocks and all(_is_block(one) for one in blocks):
        check(
            _cells(blocks) == {tuple(cell) for cell in np.argwhere(grid).tolist()}, "other cells are filled"
        )
    check(isinstance(read.describe(), str), "no description")


def _is_block(one: Any) -> bool:
    numbers = isinstance(one, (list, tuple)) and len(one) == 4 and all(type(n) is int for n in one[:3])
    return numbers and 63 <= one[1] <= 71


def _cells(blocks: Any) -> set[tuple[int, int, int]]:
    """The cells of blocks in the recorded frame; an independent reading. Later air takes blocks away."""
    filled: dict[tuple[int, int, int], Any] = {}
    for x, y, z, colour in blocks:
        filled[y - 63, x + 5, z + 5] = colour
    return {cell for cell, colour in filled.items() if colour != 0}


Readers = dict[str, Callable[[Path], object]]
