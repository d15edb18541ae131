"""How figures are printed: one table, wide enough not to break its cells when written to a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.table import Table

WIDTH = 150

console = Console() if Console().is_terminal else Console(width=WIDTH)


def print_table(title: str, rows: Mapping[str, Mapping[str, Any]]) -> None:
    """Print row name → column name → figure; a figure that a row lacks shows as a dash."""
    table = Table(title=title, title_justify="left", title_style="bold", box=None, padding=(0, 2))
    table.add_column("")
    columns = list(dict.fromkeys(column for row in rows.values() for column in row))
    for column in columns:
        table.add_column(column, justify="right")
    for name, row in rows.items():
        table.add_row(name, *(str(row.get(column, "–")) for column in columns))
    console.print(table, "")
