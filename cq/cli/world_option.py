"""Worlds on the command line: the path of a file, JSON, or `-` for standard input."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from cq.errors import InputError, reporting

if TYPE_CHECKING:
    from cq.world import World

FORMS = "a JSON file, JSON itself, or - for standard input"

WorldOption = Annotated[
    str | None, typer.Option("--world", "-w", help=f"The world: {FORMS}. Default: the empty world.")
]


def read_world(given: str | None) -> World:
    """The world that an option or argument gives, the empty one for None. Raises `InputError`."""
    from cq.world import World

    if given != "-":
        return World.parse(given)
    with reporting("standard input is not text", "give JSON in UTF-8", ValueError):
        text = sys.stdin.read()
    if text.lstrip()[:1] not in ("[", "{"):
        raise InputError(f"standard input holds {text[:40]!r}; - needs a world as JSON, an object or a list")
    return World.parse(text)


def check_one_from_input(*given: str | None) -> None:
    """Raise `InputError` if more than one world is to be read from standard input."""
    if given.count("-") > 1:
        raise InputError("only one world can be read from standard input; give files for the others")
