"""Everything in one report: `python -m eval.report.all --data PATH --out reports/`.

Writes `report.md` and `report.html`, with tables against baselines and published figures, curves, results by
kind and length, the worst errors with their worlds, waiting time and memory, and by each section the command
that reproduces it; and `runs/`, each system's answers row by row, for `python -m eval.report.compare`. All figures
are out of fold. Finished networks are taken from where the trainings and evaluations keep theirs.
"""

from __future__ import annotations

import platform
from pathlib import Path
from typing import Annotated

import typer

from cq.data import load_report, load_singleturn
from cq.data.user_table import is_user_table
from cq.encoder.backbone import Backbone, RememberingBackbone
from cq.errors import InputError
from cq.files import check_folder
from eval.options import Data, Samples, Works
from eval.report.markdown import Report, quoted
from eval.report.sections.building import building_section
from eval.report.sections.clarity import clarity_section
from eval.report.sections.ranking import ranking_section
from eval.report.sections.waiting import waiting_section
from eval.tables import console

PARTS = ("clarity", "ranking", "building", "waiting")


def main(
    data: Data = None,
    out: Annotated[Path, typer.Option(help="Folder of the report.")] = Path("reports"),
    samples: Samples = 1000,
    work: Works = Path("runs"),
    parts: Annotated[str, typer.Option(help="Which sections, by commas.")] = ",".join(PARTS),
) -> None:
    check_folder(out)
    chosen = [part.strip() for part in parts.split(",")]
    unknown = [part for part in chosen if part not in PARTS]
    if unknown:
        raise InputError(f"no section {unknown[0]!r}; there are {', '.join(PARTS)}")
    dataset = load_singleturn(data)
    backbone = RememberingBackbone(Backbone.load())
    own = data.name if data is not None and is_user_table(data) else None
    title = quoted(own) if own else "the IGLU single-turn set"
    report, runs = Report(f"cq on {title}", out, own), out / "runs"
    report.text(
        f"{load_report(data).summary()}. Five folds grouped by normalised instruction; brackets are 95 % "
        f"bootstrap intervals over instructions, {samples:,} samples. Python {platform.python_version()}, "
        f"{platform.machine()}."
    )
    sections = {
        "clarity": lambda: clarity_section(report, dataset, backbone, work / "clarity", runs, samples),
        "ranking": lambda: ranking_section(report, dataset, backbone, data, work / "ranking", runs, samples),
        "building": lambda: building_section(report, dataset, backbone, work / "building", runs, samples),
        "waiting": lambda: waiting_section(report, data),
    }
    for part in chosen:
        console.print(f"  {part} …", style="dim")
        sections[part]()
        report.write()
    report.section("Comparing runs")
    report.text(
        "`runs/` beside this report holds each system's answers; a paired bootstrap of any two: "
        "`python -m eval.report.compare A.json B.json`."
    )
    report.write()
    console.print(f"wrote {out / 'report.md'} and {out / 'report.html'}")


if __name__ == "__main__":
    from cq.cli.main import run

    app = typer.Typer(add_completion=False)
    app.command(help=__doc__)(main)
    run(app)
