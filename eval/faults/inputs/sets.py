"""Small data sets in upstream's layouts, in which one file is damaged or exchanged."""

from __future__ import annotations

import io
import json
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from cq.data import (
    load_minecraft,
    load_minecraft_discourse,
    load_multiturn,
    load_question_bank,
    load_singleturn,
    question_answer_pairs,
    statistics,
    to_hub_parquet,
)
from cq.data import load_report as report_of
from cq.data.iglu.dialogs import COLUMNS as DIALOG_COLUMNS
from eval.faults import values
from eval.faults.inputs.parsers import exchanged
from eval.faults.sections import EntryPoint
from eval.faults.tally import check

Files = Mapping[str, str]


def entry_points() -> list[EntryPoint]:
    """The loaders of data sets."""
    return [
        _point("single-turn sets", SINGLETURN, singleturn, 6),
        _point("multi-turn sets", MULTITURN, multiturn, 6),
        _point("Minecraft sets", MINECRAFT, minecraft, 6),
    ]


def _point(name: str, files: Files, call: Callable[[Path], object], weight: int) -> EntryPoint:
    chosen = st.sampled_from(sorted(files))
    changed = chosen.flatmap(lambda one: st.tuples(st.just(one), _content(files[one]), st.booleans()))

    def read(given: tuple[str, bytes, bool]) -> None:
        changed_file, content, zipped = given
        everything = {one: text.encode() for one, text in files.items()} | {changed_file: content}
        with tempfile.TemporaryDirectory() as folder:
            call(_zip(Path(folder), everything) if zipped else _folder(Path(folder), everything))

    return EntryPoint(name, read, changed, weight)


def _content(text: str) -> values.Strategy:
    """Another content: hostile, with flipped bits, or JSON with one value exchanged."""
    some = [values.contents, values.flipped(text.encode())]
    if text.startswith("{"):
        one = st.builds(exchanged, st.just(json.loads(text)), st.integers(0, 10_000), values.json_values)
        some += [one.map(values.as_json).map(values.as_bytes)] * 2
    else:
        cell = st.tuples(st.integers(0, 10_000), values.texts)
        some += [cell.map(lambda given: values.as_bytes(_exchanged_cell(text, *given)))] * 2
    return st.one_of(*some)


def _exchanged_cell(table: str, place: int, new: str) -> str:
    rows = [line.split(",") for line in table.split("\n")]
    row = rows[place % len(rows)]
    row[place // len(rows) % len(row)] = new
    return "\n".join(map(",".join, rows))


def _folder(folder: Path, files: Mapping[str, bytes]) -> Path:
    for name, content in files.items():
        path = folder / "set" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder / "set"


def _zip(folder: Path, files: Mapping[str, bytes]) -> Path:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    (folder / "set.zip").write_bytes(file.getvalue())
    return folder / "set.zip"


def singleturn(path: Path) -> None:
    """Rows have labels and grids; the cached set equals the parsed one; statistics and export take it."""
    rows = load_singleturn(path)
    check(rows.to_list() == load_singleturn(path).to_list(), "the cached rows differ")
    check(
        set(rows["label"]) <= {0, 1} and all(text.strip() for text in rows["instruction"]),
        "no label, no text",
    )
    report = report_of(path)
    check(report.rows_kept == len(rows), "the report counts other rows")
    statistics(rows, report)
    load_question_bank(path)


def multiturn(path: Path) -> None:
    """Turns have texts and grids, and the cached set equals the parsed one."""
    rows = load_multiturn(path)
    check(rows.to_list() == load_multiturn(path).to_list(), "the cached turns differ")
    to_hub_parquet(rows, path.parent / "export")


def minecraft(path: Path) -> None:
    """Segments have actions and grids, and the cached set equals the parsed one."""
    rows = load_minecraft(path)
    check(rows.to_list() == load_minecraft(path).to_list(), "the cached segments differ")
    question_answer_pairs(load_minecraft_discourse(path)) if (path / "discourse.json").exists() else None


def _state(*blocks: tuple[int, int, int, int]) -> str:
    state = {"worldEndingState": {"blocks": blocks}, "avatarInfo": {"pos": [0, 63, 0], "look": [0, 0]}}
    return json.dumps(state | {"tape": "1 action select_and_place_block 60 0 63 0"})


START = "initial_world_states/builder-data/1-c7/step-2"
SINGLETURN: Files = {
    "clarifying_questions_train.csv": "\n".join(
        [
            "GameId,ClarifyingQuestion,InitializedWorldPath,InputInstruction,"
            "IsInstructionClear,Partition,qrel,qbank",
            f"CQ-game-1,,{START},Put a red block down.,Yes,train,,",
            f"CQ-game-2,Which one?,{START},Remove the block.,No,train,q_1,'q_1'",
            "CQ-game-3,,initial_world_states/builder-data/2-c8/step-4,Build a tower.,Yes,train,,",
        ]
    ),
    "question_bank.csv": "qrel,ClarifyingQuestion\nq_1,Which one?\nq_2,What colour?\n",
    START: _state((0, 63, 0, 57)),
    "initial_world_states/builder-data/2-c8/step-4": _state(),
    "target_world_states/builder-data/actionHit/game-1/game-1-step-action": _state(
        (0, 63, 0, 57), (1, 63, 0, 60)
    ),
    "target_world_states/builder-data/cq-game-1/step-2-c7": _state((0, 63, 0, 57), (1, 63, 0, 91)),
}
MULTITURN: Files = {
    "dialogs.csv": "\n".join(
        [
            ",".join(DIALOG_COLUMNS),
            "1-c7,c7,1,Put a red block down.,,,True",
            "1-c7,c7,2,,,,True",
            "1-c7,c7,3,Put a block beside it.,,,True",
            "1-c7,c7,4,,What colour?,,True",
            "1-c7,c7,5,,,Blue.,True",
            "1-c7,c7,6,,,,True",
        ]
    ),
    "builder-data/1-c7/step-2": _state((0, 63, 0, 60)),
    "builder-data/1-c7/step-6": _state((0, 63, 0, 60), (1, 63, 0, 57)),
}


def _game() -> str:
    said = ["<Builder> Mission has started.", "<Architect> Put a red block down.", "<Builder> ok"]

    def one(lines: int, blocks: list[tuple[int, int, int, str]]) -> dict[str, Any]:
        return {
            "ChatHistory": said[:lines],
            "BlocksInGrid": [
                {"AbsoluteCoordinates": {"X": x, "Y": y, "Z": z}, "Type": f"cwc_minecraft_{colour}_rn"}
                for x, y, z, colour in blocks
            ],
            "BuilderPosition": {"X": 0.0, "Y": 1.0, "Z": 0.0, "Yaw": 0.0, "Pitch": 0.0},
            "Timestamp": "2018-03-30 18:45:06",
        }

    states = [one(1, []), one(2, []), one(2, [(0, 1, 0, "red")]), one(3, [(0, 1, 0, "red")])]
    return json.dumps({"WorldStates": states, "TimeElapsed": 1.0, "NumFixedViewers": 4})


MINECRAFT: Files = {
    "data-3-30/logs/B1-A2-C8-1500000000000/postprocessed-observations.json": _game(),
    "data-3-30/logs/B1-A2-C9-1500000000001/postprocessed-observations.json": _game(),
    "splits.json": json.dumps({"train": ["C8"], "val": ["C9"], "test": ["C10"]}),
}
