"""The canary: no part has fallen since its counts were kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import DATA
from typer.testing import CliRunner

from cq import InputError, MissingFileError
from eval.__main__ import application
from eval.canary import evaluate
from eval.canary.conversations import FILE, ends_right
from eval.canary.evaluate import COMMAND, KEPT, fallen, kept_counts
from eval.canary.parts import RIGHT_IF, right_cases, some

COUNTS = dict.fromkeys(RIGHT_IF, 20)


@pytest.mark.skipif(not KEPT.is_file(), reason=f"no counts to compare with; run: {COMMAND}")
@pytest.mark.skipif(not (DATA / FILE).is_file(), reason=f"no recordings at {DATA}; set CQ_DATA")
def test_no_part_has_fallen_by_more_than_two_cases():
    right = {name: sum(cases) for name, cases in right_cases().items()}
    assert fallen(kept_counts(KEPT), right) == []


def test_a_part_has_fallen_from_the_third_case_on():
    assert fallen(COUNTS, COUNTS | {"builds": 18, "loop": 25}) == []
    assert fallen(COUNTS, COUNTS | {"builds": 17, "loop": 0}) == [
        "loop fell from 20 right cases to 0",
        "builds fell from 20 right cases to 17",
    ]


def test_counts_are_written_and_what_fell_from_them_is_named(monkeypatch, tmp_path):
    path = tmp_path / "canary.json"
    monkeypatch.setattr(evaluate, "KEPT", path)
    command = ["canary", "--out", str(path)]
    for number in (20, 18, 17):
        found = {name: [True] * number for name in RIGHT_IF}
        monkeypatch.setattr(evaluate, "right_cases", lambda _, found=found: found)
        result = CliRunner().invoke(application("canary"), command)
        assert result.exit_code == (number == 17), result.output
        command = ["canary"]
    assert json.loads(path.read_text()) == {"command": COMMAND, "right": COUNTS}
    assert "rankings fell from 20 right cases to 17" in result.output


def test_a_file_without_the_counts_names_the_command_that_writes_them(tmp_path: Path):
    path = tmp_path / "canary.json"
    with pytest.raises(MissingFileError, match="run: python -m eval canary --out"):
        kept_counts(path)
    path.write_text(json.dumps({"right": {"loop": 3}}))
    with pytest.raises(InputError, match="run: python -m eval canary --out"):
        kept_counts(path)


def test_the_cases_are_the_same_each_time():
    assert some(range(100), 5) == some(range(100), 5)
    assert len(set(some(range(100), 30))) == 30


@pytest.mark.parametrize(
    ("final", "right"),
    [
        ([[[2, 3, 1, None]], [[2, 3, 1, None], [5, 5, 1, None]]], True),
        ([[[5, 5, 1, None]]], False),
        ([[[2, 3, 1, "red"]]], False),
    ],
)
def test_a_conversation_is_right_if_its_last_world_is_one_of_the_ends(final, right):
    turns = [{"say": "Remove the yellow block.", "answers": {}}]
    world = [[2, 3, 1, "yellow"], [5, 5, 1, "blue"]]
    assert ends_right({"world": world, "turns": turns, "final": final}) == right
