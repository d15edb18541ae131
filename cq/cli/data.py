"""`cq data …`: inspect, download and export data sets."""

from __future__ import annotations

from dataclasses import asdict, fields
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cq.cli.output import print_json
from cq.plain_text import plain

if TYPE_CHECKING:
    import datasets

data_app = typer.Typer(help="Inspect, download and export data sets.", no_args_is_help=True)

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


class Set(str, Enum):
    """The data sets that can be parsed."""

    singleturn = "singleturn"
    multiturn = "multiturn"


Which = Annotated[Set, typer.Option("--set", help="Which data set.")]
SetPath = Annotated[Path | None, typer.Argument(help="The data set's folder or zip. Default: from CQ_DATA.")]


@data_app.command("stats")
def stats(path: SetPath = None, as_json: Json = False) -> None:
    """Print statistics of the single-turn set, and what could not be read."""
    from cq.cli import show
    from cq.cli.tables import print_table
    from cq.data import load_report, load_singleturn, statistics

    report = load_report(path)
    tables = statistics(load_singleturn(path), report)
    if as_json:
        print_json({**tables, "report": asdict(report)})
    else:
        for title, rows in tables.items():
            print_table(title, rows)
        show.report(report)


@data_app.command("download")
def download(
    name: Annotated[str, typer.Argument(help="multiturn, singleturn or feedback.")],
    to: Annotated[Path | None, typer.Option(help="A folder. Default: CQ_DATA, else the cache.")] = None,
    mirror: Annotated[
        str | None, typer.Option(help="Another server (or CQ_MIRROR): the address before COMMIT/PATH.")
    ] = None,
    force: Annotated[bool, typer.Option(help="Download even if the file exists.")] = False,
    unpack: Annotated[bool, typer.Option(help="Unpack the zip into a folder beside it.")] = False,
) -> None:
    """Download one of the published files, checked by SHA-256; resumes a partial download."""
    from cq import data

    path = data.fetch(name, to, base=mirror, force=force)
    if unpack:
        path = data.unpack(path, path.with_suffix(""))
    typer.echo(plain(path))


@data_app.command("export")
def export(
    out: Annotated[Path, typer.Argument(help="The folder to write.")],
    path: SetPath = None,
    which: Which = Set.singleturn,
) -> None:
    """Write a parsed data set as parquet with features and a dataset card, ready for a hub."""
    from cq.data import load_multiturn, load_singleturn, to_hub_parquet
    from cq.files import check_folder

    check_folder(out)
    rows: datasets.Dataset = (load_singleturn if which is Set.singleturn else load_multiturn)(path)
    to_hub_parquet(rows, out, title=f"IGLU {which.value}, parsed")
    typer.echo(
        f"wrote {len(rows):,} rows to {out}; upload them to a hub: hf upload NAME {out} --repo-type dataset"
    )


@data_app.command("feedback")
def feedback(
    path: Annotated[
        Path | None, typer.Argument(help="human_agent_feedback.csv or its folder. Default: from CQ_DATA.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Summarise the human evaluation of the 2022 agents."""
    from cq.cli.tables import print_table
    from cq.data import feedback_summary, load_feedback

    table: dict[str, dict[str, Any]] = feedback_summary(load_feedback(path)).round(3).to_dict("index")
    if as_json:
        print_json(table)
    else:
        print_table("Human evaluation of the 2022 agents", table)


@data_app.command("tape")
def tape(
    recording: Annotated[Path, typer.Argument(help="A recorded state (JSON) with its tape.")],
    as_json: Json = False,
) -> None:
    """Print the events of a recording."""
    from cq.data import actions

    events = actions(recording)
    if as_json:
        print_json([{"action": type(event).__name__, **asdict(event)} for event in events])
        return
    for event in events:
        parts = [getattr(event, field.name) for field in fields(event) if field.name != "tick"]
        words = [", ".join(map(str, part)) if isinstance(part, tuple) else str(part) for part in parts]
        typer.echo(plain(f"{event.tick:>6} {type(event).__name__} {'; '.join(words)}"))


@data_app.command("minecraft")
def minecraft(
    path: Annotated[
        Path | None, typer.Argument(help="The corpus's folder or zip. Default: from CQ_DATA.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Count the Minecraft dialogues by split, and what could not be read."""
    from cq.cli.tables import print_table
    from cq.data import load_minecraft, minecraft_report

    report = minecraft_report(path)
    rows = load_minecraft(path).select_columns(["split", "game", "dialogue", "actions"]).to_list()
    table: dict[str, dict[str, Any]] = {}
    for split in sorted(report.segments):
        some = [row for row in rows if (row["split"] or "") == split]
        table[split or "no split"] = {
            "games": len({row["game"] for row in some}),
            "segments": len(some),
            "actions": sum(len(row["actions"]) for row in some),
            "utterances before": round(sum(len(row["dialogue"]) for row in some) / len(some), 1),
        }
    if as_json:
        print_json({"splits": table, "report": asdict(report)})
    else:
        print_table("Minecraft dialogues", table)
        typer.echo(plain(report.summary()))
