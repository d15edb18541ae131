"""Files of transcripts: JSON Lines, one game each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cq.arena.episode import PROTOCOLS
from cq.errors import InputError
from cq.files.json_input import parse_json

_TEXT = {"type": "string"}
_BLOCK = {
    "type": "array",
    "prefixItems": [{"type": "integer"}, {"type": "integer"}, {"type": "integer"}, _TEXT],
    "minItems": 4,
    "maxItems": 4,
}
_DOUBT = {"anyOf": [{"type": "number", "minimum": 0, "maximum": 1}, {"type": "null"}]}
_QUESTION = {
    "type": "object",
    "properties": {"ask": _TEXT, "options": {"type": "array", "items": _TEXT}, "type": _TEXT},
    "required": ["ask", "options", "type"],
}
_MOVE = {
    "anyOf": [
        {
            "type": "object",
            "properties": {
                "build": {"anyOf": [_TEXT, {"type": "array", "items": _BLOCK}]},
                "doubt": _DOUBT,
                "said": _TEXT,
            },
            "required": ["build", "doubt", "said"],
        },
        {
            "type": "object",
            "properties": {"refuse": _TEXT, "failed": {"type": "boolean"}},
            "required": ["refuse"],
        },
    ]
}
_ASKED = {
    "type": "object",
    "properties": {"question": _QUESTION, "answer": _TEXT, "kind": _TEXT},
    "required": ["question", "answer", "kind"],
}
_ORDER = {
    "type": "object",
    "properties": {"request": _TEXT, "asked": {"type": "array", "items": _ASKED}, "move": _MOVE},
    "required": ["request", "asked", "move"],
}
TRANSCRIPT_SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "properties": {
        "agent": _TEXT,
        "id": _TEXT,
        "protocol": {"enum": list(PROTOCOLS)},
        "price": {"type": "number", "minimum": 0},
        "is_open": {"type": ["boolean", "null"]},
        "orders": {"type": "array", "items": _ORDER},
        "changed_f1": {"type": "number"},
        "exact": {"type": "boolean"},
    },
    "required": ["agent", "id", "protocol", "price", "is_open", "orders", "changed_f1", "exact"],
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
