"""A table of your own as a data set: instructions, worlds, and what people found or asked or built.

CSV, JSON lines or parquet, a row an instruction:

    instruction         the words
    clear               yes or no (true or false, 1 or 0)
    world               before: a recorded state or a list of blocks, as JSON or as the path of a file,
                        from the table's folder; empty: the empty world
    question            optional: what was asked, where it was not clear
    target, built       optional: worlds as above; what was meant, and what somebody built from the words
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cq.data.folds import fold
from cq.data.iglu.worlds import cell_world, start_columns
from cq.data.schema import features
from cq.data.storage.tables import read_table
from cq.errors import InputError, MissingFileError
from cq.world import World

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

SUFFIXES = (".csv", ".jsonl", ".parquet")
CLEAR = {"yes": 0, "true": 0, "1": 0, "1.0": 0, "no": 1, "false": 1, "0": 1, "0.0": 1}
"""What `clear` says → the label; 1.0 is what a data frame with gaps makes of 1."""


def is_own(path: Path) -> bool:
    """Whether a path is that of a table of one's own, and not of a set in upstream's layout."""
    return path.suffix.lower() in SUFFIXES


def own_table(path: Path) -> pa.Table:
    """The table in the columns of `features`. Every question that was asked is in every row's pool.

    Raises `MissingFileError` where there is no such file, `InputError` naming the row that cannot be read.
    """
    from datasets import Dataset

    rows = _rows(path)
    qids = {question: qid for qid, question in own_bank(path).items()}
    columns: dict[str, list[Any]] = {name: [] for name in features()}
    for number, row in enumerate(rows, start=1):
        try:
            parsed = _parsed(row, qids, path)
        except (InputError, MissingFileError) as error:
            raise InputError(f"row {number} of {str(path)!r}: {error}") from None
        for name, values in columns.items():
            values.append(parsed.get(name))
    return Dataset.from_dict(columns, features=features()).data.table


def own_bank(path: Path) -> dict[str, str]:
    """The questions that were asked, qid → question, in the table's order."""
    asked = dict.fromkeys(_text(row, "question") for row in _rows(path))
    return {f"q_{i}": question for i, question in enumerate(one for one in asked if one)}


def _parsed(row: dict[str, Any], qids: dict[str, str], path: Path) -> dict[str, Any]:
    instruction, question = _text(row, "instruction"), _text(row, "question")
    said = _text(row, "clear").lower()
    if said not in CLEAR:
        raise InputError(f"clear is {said!r}; it is yes or no")
    label = CLEAR[said]
    if question and not label:
        raise InputError(f"the instruction is clear, and yet {question!r} was asked")
    start = _world(row.get("world"), path)
    ends = {
        name: None if _missing(row.get(name)) else _world(row[name], path).grid
        for name in ("target", "built")
    }
    return {
        **start_columns(start, ""),
        **{name: None if _missing(end) else _world(end, path).grid for name, end in ends.items()},
        "game_id": None,
        "instruction": instruction,
        "label": label,
        "fold": fold(instruction),
        "question": question or None,
        "qid": qids.get(question),
        "pool": list(qids.values()) if question else None,
    }


def _world(given: Any, path: Path) -> World:
    return cell_world(None if _missing(given) else given, path.parent)


def _rows(path: Path) -> list[dict[str, Any]]:
    import pandas as pd

    if not path.is_file():
        raise MissingFileError(f"no table at {str(path)!r}; give a CSV, JSON lines or parquet file")
    try:
        frame: pd.DataFrame
        kind = path.suffix.lower()
        if kind == ".csv":
            frame = read_table(path.read_bytes(), str(path), ("instruction", "clear"))
        else:
            frame = pd.read_parquet(path) if kind == ".parquet" else pd.read_json(path, lines=True)
    except InputError:
        raise
    except (ValueError, OSError) as error:
        raise InputError(f"cannot read {str(path)!r}: {error}") from None
    missing = [name for name in ("instruction", "clear") if name not in frame]
    if missing or frame.empty:
        raise InputError(f"{str(path)!r} lacks {missing or 'rows'}; it has the columns {list(frame)}")
    rows: list[dict[str, Any]] = frame.to_dict("records")
    return rows


def _text(row: dict[str, Any], name: str) -> str:
    return "" if _missing(row.get(name)) else str(row[name]).strip()


def _missing(value: Any) -> bool:
    """Empty cells are "" in CSV, None or NaN elsewhere."""
    return value is None or (isinstance(value, str) and not value.strip()) or _is_nan(value)


def _is_nan(value: Any) -> bool:
    return isinstance(value, float) and math.isnan(value)
