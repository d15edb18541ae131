"""The golden files: what they hold, and how a reader is compared with them."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from string import hexdigits

import numpy as np
import pytest
from typer.testing import CliRunner

from cq.building.synthetic import structured_world
from cq.errors import InputError
from cq.world.grid import SHAPE
from eval.__main__ import application
from eval.behaviours.notation import parse_world, written
from eval.golden.comparison import (
    DIFFERENT,
    EQUAL,
    NEITHER,
    ONLY_BEFORE,
    ONLY_NOW,
    compare,
    counts,
    load_reader,
    shown,
)
from eval.golden.rows import BEHAVIOURS, GENERATED, PARTS, RECORDED, Row, digest
from eval.golden.store import FOLDER, Read, generated_rows, load_reads, write_part

EMPTY = parse_world("").grid
TEXTS = ("red", "blue", "green", "yellow", "nothing")


def reader(text, start, facing, recent):
    """Reads a text that is a colour and a number as a block of this colour, that many cells from the west."""
    colour, number = text.split()
    return None if colour == "nothing" else parse_world(f"{colour} {number},0,0").grid


def other_reader(text, start, facing, recent):
    """As `reader`, but it misses red, reads blue as purple, reads nothing, and fails on yellow."""
    if text.startswith("yellow"):
        raise RuntimeError("not that")
    return reader(
        text.replace("red", "nothing").replace("blue", "purple")
        if not text.startswith("nothing")
        else text.replace("nothing", "orange"),
        start,
        facing,
        recent,
    )


def rows(group: str) -> list[Row]:
    """Five texts; the targets of all but green are what `reader` reads."""
    part = group if group in PARTS else RECORDED
    found = [
        Row(part, f"{group}-{i}", group, f"{text} {i}", EMPTY, None, digest(EMPTY))
        for i, text in enumerate(TEXTS)
    ]
    return [
        replace(row, target=digest(grid))
        if (grid := reader(row.text, EMPTY, None, ())) is not None and i != 2
        else row
        for i, row in enumerate(found)
    ]


def reads(of: list[Row]) -> dict[str, Read]:
    return {one.row.id: one.now for one in compare(of, {}, reader) if one.now is not None}


def test_a_reader_is_compared_text_by_text():
    some = [row for group in ("fold 0", "fold 4", BEHAVIOURS) for row in rows(group)]
    same = counts(compare(some, reads(some), reader))
    assert (same["fold 0"][EQUAL], same["fold 0"][NEITHER], same["fold 0"]["exact now"]) == (
        4,
        1,
        "3/4 0.750",
    )
    compared = compare(some, reads(some), other_reader)
    table = counts(compared)
    assert list(table) == ["fold 0", "fold 4", "folds 0 to 2", "folds 3 and 4", BEHAVIOURS]
    row = table["fold 4"]
    verdicts = {EQUAL: 1, DIFFERENT: 1, ONLY_BEFORE: 2, ONLY_NOW: 1, NEITHER: 0}
    assert {name: row[name] for name in verdicts} == verdicts
    assert (row["exact before"], row["exact now"]) == ("3/4 0.750", "0/3 0.000")
    assert (row["of different"], row["errors"]) == ("1 → 0", 1)


def test_texts_that_are_kept_aside_are_never_shown():
    some = [row for group in ("fold 3", "fold 1", "fold 4", GENERATED) for row in rows(group)]
    lines = shown(compare(some, reads(some), other_reader), 10)
    assert [line.split(": ")[0] for line in lines] == [
        f"{group} {group}-{i}" for group in ("fold 1", GENERATED) for i in (0, 1, 3)
    ]
    assert lines[1] == "fold 1 fold 1-1: both, different; before exact; now not exact: 'blue 1'"
    assert "RuntimeError: not that" in lines[2]
    assert len(shown(compare(some, reads(some), other_reader), 1)) == 2


def test_a_part_is_written_and_loaded(tmp_path):
    some = rows(GENERATED)
    some[0] = replace(some[0], start=parse_world("green 1,0,1").grid, facing="east")
    some = [replace(row, id=str(i)) for i, row in enumerate(some)]
    path = write_part(tmp_path, GENERATED, "one.reader", some, reads(some))
    assert load_reads(tmp_path, GENERATED) == reads(some)
    for row, back in zip(some, generated_rows(tmp_path), strict=True):
        assert replace(row, start=EMPTY) == replace(back, start=EMPTY)
        np.testing.assert_array_equal(row.start, back.start)
    write_part(tmp_path, RECORDED, "one.reader", some, reads(some))
    assert "blue" not in (tmp_path / "recorded.json").read_text(encoding="utf-8")
    path.write_text("[]", encoding="utf-8")
    with pytest.raises(InputError, match="is no golden file"):
        load_reads(tmp_path, GENERATED)


def test_a_reader_must_exist_and_give_grids():
    assert load_reader("eval.golden.rows.digest") is digest
    for name in ("digest", "eval.golden.rows.none", "no.such.module", "eval.golden.rows.PARTS"):
        with pytest.raises(InputError, match=f"{name!r}"):
            load_reader(name)
    with pytest.raises(InputError, match="the reader gave"):
        compare(rows("fold 0"), {}, lambda *_: np.zeros((3, 3)))


def test_the_files_are_small_and_hold_no_recorded_text():
    assert sum((FOLDER / f"{part}.json").stat().st_size for part in PARTS) < 150_000
    content = json.loads((FOLDER / "recorded.json").read_text(encoding="utf-8"))
    assert set(content) == {"reader", "exact", "not exact"}
    for section in ("exact", "not exact"):
        for game, one in content[section].items():
            assert game.isdecimal()
            assert len(one) == 12
            assert set(one) <= set(hexdigits)
    sentences = generated_rows(FOLDER)
    assert len(sentences) == 200
    assert all(row.target and row.start.shape == SHAPE for row in sentences)
    assert set(load_reads(FOLDER, GENERATED)) <= {row.id for row in sentences}


def test_a_grid_is_written_in_the_notation_of_cases():
    assert written(parse_world("red 0,0..2,0 1,0..2,0; blue 3,0,-1").grid) == "blue 3,0,-1; red 0..1,0..2,0"
    assert written(EMPTY) == ""
    for seed in range(20):
        grid = structured_world(random.Random(seed))
        np.testing.assert_array_equal(parse_world(written(grid)).grid, grid)


def test_the_command_writes_and_compares(tmp_path):
    def run(*options: str) -> str:
        arguments = ["golden", "--parts", GENERATED, "--folder", str(tmp_path), *options]
        result = CliRunner().invoke(application("golden"), arguments)
        assert result.exit_code == 0, result.output
        return result.output

    out = tmp_path / "out.json"
    assert "of 200 texts are read" in run("--write")
    run("--out", str(out), "--show", "5")
    table = json.loads(out.read_text(encoding="utf-8"))["table"]
    assert table[GENERATED][EQUAL] + table[GENERATED][NEITHER] == 200
    assert table[GENERATED]["exact before"] == table[GENERATED]["exact now"]
    unknown = CliRunner().invoke(application("golden"), ["golden", "--parts", "odd"])
    assert isinstance(unknown.exception, InputError)
