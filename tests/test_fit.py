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


def test_a_part_is_trained_and_takes_its_place(bundled, tmp_path):
    pipeline = bundled
    ranker, before = pipeline.ranker, pipeline.classify("Build a wall", WORLD).p_unclear
    figures = pipeline.fit(made_up(24), tasks="clarity", epochs=1)
    assert set(figures) == {"clarity"}
    assert 0 <= figures["clarity"]["macro_f1"] <= 1
    assert pipeline.classify("Build a wall", WORLD).p_unclear != before
    assert pipeline.ranker is ranker
    pipeline.save_pretrained(tmp_path)
    again = cq.Pipeline.from_pretrained(tmp_path).classify("Build a wall", WORLD)
    assert again.p_unclear == pytest.approx(pipeline.classify("Build a wall", WORLD).p_unclear, abs=1e-2)


def test_a_few_dozen_rows_adapt_the_classifier(bundled, tmp_path):
    pipeline = bundled
    text = "Place a red block in the middle"
    before = pipeline.classify(text, WORLD)
    # Somebody for whom nearly everything is unclear.
    frame = made_up(40).assign(clear=["yes" if i % 8 == 0 else "no" for i in range(40)], question="")
    figures = pipeline.fit(frame, tasks=("clarity",), adapt=True)["clarity"]
    assert set(figures) == {
        "macro_f1",
        "macro_f1_before",
        "calibration_error",
        "calibration_error_before",
    }
    assert figures["calibration_error"] < figures["calibration_error_before"]
    after = pipeline.classify(text, WORLD)
    assert after.p_unclear > before.p_unclear + 0.2
    pipeline.save_pretrained(tmp_path)
    assert cq.Pipeline.from_pretrained(tmp_path).classify(text, WORLD).p_unclear == pytest.approx(
        after.p_unclear, abs=1e-2
    )


def test_adapting_keeps_the_order_of_instructions(bundled):
    texts = ["Build a wall", "Place a red block in the middle", "Put it there", "Break the blue block"]
    pipeline = bundled
    before = [one.p_unclear for one in pipeline.classify(texts, WORLD)]
    pipeline.fit(made_up(30), tasks=("clarity",), adapt=True)
    after = [one.p_unclear for one in pipeline.classify(texts, WORLD)]
    assert sorted(range(4), key=before.__getitem__) == sorted(range(4), key=after.__getitem__)


def test_only_a_classifier_is_adapted_and_to_both_labels(bundled):
    with pytest.raises(cq.InputError, match="can be adapted, others are trained"):
        bundled.fit(made_up(9), tasks=("ranking",), adapt=True)
    with pytest.raises(cq.InputError, match="9 clear and 0 unclear"):
        bundled.fit(made_up(9).assign(clear="yes", question=""), tasks=("clarity",), adapt=True)


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
