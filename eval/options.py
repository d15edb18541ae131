"""The command-line options that the evaluations share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

CLARITY_WORK, RANKING_WORK, BUILDING_WORK = (
    Path("runs") / part for part in ("clarity", "ranking", "building")
)
"""Default folders of checkpoints, the same as those of `cq train`."""

Data = Annotated[
    Path | None,
    typer.Option(help="The single-turn folder or zip, or a table of your own. Default: from CQ_DATA."),
]
Samples = Annotated[int, typer.Option(help="Bootstrap samples.")]
Work = Annotated[Path, typer.Option(help="Folder of checkpoints; a killed run resumes from them.")]
WorkRoot = Annotated[Path, typer.Option(help="Folder of checkpoints, with a subfolder for each model.")]
RowsOut = Annotated[
    Path | None, typer.Option("--rows", help="Also write what cq predicts out of fold, a row each, as CSV.")
]
Out = Annotated[Path | None, typer.Option(help="Also write the results as JSON.")]
