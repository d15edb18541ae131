"""`python -m pipelines.reader [FILES]`: carry the canonical orders of pairs out, and say what is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cq.reading.pairs import pairs_by_writer
from pipelines.reader.pairs import bundled_pairs, check

app = typer.Typer(add_completion=False)


@app.command()
def main(
    files: Annotated[
        list[Path] | None, typer.Argument(help="JSON Lines; none: the pairs of the package.")
    ] = None,
    every: Annotated[int, typer.Option(help="Check each so-many-th pair.", min=1)] = 1,
    changes: Annotated[bool, typer.Option(help="Show what each pair changes.")] = False,
) -> None:
    """Print each pair whose canonical orders are not read, ask back or change nothing, and how many do."""
    found = pairs_by_writer(files or ())
    for writer, pairs in (found or bundled_pairs()).items():
        wrong = 0
        for number, pair in enumerate(pairs, start=1):
            if number % every:
                continue
            checked = check(pair)
            wrong += bool(checked.faults)
            if checked.faults or changes:
                typer.echo(f"{writer} {number}: {pair.text}\n  = {' | '.join(pair.canonical)}")
                typer.echo("".join(f"  {one}\n" for one in (*checked.faults, *checked.changes)), nl=False)
        typer.echo(f"{writer}: {len(pairs) // every} pairs checked, {wrong} wrong")


if __name__ == "__main__":
    app()
