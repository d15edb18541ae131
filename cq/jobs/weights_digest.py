"""Tells a pipeline, and the code that runs it, from others."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import cq
from cq.encoder.backbone import PACKAGE, default_folder
from cq.errors import MissingFileError
from cq.modeling.artifacts import WEIGHTS
from cq.modeling.manifest import BACKBONE, Manifest


def pipeline_digest(weights: Path | None) -> str:
    """SHA-256 of everything that answers depend on: the code of the installed version, the files of a saved
    pipeline (None: the bundled one), and its backbone.

    A resumed job compares it, so that answers of other weights or of another version are not reused. Raises
    `MissingFileError` if the folder does not exist, `InputError` if it holds no pipeline.
    """
    folder = WEIGHTS if weights is None else weights
    if not folder.is_dir():
        raise MissingFileError(f"no saved pipeline at {str(folder)!r}; give the folder of one")
    manifest = Manifest.read(folder)
    folders = [Path(cq.__file__).parent, folder]
    if not (folder / BACKBONE).is_dir():
        folders.append(default_folder() if manifest.backbone == PACKAGE else Path(manifest.backbone))
    digest = hashlib.sha256(cq.__version__.encode())
    for one in folders:
        for path in _files(one):
            content = path.read_bytes()
            digest.update(f"{path.relative_to(one)}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def _files(folder: Path) -> Iterator[Path]:
    """The files of a folder, in order, without the bundled weights of the package and without bytecode."""
    for path in sorted(folder.rglob("*")):
        bundled = folder != WEIGHTS and path.is_relative_to(WEIGHTS)
        if path.is_file() and path.suffix != ".pyc" and not bundled:
            yield path
