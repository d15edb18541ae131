"""Rounds of Build What I Mean on a list of our own: points, answers, and what is learned."""

from __future__ import annotations

import csv
import random
from pathlib import Path

import pytest

from cq import InputError
from eval.talks import bwim

COLUMNS = ("trialNumber", "trialType", "sentenceW", "startStructure", "targetStructure")
PAIR = "Put a red block in the middle. Put a block to the right of it."
ROWS = (
    ("1", "fully_spec", "Put a red block in the middle.", "", "Red,0,50,0"),
    ("2", "fully_spec", "Put a blue block on top of the red block.", "Red,0,50,0", "Red,0,50,0;Blue,0,150,0"),
    ("3a", "color_under", PAIR, "", "Red,0,50,0;Green,100,50,0"),
    ("3b", "color_under", PAIR, "", "Red,0,50,0;Red,100,50,0"),
)


def written(folder: Path, columns: tuple[str, ...] = COLUMNS) -> Path:
    path = folder / "list.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        writer.writerows(ROWS)
    return path


def test_rounds_are_played_and_counted(tmp_path: Path) -> None:
    rounds = bwim.play([bwim.load(written(tmp_path))], games=2, seed=0)
    assert len(rounds) == 2 * 2 * 3  # Each speaker has the two full items and one of the pair.
    assert all(one.right for one in rounds)
    wanted = [one for one in rounds if one.wanted]
    assert [one.questions for one in wanted] == [1] * 4
    assert sum(map(bwim.score, rounds)) == 10 * 12 - 5 * 4
    assert not any(one.questions for one in rounds if not one.wanted)


@pytest.mark.parametrize(("number", "colour"), [("3a", "green"), ("3b", "red")])
def test_answers_are_brief_and_true(tmp_path: Path, number: str, colour: str) -> None:
    items = bwim.load(written(tmp_path))
    item = next(one for one in items if one["trialNumber"] == number)
    for seed in range(5):
        assert colour in bwim.answer("What colour should it be?", item, items, random.Random(seed)).lower()
    assert colour not in bwim.answer("Where does it go?", item, items, random.Random(0)).lower()


def test_what_is_no_list_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="sentenceW"):
        bwim.load(written(tmp_path, ("a", "b", "c", "d", "e")))
