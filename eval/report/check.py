"""Whether the README and all pages show what `results/*.json` hold; exits with 1 where one does not."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cq.errors import InputError
from eval.report.tables import RESULTS, shown


def main(results: Annotated[Path, typer.Option(help="The folder of the results.")] = RESULTS) -> None:
    if old := [str(page) for page, text in shown(results).items() if page.read_text("utf-8") != text]:
        raise InputError(f"{', '.join(old)}: older than {str(results)!r}; run: python -m eval report")
