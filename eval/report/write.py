"""A report of the main results, as markdown and HTML.

Writes `report.md` and `report.html`: tables with baselines and published results, curves, results by kind and
length, the worst errors with their worlds, waiting time and memory, and the command that reproduces each
section. Writes `runs/` too, each system's answers row by row, for `python -m eval compare`. All results are
out of fold. Trained networks are taken from the checkpoints of the trainings and evaluations.
"""

from __future__ import annotations

import platform
from pathlib import Path
from typing import Annotated

import typer

from cq.data import load_report, load_singleturn
from cq.data.user_table import is_user_table
from cq.encoder.backbone import Backbone
from cq.errors import InputError
from cq.files import check_folder
from eval.options import Data, Samples, WorkRoot
from eval.report.report import Report, quoted
from eval.report.sections.building import building_section
from eval.report.sections.clarity import clarity_section
from eval.report.sections.loop import loop_section
from eval.report.sections.ranking import ranking_section
from eval.report.sections.speed import speed_section

SECTIONS = ("clarity", "ranking", "building", "speed")
PLAYED = Path("docs/images/loop.json")


def main(
    data: Data = None,
    out: Annotated[Path, typer.Option(help="Folder of the report.")] = Path("reports"),
    samples: Samples = 1000,
    work: WorkRoot = Path("runs"),
    sections: Annotated[
        str, typer.Option(help="Sections, separated by commas; loop is one more.")
    ] = ",".join(SECTIONS),
    cross_encoder: Annotated[
        bool, typer.Option(help="For ranking: with the cross-encoder, whose five trainings take an hour.")
    ] = True,
    played: Annotated[Path, typer.Option(help="For loop: what `eval loop --out` wrote.")] = PLAYED,
) -> None:
    check_folder(out)
    chosen = [name.strip() for name in sections.split(",")]
    unknown = [name for name in chosen if name not in (*SECTIONS, "loop")]
    if unknown:
        raise InputError(f"no section {unknown[0]!r}; there are {', '.join(SECTIONS)}, loop")
    dataset = load_singleturn(data)
    backbone = Backbone.load()
    user_table = data.name if data is not None and is_user_table(data) else None
    title = quoted(user_table) if user_table else "the IGLU single-turn set"
    report, runs = Report(f"cq on {title}", out, user_table), out / "runs"
    report.text(
        f"{load_report(data).summary()}. Five folds grouped by normalised instruction; brackets are 95 % "
        f"bootstrap intervals over instructions, {samples:,} samples. Python {platform.python_version()}, "
        f"{platform.machine()}."
    )
    write_section = {
        "clarity": lambda: clarity_section(report, dataset, backbone, work / "clarity", runs, samples),
        "ranking": lambda: ranking_section(
            report, dataset, backbone, data, work / "ranking", runs, samples, cross_encoder
        ),
        "building": lambda: building_section(report, dataset, backbone, work / "building", runs, samples),
        "speed": lambda: speed_section(report, data),
        "loop": lambda: loop_section(report, played),
    }
    for name in chosen:
        typer.echo(f"  {name} …")
        write_section[name]()
        report.write()
    report.section("Comparing runs")
    report.text(
        "`runs/` beside this report holds each system's answers. A paired bootstrap of any two: "
        "`python -m eval compare A.json B.json`."
    )
    report.write()
    typer.echo(f"wrote {out / 'report.md'} and {out / 'report.html'}")
