"""The single-turn set in upstream's present layout: `clarifying_questions_train.csv` and its worlds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from cq.data.folds import fold, normalise
from cq.data.iglu.dialogs import Dialogs
from cq.data.iglu.worlds import RecordedWorlds, start_columns
from cq.data.report import LoadReport
from cq.data.storage.archive import Archive
from cq.data.storage.tables import read_csv
from cq.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

TABLE, BANK = "clarifying_questions_train.csv", "question_bank.csv"
COLUMNS = ("GameId", "InitializedWorldPath", "InputInstruction", "IsInstructionClear")
LABELS = {"yes": 0, "no": 1}


class ClarifyingQuestionsParser:
    """Parses the table under `root` of an archive in one pass, and fills in the report on the way."""

    def __init__(self, archive: Archive, root: str, report: LoadReport) -> None:
        self.archive, self.root, self.report = archive, root, report
        self.worlds, self.dialogs = RecordedWorlds(archive, report), Dialogs.find(archive)

    def rows(self) -> list[dict[str, Any]]:
        """The rows that are kept, in the columns of `features`."""
        frame = read_csv(self.archive, self.root + TABLE, COLUMNS)
        bank = self._bank(frame)
        self.report.rows_read = len(frame)
        self.report.repeated_rows = int(frame.duplicated().sum())
        self.report.questions_in_bank = len(bank)
        rows = frame.to_dict("records")
        parsed = [self._row(number, row, bank) for number, row in enumerate(rows, start=1)]
        kept = [row for row in parsed if row is not None]
        self.report.rows_kept = len(kept)
        return kept

    def _bank(self, frame: pd.DataFrame) -> dict[str, str]:
        if self.root + BANK in self.worlds.files[self.root.rstrip("/")]:
            return read_bank(self.archive, self.root)
        # Without a bank file, the questions of the rows are the bank.
        if not {"qrel", "ClarifyingQuestion"} <= set(frame):
            return {}
        return {
            qid: text for qid, text in zip(frame["qrel"], frame["ClarifyingQuestion"], strict=True) if qid
        }

    def _row(self, number: int, row: dict[str, str], bank: dict[str, str]) -> dict[str, Any] | None:
        """One row's values, or None with the reason in the report."""
        game, instruction, start_path = row["GameId"], row["InputInstruction"], row["InitializedWorldPath"]
        label = LABELS.get(row["IsInstructionClear"].strip().lower())
        start = self.worlds[self.root + start_path]
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
        target, built = (self.worlds.first_in(self.root + place) for place in _recordings(game))
        self.report.rows_without_target += target is None
        self.report.rows_without_built += built is None
        listed = re.findall(r"[^\s',\[\]]+", row.get("qbank", ""))
        pool = [qid for qid in dict.fromkeys(listed) if qid in bank]
        self.report.pool_ids_listed += len(set(listed))
        self.report.pool_ids_in_no_bank += len(set(listed)) - len(pool)
        return {
            **start_columns(start, start_path),
            "game_id": game,
            "instruction": instruction,
            "label": label,
            "fold": fold(instruction),
            "target": None if target is None else target.grid,
            "built": None if built is None else built.grid,
            "question": row.get("ClarifyingQuestion") or None,
            "qid": row.get("qrel") or None,
            "pool": pool or None,
            "dialog": self.dialogs.before(start_path),
        }


def _recordings(game: str) -> tuple[str, str]:
    """The folders of the architect's recording of `CQ-game-N` and of the second builder's."""
    number = game.rpartition("-")[2]
    base = "target_world_states/builder-data"
    return f"{base}/actionHit/game-{number}", f"{base}/cq-game-{number}"


def find_root(archive: Archive, table: str) -> str:
    """The folder of the archive that holds a table: "" or a name with a slash at its end."""
    tables = [name for name in archive.names() if name.rpartition("/")[2] == table]
    if not tables:
        raise InputError(f"no {table} in the data set; give upstream's single-turn folder or its zip")
    return min(tables, key=len).removesuffix(table)


def read_bank(archive: Archive, root: str) -> dict[str, str]:
    """The question bank under `root`, qid → question, in the file's order."""
    frame = read_csv(archive, root + BANK, ("qrel", "ClarifyingQuestion"))
    bank: dict[str, str] = {}
    for qid, question in zip(frame["qrel"], frame["ClarifyingQuestion"], strict=True):
        if bank.setdefault(qid, question) != question:
            raise InputError(f"{BANK} has the id {qid!r} twice, with different questions; keep one")
    return bank
