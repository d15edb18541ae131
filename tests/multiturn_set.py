"""A small multi-turn set in upstream's layout, for tests of several files."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

from cq.data.iglu.dialogs import COLUMNS

RED, RED_AND_BLUE, TOWER = (
    [(0, 63, 0, 60)],
    [(0, 63, 0, 60), (1, 63, 0, 57)],
    [(0, 63, 0, 60), (0, 64, 0, 60)],
)


def recorded_state(blocks) -> str:
    return json.dumps(
        {"worldEndingState": {"blocks": blocks}, "avatarInfo": {"pos": [0, 63, 0], "look": [0, 0]}}
    )


def dialog_row(session, number, says="", asks="", answers="", qualified="True", structure=None):
    structure = structure or session.rpartition("-")[2]
    return [session, structure, number, says, asks, answers, qualified]


def write_multiturn(folder: Path, rows, worlds) -> Path:
    """A set in upstream's layout: rows of the table, and blocks by "session/step"."""
    table = io.StringIO()
    csv.writer(table).writerows([COLUMNS, *rows])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "dialogs.csv").write_text(table.getvalue())
    for name, blocks in worlds.items():
        path = folder / "builder-data" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(blocks if isinstance(blocks, str) else recorded_state(blocks))
    return folder


SESSION = [
    dialog_row("1-c7", 1, "Put a red block down.$$$Anywhere."),
    dialog_row("1-c7", 2),
    dialog_row("1-c7", 3, "Put a block beside it."),
    dialog_row("1-c7", 4, asks="What colour?"),
    dialog_row("1-c7", 5, answers="Blue."),
    dialog_row("1-c7", 6),
]
WORLDS = {"1-c7/step-2": RED, "1-c7/step-6": RED_AND_BLUE}


def write_for_the_data_page(folder: Path) -> None:
    """A session of three turns on structure c73, and one of its recordings with a tape as `step-2`."""
    rows = [dialog_row("1-c73", *one[2:]) for one in SESSION] + [
        dialog_row("1-c73", 7, "Up."),
        dialog_row("1-c73", 8),
    ]
    worlds = {name.replace("c7", "c73"): blocks for name, blocks in WORLDS.items()} | {"1-c73/step-8": TOWER}
    write_multiturn(folder, rows, worlds)
    tape = "1 action select_and_place_block 60 0 63 0\n2 block_change  (0, 63, 0, 0, 60)\n"
    (folder / "step-2").write_text(json.dumps({"tape": tape}))
