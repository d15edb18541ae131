"""The rows of the single-turn set, in the two layouts in which it was published.

At present: `clarifying_questions_train.csv`, one row per rated instruction. At first:
`single_turn_instructions.csv`, one row per game. An architect's game is `game-N`; if its instruction was
found clear, a second person's game from the same words is `CQ-game-N`.
"""

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

FIRST_TABLE = "single_turn_instructions.csv"
FIRST_COLUMNS = ("GameId", "InitializedWorldPath", "TargetWorldPath", "InputInstruction")
SECOND_BUILD = "CQ-"
"""Prefix of the names of second builds."""


class SingleturnRows:
    """The rows under `root` of an archive, read in one pass, which fills in the report."""

    def __init__(self, archive: Archive, root: str, report: LoadReport) -> None:
        self.archive, self.root, self.report = archive, root, report
        self.worlds, self.dialogs = RecordedWorlds(archive, report), Dialogs.find(archive)
        self.kept: list[dict[str, Any]] = []

    def read(self) -> list[dict[str, Any]]:
        """The rows of the present layout, in the columns of `features`."""
        frame = read_csv(self.archive, self.root + TABLE, COLUMNS)
        bank = self._bank(frame)
        self.report.rows_read = len(frame)
        self.report.repeated_rows = int(frame.duplicated().sum())
        self.report.questions_in_bank = len(bank)
        for number, row in enumerate(frame.to_dict("records"), start=1):
            game, label = row["GameId"], LABELS.get(row["IsInstructionClear"].strip().lower())
            kept = self._add(
                f"row {number} ({game})",
                row["InputInstruction"],
                row["InitializedWorldPath"],
                [self.worlds.first_in(self.root + folder) for folder in _recordings(game)],
                "" if label is not None else f"label {row['IsInstructionClear']!r} is neither Yes nor No",
            )
            if kept is None:
                continue
            listed = re.findall(r"[^\s',\[\]]+", row.get("qbank", ""))
            pool = [qid for qid in dict.fromkeys(listed) if qid in bank]
            self.report.pool_ids_listed += len(set(listed))
            self.report.pool_ids_in_no_bank += len(set(listed)) - len(pool)
            asked = {"question": row.get("ClarifyingQuestion") or None, "qid": row.get("qrel") or None}
            kept.update(asked, game_id=game, label=label, pool=pool or None)
        return self.kept

    def read_first(self) -> list[dict[str, Any]]:
        """The architects' games of the first layout. `label` is 0 for games with a second build; for the
        others, nothing is known and it is None.
        """
        frame = read_csv(self.archive, self.root + FIRST_TABLE, FIRST_COLUMNS)
        rows = {row["GameId"]: row for row in frame.to_dict("records")}
        self.report.rows_read, self.report.repeated_rows = len(frame), len(frame) - len(rows)
        for game, row in rows.items():
            if game.startswith(SECOND_BUILD):
                continue
            second = rows.get(SECOND_BUILD + game)
            ends = [
                self.root + _path(recorded["TargetWorldPath"]) if recorded else None
                for recorded in (row, second)
            ]
            kept = self._add(game, row["InputInstruction"], _path(row["InitializedWorldPath"]), ends)
            if kept is not None:
                kept.update(game_id=SECOND_BUILD + game, label=None if second is None else 0)
        return self.kept

    def _add(
        self, name: str, instruction: str, start_path: str, ends: list[str | None], fault: str = ""
    ) -> dict[str, Any] | None:
        """A new row with the worlds and words of a game; None, with the reason in the report, if it cannot be
        used. `ends` are the recordings of the target and of the second build.
        """
        start = self.worlds[self.root + start_path]
        if not normalise(instruction):
            fault = "empty instruction"
        elif start is None:
            fault = fault or f"start world {start_path!r} is missing or unreadable"
        if fault or start is None:
            self.report.dropped_rows[name] = fault
            return None
        target, built = (None if end is None else self.worlds[end] for end in ends)
        self.report.rows_kept += 1
        self.report.rows_without_target += target is None
        self.report.rows_without_built += built is None
        row = {
            **start_columns(start, start_path),
            "instruction": instruction,
            "fold": fold(instruction),
            "target": None if target is None else target.grid,
            "built": None if built is None else built.grid,
            "dialog": self.dialogs.before(start_path),
        }
        self.kept.append(row)
        return row

    def _bank(self, frame: pd.DataFrame) -> dict[str, str]:
        if self.root + BANK in self.worlds.files[self.root.rstrip("/")]:
            return read_bank(self.archive, self.root)
        # Without a bank file, the questions of the rows are the bank.
        if not {"qrel", "ClarifyingQuestion"} <= set(frame):
            return {}
        pairs = zip(frame["qrel"], frame["ClarifyingQuestion"], strict=True)
        return {qid: text for qid, text in pairs if qid}


def _recordings(game: str) -> tuple[str, str]:
    """The folders of the architect's recording of `CQ-game-N` and of the second builder's."""
    number = game.rpartition("-")[2]
    base = "target_world_states/builder-data"
    return f"{base}/actionHit/game-{number}", f"{base}/cq-game-{number}"


def _path(written: str) -> str:
    return written.strip().replace("\\", "/")


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
