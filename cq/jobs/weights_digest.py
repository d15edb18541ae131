"""Tells a pipeline, and the code that runs it, from others; and lists their files."""

from __future__ import annotations

import hashlib
from pathlib import Path

from cq.encoder.backbone import PACKAGE, default_folder
from cq.errors import InputError
from cq.modeling.artifacts import WEIGHTS
from cq.modeling.manifest import BACKBONE, Manifest
from cq.settings import VERSION


def pipeline_digest(weights: Path | None) -> str:
    """SHA-256 of everything that answers depend on: the package as it is installed, and the list of a saved
    pipeline's files and of its backbone's (None: the bundled pipeline), which is checked when it is loaded.

    A resumed job compares it, so that answers of other weights or of another version are not reused. Raises
    `MissingFileError` or `InputError` if the folder holds no pipeline.
    """
    return hashlib.sha256(f"{code_digest()} {Manifest.read(weights or WEIGHTS)}".encode()).hexdigest()


def code_digest() -> str:
    """SHA-256 of the files of the installed package."""
    digest = hashlib.sha256(VERSION.encode())
    for name, path in code_files().items():
        content = path.read_bytes()
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def code_files() -> dict[str, Path]:
    """The files of the installed package by path in it, in order, without bytecode."""
    return _files(Path(__file__).parents[1])


def weight_files(weights: Path | None, *, alone: bool = False) -> dict[str, Path]:
    """The files of a saved pipeline (None: the bundled one) by path in it, for machines that do not have
    them. With them comes its backbone; that of the package only if they stand `alone`, without the package.

    Raises `MissingFileError` or `InputError` if the folder holds no pipeline, or its backbone is no folder.
    """
    folder = weights or WEIGHTS
    backbone, files = Manifest.read(folder).backbone, _files(folder)
    if (folder / BACKBONE).is_dir() or (backbone == PACKAGE and not alone):
        return files
    source = default_folder() if backbone == PACKAGE else Path(backbone)
    if not source.is_dir():
        raise InputError(
            f"the backbone {backbone!r} is not a folder; save the model to one, and train on that"
        )
    return files | {f"{BACKBONE}/{path.name}": path for path in source.iterdir() if path.is_file()}


def _files(folder: Path) -> dict[str, Path]:
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix != ".pyc")
    return {path.relative_to(folder).as_posix(): path for path in paths}
