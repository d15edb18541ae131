"""Which texts a reader reads, and as what, against what was read before the language was written anew.

The golden files (`eval/golden/*.json`) hold, for each text that was read, a digest of the grid that it was
built as, and whether that grid was the target: clear recorded rows by the number of their game, without a
word of them; the hand-written cases of `eval/behaviours`; and 200 generated sentences with their worlds, so
that they outlive their generator. A reader is a function of text, start grid, facing and the cells placed
last; it returns a grid, or None where it is not sure. "Of different" counts the exact grids among those that
differ, before → now. Of recorded rows in folds 3 and 4, which are kept aside, only counts are printed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from cq.cli.tables import print_table
from cq.errors import InputError
from cq.plain_text import plain
from eval.golden.comparison import Compared, compare, counts, load_reader, shown
from eval.golden.rows import BEHAVIOURS, GENERATED, PARTS, RECORDED, Row, behaviour_rows, recorded_rows
from eval.golden.store import FOLDER, Reads, generated_rows, load_reads, write_part
from eval.options import Data, Out
from eval.output import write_json

READER = "cq.meaning.instruction.sure_build"
"""The language, of what it is sure. The golden files hold what the reader before it read."""

ALL_PARTS = ",".join(PARTS)

ReaderName = Annotated[str, typer.Option("--compare", help="Dotted name of the reader to compare.")]
Write = Annotated[bool, typer.Option("--write", help="Write the files from what the reader reads.")]
Show = Annotated[
    int, typer.Option(min=0, help="Texts of each part to print that are missed or read differently.")
]
Parts = Annotated[str, typer.Option(help=f"Parts, with commas: {', '.join(PARTS)}.")]
Folder = Annotated[Path, typer.Option(help="The folder of the golden files.")]


def main(
    reader: ReaderName = READER,
    write: Write = False,
    show: Show = 0,
    parts: Parts = ALL_PARTS,
    folder: Folder = FOLDER,
    data: Data = None,
    out: Out = None,
) -> None:
    chosen = [part.strip() for part in parts.split(",")]
    if unknown := sorted(set(chosen) - set(PARTS)):
        raise InputError(f"--parts {unknown[0]!r} is unknown; give some of {', '.join(PARTS)}")
    read = load_reader(reader)
    rows: dict[str, Callable[[], list[Row]]] = {
        RECORDED: lambda: recorded_rows(data),
        BEHAVIOURS: behaviour_rows,
        GENERATED: lambda: generated_rows(folder),
    }
    compared: list[Compared] = []
    for part in chosen:
        of_part = rows[part]()
        before: Reads = {} if write else load_reads(folder, part)
        if gone := len(set(before) - {row.id for row in of_part}):
            typer.echo(f"{part}: {gone} texts of the golden file are not there and count for nothing")
        found = compare(of_part, before, read)
        compared += found
        if write:
            now = {one.row.id: one.now for one in found if one.now is not None}
            path = write_part(folder, part, reader, of_part, now)
            typer.echo(f"{path}: {sum(one.now is not None for one in found)} of {len(found)} texts are read")
    table: dict[str, dict[str, Any]] = counts(compared)
    print_table(f"{reader} against the golden files", table)
    for line in shown(compared, show):
        typer.echo(plain(line))
    write_json(out, {"reader": reader, "table": table})
