"""`cq weights`: the digests of a saved pipeline."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def weights(
    folder: Annotated[
        Path | None, typer.Argument(help="A saved pipeline's folder. Default: the bundled one.")
    ] = None,
    update: Annotated[
        bool, typer.Option("--update", help="Record the files as they are, after you replaced some.")
    ] = False,
) -> None:
    """Check a saved pipeline's files against their digests."""
    from cq.modeling.artifacts import WEIGHTS
    from cq.modeling.manifest import Manifest

    folder = WEIGHTS if folder is None else folder
    manifest = Manifest.read(folder)
    if update:
        manifest = Manifest.of(folder, manifest.backbone)
        manifest.write(folder)
    manifest.check_all(folder)
    typer.echo(f"{len(manifest.files)} files of {folder} match their digests")
