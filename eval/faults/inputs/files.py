"""Files of every kind with hostile content, and archives with flipped bits."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from hypothesis import strategies as st

import cq
from cq.cli.chat import load
from cq.data import (
    Tasks,
    actions,
    load_feedback,
    load_minecraft,
    load_multiturn,
    load_question_bank,
    load_singleturn,
    unpack,
)
from cq.jobs.input_rows import count_rows, read_batches, text_of, with_worlds, world_of
from cq.jobs.places import Place
from cq.jobs.prediction_scores import read_predictions
from cq.jobs.track_rows import new_rows
from cq.modeling.manifest import Manifest
from cq.ranking import QuestionBank
from eval.faults import values
from eval.faults.inputs.parsers import saved_example
from eval.faults.sections import EntryPoint
from eval.faults.tally import check

MEMBERS = {"a.txt": b"first " * 50, "b/c.json": b'{"second": [1, 2, 3]}' * 40}


def _rows(path: Path) -> None:
    """Rows of a batch job: as many as were counted."""
    place = Place(str(path))
    rows = [row for batch in read_batches(place, 2) for row in with_worlds(batch, path.parent)]
    check(len(rows) == count_rows(place), "another number of rows")
    for row in rows:
        text_of(row)
        try:
            world_of(row)
        except cq.CqError:
            continue


READERS: dict[str, Callable[[Path], object]] = {
    "world.json": cq.World.parse,
    "bank.csv": QuestionBank.parse,
    "rows.csv": load_singleturn,
    "rows.jsonl": load_singleturn,
    "rows.parquet": load_singleturn,
    "set.zip": load_multiturn,
    "singleturn.zip": load_singleturn,
    "minecraft.zip": load_minecraft,
    "questions.csv": load_question_bank,
    "human_agent_feedback.csv": load_feedback,
    "goals.json": Tasks.load,
    "recording.json": actions,
    "archive.tar.gz": lambda path: unpack(path, path.with_name("unpacked")),
    "archive.zip": lambda path: unpack(path, path.with_name("unpacked")),
    "pipeline.json": lambda path: Manifest.read(path.parent),
    "dialogue.json": load,
    "input.csv": _rows,
    "input.jsonl": _rows,
    "input.parquet": _rows,
    "track.csv": new_rows,
    "predictions.csv": read_predictions,
    "predictions.jsonl": read_predictions,
    "predictions.parquet": read_predictions,
}


def _parquet(columns: dict[str, list[Any]]) -> bytes:
    file = io.BytesIO()
    pq.write_table(pa.table(columns), file)
    return file.getvalue()


ROWS: dict[str, list[Any]] = {
    "instruction": ["Build a wall", "Remove the red block."],
    "clear": ["no", "yes"],
    "world": ["[]", '[[0, 63, 0, "red"]]'],
    "p_unclear": [0.75, 0.25],
}
WORLD = '{"worldEndingState": {"blocks": [[0, 63, 0, 57], [1, 63, 0, 60]]}, "tape": "1 pos_change (0,0,0)"}'
BANK = "qrel,ClarifyingQuestion\nq_1,Which one?\nq_2,What colour?\n"
CSV = "instruction,clear,p_unclear\nBuild a wall,no,0.75\nRemove it,yes,0.25\n"
LINES = '{"instruction": "Build a wall", "clear": "no", "p_unclear": 0.5}\n' * 2
GOOD: dict[str, bytes] = {
    **dict.fromkeys(("world.json", "recording.json"), WORLD.encode()),
    **dict.fromkeys(("bank.csv", "questions.csv"), BANK.encode()),
    **dict.fromkeys(("rows.csv", "input.csv", "predictions.csv"), CSV.encode()),
    **dict.fromkeys(("rows.jsonl", "input.jsonl", "predictions.jsonl"), LINES.encode()),
    **dict.fromkeys(("rows.parquet", "input.parquet", "predictions.parquet"), _parquet(ROWS)),
    "track.csv": b"InputInstruction\nBuild a wall\nRemove it\n",
    "pipeline.json": json.dumps({"backbone": "a", "files": {"clarity/config.json": "0" * 64}}).encode(),
    "dialogue.json": json.dumps(saved_example()).encode(),
    "goals.json": b'{"tasks": []}',
}
"""A content that can be read, for most readers."""


def entry_points() -> list[EntryPoint]:
    """Readers of files."""
    damaged = st.sampled_from(sorted(GOOD)).flatmap(lambda name: _damaged((name, GOOD[name])))
    names = st.tuples(st.sampled_from(sorted(READERS)), values.contents)
    archives = st.sampled_from([("archive.zip", _zip()), ("archive.tar.gz", _tar())])
    tables = st.sampled_from([name for name in READERS if name.endswith((".csv", ".jsonl"))])
    return [
        EntryPoint("files", read, values.mostly(damaged, names), 90),
        EntryPoint("tables", read, st.tuples(tables, table_texts()), 90),
        EntryPoint("damaged archives", unpacked, archives.flatmap(_damaged), 60),
    ]


def table_texts() -> values.Strategy:
    """CSV and JSON lines with the columns that are read, and hostile cells."""
    columns = st.lists(
        st.sampled_from(
            [
                "instruction",
                "clear",
                "world",
                "question",
                "InputInstruction",
                "InitializedWorldPath",
                "qrel",
                "ClarifyingQuestion",
                "p_unclear",
                "is_clear",
                "built",
                "target",
                "qid",
            ]
        ),
        min_size=2,
        max_size=5,
        unique=True,
    )
    cell = st.one_of(
        values.texts,
        st.sampled_from(["yes", "no", '"[[0, 63, 0, 1]]"', "0.5", "1", '"a, b"', "/dev/zero", ""]),
    )
    rows = st.lists(st.lists(cell, min_size=2, max_size=5), max_size=4)

    def as_table(given: tuple[list[str], list[list[str]]]) -> bytes:
        names, cells = given
        return values.as_bytes("\n".join([",".join(names), *(",".join(row) for row in cells)]))

    def as_lines(given: tuple[list[str], list[list[str]]]) -> bytes:
        names, cells = given
        return "\n".join(values.as_json(dict(zip(names, row, strict=False))) for row in cells).encode()

    both = st.tuples(columns, rows)
    return st.one_of(both.map(as_table), both.map(as_lines), values.json_lines.map(values.as_bytes))


def read(given: tuple[str, bytes]) -> None:
    """Read the content as a kind of file."""
    name, content = given
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        READERS[name](path)


def unpacked(given: tuple[str, bytes]) -> None:
    """A damaged archive is refused, or unpacks to what was packed."""
    name, content = given
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        out = Path(folder) / "out"
        try:
            unpack(path, out)
        except cq.CqError:
            check(not out.exists(), "a refused archive leaves files")
            raise
        found = {one.relative_to(out).as_posix(): one.read_bytes() for one in out.rglob("*") if one.is_file()}
        # A name has no checksum in a tar but that of its header, and none in a zip but its two copies.
        check(sorted(found.values()) == sorted(MEMBERS.values()), "other content")


def _damaged(archive: tuple[str, bytes]) -> Any:
    name, content = archive
    return st.tuples(st.just(name), values.flipped(content))


def _zip() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in MEMBERS.items():
            archive.writestr(name, content)
    return file.getvalue()


def _tar() -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        for name, content in MEMBERS.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return gzip.compress(file.getvalue(), mtime=0)
