"""`cq arena …`: play agents against architects, and report what came of it."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from cq.cli.output import print_json
from cq.errors import InputError

arena_app = typer.Typer(help="Compare agents that may ask, where asking has a price.", no_args_is_help=True)


class ProtocolName(str, Enum):
    """The protocols."""

    told = "told"
    silent = "silent"
    asking = "asking"


@arena_app.command("run")
def run(
    sources: Annotated[
        list[str],
        typer.Argument(
            help="iglu, minecraft, human, tasks:FILE, bwim:FILE, talks:FILE or FILE.jsonl "
            "(docs/study_arena.md)."
        ),
    ],
    out: Annotated[Path, typer.Option(help="The file of transcripts to write (.jsonl).")],
    agent: Annotated[
        list[str],
        typer.Option(
            help="[NAME=]pipeline, never, always, random, recorded:FILE, http://…, a2a:http://…, "
            "llm:NAME, model:MODULE:FUNCTION or MODULE:NAME; again for more."
        ),
    ],
    protocol: Annotated[
        list[ProtocolName] | None,
        typer.Option(help="told, silent or asking; again for more. Default: all."),
    ] = None,
    architect: Annotated[
        str,
        typer.Option(
            help="written, own, person, llm:NAME, model:MODULE:FUNCTION or MODULE:NAME; "
            "unreliable:WRONG:UNKNOWN[:PATIENCE],… before it."
        ),
    ] = "written",
    rows: Annotated[int | None, typer.Option(min=1, help="Episodes of each source. Default: all.")] = None,
    budget: Annotated[int, typer.Option(min=0, help="Questions about each request.")] = 3,
    price: Annotated[float, typer.Option(min=0, help="Of a question; a right outcome is worth 1.")] = 0.1,
    seed: Annotated[int, typer.Option(help="Draws the rows, and all chances.")] = 0,
    workers: Annotated[int, typer.Option(min=1, help="Processes.")] = 1,
    ray: Annotated[bool, typer.Option("--ray", help="Play on a Ray cluster (extra ray).")] = False,
) -> None:
    """Play agents against an architect. The same command goes on after a kill."""
    from cq.arena import PROTOCOLS, Study, episodes
    from cq.arena import run as play
    from cq.arena.names import agent_of, architect_of

    agents = dict(map(_named, agent))
    if len(agents) < len(agent):
        names = [name for name, _ in map(_named, agent)]
        raise InputError(f"two agents have the name {max(names, key=names.count)!r}; name one, as NAME=AGENT")
    for player in agents.values():
        agent_of(player)  # An agent that does not exist is told before the work.
    architect_of(architect)
    protocols = [name for name in PROTOCOLS if protocol is None or ProtocolName(name) in protocol]
    found = [episode for source in sources for episode in episodes(source, rows, seed)]
    study = Study(found, agents, protocols, architect, budget, price, seed)
    _show(play(study, out, workers=workers, on_ray=ray))
    typer.echo(f"wrote {out}")


@arena_app.command("report")
def report(
    transcripts: Annotated[list[Path], typer.Argument(help="Files that cq arena run wrote.")],
    out: Annotated[
        Path | None,
        typer.Option(help="Write the report: .html, .svg (curves) or .csv (a row for each game)."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show the measures of transcripts. No agent is played."""
    from cq.arena import frame, read_transcripts, summary, write_report

    found = read_transcripts(*transcripts)
    if out is not None:
        write_report(found, out)
    if as_json:
        table = summary(frame(found))
        print_json(table.astype(object).where(table.notna(), None).to_dict("records"))
    else:
        _show(found)
    if out is not None:
        typer.echo(f"wrote {out}", err=as_json)


def _named(agent: str) -> tuple[str, str]:
    """The name of an agent in the report, by default its specification, and the specification."""
    name, equals, of = agent.partition("=")
    return (name or of, of) if equals and ":" not in name else (agent, agent)


def _show(transcripts: list[dict[str, object]]) -> None:
    from cq.arena import frame, summary
    from cq.cli.tables import print_table

    table = summary(frame(transcripts))
    for source, some in table.groupby("source", sort=False):
        rows = {
            f"{row.pop('agent')}, {row.pop('protocol')}": {
                name: "–" if value != value else round(value, 3) for name, value in row.items()
            }
            for row in some.drop(columns="source").to_dict("records")
        }
        print_table(source, rows)
