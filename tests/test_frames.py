"""Data frames in, data frames out: index and other columns stay."""

from __future__ import annotations

import json

import datasets
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import cq
from cq.data.cells import cell_value
from cq.tables.cells import cell_list, is_empty
from cq.tables.files import read_rows

TEXTS = ["Build a wall", "Remove the two blue blocks", "What time is it?"]


@pytest.fixture
def frame(towers) -> pd.DataFrame:
    """Instructions in three forms of one world, or in the empty world, with an odd index."""
    text = towers.read_text()
    columns = {"id": [3, 1, 2], "instruction": TEXTS, "world": [None, str(towers), json.loads(text)]}
    return pd.DataFrame(columns, index=["c", "a", "c"])


@pytest.mark.parametrize(
    ("function", "added"),
    [
        (cq.classify, ["is_clear", "p_unclear", "reasons"]),
        (lambda frame: cq.rank(["Where?", "Why?"], frame), ["qids", "questions", "question_scores"]),
        (cq.build, ["built", "actions", "confidence"]),
        (cq.ask, ["action", "asked", "options", "reply", "reasons", "p_unclear", "built", "confidence"]),
    ],
)
def test_results_are_columns_beside_the_given_ones(frame, function, added):
    before = frame.copy()
    answered = function(frame)
    assert list(answered) == [*before, *added]
    assert answered.index.equals(before.index)
    pd.testing.assert_frame_equal(answered[list(before)], before)
    pd.testing.assert_frame_equal(frame, before)


def test_the_columns_hold_what_a_list_gives(frame, towers):
    turns = cq.ask(TEXTS, [None, towers, towers])
    answered = cq.ask(frame)
    assert answered["action"].tolist() == [turn.action for turn in turns] == ["ask", "build", "refuse"]
    assert answered["asked"].iloc[0] == turns[0].question.text
    assert answered["options"].iloc[0] == [option.text for option in turns[0].question.options]
    assert np.array_equal(answered["built"].iloc[1], turns[1].build.grid)
    assert answered["reasons"].iloc[2] == list(turns[2].reasons)
    assert cq.World.parse(answered["built"].iloc[1]).grid.any()


def test_one_world_may_hold_for_all_rows(frame, towers):
    alone = frame[["instruction"]]
    assert cq.build(alone, towers)["actions"].iloc[1] == [str(a) for a in cq.build(TEXTS[1], towers).actions]


def test_a_column_of_the_name_of_an_answer_is_the_input(frame):
    own = frame.assign(built=range(3), reasons="mine", input_built="theirs")
    answered = cq.ask(cq.classify(own))
    assert list(answered["input_input_built"]) == [0, 1, 2]
    assert set(answered["input_built"]) == {"theirs"}
    assert set(answered["input_reasons"]) == {"mine"}
    assert answered["built"].tolist() == cq.ask(frame)["built"].tolist()


def test_the_recorded_rows_are_a_frame_like_any_other(singleturn):
    rows = singleturn.select(range(40)).to_pandas()
    unclear = rows[rows["label"] == 1].sort_values("fold")
    assert len(unclear) == rows["label"].sum() > 0
    assert rows.iloc[:3].T.loc["start", 0] is rows["start"][0]
    assert np.array_equal(cq.World.parse(rows["start"][0]).grid, singleturn[0]["start"])
    answered = cq.build(cq.classify(unclear))
    assert answered["input_built"].equals(unclear["built"])


@pytest.mark.parametrize(
    "function", [cq.classify, cq.build, cq.ask, lambda frame: cq.rank(["Where?"], frame)]
)
def test_a_frame_without_rows_gets_the_same_columns(frame, function):
    some, none = function(frame.iloc[:1]), function(frame.iloc[:0])
    assert (list(none), len(none)) == (list(some), 0)
    assert none.dtypes.to_dict() == some.dtypes.to_dict()
    assert list(function(pa.Table.from_pandas(frame[["instruction"]].iloc[:0], preserve_index=False))) == [
        name for name in none if name not in ("id", "world")
    ]


FUNCTIONS = {
    "classify": (cq.classify, ["reasons"], []),
    "rank": (lambda frame: cq.rank(["Where's it?", 'Which "one"?'], frame), ["qids", "questions"], []),
    "build": (cq.build, ["actions"], ["built"]),
    "ask": (cq.ask, ["options", "reasons"], ["built"]),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_answers_survive_parquet_csv_and_json_lines(frame, tmp_path, name):
    """huggingface/datasets #4673: lists became texts such as "[0 0 0]" and "['a' 'b']" on their way."""
    function, lists, grids = FUNCTIONS[name]
    answered = function(frame[["id", "instruction"]])
    answered.to_parquet(tmp_path / "out.parquet")
    answered.to_csv(tmp_path / "out.csv", index=False)
    answered.to_json(tmp_path / "out.jsonl", orient="records", lines=True)
    written = {one: read_rows(tmp_path / one).rows for one in ("out.parquet", "out.csv", "out.jsonl")}
    for row, expected in enumerate(answered.to_dict("records")):
        for form, rows in written.items():
            for column in lists:
                assert cell_list(rows[row][column], column) == expected[column], form
            for column in grids:
                assert (expected[column] is None) == is_empty(rows[row][column])
                if expected[column] is not None:
                    grid = cq.World.parse(cell_value(rows[row][column])).grid
                    assert np.array_equal(grid, expected[column])
    back = pd.read_parquet(tmp_path / "out.parquet")
    for column in grids:
        grids_back = [cq.World.parse(cell).grid for cell in back[column].dropna()]
        assert np.array_equal(grids_back, answered[column].dropna().tolist())


def _forms(frame, towers) -> dict:
    """The frame in forms of other libraries, with the world of each row as JSON."""
    state = json.loads(towers.read_text())
    blocks = state["worldEndingState"]["blocks"]
    plain = {"id": [2**62 + 1, None, 2], "instruction": TEXTS, "world": [None, blocks, blocks]}
    objects = {
        **plain,
        "world": [None, {"worldEndingState": {"blocks": blocks}}, {"avatarInfo": None, **state}],
    }
    data = datasets.Dataset.from_dict(plain)
    return {
        "data set": data,
        "formatted data set": data.with_format("numpy"),
        "chosen rows": data.select([2, 1, 0]).select([2, 1, 0]),
        "states": datasets.Dataset.from_list(pa.table({**objects, "world": objects["world"]}).to_pylist()),
        "Arrow table": pa.table(plain),
        "string and NA": pd.DataFrame(plain | {"world": [pd.NA, *plain["world"][1:]]}).astype(
            {"instruction": "string"}
        ),
        "Arrow types": pa.table(plain).to_pandas(types_mapper=pd.ArrowDtype),
        "arrays": pa.table(plain).to_pandas(),
    }


def test_every_form_of_a_table_gives_the_same_answers(frame, towers):
    state = json.loads(towers.read_text())
    expected = cq.classify(TEXTS, [None, state, state])
    forms = _forms(frame, towers)
    for name, form in forms.items():
        answered = cq.classify(form)
        assert answered["p_unclear"].tolist() == pytest.approx([one.p_unclear for one in expected]), name
        assert answered["reasons"].tolist() == [list(one.reasons) for one in expected], name
        assert list(answered) == ["id", "instruction", "world", "is_clear", "p_unclear", "reasons"], name
    assert cq.classify(forms["data set"])["id"].tolist() == [2**62 + 1, None, 2]


def test_columns_of_data_sets_and_arrow_are_lists_of_texts(towers):
    """huggingface/sentence-transformers #3569: a column of a data set is not a list any more."""
    data = datasets.Dataset.from_dict({"instruction": TEXTS, "q": ["Where?", "Why?", "Who?"]})
    expected = [one.p_unclear for one in cq.classify(TEXTS, towers)]
    columns = (
        data["instruction"],
        data.with_format("numpy")["instruction"],
        pa.table({"a": TEXTS})["a"],
        pa.array(TEXTS),
    )
    for column in (*columns, pd.Series(TEXTS, dtype="string"), pd.Series(TEXTS, dtype="category")):
        assert [one.p_unclear for one in cq.classify(column, towers)] == expected
    for bank in (
        data["q"],
        pa.array(["Where?", "Why?", "Who?"]),
        data.select_columns("q").rename_column("q", "question"),
    ):
        assert cq.QuestionBank.parse(bank).questions == ("Where?", "Why?", "Who?")


def test_dialogues_of_a_data_set_are_heard(towers):
    said = [[{"speaker": "architect", "text": TEXTS[1]}, {"speaker": "builder", "text": "Which ones?"}], None]
    texts = ["The higher ones", TEXTS[0]]
    expected = cq.classify(texts, towers, said)
    data = datasets.Dataset.from_dict({"instruction": texts, "dialogue": said})
    for form in (data, data.to_pandas(), pd.DataFrame({"instruction": texts, "dialogue": [said[0], pd.NA]})):
        assert cq.classify(form, towers)["p_unclear"].tolist() == [one.p_unclear for one in expected]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda frame: frame.drop(columns="instruction"), "it needs instruction or InputInstruction"),
        (lambda frame: frame.rename(columns={"world": "worlds"}), "'worlds'; write it 'world'"),
        (lambda frame: frame.assign(Dialogue=None), "'Dialogue'; write it 'dialogue'"),
        (lambda frame: frame.assign(instruction=[*TEXTS[:2], None]), "item 2"),
        (lambda frame: frame.assign(world="nowhere.json"), "nowhere.json"),
        (lambda frame: frame.assign(instruction=pd.array([*TEXTS[:2], pd.NA], dtype="string")), "item 2"),
        (lambda frame: pd.concat([frame, frame["instruction"]], axis=1), "the column 'instruction' twice"),
        (
            lambda frame: datasets.DatasetDict({"a": datasets.Dataset.from_dict({"instruction": ["x"]})}),
            "splits a",
        ),
    ],
)
def test_frames_that_do_not_fit_are_refused(frame, change, message):
    with pytest.raises(cq.InputError, match=message):
        cq.classify(change(frame))


@pytest.mark.parametrize(
    "names",
    [
        [("instruction", "a"), ("id", "b")],
        [("instruction", "a"), ("instruction", "b")],
        [("instruction", ""), ("id", "")],
        [("instruction", "a", "x"), ("id", "b", "y")],
        [("instruction",), ("id",)],
    ],
)
@pytest.mark.parametrize(
    "function",
    [
        *(cq.classify, cq.build, cq.ask),
        lambda frame: cq.rank(["Where?", "Why?"], frame),
        lambda frame: cq.QuestionBank.parse(frame.rename(columns={"instruction": "question"})),
    ],
)
def test_columns_of_several_levels_are_refused_with_the_remedy(function, names):
    frame = pd.DataFrame([[TEXTS[0], TEXTS[1]]], columns=pd.MultiIndex.from_tuples(names))
    with pytest.raises(cq.InputError, match=r"MultiIndex of columns, .*get_level_values\(0\)"):
        function(frame)
    if names[0] != names[1][:1]:
        frame.columns = ["instruction", "id"]
        assert len(cq.classify(frame)) == 1


def test_a_world_is_not_given_twice(frame, towers):
    with pytest.raises(cq.InputError, match="world= is given too"):
        cq.classify(frame, towers)
