"""The hidden folder beside an output that keeps a job's finished batches, marked as the job's own."""

from __future__ import annotations

import glob
import os
import shutil
from pathlib import Path

from cq.files import replacing

MARK = "made-by-cq"
"""The file in such a folder that holds the folder's name. A copy under another name is not the job's."""


def kept_batches(out: Path, key: str) -> Path:
    """The folder for the batches of an output with the options that `key` stands for."""
    return out.with_name(f"{_beginning(out)}{key}")


def mark(folder: Path) -> None:
    """Make the folder, and say in it that a job made it. Raises `InputError` if it cannot be written."""
    with replacing(folder / MARK) as temporary:
        temporary.write_bytes(os.fsencode(folder.name))


def remove_marked(out: Path) -> None:
    """Remove the folders that jobs marked for this output, whatever their options. All others stay."""
    for folder in out.parent.glob(f"{glob.escape(_beginning(out))}*"):
        if _is_marked(folder):
            shutil.rmtree(folder, ignore_errors=True)


def _beginning(out: Path) -> str:
    return f".{out.name}.cq-batches-"


def _is_marked(folder: Path) -> bool:
    try:
        return not folder.is_symlink() and (folder / MARK).read_bytes() == os.fsencode(folder.name)
    except OSError:
        return False
