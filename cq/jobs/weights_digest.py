"""Digests and files of a pipeline and of the code that runs it."""

from __future__ import annotations

import hashlib
import os
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from cq.encoder.backbone import PACKAGE, default_folder
from cq.errors import InputError
from cq.files.digests import fingerprint
from cq.jobs.places import CHANGED
from cq.modeling.artifacts import WEIGHTS
from cq.modeling.manifest import BACKBONE, COMMON, MANIFEST, Manifest
from cq.settings import VERSION

COMPUTING = (
    *("numpy", "scipy", "scikit-learn", "torch", "tokenizers", "transformers", "sentence-transformers"),
    *("bm25s", "rank-bm25", "rapidfuzz", "faiss-cpu"),
)
"""Libraries whose version may change an answer, if only its last digits."""


def pipeline_digest(weights: Path | None) -> str:
    """A digest of all dependencies of the answers: the installed package, the libraries that compute, and the
    files of a saved pipeline and of its backbone (None: the bundled pipeline).

    A resumed job compares it, so that answers of other weights or of another version are not reused. Raises
    `MissingFileError` or `InputError` if the folder is not a pipeline, or a file of it or of the bundled
    weights does not match its digest.
    """
    return fingerprint(code_digest(), libraries(), *checked_manifests(weights))


def libraries() -> dict[str, str]:
    """The versions of the installed libraries that compute."""
    return {name: found for name in COMPUTING if (found := installed_version(name))}


def installed_version(name: str) -> str | None:
    """The version of a distribution; None if it is not installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def checked_manifests(weights: Path | None) -> tuple[Manifest, Manifest]:
    """The manifests of the bundled weights and of a saved pipeline, whose files all match their digests.
    Raises `MissingFileError` or `InputError` if they do not.
    """
    bundled, own = Manifest.read(WEIGHTS), Manifest.read(weights or WEIGHTS)
    bundled.check_all(WEIGHTS)
    if weights is not None:
        own.check_all(weights)
    return bundled, own


def check_pipeline(weights: Path | None, digest: str) -> None:
    """Raise `InputError` if a pipeline's digest has changed since the job began."""
    if pipeline_digest(weights) != digest:
        raise InputError(f"the weights in {str(weights or WEIGHTS)!r}, or cq itself, {CHANGED}")


def code_digest() -> str:
    """SHA-256 of the files of the installed package, without those of the weights, one of which has their
    digests.
    """
    digest = hashlib.sha256(VERSION.encode())
    inside = WEIGHTS.name + "/"
    for name, path in code_files().items():
        if name.startswith(inside) and name != inside + MANIFEST:
            continue
        content = path.read_bytes()
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def code_files() -> dict[str, Path]:
    """The files of the installed package by path in it, in order, without bytecode."""
    return _files(Path(__file__).parents[1])


def weight_files(weights: Path | None, *, alone: bool = False) -> dict[str, Path]:
    """The files of a saved pipeline (None: the bundled one) by path in it, for machines without them. Its
    backbone is included; that of the package, and the package's files for all pipelines, only if they stand
    `alone`, without the package.

    Raises `MissingFileError` or `InputError` if the folder is not a pipeline, or its backbone not a folder.
    """
    folder = weights or WEIGHTS
    backbone, files = Manifest.read(folder).backbone, _files(folder)
    if alone:
        files = {name: path for name, path in files.items() if name.partition("/")[0] not in COMMON}
        files |= {f"{part}/{name}": path for part in COMMON for name, path in _files(WEIGHTS / part).items()}
    if (folder / BACKBONE).is_dir() or (backbone == PACKAGE and not alone):
        return files
    source = default_folder() if backbone == PACKAGE else Path(backbone)
    if not source.is_dir():
        raise InputError(
            f"the backbone {backbone!r} is not a folder; save the model to one, and train on that"
        )
    return files | {f"{BACKBONE}/{path.name}": path for path in source.iterdir() if path.is_file()}


def _files(folder: Path) -> dict[str, Path]:
    names = [os.path.join(parent, name) for parent, _, names in os.walk(folder) for name in names]
    paths = (Path(name) for name in sorted(names) if not name.endswith(".pyc") and os.path.isfile(name))
    return {path.relative_to(folder).as_posix(): path for path in paths}
