"""Files of transcripts: JSON Lines, one game each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cq.arena.moves import TranscriptJson
from cq.errors import InputError
from cq.files.json_input import parse_json

TRANSCRIPT_SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    **TranscriptJson.model_json_schema(),
}
"""The JSON schema (draft 2020-12) of a transcript, a line of a file of transcripts."""


def read_transcripts(path: Path) -> list[dict[str, Any]]:
    """The transcripts of a file; a last line that was cut off is dropped. Raises `InputError` for another
    file.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read transcripts from {str(path)!r}: {error}") from None
    *lines, _ = text.split("\n")
    found = [parse_json(line, f"{str(path)!r}, line {number}") for number, line in enumerate(lines, start=1)]
    for number, one in enumerate(found, start=1):
        if not isinstance(one, dict) or not {"id", "agent", "protocol", "orders", "exact"} <= set(one):
            raise InputError(
                f"{str(path)!r}, line {number} is no transcript; cq arena run and cq study export write them"
            )
    if not found:
        raise InputError(f"{str(path)!r} holds no transcript; cq arena run and cq study export write them")
    return found
