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
    digest = _digest_of_code()
    for folder in _weight_folders(weights):
        _add(digest, folder)
    return digest.hexdigest()


def code_digest() -> str:
    """SHA-256 of the code of the installed version alone."""
    return _digest_of_code().hexdigest()


def weight_files(weights: Path | None) -> dict[str, bytes]:
    """The files of a saved pipeline (None: the bundled one) by path, for machines that do not have them. With
    them comes its backbone, unless that is the package's. Raises what `pipeline_digest` raises.
    """
    folder, *backbone = _weight_folders(weights)
    found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in _files(folder)}
    for other in backbone:
        if other != default_folder():
            found |= {f"{BACKBONE}/{path.relative_to(other)}": path.read_bytes() for path in _files(other)}
    return found


def _weight_folders(weights: Path | None) -> list[Path]:
    """The folder of a saved pipeline and, unless it is in it, that of its backbone."""
    folder = WEIGHTS if weights is None else weights
    if not folder.is_dir():
        raise MissingFileError(f"no saved pipeline at {str(folder)!r}; give the folder of one")
    if (folder / BACKBONE).is_dir():
        return [folder]
    backbone = Manifest.read(folder).backbone
    return [folder, default_folder() if backbone == PACKAGE else Path(backbone)]


def _digest_of_code() -> hashlib._Hash:
    digest = hashlib.sha256(cq.__version__.encode())
    _add(digest, Path(cq.__file__).parent)
    return digest


def _add(digest: hashlib._Hash, folder: Path) -> None:
    for path in _files(folder):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(folder)}\0{len(content)}\0".encode() + content)


def _files(folder: Path) -> Iterator[Path]:
    """The files of a folder, in order, without the bundled weights of the package and without bytecode."""
    for path in sorted(folder.rglob("*")):
        bundled = folder != WEIGHTS and path.is_relative_to(WEIGHTS)
        if path.is_file() and path.suffix != ".pyc" and not bundled:
            yield path
