"""`pipeline.json`: the backbone of a saved pipeline, and the digest of every file of it.

Saving a part updates its digests. A part copied or edited by hand is refused until
`cq weights FOLDER --update` has recorded it.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from itertools import chain
from pathlib import Path

from cq.errors import InputError, MissingFileError, reporting
from cq.files import write_text
from cq.files.digests import digest_once
from cq.files.json_input import read_json

MANIFEST = "pipeline.json"
PARTS = ("clarity", "ranking", "building")
READING = "reading"
"""The folder of the readers, which a pipeline may lack."""
GENERAL, LANGUAGE, DIALOGUE, GUARD = "general", "language", "dialogue", "guard"
CEREALBAR = "cerealbar"
COMMON = (GENERAL, LANGUAGE, DIALOGUE, GUARD, CEREALBAR)
"""Folders of the package for all pipelines."""
BACKBONE = "backbone"
"""The folder for a copy of the backbone."""
CARD = "README.md"
FOLDERS = (*PARTS, READING, *COMMON, BACKBONE, CARD)
"""The contents of a manifest: these folders, and the card beside them."""

EXPECTED = "it holds a backbone's name, and files with their digests"


@dataclass(frozen=True)
class Manifest:
    """The backbone's name, and file → SHA-256: of the `files` of the pipeline's folder, by their path in it,
    and of the `backbone_files` if the backbone is a folder elsewhere.
    """

    backbone: str
    files: Mapping[str, str] = field(default_factory=dict)
    backbone_files: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, folder: Path, backbone: str) -> Manifest:
        """The manifest of a folder as it is."""
        files = {name: digest for part in FOLDERS for name, digest in _files(folder, part).items()}
        return cls(backbone, dict(sorted(files.items())), _backbone_files(backbone))

    @classmethod
    def read(cls, folder: Path) -> Manifest:
        """The manifest in a folder. Raises `MissingFileError` or `InputError`."""
        path = folder / MANIFEST
        if not path.is_file():
            raise MissingFileError(
                f"no saved pipeline: {str(path)!r} is missing; give a folder written by save_pretrained, or "
                "reinstall the package if this is the bundled pipeline"
            )
        try:
            found = cls(**read_json(path, "saved pipeline"))
            named = chain(found.files.items(), found.backbone_files.items())
            reason = (
                "" if all(isinstance(text, str) for text in (found.backbone, *chain(*named))) else EXPECTED
            )
        except InputError as error:
            reason = str(error)
        except (TypeError, AttributeError):
            reason = EXPECTED
        if reason:
            raise InputError(f"{str(path)!r} is damaged: {reason}; save the pipeline again")
        return found

    def write(self, folder: Path) -> None:
        """Write the manifest into a folder."""
        write_text(folder / MANIFEST, json.dumps(asdict(self), indent=1, ensure_ascii=False) + "\n")

    def check(self, folder: Path, part: str) -> None:
        """Raise `InputError` unless the files of a part match their digests: with `BACKBONE` those of its
        copy in the folder, or of the folder that `backbone` names.
        """
        _compare(self.of_part(part), _files(folder, part), folder, folder)
        if part == BACKBONE and not (folder / BACKBONE).is_dir():
            _compare(self.backbone_files, _backbone_files(self.backbone), Path(self.backbone), folder)

    def check_all(self, folder: Path) -> None:
        """The same for all files of the pipeline."""
        for part in FOLDERS:
            self.check(folder, part)

    def of_part(self, part: str) -> dict[str, str]:
        """The digests of a part's files."""
        return {name: digest for name, digest in self.files.items() if _is_of(name, part)}


def update_part(folder: Path, part: str) -> None:
    """Record the digests of a newly saved part; nothing to do if the folder has no manifest yet."""
    if part in FOLDERS and (folder / MANIFEST).is_file():
        old = Manifest.read(folder)
        others = {name: digest for name, digest in old.files.items() if not _is_of(name, part)}
        replace(old, files=dict(sorted((others | _files(folder, part)).items()))).write(folder)


def _is_of(name: str, part: str) -> bool:
    return name == part or name.startswith(f"{part}/")


def _compare(expected: Mapping[str, str], found: Mapping[str, str], where: Path, folder: Path) -> None:
    """Compare digests of files in `where` with those of the manifest in `folder`. A missing card changes no
    answer.
    """
    for name in sorted({*expected, *found}):
        if expected.get(name) == found.get(name) or (name not in expected and Path(name).name == CARD):
            continue
        fault = (
            "is missing" if name not in found else f"does not match its digest in {MANIFEST}: it is damaged"
        )
        raise InputError(
            f"{name!r} in {str(where)!r} {fault} or was replaced; save it again (or install cq again), or "
            f"if you replaced it, run: cq weights {shlex.quote(str(folder))} --update"
        )


def _files(folder: Path, part: str) -> dict[str, str]:
    """The digests of a part's files, by path in `folder`, without hidden ones."""
    paths = (path for path in (folder / part).rglob("*") if not path.name.startswith("."))
    return _digests(folder, paths if part != CARD else [folder / CARD])


def _backbone_files(backbone: str) -> dict[str, str]:
    """The digests of a backbone that is a folder."""
    folder = Path(backbone).expanduser()
    return _digests(folder, folder.glob("*"))


def _digests(folder: Path, paths: Iterable[Path]) -> dict[str, str]:
    with reporting(f"cannot read the files of {str(folder)!r}", "save them again", OSError):
        files = sorted(path for path in paths if path.is_file())
        return {path.relative_to(folder).as_posix(): digest_once(path) for path in files}
