"""Training from Python, on a data frame."""

from __future__ import annotations

import pandas as pd
import pytest

import cq

WORLD = [[0, 63, 0, "blue"], [1, 63, 0, "red"]]


def made_up(count: int) -> pd.DataFrame:
    """Instructions that name a colour, which are clear, and such that do not."""
    rows = []
    for i in range(count):
        named = i % 3
        text = f"Place {'blue ' if named else ''}blocks to the {['north', 'south'][i % 2]}, number {i}."
        question = "" if named else f"Which colour shall number {i % 4} have?"
        rows.append(
            {"instruction": text, "clear": "yes" if named else "no", "world": WORLD, "question": question}
        )
    return pd.DataFrame(rows)


@pytest.fixture(scope="module")
def bundled() -> cq.Pipeline:
    """For trainings that are refused, which leave it as it is."""
    return cq.Pipeline.from_pretrained()


def test_a_part_is_trained_and_takes_its_place(tmp_path):
    pipeline = cq.Pipeline.from_pretrained()
    ranker, before = pipeline.ranker, pipeline.classify("Build a wall", WORLD).p_unclear
    figures = pipeline.fit(made_up(45), tasks="clarity", epochs=1)
    assert set(figures) == {"clarity"}
    assert 0 <= figures["clarity"]["macro_f1"] <= 1
    assert pipeline.classify("Build a wall", WORLD).p_unclear != before
    assert pipeline.ranker is ranker
    pipeline.save_pretrained(tmp_path)
    again = cq.Pipeline.from_pretrained(tmp_path).classify("Build a wall", WORLD)
    assert again.p_unclear == pytest.approx(pipeline.classify("Build a wall", WORLD).p_unclear, abs=1e-2)


@pytest.mark.parametrize(
    ("tasks", "message"),
    [
        ("clear", "give some of clarity, ranking, building"),
        (("asking",), "give some of clarity"),
        ((), "give some of clarity"),
        (("ranking",), "0 rows have a recorded question"),
        (("building",), "0 rows have a target"),
    ],
)
def test_what_cannot_be_learned_is_refused(bundled, tasks, message):
    frame = made_up(9).assign(clear="yes", question="")
    with pytest.raises(cq.InputError, match=message):
        bundled.fit(frame, tasks=tasks)


def test_a_row_that_cannot_be_read_is_named(bundled):
    with pytest.raises(cq.InputError, match="row 2 of the data frame: clear is 'perhaps'"):
        bundled.fit(made_up(3).assign(clear=["no", "perhaps", "yes"]))
