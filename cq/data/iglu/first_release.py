"""The single-turn set as it was first published: `single_turn_instructions.csv`, one row per game.

An architect's game is `game-N`. If its instruction was found clear, a second person's game from the same
words is `CQ-game-N`. Each row names the recordings of the worlds before and after.
"""

from __future__ import annotations

from typing import Any

from cq.data.folds import fold, normalise
from cq.data.iglu.dialogs import Dialogs
from cq.data.iglu.worlds import RecordedWorlds, start_columns
from cq.data.report import LoadReport
from cq.data.storage.archive import Archive
from cq.data.storage.tables import read_csv

TABLE = "single_turn_instructions.csv"
COLUMNS = ("GameId", "InitializedWorldPath", "TargetWorldPath", "InputInstruction")
SECOND_BUILD = "CQ-"
"""How the names of second builds begin."""


def game_rows(archive: Archive, root: str, report: LoadReport) -> list[dict[str, Any]]:
    """The architects' games under `root`, in the columns of `features`. `label` is 0 for games with a second
    build; for the others, nothing is known and it is None.
    """
    frame = read_csv(archive, root + TABLE, COLUMNS)
    rows = {row["GameId"]: row for row in frame.to_dict("records")}
    report.rows_read, report.repeated_rows = len(frame), len(frame) - len(rows)
    worlds, dialogs = RecordedWorlds(archive, report), Dialogs.find(archive)
    kept: list[dict[str, Any]] = []
    for game, row in rows.items():
        if game.startswith(SECOND_BUILD):
            continue
        start_path = _path(row["InitializedWorldPath"])
        start, target = worlds[root + start_path], worlds[root + _path(row["TargetWorldPath"])]
        if not normalise(row["InputInstruction"]) or start is None:
            missing = f"start world {start_path!r} is missing or unreadable"
            report.dropped_rows[game] = missing if start is None else "empty instruction"
            continue
        second = rows.get(SECOND_BUILD + game)
        built = None if second is None else worlds[root + _path(second["TargetWorldPath"])]
        report.rows_kept += 1
        report.rows_without_target += target is None
        report.rows_without_built += built is None
        parsed = {
            **start_columns(start, start_path),
            "game_id": SECOND_BUILD + game,
            "instruction": row["InputInstruction"],
            "label": None if second is None else 0,
            "fold": fold(row["InputInstruction"]),
            "target": None if target is None else target.grid,
            "built": None if built is None else built.grid,
            "dialog": dialogs.before(start_path),
        }
        kept.append(parsed)
    return kept


def _path(written: str) -> str:
    return written.strip().replace("\\", "/")
