"""The golden files: one JSON file for each part, with the digest of each text that is read.

Texts stand in it only where they are our own and the code that made them may go: the generated sentences.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cq.errors import InputError
from cq.json_input import read_json
from eval.behaviours.notation import parse_world, written
from eval.golden.rows import GENERATED, Row
from eval.output import write_json

FOLDER = Path(__file__).parent
EXACT, OTHER, OPEN = "exact", "not exact", "no target"
_EXACT = {EXACT: True, OTHER: False, OPEN: None}


@dataclass(frozen=True)
class Read:
    """What a text was read as: the digest of the grid, and whether that is the target, None without one."""

    digest: str
    exact: bool | None

    @classmethod
    def of(cls, row: Row, digest: str) -> Read:
        """The reading of a row."""
        return cls(digest, None if row.target is None else digest == row.target)


Reads = Mapping[str, Read]
"""Row id → what it was read as; a row that was not read is absent."""


def write_part(folder: Path, part: str, reader: str, rows: Sequence[Row], reads: Reads) -> Path:
    """Write the file of a part: what `reader` read."""
    sections = {
        name: {
            row.id: reads[row.id].digest for row in rows if row.id in reads and reads[row.id].exact is exact
        }
        for name, exact in _EXACT.items()
    }
    content: dict[str, Any] = {"reader": reader, **{name: one for name, one in sections.items() if one}}
    if part == GENERATED:
        content["sentences"] = [_to_dict(row) for row in rows]
    write_json(_path(folder, part), content)
    return _path(folder, part)


def load_reads(folder: Path, part: str) -> dict[str, Read]:
    """What was read in a part. Raises `MissingFileError` or `InputError` if there is no such file."""
    content = _content(folder, part)
    return {
        row_id: Read(digest, exact)
        for name, exact in _EXACT.items()
        for row_id, digest in content.get(name, {}).items()
    }


def generated_rows(folder: Path) -> list[Row]:
    """The generated sentences as they are stored in a folder, or else in this one: they stay the same."""
    stored = folder if _path(folder, GENERATED).is_file() else FOLDER
    sentences = _content(stored, GENERATED)["sentences"]
    return [
        Row(
            GENERATED,
            str(number),
            GENERATED,
            one["text"],
            parse_world(one["blocks"]).grid,
            one["facing"],
            one["target"],
        )
        for number, one in enumerate(sentences)
    ]


def _to_dict(row: Row) -> dict[str, Any]:
    return {"text": row.text, "blocks": written(row.start), "facing": row.facing, "target": row.target}


def _path(folder: Path, part: str) -> Path:
    return folder / f"{part}.json"


def _content(folder: Path, part: str) -> dict[str, Any]:
    content = read_json(_path(folder, part), "golden file")
    if not isinstance(content, dict) or "reader" not in content:
        raise InputError(
            f"{str(_path(folder, part))!r} is no golden file; `python -m eval golden --write` one"
        )
    return content
