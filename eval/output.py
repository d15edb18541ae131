"""Shows and writes the tables that an evaluation has measured."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cq.cli.tables import print_table
from cq.files import write_text

Tables = Mapping[str, Mapping[str, Mapping[str, Any]]]
"""Title → row → column → value, as in `results/*.json`."""


def show(tables: Tables, out: Path | None, **more: Any) -> None:
    """Print the tables that have rows; write them as JSON, with `more` beside them, if a file is given."""
    for title, table in tables.items():
        if table:
            print_table(title, table)
    write_json(out, {"tables": tables, **more})


def write_rows(path: Path | None, **columns: Any) -> None:
    """Write columns of equal length to a CSV file, with the index of each row; without a file, nothing."""
    if path is not None:
        import pandas as pd

        write_text(path, pd.DataFrame(columns).round(4).to_csv(index_label="row"))


def write_json(out: Path | None, results: Any) -> None:
    """Write results to a file; without a file, write nothing."""
    if out is not None:
        write_text(out, json.dumps(results, indent=1, ensure_ascii=False) + "\n")
