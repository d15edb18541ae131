"""Runs a typer application with this project's exit codes and error messages."""

from __future__ import annotations

import sys
import warnings
from io import TextIOWrapper
from typing import Any

import typer

from cq.errors import CqError
from cq.plain_text import plain

USAGE_ERROR: Any = typer.BadParameter.__base__
"""The exception that click raises for a wrong command line. Some versions of typer bundle their own click,
so the class is taken from a subclass that every version exports."""


def _tell(kind: str, message: object) -> None:
    typer.echo(f"{kind}: {plain(' '.join(str(message).split()))}", err=True)


def run(app: typer.Typer) -> None:
    """Run an application on `sys.argv` and exit.

    Bad input prints one line on standard error and exits with 2, without a traceback. Warnings print one
    line each. An interrupt exits with 130. A letter that the terminal's encoding lacks is printed as "?".
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    warnings.showwarning = lambda message, *_, **__: _tell("warning", message)
    try:
        code = app(standalone_mode=False)
    except (CqError, USAGE_ERROR) as error:
        message = error.format_message() if isinstance(error, USAGE_ERROR) else str(error)
        # A command without arguments shows its help and has no message.
        if message:
            _tell("error", message)
        code = 2
    except (typer.Abort, KeyboardInterrupt):
        code = 130
    except BrokenPipeError:
        # The reader of the pipe closed it (`cq … | head`); that is not an error.
        sys.stderr.close()
        code = 0
    except OSError as error:
        # A full or read-only disk, where no function has a better message.
        place = f" {error.filename!r}" if error.filename else ""
        _tell("error", f"{error.strerror or error}{place}")
        code = 2
    sys.exit(code if isinstance(code, int) else 0)
