"""The command-line options that the evaluations share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Data = Annotated[
    Path | None,
    typer.Option(help="Single-turn folder or zip, by default in CQ_DATA; or a table of your own."),
]
Samples = Annotated[int, typer.Option(help="Bootstrap samples.")]
Work = Annotated[Path, typer.Option(help="Folder of finished networks.")]
Works = Annotated[Path, typer.Option(help="Folder of finished networks, by part.")]
Out = Annotated[Path | None, typer.Option(help="Also write the figures as JSON.")]
