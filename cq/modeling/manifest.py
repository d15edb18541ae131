"""`pipeline.json`: the backbone of a saved pipeline, and the digest of every file that its answers depend on.

A part that is saved updates its own digests. A part that was copied or edited by hand is refused until
`cq weights FOLDER --update` has recorded it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from cq.errors import InputError, MissingFileError
from cq.files import write_text
from cq.files.digests import file_digest, file_digests
from cq.files.json_input import read_json

MANIFEST = "pipeline.json"
PARTS = ("clarity", "ranking", "building")
BACKBONE = "backbone"
"""The folder that may hold a copy of the backbone."""

CARD = "README.md"


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
        files = {name: digest for part in (*PARTS, BACKBONE) for name, digest in _part(folder, part).items()}
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
            values = read_json(path, "saved pipeline")
        except InputError as error:
            raise InputError(f"{str(path)!r} is damaged: {error}") from None
        backbone = values.get("backbone") if isinstance(values, dict) else None
        tables = [values.get(name, {}) for name in ("files", "backbone_files")] if backbone else []
        if not isinstance(backbone, str) or not all(map(_is_text_table, tables)):
            raise InputError(
                f"{str(path)!r} is damaged: it holds a backbone's name, and files with their digests"
            )
        return cls(backbone, *tables)

    def write(self, folder: Path) -> None:
        """Write the manifest into a folder."""
        write_text(folder / MANIFEST, json.dumps(asdict(self), indent=1, ensure_ascii=False) + "\n")

    def check(self, folder: Path, part: str) -> None:
        """Raise `InputError` unless the files of a part, or the backbone's copy, match their digests."""
        expected = {name: one for name, one in self.files.items() if name.startswith(f"{part}/")}
        self._compare(expected, _part(folder, part), str(folder))

    def check_backbone_files(self) -> None:
        """Raise `InputError` unless the folder that `backbone` names has the files in the manifest."""
        self._compare(self.backbone_files, _backbone_files(self.backbone), self.backbone)

    def _compare(self, expected: Mapping[str, str], found: Mapping[str, str], folder: str) -> None:
        wrong = sorted(n for n in expected.keys() | found.keys() if expected.get(n) != found.get(n))
        if wrong:
            raise InputError(
                f"{wrong[0]!r} in {folder!r} does not match its digest in {MANIFEST}: it is damaged or was "
                "replaced; save it again, or if you replaced it, run: cq weights FOLDER --update"
            )


def update_part(folder: Path, part: str) -> None:
    """Record the digests of a part that was just saved; nothing to do if the folder has no manifest yet."""
    if part in (*PARTS, BACKBONE) and (folder / MANIFEST).is_file():
        old = Manifest.read(folder)
        others = {name: one for name, one in old.files.items() if not name.startswith(f"{part}/")}
        files = dict(sorted((others | _part(folder, part)).items()))
        Manifest(old.backbone, files, old.backbone_files).write(folder)


def check_part(folder: Path, part: str) -> None:
    """Raise `InputError` if the folder has a manifest and the part is not as it says."""
    if part in PARTS and (folder / MANIFEST).is_file():
        Manifest.read(folder).check(folder, part)


def _part(folder: Path, part: str) -> dict[str, str]:
    """The digests of a part's files, by path in `folder`. Cards and hidden files change no answer."""
    paths = (path for path in (folder / part).rglob("*") if path.is_file() and not path.name.startswith("."))
    names = (path.relative_to(folder).as_posix() for path in paths)
    return file_digests(folder, (name for name in names if name != f"{part}/{CARD}"))


def _backbone_files(backbone: str) -> dict[str, str]:
    """The digests of a backbone that is a folder."""
    folder = Path(backbone).expanduser()
    if not folder.is_dir():
        return {}
    return {path.name: file_digest(path) for path in sorted(folder.iterdir()) if path.is_file()}


def _is_text_table(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(text, str) for one in value.items() for text in one)
