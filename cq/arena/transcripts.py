"""Files of transcripts: JSON Lines, one game each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cq.arena.moves import TranscriptJson
from cq.dialogue.model import read
from cq.errors import InputError, reporting
from cq.files.json_input import json_lines

WRITERS = "cq arena run and cq study export write such files"

TRANSCRIPT_SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    **TranscriptJson.model_json_schema(),
}
"""The JSON schema (draft 2020-12) of a transcript, a line of a file of transcripts."""


def read_transcripts(*paths: Path) -> list[dict[str, Any]]:
    """The transcripts of some files, in order.

    Raises `InputError` naming the file, the line and the error, also if a line is cut off, or
    one agent plays one episode twice under one protocol.
    """
    found: dict[tuple[str, str, str], str] = {}
    transcripts = []
    for path in paths:
        before = len(found)
        for where, transcript in _lines(path):
            read(TranscriptJson, transcript, where)
            agent, name, protocol = key = (transcript["agent"], transcript["id"], transcript["protocol"])
            if key in found:
                twice = f"{agent!r} has played {name!r} under {protocol!r} in {found[key]}"
                raise InputError(f"{where}: {twice}; remove one, or give the agents two names")
            found[key] = where
            transcripts.append(transcript)
        if len(found) == before:
            raise InputError(f"{str(path)!r} holds no transcript; {WRITERS}")
    return transcripts


def _lines(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """The objects of a file, each after the name of its line."""
    with reporting(f"cannot read transcripts from {str(path)!r}", WRITERS, OSError):
        lines = path.read_bytes().splitlines(keepends=True)
    try:
        yield from json_lines(lines, str(path))
    except InputError as error:
        is_cut = lines[-1:] and not lines[-1].endswith(b"\n") and f"line {len(lines)} of" in str(error)
        why = "it was cut off; " if is_cut else ""
        raise InputError(f"{error}; {why}remove it, or write the file again: {WRITERS}") from None
