"""`cq data …`: looking at data sets, fetching them, and writing them for others."""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    import datasets

data_app = typer.Typer(help="Look at data sets, fetch them, export them.", no_args_is_help=True)

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


class Set(str, Enum):
    """The sets that can be parsed."""

    singleturn = "singleturn"
    multiturn = "multiturn"


Which = Annotated[Set, typer.Option("--set", help="Which set.")]
SetPath = Annotated[
    Path | None, typer.Argument(help="The set's folder or zip; by default in the data folders (CQ_DATA).")
]


@data_app.command("stats")
def stats(path: SetPath = None, as_json: Json = False) -> None:
    """Tables about the single-turn set: rows, folds, worlds, questions, and what the load left out."""
    from cq.cli import show
    from cq.data import load_report, load_singleturn, statistics

    report = load_report(path)
    tables = statistics(load_singleturn(path), report)
    if as_json:
        print_json({**tables, "report": asdict(report)})
    else:
        show.tables(tables)
        show.report(report)


@data_app.command("download")
def download(
    name: Annotated[str, typer.Argument(help="multiturn, singleturn or feedback.")],
    to: Annotated[Path | None, typer.Option(help="A folder; by default CQ_DATA, else the cache.")] = None,
    mirror: Annotated[
        str | None, typer.Option(help="Another server (CQ_MIRROR): its address before COMMIT/PATH.")
    ] = None,
    force: Annotated[bool, typer.Option(help="Also where it is there already.")] = False,
    unpack: Annotated[bool, typer.Option(help="Unpack the zip beside itself.")] = False,
) -> None:
    """Fetch one of upstream's files: pinned by commit and SHA-256, resumed where it was cut."""
    from cq import data

    path = data.fetch(name, to, base=mirror, force=force)
    if unpack:
        path = data.unpack(path, path.with_suffix(""))
    typer.echo(path)


@data_app.command("export")
def export(
    out: Annotated[Path, typer.Argument(help="The folder to write.")],
    path: SetPath = None,
    which: Which = Set.singleturn,
) -> None:
    """Write a parsed set as parquet with features and a dataset card, as hubs take it."""
    from cq.data import load_multiturn, load_singleturn, to_hub_parquet

    rows: datasets.Dataset = (load_singleturn if which is Set.singleturn else load_multiturn)(path)
    to_hub_parquet(rows, out, title=f"IGLU {which.value}, parsed")
    typer.echo(
        f"wrote {len(rows):,} rows to {out}; to put them on a hub: hf upload NAME {out} --repo-type dataset"
    )


@data_app.command("feedback")
def feedback(
    path: Annotated[
        Path | None, typer.Argument(help="human_agent_feedback.csv, or its folder; by default in CQ_DATA.")
    ] = None,
    as_json: Json = False,
) -> None:
    """What people said of the 2022 agents, per agent."""
    from cq.cli import show
    from cq.data import feedback_summary, load_feedback

    table: dict[str, dict[str, Any]] = feedback_summary(load_feedback(path)).round(3).to_dict("index")
    if as_json:
        print_json(table)
    else:
        show.tables({"Human evaluation of the 2022 agents": table})


@data_app.command("tape")
def tape(
    recording: Annotated[Path, typer.Argument(help="A recorded state (JSON) with its tape.")],
    as_json: Json = False,
) -> None:
    """What was done in a recording, action by action."""
    from cq.data import actions

    done = actions(recording)
    if as_json:
        print_json([{"action": type(one).__name__, **asdict(one)} for one in done])
        return
    for one in done:
        parts = [getattr(one, field.name) for field in fields(one) if field.name != "tick"]
        words = [", ".join(map(str, part)) if isinstance(part, tuple) else str(part) for part in parts]
        typer.echo(f"{one.tick:>6} {type(one).__name__} {'; '.join(words)}")


def print_json(value: Any) -> None:
    typer.echo(json.dumps(value, ensure_ascii=False))
