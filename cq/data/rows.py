"""Parsing the files of the single-turn set, one pass, with an account of everything left out."""

from __future__ import annotations

import io
import json
import re
import zipfile
import zlib
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from cq.data.archive import Archive
from cq.data.folds import fold, normalise
from cq.data.report import LoadReport
from cq.data.schema import features
from cq.errors import InputError
from cq.world import World

if TYPE_CHECKING:
    import pandas as pd

ROWS, BANK = "clarifying_questions_train.csv", "question_bank.csv"
ROW_COLUMNS = ("GameId", "InitializedWorldPath", "InputInstruction", "IsInstructionClear")
LABELS = {"yes": 0, "no": 1}
READ_ERRORS = (OSError, EOFError, zipfile.BadZipFile, zlib.error, ValueError, KeyError, NotImplementedError)
"""What a damaged or missing member can raise: checksum, JSON, encoding, content, compression."""


class SingleturnRows:
    """One pass over the rows of an archive, keeping the report as it goes."""

    def __init__(self, archive: Archive, report: LoadReport) -> None:
        self.archive, self.report = archive, report
        self.root = find_root(archive)
        self.files: dict[str, list[str]] = defaultdict(list)
        for name in archive.names():
            self.files[name.rpartition("/")[0]].append(name)
        self.worlds: dict[str, World | None] = {}

    def columns(self) -> dict[str, list[Any]]:
        frame = _csv(self.archive, self.root + ROWS, ROW_COLUMNS)
        bank = self._bank(frame)
        self.report.rows_read = len(frame)
        self.report.repeated_rows = int(frame.duplicated().sum())
        self.report.questions_in_bank = len(bank)
        columns: dict[str, list[Any]] = {name: [] for name in features()}
        for number, row in enumerate(frame.to_dict("records"), start=1):
            parsed = self._row(number, row, bank)
            if parsed is None:
                continue
            self.report.rows_kept += 1
            for name, values in columns.items():
                values.append(parsed[name])
        return columns

    def _bank(self, frame: pd.DataFrame) -> dict[str, str]:
        if self.root + BANK in self.files[self.root.rstrip("/")]:
            return read_bank(self.archive, self.root)
        # Without a bank file the asked questions themselves are the bank.
        if not {"qrel", "ClarifyingQuestion"} <= set(frame):
            return {}
        return {
            qid: text for qid, text in zip(frame["qrel"], frame["ClarifyingQuestion"], strict=True) if qid
        }

    def _row(self, number: int, row: dict[str, str], bank: dict[str, str]) -> dict[str, Any] | None:
        """One row's values, or None with the reason in the report."""
        game, instruction, start_path = row["GameId"], row["InputInstruction"], row["InitializedWorldPath"]
        label = LABELS.get(row["IsInstructionClear"].strip().lower())
        start = self._world(self.root + start_path)
        fault = None
        if not normalise(instruction):
            fault = "empty instruction"
        elif label is None:
            fault = f"label {row['IsInstructionClear']!r} is neither Yes nor No"
        elif start is None:
            fault = f"start world {start_path!r} is missing or unreadable"
        if fault is not None or start is None:
            self.report.dropped_rows[f"row {number} ({game})"] = str(fault)
            return None
        target, built = (self._world_in(self.root + place) for place in _recordings(game))
        self.report.rows_without_target += target is None
        self.report.rows_without_built += built is None
        listed = re.findall(r"[^\s',\[\]]+", row.get("qbank", ""))
        pool = [qid for qid in dict.fromkeys(listed) if qid in bank]
        self.report.pool_ids_listed += len(set(listed))
        self.report.pool_ids_in_no_bank += len(set(listed)) - len(pool)
        return {
            "game_id": game,
            "instruction": instruction,
            "label": label,
            "fold": fold(instruction),
            "start": start.grid,
            "target": None if target is None else target.grid,
            "built": None if built is None else built.grid,
            "position": list(start.pose.position) if start.pose else None,
            "look": [start.pose.pitch, start.pose.yaw] if start.pose else None,
            "question": row.get("ClarifyingQuestion") or None,
            "qid": row.get("qrel") or None,
            "pool": pool or None,
            "structure": start_path.split("/")[-2].rpartition("-")[2] if "/" in start_path else None,
            "world_path": start_path,
        }

    def _world_in(self, folder: str) -> World | None:
        """The one recording of a folder, None where the folder is not there."""
        names = self.files.get(folder, [])
        return self._world(names[0]) if names else None

    def _world(self, name: str) -> World | None:
        """A recorded state, None (and a line in the report) where it is missing or damaged."""
        if name not in self.worlds:
            self.worlds[name] = None
            try:
                # Only listed names are read: a path in the table cannot lead outside the set.
                if name not in self.files.get(name.rpartition("/")[0], []):
                    raise KeyError("no such file")
                self.worlds[name] = World.parse(json.loads(self.archive.read(name)))
            except READ_ERRORS as error:
                self.report.unreadable_files[name] = str(error).strip("'\"") or type(error).__name__
        return self.worlds[name]


def _recordings(game: str) -> tuple[str, str]:
    """Folders of the architect's and of the second builder's recording of `CQ-game-N`."""
    number = game.rpartition("-")[2]
    base = "target_world_states/builder-data"
    return f"{base}/actionHit/game-{number}", f"{base}/cq-game-{number}"


def find_root(archive: Archive) -> str:
    """The folder inside the archive that holds the row table: "" or a name ending in a slash."""
    tables = [name for name in archive.names() if name.rpartition("/")[2] == ROWS]
    if not tables:
        raise InputError(f"no {ROWS} in the data set; give upstream's single-turn folder or its zip")
    return min(tables, key=len).removesuffix(ROWS)


def read_bank(archive: Archive, root: str) -> dict[str, str]:
    frame = _csv(archive, root + BANK, ("qrel", "ClarifyingQuestion"))
    return dict(zip(frame["qrel"], frame["ClarifyingQuestion"], strict=True))


def _csv(archive: Archive, name: str, required: tuple[str, ...]) -> pd.DataFrame:
    """A table of strings; empty cells are empty strings."""
    import pandas as pd

    try:
        frame = pd.read_csv(io.BytesIO(archive.read(name)), dtype=str, keep_default_na=False)
    except READ_ERRORS as error:
        raise InputError(f"cannot read {name}: {error}") from None
    missing = [column for column in required if column not in frame]
    if missing:
        raise InputError(f"{name} lacks the columns {missing}; it has {list(frame)}")
    return frame
