"""Whatever is given to a parser, it answers with what can be checked, or refuses with one of cq's errors."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from fuzz import values
from fuzz.values import answered
from hypothesis import given
from hypothesis import strategies as st

import cq
from cq.data import actions, fold, normalise, replay, unpack
from cq.language.transcript import parse_dialogue, to_transcript
from cq.ranking import QuestionBank

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "palette": st.one_of(st.sampled_from(["recorded", "iglu-2021", "iglu-2022"]), values.scalars),
        "ground": st.one_of(st.just(63), values.numbers),
        "facing": st.one_of(st.sampled_from(["north", "west"]), values.scalars),
    },
)


def _no_path(value: Any) -> Any:
    """A text that is no JSON would be the path of a file on this machine."""
    return [value] if isinstance(value, str) and value.lstrip()[:1] not in ("[", "{") else value


def _check_world(read: cq.World) -> None:
    assert read.grid.shape == (9, 11, 11)
    assert read.grid.dtype == np.int8
    assert np.isin(read.grid, range(7)).all()
    assert cq.World.parse(read.to_recorded()) == read
    assert cq.World.from_json(json.dumps(read.to_recorded())) == read
    assert np.array_equal(cq.World.parse(read.grid).grid, read.grid)
    assert isinstance(read.describe(), str)


@given(values.worlds, st.one_of(st.just({}), OPTIONS))
def test_a_world_is_the_same_after_it_was_written_and_read(given_, options):
    answered(lambda x: _check_world(cq.World.parse(_no_path(x), **options)), given_)
    answered(lambda x: _check_world(cq.World.from_blocks(x)), given_)


@given(st.one_of(values.contents, values.worlds.map(values.as_json)))
def test_a_world_from_json_is_that_of_its_value(content):
    answered(lambda x: _check_world(cq.World.from_json(x)), content)


@given(
    st.sampled_from([(9, 11, 11), (11, 9, 11), (2, 9, 11, 11), (3, 4), (0, 4), (), (1,) * 20]),
    st.sampled_from(["int8", "int64", "uint64", "float32", "bool", "object", "U3", "complex64", "M8[s]"]),
    st.lists(st.one_of(st.integers(-1, 8), st.sampled_from([np.nan, 2**70, None, "red", 0.5])), max_size=12),
)
def test_arrays_are_read_as_they_are_or_refused(shape, kind, some):
    array: Any = np.zeros(shape, object)
    array.reshape(-1)[: len(some)] = some[: array.size]
    try:
        array = array.astype(kind)
    except (TypeError, ValueError, OverflowError):
        return
    answered(lambda x: _check_world(cq.World.parse(x)), array)


@given(values.banks)
def test_a_bank_holds_the_texts_that_were_given(given_):
    def check(x: Any) -> None:
        bank = QuestionBank.parse(_no_path(x))
        assert len(set(bank.qids)) == len(bank) > 0
        if isinstance(x, list) and all(isinstance(one, str) for one in x):
            assert [one.strip() for one in bank.questions] == [one.strip() for one in x]

    answered(check, given_)


@given(values.dialogues)
def test_a_dialogue_is_the_same_as_a_transcript(given_):
    def check(x: Any) -> None:
        turns = parse_dialogue(x)
        assert parse_dialogue(to_transcript(turns)) == turns

    answered(check, given_)


@given(st.one_of(values.values, st.lists(values.texts).map(lambda lines: {"tape": "\n".join(lines)})))
def test_replaying_a_tape_gives_a_grid(given_):
    answered(lambda x: _check_world(cq.World.parse(replay(actions(_no_path(x))))), given_)


SAVED = cq.Dialogue([(0, 63, 0, "red")], max_questions=2).to_dict()


@given(st.integers(0, 10_000), values.json_values)
def test_a_saved_dialogue_with_one_value_exchanged_is_read_or_refused(place, new):
    copy = json.loads(json.dumps(SAVED))
    slots: list[tuple[Any, Any]] = []

    def walk(part: Any) -> None:
        keys = part.keys() if isinstance(part, dict) else range(len(part)) if isinstance(part, list) else ()
        for key in list(keys):
            slots.append((part, key))
            walk(part[key])

    walk(copy)
    part, key = slots[place % len(slots)]
    part[key] = new

    def check(x: Any) -> None:
        read = cq.Dialogue.from_dict(x)
        assert cq.Dialogue.from_dict(json.loads(json.dumps(read.to_dict()))).world == read.world

    answered(check, copy)


@given(st.one_of(values.texts, values.values))
def test_texts_that_are_equal_once_normalised_are_in_one_fold(text):
    answered(lambda x: fold(x) == fold(normalise(x)) or pytest.fail(f"{x!r} has two folds"), text)


@given(content=values.contents)
def test_an_archive_that_is_none_leaves_no_files(tmp_path_factory, content):
    folder = tmp_path_factory.mktemp("archive")
    (folder / "a.zip").write_bytes(content)
    with pytest.raises(cq.CqError):
        unpack(folder / "a.zip", folder / "out")
    assert not (folder / "out").exists()
