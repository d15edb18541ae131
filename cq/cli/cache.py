"""`cq cache`: what the cache folder holds, and how to empty it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Annotated

import typer

from cq.cli.data import Json
from cq.cli.output import print_json
from cq.errors import InputError
from cq.settings import cache_limit, cache_root

PARTS = ("data", "minecraft-discourse", "multiturn", "predict", "questions", "singleturn")
"""The folders that `cq` makes in the cache folder. Other folders stay."""

cache_app = typer.Typer(
    name="cache", help="Show or empty the cache of read questions and data.", no_args_is_help=True
)


@cache_app.command()
def show(as_json: Json = False) -> None:
    """The cache folder, and the size of each of its parts."""
    parts = {path.name: _size(path) for path in _parts()}
    if as_json:
        print_json({"folder": str(cache_root()), "bytes": parts, "limit_of_questions": cache_limit()})
        return
    typer.echo(f"{cache_root()} (CQ_CACHE)")
    for name, size in parts.items():
        typer.echo(f"  {name}: {size / 1e6:,.1f} MB")
    typer.echo(f"  read questions are dropped above {cache_limit() / 1e6:,.0f} MB (CQ_CACHE_LIMIT)")


@cache_app.command()
def clear(
    part: Annotated[
        str | None, typer.Argument(help="One part, such as questions. Default: all but downloads.")
    ] = None,
) -> None:
    """Delete parts of the cache. What is needed again is made again; downloads only go if they are named."""
    found = {path.name: path for path in _parts()}
    if part is not None and part not in found:
        raise InputError(f"the cache has no part {part!r}; it has {', '.join(found) or 'none'}")
    chosen = [path for name, path in found.items() if name == part or (part is None and name != "data")]
    freed = sum(map(_size, chosen))
    for path in chosen:
        shutil.rmtree(path, ignore_errors=True)
        if path.exists():
            raise InputError(f"cannot delete all of {str(path)!r}; is it read-only?")
    typer.echo(f"deleted {freed / 1e6:,.1f} MB of {cache_root()}")


def _parts() -> list[Path]:
    """The folders of the cache, by name."""
    root = cache_root()
    return [root / name for name in PARTS if (root / name).is_dir()]


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
