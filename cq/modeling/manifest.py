"""`pipeline.json`: the backbone of a saved pipeline, and the digest of every file that its answers depend on.

A part that is saved updates its own digests. A part that was copied or edited by hand is refused until
`cq weights FOLDER --update` has recorded it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from itertools import chain
from pathlib import Path

from cq.errors import InputError, MissingFileError
from cq.files import write_text
from cq.files.digests import file_digest
from cq.files.json_input import read_json

MANIFEST = "pipeline.json"
PARTS = ("clarity", "ranking", "building")
READING = "reading"
"""The folder of the readers, which a pipeline may lack."""
BACKBONE = "backbone"
"""The folder that may hold a copy of the backbone."""
FOLDERS = (*PARTS, READING, BACKBONE)

CARD = "README.md"
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
        return cls(backbone, files, _backbone_files(backbone))

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
        copy in the folder, and of the folder that `backbone` names.
        """
        expected = {name: one for name, one in self.files.items() if name.startswith(f"{part}/")}
        _compare(expected, _files(folder, part), str(folder))
        if part == BACKBONE:
            _compare(self.backbone_files, _backbone_files(self.backbone), self.backbone)


def update_part(folder: Path, part: str) -> None:
    """Record the digests of a part that was just saved; nothing to do if the folder has no manifest yet."""
    if part in FOLDERS and (folder / MANIFEST).is_file():
        old = Manifest.read(folder)
        others = {name: one for name, one in old.files.items() if not name.startswith(f"{part}/")}
        replace(old, files=dict(sorted((others | _files(folder, part)).items()))).write(folder)


def _compare(expected: Mapping[str, str], found: Mapping[str, str], folder: str) -> None:
    wrong = sorted(name for name, _ in expected.items() ^ found.items())
    if wrong:
        raise InputError(
            f"{wrong[0]!r} in {folder!r} does not match its digest in {MANIFEST}: it is damaged or was "
            "replaced; save it again, or if you replaced it, run: cq weights FOLDER --update"
        )


def _files(folder: Path, part: str) -> dict[str, str]:
    """The digests of a part's files, by path in `folder`. Cards and hidden files change no answer."""
    paths = (path for path in (folder / part).rglob("*") if not path.name.startswith("."))
    return _digests(folder, (path for path in paths if path != folder / part / CARD))


def _backbone_files(backbone: str) -> dict[str, str]:
    """The digests of a backbone that is a folder."""
    folder = Path(backbone).expanduser()
    return _digests(folder, folder.glob("*"))


def _digests(folder: Path, paths: Iterable[Path]) -> dict[str, str]:
    files = sorted(path for path in paths if path.is_file())
    return {path.relative_to(folder).as_posix(): file_digest(path) for path in files}
