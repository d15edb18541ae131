"""Options of a dialogue: the turns before the instruction, and the action where nothing is sure."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from cq.errors import InputError
from cq.files import check_regular

Said = Annotated[
    str | None,
    typer.Option(
        "--dialogue",
        "-d",
        help="What was said before: a transcript (<Architect> … <Builder> …), or a file that holds one.",
    ),
]

Unsure = Annotated[
    Literal["build", "refuse"] | None,
    typer.Option(help="What to do where a question would pay but may not be asked. Default: build."),
]


def read_dialogue(given: str | None) -> str | None:
    """The transcript itself, or the content of the named file. Raises `InputError`."""
    from cq.utterances import starts_with_mark

    if given is None or not given.strip() or starts_with_mark(given):
        return given
    try:
        check_regular(Path(given))
        return Path(given).read_text(encoding="utf-8-sig")
    except (OSError, ValueError):
        raise InputError(
            f"--dialogue {given[:60]!r} is neither a readable text file nor a transcript, which begins with "
            "<Architect> or <Builder>"
        ) from None
