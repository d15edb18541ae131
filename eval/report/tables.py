"""Write the figures of the README and the tables of all pages from `results/*.json`.

A file of results holds the `command` that measures it, when it was `measured`, and its `tables`: title →
row → column → value. On the page a table stands below `<!-- table FILE: TITLE -->`, or some of its rows below
`<!-- table FILE: TITLE | ROW; ROW -->`; everything else is written by hand. `--add NAME FILE` takes what an
evaluation wrote with `--out` into `results/NAME.json`: its rows replace those of the same title and name.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from cq.errors import InputError
from cq.files import write_text
from cq.files.json_input import read_json
from eval.output import write_json
from eval.report.readme import PAGE as README
from eval.report.readme import with_figures

RESULTS, PAGES = Path("results"), Path("docs")
_TABLE = re.compile(r"<!-- table ([\w-]+): ([^|\n]+?)(?: \| ([^\n]+?))? -->\n(?:\|.*\n)*")


def main(
    results: Annotated[Path, typer.Option(help="The folder of the results.")] = RESULTS,
    add: Annotated[
        tuple[str, Path] | None, typer.Option(help="Take a NAME and a FILE into the folder before.")
    ] = None,
    command: Annotated[str, typer.Option(help="With --add: the command that wrote the file.")] = "",
) -> None:
    if add is not None:
        name, file = add
        path, found = results / f"{name}.json", read_json(file, "file of results")
        kept = read_json(path, "file of results") if path.is_file() else {"tables": {}}
        tables = {title: kept["tables"].get(title, {}) | rows for title, rows in found["tables"].items()}
        measured = {"command": command or f"python -m eval {name}", "measured": str(datetime.date.today())}
        write_json(path, {**kept, **measured, "tables": {**kept["tables"], **tables}})
    for page, text in shown(results).items():
        write_text(page, text)


def shown(results: Path) -> dict[Path, str]:
    """Each page with figures, as the results want it."""
    pages = {page: page.read_text(encoding="utf-8") for page in sorted(PAGES.glob("*.md"))}
    tables = {page: rendered(text, results) for page, text in pages.items() if _TABLE.search(text)}
    return {README: with_figures(README.read_text(encoding="utf-8"), results), **tables}


def rendered(page: str, results: Path) -> str:
    """The page with its tables as they are in the results. Raises `InputError` for a table that no file
    holds.
    """

    def table(match: re.Match[str]) -> str:
        name, title, only = match.groups()
        tables = read_json(results / f"{name}.json", "file of results")["tables"]
        if title not in tables:
            raise InputError(f"{name}.json has no table {title!r}; it has {', '.join(tables)}")
        rows = tables[title]
        if only is not None:
            chosen = [row.strip() for row in only.split(";")]
            if unknown := [row for row in chosen if row not in rows]:
                raise InputError(f"table {title!r} has no row {unknown[0]!r}; it has {', '.join(rows)}")
            rows = {row: rows[row] for row in chosen}
        head = match[0].partition("\n")[0]
        return f"{head}\n{markdown(title, rows)}\n"

    return _TABLE.sub(table, page)


def markdown(title: str, rows: Mapping[str, Mapping[str, Any]]) -> str:
    """A table in markdown; a dash where a row lacks a column."""
    columns = list(dict.fromkeys(column for row in rows.values() for column in row))
    lines = [[title, *columns], ["---"] * (len(columns) + 1)]
    lines += [[name, *(str(row.get(column, "–")) for column in columns)] for name, row in rows.items()]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
