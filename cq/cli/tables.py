"""One table for every command that prints figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from cq.plain_text import plain

FILE_WIDTH = 150
"""Columns of the output if it is not a terminal: wide enough that cells do not break."""


def new_console() -> Console:
    """A console as wide as the terminal, or `FILE_WIDTH` where the output is a file or a pipe."""
    console = Console()
    return console if console.is_terminal else Console(width=FILE_WIDTH)


def print_table(title: str | None, rows: Mapping[str, Mapping[str, Any]]) -> None:
    """Print a titled table: row name → column name → value, with a dash for a missing column. Names of
    columns break at underscores only.
    """
    rows = {plain(name): {plain(c): v for c, v in row.items()} for name, row in rows.items()}
    columns = list(dict.fromkeys(column for row in rows.values() for column in row))
    table = Table(box=None, padding=(0, 1), show_header=any(columns))
    table.add_column("", no_wrap=True)
    for column in columns:
        longest = max(map(len, [*column.replace("_", " ").split(), ""]))
        table.add_column(Text(column.replace("_", " ")), justify="right", overflow="fold", min_width=longest)
    for name, row in rows.items():
        # `Text` keeps brackets in names and values from being read as markup.
        table.add_row(Text(name), *(Text(_cell(row.get(column, "–"))) for column in columns))
    console = new_console()
    if title is not None:
        console.print(Text(plain(title), "bold"))
    console.print(table, "")


def _cell(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int | float) else plain(value)
