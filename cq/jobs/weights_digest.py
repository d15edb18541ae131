"""Tells a pipeline, and the code that runs it, from others."""

from __future__ import annotations

import hashlib
from pathlib import Path

import cq
from cq.encoder.backbone import PACKAGE
from cq.modeling.artifacts import WEIGHTS
from cq.modeling.manifest import BACKBONE, Manifest


def pipeline_digest(weights: Path | None) -> str:
    """SHA-256 of everything that answers depend on: the package as it is installed, and the list of a saved
    pipeline's files and of its backbone's (None: the bundled pipeline), which is checked when it is loaded.

    A resumed job compares it, so that answers of other weights or of another version are not reused. Raises
    `MissingFileError` or `InputError` if the folder holds no pipeline.
    """
    return hashlib.sha256(f"{code_digest()} {Manifest.read(weights or WEIGHTS)}".encode()).hexdigest()


def code_digest() -> str:
    """SHA-256 of the files of the installed package."""
    digest = hashlib.sha256(cq.__version__.encode())
    for name, content in _files(Path(cq.__file__).parent).items():
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def weight_files(weights: Path | None) -> dict[str, bytes]:
    """The files of a saved pipeline (None: the bundled one) by path, for machines that do not have them. With
    them comes its backbone, unless that is the package's. Raises `MissingFileError` or `InputError`.
    """
    folder = weights or WEIGHTS
    backbone, files = Manifest.read(folder).backbone, _files(folder)
    if backbone != PACKAGE and not (folder / BACKBONE).is_dir():
        files |= {f"{BACKBONE}/{name}": content for name, content in _files(Path(backbone)).items()}
    return files


def _files(folder: Path) -> dict[str, bytes]:
    """The files of a folder by path, in order, without bytecode."""
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix != ".pyc")
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
